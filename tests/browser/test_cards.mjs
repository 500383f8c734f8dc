/*
 * A Battle Cards game: cards are shuffled, so both exchange cards and walk to and fro until red holds
 * the mock attack and blue a defence; then one is played against the other, a battle is fought, and
 * somebody gives up.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, closeBrowser, press, pressIfThere, ways } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const WALKS = { red: ['a3-a4', 'a4-a3'], blue: ['a8-a7', 'a7-a8'] };
const DEFENCE = /^Defence \+\d$/;

class Cards {
	#play;
	#walked = { red: 0, blue: 0 };
	#hasExchanged = { red: false, blue: false }; /* on the last own turn */

	constructor(play) {
		this.#play = play;
	}

	get #room() {
		return this.#play.room;
	}

	/* The names of what a player holds; the page hides them again by itself, at any time. */
	async hand(side) {
		const page = this.#room.pages[side];
		let cards = [];

		await this.#room.until(async () => {
			cards = await page.locator('.hand .card').allTextContents();
			if (cards.length === 0) await pressIfThere(page.locator('.show-cards[aria-expanded="false"]'));
			return cards.length > 0;
		}, `the cards of ${side}`);
		return cards;
	}

	async holds(side, name) {
		const hand = await this.hand(side);

		return hand.find((card) => (name instanceof RegExp ? name.test(card) : card === name));
	}

	async open(side, card) {
		const page = this.#room.pages[side];

		await this.#room.until(async () => {
			await this.hand(side);
			await pressIfThere(page.locator('.hand .card', { hasText: card }).first());
			return page.locator('dialog[open]').isVisible();
		}, `${card} in the hand of ${side}`);
	}

	async #exchange(side, card) {
		const { plies } = await this.#room.status();

		await this.open(side, card);
		await this.#room.press(side, `Exchange ${card}`);
		await this.#room.press(side, 'Yes');
		await this.#room.until(({ plies: now }) => now > plies, 'the exchange');
		this.#hasExchanged[side] = true;
	}

	/* A turn that brings the wanted card nearer, if it is not there yet. */
	async turn(side, wanted) {
		const isThere = await this.holds(side, wanted);
		const [first] = await this.hand(side);

		if (!isThere && !this.#hasExchanged[side]) return this.#exchange(side, first);
		this.#hasExchanged[side] = false;
		return this.#play.act(WALKS[side][this.#walked[side]++ % 2]);
	}
}

async function playThrough(t, way) {
	const game = recorded('battle-cards');
	const rules = { edition: 'battle-cards', 'two-squares': 'off', 'more-squares': 'off' };
	const room = await Room.open(t, { way, game: rules });
	const play = await Play.begin(room, game);
	const cards = new Cards(play);

	await play.setUp({ paste: true });
	while (!(await cards.holds('red', 'Mock attack')) || !(await cards.holds('blue', DEFENCE))) {
		await cards.turn('red', 'Mock attack');
		await cards.turn('blue', DEFENCE);
	}

	/* a scout's mock attack from afar on the piece on i8, which is a major */
	await cards.open('red', 'Mock attack');
	await room.press('red', 'Play Mock attack');
	await room.sees('red', 'Mock attack: now attack on the table.');
	const defence = await cards.holds('blue', DEFENCE);
	await play.challenge('i3', 'i8');
	/* which card it is played with is shown before a defence is chosen */
	await room.sees('blue', 'You are attacked on i8 (Mock attack).');
	await room.pages.blue.reload(); /* what was asked is asked again */
	await room.sees('blue', 'You are attacked on i8 (Mock attack).');
	const { plies } = await room.status();
	await press(room.pages.blue.locator('.answers button', { hasText: defence }));
	await room.until(({ plies: now }) => now > plies, 'the mock attack');
	await room.sees('red', 'Major');
	assert.doesNotMatch(await room.pages.blue.locator('.battle-place').innerText(), /Scout/);
	await play.putRight();

	await room.press('red', 'More');
	await room.press('red', 'Give up');
	await room.press('red', 'Give up');
	const { result, by } = await room.until(({ phase }) => phase === 'over', 'the end');
	assert.equal(`${result} ${by}`, 'blue resigned');
	await room.sees('watch', 'Blue wins');
	await room.assertSecret(game.setup);
}

for (const way of ways('fingers')) test(`battle_cards_game_with_${way}`, (t) => playThrough(t, way));

await finish();
await closeBrowser();
