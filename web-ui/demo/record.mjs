/* A game from a file, as `adjutant` writes them: what is needed to play it again. */
import { readFileSync } from 'node:fs';
import { homeOf, piecesOf } from '../common/squares.js';

/* {edition, options, red, blue: names, setup: {red, blue}, actions: [{side, action}], result} */
export function readGame(path) {
	const game = { options: {}, setup: {}, actions: [] };

	for (const line of readFileSync(path, 'utf8').split('\n')) {
		const [word, second, ...rest] = line.replace(/ *\{.*\}$/, '').split(' ');

		if (['edition', 'red', 'blue', 'event'].includes(word)) game[word] = [second, ...rest].join(' ');
		else if (word === 'option') game.options[second] = rest.join(' ');
		else if (word === 'setup') game.setup[second] = rest[0];
		else if (word === 'result') game.result = [second, ...rest].join(' ');
		else if (/^\d+$/.test(word)) game.actions.push({ side: second, action: rest.join(' ') });
	}
	return game;
}

/* the squares of a set-up's pieces */
export function homesOf(side, setup, boardRows) {
	return [...piecesOf(setup, homeOf(side, setup.split('/').length, boardRows)).keys()];
}
