/*
 * After a take-back everybody is told which piece goes from where to where, and only its owner which rank it has; and
 * a call to the arbiter that is withdrawn.
 */
import assert from 'node:assert/strict';
import { QuickGame, playQuickly } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const saidTo = ({ state: { prompt } }) => [prompt, ...prompt.more].map(({ key, args: { side, from, square, rank } }) =>
	[key, rank ?? side, from, square].filter(Boolean).join(' '));
const isUndoing = ({ state }) => state.undone?.length > 0;

async function takeBack({ players: { red, blue, spectator } }, plies) {
	for (let i = 0; i < plies; i++) {
		const { ply } = spectator.state;

		await red.say('offer-takeback');
		await blue.until(({ state }) => state.offers.takeback, 'the wish');
		await blue.say('accept-takeback');
		await spectator.until(({ state }) => state.ply === ply - 1, 'one turn less');
	}
	for (const each of [red, blue, spectator]) await each.until(isUndoing, 'what to put right');
}

/* The last battle: Red's f4... what it was is in the list of moves. */
test('a_battle_is_taken_back', async (t) => {
	const game = await playQuickly(t);
	const { red, blue, spectator } = game.players;
	const [, from, to, outcome] = /^(\S\d)x(\S\d) (\w+)$/.exec(spectator.state.moves.at(-1));
	const mover = spectator.state.turn === 'red' ? 'blue' : 'red';

	assert.equal(outcome, 'attacker');
	await takeBack(game, 1);
	assert.deepEqual(spectator.state.undone, [{ side: mover, from, sq: to, outcome }]);
	assert.deepEqual(saidTo(spectator), [`guide.undo-move ${mover} ${to} ${from}`, `guide.undo-return ${mover === 'red' ? 'blue' : 'red'} ${to}`]);
	/* each player is told the own rank, and no other */
	const own = { red: saidTo(red), blue: saidTo(blue) };
	const [winner, loser] = mover === 'red' ? [own.red, own.blue] : [own.blue, own.red];
	assert.match(winner[0], new RegExp(`^guide.undo-move-own [0-9MFB] ${to} ${from}$`));
	assert.equal(winner[1], saidTo(spectator)[1]);
	assert.equal(loser[0], saidTo(spectator)[0]);
	assert.match(loser[1], new RegExp(`^guide.undo-return-own [0-9MFB] ${to}$`));
	/* when it is right nothing is said of it any more */
	await game.table.show([`open ${to}`, `close ${from}`, `close ${to}`]);
	await spectator.until(({ state }) => !state.undone && state.guides.length === 0, 'the table to be right');
	for (const each of [red, blue, spectator]) each.verify();
});

test('a_call_is_withdrawn', async (t) => {
	const game = new QuickGame({ seats: ['red', 'blue', 'table', 'arbiter'] });

	t.after(() => game.end());
	await game.begin({ battles: false });
	const { red, blue, arbiter } = game.players;
	const words = ({ state }) => state.prompt.menu.map(({ word }) => word).filter((word) => word.endsWith('arbiter') || word.endsWith('-call'));
	const none = await red.link.say('withdraw-call');

	assert.equal(none.why.code, 'nothing-asked');
	await red.say('call-arbiter');
	await red.until(({ state }) => state.has_called, 'the call');
	await arbiter.until(({ state }) => state.called.length === 1, 'the call');
	assert.deepEqual([words(red), words(blue), blue.state.has_called], [['withdraw-call'], ['call-arbiter'], undefined]);
	await game.daemon.kill();
	await game.daemon.start();
	await red.until(({ link, state }) => link.online && state.has_called, 'the call, still');
	await red.say('withdraw-call');
	await arbiter.until(({ state }) => state.called.length === 0, 'the end of it');
	await red.until(({ state }) => !state.has_called, 'the end of it');
	assert.deepEqual(words(red), ['call-arbiter']);
	assert.ok(arbiter.events.some(({ word, side }) => word === 'withdraw-call' && side === 'red'));
	for (const each of [red, blue, arbiter]) each.verify();
});

await finish();
