/*
 * The tags of the pieces, on a board that reads them: which ones each side has, and where each
 * belongs. The board tells no ranks (daemon/admin/admin_pieces.c), so none can be learnt here.
 * Where pieces belong is requested again whenever the game has moved on: people at a real table see
 * the faces in their hands.
 */
import { ask } from './ask.js';

/* A promise of {game, contacts, red: [{tag, on}..], blue: [..]}. */
export function askForPieces(access, options) {
	return ask(access, '/pieces', { ask: 'pieces' }, options);
}

const NONE = { game: '', contacts: true, red: [], blue: [] };

export class TagSet {
	#ask;
	#set = NONE;
	#places = new Map(); /* square to {side, tag} */
	#isBegun = false;
	#key = '';
	#asked = Promise.resolve();

	/* ask(): a promise of what the board answers */
	constructor(ask) {
		this.#ask = ask;
	}

	/* whether the board has contacts under its squares as well */
	get hasContacts() {
		return this.#set.contacts;
	}

	/* all tags of a side; none on a board that reads none */
	of(side) {
		return this.#set[side].map(({ tag }) => tag);
	}

	/* [square, {side, tag}] of all that belong on the board, or were last seen there in set-up */
	get places() {
		return [...this.#places];
	}

	/* the tag of the piece that belongs there; null if it may be any */
	on(sq) {
		return this.#isBegun ? (this.#places.get(sq)?.tag ?? null) : null;
	}

	/* whether a piece belongs anywhere on the board */
	isInPlay(tag) {
		return this.#isBegun && this.places.some(([, each]) => each.tag === tag);
	}

	isFor({ id, tags }) {
		return tags ? this.#set.game === id : this.#set === NONE;
	}

	/* The game has moved on; a promise that fails if nothing could be learnt about it. */
	follow(view) {
		const { id, phase, moves, guides, tags } = view;
		const key = JSON.stringify([id, phase, moves.length, guides, tags]);

		this.#isBegun = phase !== 'setup';
		if (id === '' || key === this.#key) return this.#asked;
		this.#key = key;
		if (tags) return this.refresh();
		this.#take(NONE);
		return Promise.resolve();
	}

	/* One request after the other: the board answers none that is older than the one before. */
	refresh() {
		const answer = this.#asked
			.catch(() => {})
			.then(() => this.#ask())
			.then((set) => this.#take(set));

		this.#asked = answer;
		answer.catch(() => (this.#key = '')); /* to be asked again */
		return answer;
	}

	#take(set) {
		const all = ['red', 'blue'].flatMap((side) => set[side].map((each) => ({ side, ...each })));

		this.#set = set;
		this.#places = new Map(all.filter(({ on }) => on).map(({ on, side, tag }) => [on, { side, tag }]));
	}
}
