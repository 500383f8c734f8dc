/*
 * The next game, proposed at the table to those who sit there (daemon/admin/admin_next.c): the same again, with the
 * colours exchanged, or another one.
 */
import { notice } from '../common/dialog.js';
import { h } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { ask } from './ask.js';

const WORD = 'offer-game ';

export class NextGame {
	/* after the end, beside what the game came to */
	again = h('div', { class: 'buttons' }, [
		this.#button('button.rematch', 'same keep'),
		this.#button('button.sides-changed', 'same swap'),
	]);
	another = h('button', { type: 'button', class: 'new-game', onclick: () => this.#choose() }, t('button.new-game'));
	#access;
	#view;

	/* view(): the present one */
	constructor(access, view) {
		this.#access = access;
		this.#view = view;
	}

	#button(key, text) {
		return h('button', { type: 'button', 'data-next': text, onclick: () => this.#propose(text) }, t(key));
	}

	async #ask(question) {
		try {
			return await ask(this.#access, '/next', { ask: 'next', ...question });
		} catch ({ message }) {
			notice(message, 'bad');
			return null;
		}
	}

	/* whether it was proposed; who sits there is asked, and who is alone with the table plays at once */
	async #propose(text) {
		const { paired } = this.#view();
		const isDone = (await this.#ask({ text })) !== null;

		if (isDone && (paired.red || paired.blue)) notice(t('table.proposed'));
		return isDone;
	}

	async #choose() {
		const [games, { showNewGame }] = await Promise.all([this.#ask({}), import('../play/newgame.js')]);
		const page = { view: this.#view(), say: (word) => this.#propose(word.slice(WORD.length)) };

		if (games) showNewGame(page, games);
	}
}
