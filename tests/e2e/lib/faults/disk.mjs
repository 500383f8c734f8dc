/*
 * A disk under a daemon that fails on demand (tests/faults/shim.h), and what can be seen of a
 * daemon from outside while it does.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ADJUTANT } from '../daemon.mjs';
import { until } from '../patience.mjs';

const SHIM = fileURLToPath(new URL('../../../../build/tests/faults/shim.so', import.meta.url));
const run = promisify(execFile);

/* What the arbiter must read there, by how the disk fails. */
export const SENTENCES = {
	ENOSPC: /archive\.db.* cannot be .*the disk is full\. Make room/,
	EDQUOT: /archive\.db.* cannot be .*quota is used up\. Make room/,
	EIO: /archive\.db.* cannot be .*the disk reports an error\. Check the disk/,
	EROFS: /archive\.db.* cannot be .*read-only\. Make it .*writable/,
	EACCES: /archive\.db.* cannot be .*permission is denied\. Give it to/,
	EFBIG: /archive\.db.* cannot be .*larger\. Raise the limit/,
};

export class Disk {
	#daemon;
	#control;
	#marks; /* of syncs */
	#serial = 0;

	constructor(daemon) {
		this.#daemon = daemon;
		this.#control = join(daemon.dir, 'faults');
		this.#marks = join(daemon.dir, 'syncs');
		writeFileSync(this.#marks, '');
		mkdirSync(daemon.state, { recursive: true, mode: 0o700 });
	}

	/*
	 * {path: part of a path, call: write, sync, truncate, open, unlink or any, at: the Nth of them,
	 * errno, lasting: all from there on, not that one only}
	 */
	fail({ path = 'archive.db', call = 'any', at = 1, errno = 'EIO', lasting = false }) {
		/* a setting of its own, or the shim would go on counting from the one before */
		const words = [
			`serial=${++this.#serial}`,
			`path=${path}`,
			`call=${call}`,
			`at=${at}`,
		];

		words.push(`errno=${errno}`, `for=${lasting ? 'forever' : 1}`);
		writeFileSync(this.#control, words.join(' '));
	}

	/* Syncs take until heal(). Returns what waits for the first of them to begin. */
	hold() {
		const before = this.#tally.waits;

		this.fail({ call: 'sync', errno: 'WAIT', lasting: true });
		return () => until(() => this.#tally.waits > before, 'a sync that waits');
	}

	/* how many syncs there have been */
	get syncs() {
		return this.#tally.syncs;
	}

	get #tally() {
		const marks = readFileSync(this.#marks, 'utf8');

		return { syncs: marks.split('.').length - 1, waits: marks.split('w').length - 1 };
	}

	heal() {
		writeFileSync(this.#control, '');
	}

	/* Starts the daemon on this disk; returns its status. */
	start() {
		const ours = {
			LD_PRELOAD: SHIM,
			FAULT_PATH: `${this.#daemon.state}/`,
			FAULT_FILE: this.#control,
			FAULT_TALLY: this.#marks,
		};

		/* those of the moment in which it is spawned are its own */
		Object.assign(process.env, ours);
		const started = this.#daemon.start();
		for (const name of Object.keys(ours)) delete process.env[name];
		return started;
	}
}

/* ---- looking at a daemon ---- */

async function waitForStatus(daemon, isSo, what, wait) {
	let status;

	await wait(
		async () => isSo((status = await daemon.ask({ do: 'status' }))),
		() => `the status is not ${what}: ${JSON.stringify(status)}`,
		30,
	);
	return status;
}

/* Waits until the status is as it should be, and returns it. */
export function untilStatus(daemon, isSo, what) {
	const { clock } = daemon;

	return waitForStatus(daemon, isSo, what, clock ? (...words) => clock.until(...words) : until);
}

/* That depends on the broker, which knows of real time only. */
export const untilReady = (daemon) => waitForStatus(daemon, ({ ready }) => ready, 'ready', until);

/* what a command of the operator prints */
export async function command(daemon, ...words) {
	const env = { ...process.env, ADJUTANT_STATE: daemon.state };
	const { stdout } = await run(ADJUTANT, words, { env, maxBuffer: 1 << 26 });

	return stdout;
}

/* what the daemon itself has to say, without the broker's chatter */
export const complaints = (log) =>
	log.split('\n').filter((line) => /^adjutantd: /.test(line) && !/ is paired$/.test(line));
