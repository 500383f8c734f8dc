/*
 * `adjutant selftest` and `adjutant enrol` at a serial board whose cable is pulled meanwhile: both say
 * what the daemon says of it, and take nothing for an answer before the board answers again.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADJUTANT, Daemon } from './lib/daemon.mjs';
import { SerialBoard } from './lib/serial_board.mjs';
import { finish, test } from './lib/tap.mjs';

/* A command with somebody who reads what it says and types. */
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

async function begin(t, sensors, words) {
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
	await board.start('small', sensors);
	await board.preload(() => daemon.start());
	return { board, daemon, talk: new Talk(t, [...words, '--state', daemon.state]) };
}

const SILENT = /The daemon says of its board: the board at .* has fallen silent: /;
const AGAIN = /The board answers again\./;

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

await finish();
