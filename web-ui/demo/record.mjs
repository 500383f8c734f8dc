/* A game from a file, as `adjutant` writes them: what is needed to play it again. */
import { readFileSync } from 'node:fs';
import { homeOf, piecesOf } from '../common/squares.js';

/* {edition, options, red, blue: names, setup, deck: {red, blue}, actions: [{side, action}], result} */
export function parseGame(text) {
	const game = { options: {}, setup: {}, deck: {}, actions: [], result: null };

	for (const line of text.split('\n')) {
		const [word, second, ...rest] = line.replace(/ *\{.*\}$/, '').split(' ');

		if (['edition', 'red', 'blue', 'event'].includes(word)) game[word] = [second, ...rest].join(' ');
		else if (word === 'option') game.options[second] = rest.join(' ');
		else if (word === 'setup' || word === 'deck') game[word][second] = rest[0];
		else if (word === 'result') game.result = [second, ...rest].join(' ');
		else if (/^\d+$/.test(word)) game.actions.push({ side: second, action: rest.join(' ') });
	}
	return game;
}

export function readGame(path) {
	return parseGame(readFileSync(path, 'utf8'));
}

/* the squares of a set-up's pieces */
export function homesOf(side, setup, boardRows) {
	return [...piecesOf(setup, homeOf(side, setup.split('/').length, boardRows)).keys()];
}
