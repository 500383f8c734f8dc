/* What pages make of a refusal: what it must tell, and how it ends, in every language. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { LANGUAGES, t, use, whatIsWrong, why } from '../../web-ui/common/i18n.js';
import { finish, test } from './lib/tap.mjs';

function speak(code) {
	const url = new URL(`../../web-ui/lang/${code}.json`, import.meta.url);

	use(code, JSON.parse(readFileSync(url, 'utf8')));
}

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

		assert.doesNotMatch(counted, /[.!?]\s*[.!?]/, code);
		assert.match(counted, /[.!?] \S.*\.$/, code);
	}
});

await finish();
