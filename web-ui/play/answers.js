/*
 * The buttons for what can be said now: answers to what was asked or offered, Done, Attack, Go on.
 * Everything is derived from the view; which words are right the referee says.
 */
import { h } from '../common/dom.js';
import { otherSide } from '../common/editions.js';
import { cardName, sideName, t } from '../common/i18n.js';
import { ownOfferText, questionText } from '../common/wants.js';

function big(label, word, page, kind = '') {
	/* a second tap in a hurry is not meant */
	const say = async ({ currentTarget: button }) => {
		button.disabled = true;
		await page.say(word);
		button.disabled = false;
	};

	return h('button', { class: `big ${kind}`, 'data-word': word, onclick: say }, label);
}

function yesNo(page) {
	return [
		big(t('button.yes'), 'confirm', page, 'strong'),
		big(t('button.no'), 'deny', page),
	];
}

const cardLabel = (choice) => (choice === 'none' ? t('button.no-card') : cardName(choice));

const QUESTIONS = {
	target: (choices, page) => choices.map((sq) => big(sq, `target ${sq}`, page)),
	'confirm-attack': (_, page) => yesNo(page),
	'confirm-places': (_, page) => yesNo(page),
	defence: (choices, page) =>
		choices.map((choice) =>
			big(cardLabel(choice), `card defend ${choice}`, page, choice === 'none' ? '' : 'strong'),
		),
};

function group(text, ...buttons) {
	return h(
		'div',
		{ class: 'group' },
		text && h('p', {}, text),
		h('div', { class: 'buttons' }, buttons),
	);
}

function questionGroup(page, want) {
	const { question } = page.view;

	if (!question) return null;
	const isTold = want.kind === question.question; /* by the sentence at the top */
	const hint = question.question === 'confirm-places' ? t('ask.confirm-places-hint') : null;
	return group(
		isTold ? hint : questionText(page.view),
		QUESTIONS[question.question](question.choices, page),
	);
}

function offerGroup(page, want, what, yes, no) {
	const { view } = page;
	const other = otherSide(view.you);
	const text = t(`want.answer-${what}`, { side: sideName(other) });

	if (view.offers[what] !== other || view.phase === 'over') return null;
	return group(
		want.kind === `offer-${what}` ? null : text,
		big(t(yes), `accept-${what}`, page, 'strong'),
		big(t(no), `decline-${what}`, page),
	);
}

/* It stays in sight until it is answered. */
function ownOffer({ view }) {
	const text = ownOfferText(view);

	return text && h('p', { class: 'own-offer faint' }, text);
}

function turnGroup(page) {
	const { phase, turn, you, paused, correcting, question } = page.view;
	const asked = question?.question;

	if (phase !== 'play' || turn !== you || paused || correcting) return null;
	/* pieces that may be mixed up come first, and one must look at them */
	if (asked === 'confirm-places') return null;
	return group(
		null,
		asked !== 'target' &&
			h('button', { class: 'big attack', onclick: () => page.pickAttack() }, t('button.attack')),
		big(t('button.done'), 'done', page, 'strong'),
	);
}

function restGroup(page) {
	const { phase, paused, offers, you } = page.view;

	if (phase === 'over' && offers.rematch !== you)
		return group(null, big(t('button.rematch'), 'rematch', page, 'strong'));
	if (paused) return group(null, big(t('button.resume'), 'resume', page, 'strong'));
	return null;
}

export function answers(page, want) {
	return [
		questionGroup(page, want),
		offerGroup(page, want, 'draw', 'button.accept-draw', 'button.decline'),
		offerGroup(page, want, 'takeback', 'button.allow', 'button.refuse'),
		ownOffer(page),
		turnGroup(page),
		restGroup(page),
	];
}
