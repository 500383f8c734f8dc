/*
 * A listener on the Wi-Fi who records everything, from the first byte of pairing, and sees the codes: in
 * time or afterwards. It must not open a single box, nor take a seat, nor find a code anywhere later.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex, makeToken, open, parseCode, seal, toHex } from '../../../web-ui/link/code.js';
import { agree, makeKeys, prove } from '../../../web-ui/link/exchange.js';
import { pair } from '../../../web-ui/link/pair.js';
import { startDaemon } from '../lib/daemon.mjs';
import { Intruder, ROOT } from '../lib/attacks/intruder.mjs';
import { nacl } from '../lib/packages.mjs';
import { Player } from '../lib/people/players.mjs';
import { finish, test } from '../lib/tap.mjs';

const FORMATION = 'formation ../..';

/* Pairs as a page does; on the air: what a listener gets of it. */
async function pairOverheard(base, code, air) {
	const fetch = async (url, options) => {
		const response = await globalThis.fetch(url, options);
		const text = await response.text();

		air.push({ asked: options.body, answered: text });
		return { ok: response.ok, status: response.status, json: async () => JSON.parse(text) };
	};

	return pair(code, { base, fetch });
}

const hash = (...parts) =>
	new Uint8Array(createHash('sha512').update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest().subarray(0, 32));

/* Every key that can be made of a code and of what was on the air, in the first version's way and in the present one's. */
function keysFrom(code, { asked, answered }) {
	const seed = parseCode(code), claim = JSON.parse(asked), answer = JSON.parse(answered);
	const old = ['claim', 'down', 'up'].map((purpose) => hash(`adjutant/v1/${purpose}\0`, seed));
	const terms = { seed, seat: answer.seat, board: answer.board };
	/* it has neither secret: its own, none, the public keys and what was shown are all that it can put in their place */
	const secrets = [makeKeys().secretKey, new Uint8Array(32), fromHex(claim.key ?? ''), fromHex(answer.key ?? ''), fromHex(claim.proof ?? '')];
	const made = secrets.filter((secret) => secret.length === 32).map(makeKeys).flatMap((own) => [
		answer.key && agree({ own, theirs: fromHex(answer.key), ...terms }),
		claim.key && agree({ own, theirs: fromHex(claim.key), isDevice: false, ...terms }),
	]);

	return [...old, ...made.filter(Boolean).flatMap(({ up, down }) => [up, down])];
}

async function overhear(t) {
	const daemon = await startDaemon(t, { game: { edition: 'barrage' } });
	const { code, url } = await daemon.demand({ do: 'pair', seat: 'red' });
	const air = [];
	const access = await pairOverheard(url, code, air);

	return { daemon, code, access, air };
}

test('a_code_and_a_recording_open_nothing', async (t) => {
	const { code, access, air: [paired] } = await overhear(t);
	/* the relay is what a listener hears of plain websockets: all that the seat reads and says */
	const red = new Player('red', access);
	t.after(() => red.link.close());
	await red.until(({ link, state }) => link.online && state, 'the board');
	await red.link.say(FORMATION);
	red.link.close();
	const relay = await Intruder.connect(access.url, access);
	t.after(() => relay.end());
	await relay.subscribe([`${ROOT}seat/red/view`, `${ROOT}seat/red/event`]);
	const said = Buffer.from(seal(fromHex(access.up), { id: makeToken(), word: FORMATION }, 256));
	await relay.publish(`${ROOT}seat/red/say`, said);
	await relay.until((self) => self.on(/view$/).length > 0 && self.on(/event$/).length > 0, 'a view and an answer');
	const boxes = [said, Buffer.from(JSON.parse(paired.answered).box, 'base64'), ...relay.messages.map(({ payload }) => payload)];
	const isOpen = (keys) => boxes.filter((box) => keys.some((key) => open(key, box) !== null)).length;

	assert.equal(isOpen([fromHex(access.up), fromHex(access.down)]), boxes.length, 'their owner reads them all');
	assert.equal(isOpen(keysFrom(code, paired)), 0, 'the code opens what was recorded');
});

test('a_code_that_was_used_is_worth_nothing', async (t) => {
	const { daemon, code, air: [{ asked }] } = await overhear(t);
	const own = makeKeys();
	const claims = [asked, JSON.stringify({ v: 2, key: toHex(own.publicKey), proof: toHex(prove(parseCode(code), own.publicKey)) })];

	for (const body of claims)
		assert.equal((await fetch(new URL('/pair', daemon.base), { method: 'POST', body })).status, 403);
});

/* An attacker in between who wants the device to be content with the first version, or the board. */
test('a_downgrade_is_refused', async (t) => {
	const { daemon } = await overhear(t);
	const { code } = await daemon.demand({ do: 'pair', seat: 'blue' });
	const seed = parseCode(code), claim = toHex(hash('adjutant/v1/claim\0', seed));
	const own = makeKeys(), shown = { key: toHex(own.publicKey), proof: toHex(prove(seed, own.publicKey)) };

	for (const body of [{ claim }, { v: 1, claim }, { v: 2, claim }, { v: 1, ...shown }, { v: 3, ...shown }, { v: 2, claim, key: shown.key }]) {
		const response = await fetch(new URL('/pair', daemon.base), { method: 'POST', body: JSON.stringify(body) });

		assert.equal(response.status, 400);
		assert.match((await response.json()).error, /different versions/);
	}
	const credentials = { seat: 'blue', board: 'table', user: 'u', password: 'p', client: 'c', websocket: 1, mqtt: 1 };
	const box = Buffer.from(seal(hash('adjutant/v1/down\0', seed), credentials, 256)).toString('base64');
	const impostor = async () => ({ ok: true, status: 200, json: async () => ({ box }) });
	await assert.rejects(pair(code, { base: daemon.base, fetch: impostor }), { kind: 'impostor' });
	/* nor does a device take what is right but is said to be of the first version, whose code is used up then */
	const { code: other } = await daemon.demand({ do: 'pair', seat: 'arbiter' });
	const older = async (url, options) => {
		const { box, key, seat, board } = await (await fetch(url, options)).json();

		return { ok: true, status: 200, json: async () => ({ v: 1, box, key, seat, board }) };
	};
	await assert.rejects(pair(other, { base: daemon.base, fetch: older }), { kind: 'impostor' });
	/* the code has not been used by any of this */
	assert.equal((await pair(code, { base: daemon.base })).seat, 'blue');
});

/* ---- what stays in a page ---- */

/* All secrets that an exchange makes while this runs: of X25519, what follows from two, and of CPace. */
async function secretsMade(run) {
	const { box: { keyPair }, scalarMult, randomBytes } = nacl, made = [];
	const noted = (bytes) => { made.push(bytes); return bytes; };

	nacl.box.keyPair = Object.assign(() => { const pair = keyPair(); noted(pair.secretKey); return pair; }, keyPair);
	nacl.scalarMult = (...of) => noted(scalarMult(...of));
	nacl.randomBytes = (count) => noted(randomBytes(count));
	try {
		await run();
	} finally {
		Object.assign(nacl, { scalarMult, randomBytes });
		nacl.box.keyPair = keyPair;
	}
	return made;
}

test('a_page_wipes_the_secrets_of_an_exchange', async (t) => {
	const daemon = await startDaemon(t, { game: { edition: 'barrage' } });
	const { base } = daemon, { code, url } = await daemon.demand({ do: 'pair', seat: 'red' });
	const { short } = await daemon.demand({ do: 'pair', seat: 'blue' });
	const ways = [
		() => pair(code, { base: url }),
		() => assert.rejects(pair(code, { base })), /* used */
		() => pair(short, { base }),
		() => assert.rejects(pair(short, { base })),
	];

	for (const [i, way] of ways.entries()) {
		const secrets = await secretsMade(way);

		assert.ok(secrets.length > 0, `none is made by way ${i}`);
		assert.deepEqual(secrets.filter((bytes) => bytes.some(Boolean)), [], `what is left by way ${i}`);
	}
});

/* ---- what stays on the disk ---- */

function filesBelow(dir) {
	return readdirSync(dir).map((name) => join(dir, name))
		.flatMap((path) => statSync(path).isDirectory() ? filesBelow(path) : statSync(path).isFile() ? [path] : []);
}

/* where in the state directory one of these codes can be found */
function placesOf(daemon, codes) {
	const forms = codes.flatMap((code) => {
		const letters = code.replaceAll('-', ''), seed = Buffer.from(parseCode(code));

		return [code, letters, seed, seed.toString('hex'), seed.toString('base64').slice(0, 20)].map((form) => Buffer.from(form));
	});

	return filesBelow(daemon.state).filter((path) => {
		const bytes = readFileSync(path);
		return forms.some((form) => bytes.includes(form));
	});
}

test('no_code_stays_on_the_disk', async (t) => {
	const daemon = await startDaemon(t, { game: { edition: 'barrage' } });
	const players = {}, codes = [];
	const told = async (player, word) => {
		await player.say(word);
		await player.until(({ events }) => events.findLast(({ event }) => event === 'code'), 'a code');
		return player.events.findLast(({ event }) => event === 'code');
	};

	t.after(() => Object.values(players).forEach(({ link }) => link.close()));
	for (const seat of ['red', 'arbiter']) {
		const { code, url } = await daemon.demand({ do: 'pair', seat });
		codes.push(code);
		players[seat] = new Player(seat, await pair(code, { base: url }));
		await players[seat].until(({ link, state }) => link.online && state, 'the board');
	}
	const moved = await told(players.red, 'move-seat');
	const offered = await told(players.arbiter, 'pair blue');
	assert.deepEqual([moved.seat, offered.seat], ['red', 'blue']);
	codes.push(moved.code, offered.code);
	assert.deepEqual(placesOf(daemon, codes), [], 'while they are open');
	/* both are good: they were told, though they are not written down */
	assert.equal((await pair(offered.code, { base: offered.url })).seat, 'blue');
	assert.equal((await pair(moved.code, { base: moved.url })).seat, 'red');
	await daemon.kill();
	assert.deepEqual(placesOf(daemon, codes), [], 'after a power cut');
	await daemon.start();
	await daemon.stop();
	assert.deepEqual(placesOf(daemon, codes), [], 'after the end');
	assert.ok(filesBelow(daemon.state).length > 3, 'there are files to look at');
});

await finish();
