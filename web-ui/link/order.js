/*
 * Merges what arrives on a view topic and on its event topic into one order. Events are numbered; a
 * view has the number of the latest event that it includes.
 *
 * Events   1. the next one: delivered        2. a duplicate: dropped
 *          3. a later one, or any before the first view: held until a view has come
 * Views    4. not older than what was delivered, or of another game: taken; held events that it
 * does
 *             not include yet follow it      5. an older one: dropped
 */
export class Order {
	#last = null; /* the number reached so far; null before the first view */
	#game = null;
	#held = new Map();

	/* Whether something is missing that only a view can bring. */
	get isBehind() {
		return this.#held.size > 0;
	}

	/* the number reached so far, 0 before the first view */
	get reached() {
		return this.#last ?? 0;
	}

	takeEvent(event) {
		if (this.#last === null || event.seq > this.#last) this.#held.set(event.seq, event);
	}

	/* Whether the view is new. */
	takeView(view) {
		const isOlder = this.#last !== null && view.seq < this.#last;

		if (isOlder && view.id === this.#game) return false;
		for (const seq of this.#held.keys())
			if (seq <= view.seq || isOlder)
				/* older: the board has restarted its count */
				this.#held.delete(seq);
		this.#last = view.seq;
		this.#game = view.id;
		return true;
	}

	/* The events that may be delivered now, in order; to be called after each take. */
	release() {
		const ready = [];

		while (this.#last !== null && this.#held.has(this.#last + 1)) {
			this.#last++;
			ready.push(this.#held.get(this.#last));
			this.#held.delete(this.#last);
		}
		return ready;
	}
}
