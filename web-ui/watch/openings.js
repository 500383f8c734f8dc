/*
 * What each piece was, if a club reveals that to everyone after the end. It is told once; this
 * device keeps it for the length of the visit, so that a reload does not lose it.
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

	keep(game, list) {
		this.#kept = { game, list };
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
