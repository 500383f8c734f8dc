/*
 * Pictures of the pages for the README, from a real game: screenshots.mjs FOLDER [LANGUAGE]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LAPTOP, PHONE, Room, appears, closeBrowser, press } from './lib/room.mjs';
import { Play, recorded } from './lib/play.mjs';

const [folder, language = 'en-GB'] = process.argv.slice(2);
const READ_MS = 9000; /* after which a battle has folded */
const tidying = [];
const t = { after: (tidy) => tidying.unshift(tidy) };
const SHARP = { deviceScaleFactor: 2, locale: language };

const devices = {
	red: { ...PHONE, viewport: { width: 375, height: 720 }, ...SHARP },
	blue: { ...PHONE, viewport: { width: 375, height: 720 }, ...SHARP },
	table: { ...LAPTOP, locale: language },
	watch: { ...LAPTOP, locale: language },
	arbiter: { ...LAPTOP, locale: language },
	home: { ...PHONE, ...SHARP },
};

async function shoot(room, name, as = name) {
	const page = room.pages[name];

	await page.evaluate(() => scrollTo(0, 0));
	await page.screenshot({ path: join(folder, `${as}.png`) });
}

async function barrage() {
	const game = recorded('barrage');
	const room = await Room.open(t, {
		game: { edition: 'barrage', clock: 'fischer 20+10' },
		config: { board: { title: 'Board 1' } },
		seats: ['red', 'blue', 'table', 'arbiter'],
		devices,
	});
	const play = await Play.begin(room, game);

	await play.arrangeByTapping('red', { isUsed: false });
	await shoot(room, 'red', 'setup');
	await press(room.pages.red.locator('button.use'));
	await play.placeOnTable('red');
	await play.arrangeByTapping('blue');
	await play.placeOnTable('blue');
	for (const side of ['red', 'blue']) await play.sayReady(side);
	await room.until(({ phase }) => phase === 'play', 'the first turn');
	for (const action of game.actions.slice(0, 7)) await play.act(action);
	await play.act(game.actions[7], {
		inBattle: async () => {
			await room.clock.advance(500);
			await shoot(room, 'red', 'battle');
			await shoot(room, 'table');
			await shoot(room, 'watch');
		},
	});
	await room.clock.advance(READ_MS);
	await shoot(room, 'red', 'turn');
	await room.visit('home', '/', { beside: 'red' });
	await appears(room.pages.home.locator('.now .state'));
	await shoot(room, 'home');
	await shoot(room, 'arbiter');
}

async function cards() {
	const room = await Room.open(t, { game: { edition: 'battle-cards' }, devices });
	const play = await Play.begin(room, recorded('battle-cards'));

	await play.setUp({ paste: true });
	await press(room.pages.red.locator('.show-cards'));
	await room.pages.red.locator('.show-cards').scrollIntoViewIfNeeded();
	await room.pages.red.screenshot({ path: join(folder, 'cards.png') });
}

mkdirSync(folder, { recursive: true });
try {
	await barrage();
	await cards();
} finally {
	for (const tidy of tidying) await tidy();
	await closeBrowser();
}
