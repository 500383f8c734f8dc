/* What a game came to, in figures: moves, times, pieces taken, and how often each has won this evening. */
import { armySize, otherSide } from '../common/editions.js';
import { t } from '../common/i18n.js';
import { standing } from '../common/squares.js';
import { takenOf } from './history.js';
import { factList, lengthText, moveCount, playerName } from './past.js';

const SIDES = ['red', 'blue'];

function tallyText(view) {
	const { red, blue, drawn } = view.tally ?? {};

	if (!red && !blue && !drawn) return '';
	const won = `${playerName(view, 'red')} ${red} : ${blue} ${playerName(view, 'blue')}`;

	return drawn ? `${won}, ${t('end.drawn', { count: drawn })}` : won;
}

/* view: of a game that was played and is over; past: the same as everyone may read it, or null */
export function summary(view, past) {
	const taken = takenOf(standing(view), armySize(view));
	const ofEach = (key, textOf) => SIDES.map((side) => [t(key, { name: playerName(view, side) }), textOf(side)]);

	return factList([
		[t('end.moves'), String(moveCount(view))],
		[t('end.time'), past?.began ? lengthText(past.ended - past.began) : ''],
		...ofEach('end.time-of', (side) => (past?.spent ? lengthText(past.spent[side]) : '')),
		...ofEach('end.taken-by', (side) => String(taken[otherSide(side)])),
		[t('end.tally'), tallyText(view)],
	]);
}
