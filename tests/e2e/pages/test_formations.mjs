/*
 * The handheld's own arithmetic, without a page: formations are read, turned and diced as the referee
 * would have them, and taken pieces are counted from what a seat was told and nothing else.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { armySize, CODES } from '../../../web-ui/common/editions.js';
import { Arrangement } from '../../../web-ui/play/setup/arrange.js';
import {
	attackOf,
	emptyBook,
	lastBattle,
	lossCount,
	moverOf,
	noteBattle,
	settle,
	squaresOf,
	taken,
} from '../../../web-ui/play/battle/captured.js';
import {
	isDraft,
	kindOf,
	mirrored,
	parse,
	placed,
	randomFormation,
	shapeOf,
	turned,
	wireRows,
} from '../../../web-ui/play/setup/formations.js';
import { readyMade } from '../../../web-ui/play/setup/ready_made.js';
import { deleteFormation, saveFormation, savedFormations } from '../../../web-ui/play/setup/saved.js';
import { ADJUTANT } from '../lib/daemon.mjs';
import { Dice } from '../lib/dice.mjs';
import { EDITIONS, viewOf } from '../lib/editions.mjs';
import { finish, test } from '../lib/tap.mjs';

const editions = Object.keys(EDITIONS).map((edition) => ({
	edition,
	view: viewOf(edition),
	shape: shapeOf(viewOf(edition)),
}));

/* What the referee says of these set-ups: '' if they are set-ups of this edition. */
function refused(edition, red, blue) {
	const deck =
		'boat,jump,charge-2,charge-3,feint,swap,attack+1,attack+2,attack+3,mock-attack,armour,' +
		'spy-attack,defence+1,defence+2,defence+3';
	const decks = edition === 'battle-cards' ? `deck red ${deck}\ndeck blue ${deck}\n` : '';
	const input =
		`adjutant-game 1\nedition ${edition}\nsetup red ${red}\nsetup blue ${blue}\n${decks}`;
	const { status, stdout, stderr } = spawnSync(ADJUTANT, ['judge'], { input, encoding: 'utf8' });

	return status === 0 ? '' : stdout + stderr;
}

/* ---- editions ---- */

test('editions_as_the_referee_has_them', () => {
	const dice = new Dice(1);

	for (const { edition, shape } of editions) {
		const rows = randomFormation(shape, () => dice.throw());
		const wrong = rows.replace('3', '2');

		assert.equal(refused(edition, rows, turned(rows, 'blue')), '', edition);
		assert.match(refused(edition, wrong, turned(rows, 'blue')), /setup/, edition);
		assert.match(refused(edition, rows, turned(wrong, 'blue')), /setup/, edition);
	}
});

test('every_piece_has_a_place_in_the_supply', () => {
	for (const { edition } of editions)
		assert.deepEqual(
			Object.keys(EDITIONS[edition].army).filter((code) => !CODES.includes(code)),
			[],
		);
	assert.deepEqual(
		editions.map(({ view }) => armySize(view)),
		[40, 40, 40, 10, 8, 10, 8, 30, 40],
	);
});

/* ---- formations ---- */

test('ready_made_formations_are_set_ups', () => {
	for (const { edition, shape } of editions) {
		const all = Object.entries(readyMade(shape));

		assert.deepEqual(
			all.map(([name]) => name),
			['fortress', 'raiders', 'decoy'],
			edition,
		);
		for (const [name, rows] of all)
			for (const each of [rows, mirrored(rows)]) {
				assert.deepEqual(parse(each, shape), { rows: each }, `${edition} ${name}`);
				assert.equal(
					refused(edition, each, turned(each, 'blue')),
					'',
					`${edition} ${name}`,
				);
			}
	}
});

test('formations_fit_into_a_word', () => {
	for (const { shape } of editions)
		for (const rows of Object.values(readyMade(shape)))
			assert.ok(`formation ${rows}`.length <= 159);
});

test('random_formations', () => {
	const dice = new Dice(7);

	for (const { edition, shape } of editions) {
		const seen = new Set();

		for (let i = 0; i < 200; i++) {
			const rows = randomFormation(shape, () => dice.throw());
			const lines = rows.split('/');

			seen.add(rows);
			assert.deepEqual(parse(rows, shape), { rows }, edition);
			assert.ok(lines.slice(0, 2).join('').includes('F'), `${edition}: the flag is in front`);
			assert.match(lines.at(-1), shape.isFull ? /[1-9M]/ : /^[^B]*$/);
		}
		assert.ok(seen.size > 190, `${edition}: only ${seen.size} different ones`);
	}
});

test('what_people_paste', () => {
	const shape = shapeOf(viewOf('barrage'));
	const rows = '....F...../.......2.1/.....9.B2./M....3....';

	for (const text of [
		rows,
		rows.toLowerCase(),
		` ${rows.replaceAll('/', '\n')}\n`,
		rows.replaceAll('/', ' / '),
		`formation ${rows}`,
		`setup blue ${rows}`,
		`setup red ${rows.replaceAll('/', '\r\n')}`,
	])
		assert.deepEqual(parse(text, shape), { rows }, text);
	for (const text of ['', 'F', rows.slice(1), `${rows}/..........`, rows.replace('F', 'X'), `${rows}.`])
		assert.deepEqual(parse(text, shape), { problem: 'rows' }, text);
	for (const text of [rows.replace('F', '.'), rows.replace('F', '2'), rows.replace('.', '4')])
		assert.deepEqual(parse(text, shape), { problem: 'army' }, text);
});

test('part_of_a_set_up', () => {
	const large = shapeOf(viewOf('barrage')), small = shapeOf(viewOf('quick-barrage'));
	const empty = '......../......../........';

	assert.ok(isDraft(empty, small));
	assert.ok(isDraft(empty.replace('.', 'F'), small));
	assert.ok(isDraft(readyMade(small).decoy, small));
	assert.ok(!isDraft(empty.replace('..', 'FF'), small));
	assert.ok(!isDraft(empty.replace('.', '8'), small));
	assert.ok(!isDraft(readyMade(small).decoy, large));
	assert.ok(!isDraft('', small));
});

test('both_sides_see_their_own_back_row_first', () => {
	const rows = readyMade(shapeOf(viewOf('duel'))).fortress;

	for (const [you, corner] of [['red', 'a1'], ['blue', 'j10']]) {
		const view = viewOf('duel', you);
		const pieces = placed(turned(rows, you), you, view);

		assert.equal(pieces.get(corner), 'F', you);
		assert.equal(turned(wireRows(pieces, you, view), you), rows);
	}
	assert.equal(mirrored(mirrored(rows)), rows);
	assert.match(mirrored(rows), /^........BF/);
});

test('formations_are_kept_by_army_and_board', () => {
	const kept = new Map();
	const storage = {
		getItem: (key) => kept.get(key) ?? null,
		setItem: (key, text) => kept.set(key, text),
	};
	const [large, small] = ['barrage', 'quick-barrage'].map((edition) => shapeOf(viewOf(edition)));

	saveFormation(large, 'Mine', 'rows', storage);
	saveFormation(large, '__proto__', 'odd', storage);
	assert.equal(savedFormations(large, storage).Mine, 'rows');
	assert.deepEqual(savedFormations(small, storage), {});
	deleteFormation(large, 'Mine', storage);
	assert.equal(savedFormations(large, storage).Mine, undefined);
	kept.forEach((_, key) => kept.set(key, '{broken'));
	assert.deepEqual(savedFormations(large, storage), {});
	assert.equal(new Set(editions.map(({ shape }) => kindOf(shape))).size, 6);
});

/* ---- arranging ---- */

test('pieces_that_the_pad_has_read', () => {
	const view = viewOf('quick-barrage', 'red');
	const own = new Arrangement(view, shapeOf(view));
	let before = new Map();
	const tell = (...pieces) => {
		const told = new Map(pieces);

		own.follow(told, before);
		before = told;
	};

	own.pieces = new Map([['a1', 'F'], ['b1', 'M'], ['c1', '2'], ['d1', '2']]);
	tell(['a1', 'F']); /* as planned */
	assert.deepEqual([...own.pieces], [['a1', 'F'], ['b1', 'M'], ['c1', '2'], ['d1', '2']]);
	tell(['a1', 'F'], ['c1', 'M']); /* the scout that was planned there takes the Marshal's place */
	assert.deepEqual([...own.pieces].sort(), [['a1', 'F'], ['b1', '2'], ['c1', 'M'], ['d1', '2']]);
	own.put({ sq: 'd1' }, 'd2');
	tell(['a1', 'F'], ['c1', 'M'], ['e1', 'B']); /* what is planned here stays */
	assert.deepEqual([...own.pieces].sort(), [['a1', 'F'], ['b1', '2'], ['c1', 'M'], ['d2', '2'], ['e1', 'B']]);
	tell(['a1', 'F'], ['e2', 'B']);
	assert.deepEqual([...own.pieces].sort(), [['a1', 'F'], ['b1', '2'], ['d2', '2'], ['e2', 'B']]);
});

test('arranging_by_taps', () => {
	const view = viewOf('quick-barrage', 'blue');
	const own = new Arrangement(view, shapeOf(view));

	own.choosePiece('2');
	own.tap('a8');
	assert.deepEqual(own.chosen, { code: '2' }, 'there is another scout');
	own.tap('b8');
	assert.equal(own.chosen, null);
	own.choosePiece('F');
	own.tap('a8'); /* in the place of a scout */
	assert.deepEqual([own.pieces.get('a8'), own.supply['2']], ['F', 1]);
	own.tap('a8');
	own.tap('b8'); /* two change places */
	assert.deepEqual([own.pieces.get('a8'), own.pieces.get('b8')], ['2', 'F']);
	own.tap('b8');
	own.tap('c6'); /* one moves */
	assert.deepEqual([own.pieces.get('b8'), own.pieces.get('c6')], [undefined, 'F']);
	own.tap('c6');
	own.put(own.chosen, null); /* off the board */
	assert.equal(own.supply.F, 1);
	own.tap('h6');
	assert.equal(own.chosen, null, 'an empty square cannot be chosen');
	assert.equal(own.isComplete, false);
	own.rows = readyMade(shapeOf(view)).decoy;
	assert.ok(own.isComplete);
	assert.equal(own.pieces.get('f8'), 'F');
	own.put({ code: 'M' }, 'h6');
	assert.ok(own.isComplete, 'a piece that is not in the supply was placed');
	own.clear();
	assert.equal(own.count, 0);
});

/* ---- taken pieces ---- */

const BARRAGE = {
	...viewOf('barrage'),
	red: '....F...../.......2.1/.....9.B../M....3....' + '/..........'.repeat(6),
	blue: '..........'.concat('/..........'.repeat(5), '/.?......../........../...??..?../??..?.....'),
	moves: ['i3-i7', 'i8xi7 attacker', 'f4-f5'],
	turn: 'blue',
	seq: 20,
};
const BATTLE = {
	event: 'battle',
	seq: 15,
	side: 'blue',
	from: 'i8',
	sq: 'i7',
	outcome: 'attacker',
	attacker: 'M',
	defender: '2',
};

test('moves_as_they_are_listed', () => {
	assert.deepEqual(attackOf('+boat +attack+2 h4xh7 /defence+1 both'), {
		from: 'h4',
		sq: 'h7',
		outcome: 'both',
		cards: ['boat', 'attack+2', 'defence+1'],
	});
	assert.equal(attackOf('+charge-3 a3-a6'), null);
	assert.deepEqual(squaresOf('+charge-3 a3-a6'), { from: 'a3', sq: 'a6' });
	assert.deepEqual(squaresOf('swap a1 a10'), { from: 'a1', sq: 'a10' });
	assert.equal(squaresOf('mulligan'), null);
	const moves = ['mulligan', 'a4-a5', 'a7-a6', 'a5xa6 both'];
	assert.deepEqual(
		[1, 2, 3].map((i) => moverOf({ moves, turn: 'blue' }, i)),
		['red', 'blue', 'red'],
	);
	assert.deepEqual(
		[1, 2, 3].map((i) => moverOf({ moves, turn: null }, i)),
		['red', 'blue', 'red'],
	);
});

test('taken_pieces_are_what_was_told', () => {
	const book = settle(noteBattle(emptyBook(), BATTLE), BARRAGE);

	assert.equal(lossCount(BARRAGE, 'red'), 1);
	assert.deepEqual(taken(BARRAGE, book, 'red', false), { codes: ['2'], hidden: 0 });
	assert.deepEqual(taken(BARRAGE, emptyBook(), 'red', false), { codes: [], hidden: 1 });
	assert.deepEqual(taken(BARRAGE, emptyBook(), 'red', true), { codes: ['2'], hidden: 0 });
	assert.deepEqual(taken(BARRAGE, book, 'blue', true), { codes: [], hidden: 1 });
});

test('an_outcome_alone_tells_no_rank', () => {
	const { attacker, defender, ...plain } = BATTLE;
	const book = settle(noteBattle(emptyBook(), plain), BARRAGE);

	assert.deepEqual(taken(BARRAGE, book, 'red', false), { codes: [], hidden: 1 });
	assert.equal(lastBattle(BARRAGE, book).defender, undefined);
});

test('a_battle_taken_back_is_forgotten', () => {
	const told = noteBattle(emptyBook(), BATTLE);
	const early = settle(told, { ...BARRAGE, seq: 10, moves: ['i3-i7'] });

	assert.equal(early.pending.length, 1, 'the view is older than the battle');
	const book = settle(early, BARRAGE);
	assert.deepEqual(book.known.map(({ index }) => index), [1]);
	assert.deepEqual(settle(book, { ...BARRAGE, moves: ['i3-i7'] }), emptyBook());
	assert.deepEqual(
		settle(book, { ...BARRAGE, moves: ['i3-i7', 'i8-i7', 'f4-f5'] }).known,
		[],
	);
	/* told twice, or again after a reload */
	assert.equal(settle(noteBattle(book, BATTLE), BARRAGE).known.length, 1);
});

test('a_battle_is_remembered_when_its_move_is_no_longer_listed', () => {
	const book = settle(noteBattle(emptyBook(), BATTLE), BARRAGE);
	const cut = { ...BARRAGE, moves: BARRAGE.moves.slice(1), moves_before: 1 };
	const gone = { ...BARRAGE, moves: ['c7-c6'], moves_before: 1000 };

	assert.deepEqual(settle(book, cut), book);
	assert.deepEqual(settle(noteBattle(emptyBook(), BATTLE), cut), book);
	assert.equal(lastBattle(cut, book).index, 1);
	assert.deepEqual(settle(book, gone), book);
	assert.equal(lastBattle(gone, book), null);
});

test('the_last_battle_is_shown_until_two_moves_later', () => {
	const book = settle(noteBattle(emptyBook(), BATTLE), BARRAGE);
	const later = { ...BARRAGE, moves: [...BARRAGE.moves, 'b7-c7'], turn: 'red' };

	assert.equal(lastBattle(BARRAGE, book).attacker, 'M');
	assert.equal(lastBattle(later, settle(book, later)), null);
	assert.equal(lastBattle({ ...BARRAGE, moves: [] }, emptyBook()), null);
	assert.deepEqual(lastBattle(BARRAGE, emptyBook()), {
		index: 1,
		side: 'blue',
		from: 'i8',
		sq: 'i7',
		outcome: 'attacker',
		cards: [],
	});
});

test('two_battles_in_one_go_find_their_moves', () => {
	const moves = ['e4xe5 both', 'f7xf6 attacker'];
	const first = { ...BATTLE, seq: 3, side: 'red', from: 'e4', sq: 'e5', outcome: 'both', attacker: '9' };
	const second = { ...BATTLE, seq: 5, from: 'f7', sq: 'f6', defender: '3' };
	const told = noteBattle(noteBattle(emptyBook(), first), second);
	const { known } = settle(told, { ...BARRAGE, moves, turn: 'red' });

	assert.deepEqual(
		known.map(({ index, attacker }) => [index, attacker]),
		[[0, '9'], [1, 'M']],
	);
});

await finish();
