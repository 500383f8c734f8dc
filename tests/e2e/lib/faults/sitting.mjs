/*
 * A game at a daemon whose disk fails: two players, the arbiter, a virtual table and a spectator,
 * each of whom remembers what it was told. The people are those of hands.mjs, who look at what is
 * shown and try again.
 *
 * Time is virtual. People who play let it go on; while play is stopped they wait, and it is the test
 * that does. So each fault is seen, however busy the machine is.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discover } from '../../../../web-ui/link/pair.js';
import { Daemon } from '../daemon.mjs';
import { command, complaints, Disk, SENTENCES, untilReady } from './disk.mjs';
import { Hands } from '../people/hands.mjs';
import { Ledger, toldInArchive, wordsInArchive } from './ledger.mjs';
import { DESPAIR_MS, until } from '../patience.mjs';
import { loadGame, readGame } from '../tape.mjs';
import { VirtualClock } from '../virtual_clock.mjs';

export const game = loadGame(fileURLToPath(new URL('../../../games/barrage.game', import.meta.url)));

/* what was tried when it failed may be one thing or another */
const sentenceOf = (errno) => SENTENCES[errno] ?? /archive\.db.*\. [A-Z]/;

/* of links, which go by real time; a word is not given up because a machine is slow */
const TIMES = { retryMs: 20, longestRetryMs: 200, againMs: 50, lifeMs: DESPAIR_MS };
const PAUSE_MS = 100; /* between two movements of a hand, or two words of a device */
const LASTING_MS = 4500; /* long enough for the journal to be tried twice again */
const RETRY_MS = 2000; /* between two attempts of the daemon ... */
const WAKES = 2; /* ... and its timers at each: the attempt, and to tell the public if the reason is another */
const REMEMBERED = 24; /* words whose answers the daemon has at hand, at least */

export class Sitting {
	players = {};
	access = {}; /* of those who are paired */
	strikes = 0; /* that stopped play */

	constructor(config = {}) {
		this.clock = new VirtualClock();
		this.daemon = new Daemon(
			{ ...config, game: { edition: game.edition, ...config.game } },
			{ clock: this.clock },
		);
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
		const { clock, daemon, players } = this;
		const watch = (name, access) => Ledger.watch(name, access, { clock, times: TIMES });

		players.spectator = watch('spectator', await discover({ base: daemon.base }));
		for (const seat of ['red', 'blue', 'arbiter', 'table']) {
			this.access[seat] = await daemon.pair(seat);
			players[seat] = watch(seat, this.access[seat]);
		}
		for (const player of Object.values(players))
			await player.until(({ link, state }) => link.online && state, 'the board');
		this.hands = new Hands(players, game, { pauseMs: PAUSE_MS });
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

		this.disk.fail(fault);
		const doing = this.begin(act());
		const isStopped = await this.awaitStop(doing, { isPassive });
		if (!isStopped) await doing; /* or what went wrong with it */
		assert.ok(isStopped || !stops, `${JSON.stringify(fault)} did not stop play`);
		if (isStopped) {
			this.strikes++;
			await this.#verifyStopped(fault);
			await look(this);
			if (fault.lasting) await this.#verifyLasting(fault, logged);
		}
		this.disk.heal();
		await this.goOn();
		await doing;
		if (isStopped) this.#verifyLog(logged);
	}

	/* Until a word is answered: then no fault of before is still at work. */
	async goOn() {
		await this.all(({ phase }) => phase !== 'stopped', 'play to go on');
		await this.players.arbiter?.link.say('openings');
	}

	/* Something that goes on beside; how it ends is asked for later. */
	begin(doing) {
		doing.catch(() => {});
		return doing;
	}

	/*
	 * Whether play stops before what is done is done, or after that, if it is passive. Those who do it let
	 * time go on by themselves, if it takes any.
	 */
	async awaitStop(doing, { isPassive = false } = {}) {
		let isDone = false,
			isFailed = false;

		doing.then(
			() => (isDone = true),
			() => (isFailed = true),
		);
		await until(() => isDone || isFailed || this.hands.isStopped, 'a fault');
		if (isPassive && !isFailed) await this.clock.until(() => this.hands.isStopped, 'a fault');
		await this.clock.settle();
		return this.hands.isStopped;
	}

	async #verifyStopped({ errno = 'EIO' }) {
		const { arbiter } = this.players;

		await this.all(({ phase }) => phase === 'stopped', 'that play is stopped');
		for (const { name, state } of Object.values(this.players))
			assert.match(state.trouble, /play is stopped: .*call the arbiter/, name);
		if (arbiter) assert.match(arbiter.state.storage, sentenceOf(errno));
	}

	/* As long as it lasts no event is told, and nothing is done about it in haste. */
	async #verifyLasting({ errno = 'EIO' }, logged) {
		const { daemon, players } = this;
		const count = () => Object.values(players).map(({ ledger }) => ledger.events.size);
		const events = count();
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
		const wakes = await this.#wakesIn(LASTING_MS);
		assert.ok(
			wakes <= WAKES * Math.ceil(LASTING_MS / RETRY_MS),
			`it wakes ${wakes} times in ${LASTING_MS} ms`,
		);
		assert.deepEqual(count(), events, 'something was told');
		assert.ok(!isAnswered, 'a word was answered');
		const lines = complaints(daemon.log.slice(logged));
		/* that it stopped, what else could not be written, and once more if the reason is another */
		assert.ok(lines.length <= 3, `it says too much: ${lines.join(' | ')}`);
		/* said again when there is someone to hear it */
		this.disk.heal();
		await this.goOn();
		await answer;
	}

	/* Lets so much time go by; how often the daemon had something to do in it by itself. */
	async #wakesIn(ms) {
		const { clock } = this,
			endUs = clock.nowUs + ms * 1000;
		let wakes = 0;

		for (await clock.settle(); clock.nextUs <= endUs; await clock.settle()) {
			wakes++;
			await clock.advanceTo(clock.nextUs);
		}
		await clock.advanceTo(endUs);
		await clock.settle();
		return wakes;
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

	async #sayAgain(player, id) {
		const count = () => player.events.filter((event) => event.id === id).length,
			before = count();

		player.ledger.sayAgain(id);
		await this.clock.advance(PAUSE_MS);
		assert.ok(count() > before, `${player.name} is not answered again: ${id}`);
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
		await command(daemon, 'verify', '--key', daemon.key, file);
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
		await command(daemon, 'verify', '--key', daemon.key, daemon.state);
		const told = toldInArchive(daemon),
			words = wordsInArchive(daemon);
		for (const player of Object.values(players)) {
			player.verify();
			player.ledger.testify(told, words);
		}
	}
}
