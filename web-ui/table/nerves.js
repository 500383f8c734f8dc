/*
 * A shaky hand, as far as hands and contacts shake at all (gestures.md): contacts bounce, and chatter
 * where a piece is lifted or set down slowly; a piece that is carried low closes what it passes; a
 * neighbour is jogged. Calm nerves do nothing of that.
 */
const BOUNCES = 3; /* within one scan */
const CHATTER_MS = [10, 35]; /* from one change to the next ... */
const CHATTER_MOST_MS = 140; /* ... and in all */
const LOW_MS = [5, 80];
const JOG_MS = [20, 300];

const CHANCES = { chatter: 0.25, low: 0.3, jog: 0.2 };

export class Nerves {
	isShaky = false;
	#contacts;
	#random;

	constructor(contacts, random = Math.random) {
		this.#contacts = contacts;
		this.#random = random;
	}

	#happens(what) {
		return this.isShaky && this.#random() < CHANCES[what];
	}

	#between([least, most]) {
		return least + this.#random() * (most - least);
	}

	/* A piece was lifted there, or set down; neighbours: squares with a piece around it. */
	changed(sq, neighbours) {
		this.#contacts.follow(sq, this.isShaky ? Math.floor(this.#random() * (BOUNCES + 1)) : 0);
		if (this.#happens('chatter')) this.#chatter(sq, 0);
		if (neighbours.length > 0 && this.#happens('jog')) {
			const jogged = neighbours[Math.floor(this.#random() * neighbours.length)];

			this.#contacts.force(jogged, false, this.#between(JOG_MS));
		}
	}

	/* The piece in the hand comes over an empty square. */
	passes(sq) {
		if (this.#happens('low')) this.#contacts.force(sq, true, this.#between(LOW_MS));
	}

	/* The field's edge: the contact is sometimes open and sometimes closed, and then as it should be. */
	#chatter(sq, sinceMs) {
		const ms = this.#between(CHATTER_MS);

		if (sinceMs + 2 * ms > CHATTER_MOST_MS) return;
		this.#contacts.force(sq, this.#random() < 0.5, ms);
		setTimeout(() => this.#chatter(sq, sinceMs + 2 * ms), 2 * ms);
	}
}
