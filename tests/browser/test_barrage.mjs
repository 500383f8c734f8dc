/* A complete barrage game by hand: two phones, a laptop as the table, and somebody who watches. */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/tap.mjs';
import { Room } from './room.mjs';
import { Play, recorded } from './play.mjs';

test('barrage_game', async (t) => {
	const game = recorded('barrage');
	const room = await Room.open(t, { game: { edition: 'barrage' } });
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
});

await finish();
