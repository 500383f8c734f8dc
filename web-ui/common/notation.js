/*
 * The lines of a view's list of moves, read: '+boat +armour h4xh7 /defence+1 attacker' and the
 * like. Knows nothing of positions.
 *
 *   {kind, from, to, cards, defence, outcome}
 *
 * Kinds: move, attack, swap, exchange, mulligan, resign, draw, time, corrected; other for what a
 * later board may write.
 */
const PLAIN = new Set(['exchange', 'mulligan', 'resign', 'draw', 'time', 'corrected']);
const SWAP = /^swap (\S+) (\S+)$/;
const ACTION =
	/^((?:\+\S+ )*)([a-j]\d+)([-x])([a-j]\d+)(?: \/(defence\+\d))?(?: (attacker|defender|both|none))?$/;

export function parseMove(line) {
	const swap = SWAP.exec(line),
		action = ACTION.exec(line);

	if (PLAIN.has(line)) return { kind: line, cards: [] };
	if (swap) return { kind: 'swap', from: swap[1], to: swap[2], cards: [] };
	if (!action) return { kind: 'other', cards: [] };
	const [, cards, from, how, to, defence, outcome] = action;
	return {
		kind: how === 'x' ? 'attack' : 'move',
		from,
		to,
		cards: cards
			.split(' ')
			.filter(Boolean)
			.map((card) => card.slice(1)),
		defence,
		outcome,
	};
}
