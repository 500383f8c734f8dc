/*
 * Secrecy over the wire, tried as an attacker would. There is one game in progress, with battles in
 * it, and around it all who might want to know more of it than they should: the opponent, who
 * has good credentials, a client that has overheard a handheld's, a spectator, strangers. Every attempt
 * has its counterpart beside it: what must not work for one does work for another, so that a test
 * which tries nothing cannot pass.
 */
import assert from 'node:assert/strict';
import { fromHex, openText, seal } from '../../../web-ui/link/code.js';
import { figures, Intruder, isAdmitted, Refused, ROOT } from '../lib/attacks/intruder.mjs';
import { QuickGame } from '../lib/people/quick_game.mjs';
import { assertQuietLog, findIn, formationsOf } from '../lib/attacks/secrets.mjs';
import { finish, test } from '../lib/tap.mjs';

/* in real time, in which a machine may be so busy that a piece that is put back at once seems to be held */
const UNASKED = { game: { 'nudge-ms': 3600000 } };
const game = await new QuickGame({ seats: ['red', 'blue', 'table', 'arbiter'], clock: null, config: UNASKED }).begin();
const { daemon, players, access } = game;
const { red, blue, arbiter, spectator } = players;
const watcher = await Intruder.connect(game.watchUrl);

const box = (seat, id, word) => Buffer.from(seal(fromHex(access[seat].up), { id, word }, 256));
const publicOnly = /^adjutant\/v1\/table\/public\/(state|event|online)$/;

/*
 * Devices of a seat have one client id, and the broker knows one device by it: while another client
 * uses a seat's credentials its owner's handheld is in a pocket.
 */
async function instead(seat, run, options) {
	players[seat].link.close();
	const intruder = await Intruder.connect(game.url, access[seat], options);
	try {
		return await run(intruder);
	} finally {
		intruder.end();
		players[seat].link.open();
		await players[seat].until(({ link }) => link.online, 'its seat again');
	}
}

/* Each audience is told something that is for it alone, and something that is for all. */
async function makeNews() {
	for (const player of [red, blue, arbiter].filter(({ link }) => link.online))
		assert.equal((await player.link.say('confirm')).ok, false);
	await game.table.show(['open a4']);
	await game.table.show(['close a4']);
}

/* ---- reading ---- */

const FILTERS = [
	'#', '+/#', '+/+/#', '+/+/+/#', '+/+/+/+', '+/+/+/+/+', '/#', 'adjutant/#', 'adjutant/+/#', 'adjutant/v1/#',
	'adjutant/v1/+/#', 'adjutant/v1/+/public/#', `${ROOT}#`, `${ROOT}+`, `${ROOT}+/+`, `${ROOT}+/state`, `${ROOT}+/+/view`,
	`${ROOT}seat/#`, 'adjutant/v1/+/seat/#', `${ROOT}seat/+/+`, `${ROOT}seat/+/view`, `${ROOT}seat/+/event`, `${ROOT}seat`,
	`${ROOT}arbiter/#`, `${ROOT}arbiter/view`, `${ROOT}arbiter/event`, `${ROOT}arbiter/say`, `${ROOT}table/say`, `${ROOT}table/#`,
	...['red', 'blue'].flatMap((colour) =>
		['#', '+', 'view', 'event', 'say', 'view/#', 'event/#'].map((last) => `${ROOT}seat/${colour}/${last}`)),
	'$SYS/#', '$SYS/broker/#', '$CONTROL/#', '$CONTROL/+/v1', '$CONTROL/dynamic-security/#', '$CONTROL/dynamic-security/v1',
	'$CONTROL/dynamic-security/v1/response', '$share/g/#', `$share/g/${ROOT}#`, `$share/g/${ROOT}seat/blue/event`,
	`$share/g/${ROOT}seat/red/view`, `$share/g/${ROOT}arbiter/event`, `$share/g/${ROOT}public/#`, `${ROOT}public/x`, `${ROOT}public/x/#`, `${ROOT}public/state/#`, '$queue/#', '$delayed/#',
];

const PUBLIC = ['state', 'event', 'online'].map((last) => `${ROOT}public/${last}`);

/* Tries to read everything, while things happen that are worth reading. */
async function readEverything(intruder, own = []) {
	for (const topic of PUBLIC)
		assert.ok(await intruder.subscribe(topic), topic);
	for (const topic of own)
		assert.ok(await intruder.subscribe(topic), topic);
	for (const qos of [0, 1])
		assert.deepEqual(await intruder.subscribe(FILTERS.filter((each) => !own.includes(each)), qos), []);
	await makeNews();
	await intruder.settle();
	assert.ok(intruder.isThere);
	assert.ok(intruder.on(/public\/state$/).some(({ retain }) => retain), 'the latecomer\'s state');
	for (const { topic } of intruder.messages)
		assert.ok(publicOnly.test(topic) || own.includes(topic), `something came on ${topic}`);
}

const strangers = {
	a_spectator: {},
	a_spectator_with_a_chosen_name: { client: 'adjutantd' },
	somebody_by_mqtt_5: { options: { protocolVersion: 5 } },
};

/* ---- writing ---- */

const NOTHING = Array(10).fill('0000000000').join('/');

/* what an intruder would like to be believed, by topic */
const lies = {
	[`${ROOT}public/state`]: '{"seq":999999,"phase":"over"}',
	[`${ROOT}public/event`]: '{"seq":999999,"event":"over"}',
	[`${ROOT}public/online`]: 'false',
	[`${ROOT}public/nothing`]: 'x',
	[`${ROOT}seat/red/view`]: '',
	[`${ROOT}seat/red/event`]: 'x'.repeat(296),
	[`${ROOT}seat/red/say`]: 'x'.repeat(296),
	[`${ROOT}seat/blue/view`]: '',
	[`${ROOT}seat/blue/event`]: 'x'.repeat(296),
	[`${ROOT}seat/blue/say`]: 'x'.repeat(296),
	[`${ROOT}arbiter/view`]: '',
	[`${ROOT}arbiter/event`]: 'x'.repeat(296),
	[`${ROOT}arbiter/say`]: 'x'.repeat(296),
	[`${ROOT}table/say`]: `frame ${NOTHING}`,
	'$CONTROL/dynamic-security/v1': JSON.stringify({
		commands: [
			{ command: 'createClient', username: 'mole', password: 'mole', roles: [{ rolename: 'daemon' }] },
			{ command: 'setDefaultACLAccess', acls: [{ acltype: 'subscribe', allow: true }] },
			{ command: 'addGroupRole', groupname: 'spectators', rolename: 'daemon' },
		],
	}),
	'$SYS/broker/version': 'x',
};

/* A touch comes a moment after what was done at the table, and says nothing that lasts; no lie is one. */
const isTouch = ({ payload }) => payload.toString().startsWith('{"seq":0,"event":"touch"');

/*
 * How things stand, for those who come now and those who are there. The arbiter alone sees the
 * journal grow, in which what the table shows is written down now and then.
 */
async function situation() {
	/* what was touched a moment ago is settled */
	for (const each of [red, blue, arbiter, spectator])
		if (each.link.online) await each.until(({ state }) => !state.touch, 'a table that is at rest');
	watcher.messages = [];
	await watcher.subscribe(`${ROOT}public/#`); /* once more: so all that is retained comes again */
	await watcher.settle();
	const { forged_total: forged, malformed_total: malformed } = await figures(daemon.base);
	const { readings } = await daemon.ask({ do: 'status' });
	return {
		forged, malformed, readings, mayReadAll: await watcher.subscribe('#'),
		public: Object.fromEntries(watcher.messages.filter((each) => !isTouch(each)).map(({ topic, payload }) => [topic, payload.toString()])),
		states: Object.fromEntries([red, blue, spectator].map(({ name, state }) => [name, state])),
		arbiter: { ...arbiter.state, head: '' },
		faults: [red, blue, arbiter, spectator].flatMap(({ faults }) => faults),
	};
}

async function writeEverything(intruder, except = []) {
	const topics = Object.keys(lies).filter((each) => !except.includes(each));

	for (const topic of topics)
		for (const options of [{}, { retain: true }, { qos: 0 }])
			await intruder.publish(topic, lies[topic], options);
	await intruder.settle();
}

/* ---- attempts ---- */

for (const [name, { client, options }] of Object.entries(strangers))
	test(`${name}_reads_what_is_public_and_writes_nothing`, async (t) => {
		const intruder = await Intruder.connect(game.watchUrl, { client }, options);

		t.after(() => intruder.end());
		await readEverything(intruder);
		const before = await situation();
		await writeEverything(intruder);
		assert.deepEqual(await situation(), before);
	});

for (const seat of ['red', 'blue', 'arbiter', 'table'])
	test(`${seat}_reads_and_writes_what_is_its_own`, async () => {
		const place = ROOT + (seat === 'red' || seat === 'blue' ? `seat/${seat}` : seat);
		const own = seat === 'table' ? [] : [`${place}/view`, `${place}/event`];

		await instead(seat, async (intruder) => {
			await readEverything(intruder, own);
			for (const { payload } of intruder.messages.filter(({ topic }) => own.includes(topic)))
				assert.match(openText(fromHex(access[seat].down), payload), /^\{"seq":/);
			const before = await situation();
			await writeEverything(intruder, [`${place}/say`]);
			assert.deepEqual(await situation(), before);
			/* the way is open where it should be: this one arrives */
			await intruder.publish(`${place}/say`, seat === 'table' ? 'open a5' : 'x'.repeat(296));
			const { forged, readings } = await situation();
			assert.equal(forged + readings, before.forged + before.readings + 1);
		});
	});

test('a_stranger_does_not_even_get_in', async () => {
	const made = { user: 'admin', password: 'admin' };

	assert.ok(await isAdmitted(game.watchUrl, {}), 'a spectator');
	assert.ok(!await isAdmitted(game.url, {}), 'a spectator among players');
	for (const as of [made, { ...made, user: 'red' }, { user: 'daemon', password: '' }, { user: access.red.user },
		{ ...access.red, user: access.blue.user }, { ...access.red, password: access.blue.password }])
		assert.ok(!await isAdmitted(game.url, as), JSON.stringify(as));
});

/* A client that has overheard a handheld's credentials, but not its code, has boxes and no key. */
test('a_thief_of_credentials_has_boxes_that_stay_shut', async () => {
	const keys = [access.red.down, access.red.up, access.arbiter.down, access.arbiter.up, access.blue.up];

	await instead('blue', async (thief) => {
		await thief.subscribe([`${ROOT}seat/blue/view`, `${ROOT}seat/blue/event`]);
		await thief.publish(`${ROOT}seat/blue/say`, box('blue', 'thief-1', 'confirm'));
		await thief.until((self) => self.on(/seat\/blue\/event$/).length >= 2, 'an answer in a box');
		for (const { payload } of thief.on(/seat\//)) {
			assert.equal((payload.length - 40) % 256, 0, 'a size that tells something');
			assert.match(openText(fromHex(access.blue.down), payload), /^\{"seq":/, 'for its owner it opens');
			assert.ok(keys.every((key) => openText(fromHex(key), payload) === null));
			assert.deepEqual(findIn(payload, ['"seq"', '"event"', ...formationsOf(game)]), []);
		}
	});
});

/* A will is published by the broker, when its client is gone. */
test('wills_are_held_to_the_same_rules', async () => {
	const before = await situation();
	const die = async (as, topic) => {
		const will = { topic, payload: lies[topic], qos: 1, retain: true };

		try {
			(await Intruder.connect(as.user ? game.url : game.watchUrl, as, { will })).cut();
		} catch (error) { /* later brokers do not even let in a will for themselves */
			if (!(error instanceof Refused && topic.startsWith('$'))) throw error;
		}
	};

	await Promise.all(Object.keys(lies).map((topic) => die({}, topic)));
	red.link.close();
	for (const topic of ['public/state', 'seat/blue/say', 'seat/blue/view', 'table/say'])
		await die(access.red, ROOT + topic);
	await die(access.red, `${ROOT}seat/red/say`); /* which is its own to say, and the last to come */
	for (let { forged } = before; forged === before.forged;)
		({ forged_total: forged } = await figures(daemon.base));
	assert.deepEqual(await situation(), { ...before, forged: before.forged + 1 });
	red.link.open();
	await red.until(({ link }) => link.online, 'its seat');
});

/* Neither is something published that others could wonder about, nor does anything move in what is. */
test('a_refused_word_shows_to_nobody_else', async () => {
	const { head } = spectator.state;

	await watcher.subscribe(`${ROOT}public/#`);
	await watcher.settle();
	watcher.messages = [];
	for (const player of [red, blue, arbiter])
		assert.equal((await player.link.say('confirm')).ok, false);
	await daemon.demand({ do: 'unpair', seat: 'arbiter' }); /* everybody is shown how things stand */
	await watcher.until(({ messages }) => messages.length > 0, 'the state without an arbiter');
	const { topic, payload } = watcher.messages[0], state = JSON.parse(payload);
	assert.deepEqual([topic, state.paired.arbiter, state.head], [`${ROOT}public/state`, false, head]);
	await red.until((self) => !self.state.paired.arbiter, 'the same');
	assert.equal(red.state.head, head);
	await game.move();
	assert.notEqual(spectator.state.head, head, 'it moves with what is public');
});

test('nobody_has_made_friends_at_the_broker', async () => {
	assert.ok(!await isAdmitted(game.url, { user: 'mole', password: 'mole' }));
	assert.ok(await isAdmitted(game.watchUrl, {}));
});

test('the_log_tells_no_secret', () => assertQuietLog(game));

await finish();
watcher.end();
await game.end();
