/*
 * The broker is kept awake for a moment after somebody has asked for a page, because Mosquitto looks
 * at new websockets only when something else happens, or ten times a second. The daemon knocks: it
 * unsubscribes from what nobody has subscribed to. Here Mosquitto itself writes down each knock.
 *
 * How soon anything happens is not asked. A slow machine knocks less often than others do; none may
 * knock more often, or longer.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Daemon } from './lib/daemon.mjs';
import { ask, Intruder, ROOT } from './lib/intruder.mjs';
import { Player } from './lib/players.mjs';
import { finish, test } from './lib/tap.mjs';

const WINDOW_MS = 3000; /* from the last page on */
const PERIOD_MS = 10; /* between two knocks */
const TRIES = 5; /* at a page, on a machine that leaves the daemon no time in its window */

const SILENCE = `${ROOT}nothing`;
const PAGES = ['/', '/play', '/table', '/arbiter', '/watch'];
const SEATS = ['red', 'blue', 'arbiter', 'table'];

const broker = {};
const daemon = new Daemon({ broker });
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
const red = new Player('red', access.red);
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

/* Asks for pages at once; returns when that was, by the clock that the daemon has too. */
async function visit(...paths) {
	const fromMs = performance.now();

	for (const { status } of await Promise.all(paths.map((path) => ask(daemon.base, path))))
		assert.equal(status, 200);
	return { fromMs, toMs: performance.now() };
}

/* Asks for pages until there are knocks. */
async function visitUntilKnocks(...paths) {
	const before = knocks().length;
	let span = null;

	for (let i = 0; i < TRIES; i++) {
		const { fromMs, toMs } = await visit(...paths);
		span = { fromMs: span?.fromMs ?? fromMs, toMs };
		while (performance.now() < toMs + WINDOW_MS) {
			if (knocks().length > before) return span;
			await sleep(5);
		}
		if ((await settle()) > before) return span;
	}
	throw new Error(`nobody knocks after ${paths} was asked for`);
}

/* Waits for the end of the window; returns how many knocks there are then. */
async function untilOver({ toMs }) {
	while (performance.now() < toMs + WINDOW_MS) await sleep(20);
	return settle();
}

test('without_a_page_nobody_knocks', async () => {
	const others = ['/config.json', '/metrics', '/nothing', '/play/', '/favicon.svg'];

	await Promise.all(others.map((path) => ask(daemon.base, path)));
	for (const path of PAGES) await ask(daemon.base, path, { method: 'POST', body: '{}' });
	await ask(daemon.base, '/pair', { method: 'POST', body: '{}' });
	await sleep(500);
	assert.equal(await settle(), 0);
});

/* There are some after these pages, not more than there may be, and then none any more. */
async function verifyKnocks(...paths) {
	const before = await settle();
	const span = await visitUntilKnocks(...paths);
	const after = await untilOver(span);
	const most = Math.ceil((span.toMs - span.fromMs + WINDOW_MS) / PERIOD_MS);

	assert.ok(after - before <= most, `${after - before} knocks, not ${most} at most`);
	await sleep(500); /* so much time for what must not happen */
	assert.equal(await settle(), after);
}

for (const page of PAGES)
	test(`knocks_follow_the_page_${page.slice(1) || 'home'}_and_end`, () => verifyKnocks(page));

test('many_pages_do_not_multiply_them', () => verifyKnocks(...Array(8).fill(PAGES).flat()));

test('nobody_can_hear_them', async (t) => {
	await visitUntilKnocks('/watch');
	assert.deepEqual(new Set(knocks().map((line) => line.split(' ').at(-1))), new Set([SILENCE]));
	for (const seat of [undefined, 'blue', 'arbiter', 'table']) {
		const reader = await Intruder.connect(access.red.url, access[seat]);
		t.after(() => reader.end());
		assert.deepEqual(await reader.subscribe([SILENCE, `${ROOT}#`, '#']), [], seat);
		assert.ok(await reader.subscribe(`${ROOT}public/#`), seat);
		await reader.settle();
		reader.messages.length = 0;
		await visitUntilKnocks('/watch');
		await reader.settle();
		assert.deepEqual(reader.messages.map(({ topic }) => topic), [], seat);
	}
});

await finish();
red.link.close();
await daemon.destroy();
