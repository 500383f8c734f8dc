/*
 * The handheld in every situation that a view can be in (tests/prompts), on the smallest phone that is
 * still sold and on a usual one: nothing that one must read or press is cut off, covered, below the edge
 * or there twice. One page is given view after view, without a board behind it.
 *
 *   SHOTS=FOLDER node tests/browser/test_layout.mjs     a picture of each, to be looked at (make test-layout)
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finish, test } from '../e2e/lib/tap.mjs';
import { closeBrowser, theBrowser } from './lib/room.mjs';

const WEB = fileURLToPath(new URL('../../build/web', import.meta.url));
const ORIGIN = 'http://board.test';
const SIZES = [{ width: 375, height: 667 }, { width: 412, height: 915 }];
const LANGUAGES = ['de-DE', 'en-GB'];
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml' };

/* what link/link.js is to the page: the real one, but views come from the test */
const LINK = `import { Link as Real } from './real.js';
export class Link extends Real {
	constructor(access) { super(access); globalThis.__link = this; }
	get online() { return true; }
	open() { this.show('online', true); }
	say() { return Promise.resolve({ ok: true }); }
	show(type, detail) { this.dispatchEvent(Object.assign(new Event(type), { detail })); }
	view(state) { this.state = state; this.show('state', state); }
}`;

const { bases, situations } = JSON.parse(readFileSync(new URL('../prompts/situations.json', import.meta.url), 'utf8'));
/* the last move was an attack, and its ranks are still in sight */
const ATTACK = {
	moves: ['e4-e5', 'e7xe6 attacker'],
	battle: { side: 'blue', from: 'e7', sq: 'e6', outcome: 'attacker', attacker: '9', defender: '8' },
};

/* each with a game of its own: nothing is remembered from the one before */
function viewsOf() {
	const own = situations.filter(({ base }) => bases[base].you);
	const views = own.map(({ name, base, change, prompt }) => ({ name, view: { ...bases[base], ...change, prompt } }));
	const after = views
		.filter(({ view }) => view.phase === 'play' && !view.battle && view.moves.length > 0)
		.map(({ name, view }) => ({ name: `${name}, after a battle`, view: { ...view, ...ATTACK } }));

	return [...views, ...after].map(({ name, view }, i) => ({
		name,
		view: { ...view, id: view.id && (i + 1).toString(16).padStart(32, '0') },
	}));
}

function serve(route) {
	const { pathname } = new URL(route.request().url());
	const asked = pathname.replace('/link/real.js', '/link/link.js');
	const path = [asked, `${asked}.html`].map((each) => join(WEB, each)).find((each) => existsSync(each) && statSync(each).isFile());

	if (pathname === '/link/link.js') return route.fulfill({ contentType: TYPES['.js'], body: LINK });
	if (!path) return route.fulfill({ status: 404 });
	return route.fulfill({ contentType: TYPES[extname(path)] ?? 'text/html', body: readFileSync(path) });
}

async function openPage(size, locale, errors) {
	const context = await (await theBrowser()).newContext({
		viewport: size, hasTouch: true, isMobile: true, locale, reducedMotion: 'reduce',
	});
	const page = await context.newPage();

	page.on('pageerror', ({ stack }) => errors.push(stack));
	await page.route('**/*', serve);
	await page.addInitScript(() => localStorage.setItem('adjutant/seat/red', JSON.stringify({ seat: 'red' })));
	await page.goto(`${ORIGIN}/play`);
	await page.waitForFunction(() => globalThis.__link);
	return page;
}

/* in the page: what is wrong with how this view is shown */
function faultsOf(view) {
	globalThis.__link.view(view);
	scrollTo(0, 0);
	const shown = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 0;
	const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
	const called = (element) => `"${element.textContent.trim().slice(0, 40)}"`;
	const faults = [];

	function look(element) {
		const { left, right, top, bottom } = element.getBoundingClientRect();
		const points = [[left + 4, top + 4], [right - 4, top + 4], [(left + right) / 2, (top + bottom) / 2], [left + 4, bottom - 4], [right - 4, bottom - 4]];
		const hits = ([x, y]) => element.contains(document.elementFromPoint(x, y));

		if (left < -1 || right > innerWidth + 1) faults.push(`${called(element)} stands out`);
		else if (top < -1 || bottom > innerHeight + 1) faults.push(`${called(element)} is beyond the edge: ${Math.round(top)} to ${Math.round(bottom)}`);
		else if (!points.every(hits)) faults.push(`${called(element)} is covered`);
		if (element.scrollWidth > element.clientWidth + 1) faults.push(`${called(element)} is cut off`);
	}

	const said = all('.want, .problem, .answers p, .setup-top .bad');
	const buttons = all('.answers button, .setup-buttons .big, .more');
	for (const each of [...said, ...buttons]) look(each);
	if (said.length === 0 || !said[0].textContent) faults.push('nothing is said');
	const labels = all('main button').filter((each) => !each.closest('.board')).map((each) => each.textContent.trim());
	for (const label of new Set(labels))
		if (label && labels.indexOf(label) !== labels.lastIndexOf(label)) faults.push(`two buttons are called "${label}"`);
	if (document.documentElement.scrollWidth > innerWidth + 1) faults.push('the page is too wide');
	return faults;
}

async function shoot(page, i, name) {
	if (!process.env.SHOTS) return;
	const { width } = page.viewportSize(), language = await page.evaluate(() => document.documentElement.lang);
	const folder = join(process.env.SHOTS, `${width}-${language}`);

	mkdirSync(folder, { recursive: true });
	await page.screenshot({ path: join(folder, `${String(i).padStart(3, '0')}-${name.replace(/\W+/g, '-')}.png`) });
}

for (const size of SIZES)
	for (const locale of LANGUAGES)
		test(`all_is_in_sight_${size.width}_${locale.slice(0, 2)}`, async (t) => {
			const errors = [];
			const page = await openPage(size, locale, errors);
			const views = viewsOf();
			const faults = [];

			t.after(() => page.context().close());
			for (const [i, { name, view }] of views.entries()) {
				faults.push(...(await page.evaluate(faultsOf, view)).map((fault) => `${name}: ${fault}`));
				await shoot(page, i, name);
			}
			assert.deepEqual(errors, []);
			assert.deepEqual(faults, []);
		});

/* what is looked for would be found */
test('faults_would_be_found', async (t) => {
	const page = await openPage(SIZES[0], 'en-GB', []);
	const { view } = viewsOf().find(({ name }) => name === 'a piece is in the hand, after a battle');
	const spoil = (content) => page.addStyleTag({ content });

	t.after(() => page.context().close());
	assert.deepEqual(await page.evaluate(faultsOf, view), []);
	await spoil('.answers { position: static !important; }');
	assert.match((await page.evaluate(faultsOf, view)).join(), /"Done" is beyond the edge/);
	await spoil('body::after { content: ""; position: fixed; inset: 0 0 auto; height: 8rem; z-index: 9; }');
	assert.match((await page.evaluate(faultsOf, view)).join(), /is covered/);
	await spoil('.answers button { width: 2rem; overflow: hidden; flex: none !important; white-space: nowrap; }');
	assert.match((await page.evaluate(faultsOf, view)).join(), /is cut off/);
});

await finish();
await closeBrowser();
