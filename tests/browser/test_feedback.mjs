/*
 * What is seen at once, in a browser: that a piece is lifted and set down, before there is a verdict; and
 * a battle, in which both pieces are turned over, on every page as far as it may know them.
 */
import assert from 'node:assert/strict';
import { Room, appears, closeBrowser } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';
import { finish, test } from '../e2e/lib/tap.mjs';

const DEBOUNCED_MS = 60; /* and told; far from still */
const SETTLED_MS = 2000;
const SCREENS = ['red', 'blue', 'watch'];

async function begin(t, options = {}) {
	const game = recorded('barrage');
	const room = await Room.open(t, { game: { edition: 'barrage' }, ...options });
	const play = await Play.begin(room, game);

	await play.setUp({ paste: true });
	return { room, play, game };
}

/* as often as there are any: it was said to the page before the time went on */
const counts = (room, selector) =>
	Promise.all(SCREENS.map((name) => room.pages[name].locator(selector).count()));

test('hands_are_seen_before_the_verdict', async (t) => {
	const { room, game } = await begin(t);
	const [, from, to] = /(\w\d+)-(\w\d+)/.exec(game.actions[0]);
	const { table } = room.pages;

	await table.locator(`.board [data-square="${from}"]`).focus();
	await table.keyboard.press('Enter');
	await room.clock.advance(DEBOUNCED_MS);
	for (const name of SCREENS) await appears(room.pages[name].locator(`.lifted[data-piece="${from}"]`));
	assert.match(await room.pages.red.locator('.last').innerText(), new RegExp(`^${from}: lifted`));
	await table.locator(`.board [data-square="${to}"]`).focus();
	await table.keyboard.press('Enter');
	await room.clock.advance(DEBOUNCED_MS);
	for (const name of SCREENS) await appears(room.pages[name].locator(`.ghost.red[data-ghost="${to}"]`));
	assert.equal((await room.status()).plies, 0, 'there is no verdict yet');
	await room.clock.advance(SETTLED_MS);
	await room.until(({ plies }) => plies === 1, 'the verdict');
	for (const name of SCREENS) await appears(room.pages[name].locator(`[data-piece="${to}"]:not(.lifted)`));
	assert.deepEqual(await counts(room, '.ghost, .lifted'), [0, 0, 0]);
});

test('a_battle_is_turned_over_where_it_may_be_seen', async (t) => {
	const { room, play, game } = await begin(t);
	const at = game.actions.findIndex((action) => action.includes('x'));

	for (const action of game.actions.slice(0, at)) await play.act(action);
	await play.act(game.actions[at], {
		inBattle: async () => {
			for (const side of ['red', 'blue']) {
				await appears(room.pages[side].locator('.battle'));
				assert.equal(await room.pages[side].locator('.battle .reveal [data-figure]').count(), 2, side);
			}
			for (const name of ['watch', 'table']) {
				await appears(room.pages[name].locator('.battle-card'));
				assert.equal(await room.pages[name].locator('.battle-card .reveal').count(), 2);
				assert.equal(await room.pages[name].locator('[data-figure]').count(), 0, 'no rank is for all');
			}
			/* drawn anew for another reason, it is not turned over again */
			const reveal = await room.pages.red.locator('.battle .reveal').first().elementHandle();
			await room.clock.advance(100);
			assert.ok(await reveal.evaluate((element) => element.isConnected));
		},
	});
	await room.clock.advance(7000);
	assert.ok(await room.pages.table.locator('.battle-card').isHidden());
});

test('sound_voice_and_language_are_chosen_on_the_page', async (t) => {
	const room = await Room.open(t, { seats: ['table'] });

	for (const name of ['watch', 'table']) {
		const page = room.pages[name];

		await page.evaluate(() => {
			globalThis.spoken = [];
			speechSynthesis.speak = ({ text, lang, volume }) => globalThis.spoken.push([text, lang, Math.round(volume * 10)]);
		});
		await page.locator('.settings-button').click();
		await page.locator('dialog .volume').fill('0.2');
		await page.getByLabel('Read aloud').check();
		const { sounds, spoken } = await page.evaluate(async () => {
			const { Teller } = await import('/common/teller.js');
			const teller = new Teller({ isOnAtFirst: false });

			teller.tell({ event: 'move', side: 'red', from: 'a4', sq: 'a5' });
			return { sounds: [teller.sound.volume, teller.voice.isOn], spoken: globalThis.spoken };
		});
		assert.deepEqual(sounds, [0.2, true], `${name}: it is remembered`);
		assert.deepEqual(spoken, [['Red: a4 to a5.', 'en', 2]], name);
	}
	await room.pages.watch.locator('dialog .language').selectOption('de');
	await appears(room.pages.watch.getByRole('button', { name: 'Ton und Sprache' }));
});

/* every tune is made of what the browser has, and none stops the page */
test('each_tune_can_be_played', async (t) => {
	const room = await Room.open(t, { seats: [] });
	const { watch } = room.pages;

	await watch.evaluate(async () => {
		const { Sound } = await import('/common/sound.js');

		globalThis.sound = new Sound();
	});
	await watch.locator('body').press('a'); /* before that browsers allow none */
	const heard = await watch.evaluate(() => {
		const started = [];
		const { start } = AudioScheduledSourceNode.prototype;

		AudioScheduledSourceNode.prototype.start = function (...at) {
			started.push(at[0]);
			return start.apply(this, at);
		};
		return ['move', 'turn', 'question', 'bad', 'battle', 'end'].map((name) => {
			started.length = 0;
			globalThis.sound.play(name);
			return started.length;
		});
	});
	assert.ok(heard.every((count) => count > 0), heard.join());
	await watch.evaluate(() => globalThis.sound.switchTo(false));
	assert.equal(await watch.evaluate(() => localStorage.getItem('adjutant/sound')), 'off');
});

await finish();
await closeBrowser();
