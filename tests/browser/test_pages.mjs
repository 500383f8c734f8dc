/*
 * What holds for every page, whatever is played: axe finds no serious fault, light and dark; no
 * language runs over the edge of a phone; the first load is small; everything is there by keyboard.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { axePath } from '../e2e/lib/packages.mjs';
import { finish, test } from '../e2e/lib/tap.mjs';
import { LANGUAGES } from '../../web-ui/common/i18n.js';
import { Room, appears, closeBrowser, press } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const FIRST_LOAD = 250 * 1024; /* bytes, compressed */
const AXE = readFileSync(axePath, 'utf8');
const LONGEST = ['de', 'sv']; /* words */

/* by the browser's own console, which the pages' policy allows */
async function bringAxe(page) {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
}

async function seriousFaults(page, rules) {
	await bringAxe(page);
	const options = { ...rules, resultTypes: ['violations'], preload: false, iframes: false };
	const { violations } = await page.evaluate((options) => window.axe.run(options), options);

	return violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).slice(0, 3).join(', ')}`);
}

/* what is asked of a page in each of its colours: only those differ in the dark */
const SCHEMES = { light: {}, dark: { runOnly: ['color-contrast'] } };

/* The same with several pages at a time: most of it is waiting for them. */
function withEach(room, names, go) {
	return Promise.all(names.map((name) => go(room.pages[name], name)));
}

function assertAccessible(room, when, { names = Object.keys(room.pages), schemes = Object.keys(SCHEMES) } = {}) {
	return withEach(room, names, async (page, name) => {
		for (const colorScheme of schemes) {
			await page.emulateMedia({ colorScheme });
			assert.deepEqual(
				await seriousFaults(page, SCHEMES[colorScheme]), [], `${name}, ${colorScheme}, ${when}`,
			);
		}
	});
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

async function speak(room, name, language) {
	const page = room.pages[name];

	await page.evaluate((code) => localStorage.setItem('adjutant/language', code), language);
	await page.reload();
	await appears(page.locator(`html[lang="${language}"] main *`), { state: 'attached' });
	if (name !== 'home') await room.online(name);
}

/* The pages stay in the last of these languages. */
function assertFits(room, when, languages, names = Object.keys(room.pages)) {
	return withEach(room, names, async (page, name) => {
		for (const language of languages) {
			await speak(room, name, language);
			assert.deepEqual(await page.evaluate(overflows), [], `${name}, ${language}, ${when}`);
		}
	});
}

/* A code for another device, to be scanned or typed. */
async function showCode(room) {
	await room.press('red', 'More');
	await press(room.pages.red.locator('dialog [data-word="move-seat"]'));
	await appears(room.pages.red.locator('dialog .qr'));
	assert.match(await room.pages.red.locator('dialog .code').innerText(), /^R[2-9A-HJ-NP-Z]{2}-[2-9A-HJ-NP-Z]{3}$/);
}

test('pages_are_accessible_and_fit', async (t) => {
	const game = recorded('barrage');
	const room = await Room.open(t, {
		way: 'fingers',
		game: { edition: 'barrage', clock: 'fischer 20+10 setup 60' },
		seats: ['red', 'blue', 'table', 'arbiter'],
	});
	const play = await Play.begin(room, game);

	await Promise.all([room.visit('home', '/'), room.online('watch')]);
	await assertAccessible(room, 'set-up', { names: ['red', 'table', 'watch'], schemes: ['light'] });
	await assertFits(room, 'set-up', [...LONGEST, 'en'], ['red', 'table']);
	await play.setUp({ paste: true });
	for (const action of game.actions.slice(0, 8)) await play.act(action);
	await assertAccessible(room, 'in play');
	await showCode(room);
	await assertAccessible(room, 'with a code', { names: ['red'], schemes: ['light'] });
	await assertFits(room, 'in play', LONGEST);
	await play.act(game.actions[8]);
	assert.deepEqual(room.errors, []);
});

test('cards_are_accessible_and_fit', async (t) => {
	const room = await Room.open(t, { way: 'fingers', isWatched: false, game: { edition: 'battle-cards' } });
	const play = await Play.begin(room, recorded('battle-cards'));

	await play.setUp({ paste: true });
	await press(room.pages.red.locator('.show-cards'));
	await assertAccessible(room, 'with cards', { names: ['red'] });
	await assertFits(room, 'with cards', LANGUAGES, ['red']);
});

test('a_wrong_code_is_explained', async (t) => {
	const room = await Room.open(t, { seats: [], isWatched: false });
	const page = await room.visit('play', `play?lang=de#${'a'.repeat(26)}`);

	await appears(page.getByText('Der Code ist')); /* well-formed, and nobody's */
	await page.locator('#code').fill('abc');
	await press(page.locator('form button'));
	await appears(page.getByText('Das ist kein Code'));
	assert.ok(!page.url().includes('aaaa'), 'the code does not stay in the address');
});

/* where people go, with a code for a seat or without, and what they wait for there */
const FIRST_LOADS = [
	{ path: '', selector: 'main a' },
	{ path: 'play', selector: 'main button' },
	{ path: 'table', selector: 'main button' },
	{ path: 'watch', selector: 'html[data-online="true"] .board' },
	{ path: 'arbiter', selector: 'main button' },
	{ path: 'play', seat: 'red', selector: 'html[data-online="true"] .supply-piece' },
	{ path: 'table', seat: 'table', selector: 'html[data-online="true"] .board' },
];

/* Notes when it is there, by real time. */
function watchFor(selector) {
	const look = () => {
		if (document.querySelector(selector)) globalThis.usableMs ??= Math.round(new Event('now').timeStamp);
	};

	new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

async function codeOf(room, seat) {
	const { url } = await room.daemon.demand({ do: 'pair', seat });

	return new URL(url).hash;
}

test('first_load_is_small', async (t) => {
	const room = await Room.open(t, { seats: [], isWatched: false });

	for (const { path, seat, selector } of FIRST_LOADS) {
		const name = `/${path}${seat ? ` for ${seat}` : ''}`;
		const page = await room.visit(name, path + (seat ? await codeOf(room, seat) : ''), {
			before: (page) => page.addInitScript(watchFor, selector),
		});
		await appears(page.locator(selector).first());
		const usableMs = await page.evaluate(() => globalThis.usableMs);
		if (path) await page.evaluate(() => import('/link/link.js')); /* it comes last, and with the most */
		const sizes = await page.evaluate(() =>
			performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
				.map(({ encodedBodySize, decodedBodySize }) => [encodedBodySize, decodedBodySize]));
		const [packed, whole] = [0, 1].map((i) => sizes.reduce((sum, each) => sum + each[i], 0));

		console.log(`# ${name}: ${sizes.length} files, ${Math.round(packed / 1024)} KB compressed, ${Math.round(whole / 1024)} KB; usable after ${usableMs} ms`);
		assert.ok(packed > 0 && packed < FIRST_LOAD, `${name}: ${packed} bytes`);
		assert.ok(packed < whole / 2, `${name} is compressed`);
	}
});

await finish();
await closeBrowser();
