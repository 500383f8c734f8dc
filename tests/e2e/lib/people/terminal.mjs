/*
 * A terminal in which a program runs, by tmux: keys go in, the screen comes out as text. Every
 * screen that was ever looked at is kept, to be searched for what must not be on it.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DESPAIR_MS } from '../patience.mjs';

const run = promisify(execFile);
const SILENCE_MS = Number(process.env.SILENCE_MS ?? 60000); /* after which nothing more is to be expected */
const LOOK_MS = 20;
const DRAWN_MS = 30; /* a screen that stays the same for so long has been drawn to its end */

export class Terminal {
	screens = new Set();
	#seen = '';
	#dir = mkdtempSync(join(tmpdir(), 'adjutant-tmux-'));

	/* command: words; env: beside the environment of the test */
	constructor(command, { columns = 80, rows = 24, env = {} } = {}) {
		const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);

		/* what is shown at the end can still be read */
		execFileSync('tmux', this.#arguments('-f', '/dev/null', 'new-session', '-d', '-x', columns, '-y', rows, '--',
			'env', ...words, 'sh', '-c', '"$@"; exec cat', 'sh', ...command));
	}

	#arguments(...words) {
		return ['-S', join(this.#dir, 'socket'), ...words.map(String)];
	}

	async #tmux(...words) {
		return (await run('tmux', this.#arguments(...words))).stdout;
	}

	/* the lines of the screen, without blanks at their ends */
	async #capture() {
		return (await this.#tmux('capture-pane', '-p')).split('\n').map((line) => line.trimEnd()).join('\n').trimEnd();
	}

	/*
	 * A program draws in pieces: half of an old screen and half of a new one is not what a player sees.
	 * isDrawn: it is known to have drawn everything. tmux reads that before it hears of a new client.
	 */
	async look({ isDrawn = false } = {}) {
		let text = await this.#capture();

		for (let before = this.#seen; text !== before && !isDrawn; ) {
			before = text;
			await sleep(DRAWN_MS);
			text = await this.#capture();
		}
		this.#seen = text;
		this.screens.add(text);
		return text;
	}

	/* by tmux's names: Up, Down, Enter, Escape, ... */
	async press(...keys) {
		await this.#tmux('send-keys', ...keys);
	}

	async type(text) {
		await this.#tmux('send-keys', '-l', text);
	}

	/* Looks until it is so; returns the screen. */
	async until(isSo, what) {
		const beganMs = Date.now();
		let shown = '', sinceMs = beganMs;

		for (;;) {
			const text = await this.look();
			if (isSo(text)) return text;
			if (text !== shown) sinceMs = Date.now();
			shown = text;
			if (Date.now() - sinceMs > SILENCE_MS || Date.now() - beganMs > DESPAIR_MS)
				throw new Error(`waiting for ${what}, and the screen is:\n${text}`);
			await sleep(LOOK_MS);
		}
	}

	shows(text) {
		/* a sentence may be broken over lines, in any place where there was a blank */
		const words = text.trim().split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

		return this.until((screen) => new RegExp(words.join('\\s+')).test(screen), text);
	}

	/* what tmux knows of it: #{pane_pid}, ... */
	async ask(format) {
		return (await this.#tmux('display-message', '-p', format)).trim();
	}

	async resize(columns, rows) {
		await this.#tmux('resize-window', '-x', columns, '-y', rows);
	}

	close() {
		try {
			execFileSync('tmux', this.#arguments('kill-server'), { stdio: 'ignore' });
		} catch {
			/* it has ended already */
		}
		rmSync(this.#dir, { recursive: true, force: true });
	}
}
