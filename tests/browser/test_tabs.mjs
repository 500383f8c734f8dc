/*
 * Several tabs of one browser: the same seat in two of them, which only one can have at a time, and two
 * seats of one device, of which either can be chosen.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, press } from './lib/room.mjs';
import { TableHand } from './lib/table_hand.mjs';

const QUIET_MS = 3000; /* in which two that throw each other out have done so several times */
const ELSEWHERE = 'This page is open in another tab.';

/* Counts the connections of a page to the broker. */
function countSockets(page) {
	const count = { sockets: 0 };

	page.on('websocket', () => count.sockets++);
	return count;
}

/* One has the seat, for good, and the other says so. */
async function assertHeldBy(room, holder, other) {
	await room.sees(other, ELSEWHERE);
	await room.online(holder);
	const counts = [holder, other].map((name) => countSockets(room.pages[name]));
	await room.clock.advance(QUIET_MS);
	assert.deepEqual(counts, [{ sockets: 0 }, { sockets: 0 }], 'nobody connects again');
	await room.online(holder);
	assert.equal(await room.pages[other].locator('.connection[role=status]').innerText(), '', 'there is no loss to tell of');
	assert.equal(await room.pages[other].locator('.board').count(), 0, 'nothing of the game is left');
}

test('seat_is_in_one_tab', async (t) => {
	const room = await Room.open(t, { seats: ['red'], isWatched: false });

	await room.visit('second', 'play', { beside: 'red' });
	await assertHeldBy(room, 'second', 'red');
	await room.press('red', 'Use it here');
	await assertHeldBy(room, 'red', 'second');
	await room.pages.red.reload();
	await assertHeldBy(room, 'red', 'second');
	await room.pages.second.reload(); /* as a browser does with one that it had discarded */
	await assertHeldBy(room, 'second', 'red');
	await room.pages.second.close();
	await room.press('red', 'Use it here');
	await room.online('red');
	assert.deepEqual(room.errors, []);
});

test('tab_that_slept_gives_way', async (t) => {
	const room = await Room.open(t, { seats: ['red'], isWatched: false });
	const { red } = room.pages;
	const cdp = await red.context().newCDPSession(red);

	room.stopTimeOf('red');
	await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
	await room.visit('second', 'play', { beside: 'red' });
	await room.online('second');
	const count = countSockets(room.pages.second);
	await cdp.send('Page.setWebLifecycleState', { state: 'active' });
	await room.sees('red', ELSEWHERE);
	await room.clock.advance(QUIET_MS);
	assert.deepEqual(count, { sockets: 0 }, 'the other one is not thrown out');
});

/* Of two that come at the same time one gives way: neither both nor none. */
test('tabs_opened_at_once', async (t) => {
	const room = await Room.open(t, { seats: ['red'], isWatched: false });
	const names = ['second', 'third', 'fourth'];

	await Promise.all(names.map((name) => room.visit(name, 'play', { beside: 'red' })));
	await room.sees('red', ELSEWHERE);
	await room.until(async () => {
		const given = await Promise.all(names.map((name) => room.pages[name].getByText(ELSEWHERE).count()));
		return given.filter((count) => count === 1).length === names.length - 1;
	}, 'all but one to give way');
});

test('table_is_in_one_tab', async (t) => {
	const room = await Room.open(t, { seats: ['table'], game: { edition: 'barrage' } });
	const first = await TableHand.at(room.pages.table);
	const counted = (red) => room.sees('watch', `Waiting for the players to set up: Red ${red}`);
	const here = (name) => room.pages[name].locator('.wood [data-piece]');

	await first.place('red', 'a1');
	await counted(1);
	await room.visit('second', 'table', { beside: 'table' });
	await assertHeldBy(room, 'second', 'table');
	await (await TableHand.at(room.pages.second)).place('red', 'b1');
	await counted(2);
	await room.press('table', 'Use it here');
	await assertHeldBy(room, 'table', 'second');
	assert.equal(await here('table').count(), 2, 'pieces stand as the other tab has left them');
	await counted(2);
});

test('either_seat_of_a_device', async (t) => {
	const room = await Room.open(t, { seats: ['red'], isWatched: false });
	const seats = (name) => room.pages[name].locator('[data-seat]').allTextContents();

	await room.sit('blue', { beside: 'red' });
	await room.online('red'); /* two seats are no quarrel */
	await room.visit('later', 'play', { beside: 'red' });
	await appears(room.pages.later.locator('#code'));
	for (const side of ['red', 'blue']) await room.pages[side].close();
	await room.pages.later.reload();
	await appears(room.pages.later.locator('#code'));
	assert.deepEqual(await seats('later'), ['Red', 'Blue']);
	await room.press('later', 'Blue');
	await room.online('later');
	await room.sees('later', 'You: Blue');

	await room.visit('last', 'play', { beside: 'later' });
	await room.press('last', 'Forget Blue');
	assert.deepEqual(await seats('last'), ['Red']);
	await press(room.pages.last.locator('[data-seat="red"]'));
	await room.sees('last', 'You: Red');
	await room.pages.last.reload();
	await room.sees('last', 'You: Red');
});

await finish();
await closeBrowser();
