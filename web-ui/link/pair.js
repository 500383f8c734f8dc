/*
 * Taking a seat with a pairing code, and finding the board as a spectator. What pair() gives is
 * plain data, to be kept by the page for as long as the seat is its own. The code itself never
 * leaves the device: what does is a key for this one pairing, and the proof that the code is known.
 */
import {
	fromBase64,
	fromHex,
	open,
	parseCode,
	parseShortCode,
	seatOfShortCode,
	toHex,
} from './code.js';
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

const unreachable = () =>
	new PairError('The board cannot be reached. Is this device in its network?', 0, 'unreachable');

async function ask(fetch, url, options) {
	let response;

	try {
		response = await fetch(url, { cache: 'no-store', ...options });
	} catch {
		throw unreachable();
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

const impostor = () =>
	new PairError('The answer did not come from the board that made this code.', 0, 'impostor');

/* {keys, access} for the device that has this code */
async function claimLong(seed, base, fetch) {
	const own = makeKeys();

	try {
		const answer = await claim(fetch, new URL('/pair', base), {
			v: VERSION,
			key: toHex(own.publicKey),
			proof: toHex(prove(seed, own.publicKey)),
		});
		const opened = openAnswer(own, seed, answer);

		if (!opened) throw impostor();
		return opened;
	} finally {
		own.secretKey.fill(0);
		seed.fill(0);
	}
}

/* The keys come about before either side has shown that it knows the code; then both show it. */
async function exchangeShort(short, own, { code, seat, base, fetch }) {
	const url = new URL('/short', base);
	const { v, share, session, board } = await claim(fetch, url, {
		v: short.VERSION,
		seat,
		share: toHex(own.share),
	});
	const theirs = typeof share === 'string' ? fromHex(share) : null;
	const made = v === short.VERSION ? short.agree({ own, theirs, code, seat, board }) : null;

	if (!made) throw impostor();
	const { proof, box } = await claim(fetch, url, {
		v: short.VERSION,
		seat,
		session,
		proof: toHex(made.deviceProof),
	});
	const access = proof === toHex(made.daemonProof) ? openBox(made.keys.down, box) : null;

	if (access?.seat !== seat || access.board !== board) throw impostor();
	return { keys: made.keys, access };
}

async function claimShort(code, base, fetch) {
	/* only for people who type */
	const short = await import('./short.js').catch(() => {
		throw unreachable();
	});
	const seat = seatOfShortCode(code);
	const own = short.begin({ code, seat });

	try {
		return await exchangeShort(short, own, { code, seat, base, fetch });
	} finally {
		own.secret.fill(0);
	}
}

function claimAny(code, base, fetch) {
	const short = parseShortCode(code);
	const seed = short ? null : parseCode(code);

	if (short) return claimShort(short, base, fetch);
	if (seed) return claimLong(seed, base, fetch);
	throw new PairError('That is not a code: it has 6 signs, or 26 letters and digits.', 0, 'wrong');
}

/*
 * Claims the seat that the code is for, a long or a short one; base is any address of the board's
 * pages. Returns {seat, board, user, password, client, websocket, base, url, down, up}: all that a
 * Link needs.
 */
export async function pair(code, { base = here(), fetch = globalThis.fetch } = {}) {
	const { keys, access } = await claimAny(code, base, fetch);

	return {
		...access,
		base: new URL('/', base).href,
		url: socketUrl(base, access.websocket, access.tls),
		down: toHex(keys.down),
		up: toHex(keys.up),
	};
}

/* For spectators, who have a broker of their own: {board, title, version, watch, url}. */
export async function discover({ base = here(), fetch = globalThis.fetch } = {}) {
	const config = await ask(fetch, new URL('/config.json', base), {});

	return { ...config, url: socketUrl(base, config.watch, config.tls) };
}
