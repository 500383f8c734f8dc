/*
 * What the pages for those who watch work out by themselves: all positions of a game from one
 * view, held against the views of real games as they were shown at the time; and where contacts
 * and pieces disagree.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compareSensors, disagreements } from '../../../web-ui/arbiter/sensors.js';
import { otherSide } from '../../../web-ui/common/editions.js';
import { piecesOf, rowsText, standing } from '../../../web-ui/common/squares.js';
import { historyOf, marksOf, takenOf } from '../../../web-ui/replay/history.js';
import { parseMove } from '../../../web-ui/common/notation.js';
import { startDaemon } from '../lib/daemon.mjs';
import { Hands } from '../lib/people/hands.mjs';
import { gather } from '../lib/people/players.mjs';
import { playQuickly, SETUPS } from '../lib/people/quick_game.mjs';
import { loadGame } from '../lib/tape.mjs';
import { finish, test } from '../lib/tap.mjs';

const TIMINGS = { 'debounce-ms': 4, 'settle-ms': 60, 'jog-ms': 30, 'nudge-ms': 400 };
const tape = (name) => loadGame(fileURLToPath(new URL(`../../games/${name}.game`, import.meta.url)));

const squaresOf = (pieces) => [...pieces].map(([sq, { side }]) => `${sq} ${side}`).sort();
const ranksOf = (pieces) =>
	[...pieces].map(([sq, { side, code }]) => `${sq} ${side} ${code}`).sort();

/* the rows of one side, as a view has them */
function rowsOf(pieces, wanted, { columns, rows }) {
	const own = [...pieces].filter(([, { side }]) => side === wanted);

	return rowsText(new Map(own.map(([sq, { code }]) => [sq, code])), columns, rows);
}

/* ---- notation ---- */

test('moves_are_read', () => {
	const read = (line) => {
		const { kind, from, to, cards, defence, outcome } = parseMove(line);
		return [kind, from, to, cards.join(','), defence, outcome];
	};

	assert.deepEqual(read('f4-f10'), ['move', 'f4', 'f10', '', undefined, undefined]);
	assert.deepEqual(read('+charge-3 a3-a6'), [
		'move',
		'a3',
		'a6',
		'charge-3',
		undefined,
		undefined,
	]);
	assert.deepEqual(read('a9xa10 attacker'), ['attack', 'a9', 'a10', '', undefined, 'attacker']);
	assert.deepEqual(read('+boat +armour h4xh7 /defence+1 both'), [
		'attack',
		'h4',
		'h7',
		'boat,armour',
		'defence+1',
		'both',
	]);
	assert.deepEqual(read('swap e5 j5'), ['swap', 'e5', 'j5', '', undefined, undefined]);
	for (const line of ['exchange', 'mulligan', 'resign', 'draw', 'time', 'corrected'])
		assert.equal(parseMove(line).kind, line);
	for (const line of ['', 'somersault', 'f4', 'f4-f5-f6', 'swap f4'])
		assert.equal(parseMove(line).kind, 'other', line);
});

/* ---- positions of a small game, written by hand ---- */

const EMPTY = Array(8).fill('........');

/* rows of an 8x8 board with hidden pieces on these squares */
function rowsWith(squares, code = '?') {
	const rows = EMPTY.map((row) => [...row]);

	for (const sq of squares) rows[Number(sq.slice(1)) - 1]['abcdefgh'.indexOf(sq[0])] = code;
	return rows.map((row) => row.join('')).join('/');
}

function viewOf(moves, { red, blue, start = ['a1', 'b1', 'a8', 'b8'], turn = null, ...rest }) {
	return {
		edition: 'quick-barrage',
		home_rows: 3,
		columns: 8,
		rows: 8,
		lakes: [],
		phase: 'play',
		moves,
		turn,
		red: rowsWith(red),
		blue: rowsWith(blue),
		commitments: Object.fromEntries(start.map((sq) => [sq, '0'.repeat(64)])),
		...rest,
	};
}

const known = (history) => history.map(({ pieces }) => pieces && squaresOf(pieces).join(' '));

test('positions_before_and_after_a_correction', () => {
	const moves = ['a1-a2', 'a8-a7', 'corrected', 'c4-c5', 'c6xc5 both', 'b1-b2'];
	const history = historyOf(viewOf(moves, { red: ['b2'], blue: ['b8'] }));

	assert.deepEqual(known(history), [
		'a1 red a8 blue b1 red b8 blue',
		'a2 red a8 blue b1 red b8 blue',
		'a2 red a7 blue b1 red b8 blue',
		'b1 red b8 blue c4 red c6 blue',
		'b1 red b8 blue c5 red c6 blue',
		'b1 red b8 blue',
		'b2 red b8 blue',
	]);
	assert.deepEqual(
		history.map(({ side }) => side),
		[null, 'red', 'blue', null, 'red', 'blue', 'red'],
	);
});

test('what_lies_between_two_corrections_is_not_known', () => {
	const moves = ['a1-a2', 'corrected', 'c4-c5', 'c7-c6', 'corrected', 'a8-a7'];
	const history = historyOf(viewOf(moves, { red: ['b2'], blue: ['a7'] }));

	assert.deepEqual(known(history), [
		'a1 red a8 blue b1 red b8 blue',
		'a2 red a8 blue b1 red b8 blue',
		null,
		null,
		null,
		'a8 blue b2 red',
		'a7 blue b2 red',
	]);
});

test('nothing_is_guessed', () => {
	/* whose attack it was does not show, unless it is known whose turn it is */
	const mutual = ['corrected', 'c4xc5 both'];
	const sides = { red: ['b1'], blue: ['b8'] };

	assert.equal(historyOf(viewOf(mutual, sides))[1].pieces, null);
	assert.deepEqual(
		known(historyOf(viewOf(mutual, { ...sides, turn: 'red' })))[1],
		'b1 red b8 blue c4 blue c5 red',
	);
	for (const [outcome, side, other] of [
		['attacker', 'red', 'blue'],
		['defender', 'blue', 'red'],
	])
		assert.deepEqual(
			known(
				historyOf(viewOf(['corrected', `c4xc5 ${outcome}`], { red: ['c5'], blue: ['b8'] })),
			)[1],
			`b8 blue c4 ${side} c5 ${other}`,
		);
	/* a correction that has begun: what the list says is true up to here, and no further */
	const open = historyOf(viewOf(['a1-a2'], { red: ['h4'], blue: ['b8'], phase: 'arbiter' }));
	assert.deepEqual(known(open), ['a1 red a8 blue b1 red b8 blue', 'b8 blue h4 red']);
	/* one that the arbiter ended with a verdict leaves no line in the list */
	const ended = historyOf(
		viewOf(['a1-a2', 'a8-a7'], { red: ['a2'], blue: ['a7'], phase: 'over' }),
	);
	assert.deepEqual(known(ended)[1], 'a2 red a8 blue b1 red b8 blue');
	/* a board of another kind, and a game that has not begun */
	assert.equal(
		historyOf(viewOf(['somersault', 'a8-a7'], { red: ['a1'], blue: ['b8'] }))[1].pieces,
		null,
	);
	assert.deepEqual(
		known(historyOf({ ...viewOf([], { red: [], blue: [] }), commitments: undefined })),
		[''],
	);
});

test('mock_attack_and_swap', () => {
	const sides = { red: ['a1', 'b1'], blue: ['a8', 'b8'] };
	const moves = ['mulligan', '+mock-attack a1xa8 none', 'swap a8 b8', 'exchange', 'b8xb1 both'];
	const history = historyOf(viewOf(moves, { red: ['a1'], blue: ['a8'] }));
	const all = squaresOf(standing(viewOf([], sides))).join(' ');

	assert.deepEqual(known(history), [all, all, all, all, all, 'a1 red a8 blue']);
	assert.deepEqual(
		history.map(({ side }) => side),
		[null, null, 'red', 'blue', 'red', 'blue'],
	);
	assert.deepEqual(
		known(historyOf(viewOf(['corrected', ...moves], { red: ['a1'], blue: ['a8'] }))).slice(1),
		known(history),
	);
});

test('marks_and_losses', () => {
	assert.deepEqual(
		[...marksOf(parseMove('a1-a2'))],
		[
			['a1', 'from'],
			['a2', 'to'],
		],
	);
	assert.deepEqual(
		[...marksOf(parseMove('a1xa2 both'))],
		[
			['a1', 'from'],
			['a2', 'bad'],
		],
	);
	assert.equal(marksOf(parseMove('exchange')).size, 0);
	assert.equal(marksOf(null).size, 0);
	const pieces = standing(viewOf([], { red: ['a1'], blue: ['a8', 'b8'] }));
	assert.deepEqual(takenOf(pieces, 8), { red: 7, blue: 6 });
});

/* ---- recorded games, and what the rules said of each action ---- */

const EDITIONS = [
	'original',
	'classic',
	'travel',
	'duel',
	'barrage',
	'quick-duel',
	'quick-barrage',
	'battle-cards',
];

/* as the board publishes it: no cards that went back under the pile */
const published = ({ action, outcome }) =>
	[action.replace(/^(exchange|mulligan) .*/, '$1'), outcome].filter(Boolean).join(' ');

/* {openings, verdicts, view} of a record, the view being that at its end without any pieces */
function recorded(edition) {
	const { setup } = tape(edition);
	const rows = edition.startsWith('quick') ? 8 : 10;
	const homes = (side) =>
		piecesOf(setup[side], side === 'red' ? 0 : rows - setup[side].split('/').length);
	const openings = ['red', 'blue'].flatMap((side) =>
		[...homes(side)].map(([sq, code]) => ({ side, sq, code })),
	);
	const lines = readFileSync(new URL(`../../games/${edition}.judge`, import.meta.url), 'utf8')
		.trim()
		.split('\n');
	const verdicts = lines.map((line) => JSON.parse(line)).filter(({ action }) => action);
	const start = openings.map(({ sq }) => sq);

	return {
		openings,
		verdicts,
		view: {
			...viewOf(verdicts.map(published), { red: [], blue: [], start }),
			rows,
			columns: rows,
			phase: 'over',
		},
	};
}

/* who fought, and on which side, is what the referee has seen */
function verifyAction({ side, action, attacker, defender }, before, after) {
	const { kind, from, to } = after.move;

	if (kind !== 'mulligan') assert.equal(after.side, side, action);
	if (!from) return;
	assert.equal(before.get(from).side, side, action);
	if (kind === 'move') assert.equal(before.get(to), undefined, action);
	if (attacker) assert.equal(before.get(from).code, attacker, action);
	if (defender)
		assert.deepEqual(before.get(to), { side: otherSide(side), code: defender }, action);
}

for (const edition of EDITIONS)
	test(`positions_of_a_record_${edition}`, () => {
		const { openings, verdicts, view } = recorded(edition);
		const ahead = historyOf({ ...view, phase: 'arbiter' }, openings).slice(0, -1);

		assert.ok(verdicts.length > 1);
		ahead.forEach(({ pieces }, i) => assert.ok(pieces, `after move ${i}`));
		verdicts
			.slice(0, -1)
			.forEach((verdict, i) => verifyAction(verdict, ahead[i].pieces, ahead[i + 1]));

		/* the same backward, by one who knows nothing of the beginning but where it ended */
		const end = ahead.at(-1).pieces;
		const sides = Object.fromEntries(
			['red', 'blue'].map((side) => [side, rowsOf(end, side, view)]),
		);
		const moves = ['corrected', ...view.moves.slice(0, -1)];
		const back = historyOf({ ...view, ...sides, moves });
		ahead.forEach(({ pieces, side }, i) => {
			assert.deepEqual(
				squaresOf(back[i + 1].pieces),
				squaresOf(pieces),
				`before move ${i + 1}`,
			);
			if (back[i + 1].move.from) assert.equal(back[i + 1].side, side);
		});
	});

/* ---- real games ---- */

/* what a spectator was shown after each number of moves, the last time that the list was so long */
function recordViews(player) {
	const shown = [];

	player.link.addEventListener('state', ({ detail: view }) => {
		if (['play', 'defence', 'over'].includes(view?.phase)) {
			shown.length = view.moves.length;
			shown.push(squaresOf(standing(view)));
		}
	});
	return shown;
}

/* Every position that can be known is the one that was shown. Returns how many are not known. */
function verifyHistory(view, shown) {
	const history = historyOf(view);

	assert.equal(history.length, view.moves.length + 1);
	history.forEach(({ pieces }, i) => {
		if (pieces) assert.deepEqual(squaresOf(pieces), shown[i], `after move ${i}`);
	});
	return history.filter(({ pieces }) => !pieces).length;
}

test('positions_of_a_whole_game', async (t) => {
	const game = tape('barrage');
	const daemon = await startDaemon(t, {
		game: { edition: game.edition, ...TIMINGS },
		network: { broadcast: 'after' },
	});
	const players = await gather(t, daemon, { broadcast: 'after' });
	const { spectator } = players,
		shown = recordViews(spectator);
	const hands = new Hands(players, game);

	await hands.begin();
	await hands.play();
	await spectator.until(
		({ events }) => events.some(({ event }) => event === 'revealed'),
		'the end',
	);
	const view = spectator.state;
	assert.equal(view.moves.length, game.actions.length);
	assert.equal(verifyHistory(view, shown), 0);

	/* who knows what each piece was knows it all along */
	const { openings } = spectator.events.find(({ event }) => event === 'revealed');
	const history = historyOf(view, openings);
	assert.equal(openings.length, 16);
	for (const { side, sq, code } of openings)
		assert.deepEqual(history[0].pieces.get(sq), { side, code });
	assert.deepEqual(history.at(-1).pieces.get('a10'), { side: 'red', code: 'M' });
	/* who knows it only of those who still stand, of these */
	const open = { ...view };
	for (const side of ['red', 'blue']) open[side] = rowsOf(history.at(-1).pieces, side, view);
	const ranks = ranksOf(historyOf(open)[0].pieces);
	assert.equal(ranks.filter((text) => !text.endsWith('?')).length, standing(view).size);
	assert.ok(ranks.includes('a4 red M'));
});

test('positions_of_a_game_with_a_correction', async (t) => {
	const game = await playQuickly(t, {
		seats: ['red', 'blue', 'table', 'arbiter'],
		battles: false,
	});
	const { spectator, arbiter } = game.players,
		shown = recordViews(spectator);
	const say = async (...words) => {
		for (const word of words) await arbiter.say(word);
	};

	shown.push(
		[
			...Object.keys(SETUPS[0].red).map((sq) => `${sq} red`),
			...Object.keys(SETUPS[0].blue).map((sq) => `${sq} blue`),
		].sort(),
	);
	await game.fight();
	assert.equal(verifyHistory(spectator.state, shown), 0);
	const before = spectator.state.moves.length;
	await say('correct a4 empty', 'correct a5 red 2');
	await arbiter.until(({ state }) => state.phase === 'arbiter', 'the correction');
	const { state: begun } = arbiter;
	assert.equal(verifyHistory(begun, [...shown.slice(0, before), squaresOf(standing(begun))]), 0);
	assert.notDeepEqual(squaresOf(standing(begun)), shown[before]);
	await game.table.show(['open a4', 'close a5']);
	await say('correct done');
	await spectator.until(
		({ state }) => state.phase === 'play' && !state.correcting && state.guides.length === 0,
		'play to go on',
	);
	for (let i = 0; i < 4; i++) await game.move();
	assert.equal(verifyHistory(spectator.state, shown), 0);
	assert.equal(spectator.state.moves.filter((line) => line === 'corrected').length, 1);
	await say('takeback');
	await spectator.until(({ state }) => state.moves.at(-1) !== 'i6-i7', 'it to be taken back');
	assert.equal(verifyHistory(spectator.state, shown), 0);
});

/* ---- sensors ---- */

function arbiterView(closed, { faulty = [], ...rest } = {}) {
	const rows = EMPTY.map((row) => [...row].map(() => '0'));

	for (const sq of closed) rows[Number(sq.slice(1)) - 1]['abcdefgh'.indexOf(sq[0])] = '1';
	return {
		...viewOf([], { red: ['a1', 'b1'], blue: ['h8'] }),
		lakes: ['c4'],
		closed: rows.map((row) => row.join('')).join('/'),
		faulty,
		...rest,
	};
}

test('sensors_in_play', () => {
	const sensors = compareSensors(arbiterView(['a1', 'h8', 'd5'], { faulty: ['b1'] }));

	assert.equal(sensors.size, 64);
	assert.deepEqual(disagreements(sensors), ['b1', 'd5']);
	assert.deepEqual(sensors.get('a1'), {
		isClosed: true,
		side: 'red',
		isWanted: true,
		isFaulty: false,
		disagrees: false,
	});
	assert.deepEqual(sensors.get('b1'), {
		isClosed: false,
		side: 'red',
		isWanted: true,
		isFaulty: true,
		disagrees: true,
	});
	assert.deepEqual(sensors.get('d5'), {
		isClosed: true,
		side: null,
		isWanted: false,
		isFaulty: false,
		disagrees: true,
	});
});

test('sensors_while_people_set_up', () => {
	const none = { red: rowsWith([]), blue: rowsWith([]) };
	const setup = compareSensors(
		arbiterView(['a1', 'h6', 'd5', 'c4'], { ...none, phase: 'setup' }),
	);

	assert.deepEqual(disagreements(setup), ['c4', 'd5']);
	assert.equal(setup.get('a1').isWanted, null);
	assert.deepEqual(
		disagreements(compareSensors(arbiterView(['d5'], { ...none, phase: 'stopped' }))),
		[],
	);
});

await finish();
