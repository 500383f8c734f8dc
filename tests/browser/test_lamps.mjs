/*
 * The lamps of the virtual table: that they say what the daemon says, to eyes that see colours or do not,
 * to people who want nothing to move, and to those who listen.
 */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, closeBrowser } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const lit = (page) =>
	page.locator('[data-lamp]').evaluateAll((lamps) => Object.fromEntries(lamps.map(({ dataset }) => [dataset.lamp, dataset.meaning])));

const animationOf = (page, sq) =>
	page.locator(`[data-lamp="${sq}"] .light`).evaluate((light) => getComputedStyle(light).animationName);

const labelOf = (page, sq) => page.locator(`[data-square="${sq}"]`).getAttribute('aria-label');

/* of an army that leaves room in its rows */
const HOMES = Object.fromEntries(
	['1', '2', '3', '6', '7', '8'].flatMap((row) => [...'abcdefgh'].map((column) => [column + row, 'empty'])),
);

async function shoot(page, name) {
	if (process.env.KEEP_SHOTS) await page.screenshot({ path: `${process.env.KEEP_SHOTS}/${name}.png` });
}

test('lamps_of_a_game', async (t) => {
	const game = recorded('quick-duel');
	const room = await Room.open(t, { game: { edition: 'quick-duel' } });
	const play = await Play.begin(room, game);
	const { table } = room.pages;
	const shows = (expected, what) => room.wait(async () => isDeepStrictEqual(await lit(table), expected), what);

	await shows(HOMES, 'the rows of both sides');
	await shoot(table, 'lamps-setup');
	await play.setUp({ paste: true });
	await room.until(({ phase }) => phase === 'play', 'the first turn');
	await shows({ a1: 'turn', h1: 'turn' }, 'red to be on turn');
	assert.match(await labelOf(table, 'a1'), /a1; lamp: this side is to act$/);
	await play.act(game.actions[0]);
	const [, from, to] = /^([a-h]\d)[-x]([a-h]\d)/.exec(game.actions[0]);
	await shows({ a8: 'turn', h8: 'turn', [from]: 'from', [to]: 'to' }, 'the last move');
	await shoot(table, 'lamps-move');
	await table.emulateMedia({ reducedMotion: 'no-preference' });
	assert.equal(await animationOf(table, 'a8'), 'lamp-turn');
	assert.equal(await animationOf(table, to), 'none', 'what only reminds does not blink');
	await play.hand.carry(to, from); /* taken back: a second thought */
	await shows({ a1: 'turn', h1: 'turn' }, 'the move to be taken back');
	await play.hand.carry('f7', 'f6'); /* out of turn */
	await shows({ a1: 'turn', h1: 'turn', f7: 'back' }, 'the piece to be put back');
	assert.equal(await animationOf(table, 'f7'), 'lamp-back');
	assert.match(await labelOf(table, 'f7'), /lamp: the piece that stood here comes back$/);
	await shoot(table, 'lamps-back');
	await table.emulateMedia({ reducedMotion: 'reduce' });
	assert.equal(await animationOf(table, 'f7'), 'none', 'nothing moves for people who want that');
	assert.ok(await table.locator('[data-lamp="f7"] .sign').getAttribute('d'), 'and the sign is there');
	await table.getByRole('button', { name: 'Turn the board' }).click();
	assert.deepEqual(await lit(table), { a1: 'turn', h1: 'turn', f7: 'back' });
});

await finish();
await closeBrowser();
