/*
 * Which pieces have been taken, as far as this seat may know: its own by comparing what stands with
 * the army, the other side's from the battles of this game that it was told of. A battle belongs to
 * one attack in the list of moves and is forgotten with it when the move is taken back. What was not
 * told is counted, never guessed.
 */
import { armySize, otherSide } from '../../common/editions.js';
import { parseMove } from '../../common/notation.js';
import { missing } from '../setup/formations.js';

export const emptyBook = () => ({ pending: [], known: [] });

/* {from, sq, outcome, cards} of an attack in the list of moves, null for another move */
export function attackOf(move) {
	const { kind, from, to, outcome, cards, defence } = parseMove(move);

	if (kind !== 'attack' || !outcome) return null;
	return { from, sq: to, outcome, cards: defence ? [...cards, defence] : cards };
}

/* {from, sq} of a move of any kind with two squares */
export function squaresOf(move) {
	const { from, to } = parseMove(move);

	return from ? { from, sq: to } : null;
}

/* who made the move with this number, unless the arbiter has changed whose turn it was */
export function moverOf(view, index) {
	const { moves, turn } = view;
	const turns = moves.slice(0, index).filter((move) => move !== 'mulligan');

	if (turn) return (moves.length - index) % 2 === 1 ? otherSide(turn) : turn;
	return turns.length % 2 === 0 ? 'red' : 'blue';
}

export function noteBattle(book, event) {
	const { seq, side, from, sq, outcome, attacker, defender, cards } = event;
	const battle = { seq, side, from, sq, outcome, attacker, defender, cards };

	return { ...book, pending: [...book.pending, battle] };
}

function fits({ from, sq, outcome }, move) {
	const attack = attackOf(move);

	return attack?.from === from && attack.sq === sq && attack.outcome === outcome;
}

/* The battles told since the last view are the latest attacks in this one. */
function place(pending, known, { moves, moves_before: before = 0, seq }) {
	const placed = [];
	let index = moves.length;

	for (const battle of pending.filter((each) => each.seq <= seq).reverse()) {
		index = moves.findLastIndex((move, i) => i < index && fits(battle, move));
		if (index < 0) break;
		if (!known.some((each) => each.index === before + index))
			placed.unshift({ ...battle, index: before + index, move: moves[index] });
	}
	return placed;
}

/* The latest battle, from the view: this device may have been away when it was told. */
function fromView(known, { battle, moves, moves_before: before = 0 }) {
	const at = battle ? moves.findLastIndex((move) => fits(battle, move)) : -1;
	const index = before + at;

	if (at < 0 || known.some((each) => each.index === index)) return known;
	return [...known, { ...battle, index, move: moves[at] }];
}

/* The book after a view: battles have found their moves, those taken back are gone. */
export function settle(book, view) {
	const { moves, moves_before: before = 0 } = view;
	const stay = book.known.filter(
		({ index, move }) => index < before || moves[index - before] === move,
	);
	const known = [...stay, ...place(book.pending, stay, view)];

	return {
		known: fromView(known, view),
		pending: book.pending.filter(({ seq }) => seq > view.seq),
	};
}

/* [side, code or undefined] of the pieces that a battle cost */
function lossesOf({ side, outcome, attacker, defender }) {
	const costs = { attacker: ['defender'], defender: ['attacker'], both: ['attacker', 'defender'] };
	const whose = { attacker: [side, attacker], defender: [otherSide(side), defender] };

	return (costs[outcome] ?? []).map((who) => whose[who]);
}

function told(book, side) {
	return book.known
		.flatMap(lossesOf)
		.filter(([whose, code]) => whose === side && code)
		.map(([, code]) => code);
}

const standingCodes = (rows) => [...rows].filter((code) => code !== '.' && code !== '/');

/* how many a side has lost */
export function lossCount(view, side) {
	return Math.max(0, armySize(view) - standingCodes(view[side]).length);
}

/*
 * {codes, hidden}: the ranks that are known and how many are not. All of the player's own are
 * known, but those that the opponent has not been shown either are given only while the player
 * looks: isLooking.
 */
export function taken(view, book, side, isLooking) {
	const total = lossCount(view, side);
	const mine = side === view.you && isLooking;
	const codes = mine
		? Object.entries(missing(view.army, standingCodes(view[side]))).flatMap(
				([code, n]) => Array(n).fill(code),
			)
		: told(book, side).slice(0, total);

	return { codes, hidden: Math.max(0, total - codes.length) };
}

/*
 * The battle that both sides still have in mind: the last attack, if at most one move has followed.
 * Without ranks where none are told.
 */
export function lastBattle(view, book) {
	const { moves, moves_before: before = 0 } = view;
	const at = moves.findLastIndex((move, i) => i >= moves.length - 2 && attackOf(move));
	const index = before + at;

	if (at < 0) return null;
	return (
		book.known.find((battle) => battle.index === index) ?? {
			index,
			side: moverOf(view, at),
			...attackOf(moves[at]),
		}
	);
}
