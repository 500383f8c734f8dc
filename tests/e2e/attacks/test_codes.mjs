/*
 * Codes on the virtual table's page: the table gets them, they seat a player, and a client that
 * only overhears, repeats or guesses them gains nothing.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { use } from '../../../web-ui/common/i18n.js';
import { BLOCKS, fromHex, seal } from '../../../web-ui/link/code.js';
import { pair } from '../../../web-ui/link/pair.js';
import { askForCode } from '../../../web-ui/table/ask_code.js';
import { startDaemon } from '../lib/daemon.mjs';
import { finish, test } from '../lib/tap.mjs';

use('en', JSON.parse(readFileSync(new URL('../../../web-ui/lang/en.json', import.meta.url), 'utf8')));

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
	const refused = [
		sealed(red.up, { seat: 'blue', at: Date.now() }),
		sealed(table.down, { seat: 'blue', at: Date.now() }),
		sealed(table.up, { seat: 'arbiter', at: Date.now() }),
		sealed(table.up, { seat: 'table', at: Date.now() }),
		sealed(table.up, { seat: 'blue', at: 0 }),
		sealed(table.up, { seat: 'blue' }),
		sealed(table.up, 'blue'),
		'', 'AAAA', '*', 'A'.repeat(400),
	];

	for (const box of refused) {
		const { status, text } = await post(daemon, box);

		assert.equal(status, 403, box);
		assert.deepEqual(JSON.parse(text), { ok: false, why: { code: 'not-the-table' } });
	}
});

test('a_question_is_answered_once', async (t) => {
	const daemon = await startDaemon(t);
	const table = await daemon.pair('table');
	const box = toBase64(seal(fromHex(table.up), { seat: 'red', at: Date.now() }, BLOCKS.say));

	assert.equal((await post(daemon, box)).status, 200);
	const { code } = await askForCode(table, 'red', { base: daemon.base });
	assert.equal((await post(daemon, box)).status, 403);
	/* and so the code that is on the screen is still good */
	assert.equal((await pair(code, { base: daemon.base })).seat, 'red');
});

test('a_table_that_was_paired_anew_asks_anew', async (t) => {
	const daemon = await startDaemon(t);
	const before = await daemon.pair('table');
	const far = Date.now() + 1e9;

	await post(daemon, toBase64(seal(fromHex(before.up), { seat: 'red', at: far }, BLOCKS.say)));
	await daemon.demand({ do: 'unpair', seat: 'table' });
	await assert.rejects(askForCode(before, 'red', { base: daemon.base }), /Only the table/);
	const table = await daemon.pair('table');
	assert.ok((await askForCode(table, 'red', { base: daemon.base })).code);
});

await finish();
