/*
 * Single things of single pages that a whole game does not come by: set-up by keys, what is hidden once
 * one is ready, notices over dialogs, a hand that goes on by keyboard, long names.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, press } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';
import { TableHand } from './lib/table_hand.mjs';

const STATUS_MS = 5000; /* after which a page tells of a connection that is lost */

/* what of the focused element that is */
const focused = (page, attribute) =>
	page.evaluate((name) => document.activeElement.getAttribute(name), attribute);

const outlineOf = (page, sq) =>
	page.locator(`[data-square="${sq}"]`).evaluate((square) => getComputedStyle(square).outlineStyle);

async function shoot(page, name) {
	if (process.env.KEEP_SHOTS) await page.screenshot({ path: `${process.env.KEEP_SHOTS}/${name}.png` });
}

const ranksOn = (page) => page.locator('.setup .board .rank').allTextContents();

async function setUpByKeys(room) {
	const { red } = room.pages;
	const square = red.locator('.setup [data-square="a1"]');

	await red.locator('.supply-piece[data-code="F"]').focus();
	await red.keyboard.press('Enter');
	assert.equal(await focused(red, 'data-code'), 'F', 'who has chosen a piece is still there');
	assert.equal(await focused(red, 'aria-pressed'), 'true');
	await square.focus();
	await red.keyboard.press('Enter');
	assert.equal(await square.getAttribute('aria-selected'), null);
	await red.keyboard.press('Enter');
	assert.equal(await square.getAttribute('aria-selected'), 'true', 'what is chosen is said');
	assert.equal(await red.locator('[aria-selected]').count(), 1);
	await red.getByRole('button', { name: 'Take off the board' }).focus();
	await red.keyboard.press('Enter');
	assert.equal(await focused(red, 'class'), 'supply', 'the button has gone, but not who pressed it');
}

async function overwriteFormation(room) {
	const { red } = room.pages;
	const save = async () => {
		await red.locator('#formation-name').fill('Mine');
		await room.press('red', 'Save');
	};

	await room.press('red', 'Random');
	await room.press('red', 'Formations');
	await save();
	await room.press('red', 'Close');
	const first = await ranksOn(red);
	do await room.press('red', 'Random');
	while ((await ranksOn(red)).join() === first.join());
	const second = await ranksOn(red);
	await room.press('red', 'Formations');
	await save();
	await room.press('red', 'Mine');
	assert.deepEqual(await ranksOn(red), second);
}

async function noticesAreAboveDialogs(room) {
	const { red } = room.pages;

	await room.press('red', 'Random');
	await room.press('red', 'Formations');
	await room.press('red', 'Copy');
	await appears(red.locator('dialog[open] .notice', { hasText: 'Copied.' }));
	await room.press('red', 'Close');
	await appears(red.locator('body > .notices .notice', { hasText: 'Copied.' }));
}

test('setting_up', async (t) => {
	const room = await Room.open(t, { seats: ['red'], isWatched: false, game: { edition: 'barrage' } });

	await setUpByKeys(room);
	await overwriteFormation(room);
	await noticesAreAboveDialogs(room);
});

/*
 * How many ranks are seen after each press of the switch, after which it is to be on or off; within the
 * page, because five seconds may be over before the test has looked at it from outside.
 */
function ranksAfterEach(states) {
	const button = document.querySelector('.look .switch');

	return states.map((isOn) => {
		button.click();
		if (button.getAttribute('aria-pressed') !== String(isOn)) return null;
		return document.querySelectorAll('.setup .board .rank').length;
	});
}

test('army_is_hidden_when_ready', async (t) => {
	const room = await Room.open(t, { way: 'laptop_and_phones', isWatched: false, game: { edition: 'barrage' } });
	const play = await Play.begin(room, recorded('barrage'));
	const { red } = room.pages;

	await play.arrangeByPasting('red');
	await play.placeOnTable('red');
	assert.equal((await ranksOn(red)).length, 8);
	assert.ok(await red.locator('.look').isHidden());
	await play.sayReady('red');
	await room.sees('red', 'You are ready.');
	assert.deepEqual(await ranksOn(red), []);
	assert.doesNotMatch(await red.locator('.setup').innerHTML(), /Scout|Flag/, 'nor is it in any label');
	assert.deepEqual(await red.evaluate(ranksAfterEach, [true, false]), [8, 0]);
	await room.press('red', 'Show for 5 seconds');
	await appears(red.locator('.look .switch[aria-pressed="false"]'));
	assert.deepEqual(await ranksOn(red), [], 'it lets go by itself');
});

/* What the page does with two battles of which the second looks as the first: it is not put away with that. */
async function putAwayTwice() {
	const { fill } = await import('/common/dom.js');
	const { battlePanel } = await import('/play/battle/battle.js');
	const place = document.createElement('div'), closed = [];
	const battle = { side: 'red', sq: 'a7', outcome: 'defender', attacker: '2', defender: 'B', cards: [] };

	for (const index of [4, 8]) {
		fill(place, battlePanel({ ...battle, index }, 'red', () => closed.push(index)));
	}
	place.querySelector('.close').click();
	return closed;
}

/* Half a rounded edge looks like a half-moon: the side is shown by its piece, and the edge is even. */
async function sidesAreShownByTheirPieces(room) {
	await room.sees('table', 'Waiting for the players to set up');
	const shown = await room.pages.table.locator('.side').evaluateAll((chips) =>
		chips.map((chip) => {
			const { borderLeftWidth, borderRightWidth } = getComputedStyle(chip);

			return [chip.querySelectorAll('.piece-icon').length, borderLeftWidth === borderRightWidth];
		}),
	);

	assert.deepEqual(shown, [[1, true], [1, true]]);
}

async function handGoesOnByKeyboard(room) {
	const { table } = room.pages;
	const hand = await TableHand.at(table);
	const holding = (isSo) => appears(table.locator('.holding'), { state: isSo ? 'visible' : 'hidden' });

	await hand.place('red', 'a4');
	await hand.place('blue', 'a7');
	await hand.carry('a4', 'a7'); /* which touches it, and stays in the hand */
	await holding(true);
	await room.sees('table', 'You have touched the piece on a7');
	assert.equal(await focused(table, 'data-square'), 'a7');
	assert.equal(await outlineOf(table, 'a7'), 'none', 'who points sees no box');
	await table.keyboard.press('ArrowRight');
	assert.equal(await outlineOf(table, 'b7'), 'solid', 'who goes on by keys sees where');
	await table.keyboard.press('ArrowLeft');
	await shoot(table, 'table-focus');
	await table.evaluate(() => document.activeElement.blur());
	await table.keyboard.press('Escape');
	await holding(false);
	await appears(table.locator('[data-piece="a4"]'));
}

test('table_and_watch', async (t) => {
	const room = await Room.open(t, { seats: ['table'], game: { edition: 'barrage' } });

	assert.deepEqual(await room.pages.watch.evaluate(putAwayTwice), [8]);
	await sidesAreShownByTheirPieces(room);
	await handGoesOnByKeyboard(room);
});

async function leavingIsNoLostConnection(room) {
	for (const seat of ['red', 'arbiter']) {
		await room.daemon.demand({ do: 'unpair', seat });
		await appears(room.pages[seat].locator('.left-seat'));
		await room.clock.advance(STATUS_MS);
		assert.equal(await room.pages[seat].locator('.connection[role=status]').innerText(), '');
	}
}

async function arbiterIsOfferedWordsThatThereAre(room) {
	const words = await room.pages.arbiter
		.locator('#answer-words option')
		.evaluateAll((options) => options.map(({ value }) => value));
	const cards = words.filter((word) => word.startsWith('card'));

	assert.ok(cards.includes('card defend none'));
	for (const word of cards) assert.match(word, /^card (play|cancel|exchange|mulligan|defend)\b/);
}

test('arbiter_and_leaving', async (t) => {
	const room = await Room.open(t, { seats: ['red', 'arbiter'], isWatched: false });

	await arbiterIsOfferedWordsThatThereAre(room);
	await leavingIsNoLostConnection(room);
});

test('long_names_fit', async (t) => {
	const room = await Room.open(t, { way: 'fingers', seats: ['red', 'table', 'arbiter'] });
	const names = { red: 'W'.repeat(49), blue: 'Donaudampfschifffahrtsgesellschaftskapitaenswitwe' };

	await room.daemon.demand({ do: 'new', edition: 'barrage', ...names });
	for (const [name, page] of Object.entries(room.pages)) {
		await appears(page.getByText(names.blue).first());
		const wider = await page.evaluate(() => {
			const { scrollWidth, clientWidth } = document.documentElement;
			return scrollWidth - clientWidth;
		});
		assert.equal(wider, 0, name);
	}
	if (process.env.KEEP_SHOTS)
		for (const [name, page] of Object.entries(room.pages))
			await page.screenshot({ path: `${process.env.KEEP_SHOTS}/long-${name}.png` });
});

await finish();
await closeBrowser();
