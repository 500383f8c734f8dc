/*
 * Asks the board for a pairing code. Only the table can seal the question and open the answer (daemon/
 * desk_codes.c), so the code reaches those who see this page and nobody who listens on the way. No
 * display.
 */
import { t, why } from '../common/i18n.js';
import { BLOCKS, fromHex, open, seal } from '../link/code.js';

const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/* the same question is not answered twice: somebody may have overheard it */
let lastMs = 0;

function question(access, seat) {
	lastMs = Math.max(Date.now(), lastMs + 1);
	return toBase64(seal(fromHex(access.up), { seat, at: lastMs }, BLOCKS.say));
}

/*
 * access: the table's own. A promise of {code, url, minutes, modules}, modules being the QR code's
 * rows, '0110/1001/..'; it fails with a sentence for people.
 */
export async function askForCode(access, seat, { base = location.href } = {}) {
	const response = await fetch(new URL('/codes', base), {
		method: 'POST',
		cache: 'no-store',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ box: question(access, seat) }),
	}).catch(() => null);
	const { box = null, error = null } = (await response?.json().catch(() => null)) ?? {};
	const answer = box && open(fromHex(access.down), fromBase64(box));

	if (!answer) throw new Error(error ?? t('pair.unreachable'));
	if (!answer.ok) throw new Error(why(answer.why));
	return answer;
}
