/*
 * What the referee wants of somebody now, from a view alone: one sentence and the squares that it is
 * about. Both players, those who watch and the virtual table ask here, so that all are told the
 * same.
 */
import { otherSide } from './editions.js';
import { cardName, ended, listText, rankName, sideName, t } from './i18n.js';

/* who does not matter less when something must be put right: the first guide is the one to follow */
const MARKS = { 'put-back': 'to', remove: 'bad', place: 'to', check: 'ask' };

function marksOf(squares, kind) {
	return new Map(squares.map((sq) => [sq, kind]));
}

export function guideText({ side, do: what, squares }) {
	return t(`guide.${what}`, { side: sideName(side), squares: listText(squares) });
}

export function guideMarks(guides) {
	return new Map(guides.flatMap(({ do: what, squares }) => [...marksOf(squares, MARKS[what])]));
}

function aboutGuides({ guides }) {
	return {
		kind: 'guide',
		text: guides.map(guideText).join(' '),
		marks: guideMarks(guides),
	};
}

const squaresAmong = (choices) => choices.filter((choice) => /^[a-j]\d+$/.test(choice));

/* What attacks, or where, with the card that it is played with: "Major (Attack +2)". */
const withCard = (what, card) => (card ? `${what} (${cardName(card)})` : what);

/* as much of an attack as its target is shown before it decides */
function defenceText({ sq = '', attacker, card, announced } = {}) {
	return attacker
		? t('want.defend-against', { rank: withCard(rankName(attacker), card), square: sq })
		: t(announced ? 'want.defend-card' : 'want.defend', { square: withCard(sq, card) });
}

/* What is asked in a view with a question, also when something else comes first. */
export function questionText({ question: { question, choices }, challenge }) {
	return question === 'defence'
		? defenceText(challenge ?? {})
		: t(`ask.${question}`, { squares: listText(squaresAmong(choices)) });
}

function questionMarks({ question: { question, choices }, challenge }) {
	if (question !== 'defence') return marksOf(squaresAmong(choices), 'ask');
	return challenge ? new Map([[challenge.from, 'from'], [challenge.sq, 'bad']]) : new Map();
}

function aboutQuestion(view) {
	return {
		kind: view.question.question,
		text: questionText(view),
		marks: questionMarks(view),
	};
}

function aboutSetup(view) {
	const { you, ready, tags } = view;

	if (!you) return { kind: 'setup', text: t('watch.waiting', view.placed) };
	if (ready[you] && !view.setup_trouble)
		return { kind: 'wait', text: t('want.wait-ready', { side: sideName(otherSide(you)) }) };
	return { kind: 'setup', text: t(tags ? 'want.place-tagged' : 'want.choose-setup') };
}

/* one of them waits for the other; when both would, they do */
function rematchText({ you, offers }) {
	const who = offers.rematch;

	if (!who) return '';
	return who === you
		? ` ${t('want.offered-rematch', { side: sideName(otherSide(you)) })}`
		: ` ${t('tell.word.rematch', { side: sideName(who) })}`;
}

function aboutOver(view) {
	const { you, result } = view;
	const how = result ? ` ${t(`reason.${result.by}`)}` : '';
	const mine =
		you && result && result.winner !== 'draw'
			? t(result.winner === you ? 'result.you-win' : 'result.you-lose')
			: t(result ? `result.${result.winner}` : 'result.none');

	return { kind: 'over', text: ended(mine) + how + rematchText(view) };
}

function aboutTurn(view) {
	const { you, turn, announced } = view;

	if (you !== turn) return { kind: 'wait', text: t('want.their-turn', { side: sideName(turn) }) };
	const card = announced?.at(-1);
	if (!card) return { kind: 'turn', text: t('want.your-turn') };
	const attacks = /^(attack|mock|armour|spy)/.test(card);
	return {
		kind: 'turn',
		text: t(attacks ? 'want.attack-announced' : 'want.card-announced', { card: t(`card.${card}`) }),
	};
}

/* those that are answered by yes or no */
const OFFERS = ['draw', 'takeback'];

/* What one has offered oneself and got no answer to; null: nothing. */
export function ownOfferText({ you, phase, offers }) {
	const mine = phase !== 'over' && OFFERS.find((what) => offers[what] === you);

	return mine ? t(`want.offered-${mine}`, { side: sideName(otherSide(you)) }) : null;
}

/* Without an arbiter one would wait for ever: who can help is told how. */
const arbiterText = ({ paired }) => t(paired.arbiter ? 'want.arbiter' : 'want.arbiter-none');

function aboutOffer({ you, offers }) {
	const theirs = you && OFFERS.find((what) => offers[what] === otherSide(you));

	return theirs
		? {
				kind: `offer-${theirs}`,
				text: t(`want.answer-${theirs}`, { side: sideName(otherSide(you)) }),
			}
		: null;
}

function find(view) {
	if (view.phase === 'stopped') return { kind: 'stopped', text: t('want.stopped') };
	if (view.phase === 'over') return aboutOver(view);
	if (view.trouble) return { kind: 'stopped', text: t('want.board-silent') };
	if (view.question?.question === 'confirm-places') return aboutQuestion(view);
	if (view.guides.length > 0) return aboutGuides(view);
	if (view.correcting) return { kind: 'guide', text: t('want.correcting') };
	if (view.paused) return { kind: 'paused', text: t('want.paused') };
	if (view.question) return aboutQuestion(view);
	if (aboutOffer(view)) return aboutOffer(view);
	if (view.phase === 'setup') return aboutSetup(view);
	if (view.phase === 'arbiter') return { kind: 'wait', text: arbiterText(view) };
	if (view.phase === 'defence')
		return { kind: 'wait', text: t('want.defence-wait', { side: sideName(otherSide(view.turn)) }) };
	return aboutTurn(view);
}

/*
 * {kind, text, marks}. Kinds: stopped, over, guide, paused, setup, wait, turn, target,
 * confirm-attack, confirm-places, defence, offer-draw, offer-takeback.
 */
export function wantOf(view) {
	return { marks: new Map(), ...find(view) };
}

/* One sentence for an event of the game; null for those that need none. */
export function eventText(event) {
	const side = event.side && sideName(event.side);

	switch (event.event) {
		case 'move':
		case 'attack':
		case 'swap':
		case 'cards':
		case 'illegal':
		case 'board-ok':
		case 'setup-complete':
			return t(`tell.${event.event}`, { ...event, side });
		case 'battle':
			return t(`tell.battle.${event.outcome}`, { ...event, side });
		case 'word':
			return t(`tell.word.${event.word}`, { side });
		case 'guide':
			return guideText(event);
		default:
			return null;
	}
}
