/*
 * Codes on the virtual table's page: the table gets them, they seat a player, and a client that
 * only overhears, repeats or guesses them gains nothing.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { use } from '../../../web-ui/common/i18n.js';
import { hello } from '../../../web-ui/link/ask.js';
import { BLOCKS, fromHex, seal } from '../../../web-ui/link/code.js';
import { pair } from '../../../web-ui/link/pair.js';
import { askForCode } from '../../../web-ui/table/ask_code.js';
import { startDaemon } from '../lib/daemon.mjs';
import { playQuickly, QuickGame } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

use('en', JSON.parse(readFileSync(new URL('../../../web-ui/lang/en.json', import.meta.url), 'utf8')));

/* who has looked at ranks, and how, by the journal */
const looksIn = (state) => execFileSync('sqlite3', ['-readonly', `${state}/archive.db`, 'SELECT who, body FROM entry WHERE kind = \'look\' ORDER BY seq'],
	{ encoding: 'utf8' }).trim().split('\n');

/* of which seats this one was told that a code was made for it */
const toldOfCodes = ({ heard }, name) => heard[name].map((text) => JSON.parse(text).value)
	.filter(({ event, word }) => event === 'word' && word === 'move-seat').map(({ side }) => side);

const toBase64 = (bytes) => Buffer.from(bytes).toString('base64');

/* status and text of an answer to a box as it is */
async function post(daemon, box) {
	const response = await fetch(new URL('/codes', daemon.base), {
		method: 'POST',
		body: JSON.stringify({ box }),
	});

	return { status: response.status, text: await response.text() };
}

test('table_gets_codes_that_seat_players', async (t) => {
	const daemon = await startDaemon(t);
	const table = await daemon.pair('table');

	for (const seat of ['red', 'blue']) {
		const { code, url, minutes, modules } = await askForCode(table, seat, { base: daemon.base });
		const rows = modules.split('/');

		assert.equal(minutes, 5);
		assert.ok(url.endsWith(`/play#${code.replaceAll('-', '')}`));
		assert.ok(rows.length >= 21 && rows.every((row) => /^[01]+$/.test(row)));
		assert.ok(rows.every(({ length }) => length === rows.length));
		assert.equal((await pair(code, { base: daemon.base })).seat, seat);
		await assert.rejects(askForCode(table, seat, { base: daemon.base }), /is taken/);
	}
	assert.ok(!daemon.log.includes('#'), 'a code is in the log');
});

test('nobody_else_gets_codes', async (t) => {
	const daemon = await startDaemon(t);
	const table = await daemon.pair('table'), red = await daemon.pair('red');
	const sealed = (key, value) => toBase64(seal(fromHex(key), value, BLOCKS.say));
	const asked = async (more) => ({ ask: 'codes', seat: 'blue', ...(await hello(table)), ...more });
	const refused = [
		sealed(red.up, await asked()),
		sealed(table.down, await asked()),
		sealed(table.up, await asked({ seat: 'arbiter' })),
		sealed(table.up, await asked({ seat: 'table' })),
		sealed(table.up, await asked({ ask: 'pieces' })),
		sealed(table.up, await asked({ run: '0'.repeat(32) })),
		sealed(table.up, await asked({ epoch: 0 })),
		sealed(table.up, await asked({ epoch: 2 ** 53 - 1 })), /* a place that was never given */
		sealed(table.up, { ask: 'codes', seat: 'blue', at: Date.now() + 1e9 }), /* as it was before */
		sealed(table.up, { ask: 'codes', seat: 'blue' }),
		sealed(table.up, 'blue'),
		'', 'AAAA', '*', 'A'.repeat(400),
	];

	for (const box of refused) {
		const { status, text } = await post(daemon, box);

		assert.equal(status, 403, box);
		assert.deepEqual(JSON.parse(text), { ok: false, why: { code: 'not-the-table' } });
	}
});

const question = async (table) =>
	toBase64(seal(fromHex(table.up), { ask: 'codes', seat: 'red', ...(await hello(table)) }, BLOCKS.say));

test('a_question_is_answered_once', async (t) => {
	const daemon = await startDaemon(t);
	const table = await daemon.pair('table');
	const box = await question(table);

	assert.equal((await post(daemon, box)).status, 200);
	const { code } = await askForCode(table, 'red');
	assert.equal((await post(daemon, box)).status, 403);
	/* and so the code that is on the screen is still good */
	assert.equal((await pair(code, { base: daemon.base })).seat, 'red');
});

/* What was overheard before the daemon was killed must not void the code that is shown after. */
test('nor_is_it_after_the_daemon_was_killed', async (t) => {
	const daemon = await startDaemon(t);
	const table = await daemon.pair('table');
	const [used, unused] = [await question(table), await question(table)];

	assert.equal((await post(daemon, used)).status, 200);
	await daemon.kill();
	await daemon.start();
	const { code } = await askForCode(table, 'red');
	for (const box of [used, unused])
		assert.equal((await post(daemon, box)).status, 403);
	assert.equal((await pair(code, { base: daemon.base })).seat, 'red');
});

test('several_questions_at_once_are_all_answered', async (t) => {
	const daemon = await startDaemon(t);
	const table = await daemon.pair('table');
	const codes = await Promise.all(['red', 'blue', 'red', 'blue'].map((seat) => askForCode(table, seat)));

	assert.equal(new Set(codes.map(({ code }) => code)).size, 4);
});

/* Somebody in between keeps what the board has answered, and gives it for another question. */
test('answers_to_other_questions_are_not_believed', async (t) => {
	const daemon = await startDaemon(t);
	const table = await daemon.pair('table');
	const kept = {};
	const between = (isLate) => async (url, options) => {
		const response = await fetch(url, options);
		const text = await response.text(), { pathname } = new URL(url);

		return { json: async () => JSON.parse(isLate(pathname) ? kept[pathname] : (kept[pathname] = text)) };
	};
	const ask = (seat, isLate) => askForCode(table, seat, { fetch: between(isLate) });

	assert.ok((await ask('red', () => false)).code);
	await assert.rejects(ask('blue', (path) => path === '/codes'));
	await assert.rejects(ask('blue', (path) => path === '/hello'));
	assert.ok((await ask('blue', () => false)).code);
});

/* Whatever time the table's device believes it is, once or always. */
test('a_clock_that_is_ahead_does_not_matter', async (t) => {
	const daemon = await startDaemon(t);
	const table = await daemon.pair('table');
	const { now } = Date;

	t.after(() => { Date.now = now; });
	for (const ahead of [1e9, 2 ** 52, 0, -1e9]) {
		Date.now = () => now() + ahead;
		assert.ok((await askForCode(table, 'red')).code);
	}
});

test('a_table_that_was_paired_anew_asks_anew', async (t) => {
	const daemon = await startDaemon(t);
	const before = await daemon.pair('table');

	assert.ok((await askForCode(before, 'red')).code);
	const old = await question(before);
	await daemon.demand({ do: 'unpair', seat: 'table' });
	await assert.rejects(askForCode(before, 'red'), /Only the table/);
	const table = await daemon.pair('table');
	assert.ok((await askForCode(table, 'red')).code);
	assert.equal((await post(daemon, old)).status, 403);
});

/*
 * A code for a seat shows its ranks to the device that takes it, as a look would. The players are told, unless it
 * was the seat's own wish.
 */
test('a_code_in_mid_game_is_told_and_written_down', async (t) => {
	const game = await playQuickly(t, { seats: ['red', 'blue', 'arbiter', 'table'], battles: false });
	const { daemon, players: { red, blue, arbiter }, clock } = game;
	const expectTold = async (...sides) => {
		await clock.settle();
		for (const name of ['red', 'blue', 'arbiter']) assert.deepEqual(toldOfCodes(game, name), sides, name);
		assert.deepEqual(toldOfCodes(game, 'spectator'), []);
	};

	await red.say('move-seat');
	await expectTold();
	await daemon.demand({ do: 'pair', seat: 'red', move: true });
	await expectTold('red');
	await arbiter.say('pair blue');
	await expectTold('red', 'blue');
	/* a seat that has become free is offered by the virtual table's page */
	await blue.say('unpair');
	await clock.until(async () => !(await daemon.demand({ do: 'status' })).paired.includes('blue'), 'a free seat');
	await askForCode(game.access.table, 'blue', { base: daemon.base });
	await clock.settle();
	assert.deepEqual(toldOfCodes(game, 'red'), ['red', 'blue', 'blue']);
	await daemon.stop();
	assert.deepEqual(looksIn(daemon.state), ['operator|by a code for red', 'arbiter|by a code for blue', 'table|by a code for blue']);
});

test('a_code_before_there_are_ranks_is_nobodys_business', async (t) => {
	const game = new QuickGame();
	t.after(() => game.end());
	await game.start();
	const { daemon, players: { red }, clock } = game;

	await daemon.demand({ do: 'pair', seat: 'blue', move: true });
	await clock.settle();
	assert.deepEqual(toldOfCodes(game, 'red'), []);
	await red.say(`formation ${game.formations.red}`);
	await daemon.demand({ do: 'pair', seat: 'blue', move: true });
	await daemon.demand({ do: 'pair', seat: 'red', move: true });
	await clock.settle();
	await daemon.stop();
	assert.deepEqual(looksIn(daemon.state), ['operator|by a code for red']);
});

await finish();
