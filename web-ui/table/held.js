/* The picture of the piece in the hand: it is where the pointer is, or over the square it is at. */
import { pieceIcon } from '../common/board.js';
import { h } from '../common/dom.js';

export class HeldPicture {
	element = h('div', { class: 'in-hand', 'aria-hidden': 'true', hidden: true });
	#side = null;

	/* the piece that is held, or null; size: of a square on the screen */
	show(held, size) {
		const side = held?.side ?? null;

		this.element.hidden = !side;
		this.element.style.width = this.element.style.height = `${size * 1.1}px`;
		if (side === this.#side) return;
		this.#side = side;
		this.element.replaceChildren(...(side ? [pieceIcon(side, '?', { decorative: true })] : []));
	}

	/* to a point of the window */
	follow(clientX, clientY) {
		const { left, top } = this.element.offsetParent?.getBoundingClientRect() ?? { left: 0, top: 0 };

		this.#place(clientX - left, clientY - top);
	}

	/* A window that has become smaller must not leave it outside. */
	bringBack() {
		const { left, right, top, bottom } = this.element.getBoundingClientRect();
		const x = (left + right) / 2, y = (top + bottom) / 2;
		const { clientWidth, clientHeight } = document.documentElement;

		if (this.element.hidden) return;
		this.follow(Math.min(Math.max(x, 0), clientWidth), Math.min(Math.max(y, 0), clientHeight));
	}

	/* over an element, but so that what is under it can be seen */
	hover(element) {
		const { left, top, width, height } = element.getBoundingClientRect();

		this.element.hidden = false; /* otherwise it has no parent to be placed in */
		this.follow(left + width * 0.75, top + height * 0.15);
		this.element.hidden = this.#side === null;
	}

	#place(x, y) {
		this.element.style.left = `${x}px`;
		this.element.style.top = `${y}px`;
	}
}
