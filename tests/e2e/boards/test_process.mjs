/* What the kernel is asked for: no memory of a board is ever left behind in a file, and a crowd finds descriptors. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { startDaemon } from '../lib/daemon.mjs';
import { finish, test } from '../lib/tap.mjs';

const childrenOf = (pid) =>
	readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);

test('a_crash_leaves_no_memory_behind', async (t) => {
	const daemon = await startDaemon(t);
	const broker = childrenOf(daemon.pid);

	assert.ok(broker.length > 0, 'there is no broker');
	for (const pid of [daemon.pid, ...broker]) {
		assert.equal(parseInt(readFileSync(`/proc/${pid}/coredump_filter`, 'utf8'), 16), 0);
		assert.match(readFileSync(`/proc/${pid}/limits`, 'utf8'), /^Max core file size +0 +0 /m);
	}
});

const limitOf = (pid) => readFileSync(`/proc/${pid}/limits`, 'utf8').match(/^Max open files +(\d+) +(\d+)/m).slice(1).map(Number);

/* It is low where a board is started by hand, lower than what visitors may take. */
test('a_low_limit_of_descriptors_is_raised', async (t) => {
	const [own] = limitOf(process.pid);
	const setOwn = (soft) => execFileSync('prlimit', ['--pid', process.pid, `--nofile=${soft}:`]);

	setOwn(300);
	t.after(() => setOwn(own));
	const [soft, hard] = limitOf((await startDaemon(t)).pid);
	assert.equal(soft, Math.min(4096, hard));
	assert.ok(hard > 300, 'there is room to raise it');
});

await finish();
