/*
 * The kit as a daemon's board: the firmware in simulation (board.c), in step with a daemon in virtual time. The board goes
 * first: as soon as it says something time stands still until the daemon has dealt with it. So each byte comes at the same
 * moment in every run, whatever else the machine has to do.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { withPorts } from '../e2e/lib/serial_board.mjs';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const BOARD = join(TOP, 'build/nano/board');

export class NanoBoard {
	#dir = mkdtempSync(join(tmpdir(), 'adjutant-nano-')); /* a port's path has to be short */
	#board;
	#lines;

	/* for the configuration */
	get table() {
		/* ports are looked for below /dev only */
		return { driver: 'serial', port: `/dev/..${join(this.#dir, 'port')}` };
	}

	/* It has power from now on. faults: what is soldered wrong, as in wiring.h */
	async start(clock, faults = []) {
		this.#board = spawn(BOARD, [join(this.#dir, 'port'), ...faults], {
			cwd: TOP,
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		await once(this.#board, 'spawn');
		this.#board.stdin.on('error', () => {}); /* it has ended */
		this.#lines = createInterface({ input: this.#board.stdout })[Symbol.asyncIterator]();
		await this.#run(clock.nowUs);
		clock.lead((toUs) => this.#run(toUs));
		return this;
	}

	async #ask(line, word) {
		this.show([line]);
		const { value, done } = await this.#lines.next();

		if (done || !value.startsWith(`${word} `)) throw new Error(`the simulated board has ended: ${value}`);
		return value.split(' ').slice(1).map(Number);
	}

	async #run(toUs) {
		const [atUs] = await this.#ask(`run ${toUs}`, 'at');

		return atUs;
	}

	/* Something happens to it, in board.c's words. */
	show(lines) {
		this.#board.stdin.write(lines.map((line) => `${line}\n`).join(''));
	}

	/* What can be seen of it. */
	async look() {
		const [restarts, pictures, light, said, heard] = await this.#ask('look', 'seen');

		return { restarts, pictures, light, said, heard };
	}

	/* Has a daemon started that finds its ports here; start() must spawn it at once. */
	preload(start) {
		return withPorts(start);
	}

	async end() {
		if (this.#board?.pid && this.#board.exitCode === null) {
			const ended = once(this.#board, 'exit');
			this.#board.kill('SIGKILL');
			await ended;
		}
		rmSync(this.#dir, { recursive: true, force: true });
	}
}
