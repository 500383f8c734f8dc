/*
 * What happened, with the time at which this device was told. The board keeps the true record; this
 * one is for the arbiter's eyes, and kept for the length of the visit. There is never a rank in it.
 */
import { h } from '../common/dom.js';
import { language, sideName, t } from '../common/i18n.js';
import { eventText } from '../common/events.js';

const KEPT = 'adjutant/log';
const MOST = 300;
const LOCALES = { en: 'en-GB' }; /* twelve hours are not told apart at a glance */
const LOUD = new Set(['fault', 'storage', 'board']);

/* a row or column of the table, as it begins a sentence */
export function lineText({ row, column }) {
	return row ? t('arbiter.row', { row }) : column ? t('arbiter.column', { column }) : '';
}

/* a sentence, or null if the event needs none */
export function logText(event) {
	const { squares = [], what, result, by, edition, seat } = event;

	switch (event.event) {
		case 'fault':
			return t(`arbiter.fault.${what}`, {
				squares: squares.join(', '),
				line: lineText(event),
			});
		case 'storage':
			return t('arbiter.journal', { why: event.why });
		case 'board':
			return event.why ? t('arbiter.board', { why: event.why }) : t('arbiter.board-again');
		case 'error':
			return null; /* the speaker has just been told why it was refused */
		case 'illegal':
			return [eventText(event), event.rule && t(`rule.${event.rule}`)]
				.filter(Boolean)
				.join(' ');
		case 'over':
			return `${t(`result.${result}`)}. ${t(`reason.${by}`)}`;
		case 'game':
			return `${t('arbiter.new-game')}: ${t(`edition.${edition}`)}`;
		case 'looked':
		case 'openings':
			return t('arbiter.has-looked');
		case 'code':
			return t('arbiter.pair', { side: seat === 'table' ? t('home.table') : sideName(seat) });
		default:
			return eventText(event);
	}
}

const isLoud = ({ event, word }) => LOUD.has(event) || word === 'call-arbiter';

function read() {
	try {
		return JSON.parse(sessionStorage.getItem(KEPT)) ?? [];
	} catch {
		return [];
	}
}

export class Log {
	element;
	#entries = read();
	#list = h('ol', {
		class: 'log',
		reversed: true,
		tabindex: 0, /* so that it can be scrolled with keys */
		'aria-label': t('arbiter.log'),
	});
	#times;

	constructor() {
		this.#times = new Intl.DateTimeFormat(LOCALES[language()] ?? language(), { timeStyle: 'medium' });
		this.#list.append(...this.#entries.map((entry) => this.#makeItem(entry)).reverse());
		this.element = h(
			'section',
			{ class: 'panel log-panel' },
			h('h2', {}, t('arbiter.log')),
			this.#list,
		);
	}

	tell(event) {
		const text = logText(event);

		if (!text) return;
		const entry = { atMs: Date.now(), text, isLoud: isLoud(event) };
		this.#entries.push(entry);
		this.#entries.splice(0, Math.max(0, this.#entries.length - MOST));
		this.#list.prepend(this.#makeItem(entry));
		while (this.#list.children.length > MOST) this.#list.lastChild.remove();
		sessionStorage.setItem(KEPT, JSON.stringify(this.#entries));
	}

	#makeItem({ atMs, text, isLoud: loud }) {
		const date = new Date(atMs);

		return h(
			'li',
			{ class: loud ? 'loud' : '' },
			h('time', { datetime: date.toISOString() }, this.#times.format(date)),
			' ',
			text,
		);
	}
}
