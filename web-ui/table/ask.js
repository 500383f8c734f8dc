/*
 * Asks the board for something that only the table may have. Only the table can seal the question
 * and open the answer (daemon/admin/admin_box.c), so an eavesdropper gains nothing. No display.
 */
import { t, why } from '../common/i18n.js';
import { BLOCKS, fromHex, open, seal } from '../link/code.js';

const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/* the same question is not answered twice: it may have been overheard */
let lastMs = 0;

function sealed(access, question) {
	lastMs = Math.max(Date.now(), lastMs + 1);
	return toBase64(seal(fromHex(access.up), { ...question, at: lastMs }, BLOCKS.say));
}

/* access: the table's own. A promise of the answer; it fails with a sentence for people. */
export async function ask(access, path, question, { base = location.href } = {}) {
	const response = await fetch(new URL(path, base), {
		method: 'POST',
		cache: 'no-store',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ box: sealed(access, question) }),
	}).catch(() => null);
	const { box = null, why: refusal = null } = (await response?.json().catch(() => null)) ?? {};
	const answer = box && open(fromHex(access.down), fromBase64(box));

	if (!answer) throw new Error(refusal ? why(refusal) : t('pair.unreachable'));
	if (answer.ok === false) throw new Error(why(answer.why));
	return answer;
}
