/*
 * Whatever people say, in whatever order: players, arbiter and operator do what comes into their heads,
 * sensible or not, and the daemon is stopped or killed in between. The archive must stay one that can
 * be listed, exported and verified, and a restart must change nothing. The seed is printed: SEED=N and
 * WHIMS=N repeat and lengthen it.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { ADJUTANT } from '../lib/daemon.mjs';
import { Dice } from '../lib/dice.mjs';
import { QuickGame } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const WHIMS = Number(process.env.WHIMS ?? 80);
const SEED = Number(process.env.SEED ?? 1);
const SETTLED_MS = 2000;

const EDITIONS = ['barrage', 'barrage', 'duel', 'quick-barrage', 'classic', 'battle-cards', 'original'];
const OPTIONS = [[], [], ['clock fischer 5+3'], ['disclosure outcome', 'two-squares off']];
const OF_PLAYERS = [
	'resign', 'offer-draw', 'accept-draw', 'decline-draw', 'offer-takeback', 'accept-takeback', 'pause', 'resume',
	'adjourn', 'call-arbiter', 'rematch', 'rematch', 'ready', 'done', 'confirm', 'deny', 'attack e6', 'mulligan',
	'card draw', 'place a1 F', 'openings', 'dance',
];
const OF_ARBITERS = [
	'pause', 'resume', 'award red', 'award draw', 'takeback', 'correct', 'correct done', 'fault e4', 'good e4',
	'clock red 60', 'look', 'answer red confirm', 'dance',
];

/* what comes into whose head, and how often */
const SHARES = { speak: 7, judge: 3, begin: 3, play: 3, change: 2, restart: 2 };
const LOTS = Object.entries(SHARES).flatMap(([whim, share]) => Array(share).fill(whim));

class Whims {
	said = []; /* all that was done, to find the reason of a failure */
	#game;
	#dice;

	constructor(game, dice) {
		this.#game = game;
		this.#dice = dice;
	}

	/* a moment's thought, or a long one */
	get pauseMs() {
		return this.#dice.of([0, 10, 1000, 20000]);
	}

	next() {
		return this[this.#dice.of(LOTS)]();
	}

	async #ask(request) {
		const answer = await this.#game.daemon.ask(request);

		this.said.push(`${JSON.stringify(request)} ${answer.ok ? '' : answer.why}`);
		return answer;
	}

	speak() {
		return this.#ask({ do: 'say', who: this.#dice.of(['red', 'blue']), word: this.#dice.of(OF_PLAYERS) });
	}

	judge() {
		return this.#ask({ do: 'say', who: 'arbiter', word: this.#dice.of(OF_ARBITERS) });
	}

	/* Two people who mean to play, if they can. */
	async begin() {
		const { formations, daemon, clock } = this.#game;
		const { edition, phase } = await daemon.ask({ do: 'status' });

		if (phase !== 'setup' || edition !== 'barrage') return;
		await this.#lay(this.#game.squares);
		for (const who of ['red', 'blue']) await this.#ask({ do: 'say', who, word: `formation ${formations[who]}` });
		await clock.advance(SETTLED_MS);
		for (const who of ['red', 'blue']) await this.#ask({ do: 'say', who, word: 'ready' });
	}

	/* The table as it shall be, and nothing else on it. */
	async #lay(squares) {
		const { table, players } = this.#game;

		await players.table.until(({ link, state }) => link.online && state?.rows === 10, 'the table');
		table.closed = new Set(squares);
		await table.showAll();
	}

	/* A piece is taken somewhere, whether it may go there or not. */
	async play() {
		const { closed } = this.#game.table, { phase } = await this.#game.daemon.ask({ do: 'status' });

		if (closed.size === 0 || phase !== 'play') return;
		const from = this.#dice.of([...closed]);
		const to = from[0] + Math.min(10, Math.max(1, Number(from.slice(1)) + this.#dice.of([1, -1])));
		const lines = [`open ${from}`, ...(closed.has(to) ? [] : [`close ${to}`])];

		this.said.push(lines.join(', '));
		await this.#game.table.show(lines);
	}

	async change() {
		const { game } = await this.#game.daemon.ask({ do: 'status' });

		if (this.#dice.is(0.5)) return this.#ask({ do: 'continue', game: this.#dice.from(1, game + 1) });
		if (this.#dice.is(0.5)) await this.#ask({ do: 'say', who: 'arbiter', word: 'pause' });
		return this.#ask({ do: 'new', edition: this.#dice.of(EDITIONS), options: this.#dice.of(OPTIONS) });
	}

	/* It is as it was; only what is waited for, or guided, may differ. */
	async restart() {
		const { daemon } = this.#game, before = await this.situation(), listed = this.#game.list();

		this.said.push('restarted');
		await (this.#dice.is(0.5) ? daemon.stop() : daemon.kill());
		assert.equal(this.#game.list(), listed, 'without the daemon the same games are listed');
		await daemon.start();
		assert.deepEqual(await this.situation(), before);
	}

	async situation() {
		const { game, edition, phase, paused, plies, result, by } = await this.#game.daemon.ask({ do: 'status' });

		return { game, edition, phase, paused, plies, result, by };
	}
}

class WhimsicalGame extends QuickGame {
	get squares() {
		return Object.values(this.setups).flatMap((pieces) => Object.keys(pieces));
	}

	run(...words) {
		return execFileSync(ADJUTANT, words, {
			encoding: 'utf8', env: { ...process.env, ADJUTANT_STATE: this.daemon.state }, stdio: ['ignore', 'pipe', 'pipe'],
		});
	}

	list() {
		return this.run('games');
	}

	/* Everything that was written down can be read, and the game on the table is not called left. */
	async assertArchive() {
		const { game } = await this.daemon.ask({ do: 'status' });
		const list = this.run('games');
		const current = list.split('\n').find((line) => line.trim().startsWith(`${game} `)) ?? '';

		assert.doesNotMatch(list, /cannot be read/);
		assert.doesNotMatch(current, /dropped|adjourned/);
		this.run('verify', '--key', this.daemon.key, this.daemon.state);
	}

	/* Finished games can be shown and taken away. */
	assertRecords() {
		const over = this.run('games').split('\n').filter((line) => / by /.test(line)).map((line) => line.trim().split(' ')[0]);

		for (const number of over) {
			const file = `${this.daemon.dir}/${number}.game`;

			this.run('show', number);
			writeFileSync(file, this.run('export', number));
			this.run('verify', '--key', this.daemon.key, file);
			this.run('export', '--format', 'text', number);
		}
		return over.length;
	}
}

async function indulge(t, seed) {
	const game = new WhimsicalGame();
	const whims = new Whims(game, new Dice(seed));

	t.after(async (failure) => {
		if (failure) console.error(`${whims.said.join('\n')}\n${failure.stderr ?? ''}\n${game.daemon.log.slice(-2000)}`);
		await game.end();
	});
	await game.start();
	for (let i = 0; i < WHIMS; i++) {
		await whims.next();
		await game.clock.advance(whims.pauseMs);
		if (i % 8 === 7) await game.assertArchive();
	}
	console.log(`# seed ${seed}: ${whims.said.length} whims, ${game.assertRecords()} finished games`);
	for (const player of Object.values(game.players)) player.verify();
}

for (let i = 0; i < 2; i++) test(`whims_${SEED + i}`, (t) => indulge(t, SEED + i));

await finish();
