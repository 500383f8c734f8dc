/*
 * New games: which options they have, what of them a rematch keeps, and that whatever is refused has
 * changed nothing.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADJUTANT, ADJUTANTD, Daemon, startDaemon } from '../lib/daemon.mjs';
import { Disk, untilStatus } from '../lib/faults/disk.mjs';
import { until } from '../lib/patience.mjs';
import { gather } from '../lib/people/players.mjs';
import { finish, test } from '../lib/tap.mjs';

const say = (daemon, who, word) => daemon.demand({ do: 'say', who, word });
const adjutant = (daemon, ...words) =>
	execFileSync(ADJUTANT, [...words, '--state', daemon.state], { encoding: 'utf8' });
const gameOf = async (daemon) => (await daemon.demand({ do: 'status' })).game;

/* how `adjutant games` has a game */
const listed = (daemon, game) =>
	adjutant(daemon, 'games').split('\n').find((line) => Number.parseInt(line, 10) === game);

/* What the game on the table began with: it is ended, and all that is written of its head. */
async function headOf(daemon) {
	const game = await gameOf(daemon);

	await say(daemon, 'arbiter', 'award blue');
	const record = adjutant(daemon, 'export', String(game)).split('\n');
	const recording = adjutant(daemon, 'record', String(game)).split('\n');
	const head = [...record, ...recording].filter((line) =>
		/^(edition|event|site|round|red|blue|option|sensors) /.test(line));

	return [...new Set(head)].sort();
}

async function rematch(daemon) {
	const before = await gameOf(daemon);

	await say(daemon, 'red', 'rematch');
	await say(daemon, 'blue', 'rematch');
	assert.equal(await gameOf(daemon), before + 1);
}

/* After a start the daemon wants to know how the table is, and refuses words until then. */
async function showTable(t, daemon) {
	const { table } = await gather(t, daemon, { seats: ['table'] });

	await table.link.table(`frame ${Array(10).fill('0000000000').join('/')}`);
	await until(async () => (await daemon.ask({ do: 'say', who: 'red', word: 'rematch' })).ok, 'a rematch', 10);
}

/* ---- names ---- */

/* One that a terminal obeys, or that turns the rest of a line round, could forge what is shown beside it. */
test('a_name_is_what_it_looks_like', async (t) => {
	const daemon = await startDaemon(t);
	const wanted = { do: 'new', edition: 'barrage', blue: 'Zoë 王 אב' };

	for (const red of ['Ann\u202eneB', '\u009b2J', '\u2067Ann', 'A\u200fB', 'A\u0007']) {
		const { ok, why } = await daemon.ask({ ...wanted, red });
		assert.equal(ok, false, JSON.stringify(red));
		assert.match(why, /characters that cannot be shown/);
	}
	await daemon.demand({ ...wanted, red: 'Ann' });
});

/* ---- options ---- */

test('options_that_are_no_list_are_not_passed_over', async (t) => {
	const daemon = await startDaemon(t);
	const { ok, why } = await daemon.ask({ do: 'new', options: { 'memory-aid': 'on' } });

	assert.equal(ok, false);
	assert.match(why, /options are a list/);
	assert.equal(await gameOf(daemon), 1);
});

test('a_rematch_is_the_same_game_again', async (t) => {
	const daemon = await startDaemon(t, { game: { edition: 'barrage', clock: 'move 30', bluff: 'on' } });

	await daemon.demand({
		do: 'new', edition: 'duel', event: 'Club night', site: 'Hall', round: '2', red: 'Ann', blue: 'Bob B.',
		options: ['disclosure outcome', 'two-squares 5', 'immobile-moved arbiter', 'memory-aid', 'training',
			'clock total 7', 'clock setup 3', 'settle-ms 900', 'jog-ms 333'],
	});
	const first = await headOf(daemon);
	for (const line of ['edition duel', 'option disclosure outcome', 'option two-squares 5',
		'option memory-aid on', 'option training on', 'option clock total 7', 'option clock setup 3', 'option settle-ms 900', 'red Ann'])
		assert.ok(first.includes(line), `${line} is not in ${first}`);
	await rematch(daemon);
	assert.deepEqual(await headOf(daemon), first);
	/* also after a restart, and once more */
	await daemon.stop();
	await daemon.start();
	await showTable(t, daemon);
	await rematch(daemon);
	assert.deepEqual(await headOf(daemon), first);
	/* a game that is asked for anew is as configured */
	await daemon.demand({ do: 'new' });
	const anew = await headOf(daemon);
	for (const line of ['edition barrage', 'option disclosure open', 'option clock move 30'])
		assert.ok(anew.includes(line), `${line} is not in ${anew}`);
});

test('what_is_configured_holds_for_every_edition', async (t) => {
	const daemon = await startDaemon(t, {
		game: { edition: 'barrage', disclosure: 'outcome', 'two-squares': 7, bluff: 'on' },
	});
	const has = async (edition, options, ...lines) => {
		await daemon.demand({ do: 'new', edition, options });
		const head = await headOf(daemon);
		for (const line of [`edition ${edition}`, ...lines])
			assert.ok(head.includes(line), `${line} is not in ${head}`);
	};

	await has('duel', [], 'option disclosure outcome', 'option two-squares 7', 'option immobile-moved loses',
		'option bluff off');
	await has('classic', [], 'option disclosure outcome', 'option two-squares 7', 'option more-squares off');
	await has('battle-cards', [], 'option disclosure outcome', 'option bluff on');
	await has('duel', ['two-squares off'], 'option disclosure outcome', 'option two-squares off');
	await has('barrage', ['disclosure open'], 'option disclosure open', 'option two-squares 7');
});

test('timings_must_go_together', async (t) => {
	const daemon = await startDaemon(t, { game: { edition: 'barrage' } });
	const game = await gameOf(daemon);

	for (const options of [['debounce-ms 900', 'settle-ms 5'], ['settle-ms 20'], ['debounce-ms 800']]) {
		const { ok, why } = await daemon.ask({ do: 'new', options });
		assert.deepEqual({ ok, why }, { ok: false, why: 'debounce-ms must be less than settle-ms' });
	}
	await daemon.demand({ do: 'new', options: ['settle-ms 900', 'debounce-ms 899'] });
	assert.equal(await gameOf(daemon), game + 1);
});

/* ---- refused ---- */

test('what_is_refused_sets_nothing_aside', async (t) => {
	const daemon = await startDaemon(t, { game: { edition: 'barrage' } });

	await daemon.demand({ do: 'new', red: 'Ann' }); /* 1 is dropped */
	await say(daemon, 'arbiter', 'award blue'); /* 2 is over */
	await daemon.demand({ do: 'new', red: 'Cleo' });
	const before = listed(daemon, 3);
	const refused = [
		[{ do: 'continue', game: 2 }, /^game 2 is over$/],
		[{ do: 'continue', game: 3 }, /on the table/],
		[{ do: 'continue', game: 4 }, /no game 4/],
		[{ do: 'new', red: 'x'.repeat(80) }, /too long/],
		[{ do: 'new', edition: 'chess' }, /no such edition/],
		[{ do: 'new', options: ['walrus 3'] }, /not an option/],
	];

	assert.doesNotMatch(before, /dropped|adjourned/);
	for (const [request, why] of refused) {
		const answer = await daemon.ask(request);
		assert.equal(answer.ok, false);
		assert.match(answer.why, why);
		assert.equal(listed(daemon, 3), before, JSON.stringify(request));
	}
	assert.equal(await gameOf(daemon), 3);
	/* one that was dropped can be taken up, and the other is then set aside */
	assert.match(listed(daemon, 1), /dropped/);
	await daemon.demand({ do: 'continue', game: 1 });
	assert.equal(await gameOf(daemon), 1);
	assert.doesNotMatch(listed(daemon, 1), /dropped/);
	assert.match(listed(daemon, 3), /dropped/);
	await daemon.stop();
	execFileSync(ADJUTANT, ['verify', '--key', daemon.key, daemon.state]);
});

/* The disk fails when the one has been set aside and the other not begun, and when neither is done. */
test('a_game_that_cannot_be_begun_sets_nothing_aside', async (t) => {
	const daemon = new Daemon({ game: { edition: 'barrage' } });
	const disk = new Disk(daemon);
	let failures = 0;

	t.after(() => daemon.destroy());
	await disk.start();
	for (let at = 1; at <= 6; at++) {
		const game = await gameOf(daemon);

		disk.fail({ call: 'sync', at });
		const { ok } = await daemon.ask({ do: 'new' });
		disk.heal();
		failures += !ok;
		await untilStatus(daemon, ({ phase }) => phase !== 'stopped', 'going on');
		assert.equal(await gameOf(daemon), ok ? game + 1 : game);
		assert.match(listed(daemon, await gameOf(daemon)), /in set-up$/, `after sync ${at}`);
	}
	assert.ok(failures >= 2, `only ${failures} games could not be begun`);
});

/* ---- pieces ---- */

const ARMIES = ['red', 'blue'].flatMap((side, i) =>
	[...'M93221BF'].map((code, j) => `tag 04${'FEDCBA98'[j]}${i} ${side} ${code}`));
const BAD = {
	'a tag twice': [[...ARMIES, 'tag 04f0 blue M'], /pieces:18: tag 04F0 is in line 2 already/],
	'too many': [
		Array.from({ length: 81 }, (_, i) => `tag 05${String(i).padStart(4, '0')} red 2`),
		/pieces:82: tag 050080 is one more than the 80 /,
	],
	'no piece': [['tag 04A1B2C3 red M', 'tag 04A1B2C4 green M'], /pieces:3: this is not a piece/],
};

function writePieces(daemon, lines) {
	mkdirSync(daemon.state, { recursive: true, mode: 0o700 });
	writeFileSync(join(daemon.state, 'pieces'), ['adjutant-pieces 1', ...lines, ''].join('\n'), { mode: 0o600 });
}

/* neither the code nor anything that follows from it */
const hasNoRank = (text) => assert.doesNotMatch(text, /\b(red|blue) [1-9MBF]\b|marshal/i);

function checkConfig(daemon) {
	const { status, stderr } = spawnSync(ADJUTANTD, ['--check-config', join(daemon.dir, 'adjutantd.ini')],
		{ encoding: 'utf8' });

	return { status, stderr };
}

for (const [name, [lines, why]] of Object.entries(BAD))
	test(`pieces_with_${name.replaceAll(' ', '_')}_are_refused_with_their_line`, async (t) => {
		const daemon = new Daemon({ game: { edition: 'barrage' }, table: { sensors: 'reed+rfid' } });

		t.after(() => daemon.destroy());
		writePieces(daemon, ARMIES);
		await daemon.start();
		assert.equal(checkConfig(daemon).status, 0);
		await daemon.demand({ do: 'new' });
		writePieces(daemon, lines);
		const before = listed(daemon, 2);
		const answer = await daemon.ask({ do: 'new' });
		const checked = checkConfig(daemon);

		assert.equal(answer.ok, false);
		assert.match(answer.why, why);
		assert.match(checked.stderr, why);
		assert.equal(checked.status, 2);
		assert.equal(listed(daemon, 2), before);
		/* the game on the table goes on with its own, and a start tells of the file */
		await daemon.stop();
		const { game, phase } = await daemon.start();
		assert.deepEqual({ game, phase }, { game: 2, phase: 'setup' });
		assert.match(daemon.log, why);
		hasNoRank(`${daemon.log}${answer.why}${checked.stderr}`);
		/* what the sentence asks for helps */
		writePieces(daemon, ARMIES);
		await daemon.demand({ do: 'new' });
		assert.equal(await gameOf(daemon), 3);
	});

/* There is no player to be refused anything. */
test('first_game_and_rematch_begin_without_pieces_that_make_no_sense', async (t) => {
	const daemon = new Daemon({ game: { edition: 'barrage' }, table: { sensors: 'reed+rfid' } });
	const [lines, why] = BAD['a tag twice'];

	t.after(() => daemon.destroy());
	writePieces(daemon, lines);
	const { game, phase } = await daemon.start();
	assert.deepEqual({ game, phase }, { game: 1, phase: 'setup' });
	assert.match(daemon.log, why);
	await say(daemon, 'arbiter', 'award blue');
	await rematch(daemon);
	assert.equal((await daemon.demand({ do: 'status' })).phase, 'setup');
	assert.equal(daemon.log.match(new RegExp(why, 'g')).length, 2);
});

await finish();
