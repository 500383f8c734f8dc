/*
 * Every contact of the board beside what should stand on it. Choosing a square shows what is known
 * about it; it can be corrected, or declared unreliable.
 */
import { Board } from '../common/board.js';
import { fill, h } from '../common/dom.js';
import { CODES } from '../common/editions.js';
import { rankName, sideName, t } from '../common/i18n.js';
import { standing } from '../common/squares.js';
import { compareSensors, disagreements } from './sensors.js';

const SIDES = ['red', 'blue'];

/* [class names] of a square's mark */
function markOf({ isClosed, isFaulty, disagrees }, isChosen) {
	return [
		isClosed && 'is-closed',
		disagrees && 'disagrees',
		isFaulty && 'is-faulty',
		isChosen && 'is-chosen',
	].filter(Boolean);
}

function stateText({ isClosed, side, isWanted, isFaulty, disagrees }) {
	return [
		t(isClosed ? 'arbiter.contact-closed' : 'arbiter.contact-open'),
		side && t('arbiter.should-hold', { side: sideName(side) }),
		isWanted === false && t('arbiter.should-be-empty'),
		disagrees && t('arbiter.disagrees'),
		isFaulty && t('arbiter.not-relied-on'),
	]
		.filter(Boolean)
		.join(', ');
}

export class SensorPanel {
	element;
	#speaker;
	#view = null;
	#sensors = new Map();
	#chosen = null;
	#kind = '';
	#board = null;
	#place = h('div', { class: 'board-place' });
	#summary = h('p', { role: 'status', 'aria-live': 'polite' });
	#parts = {};

	constructor(speaker) {
		this.#speaker = speaker;
		this.element = h(
			'section',
			{ class: 'panel sensors' },
			h('h2', {}, t('arbiter.sensors')),
			this.#place,
			this.#summary,
			h('p', { class: 'faint' }, t('arbiter.sensors-hint')),
			this.#makeSquare(),
		);
	}

	/* ---- the board ---- */

	show(view) {
		this.#view = view;
		this.#makeBoard(view);
		this.#draw();
	}

	#makeBoard({ columns, rows, lakes }) {
		const kind = JSON.stringify([columns, rows, lakes]);

		if (kind === this.#kind) return;
		this.#kind = kind;
		this.#chosen = null;
		this.#board = new Board({
			columns,
			rows,
			lakes,
			title: t('arbiter.sensors'),
			pick: (sq) => this.#choose(sq),
			label: (sq) => `${sq}: ${stateText(this.#sensors.get(sq))}`,
		});
		fill(this.#place, this.#board.element);
	}

	#choose(sq) {
		this.#chosen = sq === this.#chosen ? null : sq;
		this.#draw();
		/* it is below the board, and on a phone out of sight */
		if (this.#chosen) this.#parts.box.scrollIntoView({ block: 'nearest' });
	}

	#draw() {
		this.#sensors = compareSensors(this.#view);
		const marks = [...this.#sensors]
			.map(([sq, sensor]) => [sq, markOf(sensor, sq === this.#chosen)])
			.filter(([, names]) => names.length > 0)
			.map(([sq, names]) => [sq, names.join(' ')]);
		const wrong = disagreements(this.#sensors);

		this.#board.show({ pieces: standing(this.#view), marks: new Map(marks) });
		/* said once, and not with every view */
		fill(
			this.#summary,
			wrong.length > 0
				? t('arbiter.disagree-on', { squares: wrong.join(', ') })
				: t('arbiter.all-agree'),
		);
		this.#summary.className = wrong.length > 0 ? 'bad' : 'good';
		this.#drawSquare();
	}

	/* ---- the chosen square ---- */

	#makeSquare() {
		const parts = {
			title: h('h3', {}),
			state: h('p', {}),
			fault: h('button', { onclick: () => this.#declare() }),
			side: h(
				'select',
				{ 'aria-label': t('arbiter.side') },
				SIDES.map((side) => h('option', { value: side }, sideName(side))),
			),
			code: h(
				'select',
				{ 'aria-label': t('arbiter.rank') },
				CODES.map((code) => h('option', { value: code }, rankName(code))),
			),
			put: h('button', { onclick: () => this.#put() }, t('arbiter.correct-put')),
			empty: h('button', { onclick: () => this.#empty() }, t('arbiter.correct-empty')),
		};

		this.#parts = parts;
		parts.box = h(
			'div',
			{ class: 'square-box', hidden: true },
			parts.title,
			parts.state,
			h('div', { class: 'buttons' }, parts.fault),
			h('h3', {}, t('arbiter.correct')),
			h('div', { class: 'buttons' }, parts.side, parts.code, parts.put, parts.empty),
		);
		return parts.box;
	}

	#drawSquare() {
		const { box, title, state, fault, put, empty } = this.#parts;
		const sensor = this.#sensors.get(this.#chosen);

		box.hidden = !sensor;
		if (!sensor) return;
		title.textContent = t('arbiter.square', { square: this.#chosen });
		state.textContent = stateText(sensor);
		fault.textContent = t(sensor.isFaulty ? 'arbiter.mark-good' : 'arbiter.mark-faulty', {
			square: this.#chosen,
		});
		for (const button of [put, empty])
			button.disabled = ['setup', 'over', 'stopped'].includes(this.#view.phase);
	}

	#declare() {
		const { isFaulty } = this.#sensors.get(this.#chosen);

		return this.#speaker.sayIfSure(
			`${isFaulty ? 'good' : 'fault'} ${this.#chosen}`,
			this.#parts.fault.textContent,
		);
	}

	#put() {
		const side = this.#parts.side.value,
			code = this.#parts.code.value;
		const what = t('arbiter.correct-what', {
			square: this.#chosen,
			side: sideName(side),
			rank: rankName(code),
		});

		return this.#speaker.sayIfSure(`correct ${this.#chosen} ${side} ${code}`, what);
	}

	#empty() {
		return this.#speaker.sayIfSure(
			`correct ${this.#chosen} empty`,
			`${this.#chosen}: ${t('arbiter.correct-empty')}`,
		);
	}
}
