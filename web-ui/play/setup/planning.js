/*
 * A plan (plan.js) as its owner sees it: as a sentence and as marks. It is kept in this device's
 * memory of the game, since a plan that was made again half-way would tell watchers more than one
 * that is followed. Nothing of it is told to the board.
 */
import { t } from '../../common/i18n.js';
import { placed, turned } from './formations.js';
import { Plan } from './plan.js';

export class Planning {
	#page;
	#plan = null;

	/* page: {view, memory} */
	constructor(page) {
		this.#page = page;
	}

	get isOn() {
		return this.#plan !== null;
	}

	/* what to consider before choosing another formation; null: nothing */
	get note() {
		return this.#page.memory.now.hasPlanned ? t('plan.again') : null;
	}

	/* after a reload */
	recall() {
		const { view, memory } = this.#page;
		const { plan } = memory.now;

		this.#plan = plan && view.tags ? this.#make(plan) : null;
	}

	/* Plans for this formation, as its owner sees it; null: whatever the hands do is right. */
	wish(rows) {
		const { memory } = this.#page;

		if (rows && rows === memory.now.plan?.rows) return;
		memory.set({ plan: rows && { rows, pieces: null } });
		this.recall();
	}

	clear() {
		this.#plan = null;
	}

	#make({ rows, pieces }) {
		const { view } = this.#page;

		return new Plan(placed(turned(rows, view.you), view.you, view), { pieces });
	}

	/* What stands on the board now: a Map of square to code. */
	read(standing) {
		const { memory } = this.#page;

		if (!this.#plan) return;
		this.#plan.read(standing);
		const { pieces } = this.#plan;
		const hasPlanned = memory.now.hasPlanned || pieces !== null;
		memory.set({ plan: { ...memory.now.plan, pieces }, hasPlanned });
	}

	/* The owner says that two of a kind have changed places, which cannot be seen. */
	pass(standing) {
		this.#plan.pass(standing);
		this.read(standing);
	}

	/* ---- showing ---- */

	/* whether two of a kind are to change places */
	get isAlike() {
		return this.#plan?.step?.isAlike ?? false;
	}

	/* what to do now; null: nothing is known here */
	get text() {
		const { step, isDone, isPlacing } = this.#plan ?? {};

		if (!step) return isDone ? t('plan.done') : isPlacing ? t('plan.place') : null;
		return t(step.isExchange ? 'plan.exchange' : 'plan.move', { first: step.from, second: step.to });
	}

	/* how far it is; null while there is nothing to exchange */
	get count() {
		const { step, right, goal } = this.#plan ?? {};

		return step ? t('plan.count', { count: right.length, total: goal.size }) : null;
	}

	/* Map of square to code, of pieces that must come to the board; those that are there come over them */
	get missing() {
		return this.#plan?.isPlacing ? this.#plan.goal : new Map();
	}

	get marks() {
		const { step, right = [] } = this.#plan ?? {};
		const marks = new Map(right.map((sq) => [sq, 'good']));

		if (!step) return marks;
		return marks.set(step.from, 'from').set(step.to, step.isExchange ? 'from' : 'to');
	}
}
