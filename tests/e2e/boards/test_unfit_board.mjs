/*
 * Boards whose driver cannot be made for a game: one that is wired for a smaller board, one whose
 * recording has gone. People are told, and when it can be made again it is. And boards with other
 * sensors than are configured, which would be read in vain.
 */
import assert from 'node:assert/strict';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Daemon, startDaemon } from '../lib/daemon.mjs';
import { untilStatus } from '../lib/faults/disk.mjs';
import { gather } from '../lib/people/players.mjs';
import { SerialBoard } from '../lib/serial_board.mjs';
import { finish, test } from '../lib/tap.mjs';

const lines = (from, count) => Array.from({ length: count }, (_, i) => from + i).join(' ');

/* a matrix on a chip that is not there, which is enough to be told so by its driver */
const matrix = (size, edition) => ({
	table: { driver: 'reed', chip: '/dev/no-chip', rows: lines(1, size), columns: lines(20, size) },
	game: { edition },
});

/* Returns the number of the game then. */
async function untilTable(daemon, pattern) {
	const { game } = await untilStatus(daemon, ({ table }) => pattern.test(table), `a table that is ${pattern}`);

	return game;
}

test('no_game_that_the_board_has_no_room_for', async (t) => {
	const daemon = await startDaemon(t, matrix(8, 'quick-barrage'));
	const game = await untilTable(daemon, /no-chip/);
	const answer = await daemon.ask({ do: 'new', edition: 'barrage' });

	assert.equal(answer.ok, false);
	assert.equal(
		answer.why,
		"this board cannot be used for barrage: rows names 8 lines, but the game's board has 10 rows",
	);
	assert.equal(await untilTable(daemon, /no-chip/), game);
	await daemon.demand({ do: 'new', edition: 'quick-duel' });
});

/* The board was rewired while a larger game was on it. */
test('board_comes_back_with_a_game_that_fits', async (t) => {
	const large = new Daemon(matrix(10, 'barrage'));

	t.after(() => large.destroy());
	await large.start();
	await large.stop();
	const small = matrix(8, 'quick-barrage');
	const daemon = new Daemon({ ...small, board: { 'state-dir': large.state } });
	t.after(() => daemon.destroy());
	daemon.state = large.state;
	await daemon.start();
	assert.match((await daemon.demand({ do: 'status' })).table, /cannot be used: rows names 8 lines/);
	const { arbiter } = await gather(t, daemon, { seats: ['red', 'blue', 'arbiter'] });
	assert.equal(arbiter.state.trouble, 'the board does not answer; call the arbiter');
	await daemon.demand({ do: 'new', edition: 'quick-barrage' });
	await untilTable(daemon, /no-chip/); /* the driver is there again, and looks for its chip */
});

test('recording_goes_and_comes_back', async (t) => {
	const daemon = new Daemon({ table: { driver: 'replay', recording: 'rec' } });
	const recording = join(daemon.dir, 'rec'), kept = join(daemon.dir, 'kept');

	t.after(() => daemon.destroy());
	writeFileSync(
		recording,
		['adjutant-recording 1\n', ...Array.from({ length: 5000 }, (_, i) => `${i * 20000} open a1\n`)].join(''),
	);
	copyFileSync(recording, kept);
	await daemon.start();
	await untilTable(daemon, /^ok$/);
	rmSync(recording);
	await daemon.demand({ do: 'new', edition: 'quick-barrage' });
	await untilTable(daemon, /rec cannot be read: No such file/);
	await sleep(100); /* in which what it was about to say would have been due */
	await untilTable(daemon, /rec cannot be read: No such file/);
	copyFileSync(kept, recording);
	await untilTable(daemon, /^ok$/);
});

/* What the configuration says of a serial board, and what it says of itself. */
for (const [sensors, configured, said] of [
	['rfid', 'reed', /has tag readers and no contacts: write sensors = rfid /],
	['reed', 'reed+rfid', /has contacts and no tag readers: write sensors = reed /],
])
	test(`board_of_${sensors}_is_not_${configured}`, async (t) => {
		const board = new SerialBoard();
		const daemon = new Daemon({ table: { ...board.table, sensors: configured } });

		t.after(() => board.end());
		t.after(() => daemon.destroy());
		await board.start('large', sensors);
		await board.preload(() => daemon.start());
		await untilTable(daemon, said);
	});

await finish();
