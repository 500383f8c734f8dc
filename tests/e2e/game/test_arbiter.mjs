/* What the arbiter does and sees shows at once, also when nothing else happens at the table. */
import assert from 'node:assert/strict';
import { discover } from '../../../web-ui/link/pair.js';
import { playQuickly } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const seats = ['red', 'blue', 'table', 'arbiter'];
const DEBOUNCED_MS = 10;

test('a_pause_shows_to_everyone', async (t) => {
	const { players } = await playQuickly(t, { seats, battles: false });

	await players.arbiter.say('pause');
	for (const player of Object.values(players))
		await player.until(({ state }) => state.paused, 'the pause');
	await players.arbiter.say('resume');
	for (const player of Object.values(players))
		await player.until(({ state }) => !state.paused, 'the end of the pause');
});

test('a_correction_shows_to_everyone', async (t) => {
	const { players } = await playQuickly(t, { seats, battles: false });

	await players.arbiter.say('correct j1 empty');
	for (const player of Object.values(players))
		await player.until(({ state }) => state.phase === 'arbiter', 'the correction');
});

test('a_correction_that_is_refused_changes_nothing', async (t) => {
	const game = await playQuickly(t, { seats, battles: false });
	const { arbiter, spectator } = game.players;
	const rows = async () => {
		const { red, blue } = await game.daemon.demand({ do: 'look' });
		return [red, blue];
	};
	const before = await rows();
	const { ok, why } = await arbiter.link.say('correct b4 red 1');

	assert.deepEqual([ok, why], [false, { code: 'army-spent' }]);
	assert.deepEqual(await rows(), before);
	assert.equal((await game.daemon.ask({ do: 'status' })).phase, 'play');
	await game.act(['open i4', 'close i5']);
	assert.equal(spectator.state.turn, 'blue');
});

test('a_contact_shows_to_the_arbiter', async (t) => {
	const { players, table } = await playQuickly(t, { seats, battles: false });
	const row = () => players.arbiter.state.closed.split('/')[3];

	await players.arbiter.until(() => row()[0] === '1', 'the first closed contact');
	await table.show(['open a4']);
	await players.arbiter.until(() => row()[0] === '0', 'the open contact');
	await table.show(['close a4']);
	await players.arbiter.until(() => row()[0] === '1', 'the closed contact');
});

/* A view that comes for another reason shows it too, and is not the last word on it. */
test('a_contact_shows_as_it_is_in_the_end', async (t) => {
	const { players: { arbiter, red }, table, clock } = await playQuickly(t, { seats, battles: false });
	const isClosed = () => arbiter.state.closed.split('/')[3][0] === '1';

	await arbiter.until(isClosed, 'the first closed contact');
	for (let i = 0; i < 3; i++) {
		await table.show(['open a4']);
		await clock.advance(DEBOUNCED_MS);
		assert.ok(isClosed(), 'it is not shown at once');
		await red.say('call-arbiter');
		await clock.settle();
		assert.ok(!isClosed(), 'a view of something else shows the open contact');
		await table.show(['close a4']);
		await arbiter.until(isClosed, 'the closed contact');
	}
});

/* The piece that won is put down while the arbiter corrects something else. */
test('a_guide_ends_with_a_correction', async (t) => {
	const game = await playQuickly(t, { seats, battles: false });
	const { arbiter, spectator } = game.players;

	await game.act(['open e4', 'close e5']);
	await game.act(['open e7', 'close e6']);
	await game.act(['open e5', 'open e6']);
	await spectator.until(({ state }) => state.guides.length > 0, 'a guide');
	await arbiter.say('correct a4 empty');
	await game.table.show(['close e6', 'open a4']);
	await arbiter.until(({ state }) => state.closed.split('/')[5][4] === '1', 'the contact');
	await arbiter.say('correct done');
	await spectator.until(
		({ state }) => state.phase === 'play' && !state.correcting && state.guides.length === 0,
		'play to go on',
	);
});

/* A call is heard also by an arbiter who was away, until the arbiter has said something. */
test('a_call_waits_for_the_arbiter', async (t) => {
	const game = await playQuickly(t, { seats, battles: false });
	const { red, blue, arbiter } = game.players;
	const callers = () => arbiter.state?.called.map(({ side }) => side).sort();
	const back = () => {
		arbiter.link.open();
		return arbiter.until(({ link }) => link.online, 'the arbiter');
	};

	assert.deepEqual(callers(), []);
	arbiter.link.close();
	await red.say('call-arbiter');
	await back();
	assert.deepEqual(callers(), ['red']);
	arbiter.link.close();
	await game.move();
	await blue.say('call-arbiter');
	await game.daemon.kill();
	await game.daemon.start();
	await back();
	await arbiter.until(() => callers()?.length === 2, 'both calls');
	assert.deepEqual(callers(), ['blue', 'red']);
	assert.ok(arbiter.state.called.every(({ t: at }) => Number.isSafeInteger(at)));
	await arbiter.say('openings'); /* any word will do */
	await arbiter.until(() => callers().length === 0, 'the calls to be answered');
	await game.daemon.kill();
	await game.daemon.start();
	await arbiter.until(({ link }) => link.online, 'the arbiter');
	assert.deepEqual(callers(), []);
	for (const player of [red, blue, game.players.spectator])
		assert.equal(player.state.called, undefined);
});

test('after_the_end_a_latecomer_is_shown_all', async (t) => {
	const game = await playQuickly(t, { config: { network: { broadcast: 'after' } } });
	const { red, spectator } = game.players;

	await red.say('resign');
	await spectator.until(({ state }) => state.phase === 'over', 'the end');
	const late = game.seat('late', await discover({ base: game.daemon.base }));
	await late.until(({ link, state }) => link.online && state, 'the board');
	assert.match(late.state.red, /F/);
	assert.match(late.state.blue, /F/);
});

await finish();
