/*
 * The training mission: each player is taught in the own view and nowhere else, the same after a
 * restart of the board, and only in a game that was begun with it.
 */
import assert from 'node:assert/strict';
import { playQuickly } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const TRAINING = { config: { game: { training: 'on' } } };
/* red's general on e4 beats the scout of e7, which has gone to e6 */
const TO_BATTLE = [['open e4', 'close e5'], ['open e7', 'close e6'], ['open e5', 'open e6']];

const tips = ({ players: { red, blue } }) =>
	[red, blue].map(({ state: { tip } }) => ({ key: tip.key, args: tip.args }));

test('each_player_is_taught_what_happens_for_the_first_time', async (t) => {
	const game = await playQuickly(t, { battles: false, ...TRAINING });
	const { red, blue, spectator } = game.players;

	assert.deepEqual(tips(game), [{ key: 'tip.first-turn', args: {} }, { key: '', args: {} }]);
	await game.act(TO_BATTLE[0]);
	assert.deepEqual(tips(game), [{ key: 'tip.moved', args: { square: 'e5' } }, { key: 'tip.first-turn', args: {} }]);
	await game.act(TO_BATTLE[1]);
	await game.act(TO_BATTLE[2]);
	await game.table.show(['close e6']);
	const after = [
		{ key: 'tip.won', args: { square: 'e6', rank: '9' } },
		{ key: 'tip.lost', args: { square: 'e6', rank: '9' } },
	];
	assert.deepEqual(tips(game), after);
	assert.equal(spectator.state.tip, undefined, 'the public is not taught');

	await game.daemon.kill();
	await game.daemon.start();
	for (const player of [red, blue]) await player.until(({ link }) => link.online, 'the board');
	assert.deepEqual(tips(game), after, 'the same after a restart');
	await game.act(['open f7', 'close f6']);
	assert.deepEqual(tips(game).map(({ key }) => key), ['tip.won', '']);
});

test('a_game_without_training_teaches_nothing', async (t) => {
	const game = await playQuickly(t, { battles: false });

	for (const player of Object.values(game.players)) assert.equal(player.state.tip, undefined);
	assert.equal(game.players.red.state.rules.training, 'off');
});

await finish();
