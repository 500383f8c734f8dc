/*
 * What an older version wrote is still good: tests/archives/VERSION holds the archive of a board with a
 * finished game and one that was left in the middle, and the record that was exported of the first. They
 * are read, verified and continued. These files are never made anew; a new version may add its own.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ADJUTANT } from '../lib/daemon.mjs';
import { QuickGame } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const ARCHIVES = fileURLToPath(new URL('../../archives/', import.meta.url));
/* where the pieces of the second game stand */
const STANDING = ['a1', 'j1', 'a4', 'b5', 'f4', 'i5', 'j4', 'e6', 'a7', 'b7', 'i7', 'j7', 'a10', 'j10'];
const MOVES = ['e4-e5', 'e7-e6', 'e5xe6 attacker', 'f7-f6', 'b4-b5', 'f6xe6 attacker', 'i4-i5'];

function adjutant(...args) {
	const { status, stdout, stderr } = spawnSync(ADJUTANT, args, { encoding: 'utf8' });

	/* no key is named */
	assert.equal(status, args[0] === 'verify' ? 3 : 0, `adjutant ${args.join(' ')}: ${stderr}`);
	return stdout;
}

/* A game at a board that has found this archive. */
async function gameOn(t, version) {
	const game = new QuickGame({ config: { game: { clock: 'fischer 5+5' } } });
	const { state } = game.daemon;

	mkdirSync(state, { mode: 0o700 });
	for (const name of ['archive.db', 'board.key', 'head']) {
		cpSync(`${ARCHIVES}${version}/${name}`, `${state}/${name}`);
		chmodSync(`${state}/${name}`, 0o600);
	}
	game.pair = async (seat) => QuickGame.prototype.pair.call(game, seat,
		await game.daemon.demand({ do: 'pair', seat, move: true }));
	t.after(() => game.end());
	await game.start();
	return game;
}

for (const version of readdirSync(ARCHIVES)) {
	const record = `${ARCHIVES}${version}/finished.game`;

	test(`record_of_${version}_is_verified`, () => {
		assert.match(adjutant('verify', record), /signed, \d+ commitments opened, judged again/);
	});

	test(`archive_of_${version}_is_continued`, async (t) => {
		const game = await gameOn(t, version);
		const { state } = game.daemon, { spectator, red } = game.players;

		assert.equal(adjutant('export', '--state', state, '1'), readFileSync(record, 'utf8'));
		assert.deepEqual(spectator.state.moves, MOVES);
		STANDING.forEach((sq) => game.table.closed.add(sq));
		await game.table.showAll();
		await spectator.until(({ state: { clock } }) => clock.running === 'blue', 'the game');
		await game.act(['open i7', 'close i6']);
		assert.deepEqual(spectator.state.moves, [...MOVES, 'i7-i6']);
		await red.say('resign');
		await spectator.until(({ state: { phase } }) => phase === 'over', 'the end');
		await game.daemon.stop();
		assert.match(adjutant('verify', state), /2 finished games/);
		assert.match(adjutant('export', '--state', state, '2'), /i7-i6/);
	});
}

await finish();
