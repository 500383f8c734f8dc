/*
 * Two people at a table who know what they want to play (script.mjs) whatever happens to the
 * machine. They look at what is shown before they do anything: they put the table right when they
 * are guided, answer questions, and start again what was interrupted.
 */
import { actionOf, hasFormation, homesOf } from './script.mjs';
import { piecesIn, TableSide } from './table_side.mjs';

const IDLE_MS = 1500; /* after which people press Done, or straighten a piece they are asked about */

const otherOf = (side) => (side === 'red' ? 'blue' : 'red');

export class People extends TableSide {
	#step = null; /* what they are at */

	constructor(players, options) {
		super(players, options);
		players.table.link.addEventListener('event', ({ detail: { event } }) => {
			if (event === 'illegal' && this.#step) this.#step.card = undefined;
		});
	}

	/* ---- putting right ---- */

	async #answerQuestions(intention) {
		for (const side of ['red', 'blue']) {
			const { question, held } = this.players[side].state;
			const choices = question?.question === 'target' ? question.choices : held?.targets;

			if (question?.question === 'confirm-places')
				await this.say(side, 'confirm');
			else if (question?.question === 'confirm-attack')
				await this.say(
					side,
					intention?.attack && question.choices.includes(intention.to)
						? 'confirm'
						: 'deny',
				);
			else if (
				intention?.attack &&
				side === intention.side &&
				choices?.includes(intention.to)
			)
				await this.say(side, `target ${intention.to}`);
		}
	}

	/* after a won battle the piece on the square is to be exchanged, which shows by its contact */
	async #straighten() {
		const squares = this.state.guides
			.filter((guide) => guide.do !== 'check')
			.flatMap((guide) => guide.squares);

		for (const sq of new Set(squares)) {
			const side = piecesIn(this.state).get(sq);
			if (!side || !this.isThere) continue;
			this.counts.straightened++;
			await this.put(sq, null);
			await this.put(sq, side);
		}
	}

	/* Until the table is as it is shown and no player is guided. Returns false if interrupted. */
	async #putRight() {
		let straightened = false;

		while (this.isThere) {
			const [first] = this.wrong();

			if (first) {
				this.last = `puts ${first} right`;
				this.counts.putRight++;
				straightened = false;
				await this.put(...first);
			} else if (!this.isGuided) {
				return true;
			} else if (!straightened) {
				/* the daemon may not have heard of it yet */
				this.last = 'waits to be told that it is right';
				await this.until(
					() =>
						!this.isThere ||
						!this.isGuided ||
						this.wrong().length > 0,
					'the end of a guide',
					100,
				);
				if (this.isThere && this.isGuided && this.wrong().length === 0) {
					await this.#straighten();
					straightened = true;
				}
			} else {
				straightened = await this.until(
					() =>
						!this.isThere ||
						!this.isGuided ||
						this.wrong().length > 0,
					'the end of a guide',
					IDLE_MS,
				);
			}
		}
		return false;
	}

	/* ---- acting ---- */

	#isPlayed(step) {
		return this.state.moves.length > step.index;
	}

	/* whether it makes sense to go on with what was begun */
	#goesOn(step) {
		return (
			this.isThere &&
			!this.#isPlayed(step) &&
			!this.isGuided &&
			!this.state.paused &&
			this.state.phase === 'play'
		);
	}

	/* The contacts of an action; returns false if it was interrupted. */
	async #gesture(step) {
		const { side, from, to, attack, manner } = step;
		const contacts = {
			'move': [
				[from, null],
				[to, side],
			],
			'lift-both': [
				[from, null],
				[to, null],
			],
			'set-on': [
				[from, null],
				[to, null],
				[to, side],
			],
			'tap': [
				[from, null],
				[to, null],
				[to, otherOf(side)],
			],
			'word': [[from, null]],
			'target': [[from, null]],
		}[manner];

		for (const [sq, what] of contacts) {
			if (!this.#goesOn(step)) return false;
			this.last = `${side} ${manner} ${from} ${to}: ${sq} ${what}`;
			await this.put(sq, what);
		}
		if (attack && manner === 'word') return this.say(side, `attack ${to}`);
		return true;
	}

	/* until it has been played, or something else is to be done first */
	async #awaitVerdict(step) {
		const { side, finish } = step;
		let pressed = finish === 'wait';

		while (this.#goesOn(step) && this.wrong().length > 0) {
			await this.clock.settle();
			if (!pressed) {
				this.counts.done++;
				pressed = true;
				await this.say(side, 'done');
			}
			await this.#answerQuestions(step);
			this.last = `${side} waits for the verdict on ${step.action}`;
			pressed = await this.until(
				() =>
					!this.#goesOn(step) ||
					this.wrong().length === 0 ||
					this.#hasQuestion(step),
				'a verdict',
				IDLE_MS,
			);
		}
	}

	#hasQuestion({ side, attack, to }) {
		const { question, held } = this.players[side].state;

		return question !== null || (attack && held?.targets.includes(to));
	}

	/* those that are said, not made; which cards are put away is known when they are held */
	async #speakAction(step) {
		step.word ??= step.say(this.players[step.side].state);
		await this.say(step.side, step.word, { must: true });
		await this.until(() => !this.isThere || this.#isPlayed(step), step.action);
	}

	/* A card that was announced stays so until the attack has been made, or an illegal one. */
	async #announceCard(step) {
		const { hand } = this.players[step.side].state;

		if (step.card !== undefined || !step.attack || !hand) return;
		step.card = hand.find((card) => /^attack\+/.test(card)) ?? null;
		if (step.card) await this.say(step.side, `card play ${step.card}`, { must: true });
	}

	async #defend(step) {
		const side = otherOf(step.side);
		const question = () => this.players[side].state.question;

		await this.until(
			() =>
				!this.isThere ||
				this.state.phase !== 'defence' ||
				question()?.question === 'defence',
			'the question for a defence',
		);
		if (!this.isThere || this.state.phase !== 'defence') return;
		step.defence ??= question().choices[0];
		this.at('defence');
		await this.say(side, `card defend ${step.defence}`, { must: true });
		await this.until(
			() => !this.isThere || this.state.phase !== 'defence',
			'the battle',
		);
	}

	/* Returns true when there is nothing more to be said before the action. */
	async #speakBefore(step) {
		const said = step.before[step.said ?? 0];

		if (!said) return true;
		const player = this.players[said.who];
		const accepted = await this.say(said.who, said.word, { must: !said.isRefused });
		if (accepted && said.isRefused)
			throw new Error(`${said.who} may say '${said.word}': ${this.describe()}`);
		step.said = (step.said ?? 0) + 1;
		player.witness.expect(said.holds ?? null, said.word);
		if (said.isTakeBack)
			/* it is another position now: not from the old view */
			await this.until(
				() => !this.isThere || this.state.moves.length < step.index,
				said.word,
			);
		if (said.kind) this.at(said.kind);
		return false;
	}

	async #act(step) {
		await this.#announceCard(step);
		if (step.isLast) this.at('last');
		if (step.say) return this.#speakAction(step);
		this.expectNothing();
		step.isBegun = true; /* an impatient player goes on, others begin anew if it is interrupted */
		if (await this.#gesture(step)) await this.#awaitVerdict(step);
		if (step.attack) this.at('battle');
		return undefined;
	}

	async #stepOn(script) {
		const step = (this.#step = script.steps[this.state.moves.length]);

		if (this.state.phase === 'defence') return this.#defend(step);
		if (this.#goesOn(step) && step.isBegun && this.dice.is(0.3)) return this.#act(step);
		if (!this.state.paused && !(await this.#putRight())) return undefined;
		await this.#answerQuestions(step);
		if (!this.isThere || !(await this.#speakBefore(step))) return undefined;
		return this.#act(step);
	}

	/* ---- the whole ---- */

	async #placeAll(script) {
		const { rows } = this.state;
		const all = ['red', 'blue'].flatMap((side) =>
			homesOf(side, script.setup[side], rows).map((sq) => [sq, side]),
		);

		for (const [sq, side] of this.dice.shuffle(
			all.filter(([each]) => !this.pieces.has(each)),
		)) {
			this.pieces.set(sq, side);
			this.players.table.link.table(`close ${sq}`);
			this.at('setup');
			if (this.dice.is(0.3)) await this.clock.advance(this.dice.from(0, 500));
		}
	}

	/* pieces off the table that are not of the set-up, as after another game */
	async #clear(script) {
		const { rows } = this.state;
		const homes = new Map(
			['red', 'blue'].flatMap((side) =>
				homesOf(side, script.setup[side], rows).map((sq) => [sq, side]),
			),
		);

		for (const [sq, side] of [...this.pieces])
			if (homes.get(sq) !== side) await this.put(sq, null);
	}

	async #setUp(script) {
		await this.#clear(script);
		await this.#placeAll(script);
		for (const side of this.dice.shuffle(['red', 'blue'])) {
			if (this.state.phase !== 'setup') return;
			if (!hasFormation(this.players[side].state, side, script.setup[side]))
				await this.say(side, `formation ${script.setup[side]}`, {
					must: true,
				});
			this.players[side].witness.expect(
				(view) =>
					view.phase !== 'setup' ||
					hasFormation(view, side, script.setup[side]),
				'formation',
			);
			this.at('setup');
		}
		for (const side of ['red', 'blue'])
			if (this.isThere && this.state.phase === 'setup' && !this.state.ready[side])
				await this.say(side, 'ready');
		await this.until(
			() => !this.isThere || this.state.phase !== 'setup',
			'the first turn',
			IDLE_MS,
		);
	}

	/* Plays a script to its end, or so many actions of it, the game being in set-up or within it. */
	async play(script, actions = Infinity) {
		script.steps.forEach((step, i) => {
			Object.assign(step, { index: i, isLast: i === script.steps.length - 1 });
		});
		for (;;) {
			await this.clock.settle();
			this.last = 'waits for the table';
			await this.until(() => this.isThere, 'the table');
			if (this.state.phase === 'over' || this.state.moves.length >= actions)
				return;
			if (this.state.phase === 'setup') await this.#setUp(script);
			else if (this.state.moves.length === script.steps.length)
				await this.until(
					() => !this.isThere || this.state.phase === 'over',
					'the end',
				);
			else await this.#stepOn(script);
		}
	}

	/* Until everything that was interrupted is as it was. */
	async settle() {
		await this.until(
			() =>
				this.isThere &&
				this.players.spectator.link.online &&
				this.players.spectator.witness.isFresh,
			'the table',
		);
	}

	/* Both want another game; returns when it is prepared. */
	async rematch() {
		const { id } = this.state;

		for (const side of this.dice.shuffle(['red', 'blue'])) {
			await this.say(side, 'rematch', { must: true });
			this.at('rematch');
		}
		await this.until(
			() => this.isThere && this.state.id !== id && this.state.phase === 'setup',
			'another game',
		);
	}

	/* what the moves are called, as far as they have been played */
	static nameOf(step) {
		return [
			step.card && `+${step.card}`,
			step.action,
			step.defence && step.defence !== 'none' && `/${step.defence}`,
		]
			.filter(Boolean)
			.join(' ');
	}

	static isMove(move, step) {
		return actionOf(move) === People.nameOf(step);
	}
}
