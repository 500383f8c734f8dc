/*
 * A board whose state is copied in the middle of a game, and put back, can sign two ends of it. Both records
 * hold by themselves; what a spectator has kept of the first tells which one is of the game that was played.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADJUTANT } from '../lib/daemon.mjs';
import { playQuickly } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const FORK = /this is a fork/;

const read = (file) => readFileSync(file, 'utf8');

function adjutant(...args) {
	return spawnSync(ADJUTANT, args, { encoding: 'utf8' });
}

/* What verify says of a file, by what was seen. */
function judge(file, ...options) {
	const { status, stdout, stderr } = adjutant('verify', ...options, file);

	return { status, said: stdout + stderr };
}

function expectJudgement(file, options, status, pattern) {
	const judged = judge(file, ...options);

	assert.equal(judged.status, status, `${file} ${options.join(' ')}: ${judged.said}`);
	assert.match(judged.said, pattern);
}

/* One end of the game: the loser resigns, and all that can be kept of it is. */
async function endGame({ daemon, players, dir }, name, loser) {
	const { spectator } = players;
	const kept = (what) => `${dir}/${name}.${what}`;

	await players[loser].say('resign');
	await spectator.until(({ state }) => state.phase === 'over', 'the end');
	writeFileSync(kept('seen'), JSON.stringify(spectator.state));
	await daemon.stop();
	const { status, stderr } = adjutant('export', '--state', daemon.state, '--output', kept('game'), '1');
	assert.equal(status, 0, stderr);
	cpSync(daemon.state, kept('state'), { recursive: true });
	return { seen: kept('seen'), record: kept('game'), state: kept('state'), last: spectator.state };
}

/* Two ends of one game, from two copies of the state in its middle; mid: what was seen after the copy was made */
async function fork(t, config) {
	const game = await playQuickly(t, { config });
	const { daemon, players } = game;
	const parts = { daemon, players, dir: daemon.dir };
	const copy = `${daemon.dir}/copy`, mid = `${daemon.dir}/mid.seen`, before = `${daemon.dir}/before.seen`;
	const back = () => players.spectator.until(({ link, state }) =>
		link.online && state.phase === 'play', 'the board');

	writeFileSync(before, JSON.stringify(players.spectator.state));
	await daemon.stop();
	cpSync(daemon.state, copy, { recursive: true });
	await daemon.start();
	await back();
	await game.table.showAll();
	await players.spectator.until(({ state }) => state.clock?.running || state.turn, 'the game');
	await game.move();
	writeFileSync(mid, JSON.stringify(players.spectator.state));
	const first = await endGame(parts, 'first', 'red');

	rmSync(daemon.state, { recursive: true });
	cpSync(copy, daemon.state, { recursive: true });
	await daemon.start();
	/* pages that have seen nothing yet */
	for (const name of ['spectator', 'red', 'blue']) {
		players[name].link.close();
		await game.seat(name, game.access[name]).until(({ link, state }) => link.online && state, 'the board');
	}
	const second = await endGame(parts, 'second', 'blue');
	return { first, second, mid, before, key: daemon.key, dir: daemon.dir, told: game.heard.spectator.map((text) => JSON.parse(text).value) };
}

for (const broadcast of ['none', 'after'])
	test(`two_ends_of_one_game_are_told_apart_with_broadcast_${broadcast}`, async (t) => {
		const { first, second, mid, before, key, dir, told } = await fork(t, { network: { broadcast } });
		const ends = [first, second];

		assert.deepEqual(ends.map(({ last }) => last.result.winner), ['blue', 'red']);
		assert.equal(first.last.id, second.last.id);
		assert.deepEqual(first.last.commitments, second.last.commitments);
		for (const { record, state } of ends)
			for (const file of [record, state])
				expectJudgement(file, ['--key', key], 0, /signed/);

		for (const what of ['record', 'state']) {
			for (const seen of [first.seen, mid]) {
				expectJudgement(first[what], ['--seen', seen], 0, /of what was seen/);
				expectJudgement(second[what], ['--seen', seen], 1, FORK);
			}
			expectJudgement(second[what], ['--seen', second.seen], 0, /of what was seen/);
			expectJudgement(first[what], ['--seen', second.seen], 1, FORK);
			/* what was seen before they parted is in both */
			for (const end of ends)
				expectJudgement(end[what], ['--seen', before, '--key', key], 0, /of what was seen/);
			const { head, head_seq: number } = JSON.parse(read(mid));
			expectJudgement(first[what], ['--key', key, '--head', `${head}@${number}`], 0, /of what was seen/);
			expectJudgement(first[what], ['--key', key, '--head', head], 0, /of what was seen/);
			expectJudgement(second[what], ['--key', key, '--head', `${head}@${number}`], 1, FORK);
			expectJudgement(second[what], ['--key', key, '--head', head], 1, /head that was seen is not/);
			/* a noted head does not say whose it is */
			expectJudgement(first[what], ['--head', head], 3, /of what was seen/);
			expectJudgement(first[what], [], 3, /not compared with a known one/);
			writeFileSync(`${dir}/commitments`, JSON.stringify(first.last.commitments));
			expectJudgement(first[what], ['--key', key, '--commitments', `${dir}/commitments`], 0, /of what was seen/);
			const [sq, other] = Object.keys(first.last.commitments);
			writeFileSync(`${dir}/commitments`, JSON.stringify({ ...first.last.commitments,
				[sq]: first.last.commitments[other] }));
			expectJudgement(first[what], ['--key', key, '--commitments', `${dir}/commitments`], 1, /commitments/);
		}
		/* the head that was the board's when it told the commitments is in both records, and the archives' own */
		const { seq } = told.find((value) => value?.event === 'commitments');
		const heads = ends.map(({ record }) => read(record).match(new RegExp(`^# committed ${seq} ([0-9a-f]{64})$`, 'm'))?.[1]);
		assert.ok(heads[0] && heads[0] === heads[1], `${heads}`);
		for (const { record, state } of ends)
			for (const file of [record, state])
				expectJudgement(file, ['--key', key, '--head', `${heads[0]}@${seq}`], 0, /of what was seen/);
		/* a spectator who has changed what was saved proves nothing */
		const state = JSON.parse(read(first.seen));
		writeFileSync(`${dir}/changed`, JSON.stringify({ ...state, moves: state.moves.slice(1) }));
		expectJudgement(first.record, ['--seen', `${dir}/changed`], 2, /changed after the board signed it/);
		/* the run that went on from the copy is on record */
		const runs = (record) => read(record).match(/^# run \d+ [0-9a-f]{32}$/gm);
		assert.equal(runs(first.record).length, 1);
		assert.equal(runs(second.record).length, 1);
		assert.notDeepEqual(runs(first.record), runs(second.record));
	});

/* Devices that were there notice by themselves, and go on with what the board has now. */
test('a_board_that_was_put_back_is_noticed_by_devices', async (t) => {
	const game = await playQuickly(t, {});
	const { daemon, players } = game;
	const { spectator, red } = players;
	const copy = `${daemon.dir}/copy`;
	const forks = { spectator: [], red: [] };

	for (const name of Object.keys(forks))
		players[name].link.addEventListener('fork', ({ detail }) => forks[name].push(detail));
	await daemon.stop();
	cpSync(daemon.state, copy, { recursive: true });
	await daemon.start();
	await spectator.until(({ link, state }) => link.online && state.phase === 'play', 'the board');
	await game.table.showAll();
	await game.move();
	const { head_seq: seq, head, ply } = spectator.state;
	await daemon.kill();
	await daemon.start();
	await spectator.until(({ link }) => link.online, 'the board after a power cut');
	assert.deepEqual(forks, { spectator: [], red: [] }, 'a restart is no fork');
	await daemon.stop();
	rmSync(daemon.state, { recursive: true });
	cpSync(copy, daemon.state, { recursive: true });
	await daemon.start();
	for (const player of [spectator, red])
		await player.until(({ link, state }) => link.online && state.ply === ply - 1, 'the state of before');
	for (const name of Object.keys(forks)) {
		assert.equal(forks[name].length, 1, name);
		assert.equal(forks[name][0].seq >= seq, true);
	}
	assert.ok(forks.spectator.some((fork) => fork.seq > seq || fork.head === head));
});

const shorten = (digits) => Buffer.from(digits, 'hex').toString('base64url');
const isAdmitted = ({ link, state }) => link.online && state.fork > 0;

/* A board that is told so by a device that was there admits it to everybody, and does not forget it. */
test('a_board_that_was_put_back_admits_it', async (t) => {
	const game = await playQuickly(t, {});
	const { daemon, players } = game;
	const { spectator, red, blue } = players;
	const copy = `${daemon.dir}/copy`;
	const seen = ({ head_seq: number, head, head_signature: signature }) =>
		`seen ${number} ${shorten(head)} ${shorten(signature)}`;

	await daemon.stop();
	cpSync(daemon.state, copy, { recursive: true });
	await daemon.start();
	await blue.until(({ link, state }) => link.online && state.phase === 'play', 'the board');
	await game.table.showAll();
	await game.move();
	/* what agrees, what is not signed by this board and what is no head at all change nothing */
	const lies = [seen(blue.state), seen({ ...blue.state, head_seq: blue.state.head_seq + 9 }),
		seen({ ...blue.state, head: '00'.repeat(32) }), 'seen', 'seen 7', 'seen 7 x y', `${seen(blue.state)} more`];
	for (const word of lies) {
		assert.equal((await blue.link.say(word)).ok, false, word);
		await game.clock.advance(2000); /* words that are refused cost a seat a second each */
	}
	assert.equal((await daemon.demand({ do: 'status' })).fork, undefined);
	for (const { state } of [spectator, red, blue])
		assert.equal(state.fork, undefined);
	const { head_seq: number } = spectator.state;

	await daemon.stop();
	rmSync(daemon.state, { recursive: true });
	cpSync(copy, daemon.state, { recursive: true });
	await daemon.start();
	for (const player of [spectator, red, blue])
		await player.until(isAdmitted, 'what the board admits');
	assert.ok(spectator.state.fork >= number);
	assert.equal((await daemon.demand({ do: 'status' })).fork, spectator.state.fork);
	const { fork } = spectator.state;
	await daemon.kill();
	await daemon.start();
	/* a page that has seen nothing is told too */
	spectator.link.close();
	await game.seat('spectator', game.access.spectator).until(isAdmitted, 'the same after a power cut');
	assert.equal(players.spectator.state.fork, fork);
	await daemon.stop();
	expectJudgement(daemon.state, ['--key', daemon.key], 0, /signed|not over/);
});

/* Put back after that, while no page looks; whether the game goes on or is over by then. */
async function putBack(game, copy) {
	const { daemon } = game;

	await daemon.stop();
	rmSync(daemon.state, { recursive: true });
	cpSync(copy, daemon.state, { recursive: true });
	await daemon.start();
}

/* What the board has published is remembered outside its state directory too, where a backup does not reach. */
test('a_board_that_was_put_back_knows_it_by_itself', async (t) => {
	process.env.CACHE_DIRECTORY = mkdtempSync(join(tmpdir(), 'adjutant-cache-'));
	t.after(() => {
		rmSync(process.env.CACHE_DIRECTORY, { recursive: true });
		delete process.env.CACHE_DIRECTORY;
	});
	const game = await playQuickly(t, {});
	const { daemon, players } = game;
	const copy = `${daemon.dir}/copy`;
	const status = () => daemon.demand({ do: 'status' });

	await daemon.stop();
	cpSync(daemon.state, copy, { recursive: true });
	await daemon.start();
	await players.blue.until(({ link, state }) => link.online && state.phase === 'play', 'the board');
	await game.table.showAll();
	await game.move();
	const { head_seq: number, head } = players.spectator.state;
	await daemon.kill();
	await daemon.start();
	assert.equal((await status()).fork, undefined, 'a power cut is no fork');
	for (const { link } of Object.values(players)) link.close();

	await putBack(game, copy);
	assert.equal((await status()).fork, number);
	assert.match(daemon.log, /this board was put back to an earlier state/);
	/* it does not look for itself once more, and says so for the rest of the game */
	await daemon.kill();
	await daemon.start();
	assert.equal((await status()).fork, number);
	const red = game.seat('red', game.access.red), spectator = game.seat('spectator', game.access.spectator);
	for (const player of [red, spectator]) await player.until(isAdmitted, 'what the board admits');
	assert.equal((await red.link.say('resign')).ok, true);
	await spectator.until(({ state }) => state.phase === 'over', 'the end');
	await daemon.stop();
	const { status: exit, stderr } = adjutant('export', '--state', daemon.state, '--output', `${daemon.dir}/game`, '1');
	assert.equal(exit, 0, stderr);
	assert.match(read(`${daemon.dir}/game`), new RegExp(`^# fork \\d+ ${number} ${head}$`, 'm'));
	expectJudgement(`${daemon.dir}/game`, ['--key', daemon.key], 0, /put back to an earlier state, as it admits/);
	expectJudgement(daemon.state, ['--key', daemon.key], 0, /signed/);
	writeFileSync(`${daemon.dir}/hidden`, read(`${daemon.dir}/game`).replace(/^# fork .*\n/m, ''));
	expectJudgement(`${daemon.dir}/hidden`, ['--key', daemon.key], 1, /signature is not good/);
});

test('a_board_that_was_put_back_is_behind_what_was_seen', async (t) => {
	const game = await playQuickly(t, {});
	const { daemon, players: { spectator } } = game;
	const copy = `${daemon.dir}/copy`, seen = `${daemon.dir}/seen`;

	await daemon.stop();
	cpSync(daemon.state, copy, { recursive: true });
	await daemon.start();
	await spectator.until(({ link, state }) => link.online && state.phase === 'play', 'the board');
	await game.table.showAll();
	await game.move();
	writeFileSync(seen, JSON.stringify(spectator.state));
	await daemon.stop();
	expectJudgement(daemon.state, ['--seen', seen], 0, /of what was seen/);
	expectJudgement(copy, ['--seen', seen], 1, /put back from a backup/);
});

await finish();
