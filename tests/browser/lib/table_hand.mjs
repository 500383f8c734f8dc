/* Hands at the virtual table's page: by mouse on a laptop, by finger on a touch screen. */
import { clockOf } from './room.mjs';

const STEPS = 3; /* of a pointer on its way */
const CARRIED_MS = 200; /* between lifting a piece and setting it down */

const squareSelector = (sq) => `.board [data-square="${sq}"]`;

export class TableHand {
	#page;
	#touch = null; /* the browser's own input, where there is a touch screen */

	static async at(page, { isTouch = false } = {}) {
		const hand = new TableHand();

		hand.#page = page;
		if (isTouch) hand.#touch = await page.context().newCDPSession(page);
		return hand;
	}

	/* the middle of a square, or of any other element, which is in sight then */
	#middle(selector) {
		return this.#page.locator(selector).first().evaluate((element) => {
			element.scrollIntoView({ block: 'nearest' });
			const { x, y, width, height } = element.getBoundingClientRect();
			return { x: x + width / 2, y: y + height / 2 };
		});
	}

	async #finger(type, point) {
		await this.#touch.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
	}

	async #down(point) {
		if (this.#touch) return this.#finger('touchStart', point);
		await this.#page.mouse.move(point.x, point.y);
		return this.#page.mouse.down();
	}

	async #glide(from, to) {
		for (let i = 1; i <= STEPS; i++) {
			const point = {
				x: from.x + ((to.x - from.x) * i) / STEPS,
				y: from.y + ((to.y - from.y) * i) / STEPS,
			};
			if (this.#touch) await this.#finger('touchMove', point);
			else await this.#page.mouse.move(point.x, point.y);
		}
	}

	#up() {
		return this.#touch ? this.#finger('touchEnd', null) : this.#page.mouse.up();
	}

	/* People look where they go: the aim is taken when the piece is in the hand. */
	async #bring(from, to) {
		await this.#middle(to);
		const start = await this.#middle(from);

		await this.#down(start);
		await clockOf(this.#page).advance(CARRIED_MS);
		await this.#glide(start, await this.#middle(to));
		await this.#up();
	}

	/* Carries the piece on one square to another; onto an enemy piece: touches it. */
	carry(from, to) {
		return this.#bring(squareSelector(from), squareSelector(to));
	}

	/* Takes a piece from beside the board, and puts it on a square. */
	place(side, sq) {
		return this.#bring(`.tray.${side}`, squareSelector(sq));
	}

	async tap(sq) {
		await this.#down(await this.#middle(squareSelector(sq)));
		await this.#up();
	}
}
