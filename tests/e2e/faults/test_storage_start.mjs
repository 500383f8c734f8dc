/*
 * The daemon is started with an archive, a key or a disk that it cannot use: it says so and waits,
 * takes nothing that is damaged for good, changes none of it, and goes on by itself when what was
 * lost is put back.
 *
 *   STORAGE_FULL=1 node tests/e2e/faults/test_storage_start.mjs     a longer sweep
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { discover } from '../../../web-ui/link/pair.js';
import { makeTemplates, precious, put } from '../lib/faults/damage.mjs';
import { ADJUTANTD, Daemon } from '../lib/daemon.mjs';
import { command, complaints, Disk, untilReady, untilStatus } from '../lib/faults/disk.mjs';
import { Player } from '../lib/people/players.mjs';
import { finish } from '../lib/tap.mjs';
import { testTogether } from '../lib/together.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';

const FULL = Boolean(process.env.STORAGE_FULL);
const ACTIONS = 6;
const AGAIN_MS = 2500; /* after which the journal has been tried again */
const AT_ONCE = 4;

const templates = await makeTemplates(ACTIONS);
const comers = new Map(); /* players, by the daemon they have come to */

/* ---- a daemon that cannot go on ---- */

async function withDaemon(use) {
	const daemon = new Daemon({ game: { edition: 'barrage' } }, { clock: new VirtualClock() });

	try {
		return await use(daemon, new Disk(daemon));
	} catch (error) {
		console.error(`the daemon's log ends with:\n${daemon.log.slice(-1500)}`);
		throw error;
	} finally {
		for (const { link } of comers.get(daemon) ?? []) link.close();
		await daemon.destroy();
	}
}

/* A player who stays until the daemon goes. */
function come(daemon, name, access) {
	const player = new Player(name, access, { clock: daemon.clock });

	comers.set(daemon, [...(comers.get(daemon) ?? []), player]);
	return player;
}

async function see(daemon) {
	const spectator = come(daemon, 'spectator', await discover({ base: daemon.base }));

	await spectator.until(({ link, state }) => link.online && state, 'the board');
	return spectator;
}

/* The game of the template is there, and no other. */
async function verifyGoesOn(daemon) {
	await untilStatus(daemon, ({ phase }) => phase === 'play', 'that of a game');
	const spectator = await see(daemon);
	await spectator.until(({ state }) => state.phase === 'play', 'the game');
	spectator.link.close();
	spectator.verify();
	assert.deepEqual(spectator.state.moves, templates.moves);
	assert.equal(spectator.state.trouble, null);
}

async function verifyStopped(daemon, sentence) {
	const status = await daemon.ask({ do: 'status' });

	assert.equal(status.phase, 'stopped', status.storage);
	assert.match(status.storage, sentence);
	assert.match(status.storage, /\. [A-Z`].*\.$/, 'it does not say what to do');
	assert.ok((await command(daemon, 'status')).includes(`journal: ${status.storage}\n`));
	assert.equal((await fetch(daemon.base)).status, 200);
}

/* What people see, and that it is said once and not at every try. */
async function verifyTold(daemon) {
	const spectator = await see(daemon);
	const arbiter = come(daemon, 'arbiter', await daemon.pair('arbiter'));

	await arbiter.until(({ link, state }) => link.online && state, 'the board');
	const { storage } = await daemon.ask({ do: 'status' });
	for (const { link, state, name } of [spectator, arbiter]) {
		assert.equal(state.phase, 'stopped', name);
		assert.match(state.trouble, /play is stopped: .*call the arbiter/, name);
		link.close();
	}
	assert.equal(arbiter.state.storage, storage);
	spectator.verify();
	arbiter.verify();
	await daemon.clock.advance(AGAIN_MS);
	const lines = complaints(daemon.log).filter((line) => !/no index\.html/.test(line));
	assert.deepEqual(lines, [`adjutantd: play is stopped: ${storage}`]);
}

/*
 * files: of a template, damage(dir): what is done to them. thorough: everything is looked at, and
 * the files are put back in the end. mayGoOn: if no part of the game was lost.
 */
async function refuse({ files, damage, sentence, thorough = false, mayGoOn = false }) {
	await withDaemon(async (daemon, disk) => {
		put(daemon.state, files);
		damage(daemon.state);
		const before = precious(daemon.state);

		await disk.start();
		const { phase } = await untilReady(daemon);
		if (mayGoOn && phase !== 'stopped') return verifyGoesOn(daemon);
		await verifyStopped(daemon, sentence);
		if (thorough) await verifyTold(daemon);
		assert.deepEqual(precious(daemon.state), before, 'something was changed');
		if (!thorough) return;
		put(daemon.state, files);
		await verifyGoesOn(daemon);
	});
}

/* ---- cut off ---- */

/* The list, a few at a time. */
async function eachOf(list, use) {
	const left = [...list];
	const work = async () => {
		while (left.length > 0) await use(left.shift());
	};

	await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/* lengths that a file of this size may be cut to */
function lengths(size, some) {
	if (FULL) return Array.from({ length: Math.ceil(size / 997) }, (_, i) => i * 997);
	return some.map((length) => (length < 0 ? size + length : Math.floor(length)));
}

const cut = (name, length) => (dir) => truncateSync(join(dir, name), length);

async function archiveIsCut() {
	const files = templates.ended,
		size = files['archive.db'].length;

	await eachOf(
		lengths(size, [0, 1, 99, 100, 4095, 4096, 4097, 8192, size / 2, -4097, -4096, -1]),
		(length) =>
			refuse({
				files,
				damage: cut('archive.db', length),
				sentence: /archive\.db (is damaged|was cut|is empty|is not a database|cannot be)/,
				thorough: length === 0 || length === 4096 || length === size - 1,
			}),
	);
}

const FRAME = 4120; /* bytes, of a page in a log */

/*
 * The end of a log may be of one page, in which the daemon has only counted what it published. No
 * part of the game is lost with that, and play does not stop for it.
 */
async function logIsCut() {
	const files = templates.killed,
		size = files['archive.db-wal'].length;

	await eachOf(
		lengths(size, [0, 1, 31, 32, 33, 32 + FRAME, size / 2, -FRAME - 1, -FRAME, -1]),
		(length) =>
			refuse({
				files,
				damage: cut('archive.db-wal', length),
				sentence: /archive\.db (is damaged|was cut|is empty|is not a database|cannot be)/,
				thorough: length === 0 || length === size - 1,
				mayGoOn: length >= size - FRAME,
			}),
	);
}

/* ---- something else ---- */

const write = (name, bytes) => (dir) => writeFileSync(join(dir, name), bytes);
const remove = (name) => (dir) => rmSync(join(dir, name));

/* a copy with some bytes changed */
function patched(bytes, at, ...values) {
	const copy = Buffer.from(bytes);

	values.forEach((value, i) => (copy[at + i] = value));
	return copy;
}

const { 'archive.db': archive, head, 'board.key': key } = templates.ended;
const files = templates.ended;
const USER_VERSION = 60; /* where a database has the number of its schema */

const wrong = {
	archive_is_text: {
		damage: write('archive.db', 'This is not a database at all.\n'.repeat(200)),
		sentence: /archive\.db is not a database\. Restore a copy/,
	},
	archive_is_zeros: {
		damage: write('archive.db', Buffer.alloc(archive.length)),
		sentence: /archive\.db is (not a database|damaged|empty)/,
	},
	archive_is_newer: {
		damage: write('archive.db', patched(archive, USER_VERSION, 0, 0, 0, 9)),
		sentence: /written by a newer version .*Install that version\./,
	},
	archive_is_older: {
		damage: (dir) => put(dir, { ...templates.young, head, 'board.key': key }),
		sentence: /archive\.db (was cut|is another archive)/,
	},
	archive_is_gone: {
		damage: remove('archive.db'),
		sentence: /archive\.db is gone, but entries were written to it/,
	},
	archive_is_directory: {
		damage: (dir) => {
			rmSync(join(dir, 'archive.db'));
			mkdirSync(join(dir, 'archive.db'));
		},
		sentence: /archive\.db cannot be .*it is a directory\. Move it away\./,
	},
	key_is_gone: {
		damage: remove('board.key'),
		sentence: /board\.key is gone.*Put it back/,
	},
	key_is_another: {
		damage: write('board.key', Buffer.alloc(32, 7)),
		sentence: /not signed with this board's key\. Put the key back/,
	},
	key_is_cut: {
		damage: cut('board.key', 31),
		sentence: /board\.key.* it is not a key\. Put the right one back\./,
	},
	key_is_open_to_all: {
		damage: (dir) => chmodSync(join(dir, 'board.key'), 0o644),
		sentence: /board\.key.* others may read .*chmod 600/,
	},
};

/* ---- the file that says how long the archive is ---- */

/* Without it whether something was cut off cannot be known: that is said, and play goes on. */
async function goOnWithout(damage) {
	await withDaemon(async (daemon, disk) => {
		put(daemon.state, files);
		damage(daemon.state);
		await disk.start();
		await untilReady(daemon);
		await verifyGoesOn(daemon);
		assert.match(daemon.log, /head was missing or damaged/);
	});
}

/* ---- disks ---- */

/* those that were paired come back, with what they have had from before */
async function verifyReturn(daemon) {
	const { websocket, mqtt } = await daemon.ask({ do: 'status' });
	const { url, ...access } = templates.access.red;
	const red = come(daemon, 'red', { ...access, url: url.replace(/:\d+/, `:${websocket}`), mqtt });

	await red.until(({ link, state }) => link.online && state?.you === 'red', 'the own seat');
	await red.until(({ state }) => state.phase === 'play', 'the game');
	red.link.close();
	red.verify();
}

async function badDisk(fault, sentence) {
	await withDaemon(async (daemon, disk) => {
		put(daemon.state, templates.killed);
		const before = precious(daemon.state);

		disk.fail({ lasting: true, ...fault });
		await disk.start();
		await untilReady(daemon);
		await verifyStopped(daemon, sentence);
		await daemon.clock.advance(AGAIN_MS);
		assert.deepEqual(precious(daemon.state), before, 'something was changed');
		disk.heal();
		await verifyGoesOn(daemon);
		await verifyReturn(daemon);
	});
}

/* Nothing is there yet, and nothing can be made. */
async function firstStartOnFullDisk() {
	await withDaemon(async (daemon, disk) => {
		disk.fail({ path: 'state/', call: 'write', errno: 'ENOSPC', lasting: true });
		await disk.start();
		await untilReady(daemon);
		await verifyStopped(daemon, /the disk is full\. Make room/);
		disk.heal();
		await untilStatus(
			daemon,
			({ phase, game }) => phase === 'setup' && game === 1,
			'a game',
		);
	});
}

/* There is no place for a state: it ends, and says why. */
async function stateIsFile() {
	const daemon = new Daemon();

	try {
		writeFileSync(daemon.state, 'a file');
		const child = spawn(ADJUTANTD, ['--state', daemon.state], {
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let said = '';
		child.stderr.on('data', (text) => (said += text));
		const [status] = await once(child, 'close');
		assert.notEqual(status, 0);
		assert.match(said, /state.* (cannot be|is not)/);
		assert.ok(complaints(said).length <= 2, said);
	} finally {
		rmSync(daemon.dir, { recursive: true, force: true });
	}
}

testTogether(
	{
		archive_is_cut: archiveIsCut,
		log_is_cut: logIsCut,
		...Object.fromEntries(
			Object.entries(wrong).map(([name, each]) => [
				name,
				() => refuse({ files, thorough: true, ...each }),
			]),
		),
		head_is_gone: () => goOnWithout(remove('head')),
		head_is_garbage: () => goOnWithout(write('head', 'garbage\n')),
		disk_is_read_only: () => badDisk({ errno: 'EROFS' }, /read-only\. Make it/),
		open_is_denied: () =>
			badDisk({ call: 'open', errno: 'EACCES' }, /permission is denied\. Give/),
		disk_is_full: () =>
			badDisk({ call: 'write', errno: 'ENOSPC' }, /disk is full\. Make room/),
		syncs_fail: () =>
			badDisk({ call: 'sync', errno: 'EIO' }, /an error\. Check the disk/),
		first_start_on_full_disk: firstStartOnFullDisk,
		state_is_file: stateIsFile,
	},
	(use) => use(),
	{ atOnce: 6 },
);

await finish();
