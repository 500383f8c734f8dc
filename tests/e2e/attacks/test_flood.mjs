/*
 * A player who says too much on a board whose disk is slow. Words cost the one who says them: the
 * other's are answered, and a move at the table is played, after a few syncs, however long each of
 * them takes; so syncs are counted here, and no time. Time stands still, so what a seat has used
 * up of its allowance is not given back.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fromHex, makeToken, open, seal } from '../../../web-ui/link/code.js';
import { figures, Intruder, ROOT } from '../lib/attacks/intruder.mjs';
import { playQuickly } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const MANY = 100; /* the broker keeps so many for the daemon */
const BURST = 24;

/* how many entries the journal has */
function entries({ daemon }) {
	const sql = "SELECT count(*) FROM entry WHERE kind IN ('word', 'out')";

	return Number(execFileSync('sqlite3', ['-readonly', join(daemon.state, 'archive.db'), sql], { encoding: 'utf8' }));
}

/* A game on a disk of ours, and red's device in an attacker's hands. */
async function begin(t) {
	const game = await playQuickly(t, { battles: false, hasDisk: true });

	game.players.red.link.close();
	const red = await Intruder.connect(game.url, game.access.red);
	t.after(() => red.end());
	await red.subscribe(`${ROOT}seat/red/event`);
	await game.clock.settle();
	return { game, red };
}

const box = ({ access }, word) => Buffer.from(seal(fromHex(access.red.up), { id: makeToken(), word }, 256));

/* The broker has them all. */
async function flood(game, red, word, count = MANY) {
	await Promise.all(Array.from({ length: count }, () => red.publish(`${ROOT}seat/red/say`, box(game, word))));
}

async function dropped({ daemon }) {
	const { flooding_total: flooding, malformed_total: malformed } = await figures(daemon.base);

	return flooding + malformed;
}

test('nonsense_is_not_written', async (t) => {
	const { game, red } = await begin(t);
	const { disk } = game, before = [disk.syncs, entries(game)], old = await dropped(game);

	await flood(game, red, 'abracadabra');
	/* the daemon hears blue after all of them; the answer is a sync, the word and two events */
	assert.equal((await game.players.blue.link.say('openings')).ok, true);
	assert.deepEqual([disk.syncs, entries(game)], [before[0] + 1, before[1] + 3]);
	assert.equal(await dropped(game), old + MANY);
	/* some are answered, all alike, and none is counted */
	await red.until(({ messages }) => messages.length > 0, 'an answer');
	const answers = red.messages.map(({ payload }) => open(fromHex(game.access.red.down), payload));
	for (const { seq, event, ok, why } of answers)
		assert.deepEqual({ seq, event, ok, why }, { seq: 0, event: 'answer', ok: false, why: { code: 'no-such-word' } });
	assert.ok(answers.length <= BURST / 4, `${answers.length} answers`);
});

/* Red's words were there first, and wait with blue's and with a move for a sync that takes long. */
test('a_flood_makes_nobody_wait', async (t) => {
	const { game, red } = await begin(t);
	const { disk, players: { blue, spectator, table } } = game, { ply } = spectator.state;
	const before = disk.syncs;
	const waits = disk.hold();

	await red.publish(`${ROOT}seat/red/say`, box(game, 'decline-draw'));
	await waits();
	await flood(game, red, 'decline-draw');
	assert.equal(await table.link.table(game.next()), true);
	const answer = blue.link.say('openings');
	disk.heal();
	assert.equal((await answer).ok, true, 'without a moment having passed');
	/* the one that took long, one for all that waited, and one if blue's came later */
	assert.ok(disk.syncs - before <= 3, `${disk.syncs - before} syncs`);
	await spectator.until(({ state }) => state.ply > ply, 'the move');
});

/* Accepted words are the dearest: each is an entry. */
test('nor_does_a_flood_of_good_words', async (t) => {
	const { game, red } = await begin(t);
	const { disk, players: { blue } } = game, was = [disk.syncs, entries(game)];
	const waits = disk.hold();

	await red.publish(`${ROOT}seat/red/say`, box(game, 'openings'));
	await waits();
	await flood(game, red, 'openings');
	disk.heal();
	assert.equal((await blue.link.say('openings')).ok, true);
	await game.clock.settle();
	assert.ok(disk.syncs - was[0] <= BURST + 1, `${disk.syncs - was[0]} syncs`);
	assert.ok(entries(game) - was[1] <= 3 * (BURST + 1), `${entries(game) - was[1]} entries`);
});

finish();
