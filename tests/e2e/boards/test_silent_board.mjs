/*
 * A board that cannot be read, from the start or in the middle of a game: all are told, the
 * arbiter and the operator why, and when it answers again the game goes on by itself.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { use } from '../../../web-ui/common/i18n.js';
import { promptText } from '../../../web-ui/common/prompt.js';
import { Daemon } from '../lib/daemon.mjs';
import { untilStatus } from '../lib/faults/disk.mjs';
import { figures } from '../lib/attacks/intruder.mjs';
import { until } from '../lib/patience.mjs';
import { gather } from '../lib/people/players.mjs';
import { QuickGame } from '../lib/people/quick_game.mjs';
import { SerialBoard } from '../lib/serial_board.mjs';
import { finish, test } from '../lib/tap.mjs';

const TROUBLE = 'the board does not answer; call the arbiter';
/* how often a daemon asks in vain, with as many occasions to say again what it has said */
const OFTEN = 3;

const texts = JSON.parse(readFileSync(new URL('../../../web-ui/lang/en.json', import.meta.url)));
use('en', texts);

test('everybody_is_told', async (t) => {
	const daemon = new Daemon({ table: { driver: 'serial', port: '/dev/unplugged' } });

	t.after(() => daemon.destroy());
	await daemon.start();
	const players = await gather(t, daemon, { seats: ['red', 'blue', 'arbiter'] });

	for (const { name, state } of Object.values(players)) {
		assert.equal(state.trouble, TROUBLE, name);
		if (name !== 'arbiter') assert.equal(state.prompt.kind, 'stopped', name);
	}
	assert.match(players.arbiter.state.board, /unplugged/);
	assert.match((await daemon.ask({ do: 'status' })).table, /unplugged/);
	for (const player of Object.values(players)) player.verify();
});

/* ---- in the middle of a game ---- */

/* Every view that a device gets, as it comes. */
function viewsOf({ link }) {
	const views = [];

	link.addEventListener('message', ({ detail: { suffix, value } }) => {
		if (/\/(view|state)$/.test(suffix)) views.push(value);
	});
	return views;
}

/*
 * What came of a kind since it last did not. A machine that is so busy that the board seems to be
 * silent before it is gets its troubles and all-clears, and they do not count.
 */
const since = (list, isOfKind) => list.slice(list.findLastIndex((each) => !isOfKind(each)) + 1);

/* A game on a board that is read, with everyone there. */
async function begin(t) {
	const board = new SerialBoard();
	const game = new QuickGame({
		config: { table: board.table },
		seats: ['red', 'blue', 'arbiter'],
		table: board,
		clock: null, /* the board is a process of its own, which knows of real time only */
	});

	t.after(() => board.end());
	t.after((failure) => {
		if (failure) console.error(`the daemon's log:\n${game.daemon.log.slice(-3000)}`);
		return game.end();
	});
	await board.start();
	board.show(Object.values(game.setups).flatMap(Object.keys).map((sq) => `close ${sq}`));
	await board.preload(() => game.start());
	await game.players.spectator.until(
		({ state: { trouble, placed } }) => !trouble && placed.red + placed.blue === 16,
		'the board to be read',
	);
	const views = new Map(watchersOf(game).map((player) => [player, viewsOf(player)]));
	await game.setUp();
	await game.move();
	return { board, game, views };
}

/* Everybody who sees the game, but for the arbiter, who sees more. */
const watchersOf = ({ players: { red, blue, spectator } }) => [red, blue, spectator];

/*
 * The board falls silent, and something is done at the table that it does not tell. Returns when
 * all have known for long that it is silent, and knows it from one message.
 */
async function fallSilent({ board, game, views }, how, lines) {
	const { arbiter } = game.players,
		watchers = watchersOf(game);
	const { moves } = arbiter.state,
		counts = watchers.map(({ seqs }) => seqs.length);
	const isTold = ({ state }) => state.trouble;

	board.do(how);
	for (const player of [...watchers, arbiter])
		await player.until(isTold, `word that the board is silent (${how})`);
	board.show(lines);
	const { asked } = board;
	await until(() => board.asked >= asked + OFTEN, 'the daemon to ask the board again');
	for (const player of watchers) {
		const { name, state } = await player.until(isTold, 'the same word');
		const { kind } = state.prompt, text = promptText(state.prompt);

		assert.equal(state.trouble, TROUBLE, name);
		assert.deepEqual([kind, text], ['stopped', texts['want.board-silent']], name);
		assert.deepEqual([state.phase, state.moves], ['play', moves], name);
		assert.equal(since(views.get(player), ({ trouble }) => trouble).length, 1, name);
	}
	/* it is no event of the game, and why it is so is the arbiter's alone */
	assert.deepEqual(watchers.map(({ seqs }) => seqs.length), counts);
	const told = arbiter.events.filter(({ event }) => event === 'board');
	assert.equal(since(told, ({ why }) => why).length, 1);
	assert.match(told.at(-1).why, / has fallen silent: /);
	assert.match(arbiter.state.board, / has fallen silent: /);
	assert.match((await game.daemon.ask({ do: 'status' })).table, / has fallen silent: /);
	assert.equal((await figures(game.daemon.base)).table_ok, 0);
}

/* what a device sees when the game goes on: whose turn it is, and nothing to be put right */
function goesOn({ name, state }, ply) {
	const { kind } = state.prompt;

	return (
		!state.trouble &&
		state.ply === ply &&
		state.phase === 'play' &&
		kind === (state.turn === name ? 'turn' : 'wait')
	);
}

/* It answers again, and all see so, without a word from anyone. */
async function answer(board, game, how, ply) {
	const { red, blue, arbiter } = game.players;
	const said = [];

	for (const { link } of [red, blue, arbiter])
		link.addEventListener('message', ({ detail: { suffix, value } }) => {
			if (suffix.endsWith('/say')) said.push(value);
		});
	board.do(how);
	for (const each of watchersOf(game))
		await each.until((player) => goesOn(player, ply), `the game to go on (${how})`);
	await arbiter.until(
		({ state, events }) =>
			state.board === 'ok' &&
			events.findLast(({ event }) => event === 'board').why === null,
		'the all-clear',
	);
	await untilStatus(game.daemon, ({ table }) => table === 'ok', 'well');
	assert.equal((await figures(game.daemon.base)).table_ok, 1);
	assert.deepEqual(said, []);
}

test('a_board_turns_silent_and_comes_back', async (t) => {
	const table = await begin(t);
	const { board, game } = table;

	/* its power is cut, or its cable; nothing happens at the table meanwhile, or a move does */
	for (const [silence, cure, moves] of [
		['off', 'on', 0],
		['unplug', 'plug', 1],
	]) {
		const { ply } = game.players.spectator.state;
		await fallSilent(table, silence, moves ? game.next() : []);
		await answer(board, game, cure, ply + moves);
		await game.move();
	}
	for (const player of Object.values(game.players)) {
		player.verify();
		player.verifyOrder();
	}
});

await finish();
