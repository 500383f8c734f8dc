/*
 * The board as a picture: squares, lakes, pieces, marks. It draws what it is told and knows nothing
 * of the game. Red's pieces have a battlement, blue's are round, so that they can be told apart
 * without colour.
 *
 *   const board = new Board({ columns: 10, rows: 10, lakes: ['c5', ...], bottom: 'blue' });
 *   page.append(board.element);
 *   board.show({ pieces: Map of square to {side, code}, marks: Map of square to kind });
 *
 * A piece with isPale is not there yet, and is only shown to belong there. One with isLifted is in
 * somebody's hand; one with isGhost was set down, and its side is null if it may be either's.
 *
 * nearest: 4 shows only the four rows nearest to the bottom, as large as the whole board would be.
 *
 * Kinds of marks: from, to, good, bad, ask, pick, faulty, closed. They are only seen: a screen
 * reader is told of `chosen` squares, and everything else must be said in words.
 *
 * With pick: (sq) => {} squares can be chosen by pointer and by keyboard (arrows, Enter); label(sq)
 * is what a screen reader says of one. Without it the picture is one image with a title.
 */
import { svg } from './dom.js';
import { figure } from './figures.js';
import { allSquares, columnOf, rowOf, squareName } from './squares.js';
import { rankName, sideName, t } from './i18n.js';
import { touchText } from './touch.js';

const S = 100; /* a square */
const EDGE = 44; /* where the names of columns and rows stand */
const RED = 'M12 22 h17 v11 h13 v-11 h16 v11 h13 v-11 h17 v68 h-76 z';
const SLIDE_MS = 200;

/* what is written on a piece: 10 for the marshal, S for the spy as leaflets print it; a bomb and a
 * flag are known by their pictures */
function glyph(code) {
	return { M: '10', 1: 'S', B: '', F: '' }[code] ?? code;
}

/* The picture of a rank and, beside it, what it counts. */
function rankOf(code) {
	const text = glyph(code);

	if (code === '?') return null;
	return svg(
		'g',
		{ class: 'rank' },
		figure(code, text ? { x: 36, y: 56, size: 44 } : { x: 50, y: 56, size: 52 }),
		text && svg('text', { x: 72, y: 69, class: text.length > 1 ? 'narrow' : null }, text),
	);
}

/* A piece alone, 100 by 100, also for supplies and lists. */
export function pieceShape(side, code = '?') {
	const body =
		side === 'red'
			? svg('path', { d: RED, class: 'body' })
			: svg('circle', { cx: 50, cy: 52, r: 39, class: 'body' });

	return svg(
		'g',
		{ class: `piece ${side} ${code === '?' ? 'hidden-rank' : ''}` },
		body,
		rankOf(code),
	);
}

export function pieceIcon(side, code, { decorative = false } = {}) {
	const name = decorative ? {} : { role: 'img', 'aria-label': `${sideName(side)}: ${rankName(code)}` };

	return svg(
		'svg',
		{ viewBox: '8 10 84 84', class: 'piece-icon', 'aria-hidden': decorative, ...name },
		pieceShape(side, code),
	);
}

/*
 * Squares get the focus where a pointer has been, for people who go on by keys. Browsers would
 * show it: they take that for a focus which no pointer has set.
 */
let isFollowed = false;

function followInput() {
	const note = (by) => () => (document.documentElement.dataset.input = by);

	if (isFollowed) return;
	isFollowed = true;
	document.addEventListener('pointerdown', note('pointer'), true);
	document.addEventListener('keydown', note('keys'), true);
}

/* {from, to} if one piece and no other has gone to another square, or seems to; null otherwise */
function moveBetween(before, after) {
	const came = [...after].filter(([sq, { side }]) => before.get(sq)?.side !== side);
	const [[to, mover] = []] = came;
	const left = mover?.isGhost
		? [...after].filter(([, { isLifted }]) => isLifted)
		: [...before].filter(([sq, { side }]) => side === mover?.side && after.get(sq)?.side !== side);

	return came.length === 1 && left.length === 1 ? { from: left[0][0], to } : null;
}

export class Board {
	element;
	#shape;
	#squares = new Map();
	#pieces;
	#drawn = new Map(); /* square to {key, shape} of the pieces in the picture */
	#marks;
	#pick;
	#label;
	#focus = null;
	#shown = { pieces: new Map(), marks: new Map() };

	constructor({
		columns,
		rows,
		lakes,
		bottom = 'red',
		nearest = rows,
		pick = null,
		label = null,
		title = null,
	}) {
		const above = rows - nearest;

		this.#shape = { columns, rows, lakes: new Set(lakes), bottom, above };
		this.#pick = pick;
		this.#label = label ?? ((sq) => this.#describe(sq));
		/* what they show is in the labels of the squares */
		this.#marks = svg('g', { class: 'marks', 'aria-hidden': true });
		this.#pieces = svg('g', { class: 'pieces', 'aria-hidden': true });
		this.element = svg(
			'svg',
			{
				viewBox: `${-EDGE} ${above * S} ${columns * S + EDGE} ${nearest * S + EDGE}`,
				class: `board ${pick ? 'pickable' : ''}`,
				role: pick ? 'grid' : 'img',
				'aria-label': title ?? t('a11y.board'),
			},
			this.#drawSquares(),
			this.#drawShores(),
			this.#drawNames(),
			this.#marks,
			this.#pieces,
		);
		if (pick) this.#listen();
	}

	/* the upper left corner of a square, in the picture's own units */
	place(sq) {
		const { columns, rows, bottom } = this.#shape;
		const column = columnOf(sq), row = rowOf(sq);

		return bottom === 'red'
			? { x: column * S, y: (rows - 1 - row) * S }
			: { x: (columns - 1 - column) * S, y: row * S };
	}

	/* the square under a point of the window; null beside the board */
	squareAt(clientX, clientY) {
		const { columns, rows, bottom, above } = this.#shape;
		const point = this.toBoard(clientX, clientY);
		const across = Math.floor(point.x / S), down = Math.floor(point.y / S);

		if (across < 0 || down < above || across >= columns || down >= rows) return null;
		return bottom === 'red'
			? squareName(across, rows - 1 - down)
			: squareName(columns - 1 - across, down);
	}

	/* a point of the window in the picture's own units */
	toBoard(clientX, clientY) {
		return new DOMPoint(clientX, clientY).matrixTransform(
			this.element.getScreenCTM().inverse(),
		);
	}

	/* pieces: Map of square to {side, code, isPale}; marks: Map of square to a kind; chosen: squares */
	show({ pieces = this.#shown.pieces, marks = this.#shown.marks, chosen = [] }) {
		const slide = moveBetween(this.#shown.pieces, pieces);

		this.#shown = { pieces, marks };
		this.#drawPieces(pieces);
		if (slide) this.#slide(slide);
		this.#marks.replaceChildren(...[...marks].map(([sq, kind]) => this.#drawMark(sq, kind)));
		if (this.#pick)
			for (const [sq, element] of this.#squares) {
				element.setAttribute('aria-label', this.#label(sq));
				/* "not selected" for every square would only be in the way */
				if (chosen.includes(sq)) element.setAttribute('aria-selected', 'true');
				else element.removeAttribute('aria-selected');
			}
	}

	focus(sq) {
		this.#moveFocus(sq);
	}

	#describe(sq) {
		const piece = this.#shown.pieces.get(sq);

		if (piece?.isGhost) return touchText({ up: [], down: [sq] });
		if (piece?.isLifted) return touchText({ up: [sq], down: [] });
		if (piece?.isPale) return t('plan.missing', { square: sq, rank: rankName(piece.code) });
		if (piece) return `${sq}: ${sideName(piece.side)}, ${rankName(piece.code)}`;
		return this.#shape.lakes.has(sq)
			? t('table.lake', { square: sq })
			: t('table.empty', { square: sq });
	}

	/* ---- drawing ---- */

	/* in rows, for people who go through them without seeing */
	#drawSquares() {
		const { columns, rows } = this.#shape;
		const shown = allSquares(columns, rows).filter((sq) => this.#isShown(sq));
		const rowNumbers = [...new Set(shown.map(rowOf))];

		return rowNumbers.map((row) =>
			svg(
				'g',
				{ role: this.#pick ? 'row' : null },
				shown.filter((sq) => rowOf(sq) === row).map((sq) => this.#drawSquare(sq)),
			),
		);
	}

	#drawSquare(sq) {
		const isDark = (columnOf(sq) + rowOf(sq)) % 2 === 0;
		const kind = this.#shape.lakes.has(sq) ? 'lake' : isDark ? 'dark' : '';
		const element = svg('rect', {
			...this.place(sq),
			width: S,
			height: S,
			class: `square ${kind}`,
			'data-square': sq,
			...(this.#pick ? { role: 'gridcell', tabindex: -1 } : {}),
		});

		this.#squares.set(sq, element);
		return element;
	}

	/* where water meets land */
	#drawShores() {
		const { lakes } = this.#shape;
		const sides = [
			[-1, 0, 'v', 0, 0],
			[1, 0, 'v', S, 0],
			[0, -1, 'h', 0, 0],
			[0, 1, 'h', 0, S],
		];
		const at = new Set([...lakes].map((sq) => Object.values(this.place(sq)).join()));
		const edges = [...lakes]
			.filter((sq) => this.#isShown(sq))
			.map((sq) => this.place(sq))
			.flatMap(({ x, y }) =>
				sides
					.filter(([right, down]) => !at.has([x + right * S, y + down * S].join()))
					.map(([, , along, dx, dy]) => `M${x + dx} ${y + dy}${along}${S}`),
			);

		return ['shore', 'surf'].map((kind) =>
			svg('path', { d: edges.join(''), class: kind, 'aria-hidden': true }),
		);
	}

	#isShown(sq) {
		const { rows, bottom, above } = this.#shape;

		return bottom === 'red' ? rowOf(sq) < rows - above : rowOf(sq) >= above;
	}

	#drawNames() {
		const { columns, rows } = this.#shape;
		const name = (text, x, y) => svg('text', { x, y, class: 'name', 'aria-hidden': true }, text);

		return [
			...Array.from({ length: columns }, (_, i) => {
				const sq = squareName(i, 0);
				return name(sq[0], this.place(sq).x + S / 2, rows * S + EDGE * 0.72);
			}),
			...Array.from({ length: rows }, (_, i) => {
				const sq = squareName(0, i);
				return this.#isShown(sq) && name(i + 1, -EDGE / 2, this.place(sq).y + S / 2 + 12);
			}),
		];
	}

	/* Those that have not changed stay: they may be on their way. */
	#drawPieces(pieces) {
		const before = this.#drawn;

		this.#drawn = new Map(
			[...pieces].map(([sq, piece]) => {
				const key = JSON.stringify(piece);
				const old = before.get(sq);

				return [sq, old?.key === key ? old : { key, shape: this.#drawPiece(sq, piece) }];
			}),
		);
		const shapes = [...this.#drawn.values()].map(({ shape }) => shape);
		const has = [...this.#pieces.children];

		/* to be put in anew would stop them */
		for (const each of has) if (!shapes.includes(each)) each.remove();
		for (const each of shapes) if (!each.isConnected) this.#pieces.append(each);
	}

	#slide({ from, to }) {
		const start = this.place(from), end = this.place(to);
		const way = `${start.x - end.x}px ${start.y - end.y}px`;

		if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
		this.#drawn
			.get(to)
			.shape.animate([{ translate: way }, { translate: '0px 0px' }], {
				duration: SLIDE_MS,
				easing: 'ease-out',
			});
	}

	#drawPiece(sq, { side, code, isPale = false, isLifted = false, isGhost = false }) {
		const { x, y } = this.place(sq);
		const shape = pieceShape(side, code);

		shape.setAttribute('transform', `translate(${x} ${y})`);
		shape.classList.toggle('pale', isPale);
		shape.classList.toggle('lifted', isLifted);
		shape.classList.toggle('ghost', isGhost);
		shape.setAttribute(isGhost ? 'data-ghost' : isPale ? 'data-missing' : 'data-piece', sq);
		return shape;
	}

	#drawMark(sq, kind) {
		const { x, y } = this.place(sq);

		return svg('rect', {
			x: x + 5,
			y: y + 5,
			width: S - 10,
			height: S - 10,
			rx: 10,
			class: `mark ${kind}`,
			'data-mark': sq,
		});
	}

	/* ---- choosing ---- */

	#listen() {
		const [first] = this.#squares.keys();

		followInput();
		this.#squares.get(first).setAttribute('tabindex', 0);
		this.#focus = first;
		this.element.addEventListener('click', ({ clientX, clientY, target }) => {
			const sq = target.dataset?.square ?? this.squareAt(clientX, clientY);

			if (sq) this.#pick(sq);
		});
		this.element.addEventListener('keydown', (event) => this.#key(event));
		/* a screen reader has its own ways to go to squares */
		this.element.addEventListener('focusin', ({ target }) => this.#keepFocus(target.dataset.square));
	}

	#key(event) {
		const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
		const step = steps[event.key];

		if (event.key === 'Enter' || event.key === ' ') this.#pick(this.#focus);
		else if (step) this.#step(...step);
		else return;
		event.preventDefault();
	}

	#step(right, up) {
		const sign = this.#shape.bottom === 'red' ? 1 : -1;
		const column = columnOf(this.#focus) + sign * right, row = rowOf(this.#focus) + sign * up;
		const sq = squareName(column, row);

		if (this.#squares.has(sq)) this.#moveFocus(sq);
	}

	#moveFocus(sq) {
		this.#keepFocus(sq);
		this.#squares.get(sq).focus();
	}

	#keepFocus(sq) {
		if (!this.#squares.has(sq)) return;
		this.#squares.get(this.#focus).setAttribute('tabindex', -1);
		this.#focus = sq;
		this.#squares.get(sq).setAttribute('tabindex', 0);
	}
}
