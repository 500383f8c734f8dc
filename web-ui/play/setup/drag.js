/*
 * Carrying a piece over the page with a pointer, from a square of a board or from elsewhere. A
 * press that does not move is left alone: it remains a click.
 */
import { pieceIcon } from '../../common/board.js';
import { h } from '../../common/dom.js';

const SLACK_PX = 8; /* a finger that only taps moves so far */

export class Drag {
	wasDrag = false; /* the click that follows now belongs to a drag */
	#board;
	#drop;
	#ghost = null;

	/* drop(what, sq or null): what was carried, and where it was let go */
	constructor(board, drop) {
		this.#board = board;
		this.#drop = drop;
	}

	/* A pointer went down on something that could be carried: {side, code} and whatever else. */
	begin(event, what) {
		const { clientX, clientY, pointerId, currentTarget } = event;
		const move = (next) => {
			if (next.pointerId !== pointerId) return;
			const far = Math.hypot(next.clientX - clientX, next.clientY - clientY);
			if (!this.#ghost && far > SLACK_PX) this.#lift(what);
			if (this.#ghost) this.#carry(next);
		};
		const end = (next) => {
			if (next.pointerId !== pointerId) return;
			for (const [type, listener] of listeners) window.removeEventListener(type, listener);
			if (this.#ghost) this.#let(next, what);
		};
		const listeners = [['pointermove', move], ['pointerup', end], ['pointercancel', end]];

		this.wasDrag = false;
		if (event.button !== 0) return;
		/* a touch belongs to what it began on; the others must get it too */
		if (currentTarget.hasPointerCapture?.(pointerId)) currentTarget.releasePointerCapture(pointerId);
		for (const [type, listener] of listeners) window.addEventListener(type, listener);
	}

	#lift({ side, code }) {
		this.wasDrag = true;
		this.#ghost = h('div', { class: 'ghost' }, pieceIcon(side, code, { decorative: true }));
		document.body.append(this.#ghost);
	}

	#carry({ clientX, clientY }) {
		this.#ghost.style.left = `${clientX}px`;
		this.#ghost.style.top = `${clientY}px`;
	}

	#let({ type, clientX, clientY }, what) {
		this.#ghost.remove();
		this.#ghost = null;
		if (type === 'pointerup') this.#drop(what, this.#board.squareAt(clientX, clientY));
		/* the click comes at once, if it comes */
		setTimeout(() => (this.wasDrag = false), 0);
	}
}
