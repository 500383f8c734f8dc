/*
 * Words that were recorded, forged or sent by another client, names that were stolen, codes that were
 * guessed or used before. The attacker has overheard all that goes over the air: credentials, boxes,
 * claims; but not the code, which never does.
 */
import assert from 'node:assert/strict';
import { fromHex, makeToken, open, parseCode, seal, toHex } from '../../../web-ui/link/code.js';
import { agree, makeKeys, prove } from '../../../web-ui/link/exchange.js';
import { ask, figures, Intruder, isAdmitted, ROOT } from '../lib/attacks/intruder.mjs';
import { startDaemon } from '../lib/daemon.mjs';
import { QuickGame } from '../lib/people/quick_game.mjs';
import { assertQuietLog } from '../lib/attacks/secrets.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';

/* in real time, in which a machine may be so busy that a piece that is put back at once seems to be held */
const UNASKED = { game: { 'nudge-ms': 3600000 } };
const game = await new QuickGame({ clock: null, config: UNASKED }).begin({ battles: false });
const { daemon, players, access } = game;
const { red, spectator } = players;
const SAY = `${ROOT}seat/blue/say`;

const box = (key, value, block = 256) => Buffer.from(seal(fromHex(key), value, block));
const word = (text, { id = makeToken(), key = access.blue.up } = {}) => box(key, { id, word: text });
const forged = async () => (await figures(daemon.base)).forged_total;
const offers = () => spectator.events.filter(({ event, word: text }) => event === 'word' && text === 'offer-draw').length;

/* Blue's handheld is in a pocket while an attacker uses what it has said on the air. */
async function asBlue(run, as = access.blue) {
	players.blue.link.close();
	const thief = await Intruder.connect(game.url, as);
	await thief.subscribe([`${ROOT}seat/blue/view`, `${ROOT}seat/blue/event`]);
	try {
		return await run(thief);
	} finally {
		thief.end();
		players.blue.link.open();
		await players.blue.until(({ link }) => link.online, 'its seat again');
	}
}

/* what the owner reads in the boxes that came on the events' topic */
const readBy = (thief, key = access.blue.down) => thief.on(/event$/).map(({ payload }) => open(fromHex(key), payload));

/* Sends a box and waits until the daemon has taken or dropped it: an answer follows another word. */
async function sendAndWait(thief, payload, { up, down } = access.blue) {
	const id = makeToken();

	await thief.publish(SAY, payload);
	await thief.publish(SAY, word('confirm', { id, key: up }));
	await thief.until(() => readBy(thief, down).some((event) => event?.event === 'answer' && event.id === id), 'an answer');
}

/* ---- replay ---- */

const recorded = word('offer-draw');

test('a_recorded_word_is_played_once', async () => {
	const before = offers();

	await asBlue(async (thief) => {
		await sendAndWait(thief, recorded);
		await spectator.until(() => offers() === before + 1, 'the offer');
		await red.say('decline-draw');
		for (let i = 0; i < 3; i++)
			await sendAndWait(thief, recorded);
		await sendAndWait(thief, word('offer-draw')); /* a new one is played, after all those */
		await spectator.until(() => offers() === before + 2, 'the second offer');
		await red.say('decline-draw');
	});
});

test('nor_is_it_after_the_daemon_was_killed', async () => {
	const before = offers();

	await daemon.kill();
	await daemon.start();
	for (const player of Object.values(players))
		await player.until(({ link }) => link.online, 'the daemon');
	await asBlue(async (thief) => {
		await sendAndWait(thief, recorded);
		await sendAndWait(thief, word('offer-draw'));
		await spectator.until(() => offers() === before + 1, 'one offer');
		await red.say('decline-draw');
	});
	assert.equal(offers(), before + 1);
});

test('nor_is_it_in_the_next_game', async () => {
	const resign = word('resign');
	const over = ({ state }) => state.phase === 'over';

	await asBlue((thief) => sendAndWait(thief, resign));
	for (const player of [red, players.blue, spectator])
		await player.until(over, 'the end');
	await red.say('rematch');
	await players.blue.say('rematch');
	for (const player of [red, players.blue, spectator, players.table])
		await player.until(({ state }) => state.game === 2, 'the next game');
	await game.table.showAll();
	await game.setUp();
	await game.fight();
	await asBlue((thief) => sendAndWait(thief, resign));
	await game.move();
	assert.equal(spectator.state.phase, 'play');
});

/* ---- forgery ---- */

test('forged_words_are_dropped', async () => {
	const good = word('offer-draw'), before = { forged: await forged(), offers: offers() };
	const flipped = (at) => Buffer.from(good.map((byte, i) => i === at ? byte ^ 1 : byte));
	const keys = [access.blue.down, access.red.up, access.red.down, '00'.repeat(32), 'ff'.repeat(32)];

	await asBlue(async (thief) => {
		await sendAndWait(thief, word('confirm'));
		const theOtherWay = thief.messages.map(({ payload }) => payload);
		const bad = [
			Buffer.alloc(0), Buffer.alloc(1), Buffer.alloc(39), Buffer.alloc(40), Buffer.alloc(296), Buffer.alloc(4000, 0x41),
			Buffer.from('{"id":"x","word":"resign"}'), good.subarray(1), good.subarray(0, 295), good.subarray(0, 40), good.subarray(0, 24),
			Buffer.concat([good, Buffer.from('x')]), Buffer.concat([good, good]), ...[0, 23, 24, 40, 295].map(flipped),
			...keys.map((key) => word('resign', { key })), ...theOtherWay,
		];
		for (const payload of bad)
			await thief.publish(SAY, payload);
		await sendAndWait(thief, good);
		assert.equal(await forged(), before.forged + bad.length);
	});
	assert.equal(offers(), before.offers + 1, 'the genuine one was played');
	assert.equal(spectator.state.phase, 'play');
	await red.say('decline-draw');
});

/* Garbage from a client without the key must not use up what the seat may say. */
test('a_flood_of_forgeries_does_not_silence_the_seat', async () => {
	await asBlue(async (thief) => {
		for (let i = 0; i < 300; i++)
			await thief.publish(SAY, Buffer.alloc(296), { qos: 0 });
		await sendAndWait(thief, word('confirm'));
	});
});

/* ---- names ---- */

test('a_stolen_name_throws_nobody_out', async () => {
	const { blue } = players;
	let lost = 0;

	blue.link.addEventListener('online', ({ detail }) => { lost += !detail; });
	assert.ok(!await isAdmitted(game.url, { ...access.blue, password: 'wrong' }));
	assert.ok(!await isAdmitted(game.url, { user: access.blue.user, client: access.blue.client }));
	assert.ok(!await isAdmitted(game.url, { ...access.blue, client: 'another' }));
	assert.ok(!await isAdmitted(game.url, { ...access.blue, password: access.red.password }));
	assert.equal(lost, 0, 'wrong credentials disturb nobody');

	/* without a password neither; and among spectators it is a name like any other */
	assert.ok(!await isAdmitted(game.url, { client: access.blue.client }));
	const namesake = await Intruder.connect(game.watchUrl, { client: access.blue.client }, { clean: false });
	assert.deepEqual(await namesake.subscribe([`${ROOT}seat/blue/view`, `${ROOT}seat/blue/event`]), []);
	assert.equal((await blue.link.say('confirm')).ok, false);
	assert.equal(lost, 0, 'nor does its name');
	await game.move();
	assert.ok(namesake.isThere);
	namesake.end();
});

/* Who comes back under a name finds neither the subscriptions nor the messages of its owner. */
test('a_name_is_no_way_into_an_old_session', async () => {
	const { blue } = players;

	blue.link.close();
	const owner = await Intruder.connect(game.url, access.blue, { clean: false });
	assert.ok(await owner.subscribe(`${ROOT}seat/blue/event`));
	await owner.publish(SAY, word('confirm'));
	await owner.until((self) => self.messages.length >= 2, 'an answer');
	owner.cut();
	assert.equal((await daemon.ask({ do: 'say', who: 'blue', word: 'confirm' })).ok, false); /* and is told so */
	assert.ok(!await isAdmitted(game.url, { client: access.blue.client }, { clean: false }));
	const namesake = await Intruder.connect(game.watchUrl, { client: access.blue.client }, { clean: false });
	assert.ok(await namesake.subscribe(`${ROOT}public/#`));
	assert.equal((await daemon.ask({ do: 'say', who: 'blue', word: 'confirm' })).ok, false);
	await namesake.until((self) => self.messages.length > 0, 'what is public');
	await namesake.settle();
	assert.ok(namesake.messages.every(({ topic }) => topic.includes('/public/')));
	namesake.end();
	blue.link.open();
	await blue.until(({ link }) => link.online, 'its seat again');
});

/* ---- a seat that moves ---- */

test('a_device_that_has_lost_its_seat_has_nothing', async (t) => {
	const old = access.blue, before = await forged(), { blue } = players;
	const kept = word('offer-draw');
	let unpaired = false;

	blue.link.addEventListener('unpaired', () => { unpaired = true; });
	await blue.say('move-seat');
	const offer = blue.events.findLast(({ event }) => event === 'code');
	const fresh = game.seat('blue', await game.pair('blue', offer));
	t.after(() => fresh.link.close());
	await fresh.until(({ link, state }) => link.online && state, 'the moved seat');
	assert.equal(fresh.state.you, 'blue');
	await blue.until(() => unpaired, 'the end of its seat');
	blue.link.close();
	assert.ok(!await isAdmitted(game.url, old));
	await asBlue(async (thief) => { /* of the new credentials, with the old key */
		await sendAndWait(thief, kept);
		await sendAndWait(thief, word('resign', { key: old.up }));
		for (const { payload } of thief.messages)
			assert.equal(open(fromHex(old.down), payload), null);
	});
	assert.equal(await forged(), before + 2);
	assert.equal(spectator.state.phase, 'play');
	await game.move();
});

/* ---- codes ---- */

let address = 1;
/* each from an address of its own, if tries are not what is tried */
const claim = (shown, from = `127.0.1.${address++}`, headers = {}, { base } = daemon) => ask(base, '/pair', {
	method: 'POST', body: JSON.stringify(shown), headers: { 'Content-Type': 'application/json', ...headers }, from,
});
const claimOf = (code, { publicKey } = makeKeys()) =>
	({ v: 2, key: toHex(publicKey), proof: toHex(prove(parseCode(code), publicKey)) });
const guess = () => ({ ...claimOf(game.codes[0]), proof: makeToken() + makeToken() });
const plain = ({ status, headers: { date: _, ...headers }, body }) => ({ status, headers, body: body.toString() });

test('a_code_is_good_for_one_device', async () => {
	const { code } = await daemon.demand({ do: 'pair', seat: 'arbiter' });
	const foreign = await claim(claimOf(code), undefined, { Origin: 'http://evil.example' });
	const devices = [makeKeys(), makeKeys()];
	const [one, two] = await Promise.all(devices.map((own) => claim(claimOf(code, own))));

	assert.equal(foreign.status, 403, 'a page of others');
	assert.deepEqual([one.status, two.status].sort(), [200, 403]);
	const [own, other] = one.status === 200 ? devices : devices.toReversed();
	const { box: sealed, key, seat, board } = JSON.parse((one.status === 200 ? one : two).body);
	const keysOf = (device) => agree({ own: device, theirs: fromHex(key), seed: parseCode(code), seat, board });
	assert.equal(open(keysOf(own).down, Buffer.from(sealed, 'base64')).seat, 'arbiter');
	assert.equal(open(keysOf(own).up, Buffer.from(sealed, 'base64')), null);
	assert.equal(open(keysOf(other).down, Buffer.from(sealed, 'base64')), null, 'the code is not enough');
	game.codes.push(code);
	assert.equal((await daemon.ask({ do: 'pair', seat: 'arbiter' })).ok, false, 'the seat is taken');
	await daemon.demand({ do: 'unpair', seat: 'arbiter' });
});

test('codes_that_are_not_good_are_all_alike', async () => {
	const { code: replaced } = await daemon.demand({ do: 'pair', seat: 'arbiter' });
	const { code: used } = await daemon.demand({ do: 'pair', seat: 'arbiter' });
	const right = await claim(claimOf(used));
	await daemon.demand({ do: 'unpair', seat: 'arbiter' });
	const { code: withdrawn } = await daemon.demand({ do: 'pair', seat: 'arbiter' });
	await daemon.demand({ do: 'unpair', seat: 'arbiter' });
	const wrong = await Promise.all([{ ...guess(), proof: '0'.repeat(64) }, guess(), ...[replaced, used, withdrawn].map((each) => claimOf(each))]
		.map((each) => claim(each)));

	assert.equal(right.status, 200);
	assert.equal(wrong[0].status, 403);
	for (const answer of wrong)
		assert.deepEqual(plain(answer), plain(wrong[0]));
});

/* in virtual time: in real time, a busy machine would be as slow as one that guesses patiently */
test('guessing_is_slowed_down', async (t) => {
	const daemon = await startDaemon(t, { game: { edition: 'barrage' } }, { clock: new VirtualClock() });
	const { code } = await daemon.demand({ do: 'pair', seat: 'arbiter' });
	const claimAt = (shown, from) => claim(shown, from, {}, daemon);
	const guess = () => ({ ...claimOf(code), proof: makeToken() + makeToken() });
	const statuses = [];

	for (let i = 0; i < 20; i++) statuses.push((await claimAt(guess(), '127.0.2.1')).status);
	assert.equal(statuses[0], 403);
	assert.ok(statuses.slice(10).every((status) => status === 429), String(statuses));
	assert.equal((await claimAt(guess(), '127.0.2.2')).status, 403, 'others are not slowed down');
	/* clients that come through the same proxy and have a code cannot be kept out */
	assert.equal((await claimAt(claimOf(code), '127.0.2.1')).status, 200);
	assert.equal((await claimAt(claimOf(code), '127.0.2.1')).status, 429, 'used, it is a wrong one');
});

test('the_log_tells_no_secret', () => assertQuietLog(game));

await finish();
await game.end();
