/*
 * A whole game by real processes: adjutantd with its Mosquitto, a virtual table on which two people
 * play as noisily as in a club, two handhelds, a spectator. What comes out must be the game.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commitment } from '../../../web-ui/link/code.js';
import { ADJUTANT, startDaemon } from '../lib/daemon.mjs';
import { gather, playTape, Player, setUp } from '../lib/people/players.mjs';
import { loadGame, readGame, readTape, simulate } from '../lib/tape.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';
import { discover } from '../../../web-ui/link/pair.js';

const path = fileURLToPath(new URL('../../games/barrage.game', import.meta.url));
const game = loadGame(path);
const seed = Number(process.env.SEED ?? 1);
const recording = simulate(path, { seed });

/* "a7xa6 attacker" as a record has it */
const played = (state) =>
	state.moves.map((move) => move.replace(/ (attacker|defender|both|none)$/, ''));

/* red and blue rows of the whole board from a set-up, with what it says of each piece */
const homeOf = (colour, sq) => {
	const rows = game.setup[colour].split('/');
	const row = Number(sq.slice(1)) - (colour === 'red' ? 1 : 11 - rows.length);

	return rows[row]['abcdefghij'.indexOf(sq[0])];
};

async function wholeGame(t, { broadcast = 'none' } = {}) {
	const clock = new VirtualClock();
	const daemon = await startDaemon(
		t,
		{ game: { edition: game.edition }, network: { broadcast } },
		{ clock },
	);
	const players = await gather(t, daemon, { broadcast });

	await setUp(players, game);
	await playTape(players, readTape(recording));
	for (const player of Object.values(players))
		await player.until(({ state }) => state.phase === 'over', 'the end');
	return { daemon, players };
}

function verifyMessages(players) {
	for (const player of Object.values(players)) {
		player.verify();
		player.verifyOrder();
	}
}

/* each opening fits what was published before the first move, and the formation */
function verifyOpenings(openings, { id, commitments }) {
	for (const opening of openings) {
		assert.equal(commitment(id, opening), commitments[opening.sq], opening.sq);
		assert.equal(opening.code, homeOf(opening.side, opening.sq), opening.sq);
	}
}

async function verifySeat(player, colour) {
	const { you, moves } = player.state;
	const battles = player.events.filter(({ event }) => event === 'battle');

	assert.equal(you, colour);
	assert.equal(battles.length, moves.filter((move) => move.includes('x')).length);
	battles.forEach(({ openings }) => verifyOpenings(openings, player.state));
	await player.say('openings');
	const { list } = player.events.find(({ event }) => event === 'openings');
	assert.equal(list.length, [...game.setup[colour]].filter((c) => /[1-9MBF]/.test(c)).length);
	assert.ok(
		list.every(({ side }) => side === colour),
		'an opening of the other side',
	);
	verifyOpenings(list, player.state);
}

test('whole_noisy_game', async (t) => {
	const { daemon, players } = await wholeGame(t);
	const { state } = players.spectator;
	const number = state.game;

	assert.deepEqual(played(state), game.actions);
	assert.equal(`${state.result.winner} ${state.result.by}`, game.result);
	await verifySeat(players.red, 'red');
	await verifySeat(players.blue, 'blue');

	const late = new Player('latecomer', await discover({ base: daemon.base }), { clock: daemon.clock });
	t.after(() => late.link.close());
	await late.until((player) => player.state, 'the state');
	assert.deepEqual(late.state, players.spectator.state);
	verifyMessages({ ...players, late });

	const run = (...words) =>
		execFileSync(ADJUTANT, words, {
			encoding: 'utf8',
			env: { ...process.env, ADJUTANT_STATE: daemon.state },
		});
	const record = run('export', String(number));
	const exported = readGame(record);
	assert.deepEqual(exported.actions, game.actions);
	assert.deepEqual(exported.setup, game.setup);
	assert.equal(exported.result, game.result);
	const file = `${daemon.dir}/exported.game`;
	writeFileSync(file, record);
	run('verify', '--key', daemon.key, file);
});

for (const broadcast of ['revealed', 'after'])
	test(`broadcast_${broadcast}`, async (t) => {
		const { players } = await wholeGame(t, { broadcast });
		const { events, state } = players.spectator;
		const shown =
			broadcast === 'revealed'
				? events.filter(({ event }) => event === 'battle')
				: [
						await players.spectator
							.until(
								({ events: all }) =>
									all.some(
										({ event }) =>
											event ===
											'revealed',
									),
								'everything',
							)
							.then(() =>
								events.find(
									({ event }) =>
										event ===
										'revealed',
								),
							),
					];

		assert.ok(shown.length > 0);
		for (const { openings } of shown) {
			assert.ok(openings.length > 0);
			verifyOpenings(openings, state);
		}
		verifyMessages(players);
	});

await finish();
