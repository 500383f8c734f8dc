/*
 * The README's way from `make run` to the first move, as two people go it who have never played: every
 * press, scan and drag counts as one action.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { LAPTOP, Room, appears, closeBrowser, press } from './lib/room.mjs';
import { TableHand } from './lib/table_hand.mjs';
import { piecesOf } from '../../web-ui/common/squares.js';

const MOST = 12; /* actions for a game with few pieces */
const STILL_MS = 1000;

/* a piece of red's that can go one square ahead, in a set-up that red has not chosen */
function firstMove(room) {
	const view = room.traffic.red.read().map(({ value }) => value).filter((value) => value?.you).at(-1);
	const all = new Set([...piecesOf(view.red).keys(), ...piecesOf(view.blue).keys(), ...view.lakes]);
	const ahead = (sq) => sq[0] + (Number(sq.slice(1)) + 1);
	const [from] = [...piecesOf(view.red)].find(([sq, code]) => !'BF'.includes(code) && !all.has(ahead(sq)));

	return [from, ahead(from)];
}

async function play(t, edition) {
	let actions = 1; /* make run */
	const room = await Room.open(t, { way: 'laptop_and_phones', seats: [], isWatched: false, game: { edition } });
	const act = async (done) => {
		actions++;
		return done;
	};
	const table = await act(await room.sit('table')); /* its address is opened */
	for (const side of ['red', 'blue']) await act(await room.sit(side)); /* and a code scanned */
	const place = table.locator('.place-all');

	for (const side of ['red', 'blue']) {
		assert.equal(await place.isVisible(), false, `before ${side} has chosen`);
		await act(await press(room.pages[side].locator('[data-tool="random"]')));
		await act(await press(room.pages[side].locator('button.use')));
	}
	await act(await press(place));
	for (const side of ['red', 'blue']) await appears(table.locator(`.tray.${side}`, { hasText: ': 0 ' }));
	await room.clock.advance(STILL_MS);
	for (const side of ['red', 'blue']) await act(await press(room.pages[side].locator('button.ready')));
	await room.until(({ phase }) => phase === 'play', 'the first turn');
	const hand = await TableHand.at(table);
	await act(await hand.carry(...firstMove(room)));
	await room.until(({ plies }) => plies === 1, 'the first move');
	return { actions, room };
}

for (const edition of ['barrage', 'duel'])
	test(`${edition}_in_few_actions`, async (t) => {
		const { actions, room } = await play(t, edition);

		assert.ok(actions <= MOST, `${actions} actions`);
		await room.assertSecret({}); /* nobody was told more by that */
	});

/* what a player changes after it was placed is placed as well */
test('set_up_that_was_changed_is_placed_again', async (t) => {
	const room = await Room.open(t, { game: { edition: 'barrage' }, isWatched: false });
	const { red, blue, table } = room.pages;
	const place = table.locator('.place-all');
	const use = async (page) => {
		await press(page.locator('[data-tool="random"]'));
		await press(page.locator('button.use'));
	};
	const stands = (side) => table.locator(`.piece.${side}[data-piece]`).evaluateAll((all) => all.map(({ dataset }) => dataset.piece).sort());

	await use(red);
	await use(blue);
	await press(place);
	await appears(table.locator('.place-all:not(.strong)'));
	const before = await stands('red');
	await press(red.locator('button.change'));
	do await press(red.locator('[data-tool="random"]'));
	while ((await shown(red)).join() === before.join());
	await press(red.locator('button.use'));
	await press(place);
	await room.clock.advance(STILL_MS);
	assert.deepEqual(await stands('red'), await shown(red));
	for (const page of [red, blue]) await press(page.locator('button.ready'));
	await room.until(({ phase }) => phase === 'play', 'the first turn');
});

const shown = (page) => page.locator('.setup .board [data-piece]').evaluateAll((all) => all.map(({ dataset }) => dataset.piece).sort());

/* the whole board, as large as the screen allows, and what lies beside it */
test('board_fills_the_screen', async (t) => {
	const room = await Room.open(t, { game: { edition: 'barrage' }, seats: ['table'], isWatched: false });
	const { table } = room.pages;

	for (const size of [LAPTOP.viewport, { width: 1920, height: 1080 }]) {
		await table.setViewportSize(size);
		if (process.env.KEEP_SHOTS) await table.screenshot({ path: `${process.env.KEEP_SHOTS}/table-${size.width}.png` });
		const wood = await table.locator('.wood').boundingBox();
		assert.ok(wood.height > 0.9 * size.height && wood.y + wood.height <= size.height, JSON.stringify(wood));
		for (const side of ['red', 'blue']) {
			const tray = await table.locator(`.tray.${side}`).boundingBox();
			assert.ok(tray.y >= 0 && tray.y + tray.height <= size.height + 1, `${side}: ${JSON.stringify(tray)}`);
		}
		const height = await table.evaluate(() => document.documentElement.scrollHeight);
		assert.ok(height <= size.height + 1, `nothing is below the edge: ${height}`);
	}
});

/* a page whose place another device has taken says only what is true, and how to go on */
test('table_that_was_given_away_says_so', async (t) => {
	const room = await Room.open(t, { seats: ['table'], isWatched: false });
	const { table } = room.pages;

	await room.daemon.demand({ do: 'unpair', seat: 'table' });
	await room.sees('table', "This page is not the board's virtual table any more.");
	const text = await table.locator('body').innerText();
	assert.doesNotMatch(text, /connection|too old/);
	await press(table.getByRole('button', { name: 'Open the virtual table' }), { settles: false });
	await appears(table.locator('#code'));
});

await finish();
await closeBrowser();
