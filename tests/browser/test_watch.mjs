/* What is past and what is now are not shown as one, on the page of those who watch. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ADJUTANT } from '../e2e/lib/daemon.mjs';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const PLIES = 6;
const TOGETHER_MS = 400; /* in which what happens is said together */

test('stepping_back_shows_the_past_alone', async (t) => {
	const game = recorded('quick-duel');
	const room = await Room.open(t, { game: { edition: 'quick-duel' } });
	const play = await Play.begin(room, game);
	const { watch } = room.pages;
	const list = watch.locator('.move-list');

	await play.setUp({ paste: true });
	for (const action of game.actions.slice(0, PLIES)) await play.act(action);
	await appears(watch.locator('.move-list li').nth(PLIES - 1));
	assert.equal(await watch.locator('.player.to-move').count(), 1);
	const now = await watch.locator('.want').innerText();

	await room.press('watch', 'One move back');
	await appears(watch.locator('.watch.back'));
	assert.equal(await watch.locator('.player.to-move').count(), 0);
	assert.ok(await watch.locator('.said').isHidden());
	assert.ok(await watch.locator('.battle-card').isHidden());
	assert.match(await watch.locator('.want').innerText(), /^(Red|Blue)/);
	assert.notEqual(await watch.locator('.want').innerText(), now);

	/* a list that is too low for all of them follows */
	await list.evaluate((element) => (element.style.maxHeight = element.style.height = '90px'));
	for (let i = 1; i < PLIES - 1; i++) {
		await watch.keyboard.press('ArrowLeft');
		const [top, bottom] = await list.evaluate((element) => {
			const frame = element.getBoundingClientRect();
			const here = element.querySelector('[aria-current]').getBoundingClientRect();

			return [here.top - frame.top, frame.bottom - here.bottom];
		});
		assert.ok(top >= -1 && bottom >= -1, `${i} moves back: ${top}, ${bottom}`);
	}
	await list.evaluate((element) => element.removeAttribute('style'));
	await room.press('watch', 'To the beginning');
	assert.equal(await list.evaluate(({ scrollTop }) => scrollTop), 0);
	assert.equal(await watch.locator('.want').innerText(), '');
	await watch.keyboard.press('End');
	await appears(watch.locator('.watch:not(.back)'));
	assert.equal(await watch.locator('.want').innerText(), now);
});

/* The table is right again ... */
async function move() {
	const { Said } = await import('/watch/said.js');

	globalThis.said = new Said();
	globalThis.said.tell({ event: 'move', side: 'red', from: 'a1', sq: 'a2' });
	globalThis.said.tell({ event: 'board-ok' });
}

/* ... and then it is not. */
function contradict() {
	const before = globalThis.said.element.textContent;

	globalThis.said.tell({ event: 'guide', side: 'red', do: 'place', squares: ['a1'] });
	return [before, globalThis.said.element.textContent];
}

test('right_again_is_taken_back', async (t) => {
	const room = await Room.open(t, { seats: [] });

	await room.pages.watch.evaluate(move);
	await room.clock.advance(TOGETHER_MS);
	assert.deepEqual(await room.pages.watch.evaluate(contradict), [
		'Red: a1 to a2. The table is right again.',
		'Red: a1 to a2.',
	]);
});

/* What is saved is what `adjutant verify --seen` takes: it gets as far as the record, which is none. */
test('what_was_seen_can_be_saved', async (t) => {
	const room = await Room.open(t, { seats: [] });
	const { watch } = room.pages;
	const file = join(room.daemon.dir, 'seen.json');

	await room.clock.advance(TOGETHER_MS);
	await appears(watch.locator('.evidence summary'));
	await watch.locator('.evidence summary').click();
	assert.equal(await watch.locator('.evidence code').innerText(), room.daemon.key);
	assert.ok((await watch.locator('.evidence summary').innerText())
		.endsWith(room.daemon.key.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ')));
	const [download] = await Promise.all([
		watch.waitForEvent('download'),
		watch.locator('.evidence a').click(),
	]);
	await download.saveAs(file);
	assert.match(download.suggestedFilename(), /^adjutant-[0-9a-f]{8}-\d+\.json$/);
	const { status, stdout, stderr } = spawnSync(ADJUTANT, ['verify', '--seen', file, room.daemon.state],
		{ encoding: 'utf8' });
	assert.equal(status, 0, stderr);
	assert.match(stdout, /this is the archive of what was seen/);
});

/* One piece goes to another square; what is on its way, in [way, ms], also after the picture is drawn again. */
async function slides() {
	const { Board } = await import('/common/board.js');
	const board = new Board({ columns: 10, rows: 10, lakes: ['c5', 'c6'] });
	const at = (...squares) => new Map(squares.map((sq) => [sq, { side: 'red', code: '?' }]));

	document.body.append(board.element);
	board.show({ pieces: at('a1', 'b1') });
	board.show({ pieces: at('a1', 'b3') });
	board.show({ pieces: at('a1', 'b3'), marks: new Map([['b3', 'to']]) });
	const found = board.element.getAnimations({ subtree: true }).map(({ effect }) => [
		effect.target.dataset.piece,
		effect.getKeyframes()[0].translate,
		effect.getTiming().duration,
	]);
	board.element.remove();
	return found;
}

test('pieces_slide_unless_motion_is_unwanted', async (t) => {
	const room = await Room.open(t, { seats: [] });
	const { watch } = room.pages;

	assert.deepEqual(await watch.evaluate(slides), []);
	await watch.emulateMedia({ reducedMotion: 'no-preference' });
	assert.deepEqual(await watch.evaluate(slides), [['b3', '0px 200px', 200]]);
	await appears(watch.locator('.board-place .board .shore'), { state: 'attached' });
	assert.deepEqual(await watch.evaluate(figuresOf), { hidden: 0, shown: 12, outlines: 12, texts: '1098765432S' });
});

/* Every rank has a picture of its own, and a piece whose rank is hidden has none. */
async function figuresOf() {
	const { pieceIcon } = await import('/common/board.js');
	const { CODES } = await import('/common/editions.js');
	const icons = CODES.map((code) => pieceIcon('red', code));
	const figures = icons.flatMap((icon) => [...icon.querySelectorAll('.rank .figure')]);

	return {
		hidden: pieceIcon('blue', '?').querySelectorAll('.rank, .figure').length,
		shown: figures.length,
		outlines: new Set(figures.map((each) => each.getAttribute('d'))).size,
		texts: icons.map(({ textContent }) => textContent).join(''),
	};
}

await finish();
await closeBrowser();
