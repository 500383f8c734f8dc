/*
 * Two people at home, without an arbiter: they take three turns back, one after the other; and after a
 * mishap one says No, puts the pieces right by the picture, and play goes on. Then one says that a piece stands on
 * another square than the record has it: the other sees which, and agrees.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, press, pressIfThere } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const TURNS = 3;

async function takeBack(room, plies) {
	await room.press('red', 'More');
	await press(room.pages.red.locator('dialog [data-word="offer-takeback"]'));
	await press(room.pages.blue.locator('.answers [data-word="accept-takeback"]'));
	await room.until(({ plies: now }) => now === plies, `${plies} turns to be left`);
}

/* the one who is asked whether all pieces stand where they stood */
async function whoIsAsked(room) {
	const asked = (side) => room.pages[side].locator('.answers [data-word="deny"]').isVisible();
	let who;

	await room.until(async () => {
		for (const side of ['red', 'blue']) if (await asked(side)) who = side;
		return who !== undefined;
	}, 'a question');
	return who;
}

/* the other one may be asked as well */
async function answerPlaces(room) {
	for (const side of ['red', 'blue'])
		await pressIfThere(room.pages[side].locator('.answers [data-word="confirm"]'));
}

async function saysElsewhere(room, side, from, to) {
	const page = room.pages[side];

	await room.press(side, 'More');
	await press(page.locator('dialog [data-word="offer-correction"]'));
	await room.sees(side, 'Press the piece, then the square where it stands.');
	for (const sq of [from, to])
		await press(page.locator(`.picture .board [data-square="${sq}"]`), { force: true, settles: false });
}

/* By pressing the piece and the square; declined once, and agreed to. Nobody sees a rank. */
async function agreeOnASquare(room) {
	const { red, blue } = room.pages;
	const blues = await red.locator('.picture .board .piece.blue[data-piece]').evaluateAll((all) => all.map((each) => each.dataset.piece));
	const all = await red.locator('.picture .board [data-piece]').evaluateAll((each) => each.map(({ dataset }) => dataset.piece));
	const from = blues[0], to = ['a4', 'b4', 'g4', 'h4', 'a5', 'b5'].find((sq) => !all.includes(sq));
	const question = `Red says that the piece on ${from} stands on ${to}. Is that right?`;

	await saysElsewhere(room, 'red', from, to);
	await room.sees('blue', question);
	await press(blue.locator('.answers [data-word="decline-correction"]'));
	await appears(blue.getByText(question), { state: 'hidden' });
	await saysElsewhere(room, 'red', from, to);
	await room.sees('red', /Blue has not answered yet/);
	await press(blue.locator('.answers [data-word="accept-correction"]'));
	await appears(red.locator(`.picture .board .piece.blue[data-piece="${to}"]`));
	assert.equal(await red.locator('.picture .board .piece.blue .rank').count(), 0);
}

test('two_at_home_help_themselves', async (t) => {
	const game = recorded('quick-duel');
	const room = await Room.open(t, { game: { edition: 'quick-duel' }, isWatched: false });
	const play = await Play.begin(room, game);

	await play.setUp({ paste: true });
	for (const action of game.actions.slice(0, TURNS)) await play.act(action);
	for (let left = TURNS - 1; left >= 0; left--) await takeBack(room, left);
	await play.putRight();
	await play.act(game.actions[0]);

	await play.knockOver();
	await play.putRight();
	const who = await whoIsAsked(room);

	await press(room.pages[who].locator('.answers [data-word="deny"]'));
	await room.until(({ phase }) => phase === 'settle', 'play to stand');
	await room.sees(who, /Put your pieces where the picture shows them/);
	await room.sees('table', /is putting pieces right/); /* the other player may have a question too */
	await room.press(who, 'More');
	assert.equal(await room.pages[who].locator('dialog [data-word="call-arbiter"]').count(), 0);
	await room.pages[who].keyboard.press('Escape');
	await press(room.pages[who].locator('.answers [data-word="confirm"]'));
	await room.until(({ phase }) => phase === 'play', 'play to go on');
	await appears(room.pages[who].getByText(/Put your pieces where/), { state: 'hidden' });
	await answerPlaces(room);
	await agreeOnASquare(room);
	await play.putRight();
	assert.deepEqual(room.errors, []);
});

await finish();
await closeBrowser();
