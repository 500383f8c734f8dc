/*
 * What the sizes of boxes tell a listener, who knows what is public: nothing more. Cards have longer and shorter
 * names, and prompts more and fewer words, but a player's view is as large as follows from the public one.
 */
import assert from 'node:assert/strict';
import { Intruder, ROOT } from '../lib/attacks/intruder.mjs';
import { QuickGame } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const BOX = 40, BLOCK = 2048, PRIVATE = 4096;

/* bytes of the retained message that somebody with these credentials is shown */
async function sizeOf(url, as, topic) {
	const client = await Intruder.connect(url, as);

	await client.subscribe(ROOT + topic);
	await client.until(({ messages }) => messages.length > 0, topic);
	client.end();
	return client.messages[0].payload.length;
}

async function expectSizes({ access, players, clock, url, watchUrl }) {
	await clock.settle();
	const open = await sizeOf(watchUrl, {}, 'public/state');
	const boxed = BOX + BLOCK * Math.ceil((open + PRIVATE) / BLOCK);

	for (const seat of ['red', 'blue']) {
		players[seat].link.close(); /* who has the same name at the broker */
		assert.equal(await sizeOf(url, access[seat], `seat/${seat}/view`), boxed, seat);
		players[seat].link.open();
		await players[seat].until(({ link }) => link.online, 'its seat again');
	}
}

for (const edition of ['battle-cards', 'barrage'])
	test(`the_size_of_a_view_follows_from_what_is_public_in_${edition}`, async (t) => {
		const game = new QuickGame({ config: { game: { edition } }, seats: ['red', 'blue', 'table'] });

		t.after(() => game.end());
		await game.start();
		const { players: { red, blue, spectator }, formations } = game;
		const hands = () => [red, blue].map(({ state }) => JSON.stringify(state.hand ?? '').length);

		await game.clock.settle();
		if (edition === 'battle-cards') assert.ok(hands().every((length) => length > 10), 'there are hands of cards');
		await expectSizes(game);
		if (edition === 'barrage') {
			await red.say(`formation ${formations.red}`);
			assert.equal(spectator.state.phase, 'setup');
			await expectSizes(game);
		}
	});

await finish();
