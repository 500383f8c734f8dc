/*
 * The disk fails under a running game: all devices see that play is stopped, the arbiter why, and
 * when the disk works again play goes on by itself with everything that any device was told.
 *
 *   STORAGE_FULL=1 node tests/e2e/faults/test_storage.mjs     a longer sweep
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SENTENCES, untilReady } from '../lib/faults/disk.mjs';
import { game, Sitting } from '../lib/faults/sitting.mjs';
import { finish } from '../lib/tap.mjs';
import { testTogether } from '../lib/together.mjs';

const FULL = Boolean(process.env.STORAGE_FULL);
const BATTLE = game.actions.findIndex((action) => action.includes('x'));

/* of the side to move */
const mover = ({ players, state }) => players[state.turn];

/* ---- each call that a commit makes, once ---- */

/* Plays an action for each fault, and then to the end. */
async function playThrough(sitting, faults, options) {
	const { hands, players } = sitting;
	const act = async () => {
		await hands.play(1);
		await players.blue.link.say('openings');
	};

	await hands.begin();
	for (const fault of faults) await sitting.strike(fault, act, options);
	await hands.play();
	await sitting.verify();
}

const numbers = (...some) => (FULL ? Array.from({ length: 24 }, (_, i) => i + 1) : some);
const sweep = (call, errno, ...some) => numbers(...some).map((at) => ({ call, errno, at }));

async function nthWriteFails(sitting) {
	/* a later one may fall into the commit after, or into none */
	await playThrough(sitting, sweep('write', 'EIO', 1, 2, 3, 5, 8), { stops: false });
	assert.ok(sitting.strikes >= 4, `only ${sitting.strikes} faults stopped play`);
}

async function nthSyncFails(sitting) {
	const faults = [
		...sweep('sync', 'EIO', 1, 2),
		...sweep('sync', 'ENOSPC', 1),
		...sweep('write', 'ENOSPC', 2, 4),
	];

	await playThrough(sitting, faults, { stops: false });
	assert.ok(sitting.strikes >= 4, `only ${sitting.strikes} faults stopped play`);
}

/* whatever is done to any file of the state, the lock and the head among them */
async function nthCallFails(sitting) {
	const faults = numbers(1, 4, 9, 14, 19).map((at) => ({ path: 'state/', at, errno: 'EIO' }));

	await playThrough(sitting, faults, { stops: false });
}

/* Half a write is no failure: the rest is written after it. */
async function shortWrites(sitting) {
	const faults = [1, 2, 3].map((at) => ({
		call: 'write',
		at,
		errno: 'SHORT',
		lasting: at === 3,
	}));

	await playThrough(sitting, faults, { stops: false });
	assert.equal(sitting.strikes, 0);
}

/* ---- a disk that stays bad ---- */

/* A player plays on while play is stopped: the table is not as the journal has it. */
async function moveMeanwhile({ hands, state }) {
	const [, from, to] = game.actions[state.moves.length].match(/^(\w+)[-x](\w+)$/);

	await hands.table.show([`open ${from}`]);
	await hands.table.show([`close ${to}`]);
}

async function diskIsFull(sitting) {
	const fault = { call: 'write', errno: 'ENOSPC', lasting: true };

	await sitting.hands.begin();
	await sitting.strike(fault, () => sitting.hands.play(1), { look: moveMeanwhile });
	await sitting.strike({ ...fault, path: 'state/' }, () => sitting.hands.play(1));
	await sitting.hands.play();
	await sitting.verify();
}

async function diskIsReadOnly(sitting) {
	await sitting.hands.begin();
	for (const errno of ['EROFS', 'EDQUOT'])
		await sitting.strike({ call: 'any', errno, lasting: true }, () =>
			sitting.hands.play(1),
		);
	await sitting.hands.play();
	await sitting.verify();
}

async function syncsFail(sitting) {
	await sitting.hands.begin();
	for (const errno of ['EIO', 'ENOSPC'])
		await sitting.strike({ call: 'sync', errno, lasting: true }, () =>
			sitting.hands.play(1),
		);
	await sitting.hands.play();
	await sitting.verify();
}

/* The kernel itself refuses, in the middle of a write. */
async function fileMayNotGrow(sitting) {
	const { daemon, hands } = sitting;
	const limit = (bytes) =>
		execFileSync('prlimit', [
			'--pid',
			String(daemon.pid),
			`--fsize=${bytes}:unlimited`,
		]);

	await hands.begin();
	limit(statSync(join(daemon.state, 'archive.db-wal')).size + 1000);
	const playing = sitting.begin(hands.play(2));
	assert.ok(await sitting.awaitStop(playing));
	assert.match(sitting.players.arbiter.state.storage, SENTENCES.EFBIG);
	limit('unlimited');
	await sitting.goOn();
	await playing;
	await hands.play();
	await sitting.verify();
}

/* Who gives up a seat while nothing can be written does not get it back by that. */
async function seatIsGivenUp(sitting) {
	const { daemon, disk, hands } = sitting,
		paired = async () => (await daemon.ask({ do: 'status' })).paired;

	await hands.begin();
	await sitting.strike({ call: 'write', errno: 'ENOSPC' }, () => hands.play(1), {
		look: async () => {
			sitting.leave('arbiter');
			await daemon.demand({ do: 'unpair', seat: 'arbiter' });
		},
	});
	assert.deepEqual(await paired(), ['red', 'blue', 'table']);
	await daemon.kill();
	await disk.start();
	assert.deepEqual(await paired(), ['red', 'blue', 'table']);
}

/* ---- moments of a game ---- */

async function inSetUp(sitting) {
	const { red, blue } = sitting.players,
		fault = { call: 'write', errno: 'ENOSPC' };

	await sitting.hands.table.showAll();
	await sitting.strike(fault, () => red.say(`formation ${game.setup.red}`));
	await red.until(({ state }) => state.red.startsWith(game.setup.red), 'the formation');
	await sitting.strike({ ...fault, at: 3 }, () => blue.say(`formation ${game.setup.blue}`));
	await sitting.strike({ call: 'sync' }, () => sitting.hands.begin());
	await sitting.hands.play();
	await sitting.verify();
}

async function wordsAndBattles(sitting) {
	const fault = { call: 'sync', errno: 'EIO' };

	await sitting.hands.begin();
	await sitting.strike(fault, () => mover(sitting).say('openings'));
	await sitting.strike({ ...fault, call: 'write', at: 2 }, () =>
		mover(sitting).say('offer-draw'),
	);
	await sitting.all(({ offers, turn }) => offers.draw === turn, 'the offer');
	await sitting.hands.play(BATTLE - sitting.state.moves.length);
	await sitting.strike(fault, () => sitting.hands.play(1));
	assert.match(sitting.state.moves.at(-1), /x/);
	await sitting.strike(fault, () => sitting.players.red.say('pause'));
	await sitting.all(({ paused }) => paused, 'the pause');
	await sitting.strike(fault, () => sitting.players.blue.say('resume'));
	await sitting.all(({ paused }) => !paused, 'the end of the pause');
	await sitting.hands.play();
	await sitting.verify();
}

/* The players do nothing, but a clock that runs is written down now and then. */
async function clockRuns(sitting) {
	const { arbiter } = sitting.players,
		fault = { call: 'write', errno: 'ENOSPC', lasting: true };

	await sitting.hands.begin();
	await sitting.hands.play(2);
	await arbiter.say(`clock ${sitting.state.turn} 50`);
	await sitting.strike(fault, async () => {}, { isPassive: true });
	await sitting.all(({ clock }) => clock, 'the clock');
	const { clock, turn } = sitting.state;
	assert.equal(clock.running, turn);
	assert.ok(clock[turn] > 40000 && clock[turn] <= 50000, `${clock[turn]} ms are left`);
	await arbiter.say(`clock ${turn} 3000`);
	await sitting.hands.play();
	await sitting.verify();
}

/* The end, its record, and the next game are three transactions. */
async function atTheEnd(sitting) {
	const { red, blue, arbiter } = sitting.players;

	await sitting.hands.begin();
	await sitting.hands.play(game.actions.length - 1);
	await sitting.strike({ call: 'sync', at: 1 }, () => sitting.hands.play(1));
	await sitting.verifyGame();
	await red.say('rematch');
	/* the word is written and answered, the game that it leads to is not */
	await sitting.strike({ call: 'sync', at: 2 }, () => blue.say('rematch'), {
		isPassive: true,
	});
	await sitting.all(({ game: number }) => number === 2, 'another game');
	await sitting.hands.begin();
	await sitting.hands.play(1);
	await arbiter.say('award blue');
	await sitting.all(({ phase }) => phase === 'over', 'the award');
	await sitting.verifyArchive();
}

async function recordCannotBeWritten(sitting) {
	await sitting.hands.begin();
	await sitting.hands.play(game.actions.length - 1);
	await sitting.strike(
		{ call: 'sync', at: 2, errno: 'ENOSPC', lasting: true },
		() => sitting.hands.play(1),
		{ isPassive: true },
	);
	await sitting.verify();
}

/* An operator is told at once; a game is changed for another as a whole or not at all. */
async function gamesAreExchanged(sitting) {
	const { daemon, hands, players } = sitting,
		fault = { call: 'sync', errno: 'EIO' };
	const attempt = async (at, request, from, to) => {
		await sitting.strike(
			{ ...fault, at },
			async () => {
				const { ok, why } = await daemon.ask(request);
				assert.equal(ok, false, `${JSON.stringify(request)} at ${at}, from game ${from}`);
				assert.match(why, /^play is stopped: .*archive\.db/);
			},
			{ isPassive: true },
		);
		assert.ok([from, to].includes(sitting.state.game));
		sitting.leave('red', 'blue', 'arbiter'); /* another game is others' */
		if (sitting.state.game === from) await daemon.demand(request);
		await sitting.all(({ game: number }) => number === to, `game ${to}`);
	};

	await hands.begin();
	await hands.play(3);
	await players.red.say('pause');
	const { moves } = sitting.state;
	/* two syncs before those of the exchange note who may take up the game that is set aside */
	await attempt(4, { do: 'new', free: true }, 1, 2);
	await attempt(1, { do: 'new', free: true }, 2, 3);
	await attempt(4, { do: 'continue', game: 1 }, 3, 1);
	assert.deepEqual(sitting.state.moves, moves);
	await daemon.kill();
	await sitting.disk.start();
	assert.equal((await untilReady(daemon)).game, 1);
}

/* ---- and then the power is cut ---- */

/* What failed may or may not be in the archive; either way it happened once at most. */
async function killedWhileStopped(sitting) {
	const { daemon, disk, hands } = sitting;
	const faults = [
		{ call: 'sync', errno: 'EIO', lasting: true },
		{ call: 'write', at: 6, errno: 'ENOSPC', lasting: true },
	];

	await hands.begin();
	for (const fault of faults) {
		disk.fail(fault);
		const playing = sitting.begin(hands.play(1));
		assert.ok(await sitting.awaitStop(playing));
		await daemon.kill();
		disk.heal();
		await disk.start();
		await untilReady(daemon);
		await playing;
	}
	await hands.play();
	await sitting.verify();
}

testTogether(
	{
		nth_write_fails: nthWriteFails,
		nth_sync_fails: nthSyncFails,
		nth_call_fails: nthCallFails,
		short_writes: shortWrites,
		disk_is_full: diskIsFull,
		disk_is_read_only: diskIsReadOnly,
		syncs_fail: syncsFail,
		file_may_not_grow: fileMayNotGrow,
		seat_is_given_up: seatIsGivenUp,
		in_set_up: inSetUp,
		words_and_battles: wordsAndBattles,
		clock_runs: clockRuns,
		at_the_end: atTheEnd,
		record_cannot_be_written: recordCannotBeWritten,
		games_are_exchanged: gamesAreExchanged,
		killed_while_stopped: killedWhileStopped,
	},
	async (play) => {
		const sitting = new Sitting(
			play === clockRuns ? { game: { clock: 'total 90' } } : {},
		);
		try {
			await sitting.open();
			await play(sitting);
		} catch (error) {
			console.error(
				`${play.name}: the daemon's log ends with:`,
				sitting.daemon.log.slice(-2000),
			);
			throw error;
		} finally {
			await sitting.close();
		}
	},
);

await finish();
