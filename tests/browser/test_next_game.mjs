/*
 * The next game, by those who play: proposed on a phone with all that belongs to it, agreed to or
 * declined on the other, and again with the colours exchanged.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { axePath } from '../e2e/lib/packages.mjs';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Play, recorded } from './lib/play.mjs';
import { Room, appears, closeBrowser, press } from './lib/room.mjs';

const AXE = readFileSync(axePath, 'utf8');

async function shoot(page, name) {
	if (process.env.KEEP_SHOTS) await page.screenshot({ path: `${process.env.KEEP_SHOTS}/${name}.png` });
}

const word = (page, name) => page.locator(`.answers [data-word^="${name}"]`).first();

async function openForm(room, name) {
	const page = room.pages[name];

	await room.press(name, 'More');
	await press(page.locator('dialog [data-word="games"]'));
	await appears(page.locator('form.new-game'));
	return page;
}

test('two_players_agree_on_another_game', async (t) => {
	const room = await Room.open(t, { way: 'fingers', isWatched: false });
	const { blue } = room.pages;
	const red = await openForm(room, 'red');

	await red.selectOption('select[name="edition"]', 'duel');
	await press(red.locator('form.new-game summary'));
	await red.selectOption('select[name="clock"]', 'fischer 5+3');
	await red.fill('input[name="red"]', 'Ann');
	await press(red.locator('form.new-game button.strong'));
	await appears(blue.getByText('Duel, 5+3: minutes').first());
	await appears(word(blue, 'accept-game'));
	/* declined: told once, and nothing has changed */
	await press(word(blue, 'decline-game'));
	await appears(red.getByText('does not want the other game').first());
	assert.equal((await room.status()).edition, 'barrage');
	await openForm(room, 'red');
	await red.selectOption('select[name="edition"]', 'duel');
	await red.fill('input[name="red"]', 'Ann');
	await press(red.locator('form.new-game button.strong'));
	await press(word(blue, 'accept-game'));
	await room.until(({ edition }) => edition === 'duel', 'the game');
	await appears(blue.getByText('Ann').first());
	assert.deepEqual(room.errors, []);
});

const SIZES = [{ width: 375, height: 667 }, { width: 412, height: 915 }];

/* what of the open dialog is wider than it, or can be neither seen nor scrolled to */
function faultsOfForm() {
	const dialog = document.querySelector('dialog[open]');
	const { left, right, top, bottom } = dialog.getBoundingClientRect();
	const parts = [...dialog.querySelectorAll('button, select, input, label > span, p, summary')].filter((each) => each.checkVisibility());
	const isOut = (each) => each.getBoundingClientRect().left < left || each.getBoundingClientRect().right > right + 1;
	const isCut = (each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0 && each.tagName !== 'SELECT';

	return [
		...parts.filter((each) => isOut(each) || isCut(each)).map((each) => each.textContent.slice(0, 30) || each.name),
		...(left < 0 || right > innerWidth || top < 0 || bottom > innerHeight ? ['the dialog'] : []),
		...(dialog.scrollWidth > dialog.clientWidth ? ['what is in it'] : []),
	];
}

async function seriousFaults(page) {
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
	const { violations } = await page.evaluate(() => window.axe.run('dialog', { resultTypes: ['violations'], preload: false }));

	return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0].target}`);
}

test('form_fits_and_is_accessible', async (t) => {
	const room = await Room.open(t, { way: 'fingers', isWatched: false, game: { edition: 'barrage' } });
	const { red } = room.pages;

	await room.daemon.demand({ do: 'new', edition: 'battle-cards', red: 'Ann', blue: 'Bob' });
	for (const language of ['de', 'en']) {
		await red.evaluate((code) => localStorage.setItem('adjutant/language', code), language);
		await red.reload();
		await room.online('red');
		await press(red.locator('.more'));
		await press(red.locator('dialog [data-word="games"]'));
		await appears(red.locator('form.new-game'));
		for (const size of SIZES) {
			await red.setViewportSize(size);
			assert.deepEqual(await red.evaluate(faultsOfForm), [], `${language}, ${size.width}`);
			await shoot(red, `form-${language}-${size.width}`);
			await press(red.locator('form.new-game summary'), { settles: false });
			assert.deepEqual(await red.evaluate(faultsOfForm), [], `${language}, ${size.width}, all options`);
			await shoot(red, `form-${language}-${size.width}-all`);
			await red.locator('form.new-game button.strong').scrollIntoViewIfNeeded();
			await shoot(red, `form-${language}-${size.width}-end`);
			if (size === SIZES[0]) assert.deepEqual(await seriousFaults(red), [], language);
			await press(red.locator('form.new-game summary'), { settles: false });
		}
	}
	/* and what the other player is asked about it */
	await red.selectOption('select[name="edition"]', 'duel');
	await red.fill('input[name="red"]', 'Anna');
	await press(red.locator('form.new-game button.strong'));
	await appears(word(room.pages.blue, 'accept-game'));
	await room.pages.blue.setViewportSize(SIZES[0]);
	await shoot(room.pages.blue, 'form-asked');
	assert.deepEqual(room.errors, []);
});

test('again_with_the_colours_exchanged', async (t) => {
	const room = await Room.open(t, { way: 'fingers', isWatched: false });
	const { red, blue, table } = room.pages;

	await room.daemon.demand({ do: 'say', who: 'red', word: 'resign' });
	await press(word(red, 'offer-game same swap'));
	await appears(word(blue, 'accept-game'));
	/* proposed at the table in its place: both are asked, and the table by itself begins nothing */
	await press(table.locator('button.new-game'));
	await table.locator('form.new-game').waitFor();
	assert.equal(await table.locator('form.new-game input').count(), 2, 'a name for each side');
	await table.selectOption('select[name="colours"]', 'swap');
	await press(table.locator('form.new-game button.strong'));
	await appears(table.getByText('Proposed: the players answer on their phones.'));
	await appears(red.getByText('At the table another game is proposed: Barrage, colours exchanged.').first());
	await press(word(red, 'accept-game'));
	assert.equal((await room.status()).game, 1);
	await press(word(blue, 'accept-game'));
	await room.until(({ game }) => game === 2, 'the game');
	/* each phone has the other side now, and nobody has scanned anything */
	await appears(red.locator('.player.blue').first());
	/* the page loads itself anew on the way: while it does, there is nobody to ask */
	const otherSeat = () => red.evaluate(() => localStorage.getItem('adjutant/seat/blue')).catch(() => null);
	await room.wait(async () => (await otherSeat()) !== null, 'the other seat');
	await room.online('red');
	await room.online('blue');
	assert.deepEqual((await room.status()).paired.sort(), ['blue', 'red', 'table']);
	/* nothing of the game before stays in sight */
	assert.equal(await blue.getByText('would like another game').count(), 0);
	assert.deepEqual(room.errors, []);
});

/* The board is switched off between the evenings. */
test('adjourned_and_continued', async (t) => {
	const game = recorded('quick-duel');
	const room = await Room.open(t, { isWatched: false, game: { edition: 'quick-duel' } });
	const { red, blue } = room.pages;
	const play = await Play.begin(room, game);

	await play.setUp({ paste: true });
	await play.act(game.actions[0]);
	await room.press('red', 'More');
	await press(red.locator('dialog [data-word="adjourn"]'));
	await press(red.locator('dialog').last().getByRole('button', { name: 'Go on another day' }));
	await room.sees('blue', 'Red has stopped for today. The game is kept.');
	await room.daemon.stop();
	await room.online('red', false);
	await room.daemon.start();
	for (const name of ['red', 'blue', 'table']) await room.online(name);
	assert.equal((await room.status()).plies, 1);
	await room.sees('blue', 'The game is paused.');
	await press(blue.locator('.answers [data-word="resume"]'));
	await appears(red.getByText('The game is paused.'), { state: 'hidden' });
	await play.act(game.actions[1]);
	assert.equal((await room.status()).plies, 2);
	assert.deepEqual(room.errors, []);
});

await finish();
await closeBrowser();
