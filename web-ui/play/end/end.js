/*
 * The end of a game on its handheld: how it was decided, the game to step through, and what can be kept of it.
 * Ranks are those that the rules of this table disclose, or that their owner has turned over; otherwise
 * the own ones, while their owner looks, and those of the battles that were told.
 */
import { h } from '../../common/dom.js';
import { t } from '../../common/i18n.js';
import { Ended } from '../../replay/ended.js';
import { decidedText, keepsakes } from '../../replay/past.js';
import { Replay } from '../../replay/replay.js';
import { summary } from '../../replay/summary.js';

export class End {
	element = h('section', { class: 'end', hidden: true });
	#replay = null;
	#of = ''; /* the game and the side that the replay was made for */
	#ended = new Ended(() => this.#page.render());
	#own = null; /* openings of this side's pieces; null: not asked for */
	#known = h('p', { class: 'faint' });
	#decided = h('p', { class: 'decided' });
	#facts = h('div', {});
	#keep = h('div', {});
	#page;

	/* page: {view, memory, look, ask(word), render()} */
	constructor(page) {
		this.#page = page;
	}

	/* the own army lies open: there is nothing to be looked at in secret */
	get isRevealed() {
		const { view } = this.#page;

		return this.isShown && view.face_up[view.you];
	}

	get isShown() {
		return !this.element.hidden;
	}

	hide() {
		this.#ended.forget();
		this.element.hidden = true;
		this.element.replaceChildren();
		this.#of = '';
	}

	/* Of a game that has begun. */
	show() {
		const { view, memory, look } = this.#page;

		if (this.#of !== `${view.id} ${view.you}`) this.#begin(view);
		this.#ended.follow(view);
		this.#replay.show(this.#gameNow(view, look.isLooking), {
			openings: this.#openings(look.isLooking),
			battles: memory.now.book.known,
		});
		this.#drawTexts(view);
	}

	takeOpenings(list) {
		this.#own = list;
	}

	#begin(view) {
		this.#of = `${view.id} ${view.you}`;
		this.#own = null;
		this.#replay = new Replay({ bottom: view.you });
		this.element.replaceChildren(this.#decided, this.#replay.element, this.#known, this.#facts, this.#keep);
		this.element.hidden = false;
	}

	/* what stands, without the own ranks if they are not to be seen */
	#gameNow(view, isLooking) {
		return isLooking || this.isRevealed ? view : { ...view, [view.you]: view[view.you].replace(/[^./]/g, '?') };
	}

	/* the own ones are asked for when they are needed first */
	#openings(isLooking) {
		if (isLooking && !this.#own) {
			this.#own = [];
			this.#page.ask('openings');
		}
		return [...(this.#ended.past?.openings ?? []), ...(isLooking ? this.#own : [])];
	}

	#drawTexts(view) {
		const { past } = this.#ended;

		this.#decided.textContent = decidedText(view);
		this.#known.textContent = past && !past.revealed ? t('end.hidden') : '';
		this.#facts.replaceChildren(summary(view, past));
		this.#keep.replaceChildren(
			...(past ? [keepsakes(past), h('p', {}, h('a', { href: `games#${past.game}` }, t('games.title')))] : []),
		);
	}
}
