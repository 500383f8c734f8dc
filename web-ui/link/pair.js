/*
 * Taking a seat with a pairing code, and finding the board as a spectator. What pair() gives is
 * plain data, to be kept by the page for as long as the seat is its own. The code itself never
 * leaves the device: what does is a key for this one pairing, and the proof that the code is known.
 */
import { fromBase64, fromHex, open, parseCode, toHex } from './code.js';
import { VERSION, agree, makeKeys, prove } from './exchange.js';

const STARTING = 503;
const TRIES = 20;
const TRY_AGAIN_MS = 250;

const KINDS = { 400: 'version', 403: 'refused', 429: 'too-many' };

/*
 * status: that of the answer; 0 if there was none, or the code could not even be tried. kind:
 * wrong, unreachable, impostor, version, refused or too-many, for pages with their own texts; '' for others.
 */
export class PairError extends Error {
	constructor(message, status, kind = KINDS[status] ?? '') {
		super(message);
		this.name = 'PairError';
		this.status = status;
		this.kind = kind;
	}
}

const here = () => globalThis.location?.href;

function socketUrl(base, port, tls = false) {
	const { protocol, hostname } = new URL(base);

	return `${tls || protocol === 'https:' ? 'wss' : 'ws'}://${hostname}:${port}/`;
}

async function ask(fetch, url, options) {
	let response;

	try {
		response = await fetch(url, { cache: 'no-store', ...options });
	} catch {
		throw new PairError(
			'The board cannot be reached. Is this device in its network?',
			0,
			'unreachable',
		);
	}
	const answer = (await response.json().catch(() => null)) ?? {};
	if (!response.ok)
		throw new PairError(
			answer.error ?? `The board answered ${response.status}.`,
			response.status,
		);
	return answer;
}

function openBox(key, box) {
	try {
		return open(key, fromBase64(box));
	} catch {
		return null;
	}
}

/* A board that is just starting says so; the code stays valid, and it is worth a few more tries. */
async function claim(fetch, url, shown) {
	for (let tries = 1; ; tries++) {
		try {
			return await ask(fetch, url, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify(shown),
			});
		} catch (error) {
			if (error.status !== STARTING || tries === TRIES) throw error;
		}
		await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
	}
}

/*
 * The keys of the pair with the board that answers, and what is in its box; null if it has not made
 * the same keys. There is no other way to a seat: an answer without a key is not looked at.
 */
function openAnswer(own, seed, { v, key = '', seat = '', board = '', box }) {
	const theirs = typeof key === 'string' ? fromHex(key) : null;
	const keys = v === VERSION ? agree({ own, theirs, seed, seat, board }) : null;
	const access = keys && openBox(keys.down, box);

	return access?.seat === seat && access.board === board ? { keys, access } : null;
}

/*
 * Claims the seat that the code is for; base is any address of the board's pages. Returns {seat,
 * board, user, password, client, websocket, base, url, down, up}: all that a Link needs.
 */
export async function pair(code, { base = here(), fetch = globalThis.fetch } = {}) {
	const seed = parseCode(code);

	if (!seed)
		throw new PairError(
			'That is not a code: it has 26 letters and digits, a-z and 2-7.',
			0,
			'wrong',
		);
	const own = makeKeys();
	const answer = await claim(fetch, new URL('/pair', base), {
		v: VERSION,
		key: toHex(own.publicKey),
		proof: toHex(prove(seed, own.publicKey)),
	});
	const opened = openAnswer(own, seed, answer);
	own.secretKey.fill(0);
	seed.fill(0);
	if (!opened)
		throw new PairError(
			'The answer did not come from the board that made this code.',
			0,
			'impostor',
		);
	return {
		...opened.access,
		base: new URL('/', base).href,
		url: socketUrl(base, opened.access.websocket, opened.access.tls),
		down: toHex(opened.keys.down),
		up: toHex(opened.keys.up),
	};
}

/* For spectators, who have a broker of their own: {board, title, version, watch, url}. */
export async function discover({ base = here(), fetch = globalThis.fetch } = {}) {
	const config = await ask(fetch, new URL('/config.json', base), {});

	return { ...config, url: socketUrl(base, config.watch, config.tls) };
}
