/*
 * Those at a table: two seats, a virtual table, a spectator, the arbiter; each a Link as the pages
 * have it. Every message that any of them sends or gets is held to the contract, and the events of
 * each must be counted without gaps. They can play what is on a tape.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Link } from '../../../../web-ui/link/link.js';
import { discover } from '../../../../web-ui/link/pair.js';
import { check, checkSchema } from '../contract.mjs';
import { DESPAIR_MS } from '../patience.mjs';

/* tests do not want to wait for a link that comes back */
const TIMES = { retryMs: 20, longestRetryMs: 200, patienceMs: 5000, againMs: 500 };
/* after which nothing more is to be expected from a daemon that has not said a word */
const SILENCE_MS = 600000;

const COLUMNS = 'abcdefghij';

export class Player {
	events = [];
	faults = [];
	seqs = []; /* of all events, as they came */
	heardMs = Date.now();

	/* clock: that of a daemon in virtual time, which then goes on while something is waited for */
	constructor(name, access, { broadcast = 'none', times = {}, clock = null } = {}) {
		const joined = clock?.join(access, times.connect);

		this.name = name;
		this.access = access;
		this.clock = clock;
		this.link = new Link(joined?.access ?? access, {
			...TIMES,
			...times,
			...(joined && { connect: joined.connect }),
		});
		clock?.follow(this.link, joined.member);
		this.link.addEventListener('message', ({ detail }) =>
			this.#note(detail, broadcast),
		);
		this.link.addEventListener('event', ({ detail }) => this.events.push(detail));
		this.link.addEventListener('trouble', ({ detail }) => this.faults.push(detail));
		this.link.open();
	}

	#note({ suffix, value }, broadcast) {
		this.heardMs = Date.now();
		try {
			check(suffix, value, { broadcast });
		} catch (error) {
			this.faults.push(`${this.name}: ${error.message}`);
		}
		/* the answer to a word that there is not is not counted */
		if (suffix.endsWith('/event') && value.seq > 0) this.seqs.push(value.seq);
	}

	get state() {
		return this.link.state;
	}

	/* Waits for what shall come; fails if nothing at all comes any more, or nothing that helps. */
	async until(isSo, what) {
		const sinceMs = Date.now();

		if (this.clock) {
			await this.clock.until(() => isSo(this), () => `${this.name} waits for ${what}: ${this.#situation()}`);
			return this;
		}
		this.heardMs = sinceMs;
		while (!isSo(this)) {
			if (
				Date.now() - this.heardMs > SILENCE_MS ||
				Date.now() - sinceMs > DESPAIR_MS
			)
				throw new Error(
					`${this.name} waits for ${what}: ${this.#situation()}`,
				);
			await sleep(2);
		}
		return this;
	}

	#situation() {
		const { phase, ply, turn, guides } = this.state ?? {};

		return JSON.stringify({
			online: this.link.online,
			phase,
			ply,
			turn,
			guides,
			last: this.events.at(-1),
		});
	}

	/* Says a word that must be accepted. */
	async say(word) {
		const { ok, why } = await this.link.say(word);

		if (!ok) this.refused(word, why);
	}

	refused(word, why) {
		throw new Error(`${this.name} may not say '${word.split(' ')[0]}': ${why.code}`);
	}

	/* Throws if anything was not as it should be. */
	verify() {
		if (this.faults.length > 0)
			throw new Error(`${this.faults.length} faults: ${this.faults[0]}`);
	}

	/* The same, for a time without interruptions: not one event was lost or came twice. */
	verifyOrder() {
		const bad = this.seqs.findIndex((seq, i) => i > 0 && seq !== this.seqs[i - 1] + 1);

		if (bad >= 0)
			throw new Error(
				`${this.name} got ${this.seqs[bad]} after ${this.seqs[bad - 1]}`,
			);
	}
}

/* All who are at the table of a daemon, for the time of a test. */
export async function gather(t, daemon, { seats = ['red', 'blue', 'table'], ...options } = {}) {
	const config = await discover({ base: daemon.base });
	const { url, ...plain } = config;
	const { clock } = daemon;
	const players = { spectator: new Player('spectator', config, { clock, ...options }) };

	checkSchema('config', plain);
	t.after(() => Object.values(players).forEach(({ link }) => link.close()));
	for (const seat of seats)
		players[seat] = new Player(seat, await daemon.pair(seat), { clock, ...options });
	for (const player of Object.values(players))
		await player.until(({ link, state }) => link.online && state, 'the board');
	return players;
}

/* ---- playing ---- */

function frameOf(closed, { rows, columns }) {
	const line = (row) =>
		Array.from({ length: columns }, (_, column) =>
			closed.has(`${COLUMNS[column]}${row + 1}`) ? '1' : '0',
		).join('');

	return `frame ${Array.from({ length: rows }, (_, row) => line(row)).join('/')}`;
}

function closedIn(rows) {
	const squares = rows
		.split('/')
		.flatMap((row, y) =>
			[...row].map((bit, x) => bit === '1' && `${COLUMNS[x]}${y + 1}`),
		);

	return new Set(squares.filter(Boolean));
}

/* What the table shows, whether it can be told or not. */
export class Table {
	closed = new Set();
	tags = new Set(); /* "e4 04A1B2" */
	#player;

	constructor(player) {
		this.#player = player;
		/* what happened without a listener is in the levels */
		player.link.addEventListener('online', ({ detail }) => detail && this.showAll());
	}

	showAll() {
		const tags = [...this.tags].map((tag) => `tag ${tag}`);

		return this.#player.link.table([frameOf(this.closed, this.#player.state), ...tags]);
	}

	#follow(line) {
		const [verb, ...rest] = line.split(' ');
		const what = rest.join(' ');

		if (verb === 'frame') this.closed = closedIn(what);
		else if (verb === 'close') this.closed.add(what);
		else if (verb === 'open') this.closed.delete(what);
		else if (verb === 'tag') this.tags.add(what);
		else this.tags.delete(what);
	}

	/* Returns whether the broker has it. */
	show(lines) {
		lines.forEach((line) => this.#follow(line));
		return this.#player.link.table(lines);
	}
}

/*
 * Does what is on a tape, in virtual time: each line at its own, from now on. A word is answered
 * before anything else happens.
 */
export async function playTape(players, tape, { table = new Table(players.table) } = {}) {
	const { clock } = players.spectator,
		beginUs = clock.nowUs;

	for (const { atUs, line } of tape) {
		const [verb, who, ...word] = line.split(' ');

		await clock.advanceTo(beginUs + atUs);
		if (verb === 'say') await players[who].say(word.join(' '));
		else await table.show([line]);
	}
	await clock.settle();
	return table;
}

/* Sets up the pieces on the handhelds, as in a record. */
export async function setUp(players, game) {
	for (const colour of ['red', 'blue'])
		await players[colour].say(`formation ${game.setup[colour]}`);
}
