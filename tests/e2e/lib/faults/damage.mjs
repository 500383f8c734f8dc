/*
 * State directories to be damaged: those of a game that was being played, copied when the daemon
 * had been killed (with a log beside the archive) and when it had ended.
 */
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sitting } from './sitting.mjs';

/* what must never be changed by a daemon that cannot use it */
const PRECIOUS = ['archive.db', 'archive.db-wal', 'head', 'board.key'];

/* {name: bytes} of those that are there; a directory is named by what is in it */
export function precious(dir) {
	const files = {};

	for (const name of PRECIOUS) {
		const path = join(dir, name);
		const isDirectory = existsSync(path) && statSync(path).isDirectory();
		/* to look at a database, SQLite may make an empty log beside it */
		if (!existsSync(path) || (name.endsWith('-wal') && statSync(path).size === 0))
			continue;
		files[name] = isDirectory ? readdirSync(path).join() : readFileSync(path);
	}
	return files;
}

/* Puts them in place of whatever is there. */
export function put(dir, files) {
	mkdirSync(dir, { recursive: true, mode: 0o700 });
	for (const name of [...PRECIOUS, 'archive.db-shm'])
		rmSync(join(dir, name), { recursive: true, force: true });
	for (const [name, bytes] of Object.entries(files)) {
		writeFileSync(join(dir, name), bytes);
		chmodSync(join(dir, name), 0o600);
	}
}

/* {killed, ended: files, moves, access: of the players}: some moves of a game */
export async function makeTemplates(count) {
	const sitting = new Sitting();

	try {
		await sitting.open();
		const { daemon, disk, hands, players } = sitting;
		await hands.begin();
		const young = precious(daemon.state);
		await hands.play(count);
		const { moves } = sitting.state;
		await daemon.kill();
		const killed = precious(daemon.state);
		for (const { link } of Object.values(players)) link.close();
		await disk.start();
		await daemon.stop();
		return {
			young,
			killed,
			ended: precious(daemon.state),
			moves,
			access: sitting.access,
		};
	} finally {
		await sitting.close();
	}
}
