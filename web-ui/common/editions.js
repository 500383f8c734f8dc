/* Sides and pieces, as far as pages must know them; all else of an edition is in the view. */

/* highest first, then those that never move */
export const CODES = ['M', '9', '8', '7', '6', '5', '4', '3', '2', '1', 'B', 'F'];

export const armySize = ({ army }) => Object.values(army).reduce((sum, count) => sum + count, 0);

export const otherSide = (side) => (side === 'red' ? 'blue' : 'red');
