/*
 * Games and recordings, for players that are to do at a daemon's table what is in them.
 *
 * A game of some minutes can be played faster: all times of the recording, and those by which the
 * table is read, are divided by the same number. Some things have times that are not options (a low
 * pass takes 80 ms at most, chatter 50), and messages take a millisecond or two, so there is an end
 * to that: 16 still worked when it was tried with messages up to 3 ms late, 8 fails now and then where
 * other tests keep the machine busy, 5 has room to spare. TAPE_SPEED is for daemons that are slow
 * themselves.
 * Long pauses are cut short.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseGame } from '../../../web-ui/demo/record.mjs';
import { ADJUTANT } from './daemon.mjs';

export const SPEED = Number(process.env.TAPE_SPEED ?? 5);
const LONGEST_PAUSE_MS = 4000; /* longer than any time by which the table is read */
const TIMINGS = { 'debounce-ms': 20, 'settle-ms': 800, 'jog-ms': 400, 'nudge-ms': 3000 };

/* {edition, setup: {red, blue}, actions: ['e4-e5', ..], result: 'red flag', deck: {..}} */
export function readGame(text) {
	const game = parseGame(text);

	return { ...game, actions: game.actions.map(({ action }) => action) };
}

export function loadGame(path) {
	return readGame(readFileSync(path, 'utf8'));
}

/* Two people at a table, playing the game in a file; the text of a recording. */
export function simulate(path, { noise = 'club', seed = 1 } = {}) {
	return execFileSync(
		ADJUTANT,
		['simulate', '--game', path, '--noise', noise, '--seed', seed],
		{ encoding: 'utf8', maxBuffer: 1 << 26 },
	);
}

/* The options by which a table is read that runs so fast: {name: value}. */
export function timings(speed = SPEED) {
	return Object.fromEntries(
		Object.entries(TIMINGS).map(([name, ms]) => [
			name,
			Math.max(1, Math.round(ms / speed)),
		]),
	);
}

/* [{atMs, line}] from a recording's text, so much faster. */
export function readTape(text, speed = SPEED) {
	const tape = [];
	let before = 0,
		atMs = 0;

	for (const line of text.split('\n').filter((each) => /^\d+ /.test(each))) {
		const [us, ...rest] = line.split(' ');
		atMs += Math.min((us - before) / 1000, LONGEST_PAUSE_MS) / speed;
		before = us;
		tape.push({ atMs, line: rest.join(' ') });
	}
	return tape;
}

/* The same as a recording again, for adjutant replay. */
export function writeTape(tape, edition, speed = SPEED) {
	return [
		'adjutant-recording 1',
		`edition ${edition}`,
		...Object.entries(timings(speed)).map((option) => `option ${option.join(' ')}`),
		...tape.map(({ atMs, line }) => `${Math.round(1000 * atMs)} ${line}`),
		'',
	].join('\n');
}
