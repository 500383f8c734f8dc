/*
 * The sentences that pages make of a view: what they must tell, and how they end, in every language. Who
 * gets to see which view is for others to try.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { LANGUAGES, t, use, whatIsWrong, why } from '../../web-ui/common/i18n.js';
import { ownOfferText, questionText, wantOf } from '../../web-ui/common/wants.js';
import { finish, test } from './lib/tap.mjs';

function speak(code) {
	const url = new URL(`../../web-ui/lang/${code}.json`, import.meta.url);

	use(code, JSON.parse(readFileSync(url, 'utf8')));
}

/* what somebody sees who is attacked on d7 */
function attacked(challenge, view = {}) {
	return {
		phase: 'defence',
		you: 'blue',
		turn: 'red',
		guides: [],
		offers: {},
		question: { question: 'defence', choices: ['defence+1', 'none'] },
		challenge: { from: 'd4', sq: 'd7', ...challenge },
		...view,
	};
}

test('defender_is_shown_rank_and_card_first', () => {
	const view = attacked({ attacker: '2', card: 'attack+2' });

	speak('en');
	assert.equal(wantOf(view).text, 'Scout (Attack +2) attacks you on d7. Do you play a defence card?');
	for (const code of LANGUAGES) {
		speak(code);
		const { text } = wantOf(view);
		assert.ok(text.includes(`${t('rank.2')} (${t('card.attack+2')})`), text);
	}
});

test('defender_is_shown_what_there_is', () => {
	const told = (challenge) => wantOf(attacked(challenge)).text;

	speak('en');
	assert.equal(told({ attacker: '7' }), 'Major attacks you on d7. Do you play a defence card?');
	assert.equal(told({ card: 'mock-attack' }), 'You are attacked on d7 (Mock attack). Do you play a defence card?');
	assert.equal(told({}), 'You are attacked on d7. Do you play a defence card?'); /* with bluff */
	assert.deepEqual([...wantOf(attacked({})).marks], [['d4', 'from'], ['d7', 'bad']]);
});

test('question_is_the_same_in_a_pause', () => {
	const view = attacked({ attacker: '2', card: 'attack+2' }, { paused: true });

	speak('en');
	assert.equal(wantOf(view).kind, 'paused');
	assert.equal(questionText(view), wantOf({ ...view, paused: false }).text);
});

test('offers_stay_until_they_are_answered', () => {
	const over = (rematch) => ({ phase: 'over', you: 'red', result: { winner: 'draw', by: 'agreed' }, offers: { rematch } });
	const play = (offers) => ({ phase: 'play', you: 'red', turn: 'red', guides: [], offers });

	speak('en');
	assert.equal(wantOf(over(null)).text, 'Draw. Both sides agreed.');
	assert.equal(wantOf(over('blue')).text, 'Draw. Both sides agreed. Blue would like to play again.');
	assert.match(wantOf(over('red')).text, /You would like to play again. Blue has not answered yet.$/);
	assert.equal(ownOfferText(play({ draw: 'red' })), 'You have offered a draw. Blue has not answered yet.');
	assert.match(ownOfferText(play({ takeback: 'red' })), /take the last move back. Blue has not answered yet.$/);
	assert.equal(ownOfferText(play({ draw: 'blue', takeback: null })), null);
	assert.equal(ownOfferText({ ...play({ draw: 'red' }), phase: 'over' }), null);
});

test('who_waits_for_an_arbiter_is_told_how_to_get_one', () => {
	const view = (arbiter) => ({ phase: 'arbiter', you: 'red', turn: 'red', guides: [], offers: {}, paired: { arbiter } });

	for (const code of LANGUAGES) {
		speak(code);
		assert.equal(wantOf(view(true)).text, t('want.arbiter'));
		assert.match(wantOf(view(false)).text, /adjutant pair arbiter/, code);
	}
});

test('refusals_are_not_cut_twice', () => {
	const sentence = '0 pieces of 8; missing on a1 b1 c1 d1 e1 ...';

	for (const code of LANGUAGES) {
		speak(code);
		assert.match(why(sentence), /8.*e1, …$/, code);
		assert.doesNotMatch(whatIsWrong(sentence), /8/, 'the count stands above it');
		assert.match(whatIsWrong(sentence), /e1, …$/, code);
	}
	speak('en');
	assert.equal(whatIsWrong('your set-up is complete'), t('why.your set-up is complete'));
});

test('sentences_end_once', () => {
	for (const code of LANGUAGES) {
		speak(code);
		const counted = why('6 pieces of 8; missing on a1 b1');
		const over = wantOf({ phase: 'over', you: 'red', result: { winner: 'red', by: 'flag' }, offers: {} }).text;

		for (const text of [counted, over]) assert.doesNotMatch(text, /[.!?]\s*[.!?]/, code);
		assert.match(counted, /[.!?] \S.*\.$/, code);
	}
});

await finish();
