/* The buttons for what can be said now, as the prompt has them. */
import { confirm } from '../common/dialog.js';
import { h } from '../common/dom.js';
import { doubtOf, groupsOf, labelOf } from '../common/prompt.js';

/* set-up has a place of its own, with pieces to be moved */
const ELSEWHERE = ['ready', 'not-ready', 'formation'];

function big(action, isFirst, page) {
	/* a second tap in a hurry is not meant */
	const say = async ({ currentTarget: button }) => {
		button.disabled = true;
		if (!action.grave || (await confirm(doubtOf(action), labelOf(action)))) await page.say(action.word);
		button.disabled = false;
	};
	/* the first is usually meant; of several squares none is, and a usual move needs no word at all */
	const isQuiet = action.word === 'done' || action.word.startsWith('target ');
	const kind = isFirst && !isQuiet ? 'strong' : '';

	return h(
		'button',
		{
			class: `big ${kind}`,
			'data-word': action.word,
			onclick: action.picks ? () => page.pick(action) : say,
		},
		labelOf(action),
	);
}

/* page: {view, say(word), pick(action)} */
export function answers(page) {
	return groupsOf(page.view.prompt)
		.map(({ text, actions }) => ({
			text,
			actions: actions.filter(({ word }) => !ELSEWHERE.includes(word)),
		}))
		.filter(({ actions }) => actions.length > 0)
		.map(({ text, actions }) =>
			h(
				'div',
				{ class: 'group' },
				text && h('p', {}, text),
				h(
					'div',
					{ class: 'buttons' },
					actions.map((action, i) => big(action, i === 0, page)),
				),
			),
		);
}
