/*
 * What is worth stealing in a game, and whether any of it can be found in a text. Used on what an
 * audience may read, and on what no audience may: logs, files, answers of the web server.
 */
import assert from 'node:assert/strict';
import { fromHex, parseCode, toHex } from '../../../../web-ui/link/code.js';
import { FIGHTERS } from '../people/quick_game.mjs';
import { ranksIn } from '../ranks.mjs';

const COLOURS = ['red', 'blue'];

function ofCode(code) {
	const seed = parseCode(code);

	return [code, code.replaceAll('-', ''), code.replaceAll('-', '').toUpperCase(), toHex(seed),
		Buffer.from(seed).toString('base64')];
}

const ofKey = (key) => [key, Buffer.from(fromHex(key)).toString('base64')];

/* Texts that belong into no message, page, log or command line: keys, credentials, set-ups. */
export function keysOf(game) {
	const credentials = Object.values(game.access).filter(({ user }) => user);

	return [
		...game.codes.flatMap(ofCode),
		...credentials.flatMap(({ user, password, client, up, down }) =>
			[user, password, client, ...ofKey(up), ...ofKey(down)]),
	];
}

/* the whole board with one side's set-up, as views and the journal's state have it */
function wholeBoard(formation, colour) {
	const empty = Array(6).fill('.'.repeat(10)).join('/');

	return colour === 'red' ? `${formation}/${empty}` : `${empty}/${formation}`;
}

export function formationsOf(game, colours = COLOURS) {
	return colours.flatMap((colour) =>
		[game.formations[colour], wholeBoard(game.formations[colour], colour)]);
}

/* Nonces of pieces that were not disclosed to this audience; openings: {red: [..], blue: [..]} */
function hiddenNonces(openings, audience) {
	return COLOURS.filter((colour) => colour !== audience).flatMap((colour) => openings[colour]
		.filter(({ sq }) => audience === 'public' || !FIGHTERS[colour].includes(sq))
		.map(({ nonce }) => nonce));
}

/* Which of these texts are in it. */
export function findIn(bytes, texts) {
	const whole = Buffer.isBuffer(bytes) ? bytes.toString('latin1') : bytes;

	return texts.filter((text) => whole.includes(text));
}

const isDisclosed = ({ side, sq }) => FIGHTERS[side].includes(sq);

/*
 * What messages tell an audience ('red', 'blue' or 'public') that it must not know: by what their
 * fields mean, and by whatever else is in them.
 */
export function leaksOf(texts, audience, game, openings) {
	const others = COLOURS.filter((colour) => colour !== audience);
	const hidden = [...formationsOf(game, others), ...hiddenNonces(openings, audience), ...keysOf(game)];

	return texts.flatMap((text) => [
		...ranksIn(JSON.parse(text), audience, isDisclosed),
		...findIn(text, hidden),
	]);
}

/* Ends the daemon; what it and its broker have said in all that time is nobody's secret. */
export async function assertQuietLog(game) {
	const rows = Object.values(game.formations).flatMap((rows) => rows.split('/')).filter((row) => /[^.]/.test(row));
	const hidden = [...keysOf(game), ...formationsOf(game), ...rows];

	for (const { link } of Object.values(game.players))
		link.close();
	await game.daemon.stop();
	assert.match(game.daemon.log, /seat red is paired/);
	assert.deepEqual(findIn(game.daemon.log, hidden), []);
	assert.doesNotMatch(game.daemon.log, /formation|\bplace\b|nonce|password|Sanitizer|runtime error/);
	assert.equal(findIn(`${game.daemon.log} ${game.codes[0]}`, hidden).length, 1, 'what is there is found');
}
