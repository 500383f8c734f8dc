/*
 * A set-up being edited: which pieces stand where, and what a tap does. A tap chooses a piece of
 * the supply or on a square; the next one says where it goes; two squares change places.
 */
import { isArmy, missing, placed, turned, wireRows } from './formations.js';

export class Arrangement {
	pieces = new Map(); /* square to code */
	chosen = null; /* {code} of the supply or {sq}, to be put somewhere */
	#shape;
	#side;
	#view;

	/* view: for the edition and the board; shape: of formations.js */
	constructor(view, shape) {
		this.#view = view;
		this.#shape = shape;
		this.#side = view.you;
	}

	get isComplete() {
		return isArmy(this.#shape.army, [...this.pieces.values()]);
	}

	get count() {
		return this.pieces.size;
	}

	/* {code: how many} still to be placed */
	get supply() {
		return missing(this.#shape.army, [...this.pieces.values()]);
	}

	/* as the wire has it */
	get wire() {
		return wireRows(this.pieces, this.#side, this.#view);
	}

	/* as the owner sees it */
	get rows() {
		return turned(this.wire, this.#side);
	}

	set wire(rows) {
		this.pieces = placed(rows, this.#side, this.#view);
		this.chosen = null;
	}

	set rows(rows) {
		this.wire = turned(rows, this.#side);
	}

	clear() {
		this.pieces = new Map();
		this.chosen = null;
	}

	/*
	 * What the referee has been told meanwhile, by the pad beside the board, counts for the squares where that has
	 * changed; a piece that was planned elsewhere makes way.
	 */
	follow(told, before) {
		for (const sq of new Set([...told.keys(), ...before.keys()]))
			if (told.get(sq) !== before.get(sq)) this.#follow(sq, told, before);
	}

	#follow(sq, told, before) {
		const code = told.get(sq), was = this.pieces.get(sq);

		if (code === was) return;
		if (!code) {
			if (was === before.get(sq)) this.pieces.delete(sq);
			return;
		}
		const spare = this.supply[code]
			? null
			: [...this.pieces].find(([other, held]) => held === code && told.get(other) !== code)?.[0];
		if (spare) this.pieces.delete(spare);
		if (spare && was) this.pieces.set(spare, was);
		this.pieces.set(sq, code);
	}

	/* ---- taps ---- */

	choosePiece(code) {
		this.chosen = this.chosen?.code === code ? null : { code };
	}

	tap(sq) {
		const { chosen } = this;

		if (!chosen) this.chosen = this.pieces.has(sq) ? { sq } : null;
		else this.put(chosen, sq);
	}

	/* what: {code} or {sq}; sq null: off the board */
	put(what, sq) {
		this.chosen = null;
		if (what.sq && sq) this.#exchange(what.sq, sq);
		else if (what.sq) this.pieces.delete(what.sq);
		else if (sq) this.#place(what.code, sq);
	}

	#exchange(from, to) {
		const moved = this.pieces.get(from), met = this.pieces.get(to);

		this.pieces.delete(from);
		if (met) this.pieces.set(from, met);
		this.pieces.set(to, moved);
	}

	/* Continues with the same kind of piece as long as there are any. */
	#place(code, sq) {
		if (!this.supply[code]) return;
		this.pieces.set(sq, code);
		if (this.supply[code]) this.chosen = { code };
	}
}
