/*
 * The first page of a board: what is going on there, the seat that this device has, and the ways to all others. It is
 * there at once; what is going on follows when the board has told it.
 */
import { byId, fill, h } from '../common/dom.js';
import { LANGUAGES, language, loadLanguage, setLanguage, t } from '../common/i18n.js';
import { codeForm, goToSeat, keptSeats } from '../common/seat.js';
import { discover } from '../link/pair.js';
import { ownSeats, situation } from './situation.js';

const PAGES = { watch: 'home.watch', games: 'games.title', table: 'home.table', arbiter: 'home.arbiter' };

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

function door([page, title]) {
	return h(
		'li',
		{},
		h(
			'a',
			{ class: 'door panel', href: page },
			h('strong', {}, t(title)),
			h('span', { class: 'faint' }, t(`home.${page}-hint`)),
		),
	);
}

/* The latest public view, as it comes; the link is larger than all the rest, and nobody waits for it. */
async function follow(board, show) {
	const { Link } = await import('../link/link.js');
	const link = new Link(board);

	link.addEventListener('state', ({ detail }) => show(detail));
	link.open();
}

const [board] = await Promise.all([discover().catch(() => null), loadLanguage()]);
const now = h('section', { class: 'panel now', 'aria-live': 'polite', hidden: true });
const own = h('section', { class: 'own', 'aria-label': t('pair.kept') });
let latest = null; /* public view */
const draw = () => {
	now.hidden = !latest;
	if (latest) fill(now, situation(latest));
	fill(own, ownSeats(keptSeats(), latest));
};
const show = (view) => {
	latest = view;
	draw();
};

document.title = board?.title || t('home.title');
byId('main').className = 'home';
byId('main').replaceChildren(
	h('h1', {}, document.title),
	h('p', { class: 'lead faint' }, t('home.lead')),
	own,
	now,
	h('section', { class: 'panel pairing' }, codeForm(goToSeat, { hint: t('pair.hint') })),
	h('nav', { 'aria-label': t('home.title') }, h('ul', { class: 'doors' }, Object.entries(PAGES).map(door))),
	chooser(),
);
draw();
/* another tab may have been given a seat, or have lost it */
addEventListener('pageshow', draw);
addEventListener('storage', draw);
if (board) follow(board, show);
