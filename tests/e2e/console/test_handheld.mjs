/*
 * The console handheld in terminals, by real processes: two people with keyboards play a whole game
 * at a virtual table, one of them in German on a very small screen; the daemon is restarted in
 * between. What is on their screens is searched for ranks that are not theirs to know.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADJUTANT, startDaemon } from '../lib/daemon.mjs';
import { Hands } from '../lib/people/hands.mjs';
import { catalogues, flat, gatherAt, keep, Keyboard, picture, squaresOf, verifyScreens } from '../lib/people/keyboard.mjs';
import { mqttPacket } from '../lib/packages.mjs';
import { until } from '../lib/patience.mjs';
import { Table } from '../lib/people/players.mjs';
import { loadGame } from '../lib/tape.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const game = loadGame(here('../../games/barrage.game'));
const RULES = { 'edition': 'barrage', 'debounce-ms': 1, 'settle-ms': 1500, 'jog-ms': 5, 'nudge-ms': 3000 };

test('whole_game_by_keys', async (t) => {
	const daemon = await startDaemon(t, { game: { ...RULES, 'settle-ms': 50 } }, { clock: new VirtualClock() });
	const players = await gatherAt(t, daemon);
	const home = (name) => join(daemon.dir, name);
	const code = await daemon.demand({ do: 'pair', seat: 'red' });
	const address = await daemon.demand({ do: 'pair', seat: 'blue' });
	const red = new Keyboard(t, daemon, ['--board', daemon.base, code.short.toLowerCase()], { home: home('red'), language: 'de' });
	const blue = new Keyboard(t, daemon, [address.url], { home: home('blue'), columns: 40, rows: 20 });
	Object.assign(players, { red, blue });
	t.after((failure) => {
		keep('red', red);
		keep('blue', blue);
		if (failure) console.error(`${red.last}\n\n${blue.last}`);
	});

	/* set-up, one by typing, one piece by piece */
	for (const keyboard of [red, blue]) await keyboard.terminal.shows(keyboard.text('want.choose-setup'));
	const squares = { red: squaresOf(game.setup.red, 1), blue: squaresOf(game.setup.blue, 7) };
	const table = new Table(players.table);
	await table.show([...Object.keys(squares.red), ...Object.keys(squares.blue)].map((sq) => `close ${sq}`));
	await red.look();
	await red.paste(game.setup.red);
	await blue.look();
	await blue.place(squares.blue);
	for (const keyboard of [red, blue]) await keyboard.choose(keyboard.text('button.ready'));
	await players.spectator.until(({ state }) => state.phase === 'play', 'the first turn');
	await red.terminal.shows(red.text('want.your-turn'));
	await blue.terminal.shows(blue.text('want.their-turn', { side: blue.text('side.red') }));

	/* the own army shows while it is wanted, and hides by itself */
	await red.press('l');
	await red.terminal.until((screen) => /R9/.test(picture(screen).join()), 'the own army');
	await daemon.clock.advance(6000);
	await red.terminal.until((screen) => !/R9/.test(picture(screen).join()), 'the army to hide again');

	const hands = new Hands(players, game, { table });
	await hands.play(10);

	/* the board is switched off and on: the seats come back by themselves, on whatever port */
	await daemon.stop();
	await daemon.clock.advance(4000);
	await red.terminal.shows(red.text('conn.lost'));
	await blue.terminal.shows(blue.text('conn.lost'));
	await daemon.start();
	await red.terminal.shows(red.text('conn.back'));
	await blue.terminal.shows(blue.text('conn.back'));
	await hands.play();

	for (const player of [players.spectator]) await player.until(({ state }) => state.phase === 'over', 'the end');
	await red.press('Escape');
	await blue.press('Escape');
	await red.terminal.shows(`${red.text('result.you-win')} ${red.text('reason.flag')}`);
	await blue.terminal.shows(`${blue.text('result.you-lose')}. ${blue.text('reason.flag')}`);
	assert.deepEqual(players.spectator.state.moves.map((move) => move.split(' ')[0]), game.actions);
	assert.ok(verifyScreens(red, 'R', 'B') > 0, 'red never looked');
	verifyScreens(blue, 'B', 'R');

	/* battles were shown with both ranks, and words of the menu did what they say */
	assert.ok([...red.terminal.screens].some((screen) => screen.includes(red.text('battle.you-won'))));
	await red.look();
	await red.choose(red.text('button.rematch'));
	await blue.terminal.shows(blue.text('tell.word.rematch', { side: blue.text('side.red') }));

	/* what is kept is nobody else's business */
	const kept = join(home('red'), 'adjutant');
	assert.deepEqual(readdirSync(kept), ['handheld-red.json']);
	assert.equal(statSync(join(kept, 'handheld-red.json')).mode & 0o777, 0o600);
});

/* The referee takes the word before the table is right; the player must find the way on. */
test('ready_too_early_is_no_dead_end', async (t) => {
	const daemon = await startDaemon(t, { game: RULES }, { clock: new VirtualClock() });
	const { table } = await gatherAt(t, daemon);
	const { url } = await daemon.demand({ do: 'pair', seat: 'red' });
	const red = new Keyboard(t, daemon, [url], { home: join(daemon.dir, 'home'), columns: 40, rows: 20 });
	const waits = red.text('want.wait-ready', { side: red.text('side.blue') });
	const missing = `${red.text('setup.on-table', { count: 0, total: 8 })}. Missing on`;

	await red.terminal.shows(red.text('want.choose-setup'));
	await red.chooseAll('setup.random');
	await red.terminal.shows(red.text('want.place-on-table'));
	await red.chooseAll('button.ready');
	await red.terminal.shows(missing);
	assert.ok(!flat(await red.look()).includes(red.text('button.ready')), 'there is nothing more to say');
	await red.chooseAll('setup.change');
	await red.terminal.shows(red.text('want.place-on-table'));
	await red.paste(game.setup.red);
	await red.chooseAll('button.ready');
	await red.terminal.shows(missing);
	assert.ok([...red.terminal.screens].every((screen) => !flat(screen).includes(waits)), 'it was said to be ready');

	/* what was said counts as soon as it is so */
	await new Table(table).show([...Object.keys(squaresOf(game.setup.red, 1))].map((sq) => `close ${sq}`));
	await daemon.clock.advance(100);
	await red.terminal.shows(waits);
});

test('comes_back_without_a_code', async (t) => {
	const daemon = await startDaemon(t, { game: RULES }, { clock: new VirtualClock() });
	const { url } = await daemon.demand({ do: 'pair', seat: 'blue' });
	const options = { home: join(daemon.dir, 'home') };
	const first = new Keyboard(t, daemon, [url], options);

	await first.terminal.shows(first.text('want.choose-setup'));
	await first.press('q');
	await first.terminal.shows(first.text('console.quit'));
	const again = new Keyboard(t, daemon, [], options);
	await again.terminal.shows(again.text('want.choose-setup'));

	/* left for good: the seat is free, and the device forgets it */
	await again.look();
	await again.choose(again.text('button.more'));
	await again.choose(again.text('button.unpair'));
	await again.terminal.shows(again.text('confirm.unpair'));
	await again.choose(again.text('button.yes'));
	await again.terminal.shows(again.text('conn.unpaired'));
	await again.press('q');
	const last = new Keyboard(t, daemon, [], options);
	await last.terminal.shows(last.text('pair.hint'));

	/* a code that is typed, in capitals and with blanks; the pages' address is on the command line */
	const { code } = await daemon.demand({ do: 'pair', seat: 'blue' });
	const typed = new Keyboard(t, daemon, ['--board', daemon.base], options);
	await typed.terminal.shows(typed.text('pair.hint'));
	await typed.terminal.type(code.toUpperCase().replaceAll('-', ' '));
	await typed.terminal.press('Enter');
	await typed.terminal.shows(typed.text('want.choose-setup'));

	/* and one that is no good */
	const wrong = new Keyboard(t, daemon, ['--board', daemon.base, 'abcd'], { home: join(daemon.dir, 'other') });
	await wrong.terminal.shows(wrong.text('pair.wrong').slice(0, 20)); /* the rest is wrapped */
	const used = new Keyboard(t, daemon, ['--board', daemon.base, code], { home: join(daemon.dir, 'other') });
	await used.terminal.shows(used.text('pair.refused').slice(0, 20));
});

/* Between a console and its broker: passes everything on, and says what it likes to the console. */
async function standBetween(t, port) {
	const links = [];
	const server = createServer((console_) => {
		const broker = connect(port, '127.0.0.1');

		links.push(console_);
		console_.pipe(broker).pipe(console_);
		for (const socket of [console_, broker]) socket.on('error', () => {}).on('close', () => [console_, broker].forEach((each) => each.destroy()));
	}).listen(0, '127.0.0.1');

	await once(server, 'listening');
	t.after(() => {
		server.close();
		links.forEach((link) => link.destroy());
	});
	return { port: server.address().port, links, say: (packet) => links.at(-1).write(packet) };
}

test('an_empty_view_that_was_forged_costs_no_seat', async (t) => {
	const daemon = await startDaemon(t, { game: RULES }, { clock: new VirtualClock() });
	const { url } = await daemon.demand({ do: 'pair', seat: 'red' });
	const home = join(daemon.dir, 'home'), kept = join(home, 'adjutant', 'handheld-red.json');
	const first = new Keyboard(t, daemon, [url], { home });

	await first.terminal.shows(first.text('want.choose-setup'));
	await first.press('q');
	await first.terminal.shows(first.text('console.quit'));
	const between = await standBetween(t, JSON.parse(readFileSync(kept)).mqtt);
	writeFileSync(kept, JSON.stringify({ ...JSON.parse(readFileSync(kept)), mqtt: between.port }));
	const red = new Keyboard(t, daemon, [], { home });

	await red.terminal.shows(red.text('want.choose-setup'));
	assert.equal(between.links.length, 1);
	between.say(mqttPacket.generate({ cmd: 'publish', topic: 'adjutant/v1/table/seat/red/view', payload: '', qos: 0, retain: true }));
	await until(() => between.links.length === 2, 'the console to ask the broker itself');
	await red.terminal.shows(red.text('want.choose-setup'));
	assert.ok(readFileSync(kept).length > 0);
	assert.ok([...red.terminal.screens].every((screen) => !flat(screen).includes(red.text('conn.unpaired'))), 'it gave its seat up');

	/* and the true end of it is believed, which the broker confirms by its refusal */
	await daemon.demand({ do: 'unpair', seat: 'red' });
	await red.terminal.shows(red.text('conn.unpaired'));
	assert.deepEqual(readdirSync(join(home, 'adjutant')), []);
});

test('too_small_and_resized', async (t) => {
	const daemon = await startDaemon(t, { game: RULES }, { clock: new VirtualClock() });
	const { url } = await daemon.demand({ do: 'pair', seat: 'red' });
	const small = new Keyboard(t, daemon, [url], { home: join(daemon.dir, 'home'), columns: 39, rows: 20 });

	await small.terminal.shows(small.text('console.too-small'));
	await small.terminal.resize(40, 20);
	await small.terminal.shows(small.text('want.choose-setup'));
});

/* However it ends, the terminal is as it was. */
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGABRT'])
	test(`terminal_is_restored_after_${signal.toLowerCase()}`, async (t) => {
		const daemon = await startDaemon(t, { game: RULES }, { clock: new VirtualClock() });
		const { url } = await daemon.demand({ do: 'pair', seat: 'red' });
		const { terminal } = new Keyboard(t, daemon, [url], { home: join(daemon.dir, 'home') });

		await terminal.shows('Ready');
		assert.equal(await terminal.ask('#{alternate_on}'), '1');
		process.kill(childOf(Number(await terminal.ask('#{pane_pid}'))), signal);
		await until(async () => (await terminal.ask('#{alternate_on}')) === '0', 'the first screen', 10);
		await terminal.type('typed');
		await terminal.shows('typed'); /* which is echoed again */
	});

/* the process that a shell has started */
function childOf(parent) {
	const [child] = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
		try {
			return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]) === parent;
		} catch {
			return false;
		}
	});

	return Number(child);
}

/* ---- line by line ---- */

/* The sentences of a handheld that is told these lines, each when what it waits for has been said; or that is done then. */
async function converse(daemon, command, dialogue) {
	const child = spawn(ADJUTANT, ['handheld', '--plain', ...command], {
		env: { ...process.env, LC_ALL: '', LC_MESSAGES: '', LANG: 'en_GB.UTF-8', ADJUTANT_STATE: '', XDG_STATE_HOME: join(daemon.dir, 'plain') },
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	let said = '', from = 0;

	child.stdout.on('data', (bytes) => { said += bytes; });
	for (const [wait, line] of dialogue) {
		await until(
			() => said.slice(from).includes(wait) || child.exitCode !== null,
			() => `it does not say "${wait}":\n${said}`,
		);
		if (!said.slice(from).includes(wait)) throw new Error(`it ended before "${wait}":\n${said}`);
		from = said.length;
		if (typeof line === 'function') await line();
		else child.stdin.write(`${line}\n`);
	}
	child.stdin.end();
	await once(child, 'exit');
	return said;
}

/* What it says to lines that were written down beforehand. */
async function dictate(daemon, command, file) {
	const child = spawn(ADJUTANT, ['handheld', '--plain', ...command], {
		env: { ...process.env, LC_ALL: '', LC_MESSAGES: '', LANG: 'en_GB.UTF-8', ADJUTANT_STATE: '', XDG_STATE_HOME: join(daemon.dir, 'plain') },
		stdio: [openSync(file), 'pipe', 'inherit'],
	});
	let said = '';

	child.stdout.on('data', (bytes) => { said += bytes; });
	const [status] = await once(child, 'close');
	assert.equal(status, 0, said);
	return said;
}

/* It finds the other seat by itself, with the credentials and keys that it has, and says so; afterwards its file is that seat's. */
test('colours_are_exchanged', async (t) => {
	const daemon = await startDaemon(t, { game: RULES }, { clock: new VirtualClock() });
	const { spectator } = await gatherAt(t, daemon);
	const { url } = await daemon.demand({ do: 'pair', seat: 'red' });
	const texts = catalogues.en;
	/* who sits alone needs nobody */
	const exchange = () => daemon.demand({ do: 'say', who: 'red', word: 'offer-game same swap' });
	const said = await converse(daemon, [url], [
		[texts['want.choose-setup'], exchange],
		[texts['console.colours-changed'], '?'],
		['Blue', 'q'],
	]);

	assert.ok(!said.includes(texts['conn.unpaired']), said);
	await spectator.until(({ state }) => state.game === 2, 'the next game');
	assert.deepEqual((await daemon.demand({ do: 'status' })).paired.sort(), ['blue', 'table']);
	const kept = readdirSync(join(daemon.dir, 'plain'), { recursive: true }).filter((each) => /handheld-/.test(each));
	assert.deepEqual(kept.map((each) => each.split('/').at(-1)), ['handheld-blue.json']);
});

test('lines_from_a_file', async (t) => {
	const daemon = await startDaemon(t, { game: RULES }, { clock: new VirtualClock() });
	const { url } = await daemon.demand({ do: 'pair', seat: 'red' });
	const texts = catalogues.en, lines = join(daemon.dir, 'lines');

	writeFileSync(lines, `${texts['setup.random']}\nready\n`);
	await dictate(daemon, [url], lines);
	const said = await dictate(daemon, [], '/dev/null');
	assert.ok(said.includes(texts['want.ready-place']), said);
});

test('line_by_line', async (t) => {
	const daemon = await startDaemon(t, { game: RULES }, { clock: new VirtualClock() });
	const { spectator, table } = await gatherAt(t, daemon);
	const { url } = await daemon.demand({ do: 'pair', seat: 'red' });
	const texts = catalogues.en;

	await new Table(table).show([...Object.keys(squaresOf(game.setup.red, 1))].map((sq) => `close ${sq}`));
	await daemon.clock.advance(100);
	const said = await converse(daemon, [url], [
		[texts['want.choose-setup'], texts['setup.paste']],
		[texts['console.type-formation'], 'nonsense'],
		['it needs 4 rows', game.setup.red],
		[texts['want.place-on-table'], texts['button.ready']],
		[texts['want.wait-ready'].replace('{side}', 'Blue'), 'l'],
		['R9', 'done'],
		[texts['why.game-not-in-play'], 'q'],
	]);
	await spectator.until(({ state }) => state.ready.red, 'red, who is ready');
	assert.ok(said.trimEnd().endsWith(texts['console.quit']), said);
});

await finish();
