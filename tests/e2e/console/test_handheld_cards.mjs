/*
 * Battle Cards at two console handhelds: red has a keyboard and a usual terminal, blue four buttons
 * and a very small one. They change cards, swap pieces, play cards, attack for show and in earnest,
 * and answer attacks; all of that by keys, and what they see is read off their screens.
 *
 * Decks are shuffled, so some turns are spent on getting the cards that are wanted. Those are made
 * by an operator's words, which is quicker.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDaemon } from '../lib/daemon.mjs';
import { occupied } from '../lib/people/hands.mjs';
import { catalogues, flat, gatherAt, itemsOn, keep, Keyboard, piecesOn, squaresOf, verifyScreens } from '../lib/people/keyboard.mjs';
import { Table } from '../lib/people/players.mjs';
import { loadGame } from '../lib/tape.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';

const game = loadGame(fileURLToPath(new URL('../../games/battle-cards.game', import.meta.url)));
const RULES = {
	'edition': 'battle-cards', 'two-squares': 'off', 'more-squares': 'off',
	'debounce-ms': 1, 'settle-ms': 1500, 'jog-ms': 5, 'nudge-ms': 3000,
};

const english = (prefix) => Object.entries(catalogues.en).filter(([key]) => key.startsWith(prefix));
const CARDS = new Map(english('card.').map(([key, name]) => [name, key.slice('card.'.length)]));
const LIFT_MS = 20; /* longer than a contact is debounced */
const FAR_MS = 2_600; /* until pieces far away are offered */
const FRONT = { red: 3, blue: 8 };

const other = (side) => (side === 'red' ? 'blue' : 'red');

class Cards {
	pieces = {}; /* {red: {a1: '3', ..}, ..}, as their owners see them */
	#daemon;
	#players;
	#table;
	#hasExchanged = {}; /* on the last own turn */

	constructor(daemon, players) {
		this.#daemon = daemon;
		this.#players = players;
		this.#table = new Table(players.table);
	}

	get state() {
		return this.#players.spectator.state;
	}

	pause(ms) {
		return this.#daemon.clock.advance(ms);
	}

	until(isSo, what) {
		return this.#players.spectator.until(({ state }) => isSo(state), what);
	}

	/* ---- the table ---- */

	async show(...lines) {
		await this.#table.show(lines);
	}

	/* The table as the board wants it. */
	async putRight() {
		const wanted = occupied(this.state);
		const { closed } = this.#table;
		const lines = [
			...[...closed].filter((sq) => !wanted.has(sq)).map((sq) => `open ${sq}`),
			...[...wanted].filter((sq) => !closed.has(sq)).map((sq) => `close ${sq}`),
		];

		if (lines.length > 0) await this.show(...lines);
		await this.until(({ guides, correcting }) => guides.length === 0 && !correcting, 'the table to be right');
	}

	/* ---- the quick part ---- */

	say(who, word) {
		return this.#daemon.ask({ do: 'say', who, word });
	}

	/* Some piece of the front row that can, goes a step to and fro. */
	async #walk(side) {
		const row = FRONT[side], ahead = side === 'red' ? row + 1 : row - 1;
		const standing = occupied(this.state);
		const column = [...'abefij'].find((each) =>
			/[1-9M]/.test(this.pieces[side][each + row] ?? '') && standing.has(each + row) !== standing.has(each + ahead));
		const [from, to] = standing.has(column + row) ? [row, ahead] : [ahead, row];

		await this.show(`open ${column}${from}`, `close ${column}${to}`);
		await this.pause(LIFT_MS);
		await this.say(side, 'done');
	}

	/* A turn that brings a card nearer. */
	async spend(side, hand, wanted) {
		const { ply } = this.state;
		const useless = hand.find((card) => !wanted.test(card));
		const { ok } = this.#hasExchanged[side] || !useless ? {} : await this.say(side, `card exchange ${CARDS.get(useless)}`);

		this.#hasExchanged[side] = Boolean(ok);
		if (!ok) await this.#walk(side);
		await this.until((state) => state.ply > ply, 'the turn');
	}

	/* ---- what people see ---- */

	/* The names of what a player holds; they are shown only while they are wanted. */
	async hand(side) {
		const keyboard = this.#players[side];
		const title = keyboard.text('hand.title');
		const isOpen = (screen) => screen.split('\n')[1].startsWith(`${title}.`);

		while (!isOpen(await keyboard.look())) {
			await keyboard.home();
			await keyboard.choose(title);
		}
		return itemsOn(keyboard.last).filter((item) => CARDS.has(item));
	}
}

async function sitDown(t, daemon, seat, options) {
	const { url } = await daemon.demand({ do: 'pair', seat });
	const keyboard = new Keyboard(t, daemon, [url], { home: join(daemon.dir, seat), ...options });

	t.after((failure) => {
		keep(`cards-${seat}`, keyboard);
		if (failure) console.error(`${seat}:\n${keyboard.last}\n`);
	});
	return keyboard;
}

/* ---- the parts of the game ---- */

async function setUp(cards, { red, blue }) {
	await cards.show(...[...Object.keys(squaresOf(game.setup.red, 1)), ...Object.keys(squaresOf(game.setup.blue, 8))]
		.map((sq) => `close ${sq}`));
	for (const keyboard of [red, blue]) await keyboard.shows('want.choose-setup');
	await red.paste(game.setup.red);
	await blue.chooseAll('setup.ready-made', 'formation.decoy'); /* who has four buttons cannot type */
	await blue.shows('want.place-on-table');
	cards.pieces.red = piecesOn(await red.look(), 'R');
	cards.pieces.blue = piecesOn(await blue.look(), 'B');
	for (const keyboard of [red, blue]) await keyboard.choose(keyboard.text('button.ready'));
	await red.shows('want.your-turn');
	await blue.shows('want.their-turn', { side: blue.text('side.red') });
}

/* Three new cards before the first move, in an order that one chooses, and no second time. */
async function mulligan(cards, side, keyboard) {
	const [first, second] = await cards.hand(side);

	await keyboard.choose(keyboard.text('button.mulligan'));
	await keyboard.shows('hand.mulligan-order');
	await keyboard.choose(second);
	await keyboard.choose(first);
	await keyboard.shows('confirm.mulligan');
	await keyboard.choose(keyboard.text('button.yes'));
	await keyboard.shows('tell.cards', { side: keyboard.text(`side.${side}`) });
	const hand = await cards.hand(side);
	assert.ok(!hand.includes(first) && !hand.includes(second), `${hand} after ${first}, ${second}`);
	assert.ok(!itemsOn(keyboard.last).includes(keyboard.text('button.mulligan')), keyboard.last);
}

async function exchange(cards, side, keyboard) {
	const [card] = await cards.hand(side);
	const { ply } = cards.state;

	await keyboard.choose(card);
	await keyboard.choose(keyboard.text('button.exchange-card', { card }));
	await keyboard.shows('confirm.exchange-card', { card });
	await keyboard.choose(keyboard.text('button.yes'));
	await cards.until((state) => state.ply > ply, 'the exchange');
	assert.ok(!flat(await keyboard.shows('want.their-turn', { side: keyboard.text(`side.${other(side)}`) })).includes(card),
		`${card} is still to be seen`);
}

/* Two pieces of the front row change places: the card, two squares, the table. */
async function swap(cards, side, keyboard) {
	const row = FRONT[side];
	const [a, b] = [...'abefij'].map((column) => column + row)
		.filter((sq) => /[1-9M]/.test(cards.pieces[side][sq] ?? '') && occupied(cards.state).has(sq));
	const { ply } = cards.state;

	await cards.hand(side);
	await keyboard.chooseAll('card.swap', 'button.swap');
	await keyboard.shows('setup.swap-squares');
	await keyboard.choose(a);
	await keyboard.shows('console.which-second', { square: a });
	await keyboard.choose(b);
	await cards.until((state) => state.ply > ply, 'the swap');
	await cards.putRight();
	const { [a]: first, [b]: second } = cards.pieces[side];
	Object.assign(cards.pieces[side], { [a]: second, [b]: first });
}

/* Until red can attack for show, blue has an answer, and one of them has swapped. */
async function getCards(cards, players) {
	const wanted = { red: /Mock/, blue: /Defence/ };
	let hasSwapped = false;

	for (;;) {
		const side = cards.state.turn;
		const hand = await cards.hand(side);
		const isReady = side === 'red' && hasSwapped && hand.some((card) => wanted.red.test(card))
			&& (await cards.hand('blue')).some((card) => wanted.blue.test(card));

		if (isReady) return;
		if (!hasSwapped && hand.includes('Swap')) {
			await swap(cards, side, players[side]);
			hasSwapped = true;
		} else {
			await cards.spend(side, hand, wanted[side]);
		}
	}
}

/* Red shows nothing and blue one piece, whatever card blue plays. */
async function mockAttack(cards, { red, blue }) {
	const [from, to] = ['i3', 'i8'];
	const rank = red.text(`rank.${cards.pieces.blue[to]}`);
	const defence = (await cards.hand('blue')).find((card) => /Defence/.test(card));

	await cards.hand('red');
	await red.chooseAll('card.mock-attack');
	await red.shows('card-help.mock-attack');
	await red.choose(red.text('button.play-card', { card: 'Mock attack' }));
	await red.shows('want.attack-announced', { card: 'Mock attack' });
	await cards.hand('red'); /* it can be taken back, and played again */
	await red.choose(red.text('button.take-card-back', { card: 'Mock attack' }));
	await red.shows('want.your-turn');
	await cards.hand('red');
	await red.chooseAll('card.mock-attack');
	await red.choose(red.text('button.play-card', { card: 'Mock attack' }));
	await red.shows('want.attack-announced', { card: 'Mock attack' });
	await red.chooseAll('button.attack');
	await red.shows('setup.attack-square');
	await red.terminal.type(to);
	await red.until((screen) => red.selected(screen) === to, to);
	await cards.show(`open ${from}`); /* what it touches no contact notices */
	await cards.pause(LIFT_MS);
	await red.choose(to);
	await blue.shows('want.defend', { square: `${to} (Mock attack)` });
	await red.shows('want.defence-wait', { side: 'Blue' });
	const { ply } = cards.state;
	await blue.choose(defence);
	await cards.until((state) => state.ply > ply, 'the mock attack');
	await red.shows('console.battle', { side: 'Red', rank: red.text('battle.unknown'), other: 'Blue', target: rank });
	await blue.shows('battle.title', { sq: to });
	await blue.shows('battle.cards', { cards: `Mock attack, ${defence}` });
	for (const screen of blue.terminal.screens)
		assert.ok(!screen.includes('(Scout)'), `what attacked is shown:\n${screen}`);
	await cards.putRight();
}

/* Blue's scout from afar, in earnest: red is told of it and does without a card. */
async function attack(cards, { red, blue }) {
	const { pieces } = cards;
	const isFree = (column) => [4, 5, 6, 7].every((row) => !occupied(cards.state).has(column + row));
	const column = [...'abefij'].find((each) => isFree(each) && pieces.blue[`${each}8`] === '2' && pieces.red[`${each}3`]);
	const [from, to] = [`${column}8`, `${column}3`];
	const { ply } = cards.state;

	await cards.show(`open ${from}`);
	await blue.home();
	await cards.pause(FAR_MS);
	await blue.choose(blue.text('button.attack-square', { square: to })); /* with no question asked */
	await red.shows('want.defend-against', { rank: 'Scout', square: to });
	await red.choose(red.text('button.no-card'));
	await cards.until((state) => state.ply > ply, 'the battle');
	const told = { side: 'Blue', rank: 'Scout', other: 'Red', target: red.text(`rank.${pieces.red[to]}`) };
	for (const keyboard of [red, blue]) await keyboard.shows('console.battle', told);
	await cards.putRight();
}

async function resign({ red, blue }) {
	await red.home();
	await red.chooseAll('button.more', 'button.resign');
	await red.shows('confirm.resign');
	await red.choose(red.text('button.yes'));
	await red.shows('result.you-lose');
	await blue.home();
	await blue.shows('result.you-win');
}

/* While it is the other's turn no card is named but those that lie open. */
function verifyHidden(keyboard, side) {
	const waits = keyboard.text('want.their-turn', { side: keyboard.text(`side.${other(side)}`) });
	const open = /Cards: |Played: /;

	for (const screen of keyboard.terminal.screens) {
		if (!flat(screen).includes(waits) || itemsOn(screen).includes(keyboard.text('console.back'))) continue;
		for (const line of screen.split('\n').filter((each) => !open.test(each)))
			for (const name of CARDS.keys()) assert.ok(!line.includes(name), `${name} on\n${screen}`);
	}
}

test('battle_cards_by_keys', async (t) => {
	const daemon = await startDaemon(t, { game: RULES }, { clock: new VirtualClock() });
	const players = await gatherAt(t, daemon);
	players.red = await sitDown(t, daemon, 'red', {});
	players.blue = await sitDown(t, daemon, 'blue', { columns: 40, rows: 20 });
	const { red, blue } = players;
	const cards = new Cards(daemon, players);

	await setUp(cards, players);
	await mulligan(cards, 'red', red);
	await mulligan(cards, 'blue', blue);
	await exchange(cards, 'red', red);
	await exchange(cards, 'blue', blue);
	await getCards(cards, players);
	await mockAttack(cards, players);
	await attack(cards, players);
	await resign(players);
	for (const [keyboard, own, enemy, side] of [[red, 'R', 'B', 'red'], [blue, 'B', 'R', 'blue']]) {
		verifyScreens(keyboard, own, enemy);
		verifyHidden(keyboard, side);
	}
});

await finish();
