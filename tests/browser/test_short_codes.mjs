/* Codes of six signs, typed on the first page and on a page that is for another seat. */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, press } from './lib/room.mjs';

async function type(page, code) {
	await appears(page.locator('#code'));
	await page.locator('#code').fill(code);
	await press(page.getByRole('button', { name: 'Sit down' }));
}

/* Time stands still until the other page is there. */
const leadsTo = (page, code, path) => Promise.all([page.waitForURL((url) => url.pathname === path), type(page, code)]);

const shortCode = async (room, seat) => (await room.daemon.demand({ do: 'pair', seat })).short;

test('a_code_is_typed_on_the_first_page', async (t) => {
	const room = await Room.open(t, { seats: [], isWatched: false });
	const code = await shortCode(room, 'red');
	const wrong = code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A');

	await room.visit('red', '/');
	/* a browser tells of the refusal itself; it is what this test is about */
	await type(room.pages.red, wrong);
	await room.sees('red', 'The code is used, too old or mistyped. Ask for a new one.');
	room.errors = room.errors.filter((error) => !/403/.test(error));
	await type(room.pages.red, 'X23-456');
	await room.sees('red', /There is a mistake in the code/);
	await leadsTo(room.pages.red, code.toLowerCase(), '/play');
	await room.online('red');
	await room.sees('red', 'You: Red');
});

test('a_code_leads_to_the_page_of_its_seat', async (t) => {
	const room = await Room.open(t, { seats: [], isWatched: false });

	await room.visit('arbiter', '/play');
	await leadsTo(room.pages.arbiter, await shortCode(room, 'arbiter'), '/arbiter');
	await room.online('arbiter');
	assert.deepEqual(room.errors, []);
});

await finish();
await closeBrowser();
