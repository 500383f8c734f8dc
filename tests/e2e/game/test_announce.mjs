/* What adjutantd says to a log when it is ready: addresses, and no code. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADJUTANTD, askDaemon, formatConfig } from '../../../web-ui/demo/daemon.mjs';
import { finish, test } from '../lib/tap.mjs';

function configure(t) {
	const dir = mkdtempSync(join(tmpdir(), 'adjutant-announce-'));
	const file = join(dir, 'adjutant.conf');

	t.after(() => rmSync(dir, { recursive: true, force: true }));
	writeFileSync(
		file,
		formatConfig({ board: { 'state-dir': join(dir, 'state') }, network: { listen: '127.0.0.1', 'http-port': 0, 'websocket-port': 0 } }),
	);
	return { file, state: join(dir, 'state') };
}

/* Runs it until it has said the last of that. */
async function saidUntil(last, state, [command, args]) {
	const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
	const ended = once(child, 'exit');
	let said = '';

	child.stdout.setEncoding('utf8');
	await new Promise((resolve) => {
		child.stdout.on('data', (text) => last.test((said += text)) && resolve());
		child.on('exit', resolve);
	});
	process.kill((await askDaemon(state, { do: 'status' })).pid, 'SIGTERM');
	await ended;
	return said.replaceAll('\r', '');
}

test('log_has_addresses_and_no_code', async (t) => {
	const { file, state } = configure(t);
	const said = await saidUntil(/one\.\n/, state, [ADJUTANTD, ['--config', file]]);

	for (const page of ['table', 'watch', 'play']) assert.match(said, new RegExp(`http://\\S+/${page}\n`));
	assert.match(said, /at a terminal only/);
	assert.doesNotMatch(said, /#|[a-z2-7]{26}/);
});

await finish();
