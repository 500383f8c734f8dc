/*
 * The end of a game: both armies where the table reveals them, the game to step through, what can be kept and verified;
 * and past games as everyone sees them.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, press } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const ADJUTANT = process.env.ADJUTANT ?? 'build/adjutant';
const SMALL = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
const MOVES = 10; /* played before somebody gives up */

const shot = async (page, name) => {
	if (process.env.KEEP_SHOTS) await page.screenshot({ path: `${process.env.KEEP_SHOTS}/${name}.png`, fullPage: true });
};

/* a game until Blue gives up */
async function playToTheEnd(t, config = {}) {
	const game = recorded('barrage');
	const room = await Room.open(t, {
		way: 'laptop_and_phones',
		devices: { red: SMALL, blue: { ...SMALL, viewport: { width: 412, height: 915 } } },
		game: { edition: 'barrage' },
		config,
	});
	const play = await Play.begin(room, game);

	await play.setUp({ paste: true });
	for (const action of game.actions.slice(0, MOVES)) await play.act(action);
	await press(room.pages.blue.locator('button.more'));
	await press(room.pages.blue.locator('.menu [data-word="resign"]'));
	await press(room.pages.blue.locator('dialog').last().getByRole('button', { name: 'Give up' }));
	await room.until(({ phase }) => phase === 'over', 'the end');
	for (const side of ['red', 'blue']) await appears(room.pages[side].locator('.end .keep'));
	return { room, game };
}

const ranksOf = (page, side) => page.locator(`.end .board .piece.${side} .rank`).count();
const whereOf = (page) => page.locator('.steps .where').innerText();

test('everything_is_revealed_and_kept', async (t) => {
	const { room } = await playToTheEnd(t, { network: { broadcast: 'after' } });

	await endIsRevealed(room);
	await isAmongPastGames(room);
});

async function endIsRevealed(room) {
	const { red, blue, watch } = room.pages;

	for (const page of [red, blue])
		for (const side of ['red', 'blue']) await room.wait(async () => (await ranksOf(page, side)) >= 6, 'ranks');
	assert.match(await red.locator('.end .decided').innerText(), /^Red wins\. Blue gave up\.$/);
	assert.match(await red.locator('.end .facts').innerText(), /Moves\s+10/);
	await shot(red, 'end-red');
	await shot(blue, 'end-blue');
	/* by buttons and by keys, from the end to the beginning and back */
	await press(red.locator('.steps button').first(), { settles: false });
	assert.equal(await whereOf(red), 'Before the first move');
	assert.equal(await ranksOf(red, 'blue'), 8, 'the whole army as it was set up');
	await red.keyboard.press('ArrowRight');
	assert.equal(await whereOf(red), 'After move 1 of 11');
	await red.keyboard.press('End');
	assert.equal(await whereOf(red), 'Finished');
	assert.equal(await whereOf(watch), 'Finished');
	/* a battle with the ranks that fought */
	for (let i = 0; i < 11 && (await red.locator('.told-move .piece-icon').count()) === 0; i++)
		await press(red.locator('.steps button').nth(1), { settles: false });
	assert.equal(await red.locator('.told-move .piece-icon .rank').count(), 2);
	await shot(red, 'end-battle');
	/* what was kept is genuine */
	const link = red.getByRole('link', { name: 'Keep the signed record' });
	const [download] = await Promise.all([red.waitForEvent('download'), link.tap()]);
	assert.equal(download.suggestedFilename(), 'adjutant-1.game');
	const key = execFileSync(ADJUTANT, ['key', '--state', room.daemon.state]).toString().match(/[0-9a-f]{64}/)[0];
	assert.match(execFileSync(ADJUTANT, ['verify', '--key', key, await download.path()]).toString(), /red by resigned/);
	assert.deepEqual(room.errors, []);
}

const faceUp = async (room) => (await (await fetch(new URL('games/1.json', room.daemon.base))).json()).face_up;

/* Each player shows the own army, having been told what comes of it. */
async function turnOver(page, isSure) {
	await press(page.locator('[data-word="show-army"]'), { settles: false });
	const question = page.locator('dialog').last();

	assert.match(await question.innerText(), /If you play again with the same set-up, it is known\./);
	await press(question.getByRole('button', { name: isSure ? 'Show my army' : 'Cancel' }), { settles: false });
}

async function bothTurnOver(room) {
	const { red, blue } = room.pages;

	await turnOver(blue, false);
	assert.deepEqual(await faceUp(room), { red: false, blue: false });
	await turnOver(blue, true);
	await room.sees('red', 'Blue shows the whole army.');
	await room.wait(async () => (await ranksOf(red, 'blue')) >= 6, 'the army of Blue');
	assert.equal(await ranksOf(red, 'red'), 0);
	assert.equal(await blue.locator('[data-word="show-army"]').count(), 0);
	await shot(red, 'end-one-shown');
	await turnOver(red, true);
	await room.wait(async () => (await ranksOf(blue, 'red')) >= 6, 'the army of Red');
	/* the whole set-ups, of taken pieces too, and the record to keep; Red has been looking at the beginning */
	await press(blue.locator('.steps button').first(), { settles: false });
	for (const page of [red, blue]) {
		await appears(page.getByRole('link', { name: 'Keep the signed record' }));
		for (const side of ['red', 'blue'])
			await room.wait(async () => (await ranksOf(page, side)) === 8, 'the set-up');
	}
	await shot(red, 'end-both-shown');
	await onOtherScreens(room);
	assert.deepEqual(room.errors, []);
}

/* What the phones show is on the table's page and for those who watch, with the figures. */
async function onOtherScreens(room) {
	const { table, watch } = room.pages;

	for (const page of [table, watch]) {
		for (const side of ['red', 'blue'])
			await room.wait(async () => (await page.locator(`.board .piece.${side} .rank`).count()) >= 6, 'ranks');
		await appears(page.locator('.ending').getByRole('link', { name: 'Step through the game' }));
		assert.match(
			(await page.locator('.ending .facts').innerText()).replace(/\s+/g, ' '),
			/^Moves 10 Time played .* Time of Red .* Time of Blue .* Pieces taken by Red \d Pieces taken by Blue \d This evening Red 1 : 0 Blue$/,
		);
		await shot(page, page === table ? 'end-table' : 'end-watch');
	}
	await press(watch.locator('.large-button'), { settles: false });
	await shot(watch, 'end-large');
	assert.ok(await watch.locator('.ending .facts').isVisible());
}

test('ranks_stay_hidden', async (t) => {
	const { room, game } = await playToTheEnd(t);
	const { red } = room.pages;

	assert.equal(await ranksOf(red, 'red'), 0);
	assert.equal(await ranksOf(red, 'blue'), 0);
	await room.sees('red', 'Ranks that no battle showed stay secret, unless their owner shows the army.');
	await shot(red, 'end-hidden');
	/* one's own, while one looks: also those that have been taken */
	await press(red.locator('.look .switch'));
	await room.wait(async () => (await ranksOf(red, 'red')) > 0, 'the own ranks');
	await press(red.locator('.steps button').first(), { settles: false });
	await room.wait(async () => (await ranksOf(red, 'red')) === 8, 'the own set-up');
	assert.equal(await ranksOf(red, 'blue'), 0);
	await press(red.locator('.look .switch'));
	assert.equal(await ranksOf(red, 'red'), 0);
	const [download] = await Promise.all([
		red.waitForEvent('download'),
		red.getByRole('link', { name: 'Keep the moves as text' }).tap(),
	]);
	assert.equal(download.suggestedFilename(), 'adjutant-1.txt');
	await room.assertSecret(game.setup);
	await bothTurnOver(room);
});

async function isAmongPastGames(room) {
	const page = await room.visit('stranger', 'games');

	/* and others that are not over, or were given up before they began */
	await room.daemon.demand({ do: 'new', red: 'Ann', blue: 'Bob' });
	await room.wait(async () => {
		await page.reload();
		await appears(page.locator('.games .game').first());
		return (await page.locator('.games .game').count()) === 2;
	}, 'both games');
	const rows = await page.locator('.games .game').allInnerTexts();
	assert.match(rows[0], /Ann against Bob\s+The players are setting up/);
	assert.match(rows[1], /Red against Blue\s+Red wins · moves: 10/);
	assert.equal(await page.locator('.games a.game').count(), 1);
	await shot(page, 'games');
	await press(page.locator('.games a.game'), { settles: false });
	await appears(page.locator('.one .board'));
	assert.match(await page.locator('.one').innerText(), /Red wins\. Blue gave up\./);
	await page.keyboard.press('Home');
	assert.equal(await page.locator('.board .piece.blue .rank').count(), 8);
	await shot(page, 'games-one');
	await press(page.locator('.move-list button').nth(2), { settles: false });
	assert.equal(await whereOf(page), 'After move 3 of 11');
	for (const [name, file] of [['Keep the signed record', 'game'], ['Keep the moves as text', 'txt'], ['For the Gravon archive', 'xml']]) {
		const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
		assert.equal(download.suggestedFilename(), `adjutant-1.${file}`);
	}
	await press(page.locator('a.back'), { settles: false });
	await appears(page.locator('.games'));
	await page.goto(new URL('games#2', room.daemon.base).href);
	await page.reload();
	await room.sees('stranger', 'There is no such game to look at, or it is not over yet.');
	assert.deepEqual(room.errors.filter((each) => !each.includes('403')), []);
}

await finish();
await closeBrowser();
