/*
 * A seat's words until they are answered. Each word has an id, by which the daemon recognises a
 * repeated one: so a word is simply sent again when no answer comes or the connection was lost, and
 * is still carried out once. A word that stays unanswered for long is given up: said much later it
 * would fall into another position.
 */
import { makeToken } from './code.js';

/* What the daemon takes for a word: parts of visible characters, single blanks between them. */
const LONGEST = 159;
const FORM = /^[!-~]+( [!-~]+)*$/;

export class Words {
	#waiting = new Map(); /* by id, in the order in which they were said */
	#send;
	#againMs;
	#lifeMs;

	/* send({id, word, ..}) may drop it: it is called again */
	constructor(send, { againMs = 3000, lifeMs = 60000 } = {}) {
		this.#send = send;
		this.#againMs = againMs;
		this.#lifeMs = lifeMs;
	}

	get waiting() {
		return this.#waiting.size;
	}

	/*
	 * A promise of the answer: {ok: true} or {ok: false, why}. sight: {game, seen}, what is before the speaker's eyes, so
	 * that the board can refuse a word that comes too late to mean what it meant.
	 */
	say(word, sight = {}) {
		const message = { id: makeToken(), word, ...sight };

		if (word.length > LONGEST || !FORM.test(word))
			return Promise.resolve({ ok: false, why: { code: 'not-a-word' } });
		return new Promise((resolve, reject) => {
			const life = setTimeout(() => this.#expire(message.id), this.#lifeMs);

			this.#waiting.set(message.id, { message, resolve, reject, life });
			this.#repeat(message.id, this.#againMs);
			this.#send(message);
		});
	}

	/* The interval grows: a device that says too much at once is ignored for a while. */
	#repeat(id, afterMs) {
		const entry = this.#waiting.get(id);

		entry.again = setTimeout(() => {
			this.#send(entry.message);
			this.#repeat(id, 2 * afterMs);
		}, afterMs);
	}

	#expire(id) {
		const why = 'No answer came. Look at the board before you say it again.';

		this.#end(id, (entry) => entry.reject(new Error(why)));
	}

	#end(id, how) {
		const entry = this.#waiting.get(id);

		if (!entry) return;
		this.#waiting.delete(id);
		clearTimeout(entry.again);
		clearTimeout(entry.life);
		how(entry);
	}

	/* Answers to words of other devices, or repeated ones, are ignored. */
	answered({ id, ok, why }) {
		this.#end(id, (entry) => entry.resolve(ok ? { ok } : { ok, why }));
	}

	sendAgain() {
		for (const { message } of this.#waiting.values()) this.#send(message);
	}

	giveUp(reason) {
		for (const id of [...this.#waiting.keys()])
			this.#end(id, (entry) => entry.reject(new Error(reason)));
	}
}
