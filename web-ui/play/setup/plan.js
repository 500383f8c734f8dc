/*
 * The way from the pieces that a board has read to the formation that their owner wants: which two
 * change places next. It is for the owner's eyes and stays on this device; hands do the rest.
 *
 * Others may watch those hands, and everyone knows the ready-made formations. A player who made
 * only the necessary exchanges would never touch a piece that stands right by chance, nor exchange
 * two of a kind, and from that alone a watcher could tell which of the known formations it is. So
 * the places of each kind are dealt out at random among all pieces of that kind, and the
 * instructions follow from the deal alone: then every deal is equally likely whatever the
 * formation. A player who has placed most pieces right by their faces is told only what is wrong.
 */

/* 0 <= x < 1, which cannot be predicted from earlier values */
const secretRandom = () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;

const IN_HANDS = 2; /* pieces off the board in an exchange; with more, the player is setting up from scratch */

export class Plan {
	#goal; /* Map of square to code */
	#pieces; /* [{from, to, isUp}]: where it was last, where it belongs, whether it is off the board */
	#count = 0; /* of those read last */
	#step = null;
	#random;

	/* pieces: of a plan for the same goal, if one was kept */
	constructor(goal, { pieces = null, random = secretRandom } = {}) {
		this.#goal = goal;
		this.#pieces = pieces;
		this.#random = random;
	}

	get goal() {
		return this.#goal;
	}

	/* null until all pieces have been there once */
	get pieces() {
		return this.#pieces;
	}

	/* whether pieces must come to the board before anything else */
	get isPlacing() {
		return !this.#pieces || this.#pieces.filter(({ isUp }) => isUp).length > IN_HANDS;
	}

	/* {from, to, isExchange, isAlike}, or null if there is nothing to do or it is not known yet */
	get step() {
		return this.#step;
	}

	/* the squares whose pieces stand where they belong */
	get right() {
		const right = this.#pieces?.filter(({ from, to, isUp }) => from === to && !isUp) ?? [];

		return right.map(({ to }) => to);
	}

	get isDone() {
		return this.right.length === this.#goal.size && this.#count === this.#goal.size;
	}

	/* What stands on the board now: a Map of square to code. */
	read(standing) {
		const told = this.#step;

		this.#count = standing.size;
		this.#pieces ??= this.#deal(standing);
		if (!this.#pieces) return;
		const wereUp = this.#pieces.filter(({ isUp }) => isUp);
		this.#follow(standing);
		/*
		 * two of a kind that have changed places: if either was lifted, it cannot be known
		 */
		if (told?.isAlike && this.#pairOf(told).some((each) => wereUp.includes(each))) this.#pass();
		if (this.isPlacing) this.#step = null;
		else if (!told || this.#pieces.every(({ isUp }) => !isUp)) this.#step = this.#next(standing);
	}

	/* Two of a kind have changed places: the player says so, whose hands were faster than the
	 * board. */
	pass(standing) {
		if (!this.#step?.isAlike) return;
		this.#pass();
		this.read(standing);
	}

	/* ---- the deal ---- */

	#deal(standing) {
		const isRight = ([sq, code]) => standing.get(sq) === code;
		const isPlacedByFace = [...this.#goal].filter(isRight).length > this.#goal.size / 2;
		const codes = [...new Set(this.#goal.values())];
		const dealt = codes.map((code) => this.#dealKind(code, standing, isPlacedByFace));

		return dealt.includes(null) ? null : dealt.flat();
	}

	/* null if there are too few */
	#dealKind(code, standing, isPlacedByFace) {
		const squaresOf = (pieces) => [...pieces].filter(([, each]) => each === code).map(([sq]) => sq);
		const places = squaresOf(this.#goal), from = squaresOf(standing);
		const stays = isPlacedByFace ? places.filter((sq) => from.includes(sq)) : [];
		const left = from.filter((sq) => !stays.includes(sq));

		if (from.length < places.length) return null;
		return places.map((to) => ({
			from: stays.includes(to) ? to : this.#draw(left),
			to,
			isUp: false,
		}));
	}

	/* one of a list, which it leaves */
	#draw(list) {
		return list.splice(Math.floor(this.#random() * list.length), 1)[0];
	}

	/* ---- pieces that move ---- */

	/* A piece that has gone and one of its kind that has come are the same. */
	#follow(standing) {
		const free = new Map(standing);

		for (const piece of this.#pieces) {
			piece.isUp ||= standing.get(piece.from) !== this.#codeOf(piece);
			if (!piece.isUp) free.delete(piece.from);
		}
		for (const [sq, code] of free) {
			const some = this.#pieces.filter((each) => each.isUp && this.#codeOf(each) === code);
			const piece = some.find(({ from }) => from === sq) ?? this.#draw(some);

			if (piece) Object.assign(piece, { from: sq, isUp: false });
		}
	}

	#pairOf({ from, to }) {
		return [from, to].map((sq) => this.#pieces.find((each) => each.from === sq));
	}

	/* If that is wrong, nothing is lost but a little of what watchers cannot know. */
	#pass() {
		const [one, other] = this.#pairOf(this.#step);

		if (!one || !other || one.isUp || other.isUp) return;
		[one.from, other.from] = [other.from, one.from];
	}

	#codeOf({ to }) {
		return this.#goal.get(to);
	}

	/* Square by square, whatever stands there. */
	#next(standing) {
		const squares = [...this.#goal.keys()];
		const ways = squares.map((sq) => this.#pieces.find(({ to }) => to === sq));
		const { from, to } = ways.find((each) => each.from !== each.to) ?? {};
		const isTaken = standing.has(to) || this.#pieces.some((each) => each.from === to);

		return from ? { from, to, isExchange: isTaken, isAlike: this.#isAlike(from, to) } : null;
	}

	#isAlike(from, to) {
		const [one, other] = this.#pairOf({ from, to });

		return other !== undefined && this.#codeOf(one) === this.#codeOf(other);
	}
}
