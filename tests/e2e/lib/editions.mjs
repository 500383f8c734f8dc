/*
 * The editions with the armies that views have, for tests without a board. A test holds them against
 * the referee.
 */
const FULL = { F: 1, B: 6, 1: 1, 2: 8, 3: 5, 4: 4, 5: 4, 6: 4, 7: 3, 8: 2, 9: 1, M: 1 };
const DUEL = { F: 1, B: 2, 1: 1, 2: 2, 3: 2, 9: 1, M: 1 };
const BARRAGE = { F: 1, B: 1, 1: 1, 2: 2, 3: 1, 9: 1, M: 1 };
const CARDS = { F: 1, B: 5, 1: 1, 2: 5, 3: 4, 4: 2, 5: 2, 6: 3, 7: 3, 8: 2, 9: 1, M: 1 };

export const EDITIONS = {
	original: { army: FULL, home_rows: 4, columns: 10, rows: 10 },
	classic: { army: FULL, home_rows: 4, columns: 10, rows: 10 },
	travel: { army: FULL, home_rows: 4, columns: 10, rows: 10 },
	duel: { army: DUEL, home_rows: 4, columns: 10, rows: 10 },
	barrage: { army: BARRAGE, home_rows: 4, columns: 10, rows: 10 },
	'quick-duel': { army: DUEL, home_rows: 3, columns: 8, rows: 8 },
	'quick-barrage': { army: BARRAGE, home_rows: 3, columns: 8, rows: 8 },
	'battle-cards': { army: CARDS, home_rows: 3, columns: 10, rows: 10 },
	isf: { army: FULL, home_rows: 4, columns: 10, rows: 10 },
};

/* a view of such a game, as far as the shape goes */
export const viewOf = (edition, you = 'red') => ({ edition, you, ...EDITIONS[edition] });
