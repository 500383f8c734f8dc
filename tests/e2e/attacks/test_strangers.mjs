/*
 * What strangers can do to a board: use up its memory, its connections, its names. They have a broker
 * of their own for it. Whatever becomes of that one, the players' links last and their words are
 * answered; and spectators who come afterwards are served. A broker that hangs is replaced.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connectPacket, frame, HANDSHAKE, Raw } from '../lib/attacks/raw.mjs';
import { Intruder, isAdmitted, ROOT } from '../lib/attacks/intruder.mjs';
import { until } from '../lib/patience.mjs';
import { QuickGame } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const UNASKED = { game: { 'nudge-ms': 3600000 } };
const game = await new QuickGame({ seats: ['red', 'blue', 'table'], clock: null, config: UNASKED }).begin({ battles: false });
const { daemon, players, access } = game;
const { red, blue, table } = players;
const { watch_mqtt: watchMqttPort } = await daemon.ask({ do: 'status' });
const watchPort = Number(new URL(game.watchUrl).port);
let lost = 0;

/* Another board, whose brokers hang meanwhile: that is noticed by their silence, which takes its time. */
const hanging = await new QuickGame({ seats: ['red', 'blue', 'table'], clock: null, config: UNASKED }).begin({ battles: false });
const hung = [hanging.daemon.brokerPid, hanging.daemon.watchPid];
hung.forEach((pid) => process.kill(pid, 'SIGSTOP'));

for (const { link } of [red, blue, table]) link.addEventListener('online', ({ detail }) => { lost += !detail; });

function residentMb(pid) {
	try {
		return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)[1]) / 1024;
	} catch {
		return 0;
	}
}

/* Players have noticed nothing: the same links, to the same broker, on which words and moves count. */
const playersPid = daemon.brokerPid;
async function assertUndisturbed() {
	assert.equal(daemon.brokerPid, playersPid);
	assert.equal((await red.link.say('confirm')).ok, false);
	await blue.say('openings');
	assert.equal(lost, 0);
}

/* Spectators who come now see the game as it is. */
async function assertServed() {
	await players.spectator.until(({ link }) => link.online, 'the spectators\' broker');
	await game.move();
	await assertUndisturbed();
}

/* ---- memory ---- */

const deep = (i) => `${ROOT}public/${i}/${'a/'.repeat(180)}a`;

/* A tree node for every level: 400 bytes to send, 140 KB to keep. */
test('deep_subscriptions_take_no_memory', async () => {
	const pid = daemon.watchPid, before = residentMb(pid);

	for (const url of [game.watchUrl, `mqtt://127.0.0.1:${(await daemon.ask({ do: 'status' })).watch_mqtt}`]) {
		const client = await Intruder.connect(url);

		for (let i = 0; i < 20; i++)
			assert.deepEqual(await client.subscribe(Array.from({ length: 50 }, (_, j) => deep(50 * i + j))), []);
		client.end();
	}
	assert.equal(daemon.watchPid, pid);
	assert.ok(residentMb(pid) < before + 4, `${before} MB, then ${residentMb(pid)} MB`);
	await assertServed();
});

/* A seat is a client like any other there. */
test('nor_do_those_of_a_seat', async () => {
	const before = residentMb(playersPid);

	red.link.close();
	const client = await Intruder.connect(game.url, access.red);
	for (let i = 0; i < 20; i++)
		assert.deepEqual(await client.subscribe(Array.from({ length: 50 }, (_, j) => deep(50 * i + j))), []);
	client.end();
	red.link.open();
	await red.until(({ link }) => link.online, 'its seat again');
	lost = 0; /* it has left by itself */
	assert.ok(residentMb(playersPid) < before + 4);
	await assertUndisturbed();
});

async function leaveSession(name) {
	const raw = await Raw.connect({ port: watchMqttPort });

	await raw.send(connectPacket(name, { clean: false })).answer(4);
	raw.close();
}

/* Sessions that are kept, with names of 60 KB: spectators lose their broker, and have a new one. */
test('sessions_with_long_names_cost_spectators_only', async () => {
	const pid = daemon.watchPid;
	let most = 0;

	for (let i = 0; daemon.watchPid === pid && i < 80; i++) {
		await Promise.all(Array.from({ length: 50 }, (_, j) => leaveSession(`${i}-${j}-${'x'.repeat(60000)}`)));
		most = Math.max(most, residentMb(pid));
		if (i % 10 === 0) await assertUndisturbed(); /* players may say a few words a second */
	}
	assert.ok(most < 112, `${most} MB`);
	await until(() => daemon.watchPid && daemon.watchPid !== pid, 'another broker for spectators');
	assert.match(daemon.log, /the spectators' broker uses \d+ MB/);
	await assertServed();
});

/* A packet begins with its length; the broker is not to set aside what it has not got. */
test('announced_packets_are_not_believed', async () => {
	const liars = await Promise.all(Array.from({ length: 20 }, async () => {
		const raw = await Raw.connect({ port: watchPort });

		await raw.send(HANDSHAKE).answer();
		return raw.send(frame(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f])));
	}));

	await Promise.all(liars.map((raw) => raw.hangUp()));
	await assertServed();
});

/* ---- connections and names ---- */

test('idle_strangers_take_no_place_of_a_console', async () => {
	const { mqtt, watch_mqtt: watch } = await daemon.ask({ do: 'status' });
	const connect = (port, i) => Raw.connect({ port }).then((raw) => raw.send(connectPacket(`idle-${i}`, { keepalive: 0 })));
	const refused = await Promise.all(Array.from({ length: 30 }, (_, i) => connect(mqtt, i)));
	const silent = await Promise.all(Array.from({ length: 30 }, () => Raw.connect({ port: mqtt })));
	const idle = await Promise.all(Array.from({ length: 30 }, (_, i) => connect(watch, i)));

	await Promise.all(refused.map((raw) => raw.hangUp()));
	await Promise.all(idle.map((raw) => raw.answer(4)));
	assert.ok(await isAdmitted(`mqtt://127.0.0.1:${watch}`, {}));
	red.link.close();
	assert.ok(await isAdmitted(`mqtt://127.0.0.1:${mqtt}`, access.red));
	red.link.open();
	await red.until(({ link }) => link.online, 'its seat again');
	lost = 0;
	for (const raw of [...silent, ...idle]) raw.close();
	await assertUndisturbed();
});

/* From one address, to the port that players come to, and never a word: the broker keeps each for a while. */
test('a_thousand_silent_strangers_keep_no_player_out', async () => {
	const silent = await Promise.all(Array.from({ length: 1000 }, () => Raw.connect({ port: Number(new URL(game.url).port) })));

	red.link.close();
	red.link.open();
	await red.until(({ link }) => link.online, 'its seat again');
	lost = 0;
	assert.ok(silent.every((raw) => raw.isOpen)); /* they were there all the time */
	await assertUndisturbed();
	for (const raw of silent) raw.close();
});

test('a_name_that_was_overheard_throws_nobody_out', async () => {
	for (const seat of ['red', 'blue', 'table'])
		for (const clean of [true, false])
			assert.ok(!await isAdmitted(game.url, { client: access[seat].client }, { clean }));
	const namesake = await Intruder.connect(game.watchUrl, { client: access.red.client });
	await assertServed();
	namesake.end();
});

/* ---- brokers that end or hang ---- */

test('the_end_of_the_spectators_broker_is_no_matter_to_players', async () => {
	const pid = daemon.watchPid;

	process.kill(pid, 'SIGKILL');
	await until(() => daemon.watchPid && daemon.watchPid !== pid, 'another broker for spectators');
	await assertServed();
});

/* It was stopped before all this; nothing here depends on how long it takes. */
test('a_broker_that_hangs_is_replaced', async () => {
	const { daemon: other, players: theirs } = hanging;

	await until(() => other.brokerPid && other.brokerPid !== hung[0], 'another broker');
	await until(() => other.watchPid && other.watchPid !== hung[1], 'another broker for spectators');
	for (const player of Object.values(theirs)) await player.until(({ link }) => link.online, 'the board');
	assert.match(other.log, /the broker has not answered .* and is ended/);
	assert.match(other.log, /the spectators' broker has not answered .* and is ended/);
	assert.doesNotMatch(other.log, /refuses a change of access/); /* it knew all who have a seat */
	await hanging.move();
	assert.equal((await theirs.red.link.say('confirm')).ok, false);
});

await finish();
await game.end();
await hanging.end();
