/*
 * Virtual time for a daemon, and for the handhelds at its table: they ask this clock what time it is, and
 * it is the test that lets time go on (daemon/base/virtual_clock.h). Nothing here waits for time to
 * pass, and the same test takes the same time every time, on any machine.
 *
 *   const clock = new VirtualClock();
 *   const daemon = await startDaemon(t, config, { clock });
 *   const players = await gather(t, daemon);
 *   await clock.advance(800);          and everything that is due until then has happened
 *   await clock.until(() => players.red.state.phase === 'play', 'the first turn');
 *
 * Processes and the broker between them are real. So before time goes on everything that was said has
 * to be heard: settle() returns when every process has dealt with what there was to deal with, and each
 * player has what the broker had for it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mqtt } from './packages.mjs';
import { until } from './patience.mjs';

const BEGIN_US = 1_000_000_000;
const BEGIN_WALL_MS = Date.UTC(2026, 0, 1, 12);
const PATIENCE_MS = 2 * 3600 * 1000; /* of virtual time, for what must come */

/* Everything that the broker had for a client before has come when it answers. */
function roundTrip(client) {
	return new Promise((resolve) => {
		const end = () => {
			client.off('packetreceive', heard);
			client.off('close', end);
			resolve();
		};
		const heard = ({ cmd }) => cmd === 'pingresp' && end();

		client.on('packetreceive', heard);
		client.on('close', end);
		client.sendPing();
	});
}

/* A process that goes by the clock. */
class Process {
	nextUs = Infinity;
	heard = 0;
	said = 0;
	isThere = true;
	#socket;
	#answered = null;

	constructor(socket) {
		this.#socket = socket;
	}

	/*
	 * Runs it up to this time; returns when it has nothing more to do until then, and has heard so much. stirred:
	 * a number that has changed if it might have something to do before its next timer, for pages
	 */
	run(toUs, { heard = 0, stirred = 0 } = {}) {
		return new Promise((resolve) => {
			this.#answered = resolve;
			this.#socket.write(`${toUs} ${heard} ${stirred}\n`);
			if (!this.isThere) resolve();
		});
	}

	hear(line) {
		const [, next, heard, said = 0] = line.split(' ');

		this.nextUs = next === 'never' ? Infinity : Number(next);
		this.heard = Number(heard);
		this.said = Number(said);
		this.#answered?.();
	}

	leave() {
		this.isThere = false;
		this.nextUs = Infinity;
		this.#answered?.();
	}
}

export class VirtualClock {
	nowUs = BEGIN_US;
	#dir = mkdtempSync(join(tmpdir(), 'adjutant-clock-'));
	#servers = [];
	#processes = new Set();
	#daemons = new Set(); /* of these */
	#clients = new Map(); /* of the players: client by link */
	#heard = 0; /* packets that players got */
	#saidBefore = 0; /* by processes that are gone */
	#asked = 0; /* how often the test may have done something at a page */
	#turn = Promise.resolve(); /* one thing at a time */
	#alarms = new Set();
	#holds = new Set();
	#leader = null;

	constructor() {
		this.path = this.#listen((process) => this.#daemons.add(process));
	}

	/* What a process needs in its environment. */
	get environment() {
		return { ADJUTANT_CLOCK: this.path };
	}

	/* Returns the path at which a process is awaited; admitted(process) when it is there. */
	#listen(admitted) {
		const path = join(this.#dir, `clock-${this.#servers.length}`);
		const server = createServer((socket) => this.#admit(socket, admitted)).listen(path).unref();

		this.#servers.push(server);
		return path;
	}

	/* For a process that can be waited for by itself. */
	place() {
		const place = { process: null };
		const path = this.#listen((process) => {
			place.process = process;
		});
		return Object.assign(place, { environment: { ADJUTANT_CLOCK: path } });
	}

	/* Does what the process in a place hears of, and waits until it has; at once if there is none (any more). */
	async heardBy(place, act) {
		await this.settle();
		await this.#inTurn(async () => {
			const { process } = place;

			await act();
			if (process?.isThere) await process.run(this.nowUs, { heard: process.heard + 1 });
		});
		await this.settle();
	}

	get nowMs() {
		return this.nowUs / 1000;
	}

	get wallMs() {
		return BEGIN_WALL_MS + Math.floor((this.nowUs - BEGIN_US) / 1000);
	}

	#admit(socket, admitted) {
		const process = new Process(socket);
		let text = '';

		socket.setEncoding('utf8').on('error', () => {});
		socket.on('close', () => {
			if (this.#processes.delete(process)) this.#saidBefore += process.said;
			this.#daemons.delete(process);
			process.leave();
		});
		socket.on('data', (more) => {
			text += more;
			const lines = text.split('\n');
			text = lines.pop();
			for (const line of lines)
				if (this.#processes.has(process)) {
					process.hear(line);
				} else {
					this.#processes.add(process);
					admitted(process);
					socket.write(`${this.nowUs} ${this.wallMs}\n`);
				}
		});
	}

	/* ---- players ---- */

	/*
	 * For a Link: {access, connect}. It goes by TCP: on websockets Mosquitto may leave a packet lying
	 * that came in one piece with another, until more comes.
	 */
	join(access, connect = mqtt.connect) {
		const { hostname } = new URL(access.url);
		const member = { client: null, isAlive: false, isRefused: false, closed: null };

		return {
			access: { ...access, url: `mqtt://${hostname}:${access.seat ? access.mqtt : access.watch_mqtt}` },
			member,
			connect: (...options) => {
				const client = connect(...options);

				client.setMaxListeners(0);
				client.stream.setNoDelay(true);
				client.on('packetreceive', ({ cmd }) => {
					if (cmd === 'publish') this.#heard++;
				});
				Object.assign(member, { client, isAlive: false });
				/* a link that was closed and is opened again takes part again */
				if (member.closed) this.#clients.set(member.closed, member);
				member.closed = null;
				return client;
			},
		};
	}

	/* The link of a player takes part from now on, until it is closed or has lost its seat. */
	follow(link, member) {
		this.#clients.set(link, member);
		link.addEventListener('closed', () => {
			this.#clients.delete(link);
			member.closed = link;
		});
		link.addEventListener('unpaired', () => this.#clients.delete(link));
		link.addEventListener('refused', () => {
			member.isRefused = true;
		});
		link.addEventListener('message', ({ detail: { suffix, value } }) => {
			member.isRefused = false;
			if (suffix === 'public/online') member.isAlive = value;
		});
	}

	/*
	 * Connections that were lost are made again by real time, the daemon's too, and are waited for; but
	 * not while there are others who go on without a daemon.
	 */
	async #hearPlayers() {
		const isDeserted = () => this.#processes.size > 0 && this.#daemons.size === 0;

		for (const [link, member] of this.#clients) {
			const isGone = () => isDeserted() || member.isRefused || !this.#clients.has(link);
			const isThere = () => link.connected && (member.isAlive || this.#processes.size === 0);
			await until(() => isThere() || isGone(), `the link of ${link.seat}`, 1);
			if (!isGone()) await roundTrip(member.client);
		}
	}

	/* ---- time ---- */

	get #said() {
		return [...this.#processes].reduce((sum, { said }) => sum + said, this.#saidBefore);
	}

	get #activity() {
		return [...this.#processes].reduce((sum, { heard }) => sum + heard, this.#heard + this.#said);
	}

	async #run(toUs) {
		const aimUs = Math.max(this.nowUs, toUs);

		this.nowUs = this.#leader ? await this.#leader(aimUs) : aimUs;
		for (const process of this.#processes)
			await process.run(this.nowUs, { stirred: this.#asked + this.#said });
	}

	/* What players said is in the daemon's hands when the broker has answered them. */
	async #settle() {
		while (this.#holds.size > 0) await Promise.all(this.#holds);
		for (let before = -1; before !== this.#activity;) {
			before = this.#activity;
			await this.#hearPlayers();
			await this.#run(this.nowUs);
		}
	}

	/* where there are several what one says is heard by the others at the same time */
	async #advanceTo(toUs) {
		while (this.#leader ? this.nowUs < toUs || this.nextUs <= toUs : this.#processes.size > 1 && this.nextUs <= toUs) {
			await this.#run(Math.min(this.nextUs, toUs));
			await this.#settle();
		}
		await this.#run(toUs);
	}

	/*
	 * What has a time of its own and is no process of ours, such as a simulated machine, goes first: run(toUs) returns the time
	 * until which it has gone, which is earlier if the others have something to hear from it then.
	 */
	lead(run) {
		this.#leader = run;
	}

	#inTurn(what) {
		const done = this.#turn.then(what);

		this.#turn = done.catch(() => {});
		return done;
	}

	/* when the next timer of any process is due */
	get nextUs() {
		return Math.min(...[...this.#processes].map(({ nextUs }) => nextUs));
	}

	/* Everything that was said has been heard, and time stands still. Returns the time at which it was so. */
	#calm() {
		return this.#inTurn(async () => {
			await this.#settle();
			return this.nowUs;
		});
	}

	/* The same after the test has done something. */
	settle() {
		this.#asked++;
		return this.#calm();
	}

	/*
	 * At a time from now: act() is waited for, and time stands still meanwhile. Returns what calls it
	 * off.
	 */
	alarm(ms, act) {
		const alarm = { atUs: this.nowUs + Math.round(ms * 1000), act };

		this.#alarms.add(alarm);
		return () => this.#alarms.delete(alarm);
	}

	/* Time does not go on before this is over. */
	hold(doing) {
		const held = doing.catch(() => {}).finally(() => this.#holds.delete(held));

		this.#holds.add(held);
	}

	get #alarmUs() {
		return Math.min(...[...this.#alarms].map(({ atUs }) => atUs));
	}

	/* Everything that is due at this moment happens. Returns which it was. */
	async #rest() {
		let atUs = await this.#calm();

		for (; this.#alarmUs <= this.nowUs; atUs = await this.settle()) {
			const alarm = [...this.#alarms].find(({ atUs: dueUs }) => dueUs === this.#alarmUs);

			this.#alarms.delete(alarm);
			await alarm.act();
		}
		return atUs;
	}

	advanceTo(toUs) {
		return this.#inTurn(() => this.#advanceTo(Math.round(toUs)));
	}

	/* Lets so much time go by; what happens in it has been heard by everybody. */
	async advance(ms) {
		const endUs = this.nowUs + Math.round(ms * 1000);

		this.#asked++;
		for (await this.#rest(); this.#alarmUs <= endUs; await this.#rest())
			await this.advanceTo(Math.max(this.nowUs, this.#alarmUs));
		await this.advanceTo(endUs);
		await this.#rest();
	}

	/* Lets time go by until it is so, but not more than this; whether it has become so. */
	async within(ms, isSo) {
		const endUs = this.nowUs + Math.round(ms * 1000);

		this.#asked++;
		for (let atUs = await this.#rest(); !(await isSo()); atUs = await this.#rest()) {
			if (atUs >= endUs) return false;
			await this.#goOnFrom(atUs, endUs);
		}
		return true;
	}

	/* To what is due next; if others have let time go on meanwhile, what came of that is looked at first. */
	#goOnFrom(atUs, endUs) {
		return this.#inTurn(
			() => this.nowUs === atUs && this.#run(Math.min(this.nextUs, this.#alarmUs, endUs)),
		);
	}

	/* The same for what must come. what: a sentence, or () => one, of what was waited for */
	async until(isSo, what) {
		if (!(await this.within(PATIENCE_MS, isSo)))
			throw new Error(typeof what === 'string' ? `waited in vain for ${what}` : what());
	}

	close() {
		for (const server of this.#servers) server.close();
		rmSync(this.#dir, { recursive: true, force: true });
	}
}
