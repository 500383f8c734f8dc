/*
 * The newest head of a board's journal that this device has been shown. Heads are numbered and nothing is shown
 * that is not on the board's disk, so a number that decreases, or that comes again with another head, means that
 * the board was put back to an earlier state: a fork.
 *
 * What was seen is kept for the next visit, if the device has a storage. It is read only once: another tab of
 * the same device may be ahead of this one.
 */
import { fromHex, toBase64 } from './code.js';

const KEPT = 'adjutant/head/';

/* a page within another's may have none */
export function storageOf() {
	try {
		return globalThis.localStorage ?? null;
	} catch {
		return null;
	}
}

/* 64 digits of a hash and 128 of a signature would be too long for a word */
export function shorten(digits) {
	return toBase64(fromHex(digits)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export class Heads {
	#place; /* what it is called in the storage: audiences may be shown things at different times */
	#storage;
	#newest = null; /* {key, seq, head, signature, lost: one that the board has not been told of yet} */
	#isRead = false;

	constructor(audience, storage) {
		this.#place = `${KEPT}${audience}/`;
		this.#storage = storage;
	}

	#read(key) {
		try {
			return JSON.parse(this.#storage?.getItem(this.#place + key) ?? null);
		} catch {
			return null;
		}
	}

	#keep(newest) {
		this.#newest = newest;
		try {
			this.#storage?.setItem(this.#place + newest.key, JSON.stringify(newest));
		} catch {
			/* then for as long as the page is open */
		}
	}

	/* A head that the board has lost and not been told of. */
	get lost() {
		return this.#newest?.lost ?? null;
	}

	/* The board knows. */
	told() {
		if (this.lost) this.#keep({ ...this.#newest, lost: undefined });
	}

	/* Takes the head of a view. What the board has lost, if it has: the newest head seen before. */
	take({ board_key: key, head_seq: seq, head, head_signature: signature }) {
		if (!key || !seq) return null;
		if (!this.#isRead || this.#newest?.key !== key) this.#newest = this.#read(key);
		this.#isRead = true;
		const before = this.#newest;
		const isLost = before && (seq < before.seq || (seq === before.seq && head !== before.head));

		const lost = isLost ? { seq: before.seq, head: before.head, signature: before.signature } : before?.lost;

		if (!before || isLost || seq > before.seq) this.#keep({ key, seq, head, signature, lost });
		return isLost ? before : null;
	}
}
