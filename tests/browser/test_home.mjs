/*
 * What is around a game: the first page, which knows how things stand; how a device learns that it has lost its seat; a
 * screen that stays on; a page that opens without the board.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, press, theBrowser } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const PATIENCE_MS = 600000; /* for what must come; nothing depends on how soon */

async function shoot(page, name) {
	if (process.env.KEEP_SHOTS) await page.screenshot({ path: `${process.env.KEEP_SHOTS}/home-${name}.png` });
}

const textOf = async (page) => (await page.locator('main').innerText()).replace(/\s+/g, ' ');

/* ---- the first page ---- */

async function says(page, text) {
	await appears(page.locator('.now').getByText(text).first());
}

test('first_page_knows_the_situation', async (t) => {
	const game = recorded('quick-duel');
	const room = await Room.open(t, { seats: ['table'], isWatched: false, way: 'fingers', game: { edition: 'quick-duel' } });
	const home = await room.visit('home', '/');

	await says(home, 'Nobody has sat down yet.');
	await says(home, 'Free: Red and Blue.');
	await shoot(home, 'nobody');
	assert.equal(await home.locator('.go-on').count(), 0);
	await room.daemon.demand({ do: 'new', edition: 'quick-duel', red: 'Ann', blue: 'Bob' });
	await says(home, 'Ann against Bob · Quick Duel');
	await room.sit('red', { beside: 'home' });
	await says(home, 'The players are setting up');
	await says(home, 'Free: Blue.');
	await appears(home.getByRole('button', { name: 'Go on as Red' }));
	await shoot(home, 'set-up');
	await room.sit('blue');
	const play = await Play.begin(room, game);
	await play.setUp({ paste: true });
	await says(home, 'Being played');
	assert.equal(await home.locator('.free').count(), 0);
	await shoot(home, 'play');
	const own = await room.visit('own', '/', { beside: 'blue' });
	await press(own.getByRole('button', { name: 'Go on as Blue' }));
	await room.online('own');
	await room.sees('own', 'You: Bob');
	delete room.traffic.own; /* it is blue's, and was asked for blue's pieces */
	await own.close();
	delete room.pages.own;
	await room.daemon.demand({ do: 'say', who: 'blue', word: 'resign' });
	await says(home, 'Ann wins');
	await appears(home.locator('.now a', { hasText: 'Past games' }));
	await shoot(home, 'over');
	/* the public view says that the seat is free */
	await room.daemon.demand({ do: 'unpair', seat: 'red' });
	await appears(home.locator('.go-on'), { state: 'hidden' });
	await room.assertSecret(game.setup);
});

/* ---- a seat that is lost ---- */

/* said once, with what to do, and nothing can be pressed in a game that is not one's own any more */
async function isTold(page, text) {
	const panel = page.locator('.left-seat');

	await appears(panel);
	assert.ok((await panel.innerText()).includes(text), await panel.innerText());
	assert.match(await panel.innerText(), /scan the code at the table/i);
	assert.equal((await textOf(page)).split(text).length, 2, 'it is said once');
	assert.equal(await page.locator('.connection[role=status]').innerText(), '');
	const live = await page.locator('main button:visible').allInnerTexts();
	assert.deepEqual(live.filter((label) => !['Take a seat', ...REPLAY].includes(label)), []);
}

/* of the end of a game, which may be looked at */
const REPLAY = ['⏮', '◀', '▶', '⏭', '?'];

test('lost_seat_says_why', async (t) => {
	const room = await Room.open(t, { seats: ['arbiter'], isWatched: false, way: 'fingers' });
	const { arbiter } = room.pages;
	const lose = async (what, text) => {
		await room.sit('red');
		await what();
		await isTold(room.pages.red, text);
		await shoot(room.pages.red, `left-${text.slice(0, 12).replace(/\W/g, '-')}`);
		await room.pages.red.close();
	};
	const say = (word) => room.daemon.demand({ do: 'say', who: 'red', word });

	await lose(() => room.daemon.demand({ do: 'unpair', seat: 'red' }), 'Your seat was freed');
	await lose(() => say('unpair'), 'You have left your seat.');
	await lose(() => room.daemon.demand({ do: 'new', free: true }), 'A game of other players has begun');
	await appears(arbiter.locator('.left-seat', { hasText: 'A game of other players has begun' }));
	await lose(async () => {
		const { url } = await room.daemon.demand({ do: 'pair', seat: 'red', move: true });
		await room.visit('other', new URL(url).pathname + new URL(url).hash);
		await room.online('other');
	}, 'Another device has your seat now.');
	await room.daemon.demand({ do: 'unpair', seat: 'red' });
	await lose(async () => {
		await say('resign');
		await appears(room.pages.red.locator('.answers [data-word="rematch"]'));
		await room.daemon.demand({ do: 'unpair', seat: 'red' });
	}, 'Your seat was freed');
	assert.deepEqual(room.errors, []);
});

/* ---- a phone that stays awake ---- */

/* Films run by the browser's own time, so that is what is waited for. */
function filmIs(page, isOn) {
	const isSo = (wanted) => {
		const film = document.querySelector('video.film');

		return Boolean(film && !film.paused && film.muted && film.srcObject?.active) === wanted;
	};

	return page.waitForFunction(isSo, isOn);
}

test('phone_stays_awake_without_a_lock', async (t) => {
	const room = await Room.open(t, { seats: [], isWatched: false, way: 'fingers' });
	const { url } = await room.daemon.demand({ do: 'pair', seat: 'red' });
	/* as on a page that came without a certificate */
	const before = (page) => page.addInitScript(() => delete Navigator.prototype.wakeLock);
	const red = await room.visit('red', new URL(url).pathname + new URL(url).hash, { before });

	await room.online('red');
	await filmIs(red, true);
	await room.press('red', 'More');
	await shoot(red, 'more');
	await press(red.locator('.device summary'), { settles: false });
	await appears(red.locator('.device', { hasText: 'A tiny silent film runs instead' }));
	await shoot(red, 'device');
	await press(red.getByLabel('Keep the screen on'));
	await filmIs(red, false);
	await red.reload();
	await room.online('red');
	assert.equal(await red.locator('video').count(), 0, 'it is remembered');
	await room.press('red', 'More');
	await press(red.getByLabel('Keep the screen on'));
	await filmIs(red, true);
	await press(red.getByRole('button', { name: 'Close' }));
	await room.daemon.demand({ do: 'say', who: 'red', word: 'resign' });
	await appears(red.locator('.answers [data-word="rematch"]'));
	await filmIs(red, false);
	assert.deepEqual(room.errors, []);
});

test('lock_is_taken_where_there_is_one', async (t) => {
	const room = await Room.open(t, { seats: [], isWatched: false, way: 'fingers' });
	const { url } = await room.daemon.demand({ do: 'pair', seat: 'red' });
	const before = (page) =>
		page.addInitScript(() => {
			globalThis.locks = 0;
			navigator.wakeLock.request = async () => {
				globalThis.locks++;
				return { release: async () => globalThis.locks-- };
			};
		});
	const red = await room.visit('red', new URL(url).pathname + new URL(url).hash, { before });
	const locks = (count) => room.wait(async () => (await red.evaluate(() => globalThis.locks)) === count, `${count} locks`);

	await room.online('red');
	await locks(1);
	assert.equal(await red.locator('video').count(), 0);
	await room.press('red', 'More');
	await press(red.getByLabel('Keep the screen on'));
	await locks(0);
	await press(red.getByLabel('Keep the screen on'));
	await locks(1);
});

/* ---- without the board ---- */

test('page_opens_without_the_board', async (t) => {
	const room = await Room.open(t, { seats: [], isWatched: false });
	const context = await (await theBrowser()).newContext({ locale: 'de-DE' });
	const page = await context.newPage();
	const address = new URL('play?x=1', room.daemon.base).href;
	const isKept = async () => {
		const [place] = await caches.keys();
		const names = place ? (await (await caches.open(place)).keys()).map(({ url }) => new URL(url).pathname) : [];

		return ['/play', '/play/main.js', '/link/link.js', '/vendor/mqtt.esm.js', '/lang/de.json'].every((each) => names.includes(each));
	};

	t.after(() => context.close());
	page.setDefaultTimeout(PATIENCE_MS);
	await page.goto(address);
	await page.waitForFunction(() => navigator.serviceWorker.controller);
	await page.evaluate(() => import('/link/link.js'));
	await page.reload();
	await page.locator('#code').waitFor();
	await page.waitForFunction(isKept);
	const names = await page.evaluate(async () => (await (await caches.open((await caches.keys())[0])).keys()).map(({ url }) => url));
	assert.ok(names.every((each) => !/config\.json|metrics|games\//.test(each)), 'nothing that the board says is kept');
	/* what the board gives is what is shown, as long as it gives anything */
	await page.evaluate(async () => {
		const place = await caches.open((await caches.keys())[0]);

		await place.put('/lang/de.json', new Response('{"pair.title": "Alt"}', { headers: { 'Content-Type': 'application/json' } }));
	});
	await page.reload();
	await page.getByRole('heading', { name: 'Nimm Platz' }).waitFor();
	await room.daemon.stop();
	await page.reload();
	await page.getByRole('heading', { name: 'Nimm Platz' }).waitFor();
	await page.locator('#code').fill('RRRRRR');
	await page.locator('form button').click();
	await page.getByText('nicht erreichbar').first().waitFor();
});

test('manifest_is_one', async (t) => {
	const room = await Room.open(t, { seats: [], isWatched: false });
	const page = await room.visit('home', '/');
	const cdp = await page.context().newCDPSession(page);
	const { url, errors, data } = await cdp.send('Page.getAppManifest');
	const { icons } = JSON.parse(data);

	assert.match(url, /manifest\.webmanifest$/);
	assert.deepEqual(errors, []);
	for (const { src } of icons) assert.equal((await page.request.get(new URL(src, url).href)).status(), 200);
});

/* ---- a projector ---- */

test('large_view_shows_the_way_to_watch', async (t) => {
	const room = await Room.open(t, { seats: [], isWatched: false });
	const way = { url: 'http://board.test/watch', modules: Array(21).fill('1'.repeat(21)).join('/') };
	/* the board of a test is on no network */
	const before = (page) =>
		page.route('**/config.json', async (route) => {
			const response = await route.fetch();

			await route.fulfill({ response, json: { ...(await response.json()), way } });
		});
	const large = await room.visit('large', 'watch?view=large', { before });

	await room.online('large');
	await appears(large.locator('.way .qr'));
	await appears(large.getByText('board.test/watch'));
	for (const size of [{ width: 1280, height: 800 }, { width: 1920, height: 1080 }]) {
		await large.setViewportSize(size);
		await shoot(large, `large-${size.width}`);
		const box = await large.locator('.way .qr').boundingBox();
		assert.ok(box.width >= 100 && box.y + box.height <= size.height && box.x + box.width <= size.width, JSON.stringify(box));
		assert.equal(await large.evaluate(() => document.documentElement.scrollHeight > innerHeight), false);
	}
	const small = await room.visit('small', 'watch', { before });
	await room.online('small');
	assert.equal(await small.locator('.way').isVisible(), false);
});

await finish();
await closeBrowser();
