/*
 * Kills the daemon, or its broker, when it is least expected: at any time, or at named moments.
 * Then it starts the daemon again, or watches the daemon start its broker again, and makes sure
 * that nothing of the old one is left.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../patience.mjs';

/* processes that work in the directory of a daemon, or were started with it */
function processesOf(dir) {
	return readdirSync('/proc')
		.filter((each) => /^\d+$/.test(each))
		.map(Number)
		.filter((pid) => {
			try {
				const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
				if (stat[stat.lastIndexOf(')') + 2] === 'Z') return false;
				return (
					readlinkSync(`/proc/${pid}/cwd`).startsWith(dir) ||
					readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dir)
				);
			} catch {
				return false; /* it has just ended */
			}
		});
}

/* Fails if something of a daemon that has ended still runs. */
export async function noneLeft({ dir }) {
	await until(
		() => processesOf(dir).length === 0,
		() => `processes ${processesOf(dir)} outlive the daemon`,
	);
}

/* ---- whom to strike: at rest, while it gets up again, and how it gets up ---- */

export function daemonAsTarget(daemon, dice) {
	const strike = async () => {
		process.kill(daemon.pid, 'SIGKILL'); /* at once: daemon.kill() looks around first */
		await daemon.kill();
		await noneLeft(daemon);
	};

	return {
		strike,
		strikeAgain: async () => {
			const rising = daemon.start();
			rising.catch(() => {}); /* it will not */
			await sleep(dice.throw() * 100); /* a start takes real time */
			await strike();
		},
		rise: () => daemon.start(),
	};
}

export function brokerAsTarget(daemon, dice) {
	let pid = daemon.brokerPid; /* to look for it takes longer than some moments last */
	let killed;
	const strike = async () => {
		process.kill(pid, 'SIGKILL');
		killed = pid;
	};
	const rise = () =>
		until(
			() => {
				pid = daemon.brokerPid;
				return pid && pid !== killed;
			},
			() => 'the daemon does not start its broker again',
		);

	return {
		strike,
		strikeAgain: async () => {
			await rise();
			await sleep(dice.throw() * 80);
			await strike();
		},
		rise,
	};
}

/* ---- when ---- */

/* what is rare is worth more; contacts and words come all the time */
const CHANCES = {
	contact: 0.03,
	word: 0.06,
	answer: 0.04,
	frame: 0.15,
	setup: 0.02,
	battle: 0.3,
	defence: 0.4,
	draw: 0.6,
	paused: 0.6,
	takeback: 0.6,
	last: 0.8,
	rematch: 0.4,
};
const ANY_TIME_MS = 15000; /* within which it comes anyway */

export class Reaper {
	counts = {}; /* blows by kind of moment */
	total = 0;
	left = 0;
	#target;
	#dice;
	#struck;
	#clock;
	#callOff = null; /* the next blow */
	#isChosen = false; /* the moment of that is fixed */
	#isForTold = false; /* it comes with the next event that is told */
	#isOff = true;
	#quiet = Promise.resolve();
	#fail;
	failed = new Promise((_, reject) => {
		this.#fail = reject;
	}); /* never fulfilled */

	/* struck() is called before each blow */
	constructor(target, dice, clock, struck = () => {}) {
		this.#target = target;
		this.#clock = clock;
		this.#dice = dice;
		this.#struck = struck;
		this.failed.catch(() => {});
	}

	/* So many blows from now on; the last of them is kept for the end of the game. */
	begin(blows) {
		this.left = blows;
		this.#isOff = false;
		this.#arm();
	}

	/* No more; returns when the last one has been got over. */
	async end() {
		this.#isOff = true;
		this.#disarm();
		await this.#quiet;
	}

	/* Something happens now that is worth to be interrupted. */
	at(kind) {
		if (
			this.#callOff === null ||
			this.#isChosen ||
			!this.#dice.is(CHANCES[kind]) ||
			(this.left === 1 && kind !== 'last')
		)
			return;
		this.#disarm();
		this.#isChosen = true;
		this.#isForTold = kind === 'word' && this.#dice.is(0.4);
		this.#callOff = this.#isForTold
			? () => {}
			: this.#clock.alarm(this.#delayMs(kind), () => this.#blow(kind));
	}

	/* An event is told: what is known now must be on the disk already. */
	told() {
		if (!this.#isForTold) return;
		this.#isForTold = false;
		this.#clock.hold(this.#blow('told'));
	}

	/* Most things are over within milliseconds; an action takes the time that it is read in. */
	#delayMs(kind) {
		return this.#dice.throw() * (this.#dice.is(0.6) ? 30 : kind === 'last' ? 2000 : 1000);
	}

	#disarm() {
		this.#callOff?.();
		this.#callOff = null;
		this.#isForTold = false;
	}

	#arm() {
		if (this.#isOff || this.left <= 0) return;
		this.#isChosen = false;
		this.#callOff =
			this.left === 1
				? () => {}
				: this.#clock.alarm(this.#dice.throw() * ANY_TIME_MS, () => this.#blow('time'));
	}

	#blow(kind) {
		this.#callOff = null;
		this.#quiet = this.#deal(kind)
			.catch((error) => {
				this.#isOff = true;
				this.#fail(error);
			})
			.finally(() => this.#arm());
		return this.#quiet;
	}

	#count(kind) {
		this.counts[kind] = (this.counts[kind] ?? 0) + 1;
		this.total++;
		this.left--;
		this.#struck();
	}

	async #deal(kind) {
		this.#count(kind);
		await this.#target.strike();
		while (this.left > 1 && this.#dice.is(0.2)) {
			this.#count('restart');
			await this.#target.strikeAgain();
		}
		await this.#target.rise();
	}
}
