/* A complete barrage game by hand: two handhelds, the table, and a spectator. */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, closeBrowser, ways } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

async function playThrough(t, way) {
	const game = recorded('barrage');
	const room = await Room.open(t, { way, game: { edition: 'barrage' } });
	const play = await Play.begin(room, game);

	await play.setUp();
	await room.assertSecret(game.setup);
	for (const action of game.actions) await play.act(action);
	const { result, by } = await room.until(({ phase }) => phase === 'over', 'the end');
	assert.equal(`${result} ${by}`, game.result);
	await room.sees('red', 'You win!');
	await room.sees('blue', 'You lose');
	await room.sees('watch', 'Red wins');
	await room.assertSecret(game.setup);
}

for (const way of ways('laptop_and_phones')) test(`barrage_game_with_${way}`, (t) => playThrough(t, way));

await finish();
await closeBrowser();
