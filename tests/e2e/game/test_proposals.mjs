/*
 * The next game by agreement of those who sit there: proposed, seen in full, agreed to or not; with the
 * colours exchanged; who stays; and a game that was set aside, taken up again by the same devices.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { askBoard } from '../../../web-ui/link/ask.js';
import { ADJUTANT, startDaemon } from '../lib/daemon.mjs';
import { gather } from '../lib/people/players.mjs';
import { QuickGame } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

const statusOf = (daemon) => daemon.demand({ do: 'status' });
const inGame = (number) => ({ state }) => state?.game === number;

async function refused(player, word) {
	const { ok, why } = await player.link.say(word);

	assert.equal(ok, false, word);
	return why.code;
}

async function begin(t, game = {}) {
	const daemon = await startDaemon(t, { game: { edition: 'barrage', ...game } });
	const players = await gather(t, daemon);

	return { daemon, ...players };
}

/* ---- agreeing ---- */

test('a_proposal_is_seen_in_full_and_agreed_to', async (t) => {
	const { daemon, red, blue, spectator } = await begin(t);

	await red.say('offer-game duel keep clock=fischer%205%2B3 memory-aid=on red=Ann%20B. blue=Zo%C3%AB');
	await blue.until(({ state }) => state.proposal, 'the proposal');
	const { proposal, prompt } = blue.state;
	assert.deepEqual(
		[proposal.side, proposal.edition, proposal.terms],
		['red', 'duel', ['clock fischer 5+3', 'memory-aid on', 'red Ann B.', 'blue Zoë']],
	);
	const [{ key, args, actions }] = prompt.also;
	assert.deepEqual([key, args.side], ['want.answer-game', 'red']);
	assert.deepEqual(actions.map(({ word }) => word), [`accept-game ${proposal.number}`, `decline-game ${proposal.number}`]);
	await red.until(({ state }) => state.proposal, 'its own proposal');
	assert.equal(red.state.prompt.also[0].key, 'want.offered-game');
	await blue.say(`accept-game ${proposal.number}`);
	for (const each of [red, blue, spectator]) await each.until(inGame(2), 'the game');
	assert.deepEqual([red.state.edition, red.state.red_name, blue.state.blue_name], ['duel', 'Ann B.', 'Zoë']);
	assert.equal(red.state.proposal, undefined);
	/* everybody has stayed */
	assert.deepEqual((await statusOf(daemon)).paired.sort(), ['blue', 'red', 'table']);
	for (const each of [red, blue, spectator]) each.verify();
});

test('a_proposal_is_declined_withdrawn_or_replaced', async (t) => {
	const { daemon, red, blue } = await begin(t);

	await red.say('offer-game duel keep');
	await blue.until(({ state }) => state.proposal, 'the proposal');
	await blue.say('decline-game 1');
	await red.until(({ state }) => !state.proposal, 'the answer');
	assert.deepEqual(red.events.filter(({ event }) => event === 'proposal').map((each) => [each.do, each.side]), [['offer', 'red'], ['decline', 'blue']]);
	assert.equal(await refused(blue, 'accept-game 1'), 'nothing-offered');
	await red.say('offer-game classic keep');
	assert.equal(await refused(blue, 'withdraw-game'), 'nothing-offered');
	await red.say('withdraw-game');
	assert.equal(await refused(blue, 'accept-game 2'), 'nothing-offered');
	/* blue's takes the place of red's, and agreeing to the one that is gone does nothing */
	await red.say('offer-game classic keep');
	await blue.say('offer-game duel swap');
	assert.equal(await refused(blue, 'accept-game 3'), 'nothing-offered');
	assert.equal(await refused(blue, 'accept-game 4'), 'nothing-offered', 'its own');
	assert.equal((await statusOf(daemon)).game, 1);
	await red.say('accept-game 4');
	await red.until(inGame(2), 'the game');
	red.verify();
});

test('both_propose_the_same', async (t) => {
	const { red, blue } = await begin(t);

	await Promise.all([red.say('offer-game duel keep'), blue.say('offer-game duel keep')]);
	for (const each of [red, blue]) await each.until(inGame(2), 'the game');
	assert.equal(red.state.edition, 'duel');
});

test('who_sits_alone_needs_nobody', async (t) => {
	const daemon = await startDaemon(t, { game: { edition: 'barrage' } });
	const { red } = await gather(t, daemon, { seats: ['red'] });

	await red.say('offer-game duel keep red=Ann');
	await red.until(inGame(2), 'the game');
	assert.deepEqual([red.state.edition, red.state.red_name], ['duel', 'Ann']);
});

test('what_could_not_begin_is_refused_before_anyone_is_asked', async (t) => {
	const { daemon, red, blue } = await begin(t);
	const codes = { 'offer-game chess keep': 'no-such-edition', 'offer-game duel': 'malformed', 'offer-game duel sideways': 'malformed',
		'offer-game duel keep clock=banana': 'failed', 'offer-game duel keep walrus=3': 'failed', 'offer-game duel keep clock': 'malformed',
		'offer-game same keep memory-aid=on': 'malformed', 'offer-game duel keep red=%00': 'malformed', 'offer-game duel keep red=%e2%80%ae': 'malformed',
		'offer-game duel keep red=%4': 'malformed', 'offer-game continue 1': 'not-your-game', 'offer-game continue 99': 'not-your-game', 'offer-game continue x': 'malformed' };

	for (const [word, code] of Object.entries(codes)) assert.equal(await refused(red, word), code, word);
	assert.equal(blue.state.proposal, undefined);
	assert.equal((await statusOf(daemon)).game, 1);
});

/* ---- colours ---- */

test('the_colours_are_exchanged', async (t) => {
	const { daemon, red, blue } = await begin(t);
	const moved = [];

	for (const each of [red, blue]) each.link.addEventListener('moved', ({ detail }) => moved.push(`${each.name} ${detail}`));
	await daemon.demand({ do: 'new', red: 'Ann', blue: 'Bob' });
	await red.until(inGame(2), 'the named game');
	await red.say('resign');
	await red.say('offer-game same swap');
	await blue.until(({ state }) => state.proposal, 'the proposal');
	await blue.link.say('accept-game 1').catch(() => {});
	await red.until(({ state }) => state?.game === 3 && state.you === 'blue', 'the other colour');
	await blue.until(({ state }) => state?.game === 3 && state.you === 'red', 'the other colour');
	assert.deepEqual(moved.sort(), ['blue red', 'red blue']);
	assert.deepEqual([red.state.red_name, red.state.blue_name], ['Bob', 'Ann']);
	/* what is said is said for the new side */
	await red.say('resign');
	await blue.until(({ state }) => state.phase === 'over', 'the end');
	assert.equal(blue.state.result.winner, 'red');
	/* a restart knows who sits where */
	await daemon.stop();
	await daemon.start();
	await red.until(({ link, state }) => link.online && state?.you === 'blue', 'the seat');
	for (const each of [red, blue]) each.verify();
});

/*
 * Power fails at any moment of it, also between the game and the exchange of seats: afterwards each device plays under its
 * own name.
 */
test('names_and_devices_stay_together_when_power_fails', async (t) => {
	const game = new QuickGame({ hasDisk: true });
	const { disk, daemon } = game;
	const own = { red: 'Ann', blue: 'Bob' };
	const isAtHome = (name) => ({ link, state }) => link.online && state?.you && state[`${state.you}_name`] === own[name];
	let cut = 0, exchanged = 0;

	t.after(() => game.end());
	await game.start();
	await daemon.demand({ do: 'new', red: 'Ann', blue: 'Bob' });
	const { red, blue } = game.players;
	for (const at of [1, 2, 3, 4, 5, 6]) {
		for (const each of [red, blue]) await each.until(isAtHome(each.name), `its name, before ${at}`);
		const { game: before, you } = red.state;

		await daemon.demand({ do: 'say', who: 'red', word: 'resign' });
		await daemon.demand({ do: 'say', who: 'red', word: 'offer-game same swap' });
		await red.until(({ state }) => state.proposal, 'the proposal');
		const word = `accept-game ${red.state.proposal.number}`;
		disk.fail({ call: 'sync', at, errno: 'KILL' });
		const answer = await daemon.ask({ do: 'say', who: 'blue', word }).catch(() => null);
		disk.heal();
		if (answer === null) {
			cut++;
			await daemon.kill();
			await disk.start();
		}
		for (const each of [red, blue]) await each.until(isAtHome(each.name), `its name, after ${at}`);
		exchanged += red.state.game > before && red.state.you !== you;
	}
	assert.ok(cut >= 3, `${cut} times power failed`);
	assert.ok(exchanged >= 3, `${exchanged} times colours were exchanged`);
});

/* A phone that sleeps meanwhile finds its new seat when it wakes up. */
test('colours_are_exchanged_while_a_device_is_away', async (t) => {
	const { daemon, red, blue } = await begin(t);

	await blue.say('offer-game duel swap');
	await blue.link.close();
	await red.link.say('accept-game 1').catch(() => {});
	await red.until(({ state }) => state?.you === 'blue', 'the other colour');
	blue.link.open();
	await blue.until(({ state }) => state?.you === 'red' && state.game === 2, 'the other colour');
	assert.equal((await statusOf(daemon)).edition, 'duel');
});

/* ---- what becomes of it ---- */

test('a_proposal_survives_a_restart_and_ends_with_the_next_action', async (t) => {
	const game = new QuickGame();
	t.after(() => game.end());
	await game.begin({ battles: false });
	const { red, blue } = game.players;

	await red.say('offer-game duel keep');
	await game.daemon.stop();
	await game.daemon.start();
	await blue.until(({ link, state }) => link.online && state.proposal, 'the proposal');
	assert.deepEqual(blue.state.proposal.terms, ['aside']);
	await red.until(({ link, state }) => link.online && state.proposal?.agreed.red, 'its own');
	await red.say('resign');
	await blue.until(({ state }) => state.phase === 'over' && !state.proposal, 'the end of it');
	assert.equal(await refused(blue, 'accept-game 1'), 'nothing-offered');
});

/* ---- setting aside, and going on ---- */

test('a_game_is_set_aside_and_continued_by_the_same_devices', async (t) => {
	const game = new QuickGame();
	t.after(() => game.end());
	await game.begin({ battles: false });
	const { red, blue } = game.players;
	const own = red.state.red;

	await red.say('offer-game duel swap');
	await blue.until(({ state }) => state.proposal, 'the proposal');
	assert.deepEqual(blue.state.proposal.terms, ['swap', 'aside']);
	await blue.link.say('accept-game 1').catch(() => {});
	await red.until(({ state }) => state?.you === 'blue', 'the other colour');
	await blue.until(({ state }) => state?.you === 'red', 'the other colour');
	/* both are told of it, and of nobody else's games */
	await blue.say('games');
	await blue.until(({ events }) => events.some(({ event }) => event === 'games'), 'the list');
	const { aside, editions } = blue.events.find(({ event }) => event === 'games');
	assert.deepEqual(aside.map((each) => each.game), [1]);
	assert.ok(editions.find(({ id }) => id === 'duel').options.some(({ name }) => name === 'memory-aid'));
	await blue.say('offer-game continue 1');
	await red.until(({ state }) => state.proposal, 'the proposal');
	assert.deepEqual(red.state.proposal.terms, ['continue 1']);
	await red.link.say('accept-game 1').catch(() => {});
	/* with the colours that they had in it */
	await red.until(({ state }) => state?.game === 1 && state.you === 'red', 'the game');
	assert.equal(red.state.red, own);
	assert.equal(red.state.paused, true);
	await blue.until(({ state }) => state?.game === 1 && state.you === 'blue', 'the game');
});

/* what the operator is told who continues a game */
async function continued(daemon, game) {
	const { stdout } = await promisify(execFile)(ADJUTANT, ['continue', '--state', daemon.state, String(game)]);

	return stdout;
}

test('the_operator_is_told_who_stays_in_a_game_that_is_continued', async (t) => {
	const game = new QuickGame();
	t.after(() => game.end());
	await game.begin({ battles: false });
	const { daemon, players: { red, blue } } = game;

	await red.say('adjourn');
	await daemon.demand({ do: 'new' });
	await blue.until(({ state }) => state.game === 2, 'the other game');
	assert.match(await continued(daemon, 1), /^red and blue are taken by the devices that had these seats/m);
	assert.deepEqual((await statusOf(daemon)).paired.toSorted(), ['blue', 'red', 'table']);
	await blue.until(({ state }) => state.game === 1, 'the game again');
	await daemon.demand({ do: 'new' });
	await daemon.demand({ do: 'unpair', seat: 'blue' });
	assert.match(await continued(daemon, 1), /^red is taken by the device that had this seat in this game; blue is free$/m);
});

test('others_do_not_get_a_game_that_was_set_aside', async (t) => {
	const game = new QuickGame();
	t.after(() => game.end());
	await game.begin({ battles: false });
	const { daemon, players: { red, blue } } = game;

	await red.say('adjourn');
	await daemon.demand({ do: 'new' });
	await daemon.demand({ do: 'unpair', seat: 'red' });
	await blue.until(({ state }) => state.paired && !state.paired.red, 'the empty seat');
	const { red: stranger } = await gather(t, daemon, { seats: ['red'] });
	await stranger.say('games');
	await stranger.until(({ events }) => events.some(({ event }) => event === 'games'), 'the list');
	assert.deepEqual(stranger.events.find(({ event }) => event === 'games').aside, []);
	assert.equal(await refused(stranger, 'offer-game continue 1'), 'not-your-game');
	/* the operator can continue it, and whoever sits there must go */
	assert.match(await continued(daemon, 1), /^all seats are free/m);
	assert.deepEqual((await statusOf(daemon)).paired, ['table']);
});

/* ---- at the table ---- */

/* as its page asks */
const askTable = ({ table }, question) => askBoard(table.access, '/next', { ask: 'next', ...question });

test('the_table_proposes_and_those_who_sit_there_agree', async (t) => {
	const { daemon, red, blue, table } = await begin(t);
	const { editions, aside } = await askTable({ table }, {});

	assert.ok(editions.some(({ id }) => id === 'duel') && aside.length === 0);
	assert.equal((await askTable({ table }, { text: 'no-such-thing keep' })).why.code, 'no-such-edition');
	assert.equal((await askTable({ table }, { text: 'two  blanks' })).why.code, 'not-a-word');
	assert.deepEqual(await askTable({ table }, { text: 'duel swap' }).then(({ ok }) => ok), true);
	for (const each of [red, blue]) {
		await each.until(({ state }) => state.proposal, 'the proposal');
		assert.deepEqual([each.state.prompt.also[0].key, each.state.proposal.side], ['want.answer-game-of-table', null]);
	}
	await red.say('accept-game 1');
	await blue.until(({ state }) => state.proposal.agreed.red, 'what Red says');
	assert.equal((await statusOf(daemon)).game, 1, 'both must agree');
	await blue.say('decline-game 1');
	await red.until(({ state }) => !state.proposal, 'the answer');
	assert.equal((await statusOf(daemon)).edition, 'barrage');
	/* nobody but the table asks so */
	await assert.rejects(askBoard({ ...table.access, up: '0'.repeat(64) }, '/next', { ask: 'next', text: 'duel keep' }));
	for (const each of [red, blue, table]) each.verify();
});

/* ---- an evening ---- */

test('an_evening_of_two_is_counted_by_players_and_not_by_colours', async (t) => {
	const { daemon, red, blue, spectator } = await begin(t);
	const tallyOf = async (number) => {
		await spectator.until(({ state }) => state.game === number && state.phase === 'over', 'the end');
		return spectator.state.tally;
	};

	await daemon.demand({ do: 'say', who: 'red', word: 'resign' });
	assert.deepEqual(await tallyOf(1), { red: 0, blue: 1, drawn: 0 });
	for (const each of [red, blue]) await each.say('rematch');
	await spectator.until(inGame(2), 'the next');
	assert.equal(spectator.state.tally, undefined);
	await daemon.demand({ do: 'say', who: 'red', word: 'resign' });
	assert.deepEqual(await tallyOf(2), { red: 0, blue: 2, drawn: 0 });
	/* counted once, whatever happens to the power */
	await daemon.kill();
	await daemon.start();
	await spectator.until(({ link, state }) => link.online && state.game === 2, 'the board again');
	assert.deepEqual(spectator.state.tally, { red: 0, blue: 2, drawn: 0 });
	await red.until(({ link }) => link.online, 'the seat');
	await blue.until(({ link }) => link.online, 'the seat');
	await red.say('offer-game same swap');
	await blue.until(({ state }) => state.proposal, 'the proposal');
	await blue.say(`accept-game ${blue.state.proposal.number}`);
	await spectator.until(inGame(3), 'the next');
	/* who was Blue is Red now, and has won twice */
	await daemon.demand({ do: 'say', who: 'blue', word: 'resign' });
	assert.deepEqual(await tallyOf(3), { red: 3, blue: 0, drawn: 0 });
	/* with other names they are other people */
	await daemon.demand({ do: 'new', red: 'Ann', blue: 'Bob' });
	await spectator.until(inGame(4), 'another');
	await daemon.demand({ do: 'say', who: 'blue', word: 'resign' });
	assert.deepEqual(await tallyOf(4), { red: 1, blue: 0, drawn: 0 });
	spectator.verify();
});

await finish();
