/*
 * Two people who play a recorded game in a room (room.mjs): they arrange their pieces on their
 * phones, put them on the table, move and attack with the pointer, answer what they are asked, and
 * put the table right when they are told to.
 */
import assert from 'node:assert/strict';
import { appears, press, pressIfThere } from './room.mjs';
import { TableHand } from './table_hand.mjs';
import { readGame } from '../../e2e/lib/tape.mjs';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { piecesOf } from '../../../web-ui/common/squares.js';

export function recorded(edition) {
	const path = fileURLToPath(new URL(`../../games/${edition}.game`, import.meta.url));

	return readGame(readFileSync(path, 'utf8'));
}

const STILL_MS = 1000; /* after which contacts that do not change are taken for settled */
const MOST_PRESSES = 3; /* to put a table right */
const TOLD_MS = 5000; /* in which those who look have been told what is wrong */

const ACTION = /^([a-j]\d+)([-x])([a-j]\d+)/;

export class Play {
	room;
	game;
	hand;
	#homes; /* Map of square to code, by side */

	static async begin(room, game) {
		const play = new Play();
		const rows = game.edition.startsWith('quick') ? 8 : 10;
		const first = { red: 0, blue: rows - game.setup.blue.split('/').length };

		play.room = room;
		play.game = game;
		play.hand = await TableHand.at(room.pages.table, { isTouch: room.isTouch(room.pages.table) });
		play.#homes = Object.fromEntries(
			['red', 'blue'].map((side) => [side, piecesOf(game.setup[side], first[side])]),
		);
		return play;
	}

	/* ---- setting up ---- */

	/* Piece by piece, as a player does who has an idea. */
	async arrangeByTapping(side, { isUsed = true } = {}) {
		const page = this.room.pages[side];

		for (const [sq, code] of this.#homes[side]) {
			await press(page.locator(`.supply-piece[data-code="${code}"]`), { settles: false });
			await press(page.locator(`.setup .board [data-square="${sq}"]`), { force: true, settles: false });
		}
		if (isUsed) await press(page.locator('button.use'));
	}

	async arrangeByPasting(side) {
		const page = this.room.pages[side];

		await press(page.locator('[data-tool="formations"]'));
		await page.locator('#formation-text').fill(this.game.setup[side].replaceAll('/', '\n'));
		await press(page.locator('button.paste'));
		await press(page.locator('button.use'));
	}

	async placeOnTable(side) {
		const { table } = this.room.pages;
		const whole = table.getByRole('button', { name: new RegExp(`set up ${side}`, 'i') });

		if (await whole.isVisible()) await press(whole);
		else for (const sq of this.#homes[side].keys()) await this.hand.place(side, sq);
		await appears(table.locator(`.tray.${side}`, { hasText: ': 0 ' }));
		await this.room.clock.advance(STILL_MS);
	}

	async setUp({ paste = false } = {}) {
		for (const side of ['red', 'blue']) {
			await (paste ? this.arrangeByPasting(side) : this.arrangeByTapping(side));
			await this.placeOnTable(side);
		}
		for (const side of ['red', 'blue']) await this.sayReady(side);
		await this.room.until(({ phase }) => phase === 'play', 'the first turn');
		/* what was below the board for setting up is gone then, and the board at rest under the finger */
		await appears(this.room.pages.table.locator('.panel.setup'), { state: 'hidden' });
	}

	async sayReady(side) {
		const ready = this.room.pages[side].locator('button.ready');

		await press(ready);
		await appears(ready, { state: 'hidden' });
	}

	/* With a tool that is in a drawer. */
	async knockOver() {
		const drawer = this.room.pages.table.locator('.lab');

		if (!(await drawer.evaluate((each) => each.open))) await press(drawer.locator('summary'));
		await press(drawer.locator('button.danger'));
	}

	/* ---- playing ---- */

	/* One action of the game; until the board has it. inBattle: what happens before the table is put
	 * right after an attack */
	async act(action, { inBattle = null } = {}) {
		const { plies } = await this.room.status();
		const [, from, kind, to] = ACTION.exec(action.replace(/^(red|blue) /, '').replace(/^(\+\S+ )*/, ''));

		await this.hand.carry(from, to);
		if (kind === 'x') await this.#declare(to, plies);
		await this.room.until(({ plies: now, phase }) => now > plies || phase === 'over', action);
		await inBattle?.(this);
		if (kind === 'x') await this.putRight();
	}

	/* An attack that waits for a card of the side attacked. */
	async challenge(from, to) {
		await this.hand.carry(from, to);
		await this.room.until(
			async ({ phase }) => phase === 'defence' || (await this.#answer(to)),
			`the attack on ${to}`,
		);
	}

	/* A piece that was touched from afar must be confirmed; one that was not noticed, named. */
	async #declare(to, plies) {
		await this.room.until(
			async ({ plies: now, phase }) => now > plies || phase !== 'play' || (await this.#answer(to)),
			`the attack on ${to}`,
		);
	}

	async #answer(to) {
		for (const side of ['red', 'blue'])
			for (const word of ['confirm', `target ${to}`]) {
				const button = this.room.pages[side].locator(`.answers [data-word="${word}"]`);

				await pressIfThere(button);
			}
		return false;
	}

	/* What the page was told to be wrong, until no player is guided any more; a game that is over is
	 * left as it is. */
	async putRight() {
		const { table } = this.room.pages;
		const button = table.locator('button.put-right');
		const settled = table.locator('button.put-right:not(.strong)');
		const told = table.locator('button.put-right:is(.strong, :disabled)');

		/* a table that is right already never says so */
		await this.room.clock.within(TOLD_MS, async () => (await told.count()) > 0);
		/* what was put right may show something else that was not */
		for (let presses = 0; presses < MOST_PRESSES && (await settled.count()) === 0; presses++) {
			await press(button);
			await appears(table.locator('button.put-right[aria-busy="false"]'));
			await this.room.clock.within(TOLD_MS, async () => (await settled.count()) > 0);
		}
		assert.equal(await settled.count(), 1, 'the table can be put right');
	}
}
