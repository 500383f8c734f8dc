/* What adjutantd says when it is ready: to a log addresses and no code, to people also how to move a seat that is taken. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADJUTANTD, askDaemon, formatConfig } from '../../../web-ui/demo/daemon.mjs';
import { pair } from '../../../web-ui/link/pair.js';
import { ADJUTANT } from '../lib/daemon.mjs';
import { finish, test } from '../lib/tap.mjs';

function configure(t) {
	const dir = mkdtempSync(join(tmpdir(), 'adjutant-announce-'));
	const file = join(dir, 'adjutant.conf');

	t.after(() => rmSync(dir, { recursive: true, force: true }));
	writeFileSync(
		file,
		formatConfig({ board: { 'state-dir': join(dir, 'state') }, network: { listen: '127.0.0.1', 'http-port': 0, 'websocket-port': 0, 'watch-port': 0 } }),
	);
	return { file, state: join(dir, 'state') };
}

/* Runs it until it has said the last of that. */
async function saidUntil(last, state, [command, args], meanwhile = () => {}) {
	const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
	const ended = once(child, 'exit');
	let said = '';

	child.stdout.setEncoding('utf8');
	await new Promise((resolve) => {
		child.stdout.on('data', (text) => last.test((said += text)) && resolve());
		child.on('exit', resolve);
	});
	await meanwhile(said);
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

/* at a terminal of its own, as `make run` is: 24 lines of 80 columns */
const atTerminal = (file) => ['script', ['-qec', `stty rows 24 cols 80; exec '${ADJUTANTD}' --config '${file}'`, '/dev/null']];

/* the command that is printed does what it says, as it is printed */
test('seat_that_is_taken_can_be_moved_as_is_said', async (t) => {
	const { file, state } = configure(t);
	const codes = /blue: scan, or type|blue +http/;

	await saidUntil(codes, state, atTerminal(file), async () => {
		const { url } = await askDaemon(state, { do: 'pair', seat: 'red' });

		await pair(new URL(url).hash.slice(1), { base: url });
	});
	const said = await saidUntil(codes, state, atTerminal(file), (text) => {
		const [, command] = /is taken; for another device: adjutant (pair red .*)/.exec(text);
		const made = execFileSync(ADJUTANT, [...command.trim().split(' '), '--state', state], { encoding: 'utf8' });

		assert.match(made, /^http:\S+\/play#[a-z2-7]{26}$/m);
	});
	assert.match(said, /^ +red +http:\/\/\S+\/play$/m);
	assert.doesNotMatch(said, /red: scan/);
	const lines = said.trimEnd().split('\n').map((line) => line.replace(/\x1b\[[\d;]*m/g, ''));

	assert.ok(lines.length <= 23, said);
	assert.ok(lines.every((line) => line.length <= 80), said);
});

await finish();
