/*
 * The key exchange of pairing, version 2 (daemon/security.md): the counterpart of
 * daemon/base/exchange.h, by tweetnacl. The code authorises the exchange and goes into its keys, but
 * does not determine them. tests/e2e/lib/vectors.json holds both sides to the same bytes. No I/O.
 */
import nacl from 'tweetnacl';

export const VERSION = 2;

const HASH_SIZE = 32;
const KEY_SIZE = 32;

const text = (string) => new TextEncoder().encode(`${string}\0`);

function hashParts(label, ...parts) {
	const bytes = Uint8Array.of(...text(`adjutant/v2/${label}`), ...parts.flatMap((part) => [...part]));

	return nacl.hash(bytes).slice(0, HASH_SIZE);
}

/* {publicKey, secretKey} for one pairing; secret: for tests */
export function makeKeys(secret) {
	return secret ? nacl.box.keyPair.fromSecretKey(secret) : nacl.box.keyPair();
}

/* What is shown beside the public key: that the code is known. It is of use for this key only. */
export function prove(seed, publicKey) {
	return hashParts('claim', seed, publicKey);
}

/*
 * The keys of a pair, {up, down}; null if the other key is one with which no secret comes about.
 * own: of makeKeys(); isDevice: whose they are; the board's name and the seat's are part of them.
 */
export function agree({ own, theirs, isDevice = true, seed, seat, board }) {
	if (theirs?.length !== KEY_SIZE) return null;
	const shared = nacl.scalarMult(own.secretKey, theirs);
	const [device, daemon] = isDevice ? [own.publicKey, theirs] : [theirs, own.publicKey];

	/* libsodium refuses these by itself */
	if (shared.every((byte) => byte === 0)) return null;
	const transcript = hashParts('transcript', device, daemon, text(seat), text(board));
	const root = hashParts('root', shared, seed, transcript);
	const keys = { up: hashParts('up', root), down: hashParts('down', root) };

	shared.fill(0);
	root.fill(0);
	return keys;
}
