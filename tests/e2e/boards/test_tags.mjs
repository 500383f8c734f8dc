/*
 * A board that reads tags: the pieces are enrolled, the board reads the set-ups by itself, tells
 * each player alone what it has read, and the game is the game.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ADJUTANT, Daemon } from '../lib/daemon.mjs';
import { gather, playTape } from '../lib/people/players.mjs';
import { loadGame, readTape } from '../lib/tape.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';

const path = fileURLToPath(new URL('../../games/barrage.game', import.meta.url));
const game = loadGame(path);

const recording = execFileSync(ADJUTANT,
	['simulate', '--game', path, '--noise', 'calm', '--seed', '5', '--sensors', 'rfid'],
	{ encoding: 'utf8' });
const pieces = recording.split('\n').filter((line) => line.startsWith('# tag '))
	.map((line) => line.slice(2));

/* A daemon that reads tags and knows its pieces. */
async function startWithPieces(t) {
	const daemon = new Daemon(
		{ game: { edition: game.edition }, table: { sensors: 'rfid' } },
		{ clock: new VirtualClock() },
	);

	t.after(() => daemon.destroy());
	mkdirSync(daemon.state, { mode: 0o700 });
	writeFileSync(`${daemon.state}/pieces`, ['adjutant-pieces 1', ...pieces, ''].join('\n'), { mode: 0o600 });
	await daemon.start();
	return daemon;
}

const withoutOutcome = (move) => move.replace(/ (attacker|defender|both|none)$/, '');

test('whole_game_by_tags', async (t) => {
	const daemon = await startWithPieces(t);
	const players = await gather(t, daemon);
	await playTape(players, readTape(recording));
	for (const player of Object.values(players))
		await player.until(({ state }) => state.phase === 'over', 'the end');

	const { state } = players.spectator;
	assert.deepEqual(state.moves.map(withoutOutcome), game.actions);
	for (const colour of ['red', 'blue']) {
		const { rows } = players[colour].events.find(({ event }) => event === 'read');
		assert.equal(rows, game.setup[colour]);
	}
	assert.ok(!players.spectator.events.some(({ event }) => event === 'read'));
	for (const player of Object.values(players)) {
		player.verify();
		player.verifyOrder();
	}
});

/* A recording that is begun in the middle of a game has it from its beginning. */
test('recording_begun_in_mid_play', async (t) => {
	const daemon = await startWithPieces(t);
	const players = await gather(t, daemon);
	const tape = readTape(recording), half = Math.floor(tape.length / 2), [{ atUs }] = tape.slice(half);
	const table = await playTape(players, tape.slice(0, half));
	assert.equal(players.spectator.state.phase, 'play');
	const recorder = spawn(ADJUTANT, ['record', '--state', daemon.state], { stdio: ['ignore', 'pipe', 'inherit'] });
	const record = `${daemon.state}/pieces.game`, live = `${daemon.state}/live.rec`;
	let text = '';

	t.after(() => recorder.kill());
	recorder.stdout.setEncoding('utf8').on('data', (more) => { text += more; });
	while (!/^\d+ tag /m.test(text)) await once(recorder.stdout, 'data');
	await playTape(players, tape.slice(half).map((each) => ({ ...each, atUs: each.atUs - atUs })), { table });
	await players.spectator.until(({ state }) => state.phase === 'over', 'the end');
	recorder.kill();
	await once(recorder.stdout, 'close');

	writeFileSync(record, ['adjutant-game 1', `edition ${game.edition}`, ...pieces, ''].join('\n'));
	writeFileSync(live, text);
	const said = execFileSync(ADJUTANT, ['replay', '--game', record, live], { encoding: 'utf8' })
		.split('\n').filter(Boolean).map((line) => JSON.parse(line));
	for (const side of ['red', 'blue'])
		assert.equal(said.find(({ event, to }) => event === 'read' && to === side).rows, game.setup[side]);
	assert.deepEqual(said.filter(({ event, to }) => to === 'public' && (event === 'move' || event === 'battle'))
		.map(({ event, from, sq }) => `${from}${event === 'move' ? '-' : 'x'}${sq}`),
	game.actions.map((action) => action.split(' ').at(-1)));
});

await finish();
