/* What is past and what is now are not shown as one, on the page of those who watch. */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const PLIES = 6;
const TOGETHER_MS = 400; /* in which what happens is said together */

test('stepping_back_shows_the_past_alone', async (t) => {
	const game = recorded('quick-duel');
	const room = await Room.open(t, { game: { edition: 'quick-duel' } });
	const play = await Play.begin(room, game);
	const { watch } = room.pages;
	const list = watch.locator('.move-list');

	await play.setUp({ paste: true });
	for (const action of game.actions.slice(0, PLIES)) await play.act(action);
	await appears(watch.locator('.move-list li').nth(PLIES - 1));
	assert.equal(await watch.locator('.player.to-move').count(), 1);
	const now = await watch.locator('.want').innerText();

	await room.press('watch', 'One move back');
	await appears(watch.locator('.watch.back'));
	assert.equal(await watch.locator('.player.to-move').count(), 0);
	assert.ok(await watch.locator('.said').isHidden());
	assert.ok(await watch.locator('.battle-card').isHidden());
	assert.match(await watch.locator('.want').innerText(), /^(Red|Blue)/);
	assert.notEqual(await watch.locator('.want').innerText(), now);

	await room.press('watch', 'To the beginning');
	assert.equal(await list.evaluate(({ scrollTop }) => scrollTop), 0);
	assert.equal(await watch.locator('.want').innerText(), '');
	await watch.keyboard.press('End');
	await appears(watch.locator('.watch:not(.back)'));
	assert.equal(await watch.locator('.want').innerText(), now);
});

/* The table is right again ... */
async function move() {
	const { Said } = await import('/watch/said.js');

	globalThis.said = new Said();
	globalThis.said.tell({ event: 'move', side: 'red', from: 'a1', sq: 'a2' });
	globalThis.said.tell({ event: 'board-ok' });
}

/* ... and then it is not. */
function contradict() {
	const before = globalThis.said.element.textContent;

	globalThis.said.tell({ event: 'guide', side: 'red', do: 'place', squares: ['a1'] });
	return [before, globalThis.said.element.textContent];
}

test('right_again_is_taken_back', async (t) => {
	const room = await Room.open(t, { seats: [] });

	await room.pages.watch.evaluate(move);
	await room.clock.advance(TOGETHER_MS);
	assert.deepEqual(await room.pages.watch.evaluate(contradict), [
		'Red: a1 to a2. The table is right again.',
		'Red: a1 to a2.',
	]);
});

await finish();
await closeBrowser();
