/*
 * A small game at a real daemon's table, in virtual time: for tests that are about something else and
 * need a game in progress, battles in it, and one more move at any time.
 */
import { discover, pair } from '../../../../web-ui/link/pair.js';
import { Daemon } from '../daemon.mjs';
import { Disk } from '../faults/disk.mjs';
import { Player, Table } from './players.mjs';
import { VirtualClock } from '../virtual_clock.mjs';

/* hands do not shake here, and pieces may go to and fro for ever */
const RULES = {
	edition: 'barrage', 'debounce-ms': 1, 'settle-ms': 10, 'jog-ms': 5, 'nudge-ms': 3000,
	'two-squares': 'off', 'more-squares': 'off',
};

/*
 * Two pairs of set-ups on the same squares. The pieces that fight, on e4, e7 and f7, are the same in
 * both; none of the others is ever disclosed.
 */
export const SETUPS = [
	{
		red: { a4: '2', b4: '3', e4: '9', f4: 'M', i4: '2', j4: '1', a1: 'F', j1: 'B' },
		blue: { a7: '1', b7: '3', e7: '2', f7: 'M', i7: '9', j7: '2', a10: 'B', j10: 'F' },
	},
	{
		red: { a4: 'M', b4: '2', e4: '9', f4: '3', i4: '1', j4: '2', a1: 'B', j1: 'F' },
		blue: { a7: '3', b7: '2', e7: '2', f7: 'M', i7: '1', j7: '9', a10: 'F', j10: 'B' },
	},
];
export const FIGHTERS = { red: ['e4'], blue: ['e7', 'f7'] };

/* what is done at the table, and what has to be put right after it */
const BATTLES = [
	[['open e4', 'close e5']],
	[['open e7', 'close e6']],
	[['open e5', 'open e6'], ['close e6']],
	[['open f7', 'close f6']],
	[['open b4', 'close b5']],
	[['open f6', 'open e6'], ['close e6']],
];
const PAUSE_MS = 100; /* before a hand moves again */
/* what can then be done again and again, red to move */
const DANCE = [
	['open i4', 'close i5'], ['open i7', 'close i6'], ['open i5', 'close i4'], ['open i6', 'close i7'],
];

/* {a4: '2', ..} as the handheld's formation has it, row by row */
export function rowsOf(pieces, first) {
	return [0, 1, 2, 3].map((row) => [...'abcdefghij'].map((column) =>
		pieces[column + (first + row)] ?? '.').join('')).join('/');
}

export class QuickGame {
	players = {};
	access = {}; /* what each device was given, by seat */
	codes = []; /* all that were used */
	heard = {}; /* every message that each one can read, as text */
	#step = 0;

	/*
	 * config: beside what is needed; setups: of red and blue; seats: who is there; table: who
	 * shows the daemon what is on it, unless that is the seat of this name; clock: null for real time;
	 * hasDisk: a disk that does as it is told (this.disk)
	 */
	constructor({ config = {}, setups = SETUPS[0], seats = ['red', 'blue', 'table'], table, clock = new VirtualClock(), hasDisk = false } = {}) {
		this.daemon = new Daemon({ ...config, game: { ...RULES, ...config.game } }, { clock });
		this.disk = hasDisk ? new Disk(this.daemon) : null;
		this.clock = clock;
		this.table = table;
		this.setups = setups;
		this.seats = seats;
	}

	get formations() {
		return { red: rowsOf(this.setups.red, 1), blue: rowsOf(this.setups.blue, 7) };
	}

	/* of the spectators' broker */
	get watchUrl() {
		return this.access.spectator.url;
	}

	/* of the players' broker */
	get url() {
		return this.access.table.url;
	}

	/* A device takes a seat, and all that it gave away on the way is remembered. */
	async pair(seat, { code, url } = {}) {
		const offer = code ? { code, url } : await this.daemon.demand({ do: 'pair', seat });

		this.codes.push(offer.code);
		return pair(offer.code, { base: offer.url });
	}

	/* A player sits down, or a spectator comes. */
	seat(name, access) {
		const player = new Player(name, access, { clock: this.clock });
		const heard = this.heard[name] ??= [];

		player.link.addEventListener('message', ({ detail }) => heard.push(JSON.stringify(detail)));
		this.access[name] = access;
		this.players[name] = player;
		return player;
	}

	async start() {
		await (this.disk ?? this.daemon).start();
		this.seat('spectator', await discover({ base: this.daemon.base }));
		for (const seat of this.seats)
			this.seat(seat, await this.pair(seat));
		for (const player of Object.values(this.players))
			await player.until(({ link, state }) => link.online && state, 'the board');
		this.table ??= new Table(this.players.table);
		return this;
	}

	async setUp() {
		const { red, blue, spectator } = this.players;

		/* by the time that both have set up on their handhelds, the contacts have settled */
		await this.table.show([...Object.keys(this.setups.red), ...Object.keys(this.setups.blue)]
			.map((sq) => `close ${sq}`));
		await red.say(`formation ${this.formations.red}`);
		await blue.say(`formation ${this.formations.blue}`);
		await red.say('ready');
		await blue.say('ready');
		await spectator.until(({ state }) => state.phase === 'play', 'the first turn');
		this.#step = 0;
	}

	/* Something is done at the table, and everybody has been told what follows. */
	async act(lines) {
		const { spectator, red, blue } = this.players;
		const { ply } = spectator.state;

		await this.clock?.advance(PAUSE_MS);
		await this.table.show(lines);
		for (const player of [spectator, red, blue])
			await player.until(({ state }) => state?.ply > ply || state?.phase === 'over',
				`what follows ${lines}`);
	}

	async fight() {
		for (const [lines, then] of BATTLES) {
			await this.act(lines);
			if (then) await this.table.show(then);
		}
	}

	/* all of these, with battles unless not wanted */
	async begin({ battles = true } = {}) {
		await this.start();
		await this.setUp();
		if (battles)
			await this.fight();
		return this;
	}

	/* what one more move is at the table, after which it counts as made */
	next() {
		return DANCE[this.#step++ % DANCE.length];
	}

	/* one more move */
	async move() {
		await this.act(this.next());
	}

	async end() {
		for (const { link } of Object.values(this.players))
			link.close();
		await this.daemon.destroy();
	}
}

/* one for the time of a test, with battles behind it unless not wanted */
export async function playQuickly(t, { battles, ...options } = {}) {
	const game = new QuickGame(options);

	t.after(() => game.end());
	return game.begin({ battles });
}
