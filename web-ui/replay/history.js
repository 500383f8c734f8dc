/*
 * Every position of a game, from one public view. The view has the squares on which pieces began
 * (the board committed to each of them), the list of moves, and where pieces stand now: so
 * positions can be computed forward from the beginning, and backward from the present. Where the
 * arbiter has changed the position both ways end; what lies between two such changes is not known,
 * and is shown as such rather than guessed.
 *
 *   historyOf(view, openings) → [{pieces, move, side}], before the first move and after each
 *
 * pieces: Map of square to {side, code}, or null where it is not known. move: parseMove()'s, null
 * before the first. side: who made it, null if that is not known. Ranks come from the view, or from
 * openings: [{sq, code}] by the squares on which the pieces began.
 */
import { otherSide } from '../common/editions.js';
import { parseMove } from '../common/notation.js';
import { rowOf, standing } from '../common/squares.js';

/* kinds of moves after which it is the other's turn */
const TURNS = new Set(['move', 'attack', 'swap', 'exchange']);

/* ---- forward: pieces are followed, so that a rank that is known later is known earlier ---- */

function startOf({ commitments, rows }) {
	if (!commitments) return null;
	return new Map(
		Object.keys(commitments).map((sq) => [
			sq,
			{ side: rowOf(sq) < rows / 2 ? 'red' : 'blue', home: sq },
		]),
	);
}

function fight(pieces, { from, to, outcome }) {
	const attacker = pieces.get(from);

	if (outcome === 'none') return pieces;
	pieces.delete(from);
	if (outcome === 'attacker') pieces.set(to, attacker);
	else if (outcome === 'both') pieces.delete(to);
	return pieces;
}

/* the position after a move; null if the move does not fit */
function forward(before, move) {
	const pieces = new Map(before),
		piece = pieces.get(move.from),
		there = pieces.get(move.to);

	switch (move.kind) {
		case 'move':
			if (!piece || there) return null;
			pieces.delete(move.from);
			return pieces.set(move.to, piece);
		case 'attack':
			if (!piece || !there || piece.side === there.side) return null;
			return move.outcome ? fight(pieces, move) : null;
		case 'swap':
			if (!piece || piece.side !== there?.side) return null;
			return pieces.set(move.from, there).set(move.to, piece);
		case 'corrected':
		case 'other':
			return null;
		default:
			return pieces;
	}
}

/* up to the first move that cannot be followed */
function countForward(view, moves) {
	const positions = [startOf(view)];

	for (const move of moves) {
		const last = positions.at(-1);
		positions.push(last && forward(last, move));
	}
	return positions;
}

/* ---- backward: who moved is not written down, but sides take turns ---- */

function backward(after, move, side) {
	const pieces = new Map(after),
		piece = pieces.get(move.to),
		left = pieces.get(move.from);
	const lost = (of) => ({ side: of, code: '?' });

	switch (move.kind) {
		case 'move':
			if (piece?.side !== side || left) return null;
			pieces.delete(move.to);
			return pieces.set(move.from, piece);
		case 'attack':
			return unfight(pieces, move, side, lost);
		case 'swap':
			if (piece?.side !== side || left?.side !== side) return null;
			return pieces.set(move.from, piece).set(move.to, left);
		case 'corrected':
		case 'other':
			return null;
		default:
			return pieces;
	}
}

function unfight(pieces, { from, to, outcome }, side, lost) {
	const left = pieces.get(from),
		there = pieces.get(to),
		other = otherSide(side);
	const fits = {
		attacker: !left && there?.side === side,
		defender: !left && there?.side === other,
		both: !left && !there,
		none: left?.side === side && there?.side === other,
	};

	if (!fits[outcome]) return null;
	if (outcome === 'attacker') pieces.set(from, there).set(to, lost(other));
	else if (outcome === 'defender') pieces.set(from, lost(side));
	else if (outcome === 'both') pieces.set(from, lost(side)).set(to, lost(other));
	return pieces;
}

/* From the present back as far as it goes, if this side made the last move that was a turn. */
function countBackward(pieces, moves, last) {
	const positions = [pieces],
		sides = [];
	let side = last;

	for (const move of [...moves].reverse()) {
		const isTurn = TURNS.has(move.kind);
		const before = backward(positions[0], move, side);

		if (!before)
			return { positions, sides, isBroken: !['corrected', 'other'].includes(move.kind) };
		positions.unshift(before);
		sides.unshift(isTurn ? side : null);
		if (isTurn) side = otherSide(side);
	}
	return { positions, sides, isBroken: false };
}

/* The way back that fits. Both may, if there was nothing but battles without survivors. */
function wayBack(view, pieces, moves) {
	const ways = ['red', 'blue'].map((last) => ({ last, ...countBackward(pieces, moves, last) }));
	const fitting = ways.filter(({ isBroken }) => !isBroken);
	const next = view.turn && fitting.find(({ last }) => last === otherSide(view.turn));

	if (fitting.length === 1) return fitting[0];
	return next ?? { positions: [pieces], sides: [] };
}

/* ---- together ---- */

/* what is known of ranks, by the squares on which pieces began */
function ranksOf(openings, last, now) {
	const ranks = new Map(openings.map(({ sq, code }) => [sq, code]));

	for (const [sq, { home }] of last ?? []) {
		const code = now.get(sq)?.code ?? '?';
		if (code !== '?') ranks.set(home, code);
	}
	return ranks;
}

function shown(pieces, ranks) {
	return new Map(
		[...pieces].map(([sq, { side, home }]) => [sq, { side, code: ranks.get(home) ?? '?' }]),
	);
}

/* Exchanging a card leaves no trace on the board, but red begins and sides take turns. */
function turnsFrom(moves) {
	const broken = moves.findIndex(({ kind }) => ['corrected', 'other'].includes(kind));
	let side = 'blue';

	return moves.slice(0, broken < 0 ? moves.length : broken).map(({ kind }) => {
		if (TURNS.has(kind)) side = otherSide(side);
		return TURNS.has(kind) ? side : null;
	});
}

/* the side that gave up or ran out of time has lost */
function loserOf({ result }, { kind }) {
	const hasLost = ['resign', 'time'].includes(kind) && ['red', 'blue'].includes(result?.winner);

	return hasLost ? otherSide(result.winner) : null;
}

/* While the arbiter corrects, the position is not yet the one that the list ends with. */
const isOpen = ({ phase }) => phase === 'arbiter' || phase === 'stopped';

const sameSquares = (a, b) =>
	a.size === b.size && [...a].every(([sq, { side }]) => b.get(sq)?.side === side);

export function historyOf(view, openings = []) {
	const moves = view.moves.map(parseMove);
	const now = standing(view);
	/* of a very long game only the end is in the view */
	const { moves_before: movesBefore = 0 } = view;
	const isFromStart = movesBefore === 0;
	const ahead = isFromStart ? countForward(view, moves) : [];
	const last = ahead.at(-1) ?? null;
	const isWhole = last !== null && sameSquares(last, now);
	const back =
		isWhole || isOpen(view) ? { positions: [now], sides: [] } : wayBack(view, now, moves);
	const ranks = ranksOf(openings, isWhole ? last : null, now);
	const offset = moves.length + 1 - back.positions.length;
	const known = (i) => {
		if (i === moves.length && !isWhole) return now;
		return ahead[i] ? shown(ahead[i], ranks) : (back.positions[i - offset] ?? null);
	};
	const turns = isFromStart ? turnsFrom(moves) : [];
	const mover = (i) => turns[i] ?? back.sides[i - offset] ?? loserOf(view, moves[i]);

	return Array.from({ length: moves.length + 1 }, (_, i) => ({
		number: movesBefore + i,
		pieces: known(i),
		move: moves[i - 1] ?? null,
		side: i > 0 ? mover(i - 1) : null,
	}));
}

/* squares to be marked for the move that led here */
export function marksOf(move) {
	if (!move?.from) return new Map();
	const isBattle = move.kind === 'attack';
	const kind = isBattle ? 'bad' : 'to';

	return new Map([
		[move.from, 'from'],
		[move.to, kind],
	]);
}

/* {red, blue}: how many pieces of each side are off the board */
export function takenOf(pieces, army) {
	const left = { red: 0, blue: 0 };

	for (const { side } of pieces.values()) left[side]++;
	return { red: Math.max(0, army - left.red), blue: Math.max(0, army - left.blue) };
}
