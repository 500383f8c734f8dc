/*
 * A game that is over, as everyone may read it: fetched until it is there, and again when an army is turned over. The
 * board writes the record when the game is over, and spectators may be told later.
 */
import { fetchPast, pathOf } from './past.js';

const TRY_MS = [1000, 2000, 5000, 15000, 60000];

/* which of them are face up */
const armiesOf = ({ face_up: { red, blue } }) => `${red} ${blue}`;

export class Ended {
	past = null; /* null: not there yet */
	#of = ''; /* the game, and which armies were face up */
	#tries = 0;
	#timer = null;
	#changed;

	/* changed(): there is something new in past */
	constructor(changed) {
		this.#changed = changed;
	}

	/* Of a game that was played and is over. What is there is kept until there is more. */
	follow(view) {
		const of = `${view.id} ${armiesOf(view)}`;

		if (of === this.#of) return;
		if (!this.#of.startsWith(view.id)) this.past = null;
		this.#of = of;
		this.#tries = 0;
		this.#later(view);
	}

	forget() {
		clearTimeout(this.#timer);
		this.#of = '';
		this.past = null;
	}

	#later(view) {
		clearTimeout(this.#timer);
		if (this.#tries < TRY_MS.length)
			this.#timer = setTimeout(() => this.#fetch(view), TRY_MS[this.#tries++]);
	}

	async #fetch(view) {
		const of = this.#of, past = await fetchPast(pathOf(view.game, 'json'));

		if (this.#of !== of) return;
		if (past.status === 200) {
			this.past = past;
			this.#changed();
		}
		if (past.status !== 200 || !of.endsWith(armiesOf(past))) this.#later(view);
	}
}
