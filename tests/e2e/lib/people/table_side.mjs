/*
 * What people at a table can see, touch and say, whatever happens to the machine meanwhile: pieces
 * stand where they stand, whether the daemon listens or not; a word is said again until it has been
 * answered; and nothing is believed that was seen before the connection was lost.
 *
 * at(kind) is called at moments at which something might break.
 */
const DESPAIR_MS = 3600000; /* of virtual time, after which nothing more is to be expected */
const NOT_YET = 'board-not-read';

/* {square: side} of all pieces in a view */
export function piecesIn(state) {
	const pieces = new Map();

	for (const side of ['red', 'blue'])
		state[side].split('/').forEach((row, i) =>
			[...row].forEach((code, j) => {
				if (code !== '.') pieces.set('abcdefghij'[j] + (i + 1), side);
			}),
		);
	return pieces;
}

export class TableSide {
	pieces = new Map(); /* what stands where: {square: side} */
	counts = { putRight: 0, done: 0, refused: 0, again: 0, straightened: 0 };
	last = ''; /* what people were about to do */
	#pauseMs;

	/* players: those of players.mjs, with a Witness each; pauseMs: between two contacts */
	constructor(players, { dice, at = () => {}, pauseMs = [40, 240] }) {
		Object.assign(this, { players, dice, at, clock: players.table.clock });
		this.#pauseMs = pauseMs;
		players.table.link.addEventListener(
			'online',
			({ detail }) => detail && this.#showAll(),
		);
	}

	/* ---- the table ---- */

	#showAll() {
		const { rows, columns } = this.state;
		const line = (row) =>
			Array.from({ length: columns }, (_, column) =>
				this.pieces.has('abcdefghij'[column] + (row + 1)) ? '1' : '0',
			).join('');

		this.players.table.link.table(
			`frame ${Array.from({ length: rows }, (_, row) => line(row)).join('/')}`,
		);
		this.at('frame');
	}

	/* Lifts what stands there, or sets a piece down; side null: lifts it. */
	async put(sq, side) {
		if (side) this.pieces.set(sq, side);
		else this.pieces.delete(sq);
		const sent = this.players.table.link.table(`${side ? 'close' : 'open'} ${sq}`);
		this.at('contact');
		await sent;
		await this.clock.advance(this.dice.from(...this.#pauseMs));
	}

	get state() {
		return this.players.table.state;
	}

	/* ---- looking ---- */

	get isThere() {
		return ['table', 'red', 'blue'].every(
			(name) =>
				this.players[name].link.online &&
				this.players[name].witness.isFresh,
		);
	}

	/* Waits for what shall come; whether it has, if people are not that patient. */
	async until(isSo, what, patienceMs = Infinity) {
		if (await this.clock.within(Math.min(patienceMs, DESPAIR_MS), isSo)) return true;
		if (patienceMs === Infinity) throw new Error(`people wait in vain for ${what} ${this.describe()}`);
		return false;
	}

	/* what they see, to find out why they do not go on */
	describe() {
		const { phase, paused, correcting, ply, turn, guides, moves } = this.state ?? {};
		const wrong = this.state && this.wrong();
		const here = Object.fromEntries(
			Object.entries(this.players).map(([name, { link, witness }]) => [
				name,
				[link.connected, link.online, witness.isFresh].map(Number).join(''),
			]),
		);

		return JSON.stringify({
			doing: this.last,
			here,
			phase,
			paused,
			correcting,
			ply,
			turn,
			guides,
			last: moves?.at(-1),
			wrong,
			questions: ['red', 'blue'].map(
				(side) => this.players[side].state?.question,
			),
		});
	}

	/* what must be changed for the table to be as it is shown: [[square, side or null]] */
	wrong() {
		const shown = piecesIn(this.state);
		const off = [...this.pieces]
			.filter(([sq, side]) => shown.get(sq) !== side)
			.map(([sq]) => [sq, null]);
		const missing = [...shown].filter(([sq, side]) => this.pieces.get(sq) !== side);

		return [...off, ...missing];
	}

	/* People shall do something at the table; after a check nothing need change. */
	get isGuided() {
		return (
			this.state.correcting ||
			this.state.guides.some((guide) => guide.do !== 'check')
		);
	}

	/* ---- speaking ---- */

	expectNothing() {
		for (const side of ['red', 'blue']) this.players[side].witness.expect(null);
	}

	/* Returns whether it was accepted. What must be accepted and is not is a fault. */
	async say(side, word, { must = false } = {}) {
		for (;;) {
			this.last = `${side} says ${word}`;
			this.expectNothing();
			const answer = this.players[side].link.say(word);
			this.at('word');
			const { ok, why } = await answer;
			await this.clock.settle(); /* if it came with a blow, that has been got over */
			this.at('answer');
			if (ok) return true;
			this.counts.refused++;
			if (why.code !== NOT_YET) {
				if (must)
					throw new Error(
						`${side} may not say '${word}': ${why.code}: ${this.describe()}`,
					);
				return false;
			}
			this.counts.again++;
			await this.clock.advance(this.dice.from(5, 30));
		}
	}
}
