/*
 * The daemon or one of its brokers is killed in the middle of a game, KILLS times at random moments:
 * nothing that was acknowledged is lost, nothing is played twice, the game ends as it would have.
 */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { startDaemon } from '../lib/daemon.mjs';
import { Hands } from '../lib/people/hands.mjs';
import { until } from '../lib/patience.mjs';
import { gather } from '../lib/people/players.mjs';
import { loadGame } from '../lib/tape.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';

const KILLS = Number(process.env.KILLS ?? 12);
const KILLS_PER_GAME = 6;
const game = loadGame(fileURLToPath(new URL('../../games/barrage.game', import.meta.url)));

const PAUSE_MS = 100; /* between two movements of a hand */
const BETWEEN_KILLS_MS = 6000; /* at most */

/* the same moments every time */
let chance = Number(process.env.SEED ?? 1);
function random() {
	chance = (chance * 48271) % 2147483647;
	return chance / 2147483647;
}

const actionsOf = (state) =>
	state.moves.map((move) => move.replace(/ (attacker|defender|both|none)$/, ''));

/* What a device was told has happened stays so, whatever happens to the daemon. */
function watchHistory(players) {
	let told = 0;
	const lost = [];

	for (const { name, link } of Object.values(players))
		link.addEventListener('state', ({ detail }) => {
			const actions = actionsOf(detail);
			if (actions.some((action, i) => action !== game.actions[i]))
				lost.push(`${name} sees ${actions.join(' ')}`);
			if (name === 'spectator' && actions.length < told)
				lost.push(`${actions.length} actions after ${told}`);
			if (name === 'spectator') told = actions.length;
		});
	return lost;
}

/* one game during which something is killed a few times */
async function interruptedGame(t, kill, kills) {
	const clock = new VirtualClock();
	const daemon = await startDaemon(t, { game: { edition: game.edition } }, { clock });
	const players = await gather(t, daemon);
	const lost = watchHistory(players);
	let count = 0,
		killMs = Infinity;
	/* time goes by, and something may happen in it */
	const pause = async (ms) => {
		const untilMs = clock.nowMs + ms;

		while (count < kills && killMs <= untilMs) {
			await clock.advance(Math.max(0, killMs - clock.nowMs));
			count++;
			killMs += random() * BETWEEN_KILLS_MS;
			await kill(daemon, players);
		}
		await clock.advance(Math.max(0, untilMs - clock.nowMs));
	};
	const hands = new Hands(players, game, { pauseMs: PAUSE_MS, pause });

	await hands.begin();
	killMs = clock.nowMs + random() * BETWEEN_KILLS_MS;
	await hands.play();
	await players.spectator.until(({ link }) => link.online, 'the daemon');
	const { state } = players.spectator;
	assert.deepEqual(lost, []);
	assert.deepEqual(actionsOf(state), game.actions);
	assert.equal(`${state.result.winner} ${state.result.by}`, game.result);
	Object.values(players).forEach((player) => player.verify());
	return count;
}

async function killDaemon(daemon) {
	await daemon.kill();
	await daemon.start();
}

/* it is started again by the daemon, and those who lost it come back */
async function killUnder(pid, clients) {
	process.kill(pid, 'SIGKILL');
	await Promise.all(clients.map(({ link }) => until(() => !link.online, 'the broker to be gone')));
	for (const client of clients) await client.until(({ link }) => link.online, 'the broker');
}

const killBroker = (daemon, { red, blue, table }) => killUnder(daemon.brokerPid, [red, blue, table]);

const killSpectatorsBroker = (daemon, { spectator }) => killUnder(daemon.watchPid, [spectator]);

const tries = [
	['daemon', killDaemon, KILLS],
	['broker', killBroker, Math.ceil(KILLS / 4)],
	['spectators_broker', killSpectatorsBroker, Math.ceil(KILLS / 4)],
];
for (const [what, kill, wanted] of tries)
	test(`${what}_is_killed_at_any_moment`, async (t) => {
		for (let done = 0; done < wanted;)
			done += await interruptedGame(
				t,
				kill,
				Math.min(KILLS_PER_GAME, wanted - done),
			);
	});

await finish();
