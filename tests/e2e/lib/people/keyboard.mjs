/*
 * A player at a terminal with a console handheld: reads the screen and presses keys. Only what is
 * needed often is here; Hands can have such a person play instead of a Player.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADJUTANT } from '../daemon.mjs';
import { Player } from './players.mjs';
import { Terminal } from './terminal.mjs';
import { discover } from '../../../../web-ui/link/pair.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const catalogues = Object.fromEntries(['en', 'de'].map((language) => [
	language,
	{
		...JSON.parse(readFileSync(here('../../../../web-ui/lang/en.json'))),
		...JSON.parse(readFileSync(here(`../../../../web-ui/lang/${language}.json`))),
	},
]));

/* the words that questions are answered with, by the keys of their menu items */
const ANSWERS = { confirm: 'button.yes', deny: 'button.no' };

const SHIELD_MS = 400; /* longer than a menu that has changed by itself takes no choice */

/* A player at a terminal, who can do for Hands what a Player does. The daemon has a virtual clock. */
export class Keyboard {
	#texts;
	#clock;
	#place;
	events = [];

	constructor(t, daemon, command, { language = 'en', ...options } = {}) {
		const locale = { en: 'C.UTF-8', de: 'de_DE.UTF-8' }[language];

		this.#texts = catalogues[language];
		this.#clock = daemon.clock;
		this.#place = daemon.clock.place();
		this.state = { question: null };
		this.link = { say: (word) => this.say(word) };
		this.terminal = new Terminal([ADJUTANT, 'handheld', ...command], {
			...options,
			env: {
				LC_ALL: '', LC_MESSAGES: '', LANG: locale, TERM: 'screen-256color',
				ADJUTANT_STATE: '', STATE_DIRECTORY: '', XDG_STATE_HOME: options.home,
				...this.#place.environment,
			},
		});
		t.after(() => this.terminal.close());
		this.#follow();
	}

	text(key, values = {}) {
		return this.#texts[key].replace(/\{([a-z]+)\}/g, (whole, name) => values[name] ?? whole);
	}

	/* What the referee asks is read off the screen. */
	#follow() {
		const asks = (screen, key) => new RegExp(this.text(key, { squares: '([a-j]\\d+)' })
			.replace('?', '\\?').replaceAll(' ', '\\s+')).exec(screen);

		Object.defineProperty(this.state, 'question', {
			enumerable: true,
			get: () => {
				const screen = [...this.terminal.screens].at(-1) ?? '';
				const attack = asks(this.last ?? screen, 'ask.confirm-attack');

				if (asks(this.last ?? screen, 'ask.confirm-places')) return { question: 'confirm-places', choices: [] };
				if (attack) return { question: 'confirm-attack', choices: [attack[1]] };
				return asks(this.last ?? screen, 'ask.target') ? { question: 'target', choices: this.choices() } : null;
			},
		});
	}

	/* the squares among the items of the menu */
	choices() {
		return (this.last ?? '').split('\n').map((line) => /(?:^|\s)([a-j]\d+)$/.exec(line)?.[1]).filter(Boolean);
	}

	/* Everything that was said has been heard and drawn. */
	async look() {
		await this.#clock.settle();
		this.last = await this.terminal.look({ isDrawn: true });
		return this.last;
	}

	press(...keys) {
		return this.#clock.heardBy(this.#place, () => this.terminal.press(...keys));
	}

	/* Waits for what the screen shall show, for which time need not go by. */
	async until(isSo, what) {
		await this.terminal.until(isSo, what);
		return this.look();
	}

	shows(key, values) {
		const text = this.text(key, values);

		return this.until((screen) => flat(screen).includes(flat(text)), text);
	}

	/* the label of the item that Enter would choose */
	selected(screen) {
		return /(?:^|\s)> (.*?)(?:\s+[v^])?$/m.exec(screen)?.[1];
	}

	/* Goes to an item of the menu; false if there is none. */
	async find(label) {
		const first = this.selected(await this.look());

		for (let now = first, steps = 0; now !== label; steps++) {
			if (steps > 0 && now === first) return false;
			await this.press('Down');
			now = this.selected(await this.look());
		}
		return true;
	}

	async choose(label) {
		await this.#clock.advance(SHIELD_MS);
		if (!(await this.find(label))) throw new Error(`there is no ${label} on\n${this.last}`);
		await this.press('Enter');
		await this.look();
	}

	/* By the keys of their texts, one after the other. */
	async chooseAll(...keys) {
		for (const key of keys) await this.choose(this.text(key));
	}

	/* What Hands says, by keys. */
	async say(word) {
		const [verb, argument] = word.split(' ');

		await this.home();
		if (verb === 'formation') return this.paste(argument);
		const labels = verb === 'target'
			? [argument, this.text('button.attack-square', { square: argument })]
			: [this.text(ANSWERS[verb] ?? `button.${verb}`)];
		for (const label of labels)
			if (await this.find(label)) {
				await this.choose(label);
				break;
			}
		return { ok: true };
	}

	/* back from battles and menus */
	async home() {
		await this.press('Escape');
		await this.look();
	}

	async paste(rows) {
		await this.choose(this.text('setup.paste'));
		await this.terminal.type(rows);
		await this.press('Enter');
		await this.terminal.shows(this.text('want.place-on-table'));
	}

	/* piece by piece, those of a rank together; squares: {a7: '2', ..} */
	async place(squares) {
		const sorted = Object.entries(squares).sort(([, a], [, b]) => (a < b ? -1 : 1));

		await this.choose(this.text('console.place'));
		for (const [i, [sq, code]] of sorted.entries()) {
			const rank = this.text(`rank.${code}`);
			const left = sorted.slice(i).filter(([, each]) => each === code).length;

			if (sorted[i - 1]?.[1] !== code) {
				await this.terminal.shows(this.text('console.which-piece'));
				await this.choose(`${rank} (${left})`);
			}
			await this.terminal.shows(this.text('console.which-square', { rank }));
			await this.terminal.type(sq);
			await this.terminal.until((screen) => this.selected(screen) === sq, sq);
			await this.press('Enter');
			await this.terminal.until((screen) => picture(screen).join().includes(`B${code}`), `${code} on ${sq}`);
		}
		await this.terminal.shows(this.text('want.place-on-table'));
		await this.look();
	}
}

/* {a7: '2', ..} of a side's rows, the lowest row first */
export function squaresOf(rows, first) {
	return Object.fromEntries(rows.split('/').flatMap((row, y) =>
		[...row].map((code, x) => ['abcdefghij'[x] + (first + y), code]).filter(([, code]) => code !== '.')));
}

/* the screen in one line, for sentences that are broken over several */
export const flat = (screen) => screen.replace(/\s+/g, ' ').trim();

/* The items of the menu that are to be seen: right of the board, or below it. */
export function itemsOn(screen) {
	const lines = screen.split('\n');
	const isItem = (line) => /^[> ] \S/.test(line);
	const beside = lines.map((line) => line.slice(40)).filter(isItem);
	const letters = lines.findIndex((line) => /^ +[aj]  [bi]  /.test(line));
	const below = lines.slice(letters + 1).filter(isItem);

	return (beside.length > 0 ? beside : below).map((line) => line.slice(2).replace(/\s+[v^]$/, ''));
}

/* {a7: '2', ..} of the pieces whose ranks are open */
export function piecesOn(screen, letter) {
	const columns = /^ +([a-j]) {2}.*$/m.exec(screen)?.[0].replaceAll(' ', '') ?? '';
	const cells = picture(screen).flatMap((line) =>
		[...columns].map((column, i) => [column + parseInt(line, 10), line.slice(4 + 3 * i, 6 + 3 * i)]));

	return Object.fromEntries(cells.filter(([, cell]) => cell[0] === letter && /\S/.test(cell[1] ?? ''))
		.map(([sq, cell]) => [sq, cell[1]]));
}

/* the lines of the board's picture */
export const picture = (screen) => screen.split('\n').filter((line) => /^ ?\d+ [ [|]/.test(line)).map((line) => line.slice(0, 34));

/* An enemy's rank is never seen on the board, and the own ones only while looking at them. */
export function verifyScreens(keyboard, own, enemy) {
	const { screens } = keyboard.terminal;
	let looked = 0;

	assert.ok(screens.size > 20, `${screens.size} screens`);
	for (const screen of screens) {
		const board = picture(screen).join('\n');
		const arranging = [keyboard.text('want.place-on-table'), keyboard.text('want.choose-setup'), keyboard.text('console.which-piece')]
			.some((sentence) => screen.replace(/\s+/g, ' ').includes(sentence)) || /\? *$/m.test(screen.split('\n')[1]);

		assert.doesNotMatch(board, new RegExp(`${enemy}[1-9MBF]`), screen);
		if (!arranging && new RegExp(`${own}[1-9MBF]`).test(board)) {
			assert.ok(screen.includes(keyboard.text('console.hide')), `ranks are open on\n${screen}`);
			looked++;
		}
	}
	return looked;
}

export function keep(name, keyboard) {
	const dir = process.env.CAPTURES;

	if (!dir) return;
	mkdirSync(dir, { recursive: true });
	[...keyboard.terminal.screens].forEach((screen, i) => writeFileSync(join(dir, `${name}-${String(i).padStart(4, '0')}`), `${screen}\n`));
}

export async function gatherAt(t, daemon) {
	const { clock } = daemon;
	const spectator = new Player('spectator', await discover({ base: daemon.base }), { clock });
	const table = new Player('table', await daemon.pair('table'), { clock });

	t.after(() => [spectator, table].forEach(({ link }) => link.close()));
	for (const player of [spectator, table])
		await player.until(({ link, state }) => link.online && state, 'the board');
	return { spectator, table };
}
