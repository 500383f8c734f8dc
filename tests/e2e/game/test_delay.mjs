/*
 * A delayed broadcast: metrics are public too, and show the game no sooner than the spectators see
 * it; and never that a piece was lifted and put back.
 */
import assert from 'node:assert/strict';
import { startDaemon } from '../lib/daemon.mjs';
import { untilStatus } from '../lib/faults/disk.mjs';
import { figures, Intruder, ROOT } from '../lib/attacks/intruder.mjs';
import { TableVoice } from '../lib/attacks/table_voice.mjs';
import { Player } from '../lib/people/players.mjs';
import { rowsOf, SETUPS } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const TIMINGS = { 'debounce-ms': 1, 'settle-ms': 10, 'jog-ms': 5, 'nudge-ms': 3000 };

/* what the figures say of the game and of what is done at the table */
async function told(daemon) {
	const { uptime_seconds, resident_bytes, ...rest } = await figures(daemon.base);

	return rest;
}

/* a game of two players, which others cannot see yet */
async function playUnseen(t) {
	const daemon = await startDaemon(t, {
		game: { edition: 'barrage', ...TIMINGS },
		network: { 'delay-seconds': 3600 },
	});
	const players = {};

	t.after(() => Object.values(players).forEach(({ link }) => link.close()));
	for (const seat of ['red', 'blue'])
		players[seat] = new Player(seat, await daemon.pair(seat));
	for (const player of Object.values(players))
		await player.until(({ link }) => link.online, 'the board');
	/* a table's page would wait for the public state */
	const access = await daemon.pair('table');
	const client = await Intruder.connect(access.url, access);
	t.after(() => client.end());
	const voice = await TableVoice.of(access);
	const show = (...lines) => client.publish(`${ROOT}table/say`, voice.say(lines.join('\n')));
	for (const side of ['red', 'blue'])
		await show(...Object.keys(SETUPS[0][side]).map((sq) => `close ${sq}`));
	for (const [side, first] of [['red', 1], ['blue', 7]]) {
		await players[side].say(`formation ${rowsOf(SETUPS[0][side], first)}`);
		await players[side].say('ready');
	}
	for (const side of ['red', 'blue'])
		await players[side].until(({ state }) => state?.phase === 'play', 'the first turn');
	return { daemon, players, show };
}

test('figures_are_late_too', async (t) => {
	const { daemon, show, players: { red, blue } } = await playUnseen(t);

	const before = await told(daemon);
	await show('open i4', 'close i5');
	for (const player of [red, blue])
		await player.until(({ state }) => state.moves.length === 1, 'the move');
	assert.equal((await daemon.ask({ do: 'status' })).plies, 1);
	assert.deepEqual(await told(daemon), before);
	assert.deepEqual([before.game, before.plies, before.paused], [0, 0, 0], 'nobody was told of any game yet');
});

test('a_lift_shows_nowhere', async (t) => {
	const { daemon, show } = await playUnseen(t);

	const before = await told(daemon);
	const { readings } = await daemon.ask({ do: 'status' });
	const untilSeen = (count) =>
		untilStatus(daemon, (status) => status.readings === readings + count, `that of ${count} readings more`);
	await show('open i4');
	await untilSeen(1);
	assert.deepEqual(await told(daemon), before);
	await show('close i4');
	await untilSeen(2);
	assert.deepEqual(await told(daemon), before);
});

await finish();
