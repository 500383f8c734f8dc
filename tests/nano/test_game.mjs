/*
 * A whole noisy game by the real adjutantd on the kit: its firmware in simulation, wired as the netlists have it. The cable
 * is pulled in the middle of a move, for so long that the lamps go dark, and later the power is cut. What comes out must be the
 * game.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ADJUTANT, startDaemon } from '../e2e/lib/daemon.mjs';
import { gather, playTape, setUp } from '../e2e/lib/people/players.mjs';
import { loadGame, readGame, readTape, simulate } from '../e2e/lib/tape.mjs';
import { finish, test } from '../e2e/lib/tap.mjs';
import { VirtualClock } from '../e2e/lib/virtual_clock.mjs';
import { NanoBoard } from './nano_board.mjs';

const TROUBLE = 'the board does not answer; call the arbiter';
/* hardware/protocol.md: after which the board takes its host for gone; and some more */
const DARK_MS = 30_000;
const POWER_CUT_MS = 5_000;
/* of the game, after half of it and later; what is done is simple, and the recording says how */
const PULLED = 13;
const CUT = 20;

const path = fileURLToPath(new URL('../games/barrage.game', import.meta.url));
const game = loadGame(path);
const recording = simulate(path, { seed: Number(process.env.SEED ?? 1) });

/* the recording's lines of each ply; what is said and shown before the first is 0's */
const plies = recording.split(/^# ply \d+ .*\n/m).map(readTape);

/* Those who play and watch; people do nothing while the board is out of order. */
class Evening {
	#atUs = 0; /* of the recording, up to which it has been played */

	constructor(players, board) {
		Object.assign(this, { players, board, clock: players.spectator.clock });
	}

	async play(lines) {
		const fromUs = this.#atUs;

		await playTape(
			this.players,
			lines.map(({ atUs, line }) => ({ atUs: Math.max(0, atUs - fromUs), line })),
			{ table: this.board },
		);
		this.#atUs = lines.at(-1)?.atUs ?? fromUs;
	}

	async untilAll(isSo, what) {
		for (const player of Object.values(this.players)) await player.until(({ state }) => isSo(state), what);
	}

	/* Lets the board be away for a time, in which something may be done on it. */
	async without(how, ms, lines, cure) {
		this.board.show([how]);
		await this.untilAll(({ trouble }) => trouble === TROUBLE, `word of the board (${how})`);
		await this.play(lines);
		await this.clock.advance(ms);
		const seen = await this.board.look();
		this.board.show([cure]);
		await this.untilAll(({ trouble }) => !trouble, `the board to answer (${cure})`);
		return seen;
	}
}

/* A line as the last of a move's in which its piece is lifted, and so the next in which it is somewhere else. */
function lifted(lines, from) {
	return lines.findLastIndex(({ line }) => line === `open ${from}`) + 1;
}

/* The cable is pulled while a piece is in the air, and it is set down meanwhile. */
async function pullTheCable(evening, ply) {
	const at = lifted(plies[ply], game.actions[ply - 1].split('-')[0]);

	assert.ok(at > 0 && at < plies[ply].length, `ply ${ply} has a piece in the air`);
	await evening.play(plies[ply].slice(0, at));
	const before = await evening.board.look();
	assert.ok(before.light > 0, 'the lamps show the last move');
	const { light, restarts } = await evening.without('pull', DARK_MS, plies[ply].slice(at), 'plug');
	assert.equal(light, 0, 'the lamps are dark without a host');
	assert.equal(restarts, before.restarts, 'it was the cable alone');
	await evening.untilAll(({ moves }) => moves.length === ply, 'the move that was not seen');
}

async function cutThePower(evening, ply) {
	await evening.untilAll(({ moves }) => moves.length === ply - 1, 'the end of the move before');
	await evening.without('off', POWER_CUT_MS, [], 'on');
	await evening.play(plies[ply]);
}

async function playAll(evening) {
	for (let ply = 0; ply < plies.length; ply++)
		if (ply === PULLED) await pullTheCable(evening, ply);
		else if (ply === CUT) await cutThePower(evening, ply);
		else await evening.play(plies[ply]);
	await evening.untilAll(({ phase }) => phase === 'over', 'the end');
}

function verifyRecord(daemon, number) {
	const run = (...words) =>
		execFileSync(ADJUTANT, words, { encoding: 'utf8', env: { ...process.env, ADJUTANT_STATE: daemon.state } });
	const record = run('export', String(number));
	const { actions, setup, result } = readGame(record);
	const file = `${daemon.dir}/exported.game`;

	assert.deepEqual({ actions, setup, result }, { actions: game.actions, setup: game.setup, result: game.result });
	writeFileSync(file, record);
	run('verify', '--key', daemon.key, file);
}

test('whole_noisy_game_on_the_kit', async (t) => {
	const clock = new VirtualClock();
	const board = new NanoBoard();

	t.after(() => board.end());
	await board.start(clock);
	const daemon = await board.preload(() =>
		startDaemon(t, { game: { edition: game.edition }, table: board.table }, { clock }),
	);
	const players = await gather(t, daemon, { seats: ['red', 'blue'] });
	const evening = new Evening(players, board);

	await setUp(players, game);
	await playAll(evening);
	for (const player of Object.values(players)) player.verify();
	verifyRecord(daemon, players.spectator.state.game);
	assert.equal((await daemon.ask({ do: 'status' })).table, 'ok');
	console.log('seen at the end:', JSON.stringify({ atUs: clock.nowUs, ...(await board.look()) }));
});

await finish();
