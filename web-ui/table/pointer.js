/*
 * Mouse and finger. A piece that is pressed is in the hand and follows; released after a drag it is
 * set down, released at once it stays in the hand until the next press says where to.
 */
const STILL_PX = 8; /* a finger is never quite still */

export class Pointer {
	#parts;
	#drag = null;
	#move = (event) => this.#moved(event);
	#up = (event) => this.#released(event);
	#cancel = () => this.#end();

	/*
	 * parts: {hand, squareAt(x, y), tap(sq, lifted), refused(sq), rest(sq), follow(x, y)}: tap is
	 * for a press without a drag, refused for a place that is taken, rest for a piece that stays
	 * in the hand though it was let go, follow for where the pointer is
	 */
	constructor(parts) {
		this.#parts = parts;
	}

	/* element: the board's surroundings */
	listenToBoard(element) {
		element.addEventListener('pointerdown', (event) => {
			const { hand, squareAt } = this.#parts;
			const sq = squareAt(event.clientX, event.clientY);

			if (event.button !== 0 || !sq || hand.isBusy) return;
			event.preventDefault();
			this.#begin(event, { sq, lifted: !hand.held && hand.lift(sq) });
		});
		/* the pointer event has done it already; a screen reader's click has no pointer */
		element.addEventListener(
			'click',
			(event) => event.detail > 0 && event.stopPropagation(),
			true,
		);
	}

	listenToTray(element, side) {
		element.addEventListener('pointerdown', (event) => {
			const { hand } = this.#parts;

			if (event.button !== 0 || hand.isBusy) return;
			event.preventDefault();
			if (hand.held) hand.putAside();
			else if (hand.take(side)) this.#begin(event, { sq: null, lifted: true });
		});
		element.addEventListener('click', (event) => {
			const { hand } = this.#parts;

			if (event.detail > 0) return;
			if (hand.held) hand.putAside();
			else hand.take(side);
		});
	}

	#begin({ clientX, clientY, pointerId }, what) {
		this.#end();
		this.#drag = { ...what, x: clientX, y: clientY, id: pointerId, isDragged: false };
		document.addEventListener('pointermove', this.#move);
		document.addEventListener('pointerup', this.#up);
		document.addEventListener('pointercancel', this.#cancel);
		this.#parts.follow(clientX, clientY);
	}

	#end() {
		this.#drag = null;
		document.removeEventListener('pointermove', this.#move);
		document.removeEventListener('pointerup', this.#up);
		document.removeEventListener('pointercancel', this.#cancel);
	}

	#moved({ clientX, clientY, pointerId }) {
		const { hand, squareAt, follow } = this.#parts;
		const drag = this.#drag;

		if (pointerId !== drag.id) return;
		drag.isDragged ||= Math.hypot(clientX - drag.x, clientY - drag.y) > STILL_PX;
		if (!drag.isDragged) return;
		follow(clientX, clientY);
		hand.over(squareAt(clientX, clientY));
	}

	#released({ clientX, clientY, pointerId }) {
		const { hand, squareAt, tap, refused, rest } = this.#parts;
		const { id, sq, lifted, isDragged } = this.#drag;

		if (pointerId !== id) return;
		this.#end();
		if (!isDragged) {
			if (sq) tap(sq, lifted);
			return;
		}
		const there = squareAt(clientX, clientY);
		if (!there) hand.putAside();
		else if (!hand.setDown(there)) refused(there);
		else if (hand.held) rest(there);
	}
}
