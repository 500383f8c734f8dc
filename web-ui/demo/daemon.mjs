/* A real adjutantd for the time of the demonstration, with a state of its own that goes with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pair } from '../link/pair.js';

export const ADJUTANTD =
	process.env.ADJUTANTD ?? fileURLToPath(new URL('../../build/adjutantd', import.meta.url));
const POLL_MS = 20;

/* {section: {key: value}} as a configuration file */
export function formatConfig(config) {
	return Object.entries(config)
		.map(([section, keys]) =>
			[`[${section}]`, ...Object.entries(keys).map((pair) => pair.join(' = ')), ''].join('\n'),
		)
		.join('\n');
}

/* One request at the control socket of a daemon with its state there, and its answer. */
export async function askDaemon(state, request) {
	const socket = createConnection(join(state, 'control.sock'));

	try {
		await once(socket, 'connect');
		socket.write(`${JSON.stringify(request)}\n`);
		for await (const line of createInterface({ input: socket })) return JSON.parse(line);
		throw Object.assign(new Error('adjutantd does not answer.'), { code: 'ECONNRESET' });
	} finally {
		socket.destroy();
	}
}

export class Daemon {
	status = null; /* as it told when it was ready */
	#dir = mkdtempSync(join(tmpdir(), 'adjutant-demo-'));
	#child;
	#log = '';
	#ended;

	/* config: {section: {key: value}} */
	constructor(config) {
		const file = join(this.#dir, 'adjutant.conf');
		const all = { ...config, board: { title: 'Adjutant', 'state-dir': join(this.#dir, 'state') } };

		writeFileSync(file, formatConfig(all));
		this.#child = spawn(ADJUTANTD, ['--config', file], { stdio: ['ignore', 'ignore', 'pipe'] });
		this.#child.stderr.on('data', (text) => (this.#log = (this.#log + text).slice(-2000)));
		this.#ended = new Promise((resolve) => {
			this.#child.on('error', (error) => resolve(error.message));
			this.#child.on('exit', (code, signal) => resolve(code ?? signal));
		});
		process.on('exit', () => this.#child.kill('SIGKILL')); /* whatever else goes wrong */
	}

	get base() {
		return `http://${this.status.address}:${this.status.http}/`;
	}

	async ready() {
		let end = null;

		this.#ended.then((how) => (end = how));
		while (!this.status?.ready) {
			if (end !== null) throw new Error(`adjutantd ended (${end}): ${this.#log.trim()}`);
			this.status = await this.#ask({ do: 'status' }).catch(() => null);
			await sleep(POLL_MS);
		}
	}

	/* a seat, as a handheld takes it */
	async pair(seat) {
		const { ok, why, code, url } = await this.#ask({ do: 'pair', seat });

		if (!ok) throw new Error(why);
		return pair(code, { base: url });
	}

	/* Returns the status after it, as all requests do. */
	begin(options) {
		return this.#ask({ do: 'new', ...options });
	}

	/* its status, as it is now */
	look() {
		return this.#ask({ do: 'status' });
	}

	#ask(request) {
		return askDaemon(join(this.#dir, 'state'), request);
	}

	/* Ends it and leaves nothing behind. */
	async end() {
		this.#child.kill('SIGTERM');
		await this.#ended;
		rmSync(this.#dir, { recursive: true, force: true });
	}
}
