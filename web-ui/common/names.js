/*
 * What players are called, where they are spoken of as people: by the names of the game, if it has them. Their pieces
 * are red and blue, whatever they are called.
 */
import { sideName } from './i18n.js';

let names = {};

/* of a view; a name that both have tells nobody apart */
export function knowPlayers({ red_name: red, blue_name: blue }) {
	names = red === blue ? {} : { red, blue };
}

export const playerName = (side) => names[side] || sideName(side);
