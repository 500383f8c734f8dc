/* What the referee waits for, how the board is, and what an open correction needs. */
import { Clocks } from '../common/clocks.js';
import { fill, h } from '../common/dom.js';
import { sideName, t } from '../common/i18n.js';
import { lineText } from './log.js';
import { promptText } from '../common/prompt.js';

/* [text, is bad] of all that is not as it should be; good news if there is none */
function healthOf({ storage, board, faulty, lines, trouble }) {
	const isOnLine = (sq) =>
		lines.some(({ row, column }) => sq[0] === column || sq.slice(1) === row);
	const single = faulty.filter((sq) => !isOnLine(sq));
	const troubles = [
		storage !== 'ok' && storage && t('arbiter.journal', { why: storage }),
		board !== 'ok' && board && t('arbiter.board', { why: board }),
		...lines.map((line) => t(`arbiter.fault.${line.what}`, { line: lineText(line) })),
		single.length > 0 && t('arbiter.faulty', { squares: single.join(', ') }),
	].filter(Boolean);

	if (troubles.length > 0) return troubles.map((text) => [text, true]);
	return [[trouble ?? t('arbiter.healthy'), Boolean(trouble)]];
}

export class StatePanel {
	element;
	#speaker;
	#clocks = new Clocks();
	#names = { red: h('span', {}), blue: h('span', {}) };
	#about = h('p', { class: 'faint' });
	#want = h('p', { class: 'lead', role: 'status', 'aria-live': 'polite' });
	#health = h('ul', { class: 'health' });
	#correction;

	constructor(speaker) {
		this.#speaker = speaker;
		this.#correction = this.#makeCorrection();
		this.element = h(
			'section',
			{ class: 'panel state' },
			this.#about,
			this.#want,
			this.#correction,
			h(
				'p',
				{ class: 'faces' },
				['red', 'blue'].map((side) =>
					h('span', {}, this.#names[side], ' ', this.#clocks.elements[side]),
				),
			),
			this.#clocks.setup,
			h('h2', {}, t('arbiter.health')),
			this.#health,
		);
	}

	#makeCorrection() {
		const done = t('arbiter.correct-done');

		return h(
			'div',
			{ class: 'correction', hidden: true },
			h('p', {}, t('arbiter.correcting')),
			h(
				'button',
				{ class: 'strong', onclick: () => this.#speaker.sayIfSure('correct done', done) },
				done,
			),
		);
	}

	show(view) {
		this.#about.textContent = [view.title, view.event, view.site, t(`edition.${view.edition}`)]
			.filter(Boolean)
			.join(' · ');
		fill(this.#want, promptText(view.prompt)); /* said once, and not with every view */
		this.#want.hidden = view.phase === 'arbiter'; /* whose own doing it is */
		this.#correction.hidden = view.phase !== 'arbiter';
		this.#clocks.show(view);
		for (const side of ['red', 'blue'])
			this.#names[side].textContent = [sideName(side), view[`${side}_name`]]
				.filter(Boolean)
				.join(': ');
		fill(
			this.#health,
			healthOf(view).map(([text, isBad]) => h('li', { class: isBad ? 'bad' : 'good' }, text)),
		);
	}
}
