/* A board whose broker takes TLS: pages speak to it over wss, where the browser trusts its certificate. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Authority } from '../e2e/lib/certificates.mjs';
import { finish, test } from '../e2e/lib/tap.mjs';
import { LAPTOP, Room, closeBrowser } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

function certified(t) {
	const dir = mkdtempSync(join(tmpdir(), 'adjutant-ca-'));

	t.after(() => rmSync(dir, { recursive: true, force: true }));
	const { certificate, key } = new Authority(dir).vouch('IP:127.0.0.1');

	return { broker: { 'certificate': certificate, 'private-key': key } };
}

const TRUSTING = { ...LAPTOP, ignoreHTTPSErrors: true };
const everybody = (device) => Object.fromEntries(['red', 'blue', 'table', 'watch'].map((name) => [name, device]));

test('a_game_begins_over_tls', async (t) => {
	const game = recorded('quick-duel');
	const room = await Room.open(t, {
		config: certified(t),
		devices: everybody(TRUSTING),
		game: { edition: 'quick-duel' },
	});
	const play = await Play.begin(room, game);

	await play.setUp({ paste: true });
	for (const action of game.actions.slice(0, 3)) await play.act(action);
	for (const [name, { addresses }] of Object.entries(room.traffic))
		assert.ok(addresses.length > 0 && addresses.every((each) => each.startsWith('wss://')), `${name}: ${addresses}`);
	await room.assertSecret(game.setup);
});

/* That certificate is not trusted here: nothing is said to it, and the player is told. */
test('who_does_not_trust_it_says_nothing', async (t) => {
	const room = await Room.open(t, { config: certified(t), seats: [], devices: { watch: TRUSTING } });

	await room.online('watch');
	await room.visit('stranger', 'watch');
	await room.sees('stranger', /trust the board's certificate/);
	assert.equal(await room.pages.stranger.locator('html[data-online="true"]').count(), 0);
	assert.deepEqual(room.traffic.stranger.read(), []);
});

await finish();
await closeBrowser();
