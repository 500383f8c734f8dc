/* The first page of a board: where to go from here, and in which language. */
import { byId, h } from '../common/dom.js';
import { LANGUAGES, language, loadLanguage, setLanguage, t } from '../common/i18n.js';
import { codeForm, goToSeat } from '../common/seat.js';
import { discover } from '../link/pair.js';

const PAGES = ['watch', 'play', 'table', 'arbiter'];

/* as its speakers call it: "Deutsch" */
function ownName(code) {
	const name = new Intl.DisplayNames(code, { type: 'language' }).of(code);

	return name[0].toLocaleUpperCase(code) + name.slice(1);
}

function chooser() {
	return h(
		'div',
		{ class: 'language' },
		h('label', { for: 'language' }, t('a11y.language')),
		h(
			'select',
			{ id: 'language', onchange: ({ target }) => setLanguage(target.value) },
			LANGUAGES.map((code) =>
				h(
					'option',
					{ value: code, lang: code, selected: code === language() },
					ownName(code),
				),
			),
		),
	);
}

function door(page) {
	return h(
		'li',
		{},
		h(
			'a',
			{ class: 'door panel', href: page },
			h('strong', {}, t(`home.${page}`)),
			h('span', { class: 'faint' }, t(`home.${page}-hint`)),
		),
	);
}

const [{ title }] = await Promise.all([discover().catch(() => ({ title: '' })), loadLanguage()]);
document.title = title || t('home.title');
byId('main').className = 'home';
byId('main').replaceChildren(
	h('h1', {}, document.title),
	h('p', { class: 'lead' }, t('home.lead')),
	h('nav', { 'aria-label': t('home.title') }, h('ul', { class: 'doors' }, PAGES.map(door))),
	h('section', { class: 'panel pairing' }, codeForm(goToSeat, { hint: t('home.code-hint') })),
	chooser(),
);
