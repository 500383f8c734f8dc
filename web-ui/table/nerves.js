/*
 * A shaky hand, as far as hands and contacts shake at all (daemon/table/gestures.md): contacts bounce,
 * and chatter where a piece is lifted or set down slowly; a piece that is carried low closes what it
 * passes; a neighbour is jogged. Readers miss a piece at first, or see a neighbour's tag for a moment. Calm
 * nerves do nothing of that.
 */
const BOUNCES = 3; /* within one scan */
const CHATTER_MS = [10, 35]; /* from one change to the next ... */
const CHATTER_MOST_MS = 140; /* ... and in all */
const LOW_MS = [5, 80];
const JOG_MS = [20, 300];
const MISS_MS = [60, 300]; /* until a reader has come round again */
const GHOST_MS = [60, 120];

const CHANCES = { chatter: 0.25, low: 0.3, jog: 0.2, miss: 0.2, ghost: 0.1 };

export class Nerves {
	isShaky = false;
	#contacts;
	#readers;
	#random;

	constructor(contacts, readers, random = Math.random) {
		this.#contacts = contacts;
		this.#readers = readers;
		this.#random = random;
	}

	#happens(what) {
		return this.isShaky && this.#random() < CHANCES[what];
	}

	#between([least, most]) {
		return least + this.#random() * (most - least);
	}

	/* A piece was lifted there, or set down; neighbours: squares with a piece around it; tagAt(sq):
	 * of the piece there. */
	changed(sq, neighbours, tagAt) {
		const neighbour = neighbours[Math.floor(this.#random() * neighbours.length)];

		this.#contacts.follow(sq, this.isShaky ? Math.floor(this.#random() * (BOUNCES + 1)) : 0);
		this.#readers.follow(sq);
		if (this.#happens('chatter')) this.#chatter(sq, 0);
		if (this.#happens('miss')) this.#readers.miss(sq, this.#between(MISS_MS));
		if (neighbour && this.#happens('jog')) this.#jog(neighbour);
		if (neighbour && this.#happens('ghost'))
			this.#readers.glimpse(sq, tagAt(neighbour), this.#between(GHOST_MS));
	}

	#jog(sq) {
		const ms = this.#between(JOG_MS);

		this.#contacts.force(sq, false, ms);
		this.#readers.miss(sq, ms);
	}

	/* The piece in the hand, which may have a tag, comes over an empty square. */
	passes(sq, tag) {
		if (!this.#happens('low')) return;
		const ms = this.#between(LOW_MS);

		this.#contacts.force(sq, true, ms);
		this.#readers.glimpse(sq, tag, ms);
	}

	/* The field's edge: the contact is sometimes open and sometimes closed, and then as it should be. */
	#chatter(sq, sinceMs) {
		const ms = this.#between(CHATTER_MS);

		if (sinceMs + 2 * ms > CHATTER_MOST_MS) return;
		this.#contacts.force(sq, this.#random() < 0.5, ms);
		setTimeout(() => this.#chatter(sq, sinceMs + 2 * ms), 2 * ms);
	}
}
