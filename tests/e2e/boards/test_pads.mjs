/*
 * A board of contacts with two pads and two buttons: the armies are tapped and put down, and nobody needs a handheld
 * until the first question.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Daemon } from '../lib/daemon.mjs';
import { gather } from '../lib/people/players.mjs';
import { SerialBoard } from '../lib/serial_board.mjs';
import { readGame } from '../lib/tape.mjs';
import { finish, test } from '../lib/tap.mjs';

const game = readGame(readFileSync(fileURLToPath(new URL('../../games/quick-barrage.game', import.meta.url)), 'utf8'));
const SIDES = ['red', 'blue'];

/* {tag, sq, code} of each piece of a side */
function armyOf(side) {
	const rows = game.setup[side].split('/'), first = side === 'red' ? 1 : 6;

	return rows.flatMap((row, r) => [...row].flatMap((code, c) =>
		code === '.' ? [] : [{ sq: `${'abcdefgh'[c]}${first + r}`, code }]))
		.map((piece, i) => ({ ...piece, tag: `04${side === 'red' ? 'A' : 'B'}${i.toString(16).toUpperCase()}77` }));
}

const armies = { red: armyOf('red'), blue: armyOf('blue') };

async function begin(t) {
	const board = new SerialBoard();
	const daemon = new Daemon({ table: { ...board.table, sensors: 'reed' }, game: { edition: game.edition } });
	const pieces = SIDES.flatMap((side) => armies[side].map(({ tag, code }) => `tag ${tag} ${side} ${code}`));

	t.after(() => board.end());
	t.after(() => daemon.destroy());
	mkdirSync(daemon.state, { mode: 0o700 });
	writeFileSync(`${daemon.state}/pieces`, ['adjutant-pieces 1', ...pieces, ''].join('\n'), { mode: 0o600 });
	await board.start('small', 'reed', { hasLamps: true });
	await board.preload(() => daemon.start());
	while (!(await daemon.demand({ do: 'lamps' })).lamps) continue;
	const players = await gather(t, daemon, { seats: SIDES });
	const tap = (side, { tag }) => board.do(`tap ${SIDES.indexOf(side)} ${tag}`, `untap ${SIDES.indexOf(side)} ${tag}`);
	/* until the own view shows it */
	const shows = (side, what, isSo) => players[side].until(({ state }) => isSo(state), what);
	return { board, daemon, players, tap, shows };
}

const says = (state, key) => state.prompt?.more.some((sentence) => sentence.key === key);
const codeOn = (state, side, sq) => state[side].split('/')[sq[1] - 1]['abcdefgh'.indexOf(sq[0])];

test('armies_by_pads_and_buttons', async (t) => {
	const { board, daemon, players, tap, shows } = await begin(t);

	for (const side of SIDES)
		for (const piece of armies[side]) {
			tap(side, piece);
			await shows(side, `${side} is told that it was read`, (state) => says(state, 'want.pad-tapped'));
			board.do(`close ${piece.sq}`);
			await shows(side, `${side}'s ${piece.sq}`, (state) => codeOn(state, side, piece.sq) === piece.code);
		}
	for (const side of SIDES) {
		assert.equal(players[side].events.filter(({ event }) => event === 'error').length, 0);
		board.do(`press ${SIDES.indexOf(side)}`, `release ${SIDES.indexOf(side)}`);
	}
	await players.spectator.until(({ state }) => state.phase === 'play', 'the beginning');
	const { red, blue } = await daemon.demand({ do: 'look' });
	assert.equal(red.split('/').slice(0, 3).join('/'), game.setup.red);
	assert.equal(blue.split('/').slice(5).join('/'), game.setup.blue);
	for (const player of Object.values(players)) player.verify();
});

test('clumsy_hands', async (t) => {
	const { board, players, tap, shows } = await begin(t);
	const [first, second, third] = armies.red, [theirs] = armies.blue;
	const isTold = (key) => shows('red', key, (state) => says(state, `want.pad-${key}`));

	tap('red', theirs);
	await isTold('foreign');
	tap('red', { tag: '04FFFFFF' });
	await isTold('unknown');
	tap('red', first);
	await isTold('tapped');
	tap('red', second);
	await isTold('several');
	board.do(`close ${first.sq}`);
	await shows('red', 'a count', ({ placed }) => placed.red === 1);
	assert.equal(codeOn(players.red.state, 'red', first.sq), '.');
	/* nothing is blocked: the handheld says which it is */
	await players.red.say(`place ${first.sq} ${first.code}`);
	await shows('red', first.sq, (state) => codeOn(state, 'red', first.sq) === first.code);
	/* without a tap */
	board.do(`close ${third.sq}`);
	await shows('red', 'another', ({ placed }) => placed.red === 2);
	assert.equal(codeOn(players.red.state, 'red', third.sq), '.');
	/* the other player has heard of none of it */
	assert.deepEqual(players.blue.state.prompt.more, []);
	assert.equal(players.blue.state.pad, undefined);
	assert.equal(players.spectator.state.pad, undefined);
});

await finish();
