/*
 * Games that are played in real time. Where a machine is busy, what bounced for a fifth of a millisecond
 * on the tape may have been open for a tenth of a second when the daemon came to hear of it; no referee
 * can read that. So a game that went wrong is judged by the daemon's own recording: if its times are
 * those of the tape the game has failed, otherwise it is played again, at half the speed.
 */
import { execFileSync } from 'node:child_process';
import { ADJUTANT } from './daemon.mjs';
import { SPEED } from './tape.mjs';

const TRIES = 3;
const BEARABLE_MS = 100; /* between two contacts, more or less than on a tape at the speed of people */
const ENOUGH = 6; /* lines by which a tape is found in a recording */

const isOfBoard = ({ line }) => /^(close|open|tag|untag) /.test(line);

/* [{atMs, line}] of a recording */
function readLines(text) {
	return text
		.split('\n')
		.map((each) => each.match(/^(\d+) (.*)$/))
		.filter(Boolean)
		.map(([, us, line]) => ({ atMs: us / 1000, line }));
}

/* where in the lines heard a tape begins, or -1 */
function beginning(tape, heard) {
	const first = tape.slice(0, ENOUGH);

	return heard.findIndex((_, at) => first.every(({ line }, i) => heard[at + i]?.line === line));
}

/*
 * By how much two contacts came closer together, or further apart, than on the tape: the worst of all,
 * as far as the lines are the same. Words stop the tape until they are answered, and do not count.
 */
export function distortionMs(tape, recording) {
	const table = tape.filter(isOfBoard);
	const heard = readLines(recording).filter(isOfBoard);
	const begin = beginning(table, heard);
	let worst = 0;

	if (begin < 0) return 0;
	for (let i = 1; i < table.length && heard[begin + i]?.line === table[i].line; i++) {
		const [from, to] = [tape.indexOf(table[i - 1]), tape.indexOf(table[i])];
		if (to - from > 1) continue;
		const wanted = table[i].atMs - table[i - 1].atMs;
		const was = heard[begin + i].atMs - heard[begin + i - 1].atMs;
		worst = Math.max(worst, Math.abs(was - wanted));
	}
	return worst;
}

function recordingOf({ daemon, game }) {
	return execFileSync(ADJUTANT, ['record', '--state', daemon.state, String(game)], {
		encoding: 'utf8',
		maxBuffer: 1 << 26,
	});
}

/* A game that cannot be recorded any more had something else to fail of, which is told instead. */
function worstOf(played) {
	try {
		return Math.max(...played.map((each) => distortionMs(each.tape, recordingOf(each))));
	} catch (error) {
		console.error(`there is no recording to judge it by: ${error.message}`);
		return 0;
	}
}

/* a test that tells of what it plays: run(t, {speed, plays(daemon, tape, game)}) */
export function inRealTime(run) {
	return async (t) => {
		for (let tries = 1, speed = SPEED; ; tries++, speed /= 2) {
			const played = [];
			const plays = (daemon, tape, game = 1) => played.push({ daemon, tape, game });

			try {
				return await run(t, { speed, plays });
			} catch (error) {
				const worst = worstOf(played);
				if (tries === TRIES || !(worst > BEARABLE_MS / speed)) throw error;
				console.log(`the machine was busy: contacts came ${Math.round(worst)} ms off; again, slower`);
			}
		}
	};
}
