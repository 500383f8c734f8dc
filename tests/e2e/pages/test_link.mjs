/* The link of a device, without a daemon or a broker: order, words, losing the connection. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { BLOCKS, fromHex, open, seal } from '../../../web-ui/link/code.js';
import { Link } from '../../../web-ui/link/link.js';
import { Order } from '../../../web-ui/link/order.js';
import { finish, test } from '../lib/tap.mjs';

/* ---- order ---- */

/* what comes, and what is told: v5 is a view of 5 events, v5b one of another game, e6 event 6 */
const orders = {
	events_in_turn: ['v0 v0', 'e1 e1', 'e2 e2', 'v2 v2', 'e3 e3'],
	twice: ['v0 v0', 'e1 e1', 'e1', 'v1 v1', 'e1', 'v1 v1', 'e2 e2', 'e1'],
	a_gap: ['v0 v0', 'e1 e1', 'e3', 'e4', 'v4 v4', 'e5 e5'],
	a_gap_that_closes: ['v0 v0', 'e2', 'e1 e1,e2'],
	a_view_in_between: ['v0 v0', 'e3', 'e4', 'v2 v2,e3,e4'],
	events_before_the_first_view: ['e7', 'e8', 'v7 v7,e8', 'e9 e9'],
	an_old_view: ['v0 v0', 'e1 e1', 'e2 e2', 'v1', 'v2 v2'],
	missed_while_away: ['v3 v3', 'v9 v9', 'e9', 'e10 e10'],
	another_game: ['v3 v3', 'e4 e4', 'v4b v4b', 'e5 e5'],
	a_board_that_counts_anew: ['v7 v7', 'e9', 'v1b v1b', 'e2 e2', 'v2b v2b'],
};

for (const [name, steps] of Object.entries(orders))
	test(`order_${name}`, () => {
		const order = new Order();

		for (const step of steps) {
			const [comes, expected = ''] = step.split(' ');
			const [, kind, seq, other] = comes.match(/(.)(\d+)(b?)/);
			let told = [];
			if (kind === 'e') order.takeEvent({ seq: +seq });
			else if (order.takeView({ seq: +seq, id: `game ${other}` })) told = [comes];
			told.push(...order.release().map((event) => `e${event.seq}`));
			assert.equal(told.join(), expected, `${comes} of ${steps.join(', ')}`);
		}
	});

test('order_knows_when_it_is_behind', () => {
	const order = new Order();

	order.takeView({ seq: 0 });
	assert.ok(!order.isBehind);
	order.takeEvent({ seq: 2 });
	order.release();
	assert.ok(order.isBehind);
	order.takeView({ seq: 2 });
	assert.ok(!order.isBehind);
});

/* ---- a link, to a broker that does what the test says ---- */

class FakeBroker {
	clients = [];
	waiting = new EventEmitter();

	connect = (url, options) => {
		const client = new EventEmitter();

		Object.assign(client, {
			url,
			options,
			published: [],
			subscribed: [],
			subscribe: (topics, _, done) => {
				client.subscribed.push(topics);
				client.grant = done;
				this.waiting.emit('subscribe', client);
			},
			publish: (topic, payload, { qos }, done) => {
				client.published.push({ topic, payload, qos });
				client.acknowledge = done;
				this.waiting.emit('publish', client);
			},
			end: () => {
				client.ended = true;
			},
		});
		this.clients.push(client);
		this.waiting.emit('connect', client);
		return client;
	};

	next(what) {
		return once(this.waiting, what).then(([client]) => client);
	}

	/* lets the latest client in, and grants what it subscribes to */
	admit() {
		const client = this.clients.at(-1);

		client.emit('connect');
		client.grant(null);
		return client;
	}
}

const red = {
	seat: 'red',
	board: 'table',
	user: 'u',
	password: 'p',
	client: 'c',
	url: 'ws://b:9001/',
	down: '7d'.repeat(32),
	up: '7e'.repeat(32),
};
const quick = { retryMs: 1, longestRetryMs: 2, patienceMs: 20, againMs: 10 };
const topic = (suffix) => `adjutant/v1/table/${suffix}`;
const down = (value, block) => Buffer.from(seal(fromHex(red.down), value, block));
const event = (client, value) =>
	client.emit('message', topic('seat/red/event'), down(value, BLOCKS.event));
const view = (client, value) =>
	client.emit('message', topic('seat/red/view'), down({ id: 'g', ...value }, BLOCKS.view));
const spoken = ({ payload }) => open(fromHex(red.up), payload);

/* a link that is open, and the log of what it tells */
function begin(t, access = red, times = {}) {
	const broker = new FakeBroker();
	const link = new Link(access, { connect: broker.connect, ...quick, ...times });
	const told = [];

	for (const type of ['state', 'event', 'online', 'unpaired', 'moved', 'refused', 'trouble'])
		link.addEventListener(type, ({ detail }) =>
			told.push([type, detail?.seq ?? detail?.why ?? detail].join(' ').trim()),
		);
	t.after(() => link.close());
	link.open();
	return { broker, link, told };
}

test('link_of_a_seat', (t) => {
	const { broker, link, told } = begin(t);
	const client = broker.admit();
	const { clientId, username, password, clean, protocolVersion, reconnectPeriod } =
		client.options;

	assert.deepEqual(
		[client.url, clientId, username, password],
		['ws://b:9001/', 'c', 'u', 'p'],
	);
	assert.deepEqual([clean, protocolVersion, reconnectPeriod], [true, 4, 0]);
	assert.deepEqual(client.subscribed, [
		['seat/red/event', 'seat/red/view', 'public/online'].map(topic),
	]);
	assert.ok(link.connected && !link.online);
	client.emit('message', topic('public/online'), Buffer.from('true'));
	view(client, { seq: 4, ply: 1 });
	event(client, { seq: 5, event: 'turn' });
	event(client, { seq: 5, event: 'turn' });
	view(client, { seq: 5, ply: 2 });
	client.emit('message', topic('public/online'), Buffer.from('false'));
	assert.deepEqual(told, ['state 4', 'online true', 'event 5', 'state 5', 'online false']);
	assert.equal(link.state.ply, 2);
});

test('what_hands_do_holds_until_the_next_view', (t) => {
	const { broker, link } = begin(t);
	const client = broker.admit();
	const touches = [];
	const touch = (value) => event(client, { seq: 0, event: 'touch', ...value });

	link.addEventListener('touch', ({ detail: { up, down: stands } }) => touches.push([...up, '/', ...stands].join('')));
	touch({ game: 1, up: ['a3'], down: [] });
	assert.deepEqual(link.touch, { up: [], down: [] }, 'there is no view that it is about');
	view(client, { seq: 4, game: 1 });
	touch({ game: 1, up: ['a4'], down: [] });
	touch({ game: 1, up: ['a4'], down: ['a5'] });
	touch({ game: 2, up: ['b4'], down: [] });
	assert.deepEqual(touches, ['a4/', 'a4/a5'], 'of another game it says nothing');
	view(client, { seq: 4, game: 1, touch: { up: ['a4'], down: [] } });
	assert.deepEqual(link.touch, { up: ['a4'], down: [] }, 'the view knows best');
	view(client, { seq: 5, game: 1 });
	assert.deepEqual(link.touch, { up: [], down: [] });
	touch({ game: 1, up: ['a4'], down: [] });
	client.emit('close');
	assert.deepEqual(link.touch, { up: [], down: [] }, 'without a connection nobody would tell how it ends');
});

test('link_of_a_spectator', (t) => {
	const { broker, link, told } = begin(t, { board: 'table', url: 'ws://b:1/' });
	const client = broker.admit();

	assert.deepEqual(
		client.subscribed[0],
		['public/event', 'public/state', 'public/online'].map(topic),
	);
	assert.match(client.options.clientId, /^[0-9a-f]{32}$/);
	assert.equal(client.options.username, undefined);
	client.emit('message', topic('public/state'), Buffer.from('{"seq":1,"id":"g"}'));
	client.emit('message', topic('public/event'), Buffer.from('{"seq":2}'));
	assert.deepEqual(told, ['state 1', 'event 2']);
	return assert.rejects(link.say('done'), /Only seats/);
});

test('link_of_the_table', async (t) => {
	let places = 0;
	const greet = async () => ({ run: 'r', epoch: ++places });
	const { broker, link } = begin(t, { ...red, seat: 'table' }, { greet });
	const tick = () => new Promise((resolve) => setImmediate(resolve));

	assert.equal(await link.table('open e4'), false);
	const client = broker.admit();
	const sent = link.table(['open e4', 'close e5']);
	await tick();
	client.acknowledge();
	assert.equal(await sent, true);
	const another = link.table('open e5');
	await tick();
	assert.deepEqual(client.published.map((message) => [message.topic, spoken(message)]), [
		[topic('table/say'), { run: 'r', epoch: 1, n: 1, lines: 'open e4\nclose e5' }],
		[topic('table/say'), { run: 'r', epoch: 1, n: 2, lines: 'open e5' }],
	]);
	client.acknowledge();
	assert.equal(await another, true);
	const lost = link.table('open e5');
	await tick();
	client.acknowledge(new Error('closed'));
	assert.equal(await lost, false);

	/* another connection speaks from another place */
	client.emit('close');
	while (broker.clients.length < 2) await tick();
	const next = broker.admit();
	link.table('close e5');
	await tick();
	assert.deepEqual(spoken(next.published[0]), { run: 'r', epoch: 2, n: 1, lines: 'close e5' });
});

test('table_without_a_place_connects_anew', async (t) => {
	const greet = async () => {
		throw new Error('no answer');
	};
	const { broker, link } = begin(t, { ...red, seat: 'table' }, { greet });

	broker.admit();
	assert.equal(await link.table('open e4'), false);
	while (broker.clients.length < 2) await new Promise((resolve) => setImmediate(resolve));
	assert.equal(broker.clients[0].published.length, 0);
});

test('link_what_cannot_be_read', (t) => {
	const { broker, told } = begin(t);
	const client = broker.admit();
	const bad = [
		Buffer.from('{"seq":1}'),
		down('{', 256),
		down(5, 256),
		down({ seq: 'x' }, 256),
		down({}, 256),
	];

	for (const payload of bad) client.emit('message', topic('seat/red/event'), payload);
	client.emit('message', topic('public/online'), Buffer.from('yes'));
	client.emit('message', topic('public/online'), Buffer.from('1'));
	assert.deepEqual(
		told.map((each) => each.split(' ')[0]),
		Array(7).fill('trouble'),
	);
});

test('words_are_answered', async (t) => {
	const { broker, link } = begin(t);
	const client = broker.admit();
	const first = link.say('ready'),
		second = link.say('attack e6');
	const [a, b] = client.published.map(spoken);

	assert.deepEqual([a.word, b.word], ['ready', 'attack e6']);
	assert.notEqual(a.id, b.id);
	assert.equal(client.published[0].topic, topic('seat/red/say'));
	assert.equal(client.published[0].payload.length, 256 + 40);
	event(client, { seq: 8, event: 'answer', id: 'of another', ok: true });
	event(client, { seq: 9, event: 'answer', id: b.id, ok: false, why: { code: 'not-your-turn' } });
	event(client, { seq: 10, event: 'answer', id: a.id, ok: true });
	assert.deepEqual(await first, { ok: true });
	assert.deepEqual(await second, { ok: false, why: { code: 'not-your-turn' } });
	for (const bad of [
		'',
		' done',
		'done ',
		'two  blanks',
		'new\nline',
		'café',
		'x'.repeat(160),
	])
		assert.deepEqual(await link.say(bad), { ok: false, why: { code: 'not-a-word' } });
	assert.equal(client.published.length, 2);
});

test('words_are_said_again', async (t) => {
	const { broker, link } = begin(t);
	const word = link.say('resign'); /* there is no connection yet */
	const first = broker.admit();

	await broker.next('publish');
	assert.ok(first.published.length >= 2);
	const connecting = broker.next('connect');
	first.emit('close');
	assert.ok(first.ended && !link.connected);
	await connecting;
	const second = broker.admit();
	const ids = [...first.published, ...second.published].map((each) => spoken(each).id);
	assert.equal(new Set(ids).size, 1);
	assert.ok(second.published.length > 0);
	event(first, {
		seq: 1,
		event: 'answer',
		id: ids[0],
		ok: false,
		why: { code: 'by-a-connection-that-is-gone' },
	});
	event(second, { seq: 1, event: 'answer', id: ids[0], ok: true });
	assert.deepEqual(await word, { ok: true });
	const count = second.published.length;
	await new Promise((resolve) => {
		setTimeout(resolve, 30);
	});
	assert.equal(second.published.length, count);
});

test('words_are_given_up', async (t) => {
	const { broker, link } = begin(t, red, { lifeMs: 5 });
	const client = broker.admit();

	await assert.rejects(link.say('done'), /No answer came/);
	const last = link.say('done');
	link.close();
	await assert.rejects(last, /closed/);
	assert.ok(client.ended);
});

test('link_reads_again_what_it_missed', async (t) => {
	const { broker, told } = begin(t);
	const client = broker.admit();
	const reading = broker.next('subscribe');

	view(client, { seq: 1 });
	event(client, { seq: 3 });
	await reading;
	assert.equal(client.subscribed.at(-1), topic('seat/red/view'));
	client.grant(null);
	view(client, { seq: 3 });
	assert.deepEqual(told, ['state 1', 'state 3']);
});

test('link_does_not_trust_a_silent_broker', async (t) => {
	const { broker, link } = begin(t);
	const connecting = broker.next('connect');

	broker.clients[0].emit('connect'); /* and the subscription is never granted */
	await connecting;
	assert.ok(broker.clients[0].ended);
	broker.admit();
	const again = broker.next('connect');
	link.wake(); /* it seems to be there, but does not answer */
	await again;
	assert.equal(broker.clients.length, 3);
});

test('link_comes_back_until_closed', async (t) => {
	const { broker, link, told } = begin(t);

	for (let i = 0; i < 5; i++) {
		const connecting = broker.next('connect');
		broker.clients.at(-1).emit('error', new Error('ECONNREFUSED'));
		broker.clients.at(-1).emit('close');
		await connecting;
	}
	assert.equal(broker.clients.length, 6);
	const refused = broker.next('connect');
	broker.clients
		.at(-1)
		.emit('error', Object.assign(new Error('Not authorized'), { code: 5 }));
	await refused;
	assert.deepEqual(told, ['refused Not authorized']);
	link.close();
	broker.clients.at(-1).emit('close');
	await new Promise((resolve) => {
		setTimeout(resolve, 10);
	});
	assert.equal(broker.clients.length, 7);
	link.open();
	assert.equal(broker.clients.length, 8);
});

/* Anyone in between can send nothing at all: only the broker's refusal, which follows, counts. */
test('link_is_unpaired', async (t) => {
	const { broker, link, told } = begin(t);
	const client = broker.admit();
	const connected = broker.next('connect');

	view(client, { seq: 4 });
	client.emit('message', topic('seat/red/view'), Buffer.alloc(0));
	assert.deepEqual(told, ['state 4']);
	(await connected).emit('error', Object.assign(new Error('no'), { code: 5 }));
	assert.deepEqual(told, ['state 4', 'refused no', 'state', 'unpaired']);
	assert.equal(link.state, null);
});

/* It comes in the box of the pairing, so it is the board's; the broker's refusal follows. */
test('link_is_told_why_it_is_unpaired', async (t) => {
	const { broker, told } = begin(t);
	const client = broker.admit();
	const connected = broker.next('connect');

	view(client, { seq: 4 });
	event(client, { seq: 0, event: 'unpaired', why: 'moved' });
	assert.deepEqual(told, ['state 4']);
	client.emit('close');
	(await connected).emit('error', Object.assign(new Error('no'), { code: 5 }));
	assert.deepEqual(told, ['state 4', 'refused no', 'state', 'unpaired moved']);
});

test('link_keeps_its_seat_when_an_empty_view_was_forged', async (t) => {
	const { broker, link, told } = begin(t);
	const client = broker.admit();
	const connected = broker.next('connect');

	view(client, { seq: 4 });
	client.emit('message', topic('seat/red/view'), Buffer.alloc(0));
	await connected;
	view(broker.admit(), { seq: 4 });
	assert.equal(link.state.seq, 4);
	assert.ok(!told.includes('unpaired'));
	/* and a refusal later on, of a broker that is just starting, is not taken for the end of it */
	const again = broker.next('connect');
	broker.clients.at(-1).emit('error', Object.assign(new Error('no'), { code: 5 }));
	await again;
	assert.ok(!told.includes('unpaired'));
	assert.equal(link.state.seq, 4);
});

/* ---- colours that were exchanged ---- */

const denied = () =>
	Object.assign(new Error('not granted'), { packet: { granted: [128, 128, 1] } });

test('link_finds_the_seat_that_it_was_given', async (t) => {
	const { broker, link, told } = begin(t);
	const connected = broker.next('connect');

	view(broker.admit(), { seq: 40 });
	broker.clients.at(-1).emit('close');
	const word = link.say('ready');
	const client = await connected;
	client.emit('connect');
	client.grant(denied());
	assert.deepEqual(client.subscribed.at(-1), ['seat/blue/event', 'seat/blue/view', 'public/online'].map(topic));
	client.grant(null);
	/* that it is let in there proves nothing: anyone in between could do that */
	assert.deepEqual([client.published, told], [[], ['state 40']]);
	/* the other topic is counted from another number, and has the same keys */
	client.emit('message', topic('seat/blue/view'), down({ id: 'h', seq: 3 }, BLOCKS.view));
	await assert.rejects(word, /exchanged/);
	assert.deepEqual([link.seat, ...told], ['blue', 'state 40', 'moved blue', 'state 3']);
	link.say('ready').catch(() => {});
	assert.equal(client.published.at(-1).topic, topic('seat/blue/say'));
});

test('link_has_neither_seat', async (t) => {
	const { broker, link, told } = begin(t);
	const client = broker.clients.at(-1);

	client.emit('connect');
	client.grant(denied());
	client.grant(denied());
	assert.deepEqual([link.seat, ...told], ['red', 'refused not granted']);
});

await finish();
