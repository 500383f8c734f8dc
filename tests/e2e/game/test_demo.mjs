/* make demo: the games that come with it are sound, and its people play them to the end. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { People } from '../../../web-ui/demo/people.mjs';
import { readGame } from '../../../web-ui/demo/record.mjs';
import { ADJUTANT, ADJUTANTD, startDaemon } from '../lib/daemon.mjs';
import { Dice } from '../lib/dice.mjs';
import { gather } from '../lib/people/players.mjs';
import { loadGame } from '../lib/tape.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';

const path = (name) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const run = promisify(execFile);
const demo = (...args) =>
	run(process.execPath, [path('web-ui/demo/demo.mjs'), ...args], {
		env: { ...process.env, ADJUTANTD },
	});

test('its_game_is_a_good_one', async () => {
	const file = path('web-ui/demo/games/barrage.game');
	const { stdout } = await run(ADJUTANT, ['judge', file]);

	assert.ok(!stdout.includes('illegal'), stdout);
	assert.match(stdout, /"result":"red","by":"flag"/);
	assert.ok(loadGame(file).actions.filter((action) => action.includes('x')).length >= 8);
});

/* its people play each game that comes with it, at their usual pace */
for (const name of ['barrage', 'battle-cards'])
	test(`plays_${name.replace('-', '_')}`, async (t) => {
		const game = readGame(path(`web-ui/demo/games/${name}.game`));
		const clock = new VirtualClock();
		const daemon = await startDaemon(t, { game: { edition: game.edition, ...game.options } }, { clock });
		const { red, blue, table } = await gather(t, daemon);
		const told = [], dice = new Dice(1), time = { now: () => clock.nowMs, wait: (ms) => clock.advance(ms) };
		const links = { red: red.link, blue: blue.link, table: table.link };
		const people = new People(links, { pace: 1, told: (line) => told.push(line), time, random: () => dice.throw() });

		await people.setUp(game);
		await people.play(game);
		assert.equal(told.length, game.actions.length);
		for (const [i, { action }] of game.actions.entries())
			if (/^[a-j]/.test(action)) assert.match(told[i], new RegExp(`^ *${i + 1}  (red |blue)  (\\+\\S+ )?${action}( |$)`));
		assert.equal(red.state.phase, 'over');
	});

test('ends_by_itself_if_it_is_to', async (t) => {
	const dir = mkdtempSync(join(tmpdir(), 'adjutant-demo-'));
	const file = join(dir, 'short.game');
	const duel = readFileSync(path('tests/games/duel.game'), 'utf8');

	t.after(() => rmSync(dir, { recursive: true }));
	writeFileSync(file, duel.replace(/^1 [^]*/m, '1 red resign\nresult blue resigned\n'));
	const { stdout } = await demo('--game', file, '--pace', '8', '--wait', '0', '--port', '0', '--once');
	assert.match(stdout, /^Watch it: http:\/\/127\.0\.0\.1:\d+\/watch$/m);
	assert.match(stdout, /^ *1  red   resign\n\nBernd \(blue\) wins: resigned\.\n$/m);
});

/* nothing happens before somebody is there to see it, and another board has its usual ports */
test('waits_until_somebody_looks', async (t) => {
	const running = execFile(process.execPath, [path('web-ui/demo/demo.mjs'), '--game', path('tests/games/duel.game'), '--pace', '8'], {
		env: { ...process.env, ADJUTANTD },
	});
	let said = '';

	t.after(() => running.kill());
	const until = (pattern) =>
		new Promise((resolve) => {
			const look = (text = '') => pattern.test((said += text)) && resolve(pattern.exec(said));

			running.stdout.on('data', look);
			look();
		});
	const [, address] = await until(/^Watch it: (http:.*)$/m);
	assert.notEqual(new URL(address).port, '8080');
	await until(/when somebody opens/);
	await fetch(address);
	await until(/^Somebody is there\.\n\n *1  red/m);
});

test('refuses_what_it_does_not_understand', async () => {
	for (const args of [['--pace', '0'], ['--pace', 'x'], ['--nonsense'], ['--wait', '-1'], ['--port', 'x']])
		await assert.rejects(demo(...args), ({ code, stderr }) => code === 2 && /^usage/.test(stderr));
	await assert.rejects(demo('--game', 'none.game'), ({ code }) => code === 1);
});

await finish();
