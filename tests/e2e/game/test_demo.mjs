/* make demo: the games that come with it are sound, and one is played to its end by itself. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ADJUTANT, ADJUTANTD } from '../lib/daemon.mjs';
import { loadGame } from '../lib/tape.mjs';
import { finish, test } from '../lib/tap.mjs';

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

test('plays_a_whole_game', async () => {
	const { stdout } = await demo(
		'--game', path('tests/games/duel.game'), '--pace', '4', '--wait', '0', '--port', '0', '--once',
	);
	const { actions } = loadGame(path('tests/games/duel.game'));

	assert.match(stdout, /^Watch it: http:\/\/127\.0\.0\.1:\d+\/watch$/m);
	for (const [i, action] of actions.entries())
		assert.match(stdout, new RegExp(`^ *${i + 1}  (red |blue)  ${action}( |$)`, 'm'));
	assert.match(stdout, /^Anna \(red\) wins: \w+\.$|^Bernd \(blue\) wins: \w+\.$/m);
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
