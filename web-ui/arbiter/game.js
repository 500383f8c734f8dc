/* What the arbiter can do to the game as a whole: its course, its clocks, its end, the next one. */
import { h } from '../common/dom.js';
import { namesIn, sideName, t } from '../common/i18n.js';

const SIDES = ['red', 'blue'];

export class GamePanel {
	element;
	#speaker;
	#needsPlay = []; /* buttons that make sense while a game is going on */
	#pause;
	#resume;
	#awards;
	#back;
	#clock;
	#seconds = h('input', {
		type: 'number',
		id: 'seconds',
		min: 1,
		max: 86400,
		value: 300,
		inputmode: 'numeric',
	});
	#edition = h(
		'select',
		{ id: 'edition' },
		namesIn('edition').map((id) => h('option', { value: id }, t(`edition.${id}`))),
	);
	#game = null;

	constructor(speaker) {
		this.#speaker = speaker;
		this.element = h(
			'section',
			{ class: 'panel game' },
			this.#makeCourse(),
			this.#makeClock(),
			this.#makeAward(),
			this.#makeNew(),
		);
	}

	#button(word, label, what = label, kind = '') {
		const say = () => this.#speaker.sayIfSure(typeof word === 'function' ? word() : word, what);

		return h('button', { type: 'button', class: kind, onclick: say }, label);
	}

	#makeCourse() {
		const turns = SIDES.map((side) =>
			this.#button(
				`correct turn ${side}`,
				t('arbiter.correct-turn', { side: sideName(side) }),
			),
		);

		this.#back = this.#button('takeback', t('arbiter.takeback'));
		this.#pause = this.#button('pause', t('button.pause'));
		this.#resume = this.#button('resume', t('button.resume'));
		this.#needsPlay.push(...turns);
		return [
			h('h2', {}, t('arbiter.course')),
			h('div', { class: 'buttons' }, this.#pause, this.#resume, this.#back, turns),
		];
	}

	#makeClock() {
		const buttons = SIDES.map((side) => {
			const label = t('clock.label', { side: sideName(side) });
			const say = () => {
				const what = `${label}, ${t('arbiter.seconds')} ${this.#seconds.value}`;

				if (this.#seconds.reportValidity())
					this.#speaker.sayIfSure(
						`clock ${side} ${Math.round(this.#seconds.valueAsNumber)}`,
						what,
					);
			};
			return h('button', { type: 'button', onclick: say }, label);
		});

		this.#seconds.required = true;
		this.#needsPlay.push(...buttons);
		this.#clock = h(
			'div',
			{ class: 'clock-setting' },
			h('h2', {}, t('arbiter.clock')),
			h('label', { for: 'seconds' }, t('arbiter.seconds')),
			h('div', { class: 'buttons' }, this.#seconds, buttons),
		);
		return this.#clock;
	}

	#makeAward() {
		this.#awards = ['red', 'blue', 'draw'].map((winner) => {
			const label = t(`arbiter.award-${winner}`);

			return this.#button(
				`award ${winner}`,
				label,
				`${t('arbiter.award')}: ${label}`,
				'danger',
			);
		});
		return [h('h2', {}, t('arbiter.award')), h('div', { class: 'buttons' }, this.#awards)];
	}

	#makeNew() {
		const what = () => `${t('arbiter.new-game')}: ${t(`edition.${this.#edition.value}`)}`;
		const say = () => this.#speaker.sayIfSure(`new ${this.#edition.value}`, what());

		return [
			h('h2', {}, t('arbiter.new-game')),
			h('label', { for: 'edition' }, t('arbiter.edition')),
			h(
				'div',
				{ class: 'buttons' },
				this.#edition,
				h(
					'button',
					{ type: 'button', class: 'danger', onclick: say },
					t('arbiter.new-game'),
				),
			),
		];
	}

	show({ phase, paused, clock, edition, id, can_take_back: canTakeBack }) {
		const isPlayed = !['setup', 'over', 'stopped'].includes(phase);

		this.#pause.hidden = paused;
		this.#resume.hidden = !paused;
		for (const button of [...this.#needsPlay, this.#pause, this.#resume])
			button.disabled = !isPlayed;
		this.#back.disabled = !isPlayed || !canTakeBack;
		for (const button of this.#awards)
			button.disabled = phase === 'over' || phase === 'stopped';
		this.#clock.hidden = !clock;
		/* the next game is most often like this one; but an edition that the arbiter has
		 * chosen stays chosen */
		if (id !== this.#game) this.#edition.value = edition;
		this.#game = id;
	}
}
