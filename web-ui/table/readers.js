/*
 * The readers under the squares, which report the tags they see, some time later. Like the contacts
 * they report levels: what is there when a reader comes round, and not what happened in between.
 */
const READ_MS = [20, 60];
const TOUCH_MS = 250; /* how long the tag of a piece held against another is seen */

const keep = (map, key, value, forMs, after) => {
	clearTimeout(map.get(key)?.timer);
	const timer = setTimeout(() => {
		map.delete(key);
		after();
	}, forMs);

	map.set(key, { value, timer });
};

export class Readers {
	#tagsOver;
	#send;
	#random;
	#told = new Map(); /* square to list of tags */
	#more = new Map(); /* square to a tag that is seen beside what stands there */
	#missed = new Map(); /* squares on which nothing is read */

	/* tagsOver(sq): the tags of what is on it now; send(lines) */
	constructor(tagsOver, send, random = Math.random) {
		this.#tagsOver = tagsOver;
		this.#send = send;
		this.#random = random;
	}

	/* Something was lifted or set down there. */
	follow(sq) {
		const [least, most] = READ_MS;

		setTimeout(() => this.#read(sq), least + this.#random() * (most - least));
	}

	/* A piece is held against the one that stands there. */
	touch(sq, tag) {
		this.glimpse(sq, tag, TOUCH_MS);
	}

	/* A tag is seen there for this long, whatever else is. */
	glimpse(sq, tag, forMs) {
		if (!tag) return;
		keep(this.#more, sq, tag, forMs, () => this.follow(sq));
		this.follow(sq);
	}

	/* Nothing is read there for this long. */
	miss(sq, forMs) {
		keep(this.#missed, sq, true, forMs, () => this.follow(sq));
		this.follow(sq);
	}

	/* All tags on these squares, in case something was missed: lines. */
	report(squares) {
		return squares.flatMap((sq) => {
			const seen = this.#seen(sq);
			const gone = (this.#told.get(sq) ?? []).filter((tag) => !seen.includes(tag));

			this.#told.set(sq, seen);
			return [...gone.map((tag) => `untag ${sq} ${tag}`), ...seen.map((tag) => `tag ${sq} ${tag}`)];
		});
	}

	#seen(sq) {
		const more = this.#more.get(sq)?.value;

		if (this.#missed.has(sq)) return [];
		return [...new Set([...this.#tagsOver(sq), ...(more ? [more] : [])])];
	}

	#read(sq) {
		const seen = this.#seen(sq), told = this.#told.get(sq) ?? [];
		const lines = [
			...told.filter((tag) => !seen.includes(tag)).map((tag) => `untag ${sq} ${tag}`),
			...seen.filter((tag) => !told.includes(tag)).map((tag) => `tag ${sq} ${tag}`),
		];

		this.#told.set(sq, seen);
		if (lines.length > 0) this.#send(lines);
	}
}
