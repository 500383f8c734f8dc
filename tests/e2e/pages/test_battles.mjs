/* Ranks that everybody was shown in a battle are seen beside its move, and in no other position than its own. */
import assert from 'node:assert/strict';
import { Battles } from '../../../web-ui/watch/battles.js';
import { finish, test } from '../lib/tap.mjs';

const GAME = 'g';
const FIGHT = { event: 'battle', seq: 4, side: 'red', from: 'a5', sq: 'a6', outcome: 'attacker' };
const view = (moves, seq = 5, aid = 'on') => ({ id: GAME, seq, moves, phase: 'play', rules: { 'memory-aid': aid }, turn: moves.length % 2 ? 'blue' : 'red' });
const MOVES = ['a4-a5', 'a7-a6', 'a5xa6 attacker'];
const piecesOf = (list) => new Map(list.map(([sq, side]) => [sq, { side, code: '?' }]));
const codes = (pieces) => [...pieces].map(([sq, { code }]) => sq + code).join(' ');

function watched(event = { ...FIGHT, attacker: '9', defender: '3' }) {
	const battles = new Battles();

	battles.show(view(MOVES.slice(0, 2), 3));
	battles.tell(event, view(MOVES.slice(0, 2), 3));
	battles.show(view(MOVES));
	return battles;
}

test('it_belongs_to_its_move', () => {
	const battles = watched();

	assert.deepEqual([1, 2, 3, 4].map((number) => battles.after(number, GAME)?.attacker), [undefined, undefined, '9', undefined]);
	assert.equal(battles.after(3, 'another'), undefined);
});

test('ranks_are_seen_before_and_after_it', () => {
	const battles = watched();
	const before = { number: 2, pieces: piecesOf([['a5', 'red'], ['a6', 'blue'], ['b7', 'blue']]) };
	const after = { number: 3, pieces: piecesOf([['a6', 'red'], ['b7', 'blue']]) };
	const earlier = { number: 1, pieces: piecesOf([['a5', 'red'], ['a7', 'blue'], ['b7', 'blue']]) };

	assert.equal(codes(battles.shown(before, GAME)), 'a59 a63 b7?');
	assert.equal(codes(battles.shown(after, GAME)), 'a69 b7?');
	assert.equal(codes(battles.shown(earlier, GAME)), 'a5? a7? b7?');
	assert.equal(battles.shown({ number: 2, pieces: null }, GAME), null, 'where nobody knows what stood where');
});

test('without_ranks_there_is_nothing_to_keep', () => {
	assert.equal(watched(FIGHT).after(3, GAME), undefined);
});

test('what_is_taken_back_is_forgotten', () => {
	const battles = watched();

	battles.show(view(MOVES.slice(0, 2), 6));
	assert.equal(battles.after(3, GAME), undefined);
});

/* A player may be looking, and remembering is part of the game. */
test('without_a_memory_aid_none_are_kept_while_it_is_played', () => {
	const battles = new Battles();

	battles.show(view(MOVES.slice(0, 2), 3, 'off'));
	battles.tell({ ...FIGHT, attacker: '9', defender: '3' }, view(MOVES.slice(0, 2), 3, 'off'));
	battles.show(view(MOVES, 5, 'off'));
	assert.equal(battles.after(3, GAME), undefined);
	/* the battle that ends it is everybody's */
	const over = { ...view(MOVES.slice(0, 2), 3, 'off'), phase: 'over' };
	battles.tell({ ...FIGHT, attacker: '9', defender: 'F' }, over);
	battles.show({ ...over, seq: 5, moves: MOVES });
	assert.equal(battles.after(3, GAME).defender, 'F');
});

await finish();
