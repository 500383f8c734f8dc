/*
 * A board that reads tags: the pieces are enrolled, the board reads the set-ups by itself, tells each
 * player what it has read and nobody else, and the game is the game.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { ADJUTANT, Daemon } from './daemon.mjs';
import { gather, playTape } from './players.mjs';
import { loadGame, readTape, timings } from './tape.mjs';
import { finish, test } from './tap.mjs';

const path = fileURLToPath(new URL('../games/barrage.game', import.meta.url));
const game = loadGame(path);

test('whole_game_by_tags', async (t) => {
	const recording = execFileSync(ADJUTANT,
		['simulate', '--game', path, '--noise', 'calm', '--seed', '5', '--sensors', 'rfid'],
		{ encoding: 'utf8' });
	const pieces = recording.split('\n').filter((line) => line.startsWith('# tag '))
		.map((line) => line.slice(2));
	const daemon = new Daemon({
		game: { edition: game.edition, ...timings() }, table: { sensors: 'rfid' },
	});

	t.after(() => daemon.destroy());
	mkdirSync(daemon.state, { mode: 0o700 });
	writeFileSync(`${daemon.state}/pieces`, ['adjutant-pieces 1', ...pieces, ''].join('\n'), { mode: 0o600 });
	await daemon.start();
	const players = await gather(t, daemon);
	await playTape(players, readTape(recording));
	for (const player of Object.values(players))
		await player.until(({ state }) => state.phase === 'over', 'the end');

	const { state } = players.spectator;
	assert.deepEqual(state.moves.map((move) => move.replace(/ (attacker|defender|both|none)$/, '')), game.actions);
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

await finish();
