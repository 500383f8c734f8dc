/*
 * What a handheld must know of an edition to help with a set-up: the army and the rows. The referee
 * knows all editions by itself; a test holds this table against it.
 */
const FULL = { F: 1, B: 6, 1: 1, 2: 8, 3: 5, 4: 4, 5: 4, 6: 4, 7: 3, 8: 2, 9: 1, M: 1 };
const DUEL = { F: 1, B: 2, 1: 1, 2: 2, 3: 2, 9: 1, M: 1 };
const BARRAGE = { F: 1, B: 1, 1: 1, 2: 2, 3: 1, 9: 1, M: 1 };
const CARDS = { F: 1, B: 5, 1: 1, 2: 5, 3: 4, 4: 2, 5: 2, 6: 3, 7: 3, 8: 2, 9: 1, M: 1 };

export const EDITIONS = {
	original: { army: FULL, homeRows: 4 },
	classic: { army: FULL, homeRows: 4 },
	travel: { army: FULL, homeRows: 4 },
	duel: { army: DUEL, homeRows: 4 },
	barrage: { army: BARRAGE, homeRows: 4 },
	'quick-duel': { army: DUEL, homeRows: 3 },
	'quick-barrage': { army: BARRAGE, homeRows: 3 },
	'battle-cards': { army: CARDS, homeRows: 3 },
	isf: { army: FULL, homeRows: 4 },
};

/* highest first, then those that never move */
export const CODES = ['M', '9', '8', '7', '6', '5', '4', '3', '2', '1', 'B', 'F'];

export const MOVEMENT_CARDS = ['boat', 'jump', 'charge-2', 'charge-3', 'feint', 'swap'];
export const DEFENCE_CARDS = ['defence+1', 'defence+2', 'defence+3'];

export const armySize = (edition) =>
	Object.values(EDITIONS[edition].army).reduce((sum, count) => sum + count, 0);

export const otherSide = (side) => (side === 'red' ? 'blue' : 'red');
