/*
 * Games during which the daemon, or its broker, is killed again and again: nothing that a device was
 * told is lost, nothing is played twice, and the games end as they would have.
 *
 *   CRASHES=200 BROKER_CRASHES=50 SEED=7 node tests/e2e/faults/test_crash.mjs
 *
 * TRACE=1 tells every second what people see and do, KEEP=DIR keeps what a daemon leaves behind
 * with which a test fails. Time is virtual, so the same seed is the same game, but for cards, which
 * the daemon deals.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { discover } from '../../../web-ui/link/pair.js';
import { ADJUTANT, startDaemon } from '../lib/daemon.mjs';
import { Dice } from '../lib/dice.mjs';
import { People } from '../lib/people/people.mjs';
import { Player } from '../lib/people/players.mjs';
import { brokerAsTarget, daemonAsTarget, noneLeft, Reaper } from '../lib/faults/reaper.mjs';
import { between, moveStep, scriptOf, spokenStep } from '../lib/people/script.mjs';
import { loadGame, readGame } from '../lib/tape.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';
import { Witness } from '../lib/faults/witness.mjs';

const CRASHES = Number(process.env.CRASHES ?? 30);
const BROKER_CRASHES = Number(process.env.BROKER_CRASHES ?? 10);
const SEED = Number(process.env.SEED ?? 1);
const { KEEP, TRACE } = process.env;
const CRASHES_A_GAME = 12;
const THINK_MS = 15000;
const REPEAT_MS = 1200;
const VISIT_MS = 1000;
const FORGIVEN_MS = 10000; /* by one crash: what is between two marks of time in the journal */
/* what the daemon may complain of: a broker that was killed */
const EXPECTED =
	/is paired|pages|index.html|the broker (was ended by signal 9|ended;|ends before)|connection to the broker/;

const load = (name) => loadGame(fileURLToPath(new URL(`../../games/${name}.game`, import.meta.url)));

/* ---- games ---- */

/*
 * Battle Cards with cards as they are dealt: the battles are such that none of the cards that
 * people play here changes who wins.
 */
function cardScript(dice) {
	const { edition, setup } = load('battle-cards');
	const mulligan = ({ hand }) => `card mulligan ${hand.join(',')}`;
	const exchange = ({ hand }) => `card exchange ${hand[0]}`;
	const actions = `
		mulligan mulligan i3-i7 i8xi7 a3-a4 exchange a4-a5 j8-j7 j3-j4 j7-j6 j4-j5 i7-i6 j5xj6 b8-b7
		j6-j7 b7-b6 j7-j8 b6-b5 j8-i8 b5-b6 i8xi9 exchange i9xh9 b6-b7 h9xg9 b7-b6 exchange resign`;

	return {
		edition,
		setup,
		result: 'red resigned',
		steps: actions
			.trim()
			.split(/\s+/)
			.map((action, i) => {
				const side = i % 2 ? 'blue' : 'red';
				const say = { mulligan, exchange, resign: () => 'resign' }[action];
				return {
					...(say
						? spokenStep(side, action, say)
						: moveStep(side, action, dice)),
					before: i < 2 ? [] : between(side, dice),
				};
			}),
	};
}

/* ---- people, and who watches them ---- */

async function gather(t, daemon, told) {
	const players = {};
	const seat = async (name, access) => {
		const witness = new Witness(name, access, told);
		const player = new Player(name, access, {
			clock: daemon.clock,
			times: { connect: witness.connect, againMs: 200 },
		});
		players[name] = witness.watch(player);
	};

	t.after(() => Object.values(players).forEach(({ link }) => link.close()));
	await seat('spectator', await discover({ base: daemon.base }));
	for (const name of ['red', 'blue', 'table']) await seat(name, await daemon.pair(name));
	for (const player of Object.values(players))
		await player.until(({ link, state }) => link.online && state, 'the board');
	return players;
}

const witnesses = (players) => Object.values(players).map(({ witness }) => witness);

/*
 * Now and then a device says again what it has said before, mostly what it said last; that must
 * change nothing and have the same answer.
 */
function repeatWords(players, dice) {
	const { clock } = players.table;
	const repeat = () => {
		const { witness, link } = players[dice.of(['red', 'blue'])];
		const old = witness.answers.filter(({ word }) => word);

		if (link.online && old.length > 0)
			witness.sayAgain(dice.is(0.5) ? old.at(-1) : dice.of(old));
		clock.alarm(REPEAT_MS, repeat);
	};

	repeat();
}

/* A spectator who comes now sees what the others have seen, not something that was so before. */
async function lookIn(daemon, players) {
	const seen = players.spectator.witness.viewSeq;
	const { clock } = daemon;
	const visitor = new Player('visitor', await discover({ base: daemon.base }), { clock });

	await clock.settle();
	const { state } = visitor; /* there may be nothing to see */
	visitor.link.close();
	if (state && state.seq < seen)
		throw new Error(`a visitor sees event ${state.seq} when others have seen ${seen}`);
}

/* Now and then, from now on. */
function haveVisitors(daemon, players) {
	const visit = async () => {
		await lookIn(daemon, players);
		daemon.clock.alarm(VISIT_MS, visit);
	};

	daemon.clock.alarm(VISIT_MS, visit);
}

/* ---- afterwards ---- */

const run = (daemon, ...words) =>
	execFileSync(ADJUTANT, words, {
		encoding: 'utf8',
		env: { ...process.env, ADJUTANT_STATE: daemon.state },
	});

function verifyGame(daemon, players, script) {
	const { state } = players.spectator;
	const record = run(daemon, 'export', String(state.game));
	const exported = readGame(record),
		file = `${daemon.dir}/${state.game}.game`;
	const actions = script.steps.map(({ word, ...step }) =>
		/^card /.test(word) ? word.slice(5) : People.nameOf(step),
	);

	assert.equal(`${state.result.winner} ${state.result.by}`, script.result);
	assert.deepEqual(exported.actions, actions);
	assert.deepEqual(exported.setup, script.setup);
	assert.equal(exported.result, script.result);
	writeFileSync(file, record);
	run(daemon, 'verify', '--key', daemon.key, file);
}

function verifyLog({ log }) {
	const lines = log
		.split('\n')
		.filter(
			(line) =>
				/^adjutantd: |Sanitizer|runtime error/.test(line) &&
				!EXPECTED.test(line),
		);

	assert.deepEqual(lines, []);
}

/* Everything has been told to everybody in the end, and is in the journal. */
async function verifyAll(daemon, players) {
	witnesses(players).forEach((witness) => witness.verify());
	await daemon.stop();
	await noneLeft(daemon);
	run(daemon, 'verify', '--key', daemon.key, daemon.state);
	for (const witness of witnesses(players)) witness.testify(daemon.state);
	verifyLog(daemon);
}

/* ---- the tests ---- */

async function playOn(t, { config, scriptFor, target, crashes, seed }) {
	const dice = new Dice(seed),
		sinceMs = Date.now();
	console.error(`# seed ${seed}`);
	const clock = new VirtualClock();
	const daemon = await startDaemon(t, config, { clock });
	const reaper = new Reaper(target(daemon, dice), dice, clock, () =>
		witnesses(players).forEach((witness) => witness.crashes++),
	);
	const players = await gather(t, daemon, () => reaper.told());
	const people = new People(players, { dice, at: (kind) => reaper.at(kind) });
	const orFail = (doing) => Promise.race([doing, reaper.failed]);
	let games = 0;

	if (TRACE) {
		const timer = setInterval(
			() => console.error(`# ${reaper.total} ${people.describe()}`),
			1000,
		);
		t.after(() => clearInterval(timer));
	}
	if (KEEP)
		t.after(
			(failure) =>
				failure &&
				cpSync(daemon.dir, `${KEEP}/${seed}`, { recursive: true }),
		);
	repeatWords(players, dice);
	haveVisitors(daemon, players);
	t.after(() => reaper.end());
	while (reaper.total < crashes) {
		const script = scriptFor(dice);
		witnesses(players).forEach((witness) => witness.follow(script, People.isMove));
		reaper.begin(Math.min(Math.max(crashes - reaper.total, 2), CRASHES_A_GAME));
		if (games++ > 0) await orFail(people.rematch());
		await orFail(people.play(script));
		await reaper.end();
		await orFail(people.settle());
		verifyGame(daemon, players, script);
	}
	await verifyAll(daemon, players);
	console.error(
		`# ${reaper.total} crashes ${JSON.stringify(reaper.counts)} in ${games} games, ${Math.round(
			(Date.now() - sinceMs) / 1000,
		)} s; people ${JSON.stringify(people.counts)}`,
	);
}

const barrage = {
	config: { game: { edition: 'barrage', clock: 'total 60' } },
	scriptFor: (dice) => scriptOf(load('barrage'), dice),
};
const cards = {
	config: { game: { edition: 'battle-cards' } },
	scriptFor: cardScript,
};

/* Time that a player has spent is not given back by a crash, but for the last seconds of it. */
async function think(t) {
	const clock = new VirtualClock();
	const daemon = await startDaemon(t, barrage.config, { clock });
	const players = await gather(t, daemon);
	const people = new People(players, { dice: new Dice(SEED) });
	const clockOf = () => players.table.state.clock;

	const script = scriptOf(load('barrage'), new Dice(SEED));
	await people.play(script, 1);
	const sinceMs = clock.nowMs; /* before the view was made that is looked at */
	await people.play(script, 2);
	const before = clockOf().red;
	await clock.advance(THINK_MS);
	await daemon.kill();
	await daemon.start();
	await people.settle();
	const charged = before - clockOf().red,
		passed = clock.nowMs - sinceMs;
	assert.ok(
		charged > THINK_MS - FORGIVEN_MS,
		`only ${charged} ms of ${THINK_MS} are charged`,
	);
	assert.ok(charged <= passed, `${charged} ms are charged for ${passed}`);
}

test('daemon_is_killed_in_barrage', (t) =>
	playOn(t, {
		...barrage,
		target: daemonAsTarget,
		crashes: Math.ceil(CRASHES * 0.6),
		seed: SEED,
	}));

test('daemon_is_killed_in_battle_cards', (t) =>
	playOn(t, {
		...cards,
		target: daemonAsTarget,
		crashes: Math.floor(CRASHES * 0.4),
		seed: SEED + 1,
	}));

test('broker_is_killed', (t) =>
	playOn(t, {
		...barrage,
		target: brokerAsTarget,
		crashes: BROKER_CRASHES,
		seed: SEED + 2,
	}));

/* What it had not taken when it hung must not come after what is newer. */
test('broker_hangs_and_is_killed', async (t) => {
	const clock = new VirtualClock();
	const daemon = await startDaemon(t, barrage.config, { clock });
	const players = await gather(t, daemon);
	const people = new People(players, { dice: new Dice(SEED) });
	const broker = daemon.brokerPid;

	await people.play(scriptOf(load('barrage'), new Dice(SEED)), 1);
	process.kill(broker, 'SIGSTOP');
	await daemon.demand({ do: 'say', who: 'red', word: 'offer-draw' });
	process.kill(broker, 'SIGKILL');
	await daemon.demand({ do: 'say', who: 'blue', word: 'decline-draw' });
	await people.settle();
	assert.equal(players.spectator.state.offers.draw, null);
	await lookIn(daemon, players);
	await daemon.demand({ do: 'say', who: 'red', word: 'resign' });
	await people.settle();
	await verifyAll(daemon, players);
});

test('daemon_is_killed_during_a_long_think', think);

await finish();
