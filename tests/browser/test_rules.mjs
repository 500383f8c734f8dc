/*
 * The rules in the pocket: one tap away on a phone, for every edition, as wide as the screen and readable by
 * all; closed by its button, by Escape and by the way back; loaded only when they are wanted.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { axePath } from '../e2e/lib/packages.mjs';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, press } from './lib/room.mjs';

const AXE = readFileSync(axePath, 'utf8');
const SMALL = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
const NAMES = {
	original: 'Stratego Original', classic: 'Stratego Classic', travel: 'Travel', duel: 'Duel', barrage: 'Barrage',
	'quick-duel': 'Quick Duel', 'quick-barrage': 'Quick Barrage', 'battle-cards': 'Battle Cards', isf: 'Tournament',
};
const quietly = { settles: false };

async function shoot(page, name) {
	if (process.env.KEEP_SHOTS) await page.screenshot({ path: `${process.env.KEEP_SHOTS}/${name}.png` });
}

const isLoaded = (page) =>
	page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/rules/sheet.js')));

async function openRules(page) {
	await press(page.locator('.open-rules'), quietly);
	await appears(page.locator('dialog.rules .rules-sheet'));
}

async function fits(page) {
	const { wide, width } = await page.locator('dialog.rules').evaluate((dialog) => ({
		wide: Math.max(dialog.scrollWidth - dialog.clientWidth, 0),
		width: dialog.getBoundingClientRect().right,
	}));

	assert.equal(wide, 0, 'nothing reaches beyond the sheet');
	assert.ok(width <= 375, `the sheet ends at ${width}`);
}

async function isReadableByAll(page) {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
	const { violations } = await page.evaluate(() => window.axe.run('dialog.rules'));
	const grave = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));

	assert.deepEqual(grave.map(({ id, nodes }) => [id, nodes[0].html]), []);
}

test('every_edition_has_its_rules', async (t) => {
	const room = await Room.open(t, {
		seats: ['red'], devices: { red: SMALL }, isWatched: false, game: { edition: 'barrage' },
	});
	const { red } = room.pages;

	await room.sees('red', 'Arrange your pieces');
	assert.equal(await isLoaded(red), false, 'they are not loaded with the page');
	for (const [edition, name] of Object.entries(NAMES)) {
		await room.daemon.demand({ do: 'new', edition });
		await room.until((status) => status.edition === edition, edition);
		await appears(red.locator(`.handheld[data-edition="${edition}"]`));
		await openRules(red);
		assert.ok((await red.locator('dialog.rules h2').textContent()).startsWith(name), edition);
		assert.equal(await red.locator('.rules-sheet tr').count(), edition.match(/duel|barrage/) ? 7 : 12);
		assert.equal(await red.locator('.rule-picture').count(), edition === 'classic' ? 1 : 2);
		assert.equal(await red.locator('.rules-sheet dt').count(), edition === 'battle-cards' ? 15 : 0);
		await fits(red);
		await isReadableByAll(red);
		await shoot(red, `rules_${edition}`);
		await press(red.locator('dialog.rules .buttons button'), quietly);
		await appears(red.locator('dialog.rules'), { state: 'detached' });
	}
});

test('the_sheet_goes_by_escape_and_back', async (t) => {
	const room = await Room.open(t, {
		seats: ['red', 'table'], devices: { red: SMALL }, game: { edition: 'duel', disclosure: 'outcome' },
	});
	const { red, table, watch } = room.pages;

	await room.sees('red', 'Arrange your pieces');
	await openRules(red);
	await red.keyboard.press('Escape');
	await appears(red.locator('dialog.rules'), { state: 'detached' });
	await openRules(red);
	await red.goBack();
	await appears(red.locator('dialog.rules'), { state: 'detached' });
	assert.ok(await red.locator('.handheld').isVisible(), 'back leaves the sheet and not the page');
	for (const page of [table, watch]) {
		await openRules(page);
		assert.match(await page.locator('.rules-sheet').textContent(), /learn only who has won/);
	}
});

await finish();
await closeBrowser();
