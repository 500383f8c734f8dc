/*
 * The form of the next game: edition, colours, names, clock and rules. What it offers is the board's
 * (the event `games`); what comes of it is a proposal, which the other player is shown in full, or, if it is made on
 * the table's page, both players.
 */
import { openDialog } from '../common/dialog.js';
import { fill, h } from '../common/dom.js';
import { otherSide } from '../common/editions.js';
import { sideName, t } from '../common/i18n.js';
import { termText } from '../common/prompt.js';

const LONGEST_NAME = 20;

const labelled = (label, field) => h('label', { class: 'field' }, h('span', {}, label), field);

const select = (name, values, chosen, textOf) =>
	h(
		'select',
		{ name },
		values.map((value) => h('option', { value, selected: value === chosen }, textOf(value))),
	);

function optionField({ name, value, values }) {
	const textOf = (each) => (each ? termText(`${name} ${each}`) : t('newgame.configured'));

	return labelled(t(`option.${name}`), select(name, values, value, textOf));
}

function nameField(view, side) {
	return labelled(
		t('newgame.name', { side: sideName(side) }),
		h('input', {
			name: side,
			value: view[`${side}_name`],
			maxlength: LONGEST_NAME,
			autocomplete: 'off',
		}),
	);
}

/* What is as it was, or as it usually is, need not be said. */
function wordOf(form, view, { options }) {
	const { edition, colours, red, blue } = form.elements;
	const given = [red, blue].filter(({ name, value }) => value.trim() !== view[`${name}_name`]);
	const chosen = options
		.map(({ name, value }) => ({ name, value: form.elements[name].value, usual: value }))
		.filter(({ value, usual }) => value !== usual);
	const items = [...chosen, ...given].map(
		({ name, value }) => `${name}=${encodeURIComponent(value.trim())}`,
	);

	return ['offer-game', edition.value, colours.value, ...items].join(' ');
}

/* who must agree */
const askedOf = ({ paired, you }) => ['red', 'blue'].filter((side) => side !== you && paired[side]);

/* what will come of it, said before it is done */
function notes(view) {
	const isPlayed = ['play', 'defence', 'settle', 'arbiter'].includes(view.phase);
	const asked = view.you ? 'newgame.asked' : 'newgame.asked-all';

	return h(
		'p',
		{ class: 'faint' },
		t(askedOf(view).length > 0 ? asked : 'newgame.alone'),
		' ',
		isPlayed && t('newgame.aside'),
	);
}

function setAside(aside, propose) {
	const one = ({ game, edition, date, plies }) =>
		h(
			'button',
			{ type: 'button', 'data-game': game, onclick: () => propose(`offer-game continue ${game}`) },
			t('newgame.one-aside', { edition: t(`edition.${edition}`), date, moves: plies }),
		);

	return aside.length > 0 && [h('h3', {}, t('newgame.set-aside')), h('div', { class: 'menu' }, aside.map(one))];
}

/* page: {view, say(word)}, a player's or the table's; games: the event of that name */
export function showNewGame(page, { editions, aside }) {
	const { view } = page;
	const find = (id) => editions.find((each) => each.id === id) ?? editions[0];
	const options = h('div', {});
	const edition = select('edition', editions.map(({ id }) => id), view.edition, (id) => t(`edition.${id}`));
	const showOptions = () => fill(options, find(edition.value).options.map(optionField));
	const propose = async (word) => {
		if (await page.say(word)) dialog.close();
	};
	const form = h(
		'form',
		{
			class: 'new-game',
			onsubmit: (event) => {
				event.preventDefault();
				propose(wordOf(form, page.view ?? view, find(edition.value)));
			},
		},
		labelled(t('arbiter.edition'), edition),
		labelled(
			t('newgame.colours'),
			select('colours', ['keep', 'swap', 'lot'], 'keep', (each) =>
				each === 'keep' ? t('newgame.keep') : termText(each),
			),
		),
		(view.you ? [view.you, otherSide(view.you)] : ['red', 'blue']).map((side) => nameField(view, side)),
		h('details', {}, h('summary', {}, t('newgame.more')), options),
		notes(view),
		h(
			'button',
			{ class: 'strong big' },
			t(askedOf(view).length > 0 ? 'newgame.propose' : 'newgame.begin'),
		),
	);

	edition.addEventListener('change', showOptions);
	showOptions();
	const dialog = openDialog(t('button.new-game'), form, setAside(aside, propose));
}
