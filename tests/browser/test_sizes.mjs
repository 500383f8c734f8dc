/*
 * Pages on a phone that lies on its side, and with letters of twice the size: everything that one needs
 * is to be seen, and nothing is beyond the edge.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const UPRIGHT = { width: 390, height: 844 };
const LYING = { width: 740, height: 360 };
/* not isMobile: such a browser makes the page smaller rather than let anything stand out */
const PHONE = { viewport: UPRIGHT, hasTouch: true, locale: 'de-DE' };

/* what stands out to the right, or null */
const standsOut = (page) =>
	page.evaluate(() => {
		const isOut = (each) => each.getBoundingClientRect().right > innerWidth + 1;
		const all = [...document.querySelectorAll('main button, main p, main .player, main .fighter')];

		return all.filter(isOut).map(({ className }) => className)[0] ?? null;
	});

const boxOf = async (page, selector) => (await page.locator(selector).first()).boundingBox();

/* as it is when the page has just been opened or turned */
async function isInSight(page, selector) {
	const { height } = page.viewportSize();

	await page.evaluate(() => scrollTo(0, 0));
	const box = await boxOf(page, selector);
	assert.ok(box && box.y >= 0 && box.y + box.height <= height + 1, `${selector}: ${JSON.stringify(box)}`);
}

async function writeLarge(page, percent) {
	await page.evaluate((size) => {
		document.documentElement.style.fontSize = `${size}%`;
	}, percent);
}

async function lieDown(page, ...selectors) {
	await page.setViewportSize(LYING);
	for (const selector of selectors) await isInSight(page, selector);
	assert.equal(await standsOut(page), null);
	await page.setViewportSize(UPRIGHT);
}

test('lying_phone_and_large_letters', async (t) => {
	const game = recorded('quick-duel');
	const room = await Room.open(t, { devices: { red: PHONE }, game: { edition: 'quick-duel', clock: 'fischer 10+5' } });
	const play = await Play.begin(room, game);
	const { red, table } = room.pages;

	await lieDown(red, '.setup .board', '.want', '.supply');
	await play.arrangeByPasting('red');
	await lieDown(red, '.setup .board', '.want', 'button.ready');
	await play.arrangeByPasting('blue');
	for (const side of ['red', 'blue']) await play.placeOnTable(side);
	for (const side of ['red', 'blue']) await play.sayReady(side);
	await room.until(({ phase }) => phase === 'play', 'the first turn');
	await appears(red.locator('[data-word="done"]'));
	await lieDown(red, '.left .board', '.want', '[data-word="done"]');
	for (const action of game.actions) {
		await play.act(action);
		if (action.includes('x')) break;
	}
	await appears(red.locator('.battle'));
	await lieDown(red, '.left .board', '.battle');
	for (const percent of [130, 150, 200]) {
		await writeLarge(red, percent);
		assert.equal(await standsOut(red), null, `${percent} %`);
		assert.ok((await boxOf(red, '.player .who')).width > 20, 'there is something of the name');
	}

	/* beside the board there is room to scroll by */
	await table.setViewportSize(LYING);
	await isInSight(table, '.wood');
	const wood = await boxOf(table, '.wood');
	assert.ok(wood.x + wood.width < LYING.width - 200, JSON.stringify(wood));
});

await finish();
await closeBrowser();
