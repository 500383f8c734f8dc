/* What hands do, as pieces of a picture: nothing is guessed of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { use } from '../../../web-ui/common/i18n.js';
import { touchText, withTouch } from '../../../web-ui/common/touch.js';
import { finish, test } from '../lib/tap.mjs';

use('en', JSON.parse(readFileSync(new URL('../../../web-ui/lang/en.json', import.meta.url), 'utf8')));

const pieces = new Map([
	['a4', { side: 'red', code: '9' }],
	['b4', { side: 'red', code: '2' }],
	['a7', { side: 'blue', code: '?' }],
]);
const shown = (touch, sq) => withTouch(pieces, touch).get(sq);

test('a_lifted_piece_stays_in_the_picture', () => {
	assert.deepEqual(shown({ up: ['a4'], down: [] }, 'a4'), { side: 'red', code: '9', isLifted: true });
	assert.equal(pieces.get('a4').isLifted, undefined, 'the view is left alone');
});

test('a_ghost_has_no_rank_and_a_side_only_if_there_is_one', () => {
	assert.deepEqual(shown({ up: ['a4'], down: ['a5'] }, 'a5'), { side: 'red', code: '?', isGhost: true });
	assert.deepEqual(shown({ up: ['a4', 'a7'], down: ['a5'] }, 'a5'), { side: null, code: '?', isGhost: true });
	assert.deepEqual(shown({ up: [], down: ['a5'] }, 'a5'), { side: null, code: '?', isGhost: true });
});

/* the verdict came first: what it says holds */
test('squares_that_the_view_knows_better_are_left_alone', () => {
	assert.deepEqual(withTouch(pieces, { up: ['c4'], down: ['b4'] }), pieces);
});

test('it_is_said_in_words', () => {
	assert.equal(touchText({ up: ['a4'], down: ['a5'] }), 'a4: lifted … a5: set down …');
	assert.equal(touchText({ up: [], down: [] }), '');
});

await finish();
