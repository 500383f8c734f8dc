/*
 * A board that reads tags, and nobody who has one: the virtual table's pieces have tags that were made
 * up for this game. They are exchanged until the phones show what their owners want, or as a phone says
 * for a formation that was chosen there, moved, touched and knocked over, and still no page knows a rank
 * that is not for it, or another page's tags.
 */
import assert from 'node:assert/strict';
import { fromHex, open } from '../../web-ui/link/code.js';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, press, pressIfThere } from './lib/room.mjs';
import { Play } from './lib/play.mjs';

const ARMY = ['1', '2', '2', '3', '9', 'B', 'F', 'M']; /* the pictures on the pieces, sorted */
const LINES = /^\d+ ((open|close) [a-h][1-8]|(tag|untag) [a-h][1-8] 04[0-9A-F]{12}|frame [01/]{71})$/;
const untimed = (line) => line.replace(/^\d+ /, '');

/* ---- what goes to the board ---- */

/* the payloads of all messages that a websocket's frame holds; one may hold several packets */
function payloadsIn(bytes) {
	const payloads = [];

	for (let at = 0, length = 0; at < bytes.length; at += length) {
		const isMessage = bytes[at] >> 4 === 3;

		length = 0;
		for (let shift = 0, more = 128; more; shift += 7) {
			more = bytes[++at] & 128;
			length |= (bytes[at] & 127) << shift;
		}
		at++;
		/* topic, then an id, as all are acknowledged */
		if (isMessage) payloads.push(bytes.subarray(at + 4 + bytes.readUInt16BE(at), at + length));
	}
	return payloads;
}

/* Every line that a page says, from its next load on; all of it is in boxes. */
async function listen({ pages }, name) {
	const lines = [], page = pages[name];
	const { up } = await page.evaluate((key) => JSON.parse(localStorage.getItem(key)), `adjutant/seat/${name}`);
	const linesIn = (box) => {
		const { lines: text, word } = open(fromHex(up), box);
		return (text ?? word).split('\n');
	};

	page.on('websocket', (socket) =>
		socket.on('framesent', ({ payload }) =>
			lines.push(...payloadsIn(Buffer.from(payload)).flatMap(linesIn)),
		),
	);
	await page.reload();
	await appears(page.locator('html[data-online="true"] .board'));
	return lines;
}

function assertSensorsOnly(lines) {
	const times = lines.map((line) => Number(line.split(' ')[0]));

	for (const line of lines) assert.match(line, LINES);
	assert.ok(times.every((time, i) => i === 0 || time >= times[i - 1]), 'its time goes on');
	for (const verb of ['open', 'close', 'tag', 'untag', 'frame'])
		assert.ok(lines.some((line) => untimed(line).startsWith(`${verb} `)), `there is a ${verb}`);
}

/* Only the table has heard of its tags, and it has heard of nothing but tags. */
async function assertTagsStayThere(room, lines) {
	const tags = new Set(lines.map(untimed).filter((line) => line.startsWith('tag ')).map((line) => line.split(' ')[2]));
	const kept = await room.pages.table.evaluate(() => JSON.parse(localStorage.getItem('adjutant/table')));

	assert.equal(tags.size, 2 * ARMY.length);
	for (const [, piece] of kept.on) {
		assert.deepEqual(Object.keys(piece).sort(), ['side', 'tag']);
		assert.ok(tags.has(piece.tag));
	}
	for (const name of ['red', 'blue', 'watch']) {
		const heard = JSON.stringify(room.traffic[name].read()) + (await room.pages[name].content());
		for (const tag of tags) assert.ok(!heard.includes(tag), `${name} knows a tag`);
	}
}

/* ---- setting up ---- */

/* what a phone's picture shows: {square: which picture is on the piece} */
function shown(room, side) {
	return room.pages[side].locator('.setup .board [data-piece]').evaluateAll((pieces) =>
		Object.fromEntries(pieces.map((piece) => [piece.dataset.piece, piece.querySelector('.figure')?.dataset.figure])));
}

async function untilShown(room, side, isSo, what) {
	let last = {};

	await room.until(async () => isSo((last = await shown(room, side))), what);
	return last;
}

async function fill(room, side) {
	await room.press('table', new RegExp(`set up ${side}`, 'i'));
	const pieces = await untilShown(room, side, (now) => Object.keys(now).length === ARMY.length, `what ${side} has`);

	assert.deepEqual(Object.values(pieces).sort(), ARMY);
}

/* A piece changes places with whatever stands on a square; until its owner sees it there. */
async function bring({ room, hand }, side, piece, to) {
	const before = await shown(room, side);
	const from = Object.keys(before).find((sq) => before[sq] === piece);

	if (from === to) return;
	await hand.carry(from, to);
	await untilShown(room, side, (now) => now[to] === piece && now[from] === before[to], `${piece} on ${to}`);
}

/* ... or goes to an empty one. */
async function move({ room, hand }, side, from, to) {
	await hand.carry(from, to);
	await untilShown(room, side, (now) => now[to] && !now[from], `a piece on ${to}`);
}

const DECOY = { c1: 'F', h1: '3', b2: '1', h2: 'B', b3: '2', d3: '9', e3: 'M', h3: '2' };
const TOLD = /^(?:Exchange the pieces on|Move the piece on) (..) (?:and|to) (..)\.$/;

/* A formation that is chosen on the phone comes about by what it says, and it says so to nobody else;
 * not even a reload in between changes what it says. */
async function obey({ room, hand }, side) {
	const page = room.pages[side], want = page.locator('.want');
	const said = await listen(room, side);

	await press(page.locator('[data-tool="formations"]'));
	await press(page.locator('[data-formation="decoy"]'));
	for (let text = '', count = 0; ; count++) {
		await room.until(async () => (await want.innerText()) !== text, 'the next exchange');
		text = await want.innerText();
		if (!TOLD.test(text)) break;
		assert.ok(count < ARMY.length, text);
		if (count === 1) await page.reload();
		await room.sees(side, text);
		await hand.carry(...TOLD.exec(text).slice(1));
		await pressIfThere(page.locator('button.passed')); /* of two of a kind the board tells nothing */
	}
	await room.sees(side, 'All pieces stand as you chose.');
	assert.deepEqual(said, []);
}

async function setUp(play) {
	const { room } = play;

	await room.sees('table', /drag one onto the other/);
	for (const side of ['red', 'blue']) await fill(room, side);
	await obey(play, 'red');
	assert.deepEqual(await shown(room, 'red'), DECOY);
	await press(room.pages.red.locator('[data-tool="stop"]'));
	await bring(play, 'red', '3', 'd3');
	await bring(play, 'blue', '9', 'd8');
	await move(play, 'blue', 'd8', 'd6');
	for (const side of ['red', 'blue']) await play.sayReady(side);
	await room.until(({ phase }) => phase === 'play', 'the first turn');
}

/* ---- playing ---- */

/* Every piece finds its own square again, though its back looks like all others. */
async function knockOver(play) {
	const { table } = play.room.pages;

	await play.knockOver();
	await appears(table.locator('.controls button.strong').first());
	await play.putRight();
	for (const side of ['red', 'blue'])
		assert.ok(!(await play.room.pages[side].locator('.answers [data-word="confirm"]').isVisible()),
			'nobody is asked which piece is which');
}

test('quick_barrage_by_tags', async (t) => {
	const room = await Room.open(t, {
		game: { edition: 'quick-barrage' },
		config: { table: { sensors: 'reed+rfid' } },
	});
	const play = await Play.begin(room, { edition: 'quick-barrage', setup: { red: '//', blue: '//' } });
	const lines = await listen(room, 'table');

	await setUp(play);
	await play.act('red d3-d4');
	await play.act('blue d6-d5');
	await knockOver(play);
	await play.act('red d4xd5');
	for (const side of ['red', 'blue']) await room.sees(side, 'Battle on d5'); /* a miner and a general */
	await play.act('blue d5-d4');
	assertSensorsOnly(lines);
	await assertTagsStayThere(room, lines);
	await room.assertSecret();
});

await finish();
await closeBrowser();
