/*
 * CPace, a balanced PAKE (draft-irtf-cfrg-cpace), in its suite of ristretto255 and SHA-512 with an
 * initiator and a responder: the counterpart of daemon/base/cpace.h, by @noble/curves, since tweetnacl
 * lacks the group. The draft's own test vector holds both to it. Loaded only when a short code is typed. No I/O.
 */
import { ristretto255 } from '@noble/curves/ed25519.js';
import nacl from 'tweetnacl';

const SHA512_BLOCK = 128;
const WIDE = 64; /* bytes of a random number that is then reduced */

const { Point } = ristretto255;
const ORDER = Point.Fn.ORDER;

const toBytes = (text) => new TextEncoder().encode(text);

/* each with its length before it, which is a single byte here */
function chain(...texts) {
	if (texts.some(({ length }) => length > 127)) throw new RangeError('longer than CPace needs here');
	return Uint8Array.from(texts.flatMap((text) => [text.length, ...text]));
}

/* of little-endian bytes; never zero */
function toScalar(bytes) {
	const number = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) % ORDER;

	return number || 1n;
}

export const makeSecret = () => nacl.randomBytes(WIDE);

function generator({ password, channel, session }) {
	const dsi = toBytes('CPaceRistretto255');
	const before = 1 + dsi.length + 1 + password.length + 1;
	const padding = new Uint8Array(Math.max(0, SHA512_BLOCK - before));

	return Point.hashToCurve(nacl.hash(chain(dsi, password, padding, channel, session)));
}

/* terms: {password, channel, session}, bytes that both know; secret: of makeSecret() */
export function makeShare(terms, secret) {
	return generator(terms).multiply(toScalar(secret)).toBytes();
}

/*
 * The key of two messages {share, data}, of which the initiator's comes first; theirs: the share that
 * is not one's own. null if no secret comes about with it.
 */
export function agree(terms, secret, theirs, messages) {
	let shared;

	try {
		shared = Point.fromBytes(theirs).multiply(toScalar(secret));
	} catch {
		return null;
	}
	if (shared.is0()) return null;
	const key = chain(toBytes('CPaceRistretto255_ISK'), terms.session, shared.toBytes());
	const said = messages.flatMap(({ share, data }) => [...chain(share, data)]);

	return nacl.hash(Uint8Array.of(...key, ...said));
}
