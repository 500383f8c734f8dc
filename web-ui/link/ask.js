/*
 * What only the virtual table may ask its board for, over HTTP, in boxes with its own keys
 * (daemon/admin/admin_box.c). An eavesdropper learns nothing, and a copied question is not answered:
 * each has a place in the order of all that the table says, for which the board is asked first
 * (daemon/seats/fresh.h). No clock is needed for that, and nothing has to be remembered. No display.
 */
import { BLOCKS, fromBase64, fromHex, makeToken, open, seal, toBase64 } from './code.js';

/* The board does not answer, or not in a box; why: its refusal, or null. */
export class AskError extends Error {
	constructor(why) {
		super(why?.code ?? 'The board does not answer.');
		this.why = why;
	}
}

function openBox(key, box) {
	try {
		return open(key, fromBase64(box));
	} catch {
		return null;
	}
}

async function post(access, path, question, { base = access.base, fetch = globalThis.fetch }) {
	const response = await fetch(new URL(path, base), {
		method: 'POST',
		cache: 'no-store',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ box: toBase64(seal(fromHex(access.up), question, BLOCKS.say)) }),
	}).catch(() => null);
	const { box = null, why = null } = (await response?.json().catch(() => null)) ?? {};
	const answer = box && openBox(fromHex(access.down), box);

	if (!answer) throw new AskError(why);
	return answer;
}

/* A place from which to speak: {run, epoch}, which nothing else has. */
export async function hello(access, options = {}) {
	const token = makeToken();
	const { token: echo, run, epoch } = await post(access, '/hello', { ask: 'hello', token }, options);

	/* an answer to another question is an old one, and so is its place */
	if (echo !== token) throw new AskError(null);
	return { run, epoch };
}

async function askFrom(access, path, question, options) {
	const place = await hello(access, options);
	const { run, epoch, ...answer } = await post(access, path, { ...question, ...place }, options);

	/* of another question: it was kept by somebody in between */
	if (run !== place.run || epoch !== place.epoch) throw new AskError(null);
	return answer;
}

const latest = new Map(); /* by key: one question at a time, since a later one ends those before it */

/* access: the table's own. A promise of the answer. */
export function askBoard(access, path, question, options = {}) {
	const before = latest.get(access.up) ?? Promise.resolve();
	const answer = before
		.catch(() => {})
		.then(() => askFrom(access, path, question, options));

	latest.set(access.up, answer);
	return answer;
}
