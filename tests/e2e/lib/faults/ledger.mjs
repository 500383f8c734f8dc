/*
 * Remembers everything that a device was told, and holds the board to it:
 *
 * - an event with the same number is the same event, and none is left out;
 * - no view counts an event that was not told before it;
 * - what was played stays played;
 * - in the end all of it is in the archive, just so, and every word that was answered once.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { BLOCKS, fromHex, seal } from '../../../../web-ui/link/code.js';
import { mqtt } from '../packages.mjs';
import { Player } from '../people/players.mjs';

function rows(daemon, query) {
	const archive = join(daemon.state, 'archive.db');
	const text = execFileSync('sqlite3', ['-readonly', '-json', archive, query], {
		encoding: 'utf8',
		maxBuffer: 1 << 28,
	});

	return JSON.parse(text || '[]');
}

/* {audience: {seq: event as text}} of an archive that is not being written */
export function toldInArchive(daemon) {
	const told = { public: new Map(), red: new Map(), blue: new Map(), arbiter: new Map() };

	for (const { who, body } of rows(
		daemon,
		"SELECT who, body FROM entry WHERE kind = 'out' ORDER BY seq",
	)) {
		const words = who.split(' ');
		for (let i = 0; i < words.length; i += 2) {
			const seq = Number(words[i + 1]);
			told[words[i]].set(seq, JSON.stringify({ seq, ...JSON.parse(body) }));
		}
	}
	return told;
}

/* [[who, id, word]], as they were said */
export function wordsInArchive(daemon) {
	return rows(daemon, "SELECT who, body FROM entry WHERE kind = 'word' ORDER BY seq").map(
		({ who, body }) => [who, ...body.match(/^(\S+) (.*)$/).slice(1)],
	);
}

export class Ledger {
	faults = [];
	events = new Map(); /* by seq, as text */
	answers = new Map(); /* by the id of the word: {ok, word} */
	#access;
	#name;
	#client = null;
	#last = null; /* seq of the latest event */
	#said = new Map(); /* words by their ids */
	#moves = [];
	#game = null;

	/* a player whose messages are remembered */
	static watch(name, access, { clock, times }) {
		const ledger = new Ledger(name, access);
		const connect = (...options) => ledger.#connect(options);
		const player = new Player(name, access, { clock, times: { ...times, connect } });

		player.ledger = ledger;
		player.link.addEventListener('message', ({ detail }) => ledger.#note(detail));
		return player;
	}

	constructor(name, access) {
		this.#name = name;
		this.#access = access;
	}

	/* what was told between two connections is in the first view of the later one */
	#connect(options) {
		this.#last = null;
		this.#client = mqtt.connect(...options);
		return this.#client;
	}

	get audience() {
		return (
			['red', 'blue', 'arbiter'].find((seat) => seat === this.#access.seat) ??
			'public'
		);
	}

	#fault(sentence) {
		this.faults.push(`${this.#name}: ${sentence}`);
	}

	#note({ suffix, value }) {
		if (suffix.endsWith('/event') && value.seq > 0) this.#noteEvent(value);
		else if (suffix.endsWith('/view') || suffix === 'public/state')
			this.#noteView(value);
		else if (suffix.endsWith('/say') && value.word)
			this.#said.set(value.id, value.word);
	}

	#noteEvent(event) {
		const text = JSON.stringify(event),
			before = this.events.get(event.seq);

		if (before !== undefined && before !== text)
			this.#fault(`event ${event.seq} was ${before} and is now ${text}`);
		if (this.#last !== null && event.seq > this.#last + 1)
			this.#fault(`event ${event.seq} came after ${this.#last}`);
		this.#last = Math.max(this.#last ?? 0, event.seq);
		this.events.set(event.seq, text);
		if (event.event === 'answer') this.#noteAnswer(event);
	}

	#noteAnswer({ id, ok }) {
		const before = this.answers.get(id);

		if (before && before.ok !== ok)
			this.#fault(`'${before.word}' was answered ${before.ok}, then ${ok}`);
		this.answers.set(id, { ok, word: this.#said.get(id) });
	}

	#noteView({ seq, moves, id, phase }) {
		if (this.#last !== null && seq !== this.#last)
			this.#fault(
				`a view (${phase}) of event ${seq} came after event ${this.#last}`,
			);
		this.#last ??= seq;
		if (id === this.#game && this.#moves.some((move, i) => move !== moves[i]))
			this.#fault(`'${moves}' (${phase}) was shown after '${this.#moves}'`);
		this.#moves = moves;
		this.#game = id;
	}

	/* Says once more what was said before, with the same id. */
	sayAgain(id, word = this.#said.get(id)) {
		const { board, seat, up } = this.#access;
		const suffix = seat === 'arbiter' ? 'arbiter/say' : `seat/${seat}/say`;
		const box = Buffer.from(seal(fromHex(up), { id, word }, BLOCKS.say));

		this.#said.set(id, word);
		this.#client.publish(`adjutant/v1/${board}/${suffix}`, box, { qos: 1 });
	}

	/* Everything that this device was told is in the archive, which is not being written. */
	testify(told, words) {
		const ours = words.filter(([who]) => who === this.audience);

		for (const [seq, text] of this.events)
			if (told[this.audience].get(seq) !== text)
				this.#fault(
					`was told ${text}, but ${told[this.audience].get(seq)} is written`,
				);
		for (const [id, { word }] of this.answers) {
			const times = ours.filter(([, each]) => each === id).length;
			if (times !== 1)
				this.#fault(`'${word}' was answered and is written ${times} times`);
		}
		if (this.faults.length > 0)
			throw new Error(
				`${this.faults.length} faults: ${this.faults.slice(0, 3).join('; ')}`,
			);
	}
}
