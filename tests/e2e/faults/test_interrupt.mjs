/* Ctrl-C ends a test run with everything that it started. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../lib/patience.mjs';
import { finish, test } from '../lib/tap.mjs';

const RUN = fileURLToPath(new URL('../../run', import.meta.url));

/* the commands of all processes that have this in their environment */
function commandsWith(mark) {
	const commands = [];

	for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
		try {
			if (readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark))
				commands.push(readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' '));
		} catch { /* gone meanwhile */ }
	return commands;
}

/* SIGINT is what a terminal sends; SIGTERM to the whole group ends the shells before what they run. */
for (const signal of ['SIGINT', 'SIGTERM']) test(`${signal}_ends_a_run`, async (t) => {
	const logs = mkdtempSync(join(tmpdir(), 'adjutant-interrupt-'));
	/* games without end, in a process group as a terminal would make it */
	const run = spawn(RUN, ['property'], {
		detached: true, stdio: 'ignore', env: { ...process.env, LOGS: logs, GAMES: '100000000', LIMIT: '0' },
	});

	t.after(() => rmSync(logs, { recursive: true, force: true }));
	await until(() => commandsWith(logs).some((each) => each.startsWith('build/tests/property/')), 'a test');
	process.kill(-run.pid, signal);
	const [status] = await once(run, 'exit');
	assert.equal(status, 130);
	assert.deepEqual(commandsWith(logs), []);
});

await finish();
