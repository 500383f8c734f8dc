/*
 * A room with people in it: a real daemon, a real Chromium, two handhelds, the virtual table, and
 * a spectator, each in a browser context of its own. Nothing here speaks to the daemon but
 * pages; what is done is done with a pointer or a finger.
 *
 * The daemon and all pages go by one virtual clock, room.clock. It stands still while people press
 * something or look; it goes on while they wait for something that is not there yet, and during a
 * gesture for as long as that takes. So nothing depends on how fast the machine is.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { loadChromium } from '../../e2e/lib/packages.mjs';
import { Daemon } from '../../e2e/lib/daemon.mjs';
import { VirtualClock } from '../../e2e/lib/virtual_clock.mjs';
import { Pages } from './pages.mjs';
import { leaksIn, Traffic } from './traffic.mjs';

export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
export const LAPTOP = { viewport: { width: 1280, height: 800 } };
/* A game can be played by all before screens, by all on phones of a hand's size, or as it is at home. */
export const WAYS = {
	mouse: () => LAPTOP,
	fingers: () => PHONE,
	laptop_and_phones: (name) => (name === 'red' || name === 'blue' ? PHONE : LAPTOP),
};

/* Those in which a game is played among all other tests; `make test-browser` plays it in every way. */
export const ways = (...usual) => (process.env.EVERY_WAY ? Object.keys(WAYS) : usual);

const PATIENCE_MS = 600000; /* for what must come; nothing depends on how soon */

const RANKS = /Marshal|General|Colonel|Major|Captain|Lieutenant|Sergeant|Miner|Scout|\bSpy\b|Bomb/;

const seatOf = { red: 'play', blue: 'play', table: 'table', arbiter: 'arbiter' };

/* The same Chromium without its windows takes half the time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

let browser = null; /* a promise of the one that all rooms of a program share */

export function theBrowser() {
	browser ??= loadChromium().launch({
		executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync),
		args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-audio-output'],
	});
	return browser;
}

/* When no room will be opened any more. */
export async function closeBrowser() {
	await (await browser)?.close();
}

const rooms = new WeakMap(); /* of pages */

/*
 * Presses something as its device has it, with the mouse or with a finger, when it can be pressed; and all
 * have heard what was said by that. settles: false where nothing is.
 */
export async function press(element, { settles = true, ...options } = {}) {
	const page = element.page(), room = rooms.get(page);

	await room.wait(async () => (await element.isVisible()) && (await element.isEnabled()), `${element} to press`);
	await (room.isTouch(page) ? element.tap(options) : element.click(options));
	if (settles) await room.clock.settle();
}

export async function pressIfThere(button) {
	if (await button.isVisible()) await press(button);
}

/* Waits for an element as its locator's waitFor() does, and time goes on meanwhile. */
export function appears(element, { state = 'visible' } = {}) {
	const isSo = {
		visible: async () => (await element.count()) > 0 && element.first().isVisible(),
		hidden: async () => (await element.count()) === 0 || element.first().isHidden(),
		attached: async () => (await element.count()) > 0,
		detached: async () => (await element.count()) === 0,
	}[state];

	return rooms.get(element.page()).wait(isSo, `${element} to be ${state}`);
}

/* The clock that a page goes by. */
export const clockOf = (page) => rooms.get(page).clock;

export class Room {
	pages = {};
	traffic = {};
	errors = []; /* of any page */
	clock = new VirtualClock();
	#inTime; /* all pages */
	#touchScreens = new Set(); /* pages */
	#contexts = []; /* one for each device */
	#device; /* of a name */

	/*
	 * t: the test, at whose end all goes; way: of WAYS; devices: {red: PHONE, ..}, where they differ;
	 * isWatched: whether a spectator has the page for those who watch
	 */
	static async open(t, options = {}) {
		const { game = {}, config = {}, way = 'mouse', devices = {}, seats = ['red', 'blue', 'table'] } = options;
		const { isWatched = true } = options;
		const room = new Room();

		room.daemon = new Daemon({ ...config, game }, { clock: room.clock });
		t.after((failure) => room.#close(failure));
		room.#device = (name) => devices[name] ?? WAYS[way](name);
		room.#inTime = await Pages.join(room.clock);
		await Promise.all([room.daemon.start(), theBrowser()]);
		/* they come in as people do, and not one after the other */
		await Promise.all([...seats.map((seat) => room.sit(seat)), isWatched && room.visit('watch', 'watch')]);
		return room;
	}

	async #close(failure) {
		if (failure && process.env.KEEP_SHOTS)
			for (const [name, page] of Object.entries(this.pages))
				await page.screenshot({ path: `${process.env.KEEP_SHOTS}/${name}.png` }).catch(() => {});
		this.#inTime?.close();
		await Promise.all(this.#contexts.map((context) => context.close()));
		await this.daemon.destroy(failure);
	}

	async #newDevice(device) {
		const context = await (await theBrowser()).newContext({
			locale: 'en-GB',
			reducedMotion: 'reduce',
			serviceWorkers: 'block', /* pages that are kept would come from there; test_home.mjs has one */
			...device,
		});

		this.#contexts.push(context);
		return context;
	}

	/*
	 * A page on a device of its own; before(page): what happens before it goes there; beside: the name
	 * of a page on whose device it is opened, in another tab.
	 */
	async visit(name, path, { before = null, beside = null } = {}) {
		const device = this.#device(beside ?? name);
		const context = beside ? this.pages[beside].context() : await this.#newDevice(device);
		const page = await context.newPage();

		page.setDefaultTimeout(PATIENCE_MS);
		rooms.set(page, this);
		if (device.hasTouch) this.#touchScreens.add(page);
		this.traffic[name] = new Traffic(page);
		this.pages[name] = page;
		page.on('pageerror', (error) => this.errors.push(`${name}: ${error.message}`));
		page.on('console', (message) => {
			/* of a connection that a test has cut */
			if (message.text().startsWith('WebSocket ')) return;
			if (message.type() === 'error') this.errors.push(`${name}: ${message.text()} ${message.location().url}`);
		});
		await this.#inTime.add(page);
		await before?.(page);
		await page.goto(new URL(path, this.daemon.base).href);
		return page;
	}

	/* Scans the code of a seat; beside: as with visit(). */
	async sit(seat, { beside = null } = {}) {
		const { url } = await this.daemon.demand({ do: 'pair', seat });
		const { pathname, hash } = new URL(url);
		const page = await this.visit(seat, pathname + hash, { beside });

		assert.equal(pathname, `/${seatOf[seat]}`);
		await this.online(seat);
		this.traffic[seat].useKeys(
			await page.evaluate((key) => JSON.parse(localStorage.getItem(key)), `adjutant/seat/${seat}`),
		);
		return page;
	}

	online(name, isOnline = true) {
		return appears(this.pages[name].locator(`html[data-online="${isOnline}"]`));
	}

	/* Its time stands still from now on, as that of a tab which the browser has put to sleep. */
	stopTimeOf(name) {
		this.#inTime.remove(this.pages[name]);
	}

	/* How the board itself sees it. */
	status() {
		return this.daemon.ask({ do: 'status' });
	}

	/* Waits until that is so of the daemon's status. */
	async until(isSo, what) {
		let status;

		await this.wait(async () => isSo((status = await this.status())), what);
		return status;
	}

	/* Lets time go on until that is so. */
	async wait(isSo, what) {
		if ((await isSo()) || (await this.clock.within(PATIENCE_MS, isSo))) return;
		throw new Error(`waited in vain for ${what}: ${JSON.stringify(await this.status())} ${await this.#wants()}`);
	}

	async #wants() {
		const texts = await Promise.all(
			Object.entries(this.pages).map(async ([name, page]) =>
				`${name}: ${(await page.locator('main').innerText().catch(() => '')).slice(0, 200)}`),
		);

		return texts.join(' | ').replace(/\n/g, ' ');
	}

	press(name, label) {
		return press(
			this.pages[name].getByRole('button', { name: label, exact: typeof label === 'string' }).first(),
		);
	}

	/* whether that page is on a touch screen */
	isTouch(page) {
		return this.#touchScreens.has(page);
	}

	/* ---- what people see ---- */

	sees(name, text) {
		return appears(this.pages[name].getByText(text).first());
	}

	/* What each page was sent, and what it shows, holds no rank that is not for it. */
	async assertSecret(setups = {}) {
		for (const [name, traffic] of Object.entries(this.traffic)) {
			const audience = ['red', 'blue'].includes(name) ? name : 'public';

			if (name === 'arbiter') continue;
			this.#assertHeard(name, audience);
			assert.deepEqual(leaksIn(traffic.read(), audience), [], `what ${name} was sent`);
			if (audience === 'public')
				assert.doesNotMatch(await this.pages[name].locator('body').innerText(), RANKS, `${name} names a rank`);
			const shown = await this.pages[name].content();
			for (const [side, rows] of Object.entries(setups))
				if (side !== audience) assert.ok(!shown.includes(rows), `${name} shows the set-up of ${side}`);
			await this.#assertNoPieces(name, audience);
		}
		assert.deepEqual(this.errors, []);
	}

	/* That nothing was found means something only where something was read: and what a seat was sent
	 * would be found if another had got it. */
	#assertHeard(name, audience) {
		const heard = this.traffic[name].read().filter(({ value }) => value && typeof value === 'object');

		assert.ok(heard.some(({ value }) => value.phase), `a view of ${name} was read`);
		assert.ok(heard.some(({ value }) => value.event), `events of ${name} were read`);
		if (audience !== 'public')
			assert.notDeepEqual(leaksIn(heard, 'public'), [], `ranks of ${name} would be found`);
	}

	/* on no board picture stands a piece of another side with a rank on it */
	async #assertNoPieces(name, audience) {
		const others = ['red', 'blue'].filter((side) => side !== audience);

		for (const side of others) {
			const ranks = await this.pages[name].locator(`.board .piece.${side} .rank`).allTextContents();
			assert.deepEqual(ranks, [], `${name} sees ranks of ${side} on a board`);
		}
	}
}
