/* Repeatable random numbers: the same seed gives the same throws. */

/* mulberry32: small, and good enough to choose among gestures and moments */
export class Dice {
	#state;

	constructor(seed) {
		this.#state = seed >>> 0;
	}

	/* 0 <= x < 1 */
	throw() {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let t = this.#state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	}

	/* a whole number, both ends included */
	from(low, high) {
		return low + Math.floor(this.throw() * (high - low + 1));
	}

	is(probability) {
		return this.throw() < probability;
	}

	of(list) {
		return list[this.from(0, list.length - 1)];
	}

	shuffle(list) {
		const left = [...list],
			mixed = [];

		while (left.length > 0)
			mixed.push(...left.splice(this.from(0, left.length - 1), 1));
		return mixed;
	}
}
