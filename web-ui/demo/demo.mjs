/*
 * A whole game in a minute: starts a virtual table on ports of its own, waits until somebody has opened a page, and
 * has two scripted players play a recorded game with their hands. The final position stays until Ctrl-C.
 *
 *   node web-ui/demo/demo.mjs [--game NAME|FILE] [--pace N] [--wait SECONDS] [--port N] [--once]
 */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Link } from '../link/link.js';
import { Daemon } from './daemon.mjs';
import { People } from './people.mjs';
import { readGame } from './record.mjs';

const LOOK_MS = 200; /* between looks whether somebody is there */
const SETTLE_MS = 2500; /* in which a page is there, and its reader has found the board */
const FASTEST = 8; /* beyond that, messages take longer than hands */
const TIMINGS = { 'debounce-ms': 20, 'settle-ms': 800, 'jog-ms': 400, 'nudge-ms': 3000 };
const USAGE = `usage: demo.mjs [--game barrage|battle-cards|FILE] [--pace 1..${FASTEST}] [--wait SECONDS] [--port N] [--once]

  --game  the game that is played (barrage)
  --pace  how many times faster than people (1.6: a minute)
  --wait  after which it begins although nobody has opened a page (it waits)
  --port  of the pages (any that is free)
  --once  ends after the game instead of waiting for Ctrl-C`;

function readArguments() {
	try {
		const { values } = parseArgs({
			options: {
				game: { type: 'string', default: 'barrage' },
				pace: { type: 'string', default: '1.6' },
				port: { type: 'string', default: '0' },
				wait: { type: 'string', default: 'Infinity' },
				once: { type: 'boolean', default: false },
				help: { type: 'boolean', default: false },
			},
		});
		const pace = Number(values.pace), wait = Number(values.wait), port = Number(values.port);
		const own = fileURLToPath(new URL(`games/${values.game}.game`, import.meta.url));
		const path = existsSync(own) ? own : values.game;

		if (values.help || !(pace >= 1 && pace <= FASTEST) || !(wait >= 0)) return null;
		if (!Number.isInteger(port) || port < 0 || port > 65535) return null;
		return { path, pace, wait, port, once: values.once };
	} catch {
		return null;
	}
}

/* port 0: any that is free, for the websockets too */
function configOf({ edition, options }, { pace, port }) {
	const timings = Object.entries(TIMINGS).map(([name, ms]) => [name, Math.round(ms / pace)]);

	return {
		table: { driver: 'virtual' },
		game: { edition, clock: 'fischer 5+3', ...options, ...Object.fromEntries(timings) },
		network: {
			listen: '127.0.0.1',
			broadcast: 'revealed',
			'http-port': port,
			...(port === 0 ? { 'websocket-port': 0, 'watch-port': 0 } : {}),
		},
	};
}

async function sit(daemon) {
	const links = {};

	for (const seat of ['red', 'blue', 'table']) {
		links[seat] = new Link(await daemon.pair(seat));
		links[seat].open();
	}
	while (!Object.values(links).every((link) => link.online)) await sleep(10);
	return links;
}

async function untilWatched(daemon, waitMs) {
	const sinceMs = Date.now();

	while (Date.now() - sinceMs < waitMs) {
		if ((await daemon.look()).visits > 0) {
			console.log('Somebody is there.\n');
			await sleep(SETTLE_MS);
			return;
		}
		await sleep(Math.min(LOOK_MS, waitMs));
	}
}

async function perform({ pace, wait, once }, daemon, game) {
	await daemon.ready();
	await daemon.begin({ event: game.event, red: game.red, blue: game.blue });
	const links = await sit(daemon);
	console.log(`Watch it: ${daemon.base}watch`);
	if (wait > 0) console.log('It begins when somebody opens that address.\n');
	await untilWatched(daemon, 1000 * wait);
	const people = new People(links, { pace, told: (text) => console.log(text) });
	await people.setUp(game);
	await people.play(game);
	const { winner, by } = links.table.state.result;
	console.log(`\n${winner === 'draw' ? 'A draw' : `${game[winner] ?? winner} (${winner}) wins`}: ${by}.`);
	if (!once) {
		console.log(`The final position stays until Ctrl-C. To step through the game: ${daemon.base}games`);
		await new Promise(() => {});
	}
	Object.values(links).forEach((link) => link.close());
}

async function main() {
	const wanted = readArguments();

	if (!wanted) {
		console.error(USAGE);
		return 2;
	}
	const game = readGame(wanted.path);
	const daemon = new Daemon(configOf(game, wanted));
	const interrupted = new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
	});

	try {
		await Promise.race([perform(wanted, daemon, game), interrupted]);
		return 0;
	} finally {
		await daemon.end();
	}
}

main().then(
	(status) => process.exit(status),
	(error) => {
		console.error(`The demonstration ends: ${error.message}`);
		process.exit(1);
	},
);
