/*
 * When a battle needs only one line any more: it has been in sight for long enough to be read, and
 * the table is right, so that nothing has to be compared with it. A player can open it again.
 */
const READ_MS = 8000;

const isRight = ({ guides, correcting }) => guides.length === 0 && !correcting;

export class Folding {
	#changed;
	#index = null; /* of the battle that this is about */
	#isRead = false;
	#isOpened = false;

	/* changed(): a battle has been read */
	constructor(changed) {
		this.#changed = changed;
	}

	open() {
		this.#isOpened = true;
		this.#changed();
	}

	#begin(index) {
		this.#index = index;
		this.#isRead = this.#isOpened = false;
		setTimeout(() => {
			if (this.#index !== index) return;
			this.#isRead = true;
			this.#changed();
		}, READ_MS);
	}

	/* battle: of captured.js lastBattle(). The one that ended the game stays. */
	isFolded({ index }, view) {
		if (index !== this.#index) this.#begin(index);
		return this.#isRead && !this.#isOpened && isRight(view) && view.phase !== 'over';
	}
}
