/* A board that cannot be read: everybody is told, the arbiter and the operator why. */
import assert from 'node:assert/strict';
import { Daemon } from './daemon.mjs';
import { gather } from './players.mjs';
import { finish, test } from './tap.mjs';
import { wantOf } from '../../web-ui/common/wants.js';

test('everybody_is_told', async (t) => {
	const daemon = new Daemon({ table: { driver: 'serial', port: '/dev/unplugged' } });

	t.after(() => daemon.destroy());
	await daemon.start();
	const players = await gather(t, daemon, { seats: ['red', 'blue', 'arbiter'] });

	for (const { name, state } of Object.values(players)) {
		assert.equal(state.trouble, 'the board does not answer; call the arbiter', name);
		if (name !== 'arbiter') assert.equal(wantOf(state).kind, 'stopped', name);
	}
	assert.match(players.arbiter.state.board, /unplugged/);
	assert.match((await daemon.ask({ do: 'status' })).table, /unplugged/);
	for (const player of Object.values(players)) player.verify();
});

await finish();
