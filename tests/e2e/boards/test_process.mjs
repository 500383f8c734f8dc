/* What the kernel is asked for: no memory of a board is ever left behind in a file. */
import assert from 'node:assert/strict';
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

await finish();
