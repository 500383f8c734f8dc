/*
 * What each piece was, if a club reveals that to everyone after the end, or a player the own army. It is told once;
 * this device keeps it for the length of the visit, so that a reload does not lose it.
 */
const KEPT = 'adjutant/openings';

function read() {
	try {
		return JSON.parse(sessionStorage.getItem(KEPT));
	} catch {
		return null; /* a page within another's may have no storage */
	}
}

export class Openings {
	#kept = read();

	/* an event may be told again */
	keep(game, list) {
		const known = this.of(game).filter(({ sq }) => !list.some((each) => each.sq === sq));

		this.#kept = { game, list: [...known, ...list] };
		try {
			sessionStorage.setItem(KEPT, JSON.stringify(this.#kept));
		} catch {
			/* then for as long as the page is open */
		}
	}

	/* of this game: [{side, sq, code}], none before they are told */
	of(game) {
		return this.#kept?.game === game ? this.#kept.list : [];
	}
}
