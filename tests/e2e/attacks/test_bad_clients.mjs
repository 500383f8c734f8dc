/*
 * Bad clients: nonsense, far too much of it, far too fast, connections that never say a word or never
 * listen. What they send is answered or dropped; after each of them the other seat's word is answered,
 * a move at the table is played, and daemon and broker are the same processes as before.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex, makeToken, open, seal, sealText } from '../../../web-ui/link/code.js';
import { ask, figures, Intruder, ROOT } from '../lib/attacks/intruder.mjs';
import { QuickGame } from '../lib/people/quick_game.mjs';
import { connectPacket, frame, generate, HANDSHAKE, Raw } from '../lib/attacks/raw.mjs';
import { TableVoice } from '../lib/attacks/table_voice.mjs';
import { assertQuietLog } from '../lib/attacks/secrets.mjs';
import { finish, test } from '../lib/tap.mjs';

/* memory is measured here: the sanitizer shall not keep what was freed */
process.env.ASAN_OPTIONS ??= 'quarantine_size_mb=1';

/* in real time, in which a machine may be so busy that a piece that is put back at once seems to be held */
const UNASKED = { game: { 'nudge-ms': 3600000 } };
const game = await new QuickGame({ seats: ['red', 'blue', 'table', 'arbiter'], clock: null, config: UNASKED }).begin({ battles: false });
const { daemon, players, access } = game;
const { red, blue, spectator } = players;
const pids = [daemon.pid, daemon.brokerPid, daemon.watchPid];
const httpPort = Number(new URL(daemon.base).port), socketPort = Number(new URL(game.watchUrl).port);
const seatPort = Number(new URL(game.url).port);
const control = join(daemon.state, 'control.sock');

const MEGABYTE = Buffer.alloc(1 << 20, 'x');

function residentKb(pid) {
	return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)[1]);
}

/* The game goes on. */
async function assertPlays() {
	assert.deepEqual([daemon.pid, daemon.brokerPid, daemon.watchPid], pids);
	await blue.say('openings');
	await game.move();
}

/* An attacker has a seat's device in hand, for the time of a test. */
async function instead(seat, run) {
	const player = players[seat];

	player.link.close();
	const client = await Intruder.connect(game.url, access[seat]);
	try {
		await run(client);
	} finally {
		client.end();
		player.link.open();
		await player.until(({ link }) => link.online, 'its seat again');
	}
	if (seat === 'table')
		await game.table.showAll();
}

const boxed = (seat, text) => Buffer.from(sealText(fromHex(access[seat].up), text, 256));
const word = (seat, text) => Buffer.from(seal(fromHex(access[seat].up), { id: makeToken(), word: text }, 256));
const counts = async () => {
	const { malformed_total: malformed } = await figures(daemon.base);
	const { readings } = await daemon.ask({ do: 'status' });
	return { malformed, readings };
};

/* ---- nonsense ---- */

const id = 'a'.repeat(64);
const NONSENSE = [
	'', ' ', 'null', 'true', '1', '"resign"', '[]', '{}', '{', '{"id":"a1","word":"confirm"', '{"id":"a2"}', '{"word":"confirm"}',
	'{"id":1,"word":"confirm"}', '{"id":"a3","word":1}', '{"id":null,"word":null}', '{"id":"a4","word":["confirm"]}', '{"id":{"a":1},"word":"confirm"}',
	'{"id":"a5","word":"confirm","more":1}', '{"id":"a6","id":"a6","word":"confirm"}', '{"id":"a7","word":"confirm"}{}', '{"id":"a8","word":"con\\u0000firm"}',
	'{"id":"a9","word":"confirm\\n"}', '{"id":"b1","word":"two  blanks"}', '{"id":"b2","word":" confirm"}', '{"id":"b3","word":"confirm "}', '{"id":"b4","word":""}',
	'{"id":"","word":"confirm"}', `{"id":"${id}a","word":"confirm"}`, '{"id":"b5 c","word":"confirm"}', '{"id":"operator-1","word":"pause"}', '{"id":"button-1","word":"ready"}', `{"id":"b6","word":"${'x'.repeat(1500)}"}`, '{"id":"b7","word":"caf\u00e9"}',
	`{"id":"b8","word":1e999}`, `${'['.repeat(1900)}`, `${'{"a":'.repeat(300)}`, '\u0000', `{"id":"b9","word":"confirm","x":123456789012345678901234567890}`,
];

test('words_that_make_no_sense', async () => {
	const before = await counts();

	await instead('red', async (client) => {
		await client.subscribe(`${ROOT}seat/red/event`);
		for (const text of NONSENSE)
			await client.publish(`${ROOT}seat/red/say`, boxed('red', text));
		await client.publish(`${ROOT}seat/red/say`, Buffer.from(seal(fromHex(access.red.up), { id, word: 'confirm' }, 256)));
		await client.until((self) => self.messages.length >= 2, 'the answer to the only good one');
		await client.settle();
		const answers = client.messages.map(({ payload }) => open(fromHex(access.red.down), payload));
		assert.deepEqual(answers.map(({ event, id: whose }) => whose ?? event), ['error', id]);
	});
	assert.equal((await counts()).malformed, before.malformed + NONSENSE.length);
	await assertPlays();
});

test('words_that_are_none', async () => {
	const { arbiter } = players;
	const words = [
		'x', 'resign now', 'attack', 'attack z9', 'attack e66', 'place', 'place e4', 'place e4 X', 'formation', 'formation ....', `formation ${'F'.repeat(140)}`,
		'card play nothing', 'swap e4', 'answer', 'answer red', 'answer green resign', 'award', 'award green', 'correct', 'correct e4', 'correct e4 red', 'correct z9 red M',
		'clock', 'clock red', 'clock red -1', 'clock red 99999999999999999999', 'new nothing', 'pair', 'pair green', 'unpair green', 'fault', 'fault z9',
	];

	/* an operator has no allowance that refusals use up */
	for (const word of words) {
		const { ok, why } = await daemon.ask({ do: 'say', who: 'arbiter', word });
		assert.equal(ok, false, word);
		assert.ok(why.length > 0);
	}
	assert.equal((await arbiter.link.say('x')).why.code, 'no-such-word');
	for (const each of ['award red', 'unpair red', 'pair red', 'new', 'look', 'correct e4 red M', 'answer blue resign'])
		assert.equal((await red.link.say(each)).ok, false, `red says ${each}`);
	assert.equal(spectator.state.phase, 'play');
	await assertPlays();
});

test('lines_of_the_table_that_make_no_sense', async () => {
	const { readings } = await counts();
	const lines = [
		'', '\n\n\n', 'open', 'open ', 'open  e4', 'open z9', 'open e11', 'open e0', 'open e4 e5', 'close', 'shut e4', 'OPEN e4', 'frame', 'frame 1', `frame ${'1'.repeat(109)}`,
		`frame ${Array(10).fill('2222222222').join('/')}`, `frame ${Array(11).fill('1111111111').join('/')}`, 'tag', 'tag e4', 'tag e4 0', 'tag e4 XY', `tag e4 ${'AB'.repeat(200)}`,
		'untag z9 01', '\u0000open e4', 'open e4\u0000', 'open e4\r', '{"open":"e4"}', 'x'.repeat(8192), 'x'.repeat(20000), '\u00ff\u00fe', 'say red resign', '12', '12 12 open e4', '-12 open e4', '1e3 open e4',
	];

	await instead('table', async (client) => {
		const voice = await TableVoice.of(access.table);

		for (const each of lines) {
			await client.publish(`${ROOT}table/say`, voice.say(each));
			await client.publish(`${ROOT}table/say`, each);
		}
		for (const each of NONSENSE)
			await client.publish(`${ROOT}table/say`, voice.seal(each));
		for (const more of [{ n: '9' }, { n: 1e300 }, { epoch: null }, { run: 7 }, { lines: ['open e4'] }, { lines: 7 }, { more: 1 }])
			await client.publish(`${ROOT}table/say`, voice.say('open e4', more));
		await client.publish(`${ROOT}table/say`, Buffer.from([0xff, 0xfe, 0x0a, 0x80]));
	});
	assert.equal((await counts()).readings, readings + 2, 'the frames of a table that is there again');
	await assertPlays();
});

/* ---- too much ---- */

test('megabytes', async () => {
	const before = await figures(daemon.base), size = residentKb(daemon.pid);

	for (const [seat, topic] of [['red', 'seat/red/say'], ['table', 'table/say']])
		await instead(seat, async (client) => {
			for (const bytes of [MEGABYTE, Buffer.alloc(5 << 20, '\n')])
				await client.publish(ROOT + topic, bytes);
		});
	const after = await figures(daemon.base);
	assert.equal(after.forged_total + after.malformed_total, before.forged_total + before.malformed_total);
	assert.ok(residentKb(daemon.pid) < size + 4096, 'the daemon never gets them');
	await assertPlays();
});

/* as much as a will can hold */
test('a_long_will', async () => {
	const { forged_total: before } = await figures(daemon.base);
	const will = { topic: `${ROOT}seat/red/say`, payload: Buffer.alloc(65535, 'x'), qos: 1 };

	red.link.close();
	(await Intruder.connect(game.url, access.red, { will })).cut();
	for (let after = before; after === before;)
		({ forged_total: after } = await figures(daemon.base));
	red.link.open();
	await assertPlays();
});

/* A packet begins with its length. A broker that believes it sets a quarter of a gigabyte aside. */
test('packets_that_are_never_sent', async () => {
	const liars = await Promise.all(Array.from({ length: 20 }, (_, i) => Raw.client(socketPort, `liar-${i}`)));

	liars.forEach((raw) => raw.send(frame(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]))));
	await assertPlays();
	await assertPlays();
	liars.forEach((raw) => raw.close());
});

/* Sends as fast as it can; clients that are not at fault are heard meanwhile. */
async function flood(client, topic, payloads, count) {
	const { stream } = client.client;

	for (let i = 0; i < count && client.isThere; i++) {
		client.client.publish(topic, payloads[i % payloads.length](), { qos: 0 });
		while (stream.writableNeedDrain || (i % 500 === 499 && stream.writableLength > 0))
			await new Promise((resolve) => { setImmediate(resolve); });
	}
	await client.settle();
}

async function assertBearable(seat, topic, payloads, count) {
	const before = pids.map(residentKb);

	await instead(seat, async (client) => {
		let isOver = false, answered = 0;
		const talking = (async () => {
			while (!isOver) {
				await blue.say('openings');
				answered++;
			}
		})();
		await flood(client, ROOT + topic, payloads, count);
		isOver = true;
		await talking;
		assert.ok(answered > 0);
	});
	await assertPlays();
	pids.map(residentKb).forEach((kb, i) =>
		assert.ok(kb < before[i] + 8192, `${['daemon', 'broker', 'spectators\' broker'][i]} has grown from ${before[i]} to ${kb} KB`));
}

test('twenty_thousand_words_at_once', async () => {
	const words = Array.from({ length: 500 }, () => word('red', 'decline-draw')).map((each) => () => each);

	await assertBearable('red', 'seat/red/say', words, 20000);
	await assertBearable('red', 'seat/red/say', [() => Buffer.alloc(296)], 5000);
});

test('twenty_thousand_lines_at_once', async () => {
	const squares = [...'abcdefghij'].flatMap((column) => [1, 2, 5, 6, 9].map((row) => column + row));
	const lines = squares.flatMap((sq) => [`close ${sq}`, `open ${sq}`]);

	/* each time from a place of its own: the table has spoken in between */
	const assertLinesBearable = async (texts, count) => {
		const voice = await TableVoice.of(access.table);

		await assertBearable('table', 'table/say', texts.map((text) => () => voice.say(text)), count);
	};

	await assertLinesBearable(lines, 20000);
	await assertLinesBearable([Array(10).fill(lines.join('\n')).join('\n').slice(0, 8000)], 2000);
	await assertLinesBearable(['x\n'.repeat(4000)], 1000);
	await assertBearable('table', 'table/say', [() => Buffer.alloc(8000, 'x\n')], 2000);
});

/* ---- connections ---- */

test('connections_that_never_say_anything', async () => {
	const starts = ['', 'G', 'GET / HTTP/1.1\r\nHost: x\r\n', 'POST /pair HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'];
	const silent = await Promise.all([httpPort, socketPort, seatPort].flatMap((port) =>
		Array.from({ length: 300 }, (_, i) => Raw.connect({ port }).then((raw) => raw.send(starts[i % starts.length])))));
	const mute = await Promise.all(Array.from({ length: 50 }, () => Raw.connect({ port: socketPort }).then((raw) => raw.send(HANDSHAKE))));

	assert.equal((await ask(daemon.base, '/config.json')).status, 200);
	assert.ok((await Intruder.connect(game.watchUrl).then((each) => { each.end(); return each; })).isThere);
	await assertPlays();
	for (const raw of [...silent, ...mute])
		raw.close();
	await assertPlays();
});

test('spectators_who_never_read', async () => {
	const before = residentKb(daemon.pid);
	const slow = await Promise.all(Array.from({ length: 60 }, (_, i) => Raw.client(socketPort, `slow-${i}`)));

	slow.forEach((raw, i) => {
		raw.socket.pause();
		raw.send(frame(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: `${ROOT}public/#`, qos: i % 2 }] })));
	});
	for (let i = 0; i < 30; i++)
		await assertPlays();
	for (const raw of slow)
		raw.close();
	assert.ok(residentKb(daemon.pid) < before + 4096);
	await assertPlays();
});

test('thousands_who_come_and_go', async () => {
	for (let i = 0; i < 5; i++)
		await Promise.all(Array.from({ length: 200 }, async (_, j) => {
			const raw = await Raw.connect({ port: socketPort });
			const { length } = await raw.send(HANDSHAKE).answer();
			raw.send(frame(connectPacket(`moth-${j % 50}`, { clean: j % 2 === 0 })));
			if (j % 4 > 0)
				await raw.answer(length + 1);
			raw.close();
		}));
	await assertPlays();
});

test('thousands_of_subscriptions', async (t) => {
	const client = await Intruder.connect(game.watchUrl);

	t.after(() => client.end());
	for (let i = 0; i < 5; i++) {
		const filters = Array.from({ length: 1000 }, (_, j) => `${ROOT}public/${i}/${j}/${'a/'.repeat(j % 50)}#`);
		assert.equal((await client.subscribe(filters)).length, 0);
	}
	await assertPlays();
});

test('bad_handshakes', async () => {
	const bad = [
		'\r\n\r\n', 'GET\r\n\r\n', '\u0000\u0001\u0002\u0003\r\n\r\n', HANDSHAKE.replace('GET', 'POST'), HANDSHAKE.replace('13', '99'), HANDSHAKE.replace('dGhlIHNhbXBsZSBub25jZQ==', '!'),
		HANDSHAKE.replace('Protocol: mqtt', 'Protocol: chat'), HANDSHAKE.replace('Host: board', `Cookie: ${'x'.repeat(20000)}`), 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', `GET /${'a'.repeat(9000)} HTTP/1.1\r\n\r\n`,
		connectPacket('no-websocket'), 'A'.repeat(100000),
	];
	const packets = [
		Buffer.alloc(4), Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]), Buffer.from([0xff, 0xff]), Buffer.from('GET / HTTP/1.1\r\n\r\n'), Buffer.alloc(100000, 0x30),
		generate({ cmd: 'publish', topic: `${ROOT}public/state`, payload: 'x', qos: 0 }), generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 0 }] }),
		connectPacket('x', { protocolId: 'MQIsdp', protocolVersion: 3 }), Buffer.concat([connectPacket('twice'), connectPacket('twice')]), connectPacket('forever', { keepalive: 0 }),
		Buffer.from([0x10, 0x0c, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0xff, 0, 0, 0, 0]),
	];

	for (const bytes of bad)
		await Raw.connect({ port: socketPort }).then((raw) => { raw.send(bytes); raws.push(raw); });
	for (const packet of packets) {
		const raw = await Raw.connect({ port: socketPort });
		raws.push(raw);
		await raw.send(HANDSHAKE).answer();
		raw.send(frame(packet));
	}
	for (const bytes of [Buffer.from([0x82, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), Buffer.from([0x8f, 0x80]), Buffer.alloc(5000, 0xff)]) {
		const raw = await Raw.client(socketPort, makeToken());
		raws.push(raw);
		raw.send(bytes);
	}
	await assertPlays();
	raws.forEach((raw) => raw.close());
	await assertPlays();
});
const raws = [];

test('bad_requests_of_pages', async () => {
	const post = (body, headers = {}) => `POST /pair HTTP/1.1\r\nHost: x\r\n${Object.entries({ 'Content-Length': Buffer.byteLength(body), ...headers })
		.map((each) => each.join(': ')).join('\r\n')}\r\n\r\n${body}`;
	const bad = [
		'\u0000\u0001\r\n\r\n', 'GET\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100000)}\r\n\r\n`, `GET /${'a'.repeat(100000)} HTTP/1.1\r\n\r\n`, `${'X: y\r\n'.repeat(5000)}\r\n`,
		post(''), post('{'), post('[]'), post('{"claim":1}'), post('{"claim":""}'), post(`{"claim":"${'0'.repeat(63)}"}`), post(`{"claim":"${'G'.repeat(64)}"}`), post('[' .repeat(3000)), post('\u0000'),
		post(`{"claim":"${'0'.repeat(64)}","claim":"${'1'.repeat(64)}"}`), post('x'.repeat(100000)), post('', { 'Content-Length': -1 }), post('', { 'Content-Length': '99999999999999999999' }), post('', { 'Content-Length': 1 << 30 }),
		post('zz\r\n', { 'Transfer-Encoding': 'chunked' }), 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50), post('{"claim":"x"}').repeat(20),
	];

	const open_ = await Promise.all(bad.map(async (bytes) => (await Raw.connect({ port: httpPort })).send(bytes)));
	assert.equal((await ask(daemon.base, '/')).status, 200);
	await assertPlays();
	for (const raw of open_) {
		assert.doesNotMatch(raw.received.toString('latin1'), /HTTP\/1\.1 (200[^]*"box"|5(?!05))/);
		raw.close();
	}
	await assertPlays();
});

/* ---- the operator's own socket ---- */

const CALLERS = 12; /* at a time: with more there would be no place for the operator */

/* Every line is answered, and refused; what is none yet is not answered, or hung up on. */
async function assertRefused(texts) {
	const callers = await Promise.all(texts.map(async (text) => (await Raw.connect({ path: control })).send(text)));

	assert.ok((await daemon.demand({ do: 'status' })).ok);
	for (const [i, caller] of callers.entries()) {
		const isComplete = texts[i].endsWith('\n'), name = JSON.stringify(texts[i].slice(0, 60));
		const answers = (isComplete ? await caller.answer() : caller.received).toString();

		if (isComplete) assert.match(answers, /^\{"ok":false/, name);
		else assert.equal(answers, '', name);
		assert.doesNotMatch(answers, /"ok":true/, name);
		caller.close();
	}
}

test('bad_input_at_the_control_socket', async () => {
	const bad = [
		'\n', '\n'.repeat(5000), 'x\n', '[]\n', '1\n', '{}\n', '{"do":1}\n', '{"do":"x"}\n', '{"do":"pair"}\n', '{"do":"pair","seat":1}\n', '{"do":"pair","seat":"green"}\n', '{"do":"say"}\n',
		'{"do":"say","who":"red","word":"a\\nb"}\n', `{"do":"say","who":"red","word":"${'x'.repeat(1000)}"}\n`, '{"do":"continue","game":-1}\n', '{"do":"continue","game":9e99}\n', '{"do":"new","edition":"x"}\n',
		'{"do":"new","options":["x"]}\n', '{"do":"new","options":{"a":1},"red":1}\n', `${'['.repeat(5000)}\n`, '{"do":"status","do":"status"}\n', '\u0000\n', '\u00ff\u00fe\n', 'x'.repeat(100000), '{"do":"record"', '',
	];
	for (let i = 0; i < bad.length; i += CALLERS) await assertRefused(bad.slice(i, i + CALLERS));
	await assertPlays();
});

/* A client that sends and does not listen is hung up on, also in the middle of an answer. */
test('a_recorder_who_does_not_listen', async () => {
	const deaf = await Raw.connect({ path: control });
	const say = '{"do":"say","who":"red","word":"decline-draw"}\n';

	deaf.socket.pause();
	deaf.send('{"do":"record"}\n');
	for (let i = 0; i < 60 && deaf.isOpen; i++) {
		deaf.send(say.repeat(50));
		assert.ok((await daemon.demand({ do: 'status' })).ok);
	}
	await deaf.hangUp();
	await assertPlays();
});

test('the_log_tells_no_secret', () => assertQuietLog(game));

await finish();
await game.end();
