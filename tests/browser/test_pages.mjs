/*
 * What holds for every page, whatever is played: axe finds no serious fault, light and dark; no
 * language runs over the edge of a phone; the first load is small; everything is there by keyboard.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { axePath } from '../e2e/packages.mjs';
import { finish, test } from '../e2e/tap.mjs';
import { LANGUAGES } from '../../web-ui/common/i18n.js';
import { PHONE, Room } from './room.mjs';
import { Play, recorded } from './play.mjs';

const FIRST_LOAD = 250 * 1024; /* bytes, compressed */
const AXE = readFileSync(axePath, 'utf8');
const LONGEST = ['de', 'sv']; /* words */
const SEATS = ['red', 'blue', 'table', 'arbiter'];

async function seriousFaults(page) {
	await page.evaluate(AXE); /* by the browser's own console, which the pages' policy allows */
	const { violations } = await page.evaluate(() => window.axe.run());

	return violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(', ')}`);
}

async function assertAccessible(room, when, { names = Object.keys(room.pages), schemes = ['light', 'dark'] } = {}) {
	for (const [name, page] of Object.entries(room.pages).filter(([name]) => names.includes(name)))
		for (const colorScheme of schemes) {
			await page.emulateMedia({ colorScheme });
			assert.deepEqual(await seriousFaults(page), [], `${name}, ${colorScheme}, ${when}`);
		}
}

/* what is wider than the page, or than the button it is written on */
function overflows() {
	const root = document.documentElement;
	const wide = [...document.querySelectorAll('button, .want, h1:not(.visually-hidden), h2, label')].filter(
		(element) => element.offsetParent && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0,
	);

	return [
		...(root.scrollWidth > root.clientWidth ? [`the page, by ${root.scrollWidth - root.clientWidth} pixels`] : []),
		...wide.map((element) => element.textContent.slice(0, 40)),
	];
}

async function assertFits(room, when, languages, names = Object.keys(room.pages)) {
	for (const [name, page] of Object.entries(room.pages).filter(([name]) => names.includes(name))) {
		for (const language of languages) {
			await page.evaluate((code) => localStorage.setItem('adjutant/language', code), language);
			await page.reload();
			await page.waitForSelector(`html[lang="${language}"] main *`, { state: 'attached' });
			if (name !== 'home') await room.online(name);
			assert.deepEqual(await page.evaluate(overflows), [], `${name}, ${language}, ${when}`);
		}
		await page.evaluate(() => localStorage.removeItem('adjutant/language'));
		await page.reload();
		await page.waitForSelector('html[lang="en"] main *', { state: 'attached' });
	}
}

const phones = Object.fromEntries([...SEATS, 'watch', 'home'].map((name) => [name, PHONE]));

async function openAll(t, edition) {
	const room = await Room.open(t, {
		game: { edition, clock: 'fischer 20+10' },
		seats: SEATS,
		devices: phones,
	});

	await room.visit('home', '/');
	await room.online('watch');
	return room;
}

test('pages_are_accessible_and_fit', async (t) => {
	const game = recorded('barrage');
	const room = await openAll(t, 'barrage');
	const play = await Play.begin(room, game, { isTouch: true });

	await assertAccessible(room, 'set-up', { names: ['red', 'table', 'watch'], schemes: ['light'] });
	await assertFits(room, 'set-up', LONGEST, ['red', 'table']);
	for (const name of SEATS) await room.online(name);
	await play.setUp();
	for (const action of game.actions.slice(0, 8)) await play.act(action);
	await assertAccessible(room, 'in play');
	await assertFits(room, 'in play', LONGEST);
	await play.act(game.actions[8]);
	assert.deepEqual(room.errors, []);
});

test('cards_are_accessible_and_fit', async (t) => {
	const room = await openAll(t, 'battle-cards');
	const play = await Play.begin(room, recorded('battle-cards'), { isTouch: true });

	await play.setUp({ paste: true });
	await room.pages.red.locator('.show-cards').click();
	await assertAccessible(room, 'with cards', { names: ['red'] });
	await assertFits(room, 'with cards', LANGUAGES, ['red']);
});

test('a_wrong_code_is_explained', async (t) => {
	const room = await Room.open(t, { seats: [] });
	const page = await room.visit('play', `play?lang=de#${'a'.repeat(26)}`);

	await page.getByText('Der Code ist').waitFor(); /* well-formed, and nobody's */
	await page.locator('#code').fill('abc');
	await page.locator('form button').click();
	await page.getByText('Das ist kein Code').waitFor();
	assert.ok(!page.url().includes('aaaa'), 'the code does not stay in the address');
});

test('first_load_is_small', async (t) => {
	const room = await Room.open(t, { seats: [] });

	for (const path of ['play', 'table', 'watch', 'arbiter', '']) {
		const page = await room.visit(path || 'home', path);
		/* what a person waits for: a form, or the board's state */
		await page.waitForSelector(path === 'watch' ? 'html[data-online="true"] .board' : 'main :is(button, a)');
		const readyMs = Math.round(await page.evaluate(() => performance.now()));
		await page.waitForLoadState('networkidle');
		const sizes = await page.evaluate(() =>
			performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
				.map(({ encodedBodySize, decodedBodySize }) => [encodedBodySize, decodedBodySize]));
		const [packed, whole] = [0, 1].map((i) => sizes.reduce((sum, each) => sum + each[i], 0));

		console.log(`# /${path}: ${sizes.length} files, ${Math.round(packed / 1024)} KB compressed, ${Math.round(whole / 1024)} KB; usable after ${readyMs} ms`);
		assert.ok(packed > 0 && packed < FIRST_LOAD, `/${path}: ${packed} bytes`);
		assert.ok(packed < whole / 2, `/${path} is compressed`);
	}
});

await finish();
