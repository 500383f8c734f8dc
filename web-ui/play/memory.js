/*
 * What this device remembers of the game beside the view: battles it was told of, which rule a try
 * broke, what the player has closed. It survives a reload and is forgotten with the next game.
 */
import { emptyBook, noteBattle, settle } from './battle/captured.js';

const KEPT = 'adjutant/memory/';

/* what is known of a game that has just come up */
const fresh = (id) => ({
	id,
	book: emptyBook(),
	putAway: -1 /* the number of the battle that was closed last */,
	illegal: null /* the rule that the player's last try broke */,
	trouble: null /* why "ready" was refused; what the table lacks is in the view */,
	draft: null /* the latest set-up, perhaps not complete, as its owner sees it */,
	plan: null /* {rows, pieces}: a formation to be built on a board that reads tags */,
	hasPlanned: false /* whether people may have seen one being followed */,
});

export class Memory {
	#key;
	#kept;

	constructor(seat) {
		this.#key = KEPT + seat;
		this.#kept = this.#read();
	}

	#read() {
		try {
			return { ...fresh(''), ...JSON.parse(localStorage.getItem(this.#key)) };
		} catch {
			return fresh('');
		}
	}

	get now() {
		return this.#kept;
	}

	set(changes) {
		this.#kept = { ...this.#kept, ...changes };
		localStorage.setItem(this.#key, JSON.stringify(this.#kept));
	}

	/* The colours were exchanged: the set-up goes along, as its owner sees it. */
	moveTo(seat) {
		this.forget();
		this.#key = KEPT + seat;
		this.#kept = { ...fresh(''), draft: this.#kept.draft };
		this.set({});
	}

	forget() {
		localStorage.removeItem(this.#key);
	}

	takeView(view) {
		/* the next game begins with the set-up of this one */
		if (view.id !== this.#kept.id)
			this.#kept = { ...fresh(view.id), draft: this.#kept.draft };
		const { trouble, plan, illegal } = this.#kept;

		this.set({
			book: settle(this.#kept.book, view),
			/* once it is put right, the rule would only tell a person who looks over
			 * the player's shoulder */
			illegal: view.guides.length > 0 ? illegal : null,
			trouble: view.ready[view.you] ? null : trouble,
			plan: view.phase === 'setup' ? plan : null,
		});
	}

	takeEvent(event, you) {
		const mine = event.side === you;

		switch (event.event) {
			case 'battle':
				this.set({ book: noteBattle(this.#kept.book, event), illegal: null });
				break;
			case 'illegal':
				if (mine) this.set({ illegal: event.rule ?? null });
				break;
			case 'move':
			case 'turn':
			case 'swap':
			case 'taken-back':
			case 'cards':
			case 'board-ok':
				this.set({ illegal: null });
				break;
		}
	}
}
