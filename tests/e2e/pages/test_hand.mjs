/*
 * The virtual table's hand, without a page: what its movements make the contacts and readers say is
 * what those of a board would say (daemon/table/gestures.md), and no more.
 */
import assert from 'node:assert/strict';
import { Contacts } from '../../../web-ui/table/contacts.js';
import { Hand } from '../../../web-ui/table/hand.js';
import { Nerves } from '../../../web-ui/table/nerves.js';
import { Pieces } from '../../../web-ui/table/pieces.js';
import { Readers } from '../../../web-ui/table/readers.js';
import { TagSet } from '../../../web-ui/table/tag_set.js';
import { Dice } from '../lib/dice.mjs';
import { PageClock } from '../lib/page_clock.mjs';
import { finish, test } from '../lib/tap.mjs';

const clock = new PageClock();
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

/* {a4: 'red'} and {a4: {side: 'red', tag: '04A1'}} as the referee wants it */
const wantedOf = (on) =>
	new Map(Object.entries(on).map(([sq, each]) => [sq, typeof each === 'string' ? { side: each, tag: null } : each]));

/* a table with pieces on it, and everything that its contacts and readers say */
function makeTable(on = {}, { random, storage, wanted = {}, id = 'a', set = new TagSet(null) } = {}) {
	const told = [], touched = [];
	const tell = (lines) => lines.forEach((line) => told.push({ line }));
	const contacts = new Contacts((sq) => pieces.at(sq) !== null || hand.under === sq, tell);
	const readers = new Readers(
		(sq) => [pieces.tagAt(sq), hand.under === sq && hand.held?.tag].filter(Boolean),
		tell,
		random,
	);
	const nerves = new Nerves(contacts, readers, random);
	const near = (sq) => ['a1', 'b1'].filter((each) => each !== sq && pieces.at(each));
	const pieces = new Pieces(
		(sq) => sq && nerves.changed(sq, near(sq), (each) => pieces.tagAt(each)),
		set,
		{ storage, random },
	);
	const hand = new Hand({
		pieces,
		contacts,
		readers,
		nerves,
		wanted: () => wantedOf(wanted),
		touched: (sq) => touched.push(sq),
	});
	const view = { id, army: { M: 8 }, red: rowsOf(on, 'red'), blue: rowsOf(on, 'blue') };

	pieces.adopt(view);
	contacts.frame({ columns: 10, rows: 10 });
	readers.report(pieces.all.map(([sq]) => sq));
	told.length = 0;
	return {
		pieces, contacts, readers, hand, nerves, touched, told,
		/* what was said since the last time */
		async heard(ms = 0) {
			await clock.pass(ms);
			return told.splice(0).map(({ line }) => line);
		},
		/* the same, where timers follow timers: so many lines, however long they take, and no more */
		async hears(count) {
			await clock.until(() => told.length >= count, () => `${count} lines do not come of ${JSON.stringify(told)}`);
			return this.heard(200);
		},
	};
}

/* the tags of a game in which these pieces belong on the board: {a4: ['red', '04A1']} */
async function makeSet(on = {}, { red = [], blue = [], phase = 'play' } = {}) {
	const answer = { game: 'a', contacts: true, red: red.map((tag) => ({ tag })), blue: blue.map((tag) => ({ tag })) };

	for (const [sq, [side, tag]] of Object.entries(on)) answer[side].push({ tag, on: sq });
	const set = new TagSet(async () => answer);
	await set.follow({ id: 'a', phase, moves: [], guides: [], tags: true });
	return set;
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
	hand.over('d6'); /* so fast that what was between was not seen */
	hand.setDown('d6');
	assert.deepEqual((await heard(150)).sort(),
		['close b6', 'close c6', 'close d6', 'open a6', 'open b6', 'open c6']);
});

test('touches_what_it_is_held_against', async () => {
	const table = makeTable({ a4: 'red', a5: 'blue', b4: 'red' });
	const { hand, pieces, heard, touched } = table;

	hand.lift('a4');
	hand.over('a5');
	await clock.until(() => touched.length > 0, 'the touch');
	assert.ok(hand.setDown('a5')); /* it is the same touch */
	assert.deepEqual(await table.hears(3), ['open a4', 'open a5', 'close a5']);
	assert.deepEqual(pieces.hand, { side: 'red', from: 'a4', tag: null });
	hand.over('b4');
	assert.deepEqual(await heard(400), [], 'an own piece is not touched');
	assert.ok(!hand.setDown('b4'));
	await clock.pass(200);
	hand.setDown('a5');
	assert.deepEqual(await table.hears(2), ['open a5', 'close a5']);
	assert.deepEqual(touched, ['a5', 'a5']);
	hand.putBack();
	assert.deepEqual(await heard(), ['close a4']);
});

test('passing_quickly_touches_nothing', async () => {
	const { hand, heard } = makeTable({ a4: 'red', a5: 'blue' });

	hand.lift('a4');
	hand.over('a5');
	await clock.pass(50);
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
	await clock.during(hand.putRight(() => []));
	assert.deepEqual(await heard(), ['open a5', 'close a5']);
	assert.equal(pieces.at('a5'), 'red');
	assert.equal(pieces.hand, null);
	await clock.during(hand.putRight(() => ['a5'])); /* it looks right, and yet it is to be taken up */
	assert.deepEqual(await heard(), ['open a5', 'close a5']);
});

test('a_piece_of_the_wrong_side_is_a_mistake', async () => {
	const { hand } = makeTable({ a4: 'red', a5: 'blue' }, { wanted: { a5: 'red' } });

	hand.lift('a4');
	assert.equal(hand.isMistaken, true);
	await clock.during(hand.putRight(() => []));
	assert.equal(hand.isMistaken, false);
	hand.lift('a5'); /* only missing, which contacts tell */
	assert.equal(hand.isMistaken, false);
});

test('puts_back_what_went_wrong', async () => {
	const { hand, pieces, heard } = makeTable({ c5: 'red' }, { wanted: { c4: 'red' } });

	await clock.during(hand.fix('c4'));
	assert.deepEqual(await heard(), ['open c5', 'close c4']);
	assert.equal(pieces.beside('red'), 7);
});

test('remembers_where_pieces_stand', async () => {
	const storage = new Storage();
	const before = makeTable({ a4: 'red', a5: 'blue' }, { storage });

	before.hand.lift('a4');
	const after = makeTable({ a4: 'red' }, { storage });
	assert.deepEqual(after.pieces.hand, { side: 'red', from: 'a4', tag: null });
	assert.deepEqual(after.pieces.all, [['a5', 'blue']]);
	assert.ok(!after.pieces.adopt({ id: '', army: { M: 8 }, red: EMPTY, blue: EMPTY }));
	const another = makeTable({ b4: 'red' }, { storage, id: 'b' });
	assert.deepEqual(another.pieces.all, [['b4', 'red']]);
	assert.equal(another.pieces.hand, null);
});

/* ---- tags ---- */

const READ_MS = 90; /* after which every reader has come round */

test('a_tag_is_read_after_the_contact', async () => {
	const set = await makeSet({ a4: ['red', '04A1'] });
	const { hand, heard } = makeTable({ a4: 'red' }, { set });

	hand.lift('a4');
	assert.deepEqual(await heard(), ['open a4']);
	assert.deepEqual(await heard(READ_MS), ['untag a4 04A1']);
	hand.setDown('a5');
	assert.deepEqual(await heard(), ['close a5']);
	assert.deepEqual(await heard(READ_MS), ['tag a5 04A1']);
});

test('a_touch_shows_the_tag_where_it_touches', async () => {
	const set = await makeSet({ a4: ['red', '04A1'], a5: ['blue', '04B1'] });
	const table = makeTable({ a4: 'red', a5: 'blue' }, { set });

	table.hand.lift('a4');
	await table.hears(2);
	table.hand.setDown('a5');
	assert.deepEqual(await table.hears(4), ['open a5', 'tag a5 04A1', 'close a5', 'untag a5 04A1']);
});

test('a_slid_piece_is_read_on_its_way', async () => {
	const set = await makeSet({ a4: ['red', '04A1'] });
	const { hand, heard } = makeTable({ a4: 'red' }, { set });

	hand.isSliding = true;
	hand.lift('a4');
	hand.over('a5');
	assert.deepEqual((await heard(READ_MS)).sort(), ['close a5', 'open a4', 'tag a5 04A1', 'untag a4 04A1']);
	hand.setDown('a5');
	assert.deepEqual(await heard(READ_MS), []);
});

test('two_pieces_change_places', async () => {
	const set = await makeSet({ a1: ['red', '04A1'], b1: ['red', '04A2'] }, { phase: 'setup' });
	const { hand, pieces, heard } = makeTable({}, { set });

	hand.lift('a1');
	await clock.during(hand.exchange('b1'));
	const lines = await heard(READ_MS);
	assert.deepEqual(lines.filter((line) => !line.includes('tag')), ['open a1', 'open b1', 'close a1', 'close b1']);
	assert.deepEqual(lines.filter((line) => line.startsWith('tag')).sort(), ['tag a1 04A2', 'tag b1 04A1']);
	assert.deepEqual([pieces.tagAt('a1'), pieces.tagAt('b1'), pieces.hand], ['04A2', '04A1', null]);
});

test('one_from_beside_the_board_sends_the_other_there', async () => {
	const set = await makeSet({ a1: ['red', '04A1'] }, { red: ['04A2'], phase: 'setup' });
	const { hand, pieces } = makeTable({}, { set });

	hand.take('red');
	await clock.during(hand.exchange('a1'));
	assert.equal(pieces.tagAt('a1'), '04A2');
	assert.equal(pieces.beside('red'), 1);
});

test('each_piece_goes_back_where_it_belongs', async () => {
	const homes = Object.fromEntries(['a1', 'b1', 'c1', 'd1'].map((sq, i) => [sq, ['red', `04A${i}`]]));
	const set = await makeSet(homes, { red: ['04AA', '04AB'] }); /* two are out of the game */
	const on = Object.fromEntries(Object.keys(homes).map((sq) => [sq, 'red']));
	const wanted = Object.fromEntries(Object.entries(homes).map(([sq, [side, tag]]) => [sq, { side, tag }]));
	const { hand, pieces } = makeTable(on, { set, wanted });

	await clock.during(hand.sweep(['b1', 'c1']));
	assert.ok(hand.take('red') && hand.setDown('c1'));
	assert.equal(pieces.tagAt('c1'), '04A2', 'who looks at its face takes the right one');
	hand.lift('a1');
	hand.setDown('b1');
	hand.lift('d1');
	hand.setDown('a1');
	assert.deepEqual(hand.wrong(), ['b1', 'a1', 'd1']);
	await clock.during(hand.putRight(() => []));
	for (const [sq, [, tag]] of Object.entries(homes)) assert.equal(pieces.tagAt(sq), tag);
});

test('pieces_are_taken_by_chance_while_people_set_up', async () => {
	const red = Array.from({ length: 8 }, (_, i) => `04A${i}`);
	const set = await makeSet({}, { red, phase: 'setup' });
	const orders = new Set();

	for (let i = 0; i < 5; i++) {
		const { hand, pieces } = makeTable({}, { set });

		await clock.during(hand.placeAll(['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1'], 'red'));
		orders.add(pieces.all.map(([sq]) => pieces.tagAt(sq)).join());
		assert.equal(pieces.beside('red'), 0);
	}
	assert.ok(orders.size > 1);
});

test('another_device_has_the_pieces_as_the_board_has_them', async () => {
	const set = await makeSet({ a4: ['red', '04A1'] }, { red: ['04A2'] });
	const { pieces } = makeTable({ a4: 'red', b4: 'red' }, { set });

	assert.deepEqual([pieces.tagAt('a4'), pieces.tagAt('b4')], ['04A1', '04A2']);
});

/* ---- nerves ---- */

test('a_shaky_hand_is_read_in_the_end', async () => {
	const dice = new Dice(3);
	const set = await makeSet({ a1: ['red', '04A1'], b1: ['red', '04A2'], e4: ['red', '04A3'] });
	const { hand, nerves, readers, told, pieces } = makeTable(
		{ a1: 'red', b1: 'red', e4: 'red' },
		{ set, random: () => dice.throw() },
	);
	const seen = new Map(['a1', 'b1', 'e4'].map((sq) => [sq, [pieces.tagAt(sq)]]));
	const miss = readers.miss.bind(readers);
	const follow = (line) => {
		const [verb, sq, tag] = line.split(' '), list = seen.get(sq) ?? [];

		if (verb === 'tag') seen.set(sq, [...list, tag]);
		if (verb === 'untag') seen.set(sq, list.filter((each) => each !== tag));
	};
	const isRight = () => {
		told.splice(0).forEach(({ line }) => follow(line));
		return [...seen].every(([sq, tags]) => tags.join() === (pieces.tagAt(sq) ?? ''));
	};
	let misses = 0;

	readers.miss = (...what) => {
		misses++;
		miss(...what);
	};
	nerves.isShaky = true;
	for (let i = 0; i < 12; i++) {
		hand.lift('e4');
		await clock.pass(READ_MS);
		hand.setDown('e4');
		await clock.pass(READ_MS);
	}
	await clock.pass(500); /* the longest miss */
	await clock.until(isRight, () => `the readers see ${JSON.stringify([...seen])}`);
	assert.ok(misses > 0, 'nothing was ever missed');
});

test('a_shaky_hand_keeps_within_limits', async () => {
	const dice = new Dice(5), forced = [];
	const { hand, nerves, told, pieces, contacts } = makeTable(
		{ a1: 'red', b1: 'red', e4: 'red' },
		{ random: () => dice.throw() },
	);
	const force = contacts.force.bind(contacts);
	/* what nerves do to contacts, and within which limits */
	const doings = {
		'carried low': [({ sq, level }) => sq === 'e5' && level, [5, 80]],
		'jogged': [({ sq, level }) => /^[ab]1$/.test(sq) && !level, [20, 300]],
		'chatter': [({ sq }) => sq === 'e4', [1, 150]],
	};
	const hasSeenAll = () => Object.values(doings).every(([isIt]) => forced.some(isIt));
	const lines = () => told.map(({ line }) => line);
	const levels = () => new Map(lines().map((line) => line.split(' ').reverse()));
	const isRight = () => [...levels()].every(([sq, verb]) => (verb === 'close') === (pieces.at(sq) !== null));

	contacts.force = (sq, level, ms) => {
		forced.push({ sq, level, ms });
		force(sq, level, ms);
	};
	nerves.isShaky = true;
	/* timers throw these dice too: what comes of a seed depends on when they are due */
	for (let i = 0; i < 12 || (i < 100 && !hasSeenAll()); i++) {
		hand.lift('e4');
		hand.over('e5');
		await clock.pass(30);
		hand.over('e4');
		hand.setDown('e4');
		await clock.pass(350);
	}
	await clock.until(isRight, () => `the contacts say ${JSON.stringify([...levels()])}`);
	assert.ok(lines().filter((line) => line.endsWith(' e4')).length > 24, 'nothing bounces');
	for (const [what, [isIt, [least, most]]] of Object.entries(doings)) {
		const times = forced.filter(isIt).map(({ ms }) => ms);

		assert.ok(times.length > 0, `nothing is ever ${what}`);
		assert.ok(times.every((ms) => ms >= least && ms <= most), `${what}: ${times}`);
	}
	assert.ok(forced.every(({ sq }) => ['a1', 'b1', 'e4', 'e5'].includes(sq)));
});

await finish();
