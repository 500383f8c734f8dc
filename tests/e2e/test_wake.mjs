/*
 * The broker is kept awake for a moment after somebody has asked for a page, because Mosquitto looks
 * at new websockets only when something else happens, or ten times a second. The daemon knocks: it
 * unsubscribes from what nobody has subscribed to. Here Mosquitto itself writes down each knock.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from './lib/daemon.mjs';
import { ask, Intruder, ROOT } from './lib/intruder.mjs';
import { Player } from './lib/players.mjs';
import { finish, test } from './lib/tap.mjs';
import { VirtualClock } from './lib/virtual_clock.mjs';

const WINDOW_MS = 3000; /* from the last page on */
const PERIOD_MS = 10; /* between two knocks */
const KNOCKS = WINDOW_MS / PERIOD_MS - 1; /* none at either end of the window */

const SILENCE = `${ROOT}nothing`;
const PAGES = ['/', '/play', '/table', '/arbiter', '/watch'];
const SEATS = ['red', 'blue', 'arbiter', 'table'];

const broker = {};
const clock = new VirtualClock();
const daemon = new Daemon({ broker }, { clock });
const access = {};

/* the same Mosquitto, but one that also says what is unsubscribed from */
broker.mosquitto = join(daemon.dir, 'mosquitto');
writeFileSync(
	broker.mosquitto,
	'#!/bin/sh\n' +
		'{ cat "$2"; echo log_type unsubscribe; } >talkative.conf\n' +
		'exec mosquitto "$1" talkative.conf\n',
	{ mode: 0o755 },
);
await daemon.start();
for (const seat of SEATS) access[seat] = await daemon.pair(seat);
const red = new Player('red', access.red, { clock });
await red.until(({ link, state }) => link.online && state, 'the board');

/* the broker's lines: CLIENT TOPIC */
const knocks = () => daemon.log.match(/^\S+ adjutant\/\S+$/gm) ?? [];

/*
 * Everything that the daemon has told its broker before has been heard there: the answer to a word
 * goes the same way.
 */
async function settle() {
	await red.link.say('nothing in particular');
	return knocks().length;
}

/* Asks for pages at once, and lets so much time go by; returns how many knocks there are then. */
async function visit(paths, ms) {
	for (const { status } of await Promise.all(paths.map((path) => ask(daemon.base, path))))
		assert.equal(status, 200);
	await clock.advance(ms);
	return settle();
}

test('without_a_page_nobody_knocks', async () => {
	const others = ['/config.json', '/metrics', '/nothing', '/play/', '/favicon.svg'];

	await Promise.all(others.map((path) => ask(daemon.base, path)));
	for (const path of PAGES) await ask(daemon.base, path, { method: 'POST', body: '{}' });
	await ask(daemon.base, '/pair', { method: 'POST', body: '{}' });
	await clock.advance(WINDOW_MS);
	assert.equal(await settle(), 0);
});

/* One each period after these pages, up to the end of the window, and then none any more. */
async function verifyKnocks(...paths) {
	const before = await settle();

	assert.equal((await visit(paths, 0)) - before, 0);
	await clock.advance(PERIOD_MS);
	assert.equal((await settle()) - before, 1);
	await clock.advance(WINDOW_MS - PERIOD_MS);
	assert.equal((await settle()) - before, KNOCKS);
	await clock.advance(WINDOW_MS);
	assert.equal((await settle()) - before, KNOCKS);
}

for (const page of PAGES)
	test(`knocks_follow_the_page_${page.slice(1) || 'home'}_and_end`, () => verifyKnocks(page));

test('many_pages_do_not_multiply_them', () => verifyKnocks(...Array(8).fill(PAGES).flat()));

test('nobody_can_hear_them', async (t) => {
	const visitThen = () => visit(['/watch'], PERIOD_MS);

	await visitThen();
	assert.deepEqual(new Set(knocks().map((line) => line.split(' ').at(-1))), new Set([SILENCE]));
	for (const seat of [undefined, 'blue', 'arbiter', 'table']) {
		const reader = await Intruder.connect(access.red.url, access[seat]);
		t.after(() => reader.end());
		assert.deepEqual(await reader.subscribe([SILENCE, `${ROOT}#`, '#']), [], seat);
		assert.ok(await reader.subscribe(`${ROOT}public/#`), seat);
		await reader.settle();
		reader.messages.length = 0;
		const before = knocks().length;
		assert.equal(await visitThen(), before + 1);
		await reader.settle();
		assert.deepEqual(reader.messages.map(({ topic }) => topic), [], seat);
	}
});

await finish();
red.link.close();
await daemon.destroy();
