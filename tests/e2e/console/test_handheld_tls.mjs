/*
 * Console handhelds and certificates: a board whose broker takes TLS, and one whose pages are behind
 * a proxy that does. What is not trusted is not talked to, and the player is told why.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Authority } from '../lib/certificates.mjs';
import { startDaemon } from '../lib/daemon.mjs';
import { Keyboard } from '../lib/people/keyboard.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';
import { discover } from '../../../web-ui/link/pair.js';

function makeAuthority(t, name = 'ca') {
	const dir = mkdtempSync(join(tmpdir(), 'adjutant-ca-'));

	t.after(() => rmSync(dir, { recursive: true, force: true }));
	return new Authority(join(dir, name));
}

function startBoard(t, { certificate, key }) {
	return startDaemon(t, { broker: { 'certificate': certificate, 'private-key': key } }, { clock: new VirtualClock() });
}

/* The pages once more, by TLS; returns their address. */
async function startProxy(t, daemon, { certificate, key }) {
	const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (incoming, answer) => {
		const { method, url, headers } = incoming;

		incoming.pipe(request(new URL(url, daemon.base), { method, headers }, (inner) => {
			answer.writeHead(inner.statusCode, inner.headers);
			inner.pipe(answer);
		}));
	});

	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.after(() => {
		server.closeAllConnections();
		server.close();
	});
	return `https://127.0.0.1:${server.address().port}/`;
}

async function sitDown(t, daemon, name, words, { base = daemon.base, ...size } = {}) {
	const { code } = await daemon.demand({ do: 'pair', seat: 'red' });
	const keyboard = new Keyboard(t, daemon, ['--board', base, ...words, code], { home: join(daemon.dir, name), ...size });

	t.after((failure) => failure && console.error(keyboard.last));
	return keyboard;
}

test('a_broker_with_a_certificate', async (t) => {
	const authority = makeAuthority(t);
	const daemon = await startBoard(t, authority.vouch('IP:127.0.0.1'));

	assert.equal((await discover({ base: daemon.base })).url.slice(0, 6), 'wss://');
	const red = await sitDown(t, daemon, 'trusting', ['--ca', authority.file]);
	await red.shows('want.choose-setup');

	/* it is kept with the seat, and comes back to a board that was restarted */
	await daemon.stop();
	await daemon.clock.advance(4000);
	await red.shows('conn.lost');
	await daemon.start();
	await red.shows('conn.back');
	await red.press('q');
	await red.shows('console.quit');
	const again = new Keyboard(t, daemon, [], { home: join(daemon.dir, 'trusting') });
	await again.shows('want.choose-setup');

	/* without the authority */
	await daemon.demand({ do: 'unpair', seat: 'red' });
	const strange = await sitDown(t, daemon, 'strange', []);
	await strange.shows('console.untrusted');
});

test('a_broker_by_another_name', async (t) => {
	const authority = makeAuthority(t);
	const daemon = await startBoard(t, authority.vouch('DNS:elsewhere.example'));
	const red = await sitDown(t, daemon, 'red', ['--ca', authority.file], { columns: 40, rows: 20 });

	await red.shows('console.untrusted');
});

test('pages_behind_a_proxy', async (t) => {
	const authority = makeAuthority(t), stranger = makeAuthority(t);
	const daemon = await startBoard(t, authority.vouch('IP:127.0.0.1'));
	const base = await startProxy(t, daemon, authority.vouch('IP:127.0.0.1'));

	for (const words of [[], ['--ca', stranger.file]]) {
		const wary = await sitDown(t, daemon, 'wary', words, { base });
		await wary.shows('console.untrusted'); /* and the code is not used up */
	}
	const red = await sitDown(t, daemon, 'red', ['--ca', authority.file], { base });
	await red.shows('want.choose-setup');
	const lost = new Keyboard(t, daemon, ['--ca', join(daemon.dir, 'none.pem')], { home: join(daemon.dir, 'red') });
	await lost.until((screen) => /none\.pem: No such file/.test(screen), 'what is wrong with the file');
});

await finish();
