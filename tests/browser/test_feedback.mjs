/*
 * What is seen at once, in a browser: that a piece is lifted and set down, before there is a verdict; and
 * a battle, in which both pieces are turned over, on every page as far as it may know them.
 */
import assert from 'node:assert/strict';
import { Room, appears, closeBrowser } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';
import { finish, test } from '../e2e/lib/tap.mjs';

const DEBOUNCED_MS = 60; /* and told; far from still */
const SETTLED_MS = 2000;
const SCREENS = ['red', 'blue', 'watch'];

async function begin(t, options = {}) {
	const game = recorded('barrage');
	const room = await Room.open(t, { game: { edition: 'barrage' }, ...options });
	const play = await Play.begin(room, game);

	await play.setUp({ paste: true });
	return { room, play, game };
}

/* as often as there are any: it was said to the page before the time went on */
const counts = (room, selector) =>
	Promise.all(SCREENS.map((name) => room.pages[name].locator(selector).count()));

test('hands_are_seen_before_the_verdict', async (t) => {
	const { room, game } = await begin(t);
	const [, from, to] = /(\w\d+)-(\w\d+)/.exec(game.actions[0]);
	const { table } = room.pages;

	await table.locator(`.board [data-square="${from}"]`).focus();
	await table.keyboard.press('Enter');
	await room.clock.advance(DEBOUNCED_MS);
	for (const name of SCREENS) await appears(room.pages[name].locator(`.lifted[data-piece="${from}"]`));
	assert.match(await room.pages.red.locator('.last').innerText(), new RegExp(`^${from}: lifted`));
	await table.locator(`.board [data-square="${to}"]`).focus();
	await table.keyboard.press('Enter');
	await room.clock.advance(DEBOUNCED_MS);
	for (const name of SCREENS) await appears(room.pages[name].locator(`.ghost.red[data-ghost="${to}"]`));
	assert.equal((await room.status()).plies, 0, 'there is no verdict yet');
	await room.clock.advance(SETTLED_MS);
	await room.until(({ plies }) => plies === 1, 'the verdict');
	for (const name of SCREENS) await appears(room.pages[name].locator(`[data-piece="${to}"]:not(.lifted)`));
	assert.deepEqual(await counts(room, '.ghost, .lifted'), [0, 0, 0]);
});

test('a_battle_is_turned_over_where_it_may_be_seen', async (t) => {
	const { room, play, game } = await begin(t);
	const at = game.actions.findIndex((action) => action.includes('x'));

	for (const action of game.actions.slice(0, at)) await play.act(action);
	await play.act(game.actions[at], {
		inBattle: async () => {
			for (const side of ['red', 'blue']) {
				await appears(room.pages[side].locator('.battle'));
				assert.equal(await room.pages[side].locator('.battle .reveal [data-figure]').count(), 2, side);
			}
			for (const name of ['watch', 'table']) {
				await appears(room.pages[name].locator('.battle-card'));
				assert.equal(await room.pages[name].locator('.battle-card .reveal').count(), 2);
				assert.equal(await room.pages[name].locator('[data-figure]').count(), 0, 'no rank is for all');
			}
			/* drawn anew for another reason, it is not turned over again */
			const reveal = await room.pages.red.locator('.battle .reveal').first().elementHandle();
			await room.clock.advance(100);
			assert.ok(await reveal.evaluate((element) => element.isConnected));
		},
	});
	await room.clock.advance(7000);
	assert.ok(await room.pages.table.locator('.battle-card').isHidden());
});

await finish();
await closeBrowser();
