/*
 * Two people at home, without an arbiter: they take three turns back, one after the other; and after a
 * mishap one says No, puts the pieces right by the picture, and play goes on.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, press } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const TURNS = 3;

async function takeBack(room, plies) {
	await room.press('red', 'More');
	await press(room.pages.red.locator('dialog [data-word="offer-takeback"]'));
	await press(room.pages.blue.locator('.answers [data-word="accept-takeback"]'));
	await room.until(({ plies: now }) => now === plies, `${plies} turns to be left`);
}

/* the one who is asked whether all pieces stand where they stood */
async function whoIsAsked(room) {
	const asked = (side) => room.pages[side].locator('.answers [data-word="deny"]').isVisible();
	let who;

	await room.until(async () => {
		for (const side of ['red', 'blue']) if (await asked(side)) who = side;
		return who !== undefined;
	}, 'a question');
	return who;
}

test('two_at_home_help_themselves', async (t) => {
	const game = recorded('quick-duel');
	const room = await Room.open(t, { game: { edition: 'quick-duel' }, isWatched: false });
	const play = await Play.begin(room, game);

	await play.setUp({ paste: true });
	for (const action of game.actions.slice(0, TURNS)) await play.act(action);
	for (let left = TURNS - 1; left >= 0; left--) await takeBack(room, left);
	await play.putRight();
	await play.act(game.actions[0]);

	await play.knockOver();
	await play.putRight();
	const who = await whoIsAsked(room);

	await press(room.pages[who].locator('.answers [data-word="deny"]'));
	await room.until(({ phase }) => phase === 'settle', 'play to stand');
	await room.sees(who, /Put your pieces where the picture shows them/);
	await room.sees('table', /is putting pieces right/); /* the other player may have a question too */
	await room.press(who, 'More');
	assert.equal(await room.pages[who].locator('dialog [data-word="call-arbiter"]').count(), 0);
	await room.pages[who].keyboard.press('Escape');
	await press(room.pages[who].locator('.answers [data-word="confirm"]'));
	await room.until(({ phase }) => phase === 'play', 'play to go on');
	await appears(room.pages[who].getByText(/Put your pieces where/), { state: 'hidden' });
});

await finish();
await closeBrowser();
