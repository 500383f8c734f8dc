/*
 * The battles that this visit was told of, with the ranks that everybody was shown then: they are seen again beside
 * the move and when somebody steps back to it, and never in the present. Where remembering is part of the game
 * (memory-aid off) none are kept while it is played: a player may be looking. After the end the board has them.
 */
import { emptyBook, noteBattle, settle } from '../play/battle/captured.js';

const KEPT = 'adjutant/watched';

function read() {
	try {
		return JSON.parse(sessionStorage.getItem(KEPT));
	} catch {
		return null; /* a page within another's may have no storage */
	}
}

const isShown = ({ attacker, defender }) => Boolean(attacker || defender);

const mayKeep = (view) => view?.rules['memory-aid'] === 'on' || view?.phase === 'over';

/* The fighters show their ranks before the battle, and those that are left after it. */
function withRanks(pieces, { from, sq, attacker, defender, outcome }, isBefore) {
	const shown = new Map(pieces);
	const turn = (at, code) => code && shown.has(at) && shown.set(at, { ...shown.get(at), code });

	if (isBefore || outcome === 'none') {
		turn(from, attacker);
		turn(sq, defender);
	} else {
		turn(sq, outcome === 'attacker' ? attacker : defender);
	}
	return shown;
}

export class Battles {
	#kept = read() ?? {};

	/* an event of the game that is in the view */
	tell(event, view) {
		if (event.event === 'battle' && isShown(event) && mayKeep(view))
			this.#keep(view.id, noteBattle(this.#of(view.id), event));
	}

	show(view) {
		if (this.#kept.id !== view.id) return;
		this.#keep(view.id, mayKeep(view) ? settle(this.#kept.book, view) : emptyBook());
	}

	#of(id) {
		return this.#kept.id === id ? this.#kept.book : emptyBook();
	}

	#keep(id, book) {
		this.#kept = { id, book };
		try {
			sessionStorage.setItem(KEPT, JSON.stringify(this.#kept));
		} catch {
			/* then for as long as the page is open */
		}
	}

	/* of the battle that was fought with the nth move of this game; undefined if nobody was shown any rank */
	after(number, id) {
		return this.#of(id).known.find(({ index }) => index === number - 1);
	}

	/* the pieces of one position in the past, with the ranks that were seen there */
	shown({ pieces, number }, id) {
		const next = this.after(number + 1, id), last = this.after(number, id);
		let all = pieces;

		if (all && last) all = withRanks(all, last, false);
		if (all && next) all = withRanks(all, next, true);
		return all;
	}
}
