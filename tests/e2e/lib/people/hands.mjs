/*
 * People who look: they play the actions of a game one by one, press Done, put right what the
 * public state shows to be wrong, answer what they are asked and try again whatever did not
 * happen. A tape cannot do that, so this is how a game goes on after a restart. The gestures are
 * the plain ones, without any noise.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../patience.mjs';
import { Table } from './players.mjs';

const SQUARES = 'abcdefghij';
const PATIENCE = 40; /* pauses: more than a table takes to be still */
const MOST_ATTEMPTS = 30; /* at one action, after which something must be wrong */

/* the squares on which a piece stands, by what everyone may know */
export function occupied(state) {
	const squares = new Set();

	for (const side of ['red', 'blue'])
		state[side]
			.split('/')
			.forEach((row, y) =>
				[...row].forEach(
					(c, x) => c !== '.' && squares.add(`${SQUARES[x]}${y + 1}`),
				),
			);
	return squares;
}

/* both set-ups as a full scan */
function setupFrame(setup, { rows, columns }) {
	const bits = (half) => half.replace(/[^./]/g, '1').replaceAll('.', '0').split('/');
	const red = bits(setup.red);
	const blue = bits(setup.blue);
	const middle = Array(rows - red.length - blue.length).fill('0'.repeat(columns));

	return `frame ${[...red, ...middle, ...blue].join('/')}`;
}

const pauseOf =
	({ clock }) =>
	(ms) =>
		clock ? clock.advance(ms) : sleep(ms);

export class Hands {
	#players;
	#game;
	#pauseMs;
	#pause;
	#said = new Set(); /* players who wait for an answer */
	#answered = new Map(); /* what a player was asked last */

	/*
	 * pauseMs: between two movements of a hand; longer than a contact is debounced. pause(ms) lets so
	 * much time go by: virtual time, if the players have that.
	 */
	constructor(
		players,
		game,
		{ table = new Table(players.table), pauseMs = 8, pause = pauseOf(players.spectator) } = {},
	) {
		this.#players = players;
		this.#game = game;
		this.#pauseMs = pauseMs;
		this.#pause = pause;
		this.table = table;
	}

	get state() {
		return this.#players.spectator.state;
	}

	/* Sets up both sides and has them say ready. */
	async begin() {
		const { setup } = this.#game;

		await this.#show([setupFrame(setup, this.state)]);
		for (const colour of ['red', 'blue']) {
			await this.#players[colour].say(`formation ${setup[colour]}`);
			await this.#players[colour].say('ready');
		}
		await this.#players.spectator.until(
			({ state }) => state.phase !== 'setup',
			'the first turn',
		);
	}

	/* Plays until the game is over, or as many actions as are wanted. */
	async play(count = Infinity) {
		const wanted = Math.min(this.state.moves.length + count, this.#game.actions.length);

		for (let attempts = 0; await this.#isToPlay(wanted);) {
			const number = this.state.moves.length;
			await this.#putRight();
			await this.#attempt(number);
			attempts = this.state.moves.length === number ? attempts + 1 : 0;
			if (attempts === MOST_ATTEMPTS) throw new Error(this.#complaint());
		}
	}

	/* While play is stopped there is nothing to do but wait, and it is not they who let time go on. */
	async #isToPlay(wanted) {
		await until(() => !this.isStopped, 'play to go on');
		await this.#players.spectator.until(({ link }) => link.online, 'the daemon');
		return this.state.phase !== 'over' && this.state.moves.length < wanted;
	}

	/* as any of them sees: what is public comes a little later */
	get isStopped() {
		return Object.values(this.#players).some(({ state }) => state?.phase === 'stopped');
	}

	#complaint() {
		const { phase, paused, correcting, turn, guides, moves } = this.state;
		const { red, blue } = this.#players;
		const situation = {
			phase,
			paused,
			correcting,
			turn,
			guides,
			questions: [red.state?.question, blue.state?.question],
			errors: [red, blue].map(
				({ events }) =>
					events.filter(({ event }) => event === 'error').at(-1)?.why,
			),
			closed: [...this.table.closed].sort().join(' '),
			wanted: [...occupied(this.state)].sort().join(' '),
		};

		const action = this.#game.actions[moves.length];

		return `${action} cannot be played: ${JSON.stringify(situation)}`;
	}

	async #show(lines) {
		await this.table.show(lines);
		await this.#pause(this.#pauseMs);
	}

	/* {from, how, to} of an action with pieces */
	#action(number) {
		return this.#game.actions[number].match(/^(?<from>\w+)(?<how>[-x])(?<to>\w+)$/)
			?.groups;
	}

	/* One try at an action. Whether it was played shows in the state, now or later. */
	async #attempt(number) {
		const gesture = this.#action(number);
		const speaker = this.#players[this.state.turn];

		if (gesture) {
			await this.#show([`open ${gesture.from}`]);
			await this.#show([
				`${gesture.how === 'x' ? 'open' : 'close'} ${gesture.to}`,
			]);
		}
		if (speaker)
			await this.#tell(speaker, gesture ? 'done' : this.#game.actions[number]);
		for (let i = 0; i < PATIENCE && this.state.moves.length === number && !this.isStopped; i++) {
			await this.#answer(number);
			await this.#pause(this.#pauseMs);
		}
	}

	/*
	 * What becomes of a word shows in the state; without a daemon its answer is not waited for.
	 * Who has not been answered says nothing else: words that pile up are taken for a flood.
	 */
	async #tell(player, word) {
		if (!this.#said.has(player)) {
			this.#said.add(player);
			player.link
				.say(word)
				.catch(() => null)
				.then(() => this.#said.delete(player));
		}
		await until(
			() => !this.#said.has(player) || !this.#players.spectator.link.online,
			`an answer to ${word}`,
		);
	}

	/* Says once what the player means who is asked. */
	async #answer(number) {
		for (const player of [this.#players.red, this.#players.blue]) {
			const asked = JSON.stringify(player.state?.question ?? null);

			if (asked === this.#answered.get(player)) continue;
			this.#answered.set(player, asked);
			if (asked !== 'null')
				await this.#tell(player, this.#reply(JSON.parse(asked), number));
		}
	}

	#reply({ question, choices }, number) {
		const { from, how, to } = this.#action(number) ?? {};

		if (question === 'confirm-places') return 'confirm';
		if (question === 'confirm-attack')
			return how === 'x' && choices.includes(to) ? 'confirm' : 'deny';
		/* where a contact is not relied on, the square that was left may be asked for */
		return `target ${choices.includes(to) ? to : from}`;
	}

	/* The table as the state has it. */
	async #putRight() {
		const wanted = occupied(this.state);
		const { closed } = this.table;
		const lines = [
			...[...closed].filter((sq) => !wanted.has(sq)).map((sq) => `open ${sq}`),
			...[...wanted].filter((sq) => !closed.has(sq)).map((sq) => `close ${sq}`),
		];

		if (lines.length > 0) await this.#show(lines);
		await this.#answer(this.state.moves.length);
	}
}
