/*
 * What is left of the time, as a device is told that comes late: a view says how much it was when the
 * view was made, so views of a clock that runs are made anew, without any event.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { discover } from '../../web-ui/link/pair.js';
import { QuickGame, playQuickly } from './lib/quick_game.mjs';
import { finish, test } from './lib/tap.mjs';

const seats = ['red', 'blue', 'table', 'arbiter'];
const WHOLE_MS = 20 * 60000;
const RENEWED_MS = 5000; /* how often views are */
const LATE_MS = 5000; /* what a busy machine may need */
const PIECES = 16;

const everyone = ({ players: { spectator, red, blue, arbiter } }) => [spectator, red, blue, arbiter];

test('views_of_a_running_clock_are_renewed', async (t) => {
	const game = await playQuickly(t, {
		seats,
		battles: false,
		config: { game: { clock: 'fischer 20+10' } },
	});
	const beganMs = Date.now();
	for (const player of everyone(game)) await player.until(({ state }) => state.phase === 'play', 'the first turn');
	const seqs = everyone(game).map(({ state }) => state.seq);

	for (const player of everyone(game))
		await player.until(({ state }) => state.clock.red < WHOLE_MS - RENEWED_MS, 'a later view');
	assert.deepEqual(everyone(game).map(({ state }) => state.seq), seqs, 'no event comes of it');
	const late = game.seat('late', await discover({ base: game.daemon.base }));
	await late.until(({ link, state }) => link.online && state, 'the board');
	const wrongMs = late.state.clock.red - (WHOLE_MS - (Date.now() - beganMs));
	assert.ok(Math.abs(wrongMs) < RENEWED_MS + LATE_MS, `a latecomer is ${wrongMs} ms wrong`);
});

test('a_clock_that_stands_is_left_alone', async (t) => {
	const game = await playQuickly(t, {
		seats,
		battles: false,
		config: { game: { clock: 'fischer 20+10' } },
	});
	let views = 0;

	await game.players.arbiter.say('pause');
	await game.players.spectator.until(({ state }) => state.paused, 'the pause');
	game.players.spectator.link.addEventListener('state', () => views++);
	await sleep(2 * RENEWED_MS + 500);
	assert.ok(views <= 1, `${views} views of nothing new`);
	await game.players.arbiter.say('resume');
	const { red } = game.players.spectator.state.clock;
	await game.players.spectator.until(({ state }) => state.clock.red < red - RENEWED_MS / 2, 'a later view');
});

/* Who is told later sees the clock of that time, not how long the player has thought since. */
test('a_delayed_public_sees_an_old_clock', async (t) => {
	const delayMs = 4000;
	const game = new QuickGame({
		seats,
		config: { game: { clock: 'fischer 20+10' }, network: { 'delay-seconds': delayMs / 1000 } },
	});
	const { players } = game;

	t.after(() => game.end());
	await game.begin({ battles: false });
	await players.red.until(({ state }) => state.phase === 'play', 'the first turn');
	const seen = { red: [], spectator: [] };
	for (const name of Object.keys(seen))
		players[name].link.addEventListener('state', ({ detail: { clock } }) =>
			seen[name].push({ left: clock.red, atMs: Date.now() }));
	const sameAs = (late) => seen.red.find(({ left }) => Math.abs(left - late.left) < 100);
	await players.spectator.until(() => seen.spectator.some(sameAs), 'a view that the seat had before');
	const late = seen.spectator.find(sameAs);
	const laterMs = late.atMs - sameAs(late).atMs;
	assert.ok(laterMs > delayMs / 2, `it came ${laterMs} ms later`); /* the seat's may be late too */
});

test('the_time_to_set_up_is_shown', async (t) => {
	const game = new QuickGame({ seats, config: { game: { clock: 'fischer 20+10 setup 10' } } });

	t.after(() => game.end());
	await game.start();
	for (const { state } of everyone(game)) assert.equal(state.clock, null);
	await game.table.show(['close a1']);
	for (const player of everyone(game)) {
		await player.until(({ state }) => state.setup_ms !== null, 'the time to set up');
		assert.ok(player.state.setup_ms <= 600000 && player.state.setup_ms > 500000);
	}
	for (const player of everyone(game))
		await player.until(({ state }) => state.setup_ms < 600000 - RENEWED_MS + 1000, 'less of it');
	await game.setUp();
	for (const player of everyone(game))
		await player.until(({ state }) => state.setup_ms === null && state.clock, 'the clocks');
});

test('without_a_clock_nothing_is_renewed', async (t) => {
	const game = await playQuickly(t, { seats, battles: false });
	let views = 0;

	for (const player of everyone(game)) await player.until(({ state }) => state.phase === 'play', 'the first turn');
	/* contacts are shown to the arbiter a little later */
	await game.players.arbiter.until(({ state }) => state.closed.split('1').length === PIECES + 1, 'all contacts');
	for (const { link } of everyone(game)) link.addEventListener('state', () => views++);
	await sleep(RENEWED_MS + 500);
	assert.equal(views, 0);
	assert.equal(game.players.spectator.state.setup_ms, null);
});

await finish();
