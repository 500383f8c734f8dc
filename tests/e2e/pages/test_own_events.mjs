/* What a player is told of own deeds: spoken to, and only of what the page does not show anyway. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ownEventText } from '../../../web-ui/common/events.js';
import { LANGUAGES, use } from '../../../web-ui/common/i18n.js';
import { finish, test } from '../lib/tap.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

test('player_is_spoken_to', () => {
	for (const code of LANGUAGES) {
		const texts = read(`../../../web-ui/lang/${code}.json`);
		const back = { event: 'taken-back', side: 'red', from: 'a6', sq: 'a7' };

		use(code, texts);
		for (const text of [ownEventText(back), ownEventText({ event: 'word', word: 'call-arbiter', side: 'red' })]) {
			assert.doesNotMatch(text, /[{}]|tell\./, code);
			assert.ok(!text.includes(texts['side.red']), `${code}: ${text}`);
		}
	}
});

test('what_the_page_shows_is_not_told_again', () => {
	for (const word of ['offer-draw', 'accept-draw', 'pause', 'resume', 'rematch', 'not-ready'])
		assert.equal(ownEventText({ event: 'word', word, side: 'red' }), null, word);
});

await finish();
