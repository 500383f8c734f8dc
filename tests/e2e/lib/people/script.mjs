/*
 * What people are going to play: actions one after the other, each with the way in which it is
 * made at the table, and what is said between them. Everything is settled before the game begins,
 * so that it is known how the game must end, whatever happens to the machine.
 *
 *   {edition, setup, result, steps: [{side, action, from, to, attack, manner, finish, before}]}
 *   or, of what is only said, {side, action, say, before}
 *
 * `before` has the words that come before an action: [{who, word, holds(state), kind}], where
 * holds() is what must be so from its answer on until a player speaks or moves again.
 */
const otherOf = (side) => (side === 'red' ? 'blue' : 'red');

function distance([a, b], [c, d]) {
	return Math.abs(a - c) + Math.abs(b - d);
}

const place = (sq) => ['abcdefghij'.indexOf(sq[0]), Number(sq.slice(1))];

/* ---- between the actions ---- */

function offerDraw(side) {
	return [
		{
			who: side,
			word: 'offer-draw',
			holds: (state) => state.offers.draw === side,
			kind: 'draw',
		},
		{
			who: otherOf(side),
			word: 'decline-draw',
			holds: (state) => state.offers.draw === null,
		},
	];
}

function pause(side, dice) {
	return [
		{ who: side, word: 'pause', holds: (state) => state.paused, kind: 'paused' },
		{ who: dice.of(['red', 'blue']), word: 'resume', holds: (state) => !state.paused },
	];
}

/* the action before is taken back, to be made again */
function takeBack(side) {
	return [
		{
			who: side,
			word: 'offer-takeback',
			holds: (state) => state.offers.takeback === side,
			kind: 'takeback',
		},
		{
			who: otherOf(side),
			word: 'accept-takeback',
			holds: (state) => state.offers.takeback === null,
			isTakeBack: true,
		},
	];
}

/* something that is refused, and stays so when it is said again */
function blunder(side) {
	return [{ who: side, word: 'accept-draw', isRefused: true }];
}

/* what is said before a side's action, if anything */
export function between(side, dice, { mayTakeBack = false } = {}) {
	const any = dice.of(['red', 'blue']);
	const choice = dice.throw();

	if (choice < 0.12) return offerDraw(any);
	if (choice < 0.22) return pause(any, dice);
	if (choice < 0.32) return mayTakeBack ? takeBack(otherOf(side)) : [];
	return choice < 0.45 ? blunder(any) : [];
}

/* ---- actions ---- */

/* how an attack is made: daemon/table/gestures.md, rows 5 to 8 */
function mannerOf(from, to, dice) {
	const manners = ['lift-both', 'set-on', 'word', 'target'];

	if (distance(place(from), place(to)) === 1) manners.push('tap');
	return dice.of(manners);
}

/* 'f4-f5', 'i8xi7' */
export function moveStep(side, action, dice) {
	const [, from, separator, to] = action.match(/^([a-j]\d+)([-x])([a-j]\d+)$/);
	const attack = separator === 'x';

	return {
		side,
		action,
		from,
		to,
		attack,
		manner: attack ? mannerOf(from, to, dice) : 'move',
		finish: dice.is(0.4) ? 'done' : 'wait',
	};
}

/* what is said and not made; say(view): the word */
export function spokenStep(side, action, say = () => action) {
	return { side, action, say, before: [] };
}

/* A player has enough of it. */
function breakOff(side, dice) {
	if (dice.is(0.5))
		return { end: spokenStep(side, 'resign'), result: `${otherOf(side)} resigned` };
	return {
		end: {
			...spokenStep(side, 'draw', () => 'accept-draw'),
			before: offerDraw(otherOf(side)).slice(0, 1),
		},
		result: 'draw agreed',
	};
}

/* A game from a record, with what people say while they play it; not always to its end. */
export function scriptOf({ edition, setup, actions, result }, dice) {
	const length = dice.is(0.4) ? dice.from(8, actions.length - 1) : actions.length;
	const sideOf = (i) => (i % 2 ? 'blue' : 'red');
	const steps = actions.slice(0, length).map((action, i) => ({
		...moveStep(sideOf(i), action, dice),
		before: between(sideOf(i), dice, { mayTakeBack: i > 0 }),
	}));

	if (length === actions.length) return { edition, setup, result, steps };
	const broken = breakOff(sideOf(length), dice);
	return { edition, setup, result: broken.result, steps: [...steps, broken.end] };
}

/* ---- how it must be told ---- */

/* without what came of it: "a7xa6 attacker" */
export const actionOf = (move) => move.replace(/ (attacker|defender|both|none)$/, '');

/*
 * All that a list of moves can be while the script is played, in this order: after each action, and
 * after each that was taken back. Steps that have their words only when they are played (cards)
 * are looked up each time.
 */
export function timeline(script) {
	const played = [];
	const moments = [[]];

	for (const step of script.steps) {
		if (step.before.some(({ isTakeBack }) => isTakeBack)) {
			moments.push(played.slice(0, -1));
			moments.push([...played]);
		}
		played.push(step);
		moments.push([...played]);
	}
	return moments;
}

/* ---- set-ups ---- */

/* the squares of a set-up's pieces */
export function homesOf(side, rows, boardRows) {
	const lines = rows.split('/'),
		first = side === 'red' ? 1 : boardRows + 1 - lines.length;

	return lines.flatMap((row, i) =>
		[...row].flatMap((code, j) =>
			code === '.' ? [] : ['abcdefghij'[j] + (first + i)],
		),
	);
}

/* whether the owner of the pieces is shown this set-up */
export function hasFormation(view, side, rows) {
	const shown = view[side].split('/'),
		count = rows.split('/').length;

	return (side === 'red' ? shown.slice(0, count) : shown.slice(-count)).join('/') === rows;
}
