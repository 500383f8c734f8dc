/* All rarely used actions, behind one button. */
import { copy } from '../common/clipboard.js';
import { confirm, openDialog } from '../common/dialog.js';
import { h } from '../common/dom.js';
import { sideName, t } from '../common/i18n.js';
import { doubtOf, labelOf } from '../common/prompt.js';
import { qrPicture } from '../common/qr.js';
import { settings, tick } from '../common/settings.js';

/* words that end something for this player */
const DANGER = ['resign', 'unpair'];

/* in a training mission */
const chooseTips = (tip) => tick('tip.on', tip.isOn, (isOn) => tip.switchTo(isOn));

function chooseAwake(awake) {
	if (awake.way === 'none') return null;
	return tick('settings.awake', awake.isOn, (isOn) => awake.switchTo(isOn));
}

/* what can be expected of this browser, and what cannot */
function aboutDevice({ way }) {
	const isKept = Boolean(navigator.serviceWorker?.controller);
	const isApp = matchMedia('(display-mode: standalone)').matches;

	return h(
		'details',
		{ class: 'device' },
		h('summary', {}, t('settings.device')),
		h(
			'ul',
			{},
			h('li', {}, t(`settings.awake-${way}`)),
			h('li', {}, t(isKept ? 'settings.kept' : 'settings.not-kept')),
			!isApp && h('li', {}, t('settings.home-screen')),
		),
	);
}

/* page: {view, say(word), signals, tip} */
export function openMenu(page) {
	const speak = async (action) => {
		dialog.close();
		if (action.picks) page.pick(action);
		else if (!action.grave || (await confirm(doubtOf(action), labelOf(action))))
			await page.say(action.word);
	};
	const buttons = page.view.prompt.menu.map((action) =>
		h(
			'button',
			{
				class: DANGER.includes(action.word) ? 'danger' : '',
				'data-word': action.word,
				onclick: () => speak(action),
			},
			labelOf(action),
		),
	);
	const another = h(
		'button',
		{
			'data-word': 'games',
			onclick: () => {
				dialog.close();
				page.say('games'); /* the answer opens the form (newgame.js) */
			},
		},
		t('button.new-game'),
	);
	/* after the end it stands beside playing again */
	const hasNext = !['over', 'stopped'].includes(page.view.phase);
	const dialog = openDialog(
		t('button.more'),
		h('div', { class: 'menu' }, buttons, hasNext && another),
		settings(page.signals.sound, {
			also: [page.view.rules.training === 'on' && chooseTips(page.tip), chooseAwake(page.signals.awake)],
		}),
		aboutDevice(page.signals.awake),
	);
}

/* The code with which another device takes over this seat. */
export function showCode({ seat, short, url, modules }) {
	const field = h('input', { readonly: true, value: url, 'aria-label': t('pair.code') });

	openDialog(
		t('button.move-seat'),
		h('p', {}, t('pair.new-device')),
		qrPicture(modules, t('table.code-picture', { side: sideName(seat) })),
		h('p', { class: 'code' }, short),
		field,
		h(
			'div',
			{ class: 'buttons' },
			h('button', { onclick: () => copy(url, field) }, t('button.copy')),
		),
	);
}
