/*
 * Both brokers are kept awake for a moment after a page was asked for, because Mosquitto looks
 * at new websockets only when something else happens, or ten times a second. The daemon knocks: it
 * unsubscribes from a topic without subscribers. Here Mosquitto itself writes down each knock. They come
 * by real time, as Mosquitto's own does; how long they go on is the daemon's time, which the test has.
 * The pulse, by which the daemon sees that a broker lives, is no knock and goes on all the time.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { discover } from '../../../web-ui/link/pair.js';
import { Daemon } from '../lib/daemon.mjs';
import { ask, Intruder, ROOT } from '../lib/attacks/intruder.mjs';
import { until } from '../lib/patience.mjs';
import { Player } from '../lib/people/players.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';

const WINDOW_MS = 3000; /* from the last page on */
const SILENT_MS = 100; /* more than enough for several knocks */

const SILENCE = `${ROOT}nothing`;
const PULSE = `${ROOT}pulse`;
const PAGES = ['/', '/play', '/table', '/arbiter', '/watch'];
const PUBLIC = ['state', 'event', 'online'].map((last) => `${ROOT}public/${last}`);
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
const watch = await discover({ base: daemon.base });
const players = [new Player('red', access.red, { clock }), new Player('spectator', watch, { clock })];
for (const player of players) await player.until(({ link, state }) => link.online && state, 'the board');

/* the brokers' lines: CLIENT TOPIC; the daemon has another name at each broker */
const BROKERS = ['broker', 'watch'];
const requestsAt = (name) =>
	(readFileSync(join(daemon.state, name, 'log'), 'utf8').match(/^\S+ adjutant\/\S+$/gm) ?? []).map((line) => line.split(' '));
const requests = () => BROKERS.flatMap(requestsAt);
const knocks = () => requests().filter(([, topic]) => topic !== PULSE);
/* how many each of them has heard */
const knocksHeard = () => BROKERS.map((name) => requestsAt(name).filter(([, topic]) => topic !== PULSE).length);

/*
 * Everything that the daemon has told its brokers before has been heard there. A broker that answers red or
 * the spectator may still have the daemon's words of that moment before it; when it answers again it has not.
 */
async function settle() {
	await clock.settle();
	await clock.settle();
	return knocksHeard();
}

/* Since then each of the two brokers has heard more knocks than that. */
function bothHeard(more, before) {
	return knocksHeard().every((count, i) => count - before[i] > more);
}

/* Asks for pages at once, and waits for some knocks. */
async function visit(...paths) {
	const before = await settle();

	for (const { status } of await Promise.all(paths.map((path) => ask(daemon.base, path))))
		assert.equal(status, 200);
	await until(() => bothHeard(2, before), 'knocks');
}

/* There are no knocks (any more); returns how many each broker has heard. */
async function verifySilence() {
	const before = await settle();

	await sleep(SILENT_MS);
	assert.deepEqual(await settle(), before);
	return before;
}

test('without_a_page_nobody_knocks', async () => {
	const others = ['/config.json', '/metrics', '/nothing', '/play/', '/favicon.svg'];

	await Promise.all(others.map((path) => ask(daemon.base, path)));
	for (const path of PAGES) await ask(daemon.base, path, { method: 'POST', body: '{}' });
	await ask(daemon.base, '/pair', { method: 'POST', body: '{}' });
	assert.deepEqual(await verifySilence(), [0, 0]);
});

/* Some after these pages, up to the end of the window, and then none any more. */
async function verifyKnocks(...paths) {
	await visit(...paths);
	await clock.advance(WINDOW_MS - 1);
	const before = await settle();
	await until(() => bothHeard(0, before), 'knocks to the end of the window');
	await clock.advance(1);
	await verifySilence();
}

for (const page of PAGES)
	test(`knocks_follow_the_page_${page.slice(1) || 'home'}_and_end`, () => verifyKnocks(page));

test('many_pages_prolong_them_no_further', () => verifyKnocks(...Array(8).fill(PAGES).flat()));

test('nobody_can_hear_them', async (t) => {
	await visit('/watch');
	assert.deepEqual(new Set(knocks().map(([, topic]) => topic)), new Set([SILENCE]));
	await until(() => requests().some(([, topic]) => topic === PULSE), 'a pulse');
	for (const seat of [undefined, 'blue', 'arbiter', 'table']) {
		const reader = await Intruder.connect(seat ? access[seat].url : watch.url, access[seat]);
		t.after(() => reader.end());
		assert.deepEqual(await reader.subscribe([SILENCE, PULSE, `${ROOT}#`, '#']), [], seat);
		for (const topic of PUBLIC) assert.ok(await reader.subscribe(topic), seat);
		await reader.settle();
		reader.messages.length = 0;
		await visit('/watch');
		await reader.settle();
		assert.deepEqual(reader.messages.map(({ topic }) => topic), [], seat);
	}
});

await finish();
for (const { link } of players) link.close();
await daemon.destroy();
