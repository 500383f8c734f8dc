/* Players are spoken of by their names, and their pieces by their colours. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { eventText } from '../../../web-ui/common/events.js';
import { use } from '../../../web-ui/common/i18n.js';
import { knowPlayers, playerName } from '../../../web-ui/common/names.js';
import { promptText } from '../../../web-ui/common/prompt.js';
import { finish, test } from '../lib/tap.mjs';

use('en', JSON.parse(readFileSync(new URL('../../../web-ui/lang/en.json', import.meta.url), 'utf8')));

const told = (key, args) => promptText({ key, args, more: [] });

test('people_have_names_and_pieces_colours', () => {
	knowPlayers({ red_name: 'Ann', blue_name: 'Bob' });
	assert.equal(told('want.their-turn', { side: 'red' }), "It is Ann's turn.");
	assert.equal(told('guide.place', { side: 'red', squares: ['a4'] }), 'Put a Red piece on a4.');
	assert.equal(told('reason.resigned', { side: 'blue' }), 'Bob gave up.');
	assert.equal(eventText({ event: 'word', side: 'blue', word: 'offer-draw' }), 'Bob offers a draw.');
	assert.equal(eventText({ event: 'guide', side: 'blue', do: 'remove', squares: ['a4'] }), 'Take the Blue piece off a4.');
});

test('who_has_no_name_is_a_colour', () => {
	knowPlayers({ red_name: '', blue_name: 'Bob' });
	assert.deepEqual(['red', 'blue'].map(playerName), ['Red', 'Bob']);
	knowPlayers({ red_name: 'Kim', blue_name: 'Kim' });
	assert.deepEqual(['red', 'blue'].map(playerName), ['Red', 'Blue']);
});

await finish();
