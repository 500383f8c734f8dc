/*
 * The clocks that people see: they run on whatever one does with a page, and are right again for who
 * comes later. And what waits for an arbiter who was away.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../e2e/lib/patience.mjs';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Play, recorded } from './lib/play.mjs';
import { closeBrowser, press, Room } from './lib/room.mjs';

const WHOLE_S = 20 * 60;
const RENEWED_S = 5; /* how old a view may be */
const LATE_S = 2;

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
	const beganMs = Date.now();
	const expected = () => WHOLE_S - (Date.now() - beganMs) / 1000;
	/* to look takes its time: what is seen lies between what is right before and after */
	const assertRight = async (name, lateS, when) => {
		const most = expected();
		const left = await redClock(room.pages[name]);
		const least = expected();

		assert.ok(left < most + lateS && left > least - lateS, `${name} ${when}: ${left} s, not ${least} to ${most} s`);
		return left;
	};
	/* between two views, so that no new one puts it right */
	for (const name of Object.keys(FIDGETS))
		await room.pages[name].locator('.clock.red').first().waitFor();
	await sleep(3500);
	for (const [name, fidget] of Object.entries(FIDGETS)) {
		const before = await redClock(room.pages[name]);
		await fidget(room.pages[name]);
		const after = await assertRight(name, LATE_S, 'when it was drawn anew');
		assert.ok(after <= before, `${name}: ${before} s are left, then ${after} s`);
	}
	await sleep(7000);
	for (const name of Object.keys(FIDGETS)) {
		await room.pages[name].reload();
		await room.online(name);
		await room.pages[name].locator('.clock.red').first().waitFor();
		await assertRight(name, RENEWED_S + LATE_S, 'after a reload');
	}
	await sleep(1000 * (RENEWED_S + 1));
	for (const name of Object.keys(FIDGETS)) await assertRight(name, LATE_S, 'when a new view has come');
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
		await timeOn(name).waitFor();
		assert.match(await timeOn(name).innerText(), /^Time left to set up: (9:\d\d|10:00)$/, name);
	}
	const first = secondsIn(await timeOn('red').innerText());
	await until(async () => secondsIn(await timeOn('red').innerText()) < first, 'it to run');
	const play = await Play.begin(room, recorded('barrage'));
	await play.setUp({ paste: true });
	for (const name of names) {
		await timeOn(name).waitFor({ state: 'hidden' });
		await room.pages[name].locator('.clock.red').first().waitFor();
	}
	assert.deepEqual(room.errors, []);
});

test('a_call_waits_for_an_arbiter_who_was_away', async (t) => {
	const room = await Room.open(t, {
		game: { edition: 'barrage' },
		seats: ['red', 'blue', 'table', 'arbiter'],
	});
	const { arbiter, red } = room.pages;
	const address = arbiter.url();
	const banner = arbiter.locator('.alarm strong');

	await arbiter.goto('about:blank');
	await room.press('red', 'More');
	await press(red.locator('dialog [data-word="call-arbiter"]'));
	await red.locator('.notices').getByText(/arbiter/i).first().waitFor();
	await arbiter.goto(address);
	await banner.waitFor();
	assert.match(await banner.innerText(), /Red/);
	await room.press('arbiter', 'I have seen it');
	await banner.waitFor({ state: 'detached' });
	await arbiter.reload(); /* seen is seen */
	await room.online('arbiter');
	await arbiter.locator('.faces').waitFor();
	assert.equal(await banner.count(), 0);
	assert.deepEqual(room.errors, []);
});

await finish();
await closeBrowser();
