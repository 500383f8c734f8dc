/*
 * A handheld that was away during a battle sees in its view what it would have been told: also after
 * a restart of the board, no more than the game discloses, and no longer than until the move after
 * the next.
 */
import assert from 'node:assert/strict';
import { playQuickly } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

/* red's general on e4 beats the scout of e7, which has gone to e6 */
const TO_BATTLE = [['open e4', 'close e5'], ['open e7', 'close e6'], ['open e5', 'open e6']];
const BATTLE = { side: 'red', from: 'e5', sq: 'e6', outcome: 'attacker' };
const RANKS = { attacker: '9', defender: '2' };

async function playBattle(t, options = {}) {
	const game = await playQuickly(t, { battles: false, ...options });

	assert.equal(game.players.red.state.battle, null, 'there was no battle yet');
	for (const lines of TO_BATTLE) await game.act(lines);
	await game.table.show(['close e6']);
	return game;
}

const views = ({ players: { red, blue } }) => [red.state.battle, blue.state.battle];

async function untilBack({ players }) {
	for (const player of Object.values(players))
		await player.until(({ link }) => link.online, 'the board');
}

test('the_view_has_the_last_battle', async (t) => {
	const game = await playBattle(t);
	const { red, spectator } = game.players;

	assert.deepEqual(views(game), [{ ...BATTLE, ...RANKS }, { ...BATTLE, ...RANKS }]);
	assert.equal(spectator.state.battle, undefined, 'the public has none');
	assert.deepEqual(
		red.events.filter(({ event }) => event === 'battle').map(({ attacker, defender }) => ({ attacker, defender })),
		[RANKS],
	);
	await game.act(['open f7', 'close f6']);
	assert.deepEqual(views(game), [{ ...BATTLE, ...RANKS }, { ...BATTLE, ...RANKS }], 'one move later');
	await game.act(['open b4', 'close b5']);
	assert.deepEqual(views(game), [null, null], 'two moves later');
});

test('a_restart_keeps_the_last_battle', async (t) => {
	const game = await playBattle(t);

	await game.daemon.kill();
	await game.daemon.start();
	await untilBack(game);
	assert.deepEqual(views(game), [{ ...BATTLE, ...RANKS }, { ...BATTLE, ...RANKS }]);
});

const isAsked = ({ state }) => JSON.stringify(state.prompt).includes('accept-takeback');

/* The other player agrees when it is before its eyes: an answer to what was not seen is refused. */
async function takeBack({ players: { red, blue } }, movesLeft) {
	await red.say('offer-takeback');
	await blue.until(isAsked, 'the offer');
	await blue.say('accept-takeback');
	for (const player of [red, blue])
		await player.until(({ state }) => state.moves.length === movesLeft, 'the last move to be taken back');
}

test('a_battle_taken_back_is_forgotten', async (t) => {
	const game = await playBattle(t);
	await takeBack(game, 2);
	assert.deepEqual(views(game), [null, null]);
});

const isOffered = ({ state }) => state.prompt.menu.some(({ word }) => word === 'offer-takeback');

test('moves_are_taken_back_as_far_as_there_are_any', async (t) => {
	const game = await playBattle(t);
	const { red, blue } = game.players;

	for (const left of [2, 1, 0]) {
		assert.deepEqual([red, blue].map(isOffered), [true, true]);
		await takeBack(game, left);
	}
	for (const player of [red, blue]) await player.until((each) => !isOffered(each), 'nothing more to take back');
	await assert.rejects(red.say('offer-takeback'), /nothing-to-take-back/);
});

test('outcomes_alone_stay_outcomes', async (t) => {
	const game = await playBattle(t, { config: { game: { disclosure: 'outcome' } } });

	assert.deepEqual(views(game), [BATTLE, BATTLE]);
	await game.daemon.kill();
	await game.daemon.start();
	await untilBack(game);
	assert.deepEqual(views(game), [BATTLE, BATTLE]);
});

await finish();
