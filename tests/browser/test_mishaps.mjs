/*
 * A quick-duel in which everything happens: illegal tries, a board that is knocked over, a handheld
 * that is reloaded in the middle of a battle, a connection that goes and comes back.
 */
import assert from 'node:assert/strict';
import { finish, test } from '../e2e/lib/tap.mjs';
import { Room, appears, closeBrowser, pressIfThere, ways } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';
import { Wifi } from './lib/wifi.mjs';

/* Tries something, sees that it is refused and why, and puts the piece back. */
async function tryInVain(play, side, from, to, why) {
	const { room, hand } = play;

	await hand.carry(from, to);
	await room.sees(side, why);
	await room.sees('table', /put the piece back/i);
	await hand.carry(to, from);
	await appears(room.pages.table.getByText(/put the piece back/i), { state: 'hidden' });
	/* what the piece cannot do is not for people who look over the shoulder later */
	await appears(room.pages[side].getByText(why), { state: 'hidden' });
}

async function loseConnection(room, wifi, name) {
	wifi.cut();
	await room.online(name, false);
	await room.sees(name, /connection is lost/);
	wifi.mend();
	await room.online(name);
	await room.sees(name, 'Connected again.');
}

async function knockOver(play) {
	const { room } = play;

	await play.knockOver();
	await play.putRight();
	/* who is asked whether all stand where they stood says yes, and then red can go on */
	await room.until(async () => {
		for (const side of ['red', 'blue'])
			await pressIfThere(room.pages[side].locator('.answers [data-word="confirm"]'));
		return (await room.status()).phase === 'play' && (await room.pages.red.locator('.want.turn').isVisible());
	}, 'the game to go on');
}

/* What happens before these plies, or instead of putting the table right after them. */
const BEFORE = {
	1: async (play) => {
		await tryInVain(play, 'red', 'b1', 'b2', 'Bombs and flags never move.');
		await tryInVain(play, 'red', 'd1', 'c2', 'Pieces move straight ahead or sideways.');
		await tryInVain(play, 'blue', 'f7', 'f6', 'It is not your turn.');
	},
	5: ({ room, wifi }) => loseConnection(room, wifi, 'blue'),
	9: knockOver,
};

async function reloadInBattle({ room }) {
	await room.pages.red.reload();
	await room.online('red');
	await room.sees('red', 'Battle on d6');
}

async function playThrough(t, way) {
	const game = recorded('quick-duel');
	const room = await Room.open(t, { way, game: { edition: 'quick-duel' } });
	const play = await Play.begin(room, game);

	play.wifi = await Wifi.between(room.pages.blue, 'blue');
	t.after(() => play.wifi.close());
	await room.online('blue');
	await play.setUp({ paste: true });
	for (const [i, action] of game.actions.slice(0, -1).entries()) {
		await BEFORE[i + 1]?.(play);
		await play.act(action, { inBattle: i + 1 === 10 ? reloadInBattle : null });
	}
	await room.press('blue', 'More');
	await room.press('blue', 'Give up');
	await room.press('blue', 'Give up');
	const { result, by } = await room.until(({ phase }) => phase === 'over', 'the end');
	assert.equal(`${result} ${by}`, game.result);
	await room.sees('watch', 'Red wins');
	/* what happened before is not said beside it any more */
	await appears(room.pages.watch.locator('.said:empty'), { state: 'attached' });
	await appears(room.pages.table.locator('.told:empty'), { state: 'attached' });
	await room.assertSecret(game.setup);
}

for (const way of ways('fingers')) test(`quick_duel_with_${way}`, (t) => playThrough(t, way));

await finish();
await closeBrowser();
