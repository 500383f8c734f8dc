/* The sheet with ready-made and saved formations, and with the formation as text. */
import { copy } from '../../common/clipboard.js';
import { openDialog } from '../../common/dialog.js';
import { fill, h } from '../../common/dom.js';
import { t } from '../../common/i18n.js';
import { parse, turned } from './formations.js';
import { readyMade } from './ready_made.js';
import { deleteFormation, saveFormation, savedFormations } from './saved.js';

const LONGEST_NAME = 40;

/*
 * shape: of formations.js; current: the arrangement (rows, wire, isComplete); use(rows) takes a
 * formation over, as its owner sees it; note: a warning to show first.
 */
export function openFormations({ shape, side, firstRow, current, use, note = null }) {
	const take = (rows) => {
		dialog.close();
		use(rows);
	};
	const ready = Object.entries(readyMade(shape)).map(([name, rows]) =>
		h('button', { 'data-formation': name, onclick: () => take(rows) }, t(`formation.${name}`)),
	);
	const dialog = openDialog(
		t('setup.formations'),
		note && h('p', { class: 'note' }, note),
		h('h3', {}, t('setup.ready-made')),
		h('div', { class: 'buttons' }, ready),
		savedPart(shape, current, take),
		textPart(shape, side, firstRow, current, take),
	);
}

function savedPart(shape, current, take) {
	const list = h('div', { class: 'saved' });
	const name = h('input', { id: 'formation-name', maxlength: LONGEST_NAME, required: true });
	const title = h('h3', {}, t('setup.saved'));
	const draw = () => {
		const names = Object.keys(savedFormations(shape));

		title.hidden = names.length === 0 && !current.isComplete; /* nothing there, nor to be saved */
		fill(
			list,
			names.map((each) =>
				h(
					'div',
					{ class: 'buttons' },
					/* another may have been saved under that name since */
					h(
						'button',
						{ class: 'saved-one', onclick: () => take(savedFormations(shape)[each]) },
						each,
					),
					h(
						'button',
						{
							class: 'danger',
							'aria-label': t('setup.delete', { name: each }),
							onclick: () => {
								deleteFormation(shape, each);
								draw();
							},
						},
						'✕',
					),
				),
			),
		);
	};
	const save = (event) => {
		event.preventDefault();
		saveFormation(shape, name.value.trim(), current.rows);
		name.value = '';
		draw();
	};

	draw();
	return [
		title,
		list,
		current.isComplete &&
			h(
				'form',
				{ class: 'save', onsubmit: save },
				h('label', { for: 'formation-name' }, t('setup.name')),
				h('div', { class: 'buttons' }, name, h('button', {}, t('setup.save'))),
			),
	];
}

function problemText(problem, { rows, columns }) {
	return t('setup.paste-wrong', {
		why: problem === 'rows' ? t('setup.wrong-rows', { rows, columns }) : t('setup.wrong-army'),
	});
}

/* As on the wire and in records, row by row upwards: so other programs understand it too. */
function textPart(shape, side, firstRow, current, take) {
	const example = turned(Object.values(readyMade(shape))[0] ?? '', side);
	const field = h('textarea', {
		id: 'formation-text',
		rows: 4,
		spellcheck: 'false',
		autocapitalize: 'none',
	});
	const problem = h('p', { class: 'bad', role: 'alert' });
	const paste = () => {
		const { rows, problem: what } = parse(field.value, shape);

		if (rows) take(turned(rows, side));
		else problem.textContent = problemText(what, shape);
	};

	field.value = current.isComplete ? current.wire.replaceAll('/', '\n') : '';
	return [
		h('h3', {}, h('label', { for: 'formation-text' }, t('setup.paste'))),
		h('p', { class: 'faint hint' }, t('setup.paste-rows', { row: firstRow, example })),
		field,
		problem,
		h(
			'div',
			{ class: 'buttons' },
			h('button', { class: 'paste', onclick: paste }, t('setup.insert')),
			h('button', { onclick: () => copy(field.value, field) }, t('button.copy')),
		),
	];
}
