/*
 * The clocks that people see: they run on whatever one does with a page, and are right again for who
 * comes later. And what waits for an arbiter who was away.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Play, recorded } from './lib/play.mjs';
import { Room, appears, closeBrowser, press } from './lib/room.mjs';

const WHOLE_S = 20 * 60;
const RENEWED_MS = 5000; /* how old a view may be */

/* "19:49" or a sentence with it */
function secondsIn(text) {
	const [, minutes, seconds] = /(\d+):(\d\d)/.exec(text);

	return 60 * Number(minutes) + Number(seconds);
}

const redClock = async (page) => secondsIn(await page.locator('.clock.red').first().innerText());

/* what one can do at each page that draws it anew and tells the board nothing */
const FIDGETS = {
	red: (page) => press(page.getByRole('button', { name: 'Show for 5 seconds' })),
	watch: (page) => page.keyboard.press('ArrowLeft'),
	table: (page) => press(page.getByRole('button', { name: 'Turn the board' })),
};

test('clocks_run_on_whatever_one_does', async (t) => {
	const game = recorded('barrage');
	const room = await Room.open(t, { game: { edition: 'barrage', clock: 'fischer 20+10' } });
	const play = await Play.begin(room, game);

	await play.setUp({ paste: true });
	const beganMs = room.clock.nowMs;
	const assertRight = async (name, when) => {
		const leftS = WHOLE_S - (room.clock.nowMs - beganMs) / 1000;

		assert.equal(await redClock(room.pages[name]), Math.ceil(leftS), `${name} ${when}`);
	};

	for (const name of Object.keys(FIDGETS)) await appears(room.pages[name].locator('.clock.red').first());
	await room.clock.advance(3500); /* between two views, so that no new one puts it right */
	for (const [name, fidget] of Object.entries(FIDGETS)) {
		await assertRight(name, 'between two views');
		await fidget(room.pages[name]);
		await assertRight(name, 'when it was drawn anew');
	}
	await room.clock.advance(7000);
	for (const name of Object.keys(FIDGETS)) {
		await room.pages[name].reload();
		await room.online(name);
		await appears(room.pages[name].locator('.clock.red').first());
	}
	await room.clock.advance(RENEWED_MS);
	for (const name of Object.keys(FIDGETS)) await assertRight(name, 'when a new view has come');
	assert.deepEqual(room.errors, []);
});

test('the_time_to_set_up_is_on_every_page', async (t) => {
	const room = await Room.open(t, {
		way: 'fingers',
		game: { edition: 'barrage', clock: 'fischer 20+10 setup 10' },
		seats: ['red', 'blue', 'table', 'arbiter'],
	});
	const names = ['red', 'blue', 'table', 'arbiter', 'watch'];
	const timeOn = (name) => room.pages[name].locator('.setup-time');

	for (const name of names) {
		await appears(timeOn(name));
		assert.match(await timeOn(name).innerText(), /^Time left to set up: (9:\d\d|10:00)$/, name);
	}
	const first = secondsIn(await timeOn('red').innerText());
	await room.clock.advance(1000);
	assert.equal(secondsIn(await timeOn('red').innerText()), first - 1, 'it runs');
	const play = await Play.begin(room, recorded('barrage'));
	await play.setUp({ paste: true });
	for (const name of names) {
		await appears(timeOn(name), { state: 'hidden' });
		await appears(room.pages[name].locator('.clock.red').first());
	}
	assert.deepEqual(room.errors, []);
});

test('a_call_waits_for_an_arbiter_who_was_away', async (t) => {
	const room = await Room.open(t, {
		game: { edition: 'barrage' },
		seats: ['red', 'arbiter'],
		isWatched: false,
	});
	const { arbiter, red } = room.pages;
	const address = arbiter.url();
	const banner = arbiter.locator('.alarm strong');

	await arbiter.goto('about:blank');
	await room.press('red', 'More');
	await press(red.locator('dialog [data-word="call-arbiter"]'));
	await appears(red.locator('.notices').getByText(/arbiter/i).first());
	await arbiter.goto(address);
	await appears(banner);
	assert.match(await banner.innerText(), /Red/);
	await room.press('arbiter', 'I have seen it');
	await appears(banner, { state: 'detached' });
	await arbiter.reload(); /* seen is seen */
	await room.online('arbiter');
	await appears(arbiter.locator('.faces'));
	assert.equal(await banner.count(), 0);
	assert.deepEqual(room.errors, []);
});

await finish();
await closeBrowser();
