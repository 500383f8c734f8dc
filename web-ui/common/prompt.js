/*
 * The prompt of a view in the reader's language: what is to be done now, which squares it is about,
 * and what can be said. All of it is decided by the board (daemon/views/prompt.c), so that every
 * device tells the same.
 */
import { cardName, ended, has, listText, rankName, sideName, t } from './i18n.js';
import { playerName } from './names.js';

/* One term of a proposed game: 'swap', 'red Ann', 'clock fischer 5+3' (daemon/match/proposal.h). */
export function termText(term) {
	const [first, second, ...rest] = term.split(' ');
	const whole = `term.${first}.${second}`;

	return has(whole)
		? t(whole, { value: rest.join(' ') })
		: t(`term.${first}`, { value: [second, ...rest].join(' ') });
}

const NAMES = {
	rank: rankName,
	card: (cards) => listText([cards].flat().map(cardName)),
	squares: listText,
	edition: (id) => t(`edition.${id}`),
	terms: (terms) => terms.map((term) => `, ${termText(term)}`).join(''),
};

/* a guide is about a piece, everything else about somebody */
const isOfPieces = (key) => key.startsWith('guide.');

function valuesOf({ key, args = {} }) {
	const nameOf = { ...NAMES, side: isOfPieces(key) ? sideName : playerName };

	return Object.fromEntries(
		Object.entries(args).map(([name, value]) => [name, nameOf[name]?.(value) ?? value]),
	);
}

export const sentence = (said) => ended(t(said.key, valuesOf(said)));

export const promptText = (prompt) => [prompt, ...prompt.more].map(sentence).join(' ');

export const promptMarks = ({ marks }) => new Map(marks.map(({ sq, kind }) => [sq, kind]));

/* ---- what can be said ---- */

export const labelOf = (action) => t(action.key, valuesOf(action));

/* what is asked before a grave word is said */
export const doubtOf = (action) => t(action.key.replace('button.', 'confirm.'), valuesOf(action));

/* Groups of buttons: first what the sentence asks for, then what else waits, with its sentence. */
export function groupsOf({ actions, also }) {
	return [
		{ text: null, actions },
		...also.map((each) => ({ text: sentence(each), actions: each.actions })),
	].filter((group) => group.actions.length > 0);
}

/* The action for a word, if it can be said now. */
export const actionFor = ({ actions, also, menu = [], cards = [] }, word) =>
	[...actions, ...also.flatMap((each) => each.actions), ...menu, ...cards].find(
		(action) => action.word === word,
	);
