/* The buttons of a board: what a press says, for whom, and what the lamps of the same board answer. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Daemon } from '../lib/daemon.mjs';
import { SerialBoard } from '../lib/serial_board.mjs';
import { readGame } from '../lib/tape.mjs';
import { finish, test } from '../lib/tap.mjs';

const game = readGame(readFileSync(fileURLToPath(new URL('../../games/quick-barrage.game', import.meta.url)), 'utf8'));
const DARK = '........';
const EMPTY = 'iiiiiiii';

/* a row in which this square alone is lit */
const lamp = ([column], letter) => [...'abcdefgh'].map((each) => (each === column ? letter : '.')).join('');

/* as a recording has it, row 1 first */
function frameOf({ red, blue }) {
	const rows = [...red.split('/'), DARK, DARK, ...blue.split('/')];

	return `frame ${rows.map((row) => row.replace(/[^.]/g, '1').replace(/\./g, '0')).join('/')}`;
}

test('buttons_say_ready_and_done', async (t) => {
	const board = new SerialBoard();
	const daemon = new Daemon({ table: { ...board.table, sensors: 'reed' }, game: { edition: 'quick-barrage' } });
	const press = (button) => board.do(`press ${button}`, `release ${button}`);
	const until = async (isSo) => {
		let status;

		do status = await daemon.demand({ do: 'status' });
		while (!isSo(status));
		return status;
	};

	t.after(() => board.end());
	t.after(() => daemon.destroy());
	await board.start('small', 'reed', { hasLamps: true });
	await board.preload(() => daemon.start());
	await board.showsLamps([EMPTY, EMPTY, EMPTY, DARK, DARK, EMPTY, EMPTY, EMPTY].join('/'));
	for (const who of ['red', 'blue'])
		await daemon.demand({ do: 'say', who, word: `formation ${game.setup[who]}` });
	board.do(frameOf(game.setup));
	await board.showsLamps(Array(8).fill(DARK).join('/'));
	press(0);
	await board.showsLamps(['j......j', ...Array(7).fill(DARK)].join('/'));
	assert.equal((await daemon.demand({ do: 'status' })).phase, 'setup');
	press(1);
	assert.equal((await until(({ phase }) => phase === 'play')).turn, 'red');
	await board.showsLamps(['h......h', ...Array(7).fill(DARK)].join('/'));
	press(1); /* out of turn, and in a pause, it is refused as the word would be */
	await daemon.demand({ do: 'say', who: 'red', word: 'pause' });
	press(0);
	await daemon.demand({ do: 'say', who: 'red', word: 'resume' });
	/* with a table that is never still, only the word ends the turn */
	const [, from, to] = /^([a-h]\d)-([a-h]\d)$/.exec(game.actions[0]);
	board.do(`open ${from}`, `close ${to}`);
	press(0);
	assert.equal((await until(({ turn }) => turn === 'blue')).plies, 1);
	await board.showsLamps(
		[1, 2, 3, 4, 5, 6, 7].map((row) => (from[1] === `${row}` ? lamp(from, 'a') : to[1] === `${row}` ? lamp(to, 'b') : DARK)).join('/') + '/h......h',
	);
});

await finish();
