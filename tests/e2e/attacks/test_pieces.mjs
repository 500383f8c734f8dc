/*
 * The tags of a virtual table's pieces: only the table gets them, without ranks; they are made up
 * for each game; what the board reads of them during set-up is shown to their owner alone.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hello } from '../../../web-ui/link/ask.js';
import { BLOCKS, fromHex, seal } from '../../../web-ui/link/code.js';
import { askForCode } from '../../../web-ui/table/ask_code.js';
import { askForPieces } from '../../../web-ui/table/tag_set.js';
import { Daemon, startDaemon } from '../lib/daemon.mjs';
import { gather } from '../lib/people/players.mjs';
import { finish, test } from '../lib/tap.mjs';

const SIDES = ['red', 'blue'];
const ROW = { red: 1, blue: 8 }; /* of quick-barrage, the one at the edge */
const EMPTY = `frame ${Array(8).fill('00000000').join('/')}`;
const FULL = `frame ${['11111111', ...Array(6).fill('00000000'), '11111111'].join('/')}`;

const toBase64 = (bytes) => Buffer.from(bytes).toString('base64');
const sealed = (key, value) => toBase64(seal(fromHex(key), value, BLOCKS.say));
/* each from a later place than any before, so that it can only be refused for another reason */
const question = async (table, about = { ask: 'pieces' }) => ({ ...about, ...(await hello(table)) });
const numbers = (list) => list.map(({ tag }) => tag);

const config = (sensors) => ({
	game: { edition: 'quick-barrage', 'debounce-ms': 2, 'settle-ms': 20 },
	table: { sensors },
});

async function post(daemon, path, box, headers = {}) {
	const response = await fetch(new URL(path, daemon.base), {
		method: 'POST',
		headers,
		body: JSON.stringify({ box }),
	});

	return { status: response.status, text: await response.text() };
}

/* Which tags the table's page would get now. */
const piecesOf = (daemon, table) => askForPieces(table, { base: daemon.base });

/* a row of tags on the row at the edge, in this order */
const lay = (side, tags) => tags.map((tag, i) => `tag ${'abcdefgh'[i]}${ROW[side]} ${tag}`);

/* the ranks on the row at the edge, as a seat's view has them */
const rowOf = (player, side) => player.state[side].split('/').at(side === 'red' ? 0 : -1);

/* ---- what the table gets ---- */

test('table_gets_tags_and_no_ranks', async (t) => {
	const daemon = await startDaemon(t, config('rfid'));
	const table = await daemon.pair('table');
	const answer = await piecesOf(daemon, table);
	const all = SIDES.flatMap((side) => answer[side]);

	assert.deepEqual(Object.keys(answer).sort(), ['blue', 'contacts', 'game', 'red']);
	assert.equal(answer.contacts, false);
	assert.match(answer.game, /^[0-9a-f]{32}$/);
	assert.deepEqual(SIDES.map((side) => answer[side].length), [8, 8]);
	assert.equal(new Set(numbers(all)).size, 16);
	for (const each of all) {
		assert.deepEqual(Object.keys(each), ['tag']);
		assert.match(each.tag, /^04[0-9A-F]{12}$/);
	}
	for (const side of SIDES) assert.deepEqual(numbers(answer[side]), numbers(answer[side]).sort());
	for (const tag of numbers(all)) assert.ok(!daemon.log.includes(tag), 'a tag is in the log');
});

/* by kind, as `adjutant enrol` asks for them */
test('enrolled_pieces_come_in_an_order_that_tells_nothing', async (t) => {
	const daemon = new Daemon(config('reed+rfid'));
	const enrolled = SIDES.flatMap((side, i) =>
		[...'M93221BF'].map((code, j) => `tag 04${'FEDCBA98'[j]}${i} ${side} ${code}`));

	t.after(() => daemon.destroy());
	mkdirSync(daemon.state, { mode: 0o700 });
	writeFileSync(`${daemon.state}/pieces`, ['adjutant-pieces 1', ...enrolled, ''].join('\n'), { mode: 0o600 });
	await daemon.start();
	const answer = await piecesOf(daemon, await daemon.pair('table'));

	assert.equal(answer.contacts, true);
	for (const side of SIDES) {
		const own = enrolled.filter((line) => line.includes(side)).map((line) => line.split(' ')[1]);

		assert.deepEqual(numbers(answer[side]), own.sort());
		assert.ok(answer[side].every((each) => Object.keys(each).join() === 'tag'));
	}
});

test('each_game_has_tags_of_its_own', async (t) => {
	const daemon = await startDaemon(t, config('rfid'));
	const table = await daemon.pair('table');
	const first = await piecesOf(daemon, table);

	await daemon.demand({ do: 'new', edition: 'barrage' });
	const second = await piecesOf(daemon, table);
	assert.notEqual(first.game, second.game);
	for (const side of SIDES) {
		assert.equal(second[side].length, 8);
		assert.ok(!numbers(second[side]).some((tag) => numbers(first[side]).includes(tag)));
	}
	/* a restart is no new game */
	await daemon.stop();
	await daemon.start();
	assert.deepEqual(await piecesOf(daemon, table), second);
});

test('a_board_without_tags_has_none_to_tell', async (t) => {
	const daemon = await startDaemon(t, config('reed'));
	const { red, blue, contacts } = await piecesOf(daemon, await daemon.pair('table'));

	assert.deepEqual({ red, blue, contacts }, { red: [], blue: [], contacts: true });
});

/* A side that waited for the other's squares would know where pieces are not. */
test('squares_to_fill_are_told_when_both_armies_are', async (t) => {
	const daemon = await startDaemon(t, { game: { edition: 'barrage' } });
	const players = await gather(t, daemon, { seats: ['red', 'blue', 'table'] });
	const { red, blue, table } = players;
	const homes = async () => (await piecesOf(daemon, table.access)).homes;
	const arranged = () => table.state.arranged;

	assert.equal(await homes(), undefined);
	assert.deepEqual(arranged(), { red: false, blue: false });
	await red.link.say('formation ....F...../.......2.1/.....9.B2./M....3....');
	await table.until(() => arranged().red, 'that red has chosen is public');
	assert.equal(await homes(), undefined, 'blue could still choose by it');
	await blue.link.say('formation .3......../........M./...B1..2../F2..9.....');
	await table.until(() => arranged().blue, 'and so is blue');
	assert.deepEqual(await homes(), {
		red: ['e1', 'h2', 'j2', 'f3', 'h3', 'i3', 'a4', 'f4'],
		blue: ['b7', 'i8', 'd9', 'e9', 'h9', 'a10', 'b10', 'e10'],
	});
	for (const player of [red, blue])
		assert.match(player.state[player === red ? 'blue' : 'red'], /^[./]+$/, 'the other side sees no square');
});

/* ---- what others get ---- */

test('nobody_else_gets_tags', async (t) => {
	const daemon = await startDaemon(t, config('rfid'));
	assert.equal((await post(daemon, '/pieces', sealed('00'.repeat(32), { ask: 'pieces', run: '00', epoch: 1 }))).status, 403, 'no table yet');
	const before = await daemon.pair('table');
	await daemon.demand({ do: 'unpair', seat: 'table' });
	const table = await daemon.pair('table');
	const [red, blue, arbiter] = await Promise.all(['red', 'blue', 'arbiter'].map((seat) => daemon.pair(seat)));
	const refused = [
		...await Promise.all([red, blue, arbiter, before].flatMap(({ up, down }) => [up, down])
			.map(async (key) => sealed(key, await question(table)))),
		sealed(table.down, await question(table)),
		sealed('00'.repeat(32), await question(table)), /* a spectator has no key */
		sealed(table.up, await question(table, { seat: 'red' })),
		sealed(table.up, await question(table, { ask: 'ranks' })),
		sealed(table.up, { ask: 'pieces' }),
		sealed(table.up, { ask: 'pieces', at: Date.now() + 1e9 }),
		sealed(table.up, 'pieces'),
		'', 'AAAA', '*', 'A'.repeat(400),
	];
	const { red: tags } = await piecesOf(daemon, table);

	for (const box of refused) {
		const { status, text } = await post(daemon, '/pieces', box);

		assert.equal(status, 403, box);
		assert.deepEqual(JSON.parse(text), { ok: false, why: { code: 'not-the-table' } });
	}
	for (const path of ['/pieces', '/pieces.json', '/state/pieces', '/../state/pieces']) {
		const response = await fetch(new URL(path, daemon.base));

		assert.ok([404, 405].includes(response.status), path);
		assert.ok(!(await response.text()).includes(tags[0].tag));
	}
	const own = sealed(table.up, await question(table));
	assert.equal((await post(daemon, '/pieces', own, { Origin: 'http://elsewhere' })).status, 403);
	assert.equal((await post(daemon, '/codes', own)).status, 403, 'it is no question for a code');
	assert.equal((await post(daemon, '/pieces', own)).status, 200);
	assert.equal((await post(daemon, '/pieces', own)).status, 403, 'it is answered once');
});

test('questions_for_codes_and_pieces_do_not_hinder_each_other', async (t) => {
	const daemon = await startDaemon(t, config('rfid'));
	const table = await daemon.pair('table');
	assert.equal((await post(daemon, '/pieces', sealed(table.up, await question(table)))).status, 200);
	assert.ok((await askForCode(table, 'red', { base: daemon.base })).code);
});

/* An answer's size tells no more than how many pieces there are. */
test('answers_are_of_one_size', async (t) => {
	const daemon = await startDaemon(t, config('rfid'));
	const table = await daemon.pair('table');
	const size = async () => {
		const { text } = await post(daemon, '/pieces', sealed(table.up, await question(table)));
		return text.length;
	};
	const empty = await size();
	await daemon.demand({ do: 'new', edition: 'classic' });
	assert.equal(await size(), empty);
});

/* ---- setting up ---- */

async function sitDown(t, sensors) {
	const daemon = await startDaemon(t, config(sensors));
	const players = await gather(t, daemon, { seats: ['red', 'blue', 'table'] });

	return { daemon, players, show: (...lines) => players.table.link.table(lines.flat()) };
}

function untilComplete({ spectator }, colour) {
	return spectator.until(({ events }) => events.some(({ event, side }) =>
		event === 'setup-complete' && side === colour), `${colour} to be complete`);
}

/* what the table's page asks, from a client that has its keys */
async function tagsOf({ daemon, players }) {
	const { red, blue } = await piecesOf(daemon, players.table.access);

	return { red: numbers(red), blue: numbers(blue) };
}

test('owners_see_what_is_read_and_nobody_else_does', async (t) => {
	const room = await sitDown(t, 'rfid');
	const { players, show } = room;
	const tags = await tagsOf(room);
	const isRead = (row) => ({ state }) => rowOf({ state }, 'red') === row;

	await show(EMPTY, lay('red', tags.red));
	await players.red.until(({ state }) => /^[1-9MBF]{8}$/.test(rowOf({ state }, 'red')), 'what was read');
	const row = rowOf(players.red, 'red');
	assert.equal([...row].sort().join(''), '12239BFM');

	/* two of them change places */
	const [a, b, ...rest] = row, [first, second] = tags.red;
	await show(`untag a1 ${first}`, `untag b1 ${second}`, `tag a1 ${second}`, `tag b1 ${first}`);
	await players.red.until(isRead([b, a, ...rest].join('')), 'the exchange');
	await show(`untag c1 ${tags.red[2]}`);
	await players.red.until(isRead([b, a, '.', ...rest.slice(1)].join('')), 'the piece that was taken away');

	for (const other of ['blue', 'spectator', 'table']) {
		assert.match(players[other].state.red, /^[./]+$/, other);
		assert.ok(!players[other].events.some(({ event }) => event === 'read'));
	}
	for (const player of Object.values(players)) player.verify();
});

test('tags_go_to_no_other_page', async (t) => {
	const room = await sitDown(t, 'reed+rfid');
	const { players, show } = room;
	const tags = await tagsOf(room), heard = [];

	for (const name of ['red', 'blue', 'spectator'])
		players[name].link.addEventListener('message', ({ detail }) => heard.push(JSON.stringify(detail)));
	await show(lay('red', tags.red), lay('blue', tags.blue), FULL);
	for (const side of SIDES) await players[side].until(({ state }) => !rowOf({ state }, side).includes('.'), 'its pieces');
	for (const side of SIDES) await players[side].say('ready');
	await players.spectator.until(({ state }) => state.phase === 'play', 'the game');
	assert.ok(heard.length > 10);
	for (const tag of [...tags.red, ...tags.blue]) {
		assert.ok(!heard.some((text) => text.includes(tag)), 'a tag was told');
		assert.ok(!room.daemon.log.includes(tag), 'a tag is in the log');
	}
	/* the table may know where each belongs: all see that */
	const { red } = await piecesOf(room.daemon, players.table.access);
	assert.deepEqual(red.map(({ on }) => on).sort(), [...'abcdefgh'].map((column) => `${column}1`));
});

/* A contact that is in order before its tag has been read. */
test('a_late_tag_completes_a_set_up', async (t) => {
	const room = await sitDown(t, 'reed+rfid');
	const { players, show } = room;
	const tags = await tagsOf(room);
	const late = lay('red', tags.red).at(-1);

	await show(lay('red', tags.red).slice(0, -1), FULL);
	await players.red.until(({ state }) => rowOf({ state }, 'red').replace('.', '').length === 7, 'seven pieces');
	await players.red.link.say('ready');
	await show(late);
	await untilComplete(players, 'red');
});

/* Pieces of the game before that still lie there are strangers now, until the table is shown anew. */
test('tags_of_the_game_before_are_gone_with_a_frame', async (t) => {
	const room = await sitDown(t, 'rfid');
	const { daemon, players, show } = room;
	const before = await tagsOf(room);

	await show(EMPTY, lay('red', before.red));
	await players.red.until(({ state }) => !rowOf({ state }, 'red').includes('.'), 'what was read');
	const { game } = players.red.state;
	await daemon.demand({ do: 'new', edition: 'quick-barrage' });
	await players.red.until(({ state }) => state.game > game, 'the next game');
	const refusal = await players.red.link.say('ready');
	assert.deepEqual(refusal.why, { code: 'foreign-tag' });
	const { red } = await tagsOf(room);
	await show(EMPTY, lay('red', red));
	await untilComplete(players, 'red'); /* the word still holds */
});

await finish();
