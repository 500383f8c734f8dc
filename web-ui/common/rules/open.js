/*
 * The button that opens the rules of the game on the table. What it opens is loaded when it is wanted for
 * the first time; from then on it needs no board.
 */
import { openDialog } from '../dialog.js';
import { h } from '../dom.js';
import { has, t } from '../i18n.js';

const SHEET = './sheet.js'; /* not to be loaded with the page (preload.mjs) */
const PLACE = 'rules'; /* in the history of the tab */

/* A phone's way back closes the sheet, and does not leave the page. */
function closeWithBack(dialog) {
	const gone = new AbortController();

	history.pushState(PLACE, '');
	addEventListener('popstate', () => dialog.close(), { signal: gone.signal });
	dialog.addEventListener('close', () => {
		gone.abort();
		if (history.state === PLACE) history.back();
	});
}

export const openRules = () => document.querySelector('dialog.rules');

/* viewNow(): the view, or null while nothing is known; isSmall: a mere sign, where there is no room */
export function rulesButton(viewNow, { isSmall = false } = {}) {
	const open = async () => {
		const { rulesOf } = await import(SHEET);
		const view = viewNow();
		if (!view || openRules()) return;
		const name = `edition.${view.edition}`;
		const dialog = openDialog(has(name) ? t(name) : view.edition, rulesOf(view));

		dialog.classList.add('rules');
		dialog.scrollTop = 0;
		closeWithBack(dialog);
	};
	const name = t('rules.open');

	return isSmall
		? h('button', { class: 'open-rules', type: 'button', onclick: open, 'aria-label': name, title: name }, '?')
		: h('button', { class: 'open-rules', type: 'button', onclick: open }, name);
}
