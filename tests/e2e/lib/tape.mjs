/* Games and recordings, for players that are to do at a daemon's table what is in them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseGame } from '../../../web-ui/demo/record.mjs';
import { ADJUTANT } from './daemon.mjs';

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

/* [{atUs, line}] from a recording's text. */
export function readTape(text) {
	return text
		.split('\n')
		.map((line) => line.match(/^(\d+) (.*)$/))
		.filter(Boolean)
		.map(([, us, line]) => ({ atUs: Number(us), line }));
}
