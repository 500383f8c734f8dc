/*
 * What hands do on the table is shown at once: when a contact is debounced, and not only when the table
 * has been still and there is a verdict. It is the same for everyone, is not written down, and no trace of
 * it stays when the verdict has come.
 */
import assert from 'node:assert/strict';
import { playQuickly } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const TIMES = { 'debounce-ms': 30, 'settle-ms': 400, 'jog-ms': 5 };
const NOTHING = { up: [], down: [] };

const touchOf = ({ link: { touch: { up, down } } }) => ({ up, down });

async function begin(t, config = {}) {
	const game = await playQuickly(t, { battles: false, seats: ['red', 'blue', 'arbiter', 'table'], config: { game: { ...TIMES, ...config.game }, ...config } });

	await game.clock.advance(1000);
	return game;
}

/* who sees what hands do: everyone but the table's own page, which is as late as the public */
const lookers = ({ players: { red, blue, arbiter, spectator } }) => [red, blue, arbiter, spectator];

function everyoneSees(game, expected, what) {
	for (const player of lookers(game)) assert.deepEqual(touchOf(player), expected, `${player.name}: ${what}`);
}

test('a_touch_is_shown_before_the_verdict', async (t) => {
	const game = await begin(t);
	const { clock, players: { red } } = game;

	await game.table.show(['open a4']);
	await clock.advance(25);
	everyoneSees(game, NOTHING, 'it may still bounce');
	await clock.advance(15);
	everyoneSees(game, { up: ['a4'], down: [] }, 'the lift');
	await clock.advance(100);
	await game.table.show(['close a5']);
	await clock.advance(40);
	everyoneSees(game, { up: ['a4'], down: ['a5'] }, 'set down');
	assert.equal(red.state.moves.length, 0, 'there is no verdict yet');
	await red.until(({ state }) => state.moves.length === 1, 'the verdict');
	await clock.advance(10); /* spectators are told a little later */
	everyoneSees(game, NOTHING, 'the verdict has taken its place');
	for (const player of lookers(game)) player.verify();
});

test('a_piece_that_is_put_back_leaves_nothing', async (t) => {
	const game = await begin(t);

	await game.table.show(['open a4']);
	await game.clock.advance(200);
	everyoneSees(game, { up: ['a4'], down: [] }, 'the lift');
	await game.table.show(['close a4']);
	await game.clock.advance(200);
	everyoneSees(game, NOTHING, 'it is back');
});

/* a broken contact or a trembling hand makes no more messages than people can see */
test('touches_are_not_told_more_often_than_can_be_seen', async (t) => {
	const game = await begin(t, { game: { ...TIMES, 'debounce-ms': 1 } });
	let count = 0;

	game.players.red.link.addEventListener('message', ({ detail: { value } }) => {
		count += value.event === 'touch';
	});
	for (let i = 0; i < 12; i++) {
		await game.table.show([i % 2 ? 'close a4' : 'open a4']);
		await game.clock.advance(8);
	}
	assert.ok(count > 0 && count <= 3, `${count} in 96 ms`);
	await game.clock.advance(60);
	everyoneSees(game, NOTHING, 'it stands there');
});

/* what comes late for spectators comes late for them as a whole, and players do not wait */
test('a_delayed_public_is_told_as_late_as_ever', async (t) => {
	const game = await playQuickly(t, { battles: false, config: { game: TIMES, network: { 'delay-seconds': 60 } } });
	const { clock, players: { red, spectator } } = game;

	await clock.advance(90000);
	await game.table.show(['open a4']);
	await clock.advance(100);
	assert.deepEqual(touchOf(red), { up: ['a4'], down: [] });
	await clock.advance(59800);
	assert.deepEqual(touchOf(spectator), NOTHING);
	await clock.advance(300);
	assert.deepEqual(touchOf(spectator), { up: ['a4'], down: [] });
});

/* who comes while a piece is in the air sees that in the view */
test('a_newcomer_sees_it_too', async (t) => {
	const game = await begin(t);
	const { red } = game.players;

	await game.table.show(['open a4']);
	await game.clock.advance(100);
	red.link.close();
	assert.deepEqual(touchOf(red), NOTHING, 'what becomes of it would not be told');
	await game.players.blue.say('offer-draw');
	red.link.open();
	await red.until(({ link }) => link.online, 'the board');
	assert.deepEqual(touchOf(red), { up: ['a4'], down: [] });
});

await finish();
