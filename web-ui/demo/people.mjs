/*
 * Two people at a virtual table: they set up, play a game from a record with their hands, answer
 * questions on their handhelds, and clear away what a battle leaves. They look before they go on,
 * so nothing depends on how fast the machine is.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { between } from '../table/hand.js';
import { stamped } from '../table/stamps.js';
import { standing } from '../common/squares.js';
import { homesOf } from './record.mjs';

const PATIENCE_MS = 60000; /* with a referee who says nothing at all */
const TRIES = 5; /* at one action */
const REAL_TIME = { now: () => performance.now(), wait: (ms) => sleep(ms) };

export class People {
	#links; /* {red, blue, table} */
	#pace;
	#on = new Map(); /* what stands where: square to side */
	#told;
	#time;
	#random;

	/* pace: how many times faster than people; told(text); time: {now() in ms, wait(ms)} */
	constructor(links, { pace, told, time = REAL_TIME, random = Math.random }) {
		this.#links = links;
		this.#pace = pace;
		this.#told = told;
		this.#time = time;
		this.#random = random;
		links.table.addEventListener('online', () => this.#showAll());
	}

	get #view() {
		return this.#links.table.state;
	}

	/* ---- time ---- */

	/* as long as people take for it */
	#wait(ms) {
		return this.#time.wait(ms / this.#pace);
	}

	async #until(isSo, what, forMs = PATIENCE_MS) {
		const sinceMs = this.#time.now();

		while (!isSo()) {
			if (this.#time.now() - sinceMs > forMs) {
				if (what) throw new Error(`The players wait in vain for ${what}.`);
				return false;
			}
			await this.#time.wait(5);
		}
		return true;
	}

	/* ---- hands ---- */

	#showAll() {
		const view = this.#view;

		if (!this.#links.table.online) return;
		const line = (row) =>
			Array.from({ length: view.columns }, (_, column) =>
				this.#on.has(`${'abcdefghij'[column]}${row + 1}`) ? '1' : '0',
			).join('');
		this.#links.table.table(`frame ${Array.from({ length: view.rows }, (_, i) => line(i)).join('/')}`);
	}

	async #contact(sq, isClosed, ms) {
		await this.#links.table.table(stamped([`${isClosed ? 'close' : 'open'} ${sq}`], this.#time.now()));
		await this.#wait(ms);
	}

	async #lift(sq, ms = 250) {
		this.#on.delete(sq);
		await this.#contact(sq, false, ms);
	}

	async #setDown(sq, side, ms = 150) {
		this.#on.set(sq, side);
		await this.#contact(sq, true, ms);
	}

	/*
	 * A piece that goes far slides over the squares between. What a square feels of it is said at once, with its times: were the
	 * second line held up, the piece would seem to have stopped there.
	 */
	async #slide(from, to) {
		for (const sq of between(from, to)) {
			const nowMs = this.#time.now();

			await this.#wait(120);
			await this.#links.table.table([
				...stamped([`close ${sq}`], nowMs),
				...stamped([`open ${sq}`], nowMs + 120 / this.#pace),
			]);
			await this.#wait(40);
		}
	}

	/* what must be changed for the table to be as the referee has it: [[square, side or null]] */
	#wrong() {
		const shown = standing(this.#view);
		const off = [...this.#on].filter(([sq, side]) => shown.get(sq)?.side !== side);
		const missing = [...shown].filter(([sq, { side }]) => this.#on.get(sq) !== side);

		return [...off.map(([sq]) => [sq, null]), ...missing.map(([sq, { side }]) => [sq, side])];
	}

	async #tidy() {
		for (let [wrong] = this.#wrong(); wrong; [wrong] = this.#wrong()) {
			const [sq, side] = wrong;

			if (side) await this.#setDown(sq, side, 300);
			else await this.#lift(sq, 300);
		}
		if (await this.#until(() => this.#guided().length === 0, null, 400)) return;
		for (const sq of this.#guided().filter((each) => this.#on.has(each))) {
			const side = this.#on.get(sq);

			await this.#lift(sq, 300);
			await this.#setDown(sq, side, 300);
		}
	}

	#guided() {
		return this.#view.guides.filter(({ do: what }) => what !== 'check').flatMap(({ squares }) => squares);
	}

	/* ---- words ---- */

	async #say(side, word) {
		for (;;) {
			const { ok, why } = await this.#links[side].say(word);

			if (ok) return;
			if (!/not been read yet/.test(why)) throw new Error(`${side} may not say '${word}': ${why}`);
			await this.#time.wait(50);
		}
	}

	/* what the players who are asked mean */
	async #answer(target) {
		for (const side of ['red', 'blue']) {
			const { question, choices } = this.#links[side].state?.question ?? {};
			const word = {
				'confirm-places': 'confirm',
				'confirm-attack': choices?.includes(target) ? 'confirm' : 'deny',
				target: choices?.includes(target) && `target ${target}`,
				defence: `card defend ${choices?.[0]}`,
			}[question];

			if (!word) continue;
			await this.#wait(400);
			/* it may have been withdrawn meanwhile */
			await this.#links[side].say(word);
			await this.#until(() => this.#links[side].state?.question?.question !== question, null, 500);
		}
	}

	/* cards are not in the record: they are dealt again */
	#spoken(side, action) {
		const { hand } = this.#links[side].state;

		if (action === 'mulligan') return `card mulligan ${hand.join(',')}`;
		return action === 'exchange' ? `card exchange ${hand[0]}` : action;
	}

	async #announceCard(side) {
		const card = this.#links[side].state.hand?.find((each) => each.startsWith('attack+'));

		if (card) await this.#say(side, `card play ${card}`);
	}

	/* ---- the game ---- */

	async setUp({ setup }) {
		for (const side of ['red', 'blue']) {
			for (const sq of homesOf(side, setup[side], this.#view.rows)) await this.#setDown(sq, side, 120);
			await this.#say(side, `formation ${setup[side]}`);
			await this.#wait(600);
			await this.#say(side, 'ready');
		}
		await this.#until(() => this.#view.phase !== 'setup', 'the first turn');
	}

	async play({ actions }) {
		for (const [i, { side, action }] of actions.entries()) {
			for (let tries = 0; !this.#isPlayed(i); tries++) {
				if (tries === TRIES) throw new Error(`${action} could not be played: ${this.#situation()}.`);
				await this.#play(side, action, i, tries);
			}
			this.#told(`${String(i + 1).padStart(3)}  ${side.padEnd(4)}  ${this.#view.moves[i] ?? action}`);
		}
		await this.#until(() => this.#view.phase === 'over', 'the end');
	}

	/* the state, to find out why it is stuck */
	#situation() {
		const { phase, turn, guides } = this.#view;
		const wanted = guides.map(({ do: what, squares }) => `${what} ${squares.join(' ')}`);
		const asked = ['red', 'blue'].map((side) => this.#links[side].state?.question?.question);

		return [phase, `${turn} to move`, ...wanted, ...asked.filter(Boolean)].join(', ');
	}

	/* a move that loses the game at once is not in the list of moves */
	#isPlayed(index) {
		return this.#view.moves.length > index || this.#view.phase === 'over';
	}

	async #play(side, action, index, tries) {
		const [, from, how, to] = action.match(/^([a-j]\d+)([-x])([a-j]\d+)$/) ?? [];
		const isPlayed = () => this.#isPlayed(index);

		await this.#wait(300 + 500 * this.#random()); /* to think */
		if (!from) {
			await this.#say(side, this.#spoken(side, action));
			await this.#until(isPlayed, action);
			return;
		}
		if (how === 'x' && tries === 0) await this.#announceCard(side);
		await this.#gesture(side, from, how, to);
		for (let i = 0; i < 200 && !isPlayed(); i++) {
			await this.#answer(to);
			await this.#wait(100);
		}
		if (this.#view.phase === 'over') return;
		await this.#tidy();
		await this.#answer(to);
	}

	async #gesture(side, from, how, to) {
		await this.#lift(from);
		if (how === '-') {
			await this.#slide(from, to);
			await this.#setDown(to, side);
		} else {
			await this.#contact(to, false, 200);
			await this.#contact(to, true, 50);
		}
	}
}
