/*
 * The virtual table's hand, without a page: what its movements make the contacts say is what a
 * board's contacts would say (gestures.md), and no more.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Contacts } from '../../web-ui/table/contacts.js';
import { Hand } from '../../web-ui/table/hand.js';
import { Nerves } from '../../web-ui/table/nerves.js';
import { Pieces } from '../../web-ui/table/pieces.js';
import { Dice } from './dice.mjs';
import { finish, test } from './tap.mjs';

const EMPTY = Array(10).fill('..........').join('/');

/* {a4: 'red'} as a view's rows of one side */
function rowsOf(on, side) {
	return Array.from({ length: 10 }, (_, row) =>
		[...'abcdefghij'].map((column) => (on[column + (row + 1)] === side ? '?' : '.')).join(''),
	).join('/');
}

class Storage {
	#all = new Map();
	getItem(key) {
		return this.#all.get(key) ?? null;
	}
	setItem(key, value) {
		this.#all.set(key, value);
	}
}

/* a table with pieces on it, and everything that its contacts say */
function makeTable(on = {}, { random, storage, wanted = {}, id = 'a' } = {}) {
	const told = [], touched = [];
	const contacts = new Contacts(
		(sq) => pieces.at(sq) !== null || hand.under === sq,
		(lines) => lines.forEach((line) => told.push({ line })),
	);
	const nerves = new Nerves(contacts, random);
	const near = (sq) => ['a1', 'b1'].filter((each) => each !== sq && pieces.at(each));
	const pieces = new Pieces((sq) => sq && nerves.changed(sq, near(sq)), storage);
	const hand = new Hand({
		pieces,
		contacts,
		nerves,
		wanted: () => new Map(Object.entries(wanted)),
		touched: (sq) => touched.push(sq),
	});
	const view = { id, edition: 'barrage', red: rowsOf(on, 'red'), blue: rowsOf(on, 'blue') };

	pieces.adopt(view);
	contacts.frame({ columns: 10, rows: 10 });
	told.length = 0;
	return {
		pieces, contacts, hand, nerves, touched, told,
		/* what was said since the last time */
		async heard(ms = 0) {
			await sleep(ms);
			return told.splice(0).map(({ line }) => line);
		},
	};
}

test('carries_a_piece', async () => {
	const { hand, heard } = makeTable({ a4: 'red' });

	assert.ok(hand.lift('a4'));
	hand.over('a5');
	hand.over('a6');
	assert.ok(hand.setDown('a6'));
	assert.deepEqual(await heard(), ['open a4', 'close a6']);
	assert.deepEqual(await heard(200), []);
});

test('slides_a_piece_over_every_square', async () => {
	const { hand, heard } = makeTable({ a4: 'red', a7: 'blue' });

	hand.isSliding = true;
	hand.lift('a4');
	hand.over('a5');
	assert.deepEqual(await heard(), ['open a4', 'close a5']);
	hand.over('a6');
	assert.deepEqual(await heard(), ['open a5', 'close a6']);
	hand.setDown('a6');
	assert.deepEqual(await heard(), []); /* it stands there already */
	hand.lift('a6');
	hand.over('d6'); /* so fast that nobody saw what was between */
	hand.setDown('d6');
	assert.deepEqual((await heard(150)).sort(),
		['close b6', 'close c6', 'close d6', 'open a6', 'open b6', 'open c6']);
});

test('touches_what_it_is_held_against', async () => {
	const { hand, pieces, heard, touched } = makeTable({ a4: 'red', a5: 'blue', b4: 'red' });

	hand.lift('a4');
	hand.over('a5');
	assert.deepEqual(await heard(420), ['open a4', 'open a5', 'close a5']);
	assert.ok(hand.setDown('a5')); /* it is the same touch */
	assert.deepEqual(await heard(200), []);
	assert.deepEqual(pieces.hand, { side: 'red', from: 'a4' });
	hand.over('b4');
	assert.deepEqual(await heard(400), [], 'an own piece is not touched');
	assert.ok(!hand.setDown('b4'));
	await sleep(200);
	hand.setDown('a5');
	assert.deepEqual(await heard(150), ['open a5', 'close a5']);
	assert.deepEqual(touched, ['a5', 'a5']);
	hand.putBack();
	assert.deepEqual(await heard(), ['close a4']);
});

test('passing_quickly_touches_nothing', async () => {
	const { hand, heard } = makeTable({ a4: 'red', a5: 'blue' });

	hand.lift('a4');
	hand.over('a5');
	await sleep(50);
	hand.over('a6');
	assert.deepEqual(await heard(400), ['open a4']);
});

test('goes_beside_the_board_and_back', async () => {
	const { hand, pieces, heard } = makeTable({ a4: 'red' });

	assert.equal(pieces.beside('red'), 7);
	hand.lift('a4');
	hand.putAside();
	assert.equal(pieces.beside('red'), 8);
	assert.ok(hand.take('red'));
	assert.ok(!hand.take('red'), 'one at a time');
	hand.setDown('b4');
	assert.deepEqual(await heard(), ['open a4', 'close b4']);
});

test('puts_right_what_a_battle_leaves', async () => {
	const { hand, pieces, heard } = makeTable({ a4: 'red', a5: 'blue' }, { wanted: { a5: 'red' } });

	hand.lift('a4');
	await heard();
	await hand.putRight(() => []);
	assert.deepEqual(await heard(), ['open a5', 'close a5']);
	assert.equal(pieces.at('a5'), 'red');
	assert.equal(pieces.hand, null);
	await hand.putRight(() => ['a5']); /* it looks right, and yet somebody shall take it up */
	assert.deepEqual(await heard(), ['open a5', 'close a5']);
});

test('puts_back_what_went_wrong', async () => {
	const { hand, pieces, heard } = makeTable({ c5: 'red' }, { wanted: { c4: 'red' } });

	await hand.fix('c4');
	assert.deepEqual(await heard(), ['open c5', 'close c4']);
	assert.equal(pieces.beside('red'), 7);
});

test('remembers_where_pieces_stand', async () => {
	const storage = new Storage();
	const before = makeTable({ a4: 'red', a5: 'blue' }, { storage });

	before.hand.lift('a4');
	const after = makeTable({ a4: 'red' }, { storage });
	assert.deepEqual(after.pieces.hand, { side: 'red', from: 'a4' });
	assert.deepEqual(after.pieces.all, [['a5', 'blue']]);
	assert.ok(!after.pieces.adopt({ id: '', edition: 'barrage', red: EMPTY, blue: EMPTY }));
	const another = makeTable({ b4: 'red' }, { storage, id: 'b' });
	assert.deepEqual(another.pieces.all, [['b4', 'red']]);
	assert.equal(another.pieces.hand, null);
});

test('a_shaky_hand_keeps_within_limits', async () => {
	const dice = new Dice(5), forced = [];
	const { hand, nerves, told, pieces, contacts } = makeTable(
		{ a1: 'red', b1: 'red', e4: 'red' },
		{ random: () => dice.throw() },
	);
	const force = contacts.force.bind(contacts);
	const isWithin = (what, [least, most]) => {
		const all = forced.filter(what).map(({ ms }) => ms);

		return all.length > 0 && all.every((ms) => ms >= least && ms <= most);
	};

	contacts.force = (sq, level, ms) => {
		forced.push({ sq, level, ms });
		force(sq, level, ms);
	};
	nerves.isShaky = true;
	for (let i = 0; i < 12; i++) {
		hand.lift('e4');
		hand.over('e5');
		await sleep(30);
		hand.over('e4');
		hand.setDown('e4');
		await sleep(350);
	}
	const lines = told.map(({ line }) => line);
	const levels = new Map(lines.map((line) => line.split(' ').reverse()));
	for (const [sq, verb] of levels) assert.equal(verb === 'close', pieces.at(sq) !== null, sq);
	assert.ok(lines.filter((line) => line.endsWith(' e4')).length > 24, 'nothing bounces');
	assert.ok(isWithin(({ sq, level }) => sq === 'e5' && level, [5, 80]), 'carried low');
	assert.ok(isWithin(({ sq, level }) => /^[ab]1$/.test(sq) && !level, [20, 300]), 'jogged');
	assert.ok(isWithin(({ sq }) => sq === 'e4', [1, 150]), 'chatter');
	assert.ok(forced.every(({ sq }) => ['a1', 'b1', 'e4', 'e5'].includes(sq)));
});

await finish();
