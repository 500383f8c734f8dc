/*
 * A daemon for a test: adjutantd with a state directory of its own, on loopback and free ports. It
 * can be stopped, killed and started again with the same state; it ends with the test at the
 * latest.
 */
import { execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ADJUTANTD, askDaemon, formatConfig } from '../../../web-ui/demo/daemon.mjs';
import { pair } from '../../../web-ui/link/pair.js';
import { checkSchema } from './contract.mjs';

/* the programs to try */
export { ADJUTANTD };
export const ADJUTANT =
	process.env.ADJUTANT ?? fileURLToPath(new URL('../../../build/adjutant', import.meta.url));

/*
 * A connection that is kept open may be closed by the daemon, whose time goes by in leaps, just as the next request
 * is written to it. Browsers ask once more then; Node's fetch does not.
 */
const fetchNow = globalThis.fetch;
globalThis.fetch = (url, options = {}) =>
	fetchNow(url, { ...options, headers: { ...Object.fromEntries(new Headers(options.headers)), connection: 'close' } });

const POLL_MS = 10;
const running = new Set(); /* processes of ours */

process.on('exit', () => {
	for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(1));

/* {parent} of a process that is running, null if there is none such */
function processOf(pid) {
	try {
		const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
		const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return state === 'Z' ? null : { parent: Number(parent) };
	} catch {
		return null;
	}
}

function childrenOf(pid) {
	const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));

	return all.map(Number).filter((each) => processOf(each)?.parent === pid);
}

/* whether a process runs Mosquitto there; the uplink has the same directory as the spectators' */
function isIn(pid, directory) {
	try {
		const [, , config] = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');

		return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(directory) && config === 'mosquitto.conf';
	} catch {
		return false;
	}
}

export class Daemon {
	#config;
	#child = null;
	#exit = null; /* promise of its end: [code, signal] */

	/* config: {section: {key: value}}, beside what the harness itself needs; clock: its time, if that is virtual */
	constructor(config = {}, { clock = null } = {}) {
		this.clock = clock;
		this.dir = fs.mkdtempSync(join(tmpdir(), 'adjutant-'));
		this.state = join(this.dir, 'state');
		this.#config = {
			...config,
			board: {
				'name': 'table',
				'title': 'A test',
				'state-dir': this.state,
				...config.board,
			},
			table: { driver: 'virtual', ...config.table },
			network: {
				'listen': '127.0.0.1',
				'http-port': 0,
				'websocket-port': 0,
				'watch-port': 0,
				...config.network,
			},
		};
	}

	get pid() {
		return this.#child?.pid;
	}

	get base() {
		return `http://127.0.0.1:${this.#config.network['http-port']}/`;
	}

	/* where it may be looked at after a failure; empty before the first start */
	get log() {
		try {
			return fs.readFileSync(join(this.dir, 'log'), 'utf8');
		} catch {
			return '';
		}
	}

	/* Returns its status once it answers. */
	async start() {
		const file = join(this.dir, 'adjutantd.ini'),
			log = fs.openSync(join(this.dir, 'log'), 'a');

		fs.writeFileSync(file, formatConfig(this.#config));
		const child = spawn(ADJUTANTD, ['--config', file], {
			stdio: ['ignore', log, log],
			env: { ...process.env, ...this.clock?.environment },
		});
		fs.closeSync(log);
		running.add(child);
		this.#child = child;
		this.#exit = new Promise((resolve) => {
			child.on('error', (error) => resolve([error.message, null]));
			child.on('exit', (code, signal) => resolve([code, signal]));
		}).finally(() => running.delete(child));
		const status = await this.#untilReady();
		/* handhelds keep their addresses over a restart, as those of a real board do */
		Object.assign(this.#config.network, {
			'http-port': status.http,
			'websocket-port': status.websocket,
			'mqtt-port': status.mqtt,
			'watch-port': status.watch,
			'watch-mqtt-port': status.watch_mqtt,
		});
		return status;
	}

	async #untilReady() {
		const ended = this.#exit.then(([code, signal]) => {
			throw new Error(
				`adjutantd ended with ${code ?? signal}: ${this.log.slice(-500)}`,
			);
		});
		let isOver = false;

		ended.catch(() => {
			isOver = true;
		});
		for (;;) {
			try {
				return await Promise.race([ended, this.ask({ do: 'status' })]);
			} catch (error) {
				if (
					isOver ||
					!['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(
						error.code,
					)
				)
					throw error;
			}
			await Promise.race([ended, sleep(POLL_MS)]);
		}
	}

	/* One request at the control socket, and its answer. */
	ask(request) {
		return askDaemon(this.state, request);
	}

	/* The same for what must be granted. */
	async demand(request) {
		const answer = await this.ask(request);

		if (!answer.ok)
			throw new Error(`${JSON.stringify(request)} was refused: ${answer.why}`);
		return answer;
	}

	/* Takes a seat as a handheld does; what it gets is for a Link. */
	async pair(seat) {
		const { code, url } = await this.demand({ do: 'pair', seat });
		const { down, up, base, url: socket, ...credentials } = await pair(code, { base: url });

		checkSchema('credentials', credentials);
		return { ...credentials, down, up, base, url: socket };
	}

	/* the digits of its public key */
	get key() {
		return execFileSync(ADJUTANT, ['key', '--state', this.state], { encoding: 'utf8' }).trim();
	}

	/* its Mosquittos, as the children that they are; undefined while one does not run */
	get brokerPid() {
		return this.#childIn('broker');
	}

	get watchPid() {
		return this.#childIn('watch');
	}

	#childIn(directory) {
		return childrenOf(this.pid).find((pid) => isIn(pid, join(this.state, directory)));
	}

	/* {section: {key: value}}: what is different from its next start on */
	configure(changes) {
		for (const [section, values] of Object.entries(changes))
			this.#config[section] = { ...this.#config[section], ...values };
	}

	/* Asks it to end; returns [code, signal]. */
	async stop() {
		this.#child?.kill('SIGTERM');
		return this.#exit;
	}

	/* A power cut, as far as the daemon is concerned; its broker must not outlive it. */
	async kill() {
		const brokers = [this.brokerPid, this.watchPid].filter(Boolean);

		this.#child.kill('SIGKILL');
		await this.#exit;
		while (brokers.some(processOf)) await sleep(POLL_MS);
	}

	/* Ends it and removes everything. */
	async destroy() {
		await this.stop();
		this.clock?.close();
		fs.rmSync(this.dir, { recursive: true, force: true });
	}
}

/* A daemon for the time of a test. */
export async function startDaemon(t, config, options) {
	const daemon = new Daemon(config, options);

	t.after((failure) => {
		if (failure)
			console.error(`the daemon's log ends with:\n${daemon.log.slice(-3000)}`);
		return daemon.destroy();
	});
	await daemon.start();
	return daemon;
}
