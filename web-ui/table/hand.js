/*
 * The hand over the table: it lifts, carries, slides, touches, sets down, and does what the referee
 * asks for. Its only effects are pieces in other places, contacts and tags. Hands have no colour
 * and know no rules.
 */
import { columnOf, rowOf, squareName } from '../common/squares.js';

const DWELL_MS = 280; /* held over an enemy piece for so long, a piece touches it */
const TOUCH_MS = 100; /* for which the piece that is touched is off its contact */
const SLID_MS = 60; /* over a square that was passed too fast to be noticed */
const AGAIN_MS = 600; /* before which a touch is still the same one */
const STEP_MS = 150; /* between two movements of those that put something right */

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/* the squares between two of a row or column, without both */
export function between(a, b) {
	const right = columnOf(b) - columnOf(a), up = rowOf(b) - rowOf(a);
	const steps = Math.max(Math.abs(right), Math.abs(up));

	if (steps === 0 || (right !== 0 && up !== 0)) return [];
	return Array.from({ length: steps - 1 }, (_, i) =>
		squareName(
			columnOf(a) + (Math.sign(right) * (i + 1)),
			rowOf(a) + (Math.sign(up) * (i + 1)),
		),
	);
}

export class Hand {
	isSliding = false;
	isBusy = false; /* putting things right */
	under = null; /* the square that a slid piece is on */
	#pieces;
	#contacts;
	#readers;
	#nerves;
	#wanted; /* () => Map of square to {side, tag}, as the referee has it; tag null: any */
	#know; /* () => a promise that what is wanted is known */
	#touched; /* called when a piece is touched */
	#overSq = null;
	#dwell = null;
	#lastDone = Promise.resolve();
	#lastTouch = { sq: null, ms: 0 };

	constructor({ pieces, contacts, readers, nerves, wanted, touched, know = () => {} }) {
		this.#pieces = pieces;
		this.#contacts = contacts;
		this.#readers = readers;
		this.#nerves = nerves;
		this.#wanted = wanted;
		this.#know = know;
		this.#touched = touched;
	}

	get held() {
		return this.#pieces.hand;
	}

	/* ---- one piece ---- */

	lift(sq) {
		const done = this.#pieces.lift(sq);

		if (done) this.#overSq = sq;
		return done;
	}

	take(side) {
		return this.#pieces.take(side);
	}

	/* The hand with its piece is over this square now; null: beside the board. */
	over(sq) {
		const before = this.#overSq;

		if (!this.held || sq === before) return;
		this.#leave();
		this.#overSq = sq;
		if (!sq) return;
		if (this.isSliding) this.#slide(before, sq);
		if (this.#isEnemy(sq)) this.#dwell = setTimeout(() => this.touch(sq), DWELL_MS);
		else if (!this.#pieces.at(sq) && !this.isSliding) this.#nerves.passes(sq, this.held.tag);
	}

	/* The piece in the hand is held against this one. */
	touch(sq) {
		if (!this.held || !this.#pieces.at(sq)) return;
		clearTimeout(this.#dwell);
		this.#lastTouch = { sq, ms: performance.now() };
		this.#contacts.force(sq, false, TOUCH_MS);
		this.#readers.touch(sq, this.held.tag);
		this.#touched(sq);
	}

	/*
	 * Lets go of the piece. On an enemy's square it only touches what is there and stays in the
	 * hand: the referee decides. Returns false if the place is taken by the same side.
	 */
	setDown(sq) {
		if (this.#isEnemy(sq)) {
			if (!this.#hasJustTouched(sq)) this.touch(sq);
			return true;
		}
		if (!this.held || this.#pieces.at(sq)) return false;
		this.#leave({ stays: sq });
		return this.#pieces.setDown(sq);
	}

	putAside() {
		this.#leave();
		return this.#pieces.putAside();
	}

	/* Where it came from, unless something else stands there by now. */
	putBack() {
		const { from } = this.held ?? {};

		return from && !this.#pieces.at(from) ? this.setDown(from) : this.putAside();
	}

	#isEnemy(sq) {
		const side = this.#pieces.at(sq);

		return Boolean(this.held && side && side !== this.held.side);
	}

	#hasJustTouched(sq) {
		const { sq: last, ms } = this.#lastTouch;

		return last === sq && performance.now() - ms < AGAIN_MS;
	}

	#slide(from, to) {
		const passed = from ? between(from, to) : [];

		for (const sq of passed.filter((each) => !this.#pieces.at(each))) {
			this.#contacts.force(sq, true, SLID_MS);
			this.#readers.glimpse(sq, this.held.tag, SLID_MS);
		}
		if (this.#pieces.at(to)) return;
		this.under = to;
		this.#follow(to);
	}

	#follow(sq) {
		this.#contacts.follow(sq);
		this.#readers.follow(sq);
	}

	/* stays: where a piece that was slid is let go, so that its contact does not change */
	#leave({ stays = null } = {}) {
		const { under } = this;

		clearTimeout(this.#dwell);
		this.#overSq = null;
		this.under = null;
		if (under && under !== stays) this.#follow(under);
	}

	/* ---- many pieces ---- */

	/* One thing after the other: a second button is not lost because the first is still at
	 * work. */
	#perform(steps) {
		const done = this.#lastDone.then(async () => {
			this.isBusy = true;
			try {
				await steps();
			} finally {
				this.isBusy = false;
			}
		});

		this.#lastDone = done.catch(() => {});
		return done;
	}

	/*
	 * The piece in the hand and the one on this square, of the same side, change places, as two hands
	 * would do it; one from beside the board sends the other there.
	 */
	exchange(sq) {
		const { side, from } = this.held;
		const tag = this.#pieces.tagAt(sq);

		this.#leave();
		this.#pieces.decide();
		return this.#perform(async () => {
			this.#pieces.remove(sq);
			await pause(STEP_MS);
			if (from) this.#pieces.place(from, side, tag);
			this.setDown(sq);
		});
	}

	/* Has this square as the referee has it; what looks right already is taken up once. */
	fix(sq) {
		return this.#perform(async () => {
			await this.#know();
			await this.#fix(sq);
		});
	}

	async #fix(sq) {
		const { side = null, tag = null } = this.#wanted().get(sq) ?? {};
		const { held } = this;

		if (held && (held.side !== side || (tag && held.tag !== tag))) this.putAside();
		if (this.#pieces.remove(sq)) await pause(STEP_MS);
		if (!side) return;
		if (!this.held) this.#grab(side, tag);
		if (this.held?.from) await pause(STEP_MS);
		this.setDown(sq);
	}

	/* the piece that is wanted, or any of this side that should not be where it is, or one from beside
	 * the board */
	#grab(side, tag) {
		const wanted = this.#wanted();
		const stray = this.#pieces.all.find(
			([sq, each]) => each === side && wanted.get(sq)?.side !== side,
		)?.[0];
		const sq = tag ? this.#pieces.squareOf(tag) : stray;

		return sq ? this.#pieces.lift(sq) : this.#pieces.take(side);
	}

	/* The whole table, and then what guides(), squares, still ask for. */
	putRight(guides) {
		return this.#perform(async () => {
			await this.#know();
			for (let [wrong] = this.wrong(); wrong; [wrong] = this.wrong()) {
				await this.#fix(wrong);
				await pause(STEP_MS);
			}
			if (this.held) this.putAside();
			await pause(2 * STEP_MS);
			for (const sq of guides()) {
				await this.#fix(sq);
				await pause(STEP_MS);
			}
		});
	}

	/* the squares that are not as the referee has them, those with too much first */
	wrong() {
		const wanted = this.#wanted();
		const isRight = (sq, { side, tag } = {}) =>
			side === this.#pieces.at(sq) && (!tag || tag === this.#pieces.tagAt(sq));
		const extra = this.#pieces.all.filter(([sq]) => !isRight(sq, wanted.get(sq)));
		const missing = [...wanted].filter(([sq]) => !this.#pieces.at(sq));

		return [...extra, ...missing].map(([sq]) => sq);
	}

	/*
	 * Whether a piece of one side stands where the referee has one of the other. No contact
	 * tells that: holding a piece against another for long looks like exchanging them.
	 */
	get isMistaken() {
		return [...this.#wanted()].some(([sq, { side }]) => (this.#pieces.at(sq) ?? side) !== side);
	}

	/* Pieces onto these squares, or off them, one after the other but quickly. */
	placeAll(squares, side) {
		return this.#perform(async () => {
			for (const sq of squares) if (this.#pieces.place(sq, side)) await pause(15);
		});
	}

	/* homes: {red, blue}: the squares on which each side's pieces are to stand, and no others */
	placeAs(homes) {
		const isRight = ([sq, side]) => homes[side].includes(sq);

		this.putAside();
		this.sweep(this.#pieces.all.filter((each) => !isRight(each)).map(([sq]) => sq));
		for (const side of ['red', 'blue']) this.placeAll(homes[side], side);
		return this.#lastDone;
	}

	sweep(squares) {
		return this.#perform(async () => {
			for (const sq of squares) if (this.#pieces.remove(sq)) await pause(15);
		});
	}
}
