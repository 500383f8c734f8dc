/* The pieces that are off the board, as far as they are known. */
import { pieceIcon } from '../../common/board.js';
import { h } from '../../common/dom.js';
import { CODES, otherSide } from '../../common/editions.js';
import { t } from '../../common/i18n.js';
import { lossCount, taken } from './captured.js';

function row(label, side, { codes, hidden }) {
	const sorted = CODES.flatMap((code) => codes.filter((each) => each === code));

	return h(
		'div',
		{ class: 'taken-row' },
		h('strong', {}, label),
		sorted.map((code) => pieceIcon(side, code)),
		hidden > 0 && h('span', { class: 'faint' }, t('captured.hidden', { count: hidden })),
		codes.length + hidden === 0 && h('span', { class: 'faint' }, '–'),
	);
}

export function takenSummary(view) {
	const { you } = view;

	return t('captured.summary', {
		yours: lossCount(view, you),
		theirs: lossCount(view, otherSide(you)),
	});
}

export function takenRows(view, book, isLooking) {
	const { you } = view;
	const other = otherSide(you);

	return [
		row(t('captured.yours'), you, taken(view, book, you, isLooking)),
		row(t('captured.theirs'), other, taken(view, book, other, false)),
	];
}
