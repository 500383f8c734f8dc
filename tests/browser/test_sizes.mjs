/*
 * Pages on a phone that lies on its side, and with letters of twice the size: everything that one needs
 * is to be seen, and nothing is beyond the edge.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, press } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const UPRIGHT = { width: 390, height: 844 };
/* the smallest that is still sold, and a usual one */
const SMALL = { width: 375, height: 667 };
const USUAL = { width: 412, height: 915 };
const LYING = { width: 740, height: 360 };
const READ_MS = 8000; /* after which a battle needs one line */
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

async function shoot(page, name) {
	if (process.env.KEEP_SHOTS) await page.screenshot({ path: `${process.env.KEEP_SHOTS}/${name}.png` });
}

/* A question on an upright phone, with the card of the last battle as it comes. */
async function isAsked(room, name, ...words) {
	const { red } = room.pages;

	for (const size of [SMALL, USUAL]) {
		await red.setViewportSize(size);
		for (const selector of ['.want', ...words.map((word) => `[data-word="${word}"]`)]) await isInSight(red, selector);
		await shoot(red, `${name}-${size.width}`);
	}
	await red.setViewportSize(UPRIGHT);
}

const sayByMenu = async (room, who, word) => {
	const page = room.pages[who];

	await press(page.locator('.more'));
	await press(page.locator(`dialog [data-word="${word}"]`));
};

async function answersStayInSight(room) {
	const { red } = room.pages;
	const folded = red.locator('.battle-folded');

	await room.clock.advance(READ_MS);
	await appears(folded);
	await press(folded);
	await appears(red.locator('.battle'));
	await sayByMenu(room, 'blue', 'offer-draw');
	await appears(red.locator('[data-word="accept-draw"]'));
	await isAsked(room, 'draw', 'accept-draw', 'decline-draw');
	await press(red.locator('[data-word="decline-draw"]'));
	await sayByMenu(room, 'red', 'pause');
	await appears(red.locator('[data-word="resume"]'));
	await isAsked(room, 'paused', 'resume');
	const resume = await red.locator('[data-word="resume"]').innerText();
	assert.equal(await red.getByRole('button', { name: resume, exact: true }).count(), 1, 'one button goes on');
	await press(red.locator('[data-word="resume"]'));
	await appears(red.locator('[data-word="resume"]'), { state: 'hidden' });
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
	await appears(red.locator('.want.turn'));
	await lieDown(red, '.left .board', '.want', 'button.more');
	for (const action of game.actions) {
		await play.act(action);
		if (action.includes('x')) break;
	}
	await appears(red.locator('.battle-place > *'));
	await lieDown(red, '.left .board', '.battle-place > *');
	await answersStayInSight(room);
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
