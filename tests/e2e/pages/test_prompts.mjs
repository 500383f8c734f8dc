/*
 * What the page makes of a prompt, in every situation that a view can be in. The daemon makes the same
 * prompts (tests/unit/views/test_prompt.c), and the console shows the same of them
 * (tests/unit/cli/test_handheld_prompts.c).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { LANGUAGES, has, use } from '../../../web-ui/common/i18n.js';
import { doubtOf, groupsOf, labelOf, promptMarks, promptText } from '../../../web-ui/common/prompt.js';
import { check, document } from '../lib/contract.mjs';
import { finish, test } from '../lib/tap.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const speak = (code) => use(code, read(`../../../web-ui/lang/${code}.json`));
const { bases, situations } = read('../../prompts/situations.json');
const TOPICS = { red: 'seat/red/view', cards: 'seat/red/view', public: 'public/state', arbiter: 'arbiter/view' };

const actionsOf = ({ actions = [], also = [], menu = [], cards = [] }) => [
	...actions,
	...also.flatMap((each) => each.actions),
	...menu,
	...cards,
];

test('page_shows_every_situation', () => {
	speak('en');
	for (const { name, base, prompt, sentence, buttons, menu } of situations) {
		assert.equal(promptText(prompt), sentence, name);
		assert.deepEqual([...promptMarks(prompt).keys()].sort(), [...new Set(prompt.marks.map(({ sq }) => sq))].sort(), name);
		if (!bases[base].you) continue;
		assert.deepEqual(
			groupsOf(prompt).map(({ text, actions }) => ({ ...(text && { text }), labels: actions.map(labelOf) })),
			buttons,
			name,
		);
		assert.deepEqual(prompt.menu.map(labelOf), menu, name);
	}
});

/* a place that was not filled in, a key that is not there, two full stops */
test('every_language_says_it_whole', () => {
	for (const code of LANGUAGES) {
		speak(code);
		for (const { name, prompt } of situations) {
			const actions = actionsOf(prompt);
			const doubts = actions.filter(({ grave }) => grave).map(doubtOf);
			const texts = [promptText(prompt), ...actions.map(labelOf), ...doubts];

			for (const text of texts) {
				assert.doesNotMatch(text, /[{}]|undefined|[.!?]\s*[.!?]/, `${code}: ${name}`);
				assert.ok(!/^[a-z]+\.[a-z.-]+$/.test(text) && !has(text), `${code}: ${text}`);
			}
		}
	}
});

test('situations_are_such_as_the_contract_allows', () => {
	for (const { name, base, change, prompt } of situations)
		try {
			check(TOPICS[base], { ...bases[base], ...change, prompt });
		} catch (error) {
			throw new Error(`${name}: ${error.message}`);
		}
});

test('contract_names_what_can_be_said_and_no_more', () => {
	const { promptKey, actionKey } = document.components.schemas;
	const sentences = situations.flatMap(({ prompt: { key, more, also = [] } }) => [key, ...[...more, ...also].map((each) => each.key)]);
	const actions = situations.flatMap(({ prompt }) => actionsOf(prompt).map(({ key }) => key));

	assert.deepEqual([...new Set(sentences)].sort(), [...promptKey.enum].sort());
	assert.deepEqual([...new Set(actions)].sort(), [...actionKey.enum].sort());
});

await finish();
