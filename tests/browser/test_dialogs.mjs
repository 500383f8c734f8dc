/* Questions that a page itself asks: a key that is pressed by accident does no harm. */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser } from './lib/room.mjs';

async function askAndPressEnter() {
	const { confirm } = await import('/common/dialog.js');
	const answer = confirm('Really?', 'Give up');
	const { textContent, className } = document.activeElement;

	document.activeElement.click();
	return [textContent, className, await answer];
}

test('focus_is_on_what_does_no_harm', async (t) => {
	const room = await Room.open(t, { seats: [] });

	assert.deepEqual(await room.pages.watch.evaluate(askAndPressEnter), ['Cancel', 'strong', false]);
});

test('code_is_asked_for_by_what_it_is_for', async (t) => {
	const room = await Room.open(t, { seats: [], isWatched: false });

	for (const [path, title, command] of [
		['play', 'Take your seat', 'board\'s screen'],
		['table', 'Open the virtual table', 'adjutant pair table'],
		['arbiter', 'Take the arbiter\'s seat', 'adjutant pair arbiter'],
	]) {
		const page = await room.visit(path, path);

		await appears(page.getByRole('heading', { name: title }));
		assert.match(await page.locator('.pairing').innerText(), new RegExp(command));
	}
});

test('arbiters_square_is_brought_into_sight', async (t) => {
	const phone = { viewport: { width: 360, height: 640 } };
	const room = await Room.open(t, { seats: ['arbiter'], isWatched: false, devices: { arbiter: phone } });
	const { arbiter } = room.pages;

	await arbiter.locator('.sensors [data-square="c3"]').click();
	await arbiter.waitForFunction(() => {
		const { top } = document.querySelector('.square-box h3').getBoundingClientRect();

		return top > 0 && top < innerHeight;
	});
	assert.ok(await arbiter.getByLabel('Sound on').isChecked());
});

await finish();
await closeBrowser();
