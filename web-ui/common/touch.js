/*
 * What hands do on the table, before there is a verdict: {up, down}, squares that have become empty
 * and squares on which a piece has been set down. Which piece that is, is not known, and not said.
 */
import { listText, t } from './i18n.js';

/* the side that all lifted pieces are of: others cannot have been set down; null if there are two */
function sideOf(pieces, up) {
	const sides = new Set(up.map((sq) => pieces.get(sq)?.side).filter(Boolean));

	return sides.size === 1 ? [...sides][0] : null;
}

/* The pieces of a picture, with those that are in the air and ghosts of those that were set down. */
export function withTouch(pieces, { up, down }) {
	const shown = new Map(pieces), side = sideOf(pieces, up);

	for (const sq of up.filter((each) => pieces.has(each)))
		shown.set(sq, { ...pieces.get(sq), isLifted: true });
	for (const sq of down.filter((each) => !pieces.has(each)))
		shown.set(sq, { side, code: '?', isGhost: true });
	return shown;
}

/* the same in words; '' if no hand is on the table */
export function touchText({ up, down }) {
	return [
		up.length > 0 && t('touch.up', { squares: listText(up) }),
		down.length > 0 && t('touch.down', { squares: listText(down) }),
	]
		.filter(Boolean)
		.join(' ');
}
