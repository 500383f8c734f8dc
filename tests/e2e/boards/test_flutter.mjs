/*
 * A contact that flutters by itself: the archive does not grow with it, the arbiter is told of the
 * fault, the level that it ends with is not lost, and what was written down is replayed to the same.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADJUTANT, startDaemon } from '../lib/daemon.mjs';
import { gather } from '../lib/people/players.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';

const GAME = fileURLToPath(new URL('../../games/duel.game', import.meta.url));
const PAUSE_MS = 50;
const WRITTEN_MS = 1000; /* inputs that lead to nothing are written a little later */
const MESSAGES = 60;
const CHANGES = 99; /* in each, so that each leaves it otherwise than the one before */
/* rate_limit.h: what a contact may change at once, and in a second */
const AT_ONCE = 500;
const A_SECOND = 100;
const NEW_TAGS = 200; /* on a square, at once */

const run = (...words) => execFileSync(ADJUTANT, words, { encoding: 'utf8', maxBuffer: 1 << 26 });
const isClosed = ({ closed }) => closed.split('/')[4][4] === '1'; /* e5 */
const faultsIn = (events) => events.filter(({ event }) => event === 'fault').map(({ what, squares }) => `${what} ${squares}`);

test('a_flutter_is_written_down_in_short', async (t) => {
	const clock = new VirtualClock();
	const daemon = await startDaemon(t, { game: { edition: 'duel' } }, { clock });
	const { table, arbiter } = await gather(t, daemon, { seats: ['table', 'arbiter'] });
	const { readings } = await daemon.ask({ do: 'status' });

	for (let i = 0; i < MESSAGES; i++) {
		await table.link.table(Array.from({ length: CHANGES }, (_, j) => `${(i + j) % 2 ? 'open' : 'close'} e5`));
		await clock.advance(PAUSE_MS);
	}
	await table.link.table(['close e5']);
	await arbiter.until(({ state }) => isClosed(state) && state.faulty.includes('e5'), 'the last level, of a faulty square');
	const status = await daemon.ask({ do: 'status' });
	assert.equal(status.readings - readings, MESSAGES * CHANGES + 1, 'all of it was said');

	await clock.advance(WRITTEN_MS);
	const recording = run('record', '--state', daemon.state, '1');
	const changes = recording.split('\n').filter((line) => line.endsWith(' e5'));
	assert.match(changes.at(-1), / close e5$/, 'the last level is in the recording');
	const [first, last] = [changes[0], changes.at(-1)].map((line) => Number(line.split(' ')[0]));
	assert.ok(changes.length < AT_ONCE + A_SECOND * ((last - first) / 1e6 + 1), `${changes.length} changes were written`);
	assert.ok(changes.length > AT_ONCE, 'as many as hands could make are all written');

	const file = join(daemon.dir, 'flutter.rec');
	writeFileSync(file, recording);
	const replayed = run('replay', '--game', GAME, '--to', 'arbiter', file).trim().split('\n').map((line) => JSON.parse(line));
	assert.deepEqual(faultsIn(replayed), ['flutter e5']);
	assert.deepEqual(faultsIn(arbiter.events), ['flutter e5']);
});

/* As a reader does that misreads bits; the board says nothing of it by itself. */
test('ever_new_tags_are_a_fault', async (t) => {
	const clock = new VirtualClock();
	const daemon = await startDaemon(t, { game: { edition: 'duel' }, table: { sensors: 'rfid' } }, { clock });
	const { table, arbiter } = await gather(t, daemon, { seats: ['table', 'arbiter'] });
	const tag = (number) => `04${number.toString(16).padStart(6, '0').toUpperCase()}`;
	const board = async () => (await daemon.ask({ do: 'status' })).table;

	assert.equal(arbiter.state.board, 'ok');
	for (let i = 0; i < MESSAGES; i++) {
		await table.link.table(
			Array.from({ length: CHANGES }, (_, j) => `${j % 2 ? 'untag' : 'tag'} e5 ${tag((i * CHANGES + j) >> 1)}`),
		);
		await clock.advance(PAUSE_MS);
	}
	await arbiter.until(({ state }) => /ever new tags are read on e5: check the antenna/.test(state.board), 'the fault');
	assert.match(await board(), /e5/);
	await table.link.table(['tag e6 04A1B2C3']);
	await clock.advance(WRITTEN_MS);
	const recording = run('record', '--state', daemon.state, '1').split('\n');
	const written = recording.filter((line) => / (un)?tag e5 /.test(line)).length;
	assert.ok(written > NEW_TAGS && written <= 2 * NEW_TAGS + MESSAGES, `${written} of ${MESSAGES * CHANGES} were written`);
	assert.ok(recording.some((line) => line.endsWith(' tag e6 04A1B2C3')), 'other squares are read');
	await arbiter.until(({ state }) => state.board === 'ok', 'the end of it');
});

await finish();
