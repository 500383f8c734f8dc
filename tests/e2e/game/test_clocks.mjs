/*
 * How much time is left, according to a device that connects late: a view says how much it was when
 * the view was made, so views of a running clock are published again and again, without any event.
 */
import assert from 'node:assert/strict';
import { discover } from '../../../web-ui/link/pair.js';
import { QuickGame, playQuickly } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const seats = ['red', 'blue', 'table', 'arbiter'];
const WHOLE_MS = 20 * 60000;
const SETUP_MS = 10 * 60000;
const RENEWED_MS = 5000; /* how often views are */
const GIVE_WAY_MS = 5; /* by which the public is told later than players */
const LONG_MS = 10 * RENEWED_MS;

const everyone = ({ players: { spectator, red, blue, arbiter } }) => [spectator, red, blue, arbiter];
const leftOf = (game) => everyone(game).map(({ state }) => state.clock.red);

/* How often any of them is shown something from now on. */
function countViews(players) {
	const count = { views: 0 };

	for (const { link } of players) link.addEventListener('state', () => count.views++);
	return count;
}

/* A game with a clock, at the moment at which everybody has been told of the first turn. */
async function timedGame(t) {
	const game = await playQuickly(t, { seats, battles: false, config: { game: { clock: 'fischer 20+10' } } });

	assert.deepEqual(leftOf(game), Array(4).fill(WHOLE_MS));
	return game;
}

test('views_of_a_running_clock_are_renewed', async (t) => {
	const game = await timedGame(t);
	const seqs = everyone(game).map(({ state }) => state.seq);

	await game.clock.advance(RENEWED_MS - GIVE_WAY_MS - 1);
	assert.deepEqual(leftOf(game), Array(4).fill(WHOLE_MS), 'too soon');
	await game.clock.advance(1);
	assert.deepEqual(leftOf(game), [WHOLE_MS, ...Array(3).fill(WHOLE_MS - RENEWED_MS)], 'players first');
	await game.clock.advance(GIVE_WAY_MS);
	assert.deepEqual(leftOf(game), Array(4).fill(WHOLE_MS - RENEWED_MS));
	await game.clock.advance(RENEWED_MS);
	assert.deepEqual(everyone(game).map(({ state }) => state.seq), seqs, 'no event comes of it');
	const late = game.seat('late', await discover({ base: game.daemon.base }));
	await late.until(({ link, state }) => link.online && state, 'the board');
	assert.equal(late.state.clock.red, WHOLE_MS - 2 * RENEWED_MS);
});

test('a_clock_that_stands_is_left_alone', async (t) => {
	const game = await timedGame(t);
	const { arbiter, spectator } = game.players;

	await game.clock.advance(1000);
	await arbiter.say('pause');
	await spectator.until(({ state }) => state.paused, 'the pause');
	const { red } = spectator.state.clock;
	assert.equal(red, WHOLE_MS - 1000 - GIVE_WAY_MS);
	await game.clock.advance(RENEWED_MS); /* in which it is shown once more */
	const count = countViews(everyone(game));
	await game.clock.advance(LONG_MS);
	assert.equal(count.views, 0, 'views of nothing new');
	await arbiter.say('resume');
	await game.clock.advance(RENEWED_MS + GIVE_WAY_MS);
	assert.deepEqual(leftOf(game), Array(4).fill(red - RENEWED_MS));
});

/* Who is told later sees the clock of that time, not how long the player has thought since. */
test('a_delayed_public_sees_an_old_clock', async (t) => {
	const delayMs = 4000;
	const game = new QuickGame({
		seats,
		config: { game: { clock: 'fischer 20+10' }, network: { 'delay-seconds': delayMs / 1000 } },
	});
	const { players, clock } = game;

	t.after(() => game.end());
	await game.begin({ battles: false });
	const seen = { red: [], spectator: [] };
	for (const name of Object.keys(seen))
		players[name].link.addEventListener('state', ({ detail }) =>
			seen[name].push({ left: detail.clock.red, atMs: clock.nowMs }));
	await clock.within(LONG_MS, () => false); /* from one thing that is due to the next */
	assert.ok(seen.red.length >= LONG_MS / RENEWED_MS - 1);
	const late = seen.red.map(({ left, atMs }) => ({ left, atMs: atMs + delayMs }));
	for (const each of seen.spectator.slice(1)) assert.deepEqual(late.filter(({ left }) => left === each.left), [each]);
});

test('the_time_to_set_up_is_shown', async (t) => {
	const game = new QuickGame({ seats, config: { game: { clock: 'fischer 20+10 setup 10' } } });
	const setupOf = () => everyone(game).map(({ state }) => state.setup_ms);

	t.after(() => game.end());
	await game.start();
	for (const { state } of everyone(game)) assert.equal(state.clock, null);
	await game.table.show(['close a1']);
	await game.clock.advance(GIVE_WAY_MS);
	assert.deepEqual(setupOf(), Array(4).fill(SETUP_MS));
	await game.clock.advance(RENEWED_MS);
	assert.deepEqual(setupOf(), Array(4).fill(SETUP_MS - RENEWED_MS));
	await game.setUp();
	await game.clock.settle();
	assert.deepEqual(setupOf(), Array(4).fill(null));
	assert.deepEqual(leftOf(game), Array(4).fill(WHOLE_MS));
});

test('without_a_clock_nothing_is_renewed', async (t) => {
	const game = await playQuickly(t, { seats, battles: false });

	await game.clock.advance(1000); /* contacts are shown to the arbiter a little later */
	const count = countViews(everyone(game));
	await game.clock.advance(LONG_MS);
	assert.equal(count.views, 0);
	assert.equal(game.players.spectator.state.setup_ms, null);
});

await finish();
