/*
 * The training mission on phones: a tip comes with what it is about, survives a reload, can be put away,
 * and all of them can be switched off, for good.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, press } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const SMALL = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

async function shoot(page, name) {
	if (process.env.KEEP_SHOTS) await page.screenshot({ path: `${process.env.KEEP_SHOTS}/${name}.png` });
}

/* "Tip: ..." as it stands on the page; null: nothing */
async function tipOn(page) {
	const tip = page.locator('.tip');

	return (await tip.isVisible()) ? tip.locator('p').textContent() : null;
}

async function fits(page) {
	const { left, right, width } = await page.locator('.tip').evaluate((tip) => ({
		...tip.getBoundingClientRect().toJSON(),
		width: innerWidth,
	}));

	assert.ok(left >= 0 && right <= width, `the tip reaches from ${left} to ${right} of ${width}`);
}

test('training_mission', async (t) => {
	const game = recorded('duel');
	const room = await Room.open(t, {
		way: 'laptop_and_phones',
		devices: { red: SMALL, blue: SMALL },
		game: { edition: 'duel', training: 'on' },
	});
	const play = await Play.begin(room, game);
	const { red, blue } = room.pages;

	await appears(red.locator('.tip'));
	assert.match(await tipOn(red), /^Tip: Hide your flag/);
	await fits(red);
	await shoot(red, 'tip_setup');
	await press(red.locator('.tip .close'), { settles: false });
	assert.equal(await tipOn(red), null, 'it was put away');

	await play.setUp({ paste: true });
	await appears(red.locator('.tip', { hasText: 'Move one piece' }));
	await shoot(red, 'tip_turn');
	assert.equal(await tipOn(blue), null, 'it is not their turn yet');
	await play.act(game.actions[0]); await shoot(blue, 'tip_blue');
	await appears(blue.locator('.tip', { hasText: 'Move one piece' }));
	const told = await tipOn(red);
	assert.ok(told, 'the first move has its tip');
	await red.reload();
	await room.online('red');
	await appears(red.locator('.tip'));
	assert.equal(await tipOn(red), told, 'a page that is loaded again shows the same');

	await press(blue.locator('.tip .off'), { settles: false });
	assert.equal(await tipOn(blue), null);
	for (const action of game.actions.slice(1, 5)) await play.act(action);
	assert.equal(await tipOn(blue), null, 'no more tips');
	await blue.reload();
	await room.online('blue');
	assert.equal(await tipOn(blue), null, 'nor after the page was loaded again');
	await press(blue.locator('.more'), { settles: false });
	await press(blue.locator('dialog .check', { hasText: 'Tips' }), { settles: false });
	await press(blue.locator('dialog button', { hasText: 'Close' }), { settles: false });
	assert.equal(await blue.evaluate(() => localStorage.getItem('adjutant/tips')), null);
	assert.equal(await room.pages.watch.locator('.tip').count(), 0, 'those who watch are not taught');
});

await finish();
await closeBrowser();
