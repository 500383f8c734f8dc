/*
 * What is told, left lying about or given away by its shape: every byte that each audience gets, pages,
 * figures, sizes, files, processes and the log of a whole game are searched for what they must not
 * hold, and the same search finds it where it does belong.
 */
import assert from 'node:assert/strict';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex, openText } from '../../../web-ui/link/code.js';
import { discover } from '../../../web-ui/link/pair.js';
import { ask, figures, Intruder, isAdmitted, ROOT } from '../lib/attacks/intruder.mjs';
import { QuickGame, SETUPS } from '../lib/people/quick_game.mjs';
import { assertQuietLog, findIn, formationsOf, keysOf, leaksOf } from '../lib/attacks/secrets.mjs';
import { until } from '../lib/patience.mjs';
import { finish, test } from '../lib/tap.mjs';

process.umask(0); /* so that private files are private by the daemon's doing */

const game = await new QuickGame({ seats: ['red', 'blue', 'table', 'arbiter'] }).begin();
const { daemon, players, access } = game;
const { red, blue, arbiter, spectator } = players;

/* ---- what is told ---- */

/* The openings of all pieces, as their owners get them. */
async function openingsOf(one = game) {
	const lists = {};

	for (const colour of ['red', 'blue']) {
		await one.players[colour].say('openings');
		lists[colour] = one.players[colour].events.findLast(({ event }) => event === 'openings').list;
	}
	return lists;
}

/* the archive as everyone may read it; of a game that goes on, nothing */
const PAST_GAMES = ['/games.json', ...['json', 'game', 'xml', 'txt'].map((ending) => `/games/1.${ending}`)];

/* everything that comes over HTTP without being asked for a code */
async function allPages() {
	const pages = ['/', '/watch', '/play', '/config.json', '/metrics', ...PAST_GAMES];
	const answers = await Promise.all(pages.map((path) => ask(daemon.base, path)));

	return answers.map(({ headers, body }) => JSON.stringify({ headers, body: body.toString() }));
}

async function assertNoLeaks(openings) {
	const { heard } = game, pages = await allPages();
	const leaks = (who, audience) => leaksOf([...heard[who], ...pages], audience, game, openings);

	assert.deepEqual(leaks('red', 'red'), []);
	assert.deepEqual(leaks('blue', 'blue'), []);
	assert.deepEqual(leaks('spectator', 'public'), []);
	assert.deepEqual(leaks('table', 'public'), []);
	assert.deepEqual(leaks('arbiter', 'public'), [], 'the arbiter has not looked');
	/* a look over the other's shoulder does find something: ranks in rows, in fields, nonces */
	for (const [who, audience] of [['red', 'blue'], ['blue', 'red'], ['red', 'public'], ['blue', 'public']]) {
		const found = leaks(who, audience).join('\n');
		assert.match(found, /\.state|\.value\.(red|blue) = /);
		assert.match(found, /\.list\.\d\.code = /);
		assert.match(found, /^[0-9a-f]{32}$/m);
		assert.ok(found.includes(game.formations[who]));
	}
}

test('nobody_is_told_another_s_ranks', async () => {
	await assertNoLeaks(await openingsOf());
	for (const { faults } of Object.values(players))
		assert.deepEqual(faults, []);
});

/* An entry's kind, who it was and what it says lie side by side in the archive's file. */
test('the_arbiter_s_look_is_written_down', async () => {
	const isWritten = (look) => ['archive.db', 'archive.db-wal'].some((name) =>
		readFileSync(join(daemon.state, name)).includes(look));

	assert.ok(!isWritten('lookarbiterall ranks'));
	await arbiter.say('look');
	assert.match(arbiter.events.findLast(({ event }) => event === 'looked').red, /F/);
	assert.ok(isWritten('lookarbiterall ranks'));
	assert.ok(!isWritten('lookoperatorall ranks'));
	assert.match((await daemon.demand({ do: 'look' })).blue, /F/);
	assert.ok(isWritten('lookoperatorall ranks'));
	assert.equal((await red.link.say('look')).ok, false);
	assert.ok(!isWritten('lookarbiterall openings'));
	await arbiter.say('openings'); /* which is another way to look at everything */
	assert.ok(isWritten('lookarbiterall openings'));
});

/* What a seat says and is told is its own business, also how often and when. */
test('figures_do_not_tell_what_a_seat_does', async () => {
	const steady = async () => {
		const { uptime_seconds: _, resident_bytes: __, ...rest } = await figures(daemon.base);
		return rest;
	};
	const before = await steady();

	assert.equal((await red.link.say('confirm')).ok, false);
	await blue.say('openings');
	assert.deepEqual(await steady(), before);
	await game.move();
	assert.equal((await steady()).plies, before.plies + 1);
});

/* ---- pages ---- */

const PATHS = [
	'/', '/index.html', '/play', '/table', '/arbiter', '/watch', '/config.json', '/metrics', '/pair', '/link/code.js', '/package.json',
	'/..', '/../', '/../state/archive.db', '/../../etc/passwd', '/link/../../daemon/seats.c', '/link/..%2f..%2fdaemon/seats.c', '/%2e%2e/state/board.key',
	'/..%2fstate%2fboard.key', '//etc/passwd', '/\\..\\state', '/./state', '/link//code.js', '/link/', '/link', '/.npmrc', '/.git/config', '/node_modules/mqtt/package.json',
	'/state', '/state/archive.db', '/archive.db', '/archive.db-wal', '/board.key', '/head', '/control.sock', '/broker/access.json', '/broker/mosquitto.conf', '/adjutantd.ini',
	'/log', '/proc/self/environ', '/admin', '/debug', '/status', '/api', '/seat/red', '/view', '/games', '/games/1', '/export/1', ...PAST_GAMES, '/games.json?before=2', '/games.json?told=9', '/games/1.json?told=9',
	'/games/1.game?key=', '/games/2.game', '/games/0.game', '/games/-1.json', '/games/01.game', '/games/1.db', '/games/1.game/', '/games/../archive.db', '/pair?claim=', '/config.json?seat=red',
	'/metrics?all', '/config.json/', '/config.json%00', '/%', '/%zz', `/${'a'.repeat(5000)}`, '*', 'http://127.0.0.1/', 'http://other/config.json',
];

test('pages_hold_nothing_secret', async () => {
	const openings = await openingsOf();
	const hidden = [...keysOf(game), ...formationsOf(game), ...Object.values(openings).flat().map(({ nonce }) => nonce)];
	const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'CONNECT', 'PROPFIND'];
	const seen = new Map();

	for (const path of PATHS) {
		const { status, body } = await ask(daemon.base, path);
		seen.set(path, status);
		assert.ok([200, 400, 403, 404, 405, 414, 431].includes(status), `${path.slice(0, 40)}: ${status}`);
		assert.deepEqual(findIn(body, hidden), [], path);
		assert.doesNotMatch(body.toString('latin1'), /SQLite format|root:|"salt"|aaaaa/, path);
	}
	assert.deepEqual(['/', '/config.json', '/metrics', '/link/code.js'].map((path) => seen.get(path)), [200, 200, 200, 200]);
	assert.ok([...seen].filter(([, status]) => status === 200).every(([path]) => /^\/(|index.html|play|table|arbiter|watch|config\.json(\?.*)?|metrics(\?.*)?|games|games\.json(\?.*)?|link\/code\.js|package\.json)$/.test(path)), JSON.stringify([...seen]));
	for (const method of methods.filter((each) => each !== 'CONNECT'))
		for (const path of ['/config.json', '/metrics', '/pair', '/']) {
			const { status, body } = await ask(daemon.base, path, { method });
			const isRight = path === '/pair' ? method === 'POST' : method === 'GET' || method === 'HEAD';
			assert.ok(isRight ? status === 200 || status === 400 : status >= 400, `${method} ${path}: ${status}`);
			assert.deepEqual(findIn(body, hidden), []);
		}
	assert.ok(findIn(JSON.stringify(access), hidden).length > 0, 'what is searched for can be found');
});

/* ---- after the game ---- */

test('what_stays_after_the_game', async () => {
	const openings = await openingsOf();

	await blue.say('resign');
	for (const player of [red, blue, arbiter, spectator])
		await player.until(({ state }) => state.phase === 'over', 'the end');
	game.heard.arbiter = []; /* has looked */
	await assertNoLeaks(openings);
	const latecomer = await Intruder.connect(game.watchUrl);
	await latecomer.subscribe(`${ROOT}public/#`);
	await latecomer.settle();
	latecomer.end();
	const kept = Object.fromEntries(latecomer.messages.map(({ topic, payload }) => [topic, payload.toString()]));
	assert.deepEqual(Object.keys(kept).sort(), ['public/online', 'public/state'].map((each) => ROOT + each));
	assert.match(kept[`${ROOT}public/state`], /"phase":"over"/);
	assert.deepEqual(leaksOf([kept[`${ROOT}public/state`]], 'public', game, openings), []);
	/* what is written of it: the moves, and no rank */
	const statuses = await Promise.all(PAST_GAMES.map(async (path) => (await ask(daemon.base, path)).status));
	assert.deepEqual(statuses, [200, 200, 403, 403, 200]);
	const { body } = await ask(daemon.base, '/games/1.json');
	assert.ok(JSON.parse(body).moves.length > 5);
	assert.deepEqual(leaksOf([JSON.stringify({ value: JSON.parse(body) })], 'public', game, openings), []);
});

/* A phone in somebody's pocket that was the arbiter's is nothing any more, however the game was left. */
test('who_stays_after_the_game', async () => {
	const other = new QuickGame({ config: { seats: { 'linger-minutes': 0 } }, seats: ['red', 'blue', 'table', 'arbiter'] });

	try {
		await other.begin({ battles: false });
		const gone = ['red', 'blue'].map((seat) => new Promise((resolve) => {
			other.players[seat].link.addEventListener('refused', resolve);
		}));
		await other.players.arbiter.say('award draw');
		await Promise.all(gone);
		await other.daemon.demand({ do: 'new', red: 'Other', blue: 'People', free: true });
		await other.daemon.stop();
		await other.daemon.start();
		assert.deepEqual((await other.daemon.ask({ do: 'status' })).paired, ['table']);
		for (const seat of ['red', 'blue', 'arbiter'])
			assert.ok(!await isAdmitted(other.url, other.access[seat]), seat);
	} finally {
		await other.end();
	}
});

/* Who sits there stays, whoever asks for the next game; for other people all seats are freed. */
test('who_stays_for_another_game', async () => {
	const other = new QuickGame({ seats: ['red', 'blue', 'table', 'arbiter'] });
	const paired = async () => (await other.daemon.ask({ do: 'status' })).paired.sort();

	try {
		await other.begin({ battles: false });
		await other.players.arbiter.say('award draw');
		assert.deepEqual(await paired(), ['arbiter', 'blue', 'red', 'table']);
		await other.players.arbiter.say('new barrage'); /* and is told so */
		await other.players.arbiter.until(({ state }) => state.game === 2, 'the game that was asked for');
		assert.deepEqual(await paired(), ['arbiter', 'blue', 'red', 'table']);
		await other.players.arbiter.say('award red');
		await other.daemon.demand({ do: 'new' });
		assert.deepEqual(await paired(), ['arbiter', 'blue', 'red', 'table']);
		await other.daemon.demand({ do: 'new', free: true });
		assert.deepEqual(await paired(), ['table']);
		await until(async () => !(await isAdmitted(other.url, other.access.arbiter)), 'the broker to hear of it', 10);
	} finally {
		await other.end();
	}
});

test('what_stays_after_unpairing', async () => {
	const old = access.blue;
	const thrownOut = new Promise((resolve) => { blue.link.addEventListener('refused', resolve); });

	await daemon.demand({ do: 'unpair', seat: 'blue' });
	await thrownOut;
	assert.ok(!await isAdmitted(game.url, old));
	blue.link.close();
	const next = await game.pair('blue');
	const guest = await Intruder.connect(game.url, next);
	assert.ok(await guest.subscribe(`${ROOT}seat/blue/view`));
	await guest.until((self) => self.messages.length > 0, 'its view');
	for (const { payload } of guest.messages) {
		assert.match(openText(fromHex(next.down), payload), /"you":"blue"/);
		assert.equal(openText(fromHex(old.down), payload), null);
	}
	guest.end();
	assert.notEqual(next.user, old.user);
});

/* ---- a game that ends before it begins ---- */

const EARLY_ENDS = {
	resign: ({ blue }) => blue.say('resign'),
	award: ({ arbiter: judge }) => judge.say('award red'),
	time: ({ red: first }) => first.say('ready'), /* and blue never is */
};
const BROADCASTS = ['none', 'revealed', 'after'];

/* Messages that show anything of the set-up of those who do not read them. */
function squaresIn(texts, audience) {
	return texts.filter((text) => {
		const { value } = JSON.parse(text);
		const others = ['red', 'blue'].filter((colour) => colour !== audience);

		return others.some((colour) => typeof value?.[colour] === 'string' && /[^.~/]/.test(value[colour]));
	});
}

async function assertScreensStay(broadcast, end) {
	const config = { network: { broadcast }, game: end === 'time' ? { clock: 'setup 1' } : {} };
	const other = await new QuickGame({ config, seats: ['red', 'blue', 'table', 'arbiter'] }).start();

	try {
		await other.table.show(Object.values(other.setups).flatMap(Object.keys).map((sq) => `close ${sq}`));
		for (const colour of ['red', 'blue'])
			await other.players[colour].say(`formation ${other.formations[colour]}`);
		await EARLY_ENDS[end](other.players);
		for (const player of Object.values(other.players))
			await player.until(({ state }) => state?.phase === 'over', `the end by ${end}`);
		/* and as they find it who come back, after the board was switched off and on */
		await other.daemon.kill();
		await other.daemon.start();
		const late = other.seat('late', await discover({ base: other.daemon.base }));
		await late.until(({ state }) => state, 'the board');
		for (const player of Object.values(other.players))
			await player.until(({ link }) => link.online, 'the board again');
		for (const [name, texts] of Object.entries(other.heard)) {
			const audience = ['red', 'blue'].includes(name) ? name : 'public';
			const what = `${name}, ${broadcast}, ${end}`;

			assert.deepEqual(squaresIn(texts, audience), [], what);
			assert.deepEqual(leaksOf(texts, audience, other, { red: [], blue: [] }), [], what);
			assert.deepEqual(other.players[name].faults, [], what);
		}
		assert.ok(squaresIn(other.heard.red, 'blue').length > 0, 'their owners do see them');
	} finally {
		await other.end();
	}
}

test('nobody_sees_behind_the_screen_when_a_game_ends_in_set_up', async () => {
	await Promise.all(BROADCASTS.flatMap((broadcast) =>
		Object.keys(EARLY_ENDS).map((end) => assertScreensStay(broadcast, end))));
});

/* ---- sizes and order ---- */

/* every message of the broker's that one of them gets, as a client sees it that cannot open any */
async function overhear(setups) {
	const other = new QuickGame({ setups, seats: ['red', 'blue', 'table'] });

	await other.start();
	const ears = [];
	for (const name of ['red', 'blue', 'spectator'])
		other.players[name].link.addEventListener('message', ({ detail }) => ears.push({ name, ...detail }));
	await other.setUp();
	await other.fight();
	for (let i = 0; i < 6; i++)
		await other.move();
	await other.players.blue.say('resign');
	for (const name of ['red', 'blue', 'spectator'])
		await other.players[name].until(({ state }) => state.phase === 'over', 'the end');
	await other.end();
	return ears;
}

const CHANGING = [
	't', 'id', 'head', 'head_signature', 'board_key', 'signature', 'commitments', 'nonce',
];

/* without what is random or a time */
function shape({ value }) {
	return JSON.stringify(value, (key, each) => CHANGING.includes(key) ? typeof each
		: key === 'list' && !Array.isArray(each) ? Object.keys(each) : each);
}

/* as long as the box is in which it came */
function sizeOf({ suffix, value }) {
	const block = suffix.endsWith('view') ? 2048 : 256;

	return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / block);
}

/* What one of them got: events in their order, and the views after each of them, by `seq`. */
function receptionOf(ears, name, how) {
	const got = ears.filter((each) => each.name === name && !each.suffix.endsWith('say') && each.value.seq);
	const isEvent = ({ suffix }) => suffix.endsWith('event');

	return {
		events: got.filter(isEvent).map(how),
		views: new Map(got.filter((each) => !isEvent(each)).map((each) => [each.value.seq, how(each)])),
	};
}

/* When there is little to do several events share a view; which do depends on the machine. */
function assertSame(one, two) {
	const common = [...one.views.keys()].filter((seq) => two.views.has(seq));

	assert.deepEqual(one.events, two.events);
	assert.ok(common.length > 10, 'views to compare');
	assert.deepEqual(common.map((seq) => one.views.get(seq)), common.map((seq) => two.views.get(seq)));
}

test('two_games_that_differ_in_hidden_ranks_look_the_same', async () => {
	const games = [await overhear(SETUPS[0]), await overhear(SETUPS[1])];
	const both = (name, how) => games.map((ears) => receptionOf(ears, name, how));

	assertSame(...both('spectator', shape));
	assertSame(...both('red', sizeOf));
	assertSame(...both('blue', sizeOf));
	assert.throws(() => assertSame(...both('red', shape)), 'the owner does see a difference');
	/* what the opponent got is the same too, but for its own pieces */
	const own = ([one, two], colour) => [one, two].map(({ views, events }) => ({
		events,
		views: new Map([...views].map(([seq, text]) => [seq, { ...JSON.parse(text), [colour]: '' }])),
	}));
	assertSame(...own(both('red', shape), 'red'));
	assertSame(...own(both('blue', shape), 'blue'));
});

/* ---- what is left behind ---- */

function everyFile(path) {
	return [path, ...lstatSync(path).isDirectory() ? readdirSync(path).flatMap((name) => everyFile(join(path, name))) : []];
}

test('files_are_for_their_owner_alone', () => {
	const files = everyFile(daemon.state);

	for (const name of ['archive.db', 'board.key', 'control.sock', 'broker/access.json', 'broker/broker.sock'])
		assert.ok(files.includes(join(daemon.state, name)), name);
	/* Mosquitto lets every user write to its socket, but the folder that it is in is closed */
	assert.deepEqual(files.filter((path) => lstatSync(path).mode & 0o077 && !path.endsWith('/broker.sock')), []);
});

test('processes_show_no_secret', () => {
	for (const pid of [daemon.pid, daemon.brokerPid])
		for (const file of ['cmdline', 'environ', 'comm']) {
			const text = readFileSync(`/proc/${pid}/${file}`);
			assert.deepEqual(findIn(text, [...keysOf(game), ...formationsOf(game)]), [], file);
		}
	assert.ok(readFileSync(`/proc/${daemon.brokerPid}/cmdline`, 'utf8').includes('mosquitto'));
});

test('the_log_tells_no_secret', () => assertQuietLog(game));

await finish();
await game.end();
