/* What pages make of a refusal: what it must tell, and how it ends, in every language. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { LANGUAGES, t, use, whatIsWrong, why } from '../../../web-ui/common/i18n.js';
import { finish, test } from '../lib/tap.mjs';

function speak(code) {
	const url = new URL(`../../../web-ui/lang/${code}.json`, import.meta.url);

	use(code, JSON.parse(readFileSync(url, 'utf8')));
}

test('refusals_are_not_cut_twice', () => {
	const refusal = { code: 'table-differs', count: 0, total: 8, missing: ['a1', 'b1', 'e1'], extra: [], more: true };

	for (const code of LANGUAGES) {
		speak(code);
		assert.match(why(refusal), /8.*e1, …$/, code);
		assert.doesNotMatch(whatIsWrong(refusal), /8/, 'the count stands above it');
		assert.match(whatIsWrong(refusal), /e1, …$/, code);
	}
	speak('en');
	assert.equal(whatIsWrong({ code: 'setup-complete' }), t('why.setup-complete'));
	assert.equal(
		why({ ...refusal, extra: ['h8'] }),
		'0 of 8 are on the table. Missing on a1, b1, e1, … Too many on h8.',
	);
	assert.equal(why({ code: 'malformed', form: 'clock COLOUR SECONDS' }), 'It is said like this: clock COLOUR SECONDS');
});

/* of a newer board, or an old one's sentence that was told again */
test('unknown_refusals_are_told_as_such', () => {
	for (const code of LANGUAGES) {
		speak(code);
		for (const refusal of [{ code: 'sun-is-down' }, 'the sun is down', null, undefined])
			assert.equal(why(refusal), t('why.unknown'), code);
		assert.notEqual(t('why.unknown'), 'why.unknown', code);
	}
});

test('sentences_end_once', () => {
	for (const code of LANGUAGES) {
		speak(code);
		const counted = why({ code: 'table-differs', count: 6, total: 8, missing: ['a1', 'b1'], extra: [] });

		assert.doesNotMatch(counted, /[.!?]\s*[.!?]/, code);
		assert.match(counted, /[.!?] \S.*\.$/, code);
	}
});

await finish();
