/*
 * A board under attack: a thousand hostile connections of two processes do their worst at once, to the ports of
 * spectators and of players, while two players go on talking and playing. Prints how long words take, quiet and
 * then, in turn, what the board's processes use, and how soon spectators are served when it is over. Compare the figures of one run:
 * on a busy machine all of them are worse. Ends with status 1 if a move or word was lost, if the board used more memory than it
 * may or spectators waited too long, which depends on no machine.
 *
 * Strangers have machines of their own. Here they have the last core to themselves, as fast as it is, and board and players the
 * others, quiet or attacked. QUARTERS of the strangers, 1 unless said otherwise, come to the ports of players, the rest to those of spectators.
 *
 *   node tests/bench/strangers.mjs [SECONDS [ROUNDS [QUARTERS]]]
 */
import { execFileSync, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { discover } from '../../web-ui/link/pair.js';
import { connectPacket, frame, generate, HANDSHAKE, Raw } from '../e2e/lib/attacks/raw.mjs';
import { Intruder, ROOT } from '../e2e/lib/attacks/intruder.mjs';
import { QuickGame } from '../e2e/lib/people/quick_game.mjs';

const HOSTILE = 1000, PROCESSES = 2;
const MOST_MB = 150, MOST_WAIT_MS = 5000, WARMING_S = 5;
const WORD_EVERY_MS = 130; /* of both together: a seat that says more than four a second is made to wait, which is not to be measured */

/* ---- those who attack, in processes of their own ---- */

const deep = (i) => `${ROOT}public/${i}/${'a/'.repeat(180)}a`;
const subscribe = (topics) => generate({ cmd: 'subscribe', messageId: 1, subscriptions: topics.map((topic) => ({ topic, qos: 1 })) });

/* what a connection does; each is made again when it is thrown out */
const WAYS = [
	async (raw, i) => { /* deep subscriptions, and the state again and again, which is not read */
		await raw.client(connectPacket(`deep-${i}`));
		raw.socket.pause();
		for (let n = 0; raw.isOpen; n += 20) {
			raw.say(subscribe(Array.from({ length: 20 }, (_, j) => deep(n + j))));
			raw.say(subscribe([`${ROOT}public/#`]));
			await sleep(100);
		}
	},
	async (raw, i) => { /* sessions that stay, with long names */
		await raw.client(connectPacket(`${i}-${Math.random()}-${'x'.repeat(20000)}`, { clean: false, keepalive: 0 }));
		await sleep(300);
	},
	async (raw) => { /* a packet that is announced, and sent slowly */
		await raw.client(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
		for (let n = 0; raw.isOpen && n < 50; n++) {
			raw.say(Buffer.alloc(1000));
			await sleep(100);
		}
	},
	async (raw, i) => { /* there for good */
		await raw.client(connectPacket(`idle-${i}`, { keepalive: 0 }));
		while (raw.isOpen) await sleep(500);
	},
	async (raw) => { /* silent */
		while (raw.isOpen) await sleep(500);
	},
];

/* Pages that are asked for and not read, each time by another connection: in the place of one in six. */
async function crowd(raw) {
	raw.socket.pause();
	raw.send('GET /lang/en.json HTTP/1.1\r\nHost: board\r\n\r\n'.repeat(50));
	for (let n = 0; raw.isOpen && n < 20; n++) await sleep(100);
}

class Stranger extends Raw {
	async client(packet) {
		await this.send(HANDSHAKE).answer();
		this.say(packet);
	}

	say(packet) {
		this.send(frame(packet));
	}
}

async function visit(at, way, i) {
	const raw = new Stranger((await Raw.connect(at)).socket);

	await way(raw, i);
	raw.close();
	await sleep(50);
}

let visits = 0;

async function attack(i, ports, pages) {
	for (;; visits++)
		if (i % 6 === 5) await visit({ port: pages, localAddress: `127.0.0.${2 + i % 4}` }, crowd, i);
		else await visit({ port: ports[i % ports.length] }, WAYS[Math.floor(i / ports.length) % WAYS.length], i);
}

/* ---- what is measured ---- */

const percentile = (times, part) => times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))];
const show = (name, times) => console.log(`${name.padEnd(14)} ${times.length} words, p50 ${percentile(times, 0.5).toFixed(1)} ms, `
	+ `p99 ${percentile(times, 0.99).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`);

function residentMb(pid) {
	try {
		return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)?.[1] ?? 0) / 1024;
	} catch {
		return 0;
	}
}

const isChildOf = (parent) => (pid) => {
	try {
		return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1] === String(parent);
	} catch {
		return false;
	}
};
const boardMb = (pid) => [String(pid), ...readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter(isChildOf(pid))]
	.reduce((sum, each) => sum + residentMb(each), 0);

/* Both players talk, and move now and then; how long each word took. */
async function talk(game, seconds, meanwhile) {
	const { red, blue } = game.players, times = [];
	const endMs = Date.now() + 1000 * seconds;

	for (let i = 0; Date.now() < endMs; i++) {
		const sinceMs = performance.now();

		await (i % 2 ? red : blue).link.say('openings');
		times.push(performance.now() - sinceMs);
		if (i % 20 === 19) await game.move();
		meanwhile?.(i);
		await sleep(WORD_EVERY_MS);
	}
	return times;
}

async function servedAfterMs(base) {
	const sinceMs = performance.now();

	for (;;) {
		try {
			const spectator = await Intruder.connect((await discover({ base })).url, {}, { connectTimeout: 1000 });

			await spectator.subscribe(`${ROOT}public/state`);
			await spectator.until(({ messages }) => messages.length > 0, 'the state');
			spectator.end();
			return performance.now() - sinceMs;
		} catch {
			await sleep(20);
		}
	}
}

/* Which cores whose processes have; with one core, all have it. */
const cores = os.availableParallelism();
const ON = cores < 2 ? { board: '0', strangers: '0' } : { board: `0-${cores - 2}`, strangers: String(cores - 1) };
const settle = (pid) => execFileSync('taskset', ['-acp', ON.board, String(pid)]);

/* Attackers of their own processes; they are there when their connections have been made. */
async function invade(...where) {
	const attackers = Array.from({ length: PROCESSES }, (_, i) => fork(fileURLToPath(import.meta.url), ['--attack', i, ...where],
		{ detached: true, execPath: 'taskset', execArgv: ['-c', ON.strangers, process.execPath] }));

	await Promise.all(attackers.map((each) => new Promise((resolve) => { each.once('message', resolve); })));
	const counts = attackers.map(() => 0), sinceMs = performance.now();
	attackers.forEach((each, i) => each.on('message', (count) => { counts[i] += count; }));
	return () => {
		attackers.forEach((each) => each.kill('SIGKILL'));
		return counts.reduce((a, b) => a + b) * 1000 / (performance.now() - sinceMs);
	};
}

const ratioOf = (attacked, quiet) => percentile(attacked, 0.99) / percentile(quiet, 0.99);

/* Quiet and attacked in turn, so that whatever else the machine does meanwhile is in both. */
async function measure(seconds, rounds, quarters) {
	const game = await new QuickGame({ clock: null, config: { game: { 'nudge-ms': 3600000 } } }).begin({ battles: false });
	const { daemon, players, access } = game;
	const quiet = [], attacked = [], served = [], rates = [];
	let lost = 0, mostMb = 0;

	for (const seat of ['red', 'blue', 'table']) players[seat].link.addEventListener('online', ({ detail }) => { lost += !detail; });
	const ports = [4, 3, 2, 1].map((quarter) => Number(new URL(quarter <= quarters ? access.red.url : game.watchUrl).port));
	const pid = daemon.brokerPid;
	[process.pid, daemon.pid, daemon.brokerPid, daemon.watchPid].forEach(settle);
	await talk(game, WARMING_S); /* compilers and caches: the first words would make quiet look slow */
	for (let round = 0; round < rounds; round++) {
		quiet.push(await talk(game, seconds));
		const leave = await invade(ports, new URL(daemon.base).port);
		attacked.push(await talk(game, seconds, (i) => { if (i % 4 === 0) mostMb = Math.max(mostMb, boardMb(daemon.pid)); }));
		rates.push(leave());
		served.push(await servedAfterMs(daemon.base));
		await game.move();
		show('quiet', quiet.at(-1));
		show('attacked', attacked.at(-1));
	}
	const isSame = daemon.brokerPid === pid;
	const starts = daemon.log.match(/the spectators' broker uses/g)?.length ?? 0;

	show('all quiet', quiet.flat());
	show('all attacked', attacked.flat());
	console.log(`p99 is ${ratioOf(attacked.flat(), quiet.flat()).toFixed(1)} times the quiet one; by rounds `
		+ attacked.map((times, i) => ratioOf(times, quiet[i]).toFixed(1)).join(', '));
	console.log(`strangers      ${HOSTILE} connections, ${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)} of them made anew each second`);
	console.log(`memory         ${mostMb.toFixed(0)} MB at most, of all processes of the board`);
	console.log(`spectators     served ${Math.max(...served).toFixed(0)} ms after the end at the latest; their broker was replaced ${starts} times`);
	console.log(`players        ${lost} links lost, ${isSame ? 'the same broker' : 'ANOTHER BROKER'}, every word answered and every move played`);
	const isGood = lost === 0 && isSame && mostMb <= MOST_MB && Math.max(...served) <= MOST_WAIT_MS;
	await game.end(); /* whose links end too */
	return isGood;
}

const [first, which, where, pages] = process.argv.slice(2);

if (first === '--attack') {
	for (let i = 0; i < HOSTILE / PROCESSES; i++) attack(i * PROCESSES + Number(which), where.split(',').map(Number), Number(pages)).catch(() => {});
	setTimeout(() => setInterval(() => { process.send(visits); visits = 0; }, 250), 3000);
} else {
	process.exitCode = (await measure(Number(first ?? 10), Number(which ?? 3), Number(where ?? 1))) ? 0 : 1;
}
