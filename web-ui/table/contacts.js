/*
 * The contacts under the squares. A square's contact is closed while something stands on it, unless
 * it is forced for a moment: by a jog, a bounce, a piece that is carried low. Changes are reported
 * line by line; what could not be reported is in the next frame.
 */
import { allSquares } from '../common/squares.js';

export class Contacts {
	#isCovered;
	#send;
	#told = new Map(); /* square to level, as last reported */
	#forced = new Map(); /* square to {level, timer} */
	#lines = [];

	/* isCovered(sq): whether a piece is on it now; send(lines) */
	constructor(isCovered, send) {
		this.#isCovered = isCovered;
		this.#send = send;
	}

	/* All levels at once, in case something was missed: a line. */
	frame({ columns, rows }) {
		const bits = allSquares(columns, rows).map((sq) => {
			this.#told.set(sq, this.#level(sq));
			return this.#level(sq) ? '1' : '0';
		});
		const lines = Array.from({ length: rows }, (_, row) =>
			bits.slice(row * columns, (row + 1) * columns).join(''),
		);

		this.#lines = [];
		return `frame ${lines.join('/')}`;
	}

	/* Something was lifted or set down there. bounces: how often the contact goes to and fro. */
	follow(sq, bounces = 0) {
		const level = this.#level(sq);

		if (level === (this.#told.get(sq) ?? false)) return;
		for (let i = 0; i < bounces; i++) this.#tell(sq, level).#tell(sq, !level);
		this.#tell(sq, level);
	}

	/* Forces a level for a moment, whatever stands there. */
	force(sq, level, forMs) {
		clearTimeout(this.#forced.get(sq)?.timer);
		const timer = setTimeout(() => {
			this.#forced.delete(sq);
			this.follow(sq);
		}, forMs);

		this.#forced.set(sq, { level, timer });
		this.follow(sq);
	}

	#level(sq) {
		return this.#forced.get(sq)?.level ?? this.#isCovered(sq);
	}

	/* Lines of one moment are sent together. */
	#tell(sq, level) {
		if (this.#lines.length === 0) queueMicrotask(() => this.#flush());
		this.#told.set(sq, level);
		this.#lines.push(`${level ? 'close' : 'open'} ${sq}`);
		return this;
	}

	#flush() {
		const lines = this.#lines;

		this.#lines = [];
		if (lines.length > 0) this.#send(lines);
	}
}
