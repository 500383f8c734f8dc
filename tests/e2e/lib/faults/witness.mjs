/*
 * Who remembers everything that a client was told, and holds the board to it: one for each player.
 * Nothing that was told may become untrue by a crash:
 *
 * - an event with the same number is the same event, and numbers have no gaps but where the
 *   connection was lost;
 * - the list of moves is always one that the script allows, and never falls back;
 * - what a word has brought about stays so until something else is done;
 * - clocks do not jump, but for what a crash may forgive.
 *
 * testify() compares all of it with the journal afterwards.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { mqtt } from '../packages.mjs';
import { BLOCKS, seal, fromHex } from '../../../../web-ui/link/code.js';
import { timeline } from '../people/script.mjs';

const FORGIVEN_MS = 10000; /* of a player's time, by one crash: what is between two marks */
/* by which a view may tell of less than has passed: a retained one is made anew so often */
const RENEWED_MS = 5000;
const SETTLE_MS = 800; /* by which it may tell of more: a move counts from when it was made */

/* {topic suffix: {seq: event}} from "public 12 red 7" and what was told */
function toldBy(archive) {
	const rows = JSON.parse(
		execFileSync(
			'sqlite3',
			[
				'-readonly',
				'-json',
				archive,
				"SELECT who, body FROM entry WHERE kind = 'out' ORDER BY seq",
			],
			{ encoding: 'utf8', maxBuffer: 1 << 28 },
		) || '[]',
	);
	const told = new Map();

	for (const { who, body } of rows) {
		const words = who.split(' ');
		for (let i = 0; i < words.length; i += 2) {
			if (!told.has(words[i])) told.set(words[i], new Map());
			const seq = Number(words[i + 1]);
			if (told.get(words[i]).has(seq))
				throw new Error(
					`the journal has two events ${seq} for ${words[i]}`,
				);
			told.get(words[i]).set(seq, JSON.stringify({ seq, ...JSON.parse(body) }));
		}
	}
	return told;
}

function wordsIn(archive) {
	return JSON.parse(
		execFileSync(
			'sqlite3',
			[
				'-readonly',
				'-json',
				archive,
				"SELECT game, who, body FROM entry WHERE kind = 'word' ORDER BY seq",
			],
			{ encoding: 'utf8', maxBuffer: 1 << 28 },
		) || '[]',
	);
}

export class Witness {
	faults = [];
	crashes = 0; /* that are known of, counted here by the test that makes them */
	isFresh = false; /* a view has come by this connection */
	answers = []; /* [{id, word, ok, game}] */
	#player = null;
	#name;
	#said = new Map(); /* by id */
	#told = new Map(); /* by seq: the event's text */
	#isFirst = true; /* the next event is the first of a connection */
	#lastSeq = null;
	#viewSeq = 0;
	#game = null; /* id of the game on the table */
	#moments = null;
	#next = null;
	#reached = 0; /* in the timeline */
	#isMove = null;
	#clock = null;
	#expected = null;
	#client = null;
	#onTold;
	#access;

	/* told() is called for each event */
	constructor(name, access, told = () => {}) {
		this.#name = name;
		this.#access = access;
		this.#onTold = told;
	}

	/* for a Link: each connection is a new one */
	connect = (...options) => {
		this.isFresh = false;
		this.#isFirst = true;
		this.#client = mqtt.connect(...options);
		return this.#client;
	};

	/* the latest event that is in a view that was seen */
	get viewSeq() {
		return this.#viewSeq;
	}

	watch(player) {
		this.#player = player;
		player.witness = this;
		player.link.addEventListener('message', ({ detail: { suffix, value } }) => {
			if (suffix.endsWith('/event') && value.seq > 0) this.#noteEvent(value);
			else if (suffix.endsWith('/view') || suffix === 'public/state')
				this.#noteView(value);
			else if (suffix.endsWith('/say') && value.word)
				this.#said.set(value.id, value.word);
		});
		return player;
	}

	/* What is going to be played, in the next game that is prepared; the first is there already. */
	follow(script, isMove) {
		this.#isMove = isMove;
		this.#next = timeline(script);
		this.#moments ??= this.#next;
	}

	#beginGame(id) {
		this.#game = id;
		this.#moments = this.#next;
		this.#reached = 0;
		this.#clock = null;
		this.#expected = null;
	}

	/* what has been brought about, to be seen in all views from now on; null: it may change */
	expect(holds, what) {
		this.#expected = holds && {
			holds,
			what,
			fromSeq: Math.max(this.#lastSeq ?? 0, this.#viewSeq),
		};
	}

	#fault(sentence) {
		this.faults.push(`${this.#name}: ${sentence}`);
	}

	/* ---- events ---- */

	#noteEvent(event) {
		const text = JSON.stringify(event),
			before = this.#told.get(event.seq);

		if (before !== undefined && before !== text)
			this.#fault(`event ${event.seq} was ${before} and is now ${text}`);
		if (!this.#isFirst && event.seq > this.#lastSeq + 1)
			this.#fault(`event ${event.seq} came after ${this.#lastSeq}`);
		if (
			before === undefined &&
			this.#told.size > 0 &&
			event.seq <= Math.max(this.#lastSeq, 0) &&
			!this.#isFirst
		)
			this.#fault(`event ${event.seq} came late, after ${this.#lastSeq}`);
		this.#isFirst = false;
		this.#lastSeq = Math.max(this.#lastSeq ?? 0, event.seq);
		this.#told.set(event.seq, text);
		if (event.event === 'answer') this.#noteAnswer(event);
		this.#onTold();
	}

	#noteAnswer({ id, ok, game, seq }) {
		const earlier = this.answers.find((each) => each.id === id);

		if (!earlier) this.answers.push({ id, word: this.#said.get(id), ok, game, seq });
		else if (earlier.ok !== ok && earlier.game >= game - 1)
			/* of older games only that it was said is known */
			this.#fault(
				`'${earlier.word}' was answered ${earlier.ok} (${earlier.seq}) and then ${ok} (${seq})`,
			);
	}

	/* Says a word of before again, as it was said then; its answer must be the same. */
	sayAgain({ id, word }) {
		const { board, up } = this.#access;
		const box = seal(fromHex(up), { id, word }, BLOCKS.say);

		this.#client.publish(
			`adjutant/v1/${board}/seat/${this.#name}/say`,
			Buffer.from(box),
			{ qos: 1 },
			() => {},
		);
	}

	/* ---- views ---- */

	#noteView(view) {
		this.isFresh = true;
		if (this.#viewSeq > view.seq && view.id === this.#game)
			this.#fault(
				`a view of event ${view.seq} came after one of ${this.#viewSeq}`,
			);
		if (view.id !== this.#game) this.#beginGame(view.id);
		this.#viewSeq = view.seq;
		this.#checkMoves(view);
		this.#checkClock(view);
		if (
			this.#expected &&
			view.seq >= this.#expected.fromSeq &&
			!this.#expected.holds(view)
		)
			this.#fault(
				`after '${this.#expected.what}' this is not so any more: ${JSON.stringify(
					{ ...view, commitments: undefined },
				)}`,
			);
	}

	#checkMoves({ moves, seq }) {
		if (!this.#moments || (moves.length === 0 && this.#reached === 0)) return;
		for (let i = this.#reached; i < this.#moments.length; i++) {
			const moment = this.#moments[i];
			if (
				moment.length === moves.length &&
				moves.every((move, j) => this.#isMove(move, moment[j]))
			) {
				this.#reached = i;
				return;
			}
		}
		this.#fault(
			`the moves at ${seq} cannot be after ${this.#moments[this.#reached].length}: ${JSON.stringify(
				moves,
			)}`,
		);
	}

	#checkClock({ clock, phase, seq }) {
		const now = this.#player.clock.nowMs,
			before = this.#clock;

		if (!clock) {
			if (before && phase !== 'stopped')
				this.#fault(`the clock has gone at ${seq}`);
			return;
		}
		this.#clock = { ...clock, atMs: now, crashes: this.crashes };
		if (!before) return;
		const grown = clock.red + clock.blue - before.red - before.blue;
		const forgiven = (this.crashes - before.crashes) * FORGIVEN_MS;
		if (grown > forgiven + SETTLE_MS)
			this.#fault(
				`clocks grew by ${grown} ms at ${seq}, with ${this.crashes - before.crashes} crashes`,
			);
		if (-grown > now - before.atMs + RENEWED_MS)
			this.#fault(
				`clocks fell by ${-grown} ms at ${seq} within ${now - before.atMs} ms`,
			);
	}

	/* ---- afterwards ---- */

	verify() {
		this.#player.verify();
		if (this.faults.length > 0)
			throw new Error(`${this.faults.length} faults: ${this.faults[0]}`);
	}

	/* Everything that was told is in the journal, and just so; every word accepted was written. */
	testify(stateDir) {
		const archive = join(stateDir, 'archive.db');
		const audience =
			this.#access.seat === 'red' || this.#access.seat === 'blue'
				? this.#access.seat
				: 'public';
		const written = toldBy(archive).get(audience);

		for (const [seq, text] of this.#told)
			if (written.get(seq) !== text)
				this.#fault(
					`was told ${text}, the journal has ${written.get(seq)}`,
				);
		const seqs = [...written.keys()];
		const bad = seqs.findIndex((seq, i) => seq !== i + 1);
		if (bad >= 0)
			this.#fault(
				`the journal's events are not counted 1, 2, 3: ${seqs[bad]} at ${bad + 1}`,
			);
		this.#compareWords(wordsIn(archive).filter(({ who }) => who === this.#access.seat));
		this.verify();
		return this.#told.size;
	}

	#compareWords(words) {
		const ids = words.map(({ body }) => body.split(' ')[0]);

		if (new Set(ids).size !== ids.length) this.#fault('a word was heard twice');
		for (const { id, word, ok } of this.answers)
			if (ok && word && !words.some(({ body }) => body === `${id} ${word}`))
				this.#fault(`'${word}' was accepted and is not in the journal`);
	}
}
