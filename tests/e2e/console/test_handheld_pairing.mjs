/*
 * A console handheld takes a seat by the exchange of keys and in no other way: boards that are not the one
 * that made the code, or pretend to be of another version, are told apart, and nothing is kept of them.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromHex, parseCode, seal, toHex } from '../../../web-ui/link/code.js';
import { agree, makeKeys } from '../../../web-ui/link/exchange.js';
import { ADJUTANT } from '../lib/daemon.mjs';
import { finish, test } from '../lib/tap.mjs';

const TEXTS = JSON.parse(readFileSync(new URL('../../../web-ui/lang/en.json', import.meta.url), 'utf8'));
const CODE = 'aaaq-eaye-auda-ocaj-bifq-ydio-b4';
const SEED = parseCode(CODE);
const CREDENTIALS = { seat: 'red', board: 'table', user: '0'.repeat(32), password: '1'.repeat(32), client: '2'.repeat(32), websocket: 1, mqtt: 1 };

const boxed = (key, value) => Buffer.from(seal(key, value, 256)).toString('base64');
const oldKey = () => new Uint8Array(createHash('sha512').update('adjutant/v1/down\0').update(SEED).digest().subarray(0, 32));

/* What a board that knows this code answers; change: what somebody in between makes of it. */
function grant({ key }, { seed = SEED, content = CREDENTIALS, change = (answer) => answer } = {}) {
	const own = makeKeys();
	const { down } = agree({ own, theirs: fromHex(key), isDevice: false, seed, seat: 'red', board: 'table' });

	return change({ v: 2, seat: 'red', board: 'table', key: toHex(own.publicKey), box: boxed(down, content) });
}

/* Sits down at a board that answers like this; {text, claimed, kept}. */
async function sitDown(t, respond) {
	const home = mkdtempSync(join(tmpdir(), 'adjutant-console-'));
	let claimed;
	const server = createServer(async (incoming, outgoing) => {
		claimed = JSON.parse((await incoming.toArray()).join(''));
		const [status, answer] = respond(claimed);
		outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
	});

	t.after(() => {
		server.close();
		rmSync(home, { recursive: true, force: true });
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const child = spawn(ADJUTANT, ['handheld', '--plain', '--board', `http://127.0.0.1:${server.address().port}/`, CODE], {
		stdio: ['ignore', 'ignore', 'pipe'],
		env: { ...process.env, HOME: home, XDG_STATE_HOME: home, LANG: 'C', LC_ALL: 'C' },
	});
	const text = child.stderr.toArray();
	const [status] = await once(child, 'exit');
	assert.notEqual(status, 0);
	return { text: (await text).join('').replaceAll('\n', ' '), claimed, kept: readdirSync(home, { recursive: true }).filter((name) => name.endsWith('.json')) };
}

async function assertRefuses(t, respond, key) {
	const { text, kept } = await sitDown(t, respond);

	assert.ok(text.includes(TEXTS[key]), text);
	assert.deepEqual(kept, []);
}

test('the_code_does_not_travel', async (t) => {
	const { claimed: { v, key, proof, ...more } } = await sitDown(t, () => [403, {}]);

	assert.deepEqual([v, more], [2, {}]);
	for (const digits of [key, proof]) assert.match(digits, /^[0-9a-f]{64}$/);
	assert.ok(!(key + proof).includes(toHex(SEED)));
});

test('an_answer_without_an_exchange_is_refused', (t) =>
	assertRefuses(t, () => [200, { box: boxed(oldKey(), CREDENTIALS) }], 'pair.impostor'));

test('a_board_of_another_version', (t) => assertRefuses(t, () => [400, { error: 'x' }], 'pair.version'));

const changed = (more) => ({ change: (answer) => ({ ...answer, ...more }) });
const IMPOSTORS = {
	with_another_code: { seed: new Uint8Array(16) },
	with_another_key: changed({ key: toHex(makeKeys().publicKey) }),
	with_a_weak_key: changed({ key: '00'.repeat(32) }),
	with_another_seat: changed({ seat: 'blue' }),
	with_another_board: changed({ board: 'tables' }),
	of_no_version: changed({ v: 1 }),
	of_two_minds: { content: { ...CREDENTIALS, seat: 'blue' } },
};

for (const [name, impostor] of Object.entries(IMPOSTORS))
	test(`an_impostor_${name}`, (t) => assertRefuses(t, (claimed) => [200, grant(claimed, impostor)], 'pair.impostor'));

await finish();
