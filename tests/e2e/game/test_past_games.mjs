/*
 * Past games over HTTP: the list, a game to step through, and files of it, as `broadcast` and `delay-seconds` have it;
 * and what is kept of a game can be verified.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../lib/attacks/intruder.mjs';
import { playQuickly, QuickGame } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const ADJUTANT = process.env.ADJUTANT ?? 'build/adjutant';

const get = (game, path) => ask(game.daemon.base, path);
const statusOf = async (game, path) => (await get(game, path)).status;
const jsonOf = async (game, path) => JSON.parse((await get(game, path)).body);

async function resign(game) {
	const { blue, spectator } = game.players;

	await blue.say('resign');
	await spectator.until(({ state }) => state.phase === 'over', 'the end');
}

async function isListed(game, number = 1) {
	const { games } = await jsonOf(game, '/games.json');

	return games.find((each) => each.game === number)?.state ?? 'not';
}

test('a_game_whose_ranks_stay_hidden', async (t) => {
	const game = await playQuickly(t);

	assert.equal(await isListed(game), 'running');
	assert.equal(await statusOf(game, '/games/1.json'), 403);
	assert.equal(await statusOf(game, '/games/1.txt'), 403);
	await resign(game);
	assert.equal(await isListed(game), 'over');
	const shown = await jsonOf(game, '/games/1.json');
	assert.deepEqual(shown.moves, game.players.spectator.state.moves);
	assert.deepEqual(shown.commitments, game.players.spectator.state.commitments);
	for (const side of ['red', 'blue'])
		assert.equal(shown[side], game.players.spectator.state[side]);
	assert.deepEqual(shown.openings, []);
	assert.deepEqual(shown.result, { winner: 'red', by: 'resigned' });
	assert.equal(await statusOf(game, '/games/1.game'), 403);
	assert.equal(await statusOf(game, '/games/1.xml'), 403);
	assert.match((await get(game, '/games/1.txt')).body.toString(), /Red wins: blue resigned/);
	assert.equal(await statusOf(game, '/games/2.json'), 404);
});

test('a_game_that_is_revealed', async (t) => {
	const game = await playQuickly(t, { config: { network: { broadcast: 'after' } } });

	assert.equal(await statusOf(game, '/games/1.game'), 403);
	await resign(game);
	const { status, headers, body } = await get(game, '/games/1.game');
	const path = join(game.daemon.state, 'kept.game');
	assert.equal(status, 200);
	assert.match(headers['content-disposition'], /attachment; filename="adjutant-1.game"/);
	writeFileSync(path, body);
	const { board_key: key } = game.players.spectator.state;
	assert.match(execFileSync(ADJUTANT, ['verify', '--key', key, path]).toString(), /red by resigned after \d+ plies: signed, 16 commitments opened/);
	const shown = await jsonOf(game, '/games/1.json');
	assert.equal(shown.openings.length, 16);
	assert.match(shown.blue, /F/);
	assert.match((await get(game, '/games/1.xml')).body.toString(), /<stratego>/);
	assert.match((await get(game, '/games/1.txt')).body.toString(), /The set-ups:/);
});

/* An army is its owner's to show, over a restart too; the other side's stays where it is. */
test('armies_are_turned_over_by_their_owners', async (t) => {
	const game = await playQuickly(t);
	const { red, blue, spectator, table } = game.players;
	const isUp = (colour) => ({ state }) => state.face_up?.[colour] === true;

	assert.match((await red.say('show-army').catch((error) => error)).message, /game-not-over/);
	await resign(game);
	assert.deepEqual(spectator.state.face_up, { red: false, blue: false });
	await blue.say('show-army');
	for (const each of [red, blue, spectator, table]) {
		await each.until(isUp('blue'), 'the army of Blue');
		assert.match(each.state.blue, /F/);
		assert.doesNotMatch(each === red ? '' : each.state.red, /[0-9MFB]/, each.name);
	}
	const told = spectator.events.filter(({ event }) => event === 'revealed');
	assert.deepEqual(told.map(({ side, openings }) => [side, openings.map((each) => each.side).join(' ')]), [['blue', Array(8).fill('blue').join(' ')]]);
	await blue.say('show-army'); /* said again it tells nothing new */
	await game.daemon.kill();
	await game.daemon.start();
	for (const each of [red, spectator]) await each.until(({ link, state }) => link.online && isUp('blue')({ state }), 'the same');
	const half = await jsonOf(game, '/games/1.json');
	assert.deepEqual([half.revealed, half.openings.length, half.blue], [false, 8, spectator.state.blue]);
	assert.doesNotMatch(half.red, /[0-9MFB]/);
	assert.equal(await statusOf(game, '/games/1.game'), 403);
	await red.say('show-army');
	await spectator.until(isUp('red'), 'the army of Red');
	assert.deepEqual((await jsonOf(game, '/games/1.json')).openings.length, 16);
	assert.equal(await statusOf(game, '/games/1.game'), 200);
	assert.equal(spectator.events.filter(({ event }) => event === 'revealed').length, 2);
	/* and nobody's in the next game */
	for (const each of [red, blue]) await each.say('rematch');
	await spectator.until(({ state }) => state.game === 2, 'the next game');
	assert.equal(spectator.state.face_up, undefined);
});

/* Whether something was told does not change with the configuration. */
test('what_was_not_revealed_stays_so', async (t) => {
	const game = await playQuickly(t, { battles: false });

	await resign(game);
	await game.daemon.stop();
	game.daemon.configure({ network: { broadcast: 'after' } });
	await game.daemon.start();
	await game.players.spectator.until(({ link }) => link.online, 'the board again');
	await game.clock.until(async () => await isListed(game) === 'over', 'the list');
	assert.equal(await statusOf(game, '/games/1.game'), 403);
	assert.deepEqual((await jsonOf(game, '/games/1.json')).openings, []);
});

test('the_public_is_behind', async (t) => {
	const game = new QuickGame({ config: { network: { 'delay-seconds': 60, broadcast: 'after' } } });

	t.after(() => game.end());
	await game.start();
	const { red } = game.players;
	await game.table.show(Object.values(game.setups).flatMap(Object.keys).map((sq) => `close ${sq}`));
	for (const colour of ['red', 'blue']) {
		await game.players[colour].say(`formation ${game.formations[colour]}`);
		await game.players[colour].say('ready');
	}
	await red.until(({ state }) => state.phase === 'play', 'the first turn');
	await red.say('resign');
	await red.until(({ state }) => state.phase === 'over', 'the end');
	assert.equal(await isListed(game), 'not');
	assert.equal(await statusOf(game, '/games/1.game'), 403);
	assert.equal(await statusOf(game, '/games/1.txt'), 403);
	await game.clock.advance(61000);
	assert.equal(await isListed(game), 'over');
	assert.equal(await statusOf(game, '/games/1.game'), 200);
});

await finish();
