/*
 * Pairing codes, boxes and commitments: the counterpart of daemon/base/crypto.h, by tweetnacl, since pages that come over plain http have no WebCrypto.
 * tests/e2e/lib/vectors.json holds both to the same bytes. No I/O.
 */
import nacl from 'tweetnacl';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const CODE_LETTERS = 26;
const CODE_GROUP = 4;
const SEED_SIZE = 16;
const HASH_SIZE = 32;

/* Texts are padded to a multiple of this, so that their lengths tell little. */
export const BLOCKS = { say: 256, event: 256, view: 2048 };

const toBytes = (text) => new TextEncoder().encode(text);

export function toHex(bytes) {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/* null if it is not hexadecimal, lower case */
export function fromHex(text) {
	if (!/^([0-9a-f]{2})*$/.test(text)) return null;
	return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function makeToken() {
	return toHex(nacl.randomBytes(16));
}

/* ---- codes ---- */

/* 16 bytes as people type them: "abcd-efgh-..." */
export function formatCode(seed) {
	let bits = Array.from(seed, (byte) => byte.toString(2).padStart(8, '0')).join('');
	let code = '';

	bits = bits.padEnd(5 * CODE_LETTERS, '0');
	for (let i = 0; i < CODE_LETTERS; i++) {
		if (i > 0 && i % CODE_GROUP === 0) code += '-';
		code += LETTERS[parseInt(bits.slice(5 * i, 5 * i + 5), 2)];
	}
	return code;
}

/* Blanks, hyphens and case do not matter. Returns 16 bytes, or null if it is not a code. */
export function parseCode(text) {
	const letters = text.toLowerCase().replace(/[\s-]/g, '');

	if (!/^[a-z2-7]{26}$/.test(letters)) return null;
	const bits = Array.from(letters, (letter) =>
		LETTERS.indexOf(letter).toString(2).padStart(5, '0'),
	).join('');
	if (bits.slice(8 * SEED_SIZE) !== '00') return null;
	return Uint8Array.from(bits.slice(0, 8 * SEED_SIZE).match(/.{8}/g), (byte) =>
		parseInt(byte, 2),
	);
}

/* ---- short codes, for people who type; the exchange that makes them safe is in short.js ---- */

const SHORT_SEATS = { R: 'red', B: 'blue', A: 'arbiter', T: 'table' };

/* "R4K7WQ" in capitals; null if it is not a short code. No sign can be mistaken for another. */
export function parseShortCode(text) {
	const signs = text.toUpperCase().replace(/[\s-]/g, '');

	return /^[RBAT][2-9A-HJ-NP-Z]{5}$/.test(signs) ? signs : null;
}

/* what its first sign says */
export const seatOfShortCode = (code) => SHORT_SEATS[code[0]];

function hash(bytes) {
	return nacl.hash(bytes).slice(0, HASH_SIZE);
}

export const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));

/* throws if it is not base64 */
export const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/* ---- boxes: 24 bytes of nonce, then a secretbox of JSON filled up with blanks ---- */

export function sealText(key, text, block, nonce = nacl.randomBytes(nacl.secretbox.nonceLength)) {
	const bytes = toBytes(text);
	const whole = new Uint8Array(Math.ceil(bytes.length / block) * block).fill(0x20);

	whole.set(bytes);
	return Uint8Array.of(...nonce, ...nacl.secretbox(whole, nonce, key));
}

/* null if the box was not made with this key */
export function openText(key, box) {
	const { nonceLength } = nacl.secretbox;
	/* tweetnacl wants plain arrays of bytes, and what comes from a socket may be a Buffer */
	const bytes = Uint8Array.from(box);

	if (bytes.length < nonceLength + nacl.secretbox.overheadLength) return null;
	const opened = nacl.secretbox.open(
		bytes.subarray(nonceLength),
		bytes.subarray(0, nonceLength),
		key,
	);
	return opened && new TextDecoder().decode(opened);
}

export function seal(key, value, block) {
	return sealText(key, JSON.stringify(value), block);
}

/* null if it is not a box of this key, or not JSON inside */
export function open(key, box) {
	const text = openText(key, box);

	if (text === null) return null;
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/* ---- commitments ---- */

/* What was published at the start for a piece, if this opening {side, sq, code, nonce} is true. */
export function commitment(gameId, { side, sq, code, nonce }) {
	return toHex(hash(toBytes(`adjutant-piece 1 ${gameId} ${side} ${sq} ${code} ${nonce}`)));
}
