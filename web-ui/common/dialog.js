/* Questions of the page itself, which cannot be overlooked, and short notices, which can. */
import { h } from './dom.js';
import { t } from './i18n.js';

/*
 * A promise of the value of the button that was pressed; null when it was closed otherwise. isSafe
 * marks the button that a key pressed by accident may press.
 */
export function choose(text, buttons) {
	return new Promise((resolve) => {
		const dialog = h(
			'dialog',
			{ class: 'question', 'aria-label': text },
			h('p', {}, text),
			h(
				'div',
				{ class: 'buttons' },
				buttons.map(({ label, value, kind = '', isSafe = false }) =>
					h(
						'button',
						{ class: kind, autofocus: isSafe, onclick: () => dialog.close(value) },
						label,
					),
				),
			),
		);

		dialog.addEventListener('close', () => {
			putAway(dialog);
			resolve(dialog.returnValue || null);
		});
		document.body.append(dialog);
		dialog.showModal();
	});
}

export async function confirm(text, yes = t('button.yes')) {
	const answer = await choose(text, [
		{ label: yes, value: 'yes' },
		{ label: t('button.cancel'), value: 'no', kind: 'strong', isSafe: true },
	]);

	return answer === 'yes';
}

/* A dialog with its own content; returns it open. It closes by its button or Escape. */
export function openDialog(title, ...content) {
	const dialog = h(
		'dialog',
		{ class: 'sheet', 'aria-label': title },
		h('h2', {}, title),
		content,
		h('div', { class: 'buttons' }, h('button', { onclick: () => dialog.close() }, t('button.close'))),
	);

	dialog.addEventListener('close', () => putAway(dialog));
	document.body.append(dialog);
	dialog.showModal();
	return dialog;
}

const NOTICE_MS = 6000;
let area = null;

/* Notices outlive the dialog that they were shown over. */
function putAway(dialog) {
	if (area && dialog.contains(area)) document.body.append(area);
	dialog.remove();
}

/* What was said of one game must not stay in the next. */
export const clearNotices = () => area?.replaceChildren();

/* An open dialog covers everything that is not in it, and silences it. */
const uppermost = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;

/* kind: '', good or bad */
export function notice(text, kind = '') {
	area ??= h('div', { class: 'notices', role: 'status', 'aria-live': 'polite' });
	if (area.parentNode !== uppermost()) uppermost().append(area);
	const item = h('p', { class: `notice ${kind}` }, text);

	area.append(item);
	setTimeout(() => item.remove(), NOTICE_MS);
}
