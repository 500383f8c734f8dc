/*
 * The end of a game on its handheld: how it was decided, the game to step through, and what can be kept of it.
 * Ranks are those that the rules of this table disclose, or that their owner has turned over; otherwise
 * the own ones, while their owner looks, and those of the battles that were told.
 */
import { h } from '../../common/dom.js';
import { t } from '../../common/i18n.js';
import { decidedText, factList, fetchPast, keepsakes, lengthText, moveCount, pathOf } from '../../replay/past.js';
import { Replay } from '../../replay/replay.js';

/* The board writes the record when the game is over, and spectators may be told later. */
const TRY_MS = [1000, 2000, 5000, 15000, 60000];

/* which of them are face up */
const armiesOf = ({ face_up: { red, blue } }) => `${red} ${blue}`;

export class End {
	element = h('section', { class: 'end', hidden: true });
	#replay = null;
	#of = ''; /* the game and the side that the replay was made for */
	#past = null; /* the game as everyone may read it ... */
	#pastOf = ''; /* ... when these armies were face up */
	#own = null; /* openings of this side's pieces; null: not asked for */
	#known = h('p', { class: 'faint' });
	#decided = h('p', { class: 'decided' });
	#facts = h('div', {});
	#keep = h('div', {});
	#tries = 0;
	#timer = null;
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
		clearTimeout(this.#timer);
		this.element.hidden = true;
		this.element.replaceChildren();
		this.#of = '';
	}

	/* Of a game that has begun. */
	show() {
		const { view, memory, look } = this.#page;

		if (this.#of !== `${view.id} ${view.you}`) this.#begin(view);
		if (this.#pastOf !== armiesOf(view)) this.#fetchAnew(view);
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
		this.#past = null;
		this.#pastOf = '';
		this.#own = null;
		this.#replay = new Replay({ bottom: view.you });
		this.element.replaceChildren(this.#decided, this.#replay.element, this.#known, this.#facts, this.#keep);
		this.element.hidden = false;
	}

	/* with the ranks of an army that was turned over since; what is there is shown meanwhile */
	#fetchAnew(view) {
		this.#pastOf = armiesOf(view);
		this.#tries = 0;
		this.#fetchLater(view);
	}

	#fetchLater(view) {
		clearTimeout(this.#timer);
		if (this.#tries < TRY_MS.length)
			this.#timer = setTimeout(() => this.#fetch(view), TRY_MS[this.#tries++]);
	}

	/* until everyone may read of it; the view has the rest meanwhile */
	async #fetch({ game, id }) {
		const past = await fetchPast(pathOf(game, 'json'));

		if (!this.#of.startsWith(id)) return;
		if (past.status === 200) {
			this.#past = past;
			this.#page.render();
		}
		/* spectators may be told later */
		if (past.status !== 200 || armiesOf(past) !== this.#pastOf) {
			this.#fetchLater({ game, id });
		}
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
		return [...(this.#past?.openings ?? []), ...(isLooking ? this.#own : [])];
	}

	#drawTexts(view) {
		const past = this.#past;

		this.#decided.textContent = decidedText(view);
		this.#known.textContent = past && !past.revealed ? t('end.hidden') : '';
		this.#facts.replaceChildren(
			factList([
				[t('end.moves'), String(moveCount(view))],
				[t('end.time'), past?.began ? lengthText(past.ended - past.began) : ''],
			]),
		);
		this.#keep.replaceChildren(
			...(past ? [keepsakes(past), h('p', {}, h('a', { href: `games#${past.game}` }, t('games.title')))] : []),
		);
	}
}
