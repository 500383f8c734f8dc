/*
 * The time of pages' code that runs here without a page: from when this is made, setTimeout() and
 * performance.now() of the whole program go by it, and time goes by only when the test says so.
 */
export class PageClock {
	nowMs = 0;
	#timers = new Map(); /* in the order in which they were set */
	#count = 0;

	constructor() {
		globalThis.setTimeout = (act, ms = 0, ...words) => {
			this.#timers.set(++this.#count, { atMs: this.nowMs + Math.max(0, ms), act: () => act(...words) });
			return this.#count;
		};
		globalThis.clearTimeout = (id) => this.#timers.delete(id);
		performance.now = () => this.nowMs;
	}

	/* code that waits for a promise that has been kept goes on before time does */
	#rest() {
		return new Promise((resolve) => setImmediate(resolve));
	}

	/* [id, timer] of the one that is due first */
	get #next() {
		return [...this.#timers].reduce((first, each) => (first && first[1].atMs <= each[1].atMs ? first : each), null);
	}

	async #step() {
		const [id, { atMs, act }] = this.#next;

		this.#timers.delete(id);
		this.nowMs = Math.max(this.nowMs, atMs);
		act();
		await this.#rest();
	}

	/* Lets so much time go by, each timer at its own. */
	async pass(ms) {
		const endMs = this.nowMs + ms;

		await this.#rest();
		while (this.#next?.[1].atMs <= endMs) await this.#step();
		this.nowMs = endMs;
	}

	/* Lets time go by until it is so. what: a sentence, or () => one */
	async until(isSo, what) {
		for (await this.#rest(); !isSo(); await this.#step())
			if (!this.#next) throw new Error(typeof what === 'string' ? `waited in vain for ${what}` : what());
	}

	/* Lets as much time go by as this takes; returns what comes of it. */
	async during(doing) {
		let isOver = false;

		doing.then(
			() => (isOver = true),
			() => (isOver = true),
		);
		await this.until(() => isOver, 'the end of what was begun');
		return doing;
	}
}
