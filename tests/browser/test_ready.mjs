/*
 * A player who says ready before the pieces stand is told that it counts, and what is missing; and can
 * take it back, so that play does not begin while the set-up is changed.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const WAITS = 'You have said that you are ready.';

async function gather(t) {
	const room = await Room.open(t, { way: 'laptop_and_phones', game: { edition: 'barrage' } });
	const play = await Play.begin(room, recorded('barrage'));

	await play.arrangeByPasting('red');
	return { room, play, red: room.pages.red };
}

test('too_early_counts_when_the_pieces_stand', async (t) => {
	const { room, play, red } = await gather(t);

	await room.press('red', 'Ready');
	await room.sees('red', WAITS);
	await room.sees('red', 'Missing on ');
	assert.equal(await red.locator('button.ready').count(), 0);
	assert.ok(await red.locator('button.change').isVisible());
	await play.placeOnTable('red');
	await room.sees('red', 'You are ready. Blue is still setting up.');
	assert.ok(!(await red.locator('.setup').innerText()).includes('Missing'));
});

test('play_waits_for_who_changes_the_set_up', async (t) => {
	const { room, play, red } = await gather(t);

	await room.press('red', 'Ready');
	await room.sees('red', WAITS);
	await room.press('red', 'Change it');
	await appears(red.locator('button.use'));
	await play.placeOnTable('red');
	await play.arrangeByPasting('blue');
	await play.placeOnTable('blue');
	await play.sayReady('blue');
	await room.sees('blue', 'You are ready. Red is still setting up.');
	assert.equal((await room.status()).phase, 'setup');
	await red.locator('button.use').click();
	await play.sayReady('red');
	await room.until(({ phase }) => phase === 'play', 'the first turn');
});

test('complete_and_changed_all_the_same', async (t) => {
	const { room, play, red } = await gather(t);

	await play.placeOnTable('red');
	await play.sayReady('red');
	await room.sees('watch', 'Red is ready.');
	await room.press('red', 'Change it');
	await room.sees('watch', 'Red is changing the set-up again.');
	await appears(red.locator('button.use'));
	assert.equal((await room.status()).phase, 'setup');
});

await finish();
await closeBrowser();
