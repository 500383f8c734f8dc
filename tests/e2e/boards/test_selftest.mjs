/*
 * `adjutant selftest` and `adjutant enrol` at a serial board. If its cable is pulled meanwhile, both say
 * what the daemon says of it, and take nothing for an answer before the board answers again.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADJUTANT, Daemon, startDaemon } from '../lib/daemon.mjs';
import { SerialBoard } from '../lib/serial_board.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';

const STEP_MS = 600000; /* of a recorded table */

/* A command, with a person who reads what it says and types. */
class Talk {
	#child;
	#seen = 0; /* of what was said */
	#news = deferred();
	text = '';

	constructor(t, words) {
		this.#child = spawn(ADJUTANT, words, { stdio: ['pipe', 'pipe', 'pipe'] });
		t.after(() => this.#child.kill('SIGKILL'));
		this.#child.stdin.on('error', () => {}); /* it has ended */
		for (const stream of [this.#child.stdout, this.#child.stderr])
			stream.on('data', (bytes) => this.#hear(String(bytes)));
		this.ended = once(this.#child, 'close').then(([code]) => {
			this.#hear('');
			return code;
		});
	}

	#hear(text) {
		this.text += text;
		this.#news.resolve();
		this.#news = deferred();
	}

	/* Waits until this is said, after all that was waited for before. */
	async says(pattern) {
		for (;;) {
			const at = this.text.slice(this.#seen).search(pattern);

			if (at >= 0) {
				this.#seen += at + this.text.slice(this.#seen).match(pattern)[0].length;
				return;
			}
			assert.equal(this.#child.exitCode, null, `no ${pattern} in:\n${this.text}`);
			await this.#news.promise;
		}
	}

	type(key = '') {
		this.#child.stdin.write(`${key}\n`);
	}
}

function deferred() {
	const made = {};

	made.promise = new Promise((resolve) => {
		made.resolve = resolve;
	});
	return made;
}

async function begin(t, sensors, words, parts = {}) {
	const board = new SerialBoard();
	const daemon = new Daemon({
		table: { ...board.table, sensors },
		game: { edition: 'quick-barrage' },
	});

	t.after(() => board.end());
	t.after((failure) => {
		if (failure) console.error(`the daemon's log:\n${daemon.log.slice(-3000)}`);
		return daemon.destroy();
	});
	await board.start('small', sensors, parts);
	await board.preload(() => daemon.start());
	while (parts.hasLamps && !(await daemon.demand({ do: 'lamps' })).lamps) continue;
	return { board, daemon, talk: new Talk(t, [...words, '--state', daemon.state]) };
}

const SILENT = /The daemon says of its board: the board at .* has fallen silent: /;
const AGAIN = /The board answers again\./;

/* {square: [contact, tag]}: a piece is set down there and taken up again, with a step of time between. */
function recordOf(t, answers) {
	const dir = mkdtempSync(join(tmpdir(), 'adjutant-recording-'));
	const lines = Object.entries(answers).flatMap(([sq, [contact, tag]], i) => {
		const downUs = (2 * i + 1) * STEP_MS * 1000,
			upUs = downUs + STEP_MS * 1000;

		return [
			`${downUs} close ${contact}`,
			`${downUs + 40000} tag ${sq} ${tag}`,
			`${upUs} untag ${sq} ${tag}`,
			`${upUs + 10000} open ${contact}`,
		];
	});

	t.after(() => rmSync(dir, { recursive: true }));
	writeFileSync(
		join(dir, 'table.rec'),
		[
			'adjutant-recording 1',
			'edition barrage',
			'sensors reed+rfid',
			`0 frame ${Array(10).fill('0'.repeat(10)).join('/')}`,
			...lines,
			'',
		].join('\n'),
	);
	return join(dir, 'table.rec');
}

/*
 * On a recorded table, whose time stands still until the command asks for the next piece. Then more of it
 * goes by at once than any machine takes for that, since the command has a clock of its own meanwhile.
 * a1 and b1 answer for each other, c1 for itself, d1 not at all; the readers see each tag where it is.
 */
test('swapped_and_dead_squares_are_told', async (t) => {
	const clock = new VirtualClock();
	const answers = { a1: ['b1', '04A1'], b1: ['a1', '04A1'], c1: ['c1', '04A2'] };
	const daemon = await startDaemon(
		t,
		{
			table: { driver: 'replay', recording: recordOf(t, answers), sensors: 'reed+rfid' },
			game: { edition: 'barrage' },
		},
		{ clock },
	);
	const talk = new Talk(t, ['selftest', '--squares', 'a1,b1,c1,d1', '--state', daemon.state]);

	await talk.says(/Take every piece off/);
	await clock.advance(STEP_MS / 2);
	talk.type();
	for (const sq of Object.keys(answers)) {
		await talk.says(new RegExp(`Put a piece on ${sq}\\.`));
		await clock.advance(STEP_MS);
		await talk.says(new RegExp(`${sq}: answers`));
		await clock.advance(STEP_MS);
	}
	await talk.says(/Put a piece on d1\./);
	talk.type();
	await talk.says(/d1: nothing happens/);
	assert.equal(await talk.ended, 1);
	assert.ok(
		talk.text.includes(
			'1 of 4 squares are fine. What is not:\n' +
				'  - d1 is dead: check the solder joints of that reed and of its diode, which may be the wrong way round; row 1 works elsewhere, so its wire is fine.\n' +
				'  - a1 and b1 are swapped, each answers for the other: exchange the wires of these two.\n' +
				'To try these again: adjutant selftest --squares a1,b1,d1\n' +
				`There is a report to send to others: ${daemon.state}/selftest.txt\n`,
		),
		talk.text,
	);
	const report = readFileSync(join(daemon.state, 'selftest.txt'), 'utf8');
	assert.match(report, /^driver replay$/m);
	assert.match(report, /^square c1 fine c1 .* tag c1 40000 misses 0 gaps 0 0$/m);
});

test('a_cable_that_is_pulled_is_no_dead_square', async (t) => {
	const { board, daemon, talk } = await begin(t, 'reed', ['selftest', '--squares', 'a1,b1,c1']);

	await talk.says(/Take every piece off/);
	talk.type();
	await talk.says(/Put a piece on a1\./);
	board.do('close a1');
	await talk.says(/a1: answers/);
	board.do('open a1');
	await talk.says(/Put a piece on b1\./);
	board.do('unplug');
	await talk.says(SILENT);
	talk.type(); /* the piece is there, and nothing happens */
	await talk.says(SILENT);
	board.do('close b1', 'plug');
	await talk.says(AGAIN);
	await talk.says(/b1: answers/);
	board.do('unplug');
	await talk.says(SILENT);
	talk.type('q');
	await talk.says(/Not tested: c1\./);
	await talk.says(SILENT);
	assert.equal(await talk.ended, 1);
	assert.doesNotMatch(talk.text, /is dead|nothing happens|no square answers/);
	const report = readFileSync(join(daemon.state, 'selftest.txt'), 'utf8');
	assert.match(report, /^trouble the board at .* has fallen silent: /m);
	assert.match(report, /^square c1 untested /m);
});

const lamps = (...lit) =>
	[1, 2, 3, 4, 5, 6, 7, 8]
		.map((row) => [...'abcdefgh'].map((column) => (lit.includes(column + row) ? 'k' : '.')).join(''))
		.join('/');

test('lamps_show_what_is_asked_for', async (t) => {
	const { board, daemon, talk } = await begin(t, 'reed', ['selftest', '--squares', 'a1,b1,c1'], { hasLamps: true });
	const rows = Array(8).fill('........').fill('iiiiiiii', 0, 3).fill('iiiiiiii', 5).join('/');

	await board.showsLamps(rows); /* nothing is set up yet */
	await talk.says(/All lamps are lit now/);
	await talk.says(/Take every piece off/);
	await board.showsLamps(lamps('a1', 'b1', 'c1'));
	talk.type();
	for (const sq of ['a1', 'b1', 'c1']) {
		await talk.says(new RegExp(`Put a piece on ${sq}\\. Its lamp is lit; d: it is dark\\.`));
		await board.showsLamps(lamps(sq));
		if (sq === 'b1') {
			talk.type('d');
			await talk.says(/Put a piece on b1\. Its lamp is noted as dark\./);
		}
		board.do(`close ${sq}`);
		await talk.says(new RegExp(`${sq}: answers`));
		board.do(`open ${sq}`);
	}
	assert.equal(await talk.ended, 1);
	assert.match(talk.text, /the lamp of b1 stays dark: check its solder joints/);
	assert.match(talk.text, /To try these again: adjutant selftest --squares b1\n/);
	await board.showsLamps(rows);
	assert.equal((await daemon.demand({ do: 'lamps' })).lamps, true);
});

test('a_board_without_lamps_is_not_asked_about_them', async (t) => {
	const { board, daemon, talk } = await begin(t, 'reed', ['selftest', '--squares', 'a1']);

	await talk.says(/Take every piece off/);
	talk.type();
	await talk.says(/Put a piece on a1\./);
	board.do('close a1');
	await talk.says(/a1: answers/);
	assert.equal(await talk.ended, 0);
	assert.doesNotMatch(talk.text, /lamp/);
	assert.deepEqual(board.pictures, []);
	assert.equal((await daemon.demand({ do: 'lamps' })).lamps, false);
});

test('a_board_that_never_answers_is_no_dead_square', async (t) => {
	const daemon = new Daemon({ table: { driver: 'serial', port: '/dev/unplugged' } });

	t.after(() => daemon.destroy());
	await daemon.start();
	while (!/unplugged/.test((await daemon.demand({ do: 'status' })).table)) continue;
	const talk = new Talk(t, ['selftest', '--squares', 'a1,b1', '--state', daemon.state]);
	await talk.says(/The daemon says of its board: .*\/dev\/unplugged/);
	talk.type();
	await talk.says(/The daemon says of its board: .*\/dev\/unplugged/);
	talk.type('q');
	await talk.says(/Not tested: a1 and b1\./);
	assert.equal(await talk.ended, 1);
});

test('tags_are_not_asked_for_in_vain', async (t) => {
	const { board, talk } = await begin(t, 'rfid', ['enrol']);

	await talk.says(/red Marshal \(M\): put it on any empty square/);
	board.do('tag a1 04A1');
	await talk.says(/1 of 1/);
	talk.type();
	await talk.says(/red General \(9\): put it on any empty square/);
	board.do('unplug');
	await talk.says(SILENT);
	talk.type();
	await talk.says(SILENT);
	talk.type('s');
	await talk.says(SILENT);
	board.do('tag b1 04A2', 'plug');
	await talk.says(AGAIN);
	await talk.says(/1 of 1/);
	talk.type('q');
	await talk.says(/1 pieces are enrolled/);
	assert.equal(await talk.ended, 1);
	assert.doesNotMatch(talk.text, /are seen/);
});

/* By either pad and without a key; a piece of another kind than was asked for is taken back. */
test('enrol_by_pads', async (t) => {
	const { board, daemon, talk } = await begin(t, 'reed', ['enrol'], { hasLamps: true });
	const tap = (pad, tag) => board.do(`tap ${pad} ${tag}`, `untap ${pad} ${tag}`);

	await talk.says(/red Marshal \(M\): hold it to a pad\./);
	tap(0, '04AA01');
	await talk.says(/red General \(9\): hold it to a pad\./);
	tap(1, '04AAFF');
	await talk.says(/red Miner/);
	talk.type('b');
	await talk.says(/red General/);
	tap(1, '04AA02');
	await talk.says(/red Miner/);
	tap(0, '04AA01');
	await talk.says(/04AA01 is enrolled already, as red Marshal/);
	tap(0, '04AA03');
	await talk.says(/red Scout \(2\): hold all 2 of them to a pad, one by one\./);
	tap(0, '04AA04');
	tap(0, '04AA04');
	tap(0, '04AA05');
	await talk.says(/red Spy/);
	talk.type('q');
	assert.equal(await talk.ended, 1, talk.text);
	assert.equal(
		readFileSync(`${daemon.state}/pieces`, 'utf8'),
		'adjutant-pieces 1\ntag 04AA01 red M\ntag 04AA02 red 9\ntag 04AA03 red 3\ntag 04AA04 red 2\ntag 04AA05 red 2\n',
	);
});

test('enrol_without_pads', async (t) => {
	const { talk } = await begin(t, 'reed', ['enrol']);

	await talk.says(/this board reads no tags/);
	assert.equal(await talk.ended, 2);
});

await finish();
