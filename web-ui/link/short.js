/*
 * The exchange that makes short codes safe (daemon/security.md): CPace with the code as its password.
 * The counterpart of daemon/base/short_code.h; tests/e2e/lib/vectors.json holds both to the same bytes.
 * Loaded only when a short code is typed. No I/O.
 */
import nacl from 'tweetnacl';
import * as cpace from './cpace.js';

export const VERSION = 1;

const KEY_SIZE = 32;

const toBytes = (text) => new TextEncoder().encode(text);

function termsOf({ code, seat }) {
	return {
		password: toBytes(code),
		channel: toBytes(`adjutant/short/${VERSION} ${seat}`),
		session: new Uint8Array(0),
	};
}

function derive(label, key) {
	const bytes = Uint8Array.of(...toBytes(`adjutant/short/${VERSION}/${label}\0`), ...key);

	return nacl.hash(bytes).slice(0, KEY_SIZE);
}

/* {secret, share} for one attempt; code: of parseShortCode(); secret: for tests */
export function begin({ code, seat }, secret = cpace.makeSecret()) {
	return { secret, share: cpace.makeShare(termsOf({ code, seat }), secret) };
}

/*
 * {keys: {up, down}, deviceProof, daemonProof}; null if none come about. own: of begin(); theirs: the
 * other share; isDevice: whose own is. With another code, seat or board both sides make others.
 */
export function agree({ own, theirs, isDevice = true, code, seat, board }) {
	if (theirs?.length !== KEY_SIZE || typeof board !== 'string') return null;
	const [device, daemon] = isDevice ? [own.share, theirs] : [theirs, own.share];
	const key = cpace.agree(termsOf({ code, seat }), own.secret, theirs, [
		{ share: device, data: toBytes('device') },
		{ share: daemon, data: toBytes(board) },
	]);

	return (
		key && {
			keys: { up: derive('up', key), down: derive('down', key) },
			deviceProof: derive('device', key),
			daemonProof: derive('board', key),
		}
	);
}
