/*
 * A board on a serial line, for a daemon with driver = serial: the simulated one of
 * tests/bench-vm/serial_board.c, and a line to it that serial_ports.c makes the daemon take for a
 * port. The board stays what it is when the daemon opens its port anew. What happens to it is told
 * in the words of its script: open e4, close e5, off, on, unplug, plug, ...
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = (path) => fileURLToPath(new URL(`../../../build/${path}`, import.meta.url));
const BOARD = built('bench-vm/serial_board');
const PORTS = built('tests/e2e/lib/serial_ports.so');

/* Has a daemon started that takes sockets for ports; start() must spawn it at once. */
export function withPorts(start) {
	process.env.LD_PRELOAD = PORTS;
	const started = start(); /* the environment of this moment is its own */
	delete process.env.LD_PRELOAD;
	return started;
}

export class SerialBoard {
	#dir = mkdtempSync(join(tmpdir(), 'adjutant-board-')); /* a port's path has to be short */
	#board = null;
	#script = null;
	#host = null; /* the daemon's end of the line, while it has the port open */
	#line = createServer((host) => this.#plugIn(host));
	#noted = ''; /* of what it says of its lamps, a line that is not whole */
	#waiting = []; /* for a picture */
	pictures = []; /* that its lamps have shown */
	asked = 0; /* how often the daemon has opened the port, or said something */

	get port() {
		return join(this.#dir, 'port');
	}

	/* for the configuration */
	get table() {
		/* ports are looked for below /dev only */
		return { driver: 'serial', port: `/dev/..${this.port}` };
	}

	/* size: large or small; sensors: reed, rfid or reed+rfid */
	async start(size = 'large', sensors = 'reed', { hasLamps = false } = {}) {
		const script = join(this.#dir, 'script');

		execFileSync('mkfifo', [script]);
		/* both ways, or it would wait here for a reader */
		this.#script = openSync(script, 'r+');
		this.#line.listen(this.port);
		await once(this.#line, 'listening');
		const parts = ['--lamps', hasLamps ? 'yes' : 'no'];
		this.#board = spawn(BOARD, ['--script', script, '--board', size, '--sensors', sensors, ...parts], {
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		await once(this.#board, 'spawn');
		this.#board.stdin.on('error', () => {}); /* it has ended */
		this.#board.stderr.on('data', (bytes) => this.#note(String(bytes)));
		this.#board.stdout.on('data', (bytes) => this.#host?.write(bytes));
		return this;
	}

	/* pictures of its lamps; anything else is a complaint */
	#note(text) {
		const lines = (this.#noted + text).split('\n');

		this.#noted = lines.pop();
		for (const line of lines)
			if (line.startsWith('lamps ')) this.pictures.push(line.slice('lamps '.length));
			else console.error(line);
		for (const wake of this.#waiting.splice(0)) wake();
	}

	/* Waits until its lamps show these rows; a letter for each meaning, a: from, ... k: test. */
	async showsLamps(rows) {
		while (this.pictures.at(-1) !== rows) await new Promise((resolve) => this.#waiting.push(resolve));
	}

	#plugIn(host) {
		this.#host?.destroy();
		this.#host = host;
		this.asked++;
		host.on('data', (bytes) => {
			this.asked++;
			this.#board.stdin.write(bytes);
		});
		host.on('error', () => {});
		host.on('close', () => {
			if (this.#host === host) this.#host = null;
		});
	}

	/* Something happens to it. */
	do(...lines) {
		writeSync(this.#script, lines.map((line) => `${line}\n`).join(''));
	}

	/* as others have it who show a daemon a table */
	show(lines) {
		this.do(...lines);
	}

	preload(start) {
		return withPorts(start);
	}

	async end() {
		this.#host?.destroy();
		this.#line.close();
		if (this.#board?.pid && this.#board.exitCode === null) {
			const ended = once(this.#board, 'exit');
			this.#board.kill('SIGKILL');
			await ended;
		}
		if (this.#script !== null) closeSync(this.#script);
		rmSync(this.#dir, { recursive: true, force: true });
	}
}
