/*
 * Two players put the record right by agreement, where there is no arbiter: both see the squares and never a rank, the
 * offer survives a restart, and where an arbiter is seated nobody stands in for the arbiter.
 */
import assert from 'node:assert/strict';
import { QuickGame, playQuickly } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

async function refused(player, word) {
	const { ok, why } = await player.link.say(word);

	assert.equal(ok, false, word);
	return why.code;
}

/* two squares of the view: where a piece of this side stands, and a free one */
function squaresOf({ state }, side) {
	const names = (rows, isSuch) =>
		rows.split('/').flatMap((row, y) => [...row].map((code, x) => [`${'abcdefghij'[x]}${y + 1}`, code]))
			.filter(([, code]) => isSuch(code)).map(([sq]) => sq);
	const free = new Set(names(state.red, (code) => code === '.'));

	for (const sq of [...names(state.blue, (code) => code !== '.'), ...state.lakes]) free.delete(sq);
	return { from: names(state[side], (code) => code !== '.')[0], to: [...free][0] };
}

/* everything stands as the record has it */
const contactsOf = ({ red, blue }) => [...red].map((code, i) => (code === '/' ? '/' : code === '.' && blue[i] === '.' ? '0' : '1')).join('');

const has = (rows, sq) => rows.split('/')[Number(sq.slice(1)) - 1]['abcdefghij'.indexOf(sq[0])] !== '.';

test('both_agree_on_where_a_piece_stands', async (t) => {
	const game = await playQuickly(t, { battles: false });
	const { red, blue, spectator } = game.players;
	const { from, to } = squaresOf(spectator, 'blue');
	const corrected = ({ state }) => has(state.blue, to) && !has(state.blue, from);

	await red.say(`offer-correction ${from} ${to}`);
	await blue.until(({ state }) => state.correction, 'what Red says');
	assert.deepEqual(blue.state.correction, { side: 'red', from, sq: to });
	assert.deepEqual([blue.state.prompt.key, blue.state.prompt.args.from, blue.state.prompt.args.square], ['want.answer-correction', from, to]);
	assert.deepEqual(blue.state.prompt.marks.map(({ sq }) => sq), [from, to]);
	assert.equal(await refused(red, 'accept-correction'), 'nothing-offered');
	await blue.say('decline-correction');
	await red.until(({ state }) => !state.correction, 'the answer');
	assert.ok(has(spectator.state.blue, from), 'nothing has changed');
	/* once more, and the power goes in between */
	await red.say(`offer-correction ${from} ${to}`);
	await blue.until(({ state }) => state.correction, 'it again');
	await game.daemon.kill();
	await game.daemon.start();
	for (const each of [red, blue]) await each.until(({ link, state }) => link.online && state.correction, 'the offer, still');
	await game.table.show([`frame ${contactsOf(spectator.state)}`]); /* what a board reports by itself */
	await blue.say('accept-correction');
	for (const each of [red, blue, spectator]) await each.until(corrected, 'the position');
	assert.equal(spectator.state.moves.at(-1), 'corrected');
	assert.doesNotMatch(red.state.blue + spectator.state.blue, /[0-9MFB]/);
	for (const each of [red, spectator])
		assert.ok(each.events.every(({ event, openings }) => event !== 'revealed' && !openings), 'no rank was told');
	/* undone in the same way */
	await blue.say(`offer-correction ${to} ${from}`);
	await red.until(({ state }) => state.correction, 'the way back');
	await red.say('accept-correction');
	await spectator.until((each) => !corrected(each), 'the position before');
});

test('an_arbiter_who_is_seated_corrects', async (t) => {
	const game = new QuickGame({ seats: ['red', 'blue', 'table', 'arbiter'] });

	t.after(() => game.end());
	await game.begin({ battles: false });
	const { red, spectator } = game.players;
	const { from, to } = squaresOf(spectator, 'red');

	assert.equal(await refused(red, `offer-correction ${from} ${to}`), 'ask-arbiter');
	assert.ok(red.state.prompt.menu.every(({ word }) => !word.startsWith('offer-correction')));
	await game.daemon.demand({ do: 'unpair', seat: 'arbiter' });
	await red.until(({ state }) => state.prompt.menu.some(({ word }) => word === 'offer-correction'), 'the word');
	await red.say(`offer-correction ${from} ${to}`);
});

await finish();
