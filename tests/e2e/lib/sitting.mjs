/*
 * A game at a daemon whose disk fails: two players, the arbiter, a virtual table and a spectator,
 * each of whom remembers what it was told. The people are those of hands.mjs, who look at what is
 * shown and try again.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { discover } from '../../../web-ui/link/pair.js';
import { Daemon } from './daemon.mjs';
import { command, complaints, Disk, processorUs, SENTENCES, untilReady } from './disk.mjs';
import { Hands } from './hands.mjs';
import { Ledger, toldInArchive, wordsInArchive } from './ledger.mjs';
import { until } from './patience.mjs';
import { loadGame, readGame } from './tape.mjs';

export const game = loadGame(fileURLToPath(new URL('../../games/barrage.game', import.meta.url)));

/* what was tried when it failed may be one thing or another */
const sentenceOf = (errno) => SENTENCES[errno] ?? /archive\.db.*\. [A-Z]/;

/* a table that is read as quickly as messages allow */
const TIMINGS = { 'debounce-ms': 4, 'settle-ms': 60, 'jog-ms': 30, 'nudge-ms': 400 };
const TIMES = { retryMs: 20, longestRetryMs: 200, againMs: 300 };
const LASTING_MS = 4500; /* long enough for the journal to be tried twice again */
const BUSY_SHARE = 0.05; /* of a processor, that a daemon in trouble may use */
const REMEMBERED = 24; /* words whose answers the daemon has at hand, at least */

export class Sitting {
	players = {};
	access = {}; /* of those who are paired */
	strikes = 0; /* that stopped play */

	constructor(config = {}) {
		this.daemon = new Daemon({
			...config,
			game: { edition: game.edition, ...TIMINGS, ...config.game },
		});
		this.disk = new Disk(this.daemon);
	}

	async open() {
		await this.disk.start();
		await untilReady(this.daemon);
		await this.gather();
		return this;
	}

	/* Everybody comes, or comes back. */
	async gather() {
		const { daemon, players } = this;

		players.spectator = Ledger.watch(
			'spectator',
			await discover({ base: daemon.base }),
			TIMES,
		);
		for (const seat of ['red', 'blue', 'arbiter', 'table']) {
			this.access[seat] = await daemon.pair(seat);
			players[seat] = Ledger.watch(seat, this.access[seat], TIMES);
		}
		for (const player of Object.values(players))
			await player.until(({ link, state }) => link.online && state, 'the board');
		this.hands = new Hands(players, game);
	}

	async close() {
		for (const { link } of Object.values(this.players)) link.close();
		await this.daemon.destroy();
	}

	get state() {
		return this.players.spectator.state;
	}

	/* Those go, or have been sent away. */
	leave(...names) {
		for (const name of names) {
			this.players[name]?.link.close();
			delete this.players[name];
		}
	}

	/* Everybody sees it. */
	async all(isSo, what) {
		for (const player of Object.values(this.players))
			await player.until(({ state }) => isSo(state), what);
	}

	/* ---- a fault ---- */

	/*
	 * Lets the disk fail while something is done, which must come to its end when the disk works
	 * again. stops: play must stop, otherwise it may; isPassive: even if nothing is done any more.
	 * look: what else to see to while it lasts.
	 */
	async strike(fault, act, { stops = true, isPassive = false, look = () => {} } = {}) {
		const logged = this.daemon.log.length;

		/* what must stop play fails until that has been seen, or a busy machine might miss it */
		this.disk.fail({ ...fault, lasting: fault.lasting || (stops && !isPassive) });
		const doing = this.begin(act());
		const isStopped = await this.#awaitStop(doing, isPassive);
		if (!isStopped) await doing; /* or what went wrong with it */
		assert.ok(isStopped || !stops, `${JSON.stringify(fault)} did not stop play`);
		if (isStopped) {
			this.strikes++;
			await this.#verifyStopped(fault);
			await look(this);
			if (fault.lasting) await this.#verifyLasting(fault, logged);
		}
		this.disk.heal();
		await this.settle();
		await doing;
		if (isStopped) this.#verifyLog(logged);
	}

	/* Until a word is answered: then no fault of before is still at work. */
	async settle() {
		await this.players.arbiter?.link.say('openings');
		await this.all(({ phase }) => phase !== 'stopped', 'play to go on');
	}

	/* Something that goes on beside; how it ends is asked for later. */
	begin(doing) {
		doing.catch(() => {});
		return doing;
	}

	/* Whether play stops before what is done is done. */
	async #awaitStop(doing, isPassive) {
		const { spectator } = this.players;
		let isDone = false;

		doing.then(
			() => (isDone = !isPassive),
			() => (isDone = true),
		);
		await spectator.until(
			({ state }) => isDone || state.phase === 'stopped',
			'a fault',
		);
		return spectator.state.phase === 'stopped';
	}

	async #verifyStopped({ errno = 'EIO' }) {
		const { arbiter } = this.players;

		await this.all(({ phase }) => phase === 'stopped', 'that play is stopped');
		for (const { name, state } of Object.values(this.players))
			assert.match(state.trouble, /play is stopped: .*call the arbiter/, name);
		if (arbiter) assert.match(arbiter.state.storage, sentenceOf(errno));
	}

	/* As long as it lasts nobody is told anything, and nothing is done about it in haste. */
	async #verifyLasting({ errno = 'EIO' }, logged) {
		const { daemon, players } = this;
		const count = () => Object.values(players).map(({ ledger }) => ledger.events.size);
		const events = count(),
			beganMs = Date.now(),
			usedUs = processorUs(daemon);
		const answer = players.red.link.say('openings');
		let isAnswered = false;

		answer.then(
			() => (isAnswered = true),
			() => {},
		);
		const status = await command(daemon, 'status');
		assert.match(status, /: stopped, /);
		assert.match(status, sentenceOf(errno));
		assert.equal((await fetch(daemon.base)).status, 200);
		assert.match(
			await (await fetch(`${daemon.base}metrics`)).text(),
			/_storage_ok 0\n/,
		);
		const { ok, why } = await daemon.ask({ do: 'say', who: 'arbiter', word: 'pause' });
		assert.equal(ok, false);
		assert.match(why, /^play is stopped: .*archive\.db/);
		await sleep(LASTING_MS - (Date.now() - beganMs));
		const share = (processorUs(daemon) - usedUs) / 1000 / (Date.now() - beganMs);
		assert.ok(
			share < BUSY_SHARE,
			`it is busy for ${Math.round(100 * share)} % of the time`,
		);
		assert.deepEqual(count(), events, 'something was told');
		assert.ok(!isAnswered, 'a word was answered');
		const lines = complaints(daemon.log.slice(logged));
		/* that it stopped, what else could not be written, and once more if the reason is another */
		assert.ok(lines.length <= 3, `it says too much: ${lines.join(' | ')}`);
		/* said again when there is someone to hear it */
		this.disk.heal();
		await answer;
	}

	/* once that it stopped, once that it goes on */
	#verifyLog(logged) {
		const lines = complaints(this.daemon.log.slice(logged));
		const count = (pattern) => lines.filter((line) => pattern.test(line)).length;

		assert.equal(count(/play is stopped: .*archive\.db/), 1, lines.join(' | '));
		assert.equal(count(/works again/), 1, lines.join(' | '));
		assert.ok(lines.length <= 4, lines.join(' | '));
	}

	/* ---- afterwards ---- */

	/* What was answered lately is said again; that the answers are the same, the ledgers see. */
	async #sayMuchAgain() {
		for (const player of Object.values(this.players))
			for (const id of [...player.ledger.answers.keys()].slice(-REMEMBERED))
				await this.#sayAgain(player, id);
	}

	/* Who talks too much is not heard for a moment. */
	async #sayAgain(player, id) {
		const count = () => player.events.filter((event) => event.id === id).length,
			before = count();
		const isAnswered = (tries) => {
			if (count() !== before) return true;
			if (tries % 50 === 0) player.ledger.sayAgain(id);
			return false;
		};
		let tries = 0;

		await until(
			() => isAnswered(tries++),
			() => `${player.name} is not answered again: ${id}`,
			5,
		);
	}

	/* The game is over and as it was meant to be; the record proves it. */
	async verifyGame() {
		const { daemon, state } = this,
			file = join(daemon.dir, 'exported.game');

		await this.all(({ phase }) => phase === 'over', 'the end');
		const record = await command(daemon, 'export', String(state.game));
		assert.deepEqual(readGame(record).actions, game.actions);
		assert.equal(readGame(record).result, game.result);
		writeFileSync(file, record);
		await command(daemon, 'verify', file);
	}

	async verify() {
		await this.verifyGame();
		await this.#sayMuchAgain();
		await this.verifyArchive();
	}

	/* What was told and what is written are the same; ends the daemon. */
	async verifyArchive() {
		const { daemon, players } = this;

		for (const { link } of Object.values(players)) link.close();
		assert.deepEqual(await daemon.stop(), [0, null]);
		await command(daemon, 'verify', daemon.state);
		const told = toldInArchive(daemon),
			words = wordsInArchive(daemon);
		for (const player of Object.values(players)) {
			player.verify();
			player.ledger.testify(told, words);
		}
	}
}
