/*
 * The one in between holds a word back and lets it through later: when another offer is open, or in the
 * rematch. It must not mean there what it meant before.
 */
import assert from 'node:assert/strict';
import { BLOCKS, fromHex, makeToken, open, seal } from '../../../web-ui/link/code.js';
import { Intruder, ROOT } from '../lib/attacks/intruder.mjs';
import { playQuickly } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

/* What red's device says now, as it was caught on its way. */
function caught({ access, players }, word) {
	const { game, seq: seen } = players.red.state;
	const id = makeToken();

	return { id, box: Buffer.from(seal(fromHex(access.red.up), { id, word, game, seen }, BLOCKS.say)) };
}

/* Lets it through, in the place of red's device; what the board answers. */
async function letThrough({ url, access, players }, { id, box }) {
	players.red.link.close();
	const between = await Intruder.connect(url, access.red);
	const read = () => between.messages.map(({ payload }) => open(fromHex(access.red.down), payload)).find((event) => event?.event === 'answer' && event.id === id);

	await between.subscribe([`${ROOT}seat/red/event`]);
	await between.publish(`${ROOT}seat/red/say`, box);
	await between.until(() => read(), 'an answer');
	between.end();
	players.red.link.open();
	await players.red.until(({ link }) => link.online, 'its seat again');
	return read();
}

const hasSeq = (player, seq) => player.until(({ state }) => state.seq >= seq, 'the view');

async function offer({ players: { red, blue } }) {
	const before = red.state.seq;

	assert.deepEqual(await blue.link.say('offer-draw'), { ok: true });
	await hasSeq(red, before + 1);
}

test('a_held_answer_does_not_meet_the_next_offer', async (t) => {
	const game = await playQuickly(t, { battles: false });
	const { red, blue } = game.players;

	await offer(game);
	const held = caught(game, 'accept-draw');
	assert.deepEqual(await red.link.say('decline-draw'), { ok: true });
	await offer(game);
	const { ok, why, seq } = await letThrough(game, held);
	assert.deepEqual({ ok, why, seq }, { ok: false, why: { code: 'gone-on' }, seq: 0 });
	assert.equal(red.state.phase, 'play');
	/* the same said now is taken; said twice it is answered twice and not refused */
	const fresh = caught(game, 'accept-draw');
	assert.equal((await letThrough(game, fresh)).ok, true);
	assert.equal((await letThrough(game, fresh)).ok, true);
	await blue.until(({ state }) => state.phase === 'over', 'the draw');
});

test('a_held_resignation_does_not_meet_the_rematch', async (t) => {
	const game = await playQuickly(t, { battles: false });
	const { red, blue } = game.players, first = red.state.game;
	const held = caught(game, 'resign');

	assert.deepEqual(await blue.link.say('resign'), { ok: true });
	for (const player of [red, blue]) {
		await player.until(({ state }) => state.phase === 'over', 'the end');
		assert.deepEqual(await player.link.say('rematch'), { ok: true });
	}
	await red.until(({ state }) => state.game !== first, 'the rematch');
	assert.deepEqual((await letThrough(game, held)).why, { code: 'other-game' });
	assert.notEqual(red.state.phase, 'over');
});

await finish();
