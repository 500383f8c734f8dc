/*
 * The virtual table's sensors, and an attacker who has overheard the credentials and every box of its page:
 * who may publish in its place, then, but must not move a piece.
 */
import assert from 'node:assert/strict';
import { BLOCKS, fromHex, sealText } from '../../../web-ui/link/code.js';
import { figures, Intruder, ROOT } from '../lib/attacks/intruder.mjs';
import { TableVoice } from '../lib/attacks/table_voice.mjs';
import { QuickGame } from '../lib/people/quick_game.mjs';
import { finish, test } from '../lib/tap.mjs';

/* in real time, in which a machine may be so busy that a piece that is put back at once seems to be held */
const UNASKED = { game: { 'nudge-ms': 3600000 } };
const game = await new QuickGame({ clock: null, config: UNASKED }).begin({ battles: false });
const { daemon, players, access } = game;
const SAY = `${ROOT}table/say`;

const readings = async () => (await daemon.ask({ do: 'status' })).readings;
const dropped = async () => (await figures(daemon.base)).forged_total;

/* The page is away while a thief is connected under its name; after it the page shows its frame. */
async function asTable(run) {
	players.table.link.close();
	const thief = await Intruder.connect(game.url, access.table);
	try {
		return await run(thief);
	} finally {
		thief.end();
		players.table.link.open();
		await players.table.until(({ link }) => link.online, 'its seat again');
	}
}

/* Publishes boxes, and waits until the daemon has dropped them all, or heard one. */
async function assertDropped(thief, boxes) {
	const before = { dropped: await dropped(), readings: await readings() };

	for (const box of boxes) await thief.publish(SAY, box);
	while (await dropped() < before.dropped + boxes.length && await readings() === before.readings);
	assert.deepEqual({ dropped: await dropped(), readings: await readings() }, { ...before, dropped: before.dropped + boxes.length });
}

const flipped = (box, at) => Buffer.from(box.map((byte, i) => i === at ? byte ^ 1 : byte));
const keyed = (key, text) => Buffer.from(sealText(fromHex(key), text, BLOCKS.say));
let recorded;

test('lines_without_a_box_are_dropped', () => asTable((thief) =>
	assertDropped(thief, ['open f4', 'close f5', 'open f4\nclose f5', `frame ${Array(10).fill('0000000000').join('/')}`].map((text) => Buffer.from(text)))));

test('boxes_of_others_are_dropped', () => asTable(async (thief) => {
	const voice = await TableVoice.of(access.table), good = voice.say('open f4');
	const text = JSON.stringify({ run: '0'.repeat(32), epoch: 1, n: 1, lines: 'open f4' });

	await assertDropped(thief, [
		...[access.table.down, access.red.up, access.blue.up, '00'.repeat(32)].map((key) => keyed(key, text)),
		...[0, 24, 40, good.length - 1].map((at) => flipped(good, at)), good.subarray(1), Buffer.concat([good, good]),
	]);
}));

test('a_box_is_heard_once', () => asTable(async (thief) => {
	const voice = await TableVoice.of(access.table), before = await readings();

	recorded = [voice.say('close e5'), voice.say('open e5')];
	for (const box of recorded) await thief.publish(SAY, box);
	while (await readings() < before + 2);
	await assertDropped(thief, [...recorded, ...recorded.toReversed()]);
	/* nor one that was held back while later ones passed */
	const [held, later] = [voice.say('close e5'), voice.say('open e5')];
	await thief.publish(SAY, later);
	await assertDropped(thief, [held, later]);
}));

test('nor_is_it_from_another_place', () => asTable(async (thief) => {
	const [first, second] = [await TableVoice.of(access.table), await TableVoice.of(access.table)];
	const before = await dropped();

	await thief.publish(SAY, second.say('open e5'));
	await assertDropped(thief, [first.say('close e5'), ...recorded]);
	assert.equal(await dropped(), before + 3);
	await assertDropped(thief, [second.say('close e5', { epoch: 2 ** 53 - 1 }), second.say('close e5', { run: '0'.repeat(32) })]);
}));

test('nor_is_it_after_the_daemon_was_killed', async () => {
	let unsaid;

	await asTable(async (thief) => {
		const voice = await TableVoice.of(access.table);

		await thief.publish(SAY, voice.say('open e5'));
		unsaid = voice.say('close e5'); /* has never arrived */
	});
	await daemon.kill();
	await daemon.start();
	for (const player of Object.values(players))
		await player.until(({ link }) => link.online, 'the daemon');
	/* more places than were given before, or those of the boxes would be unknown for their numbers alone */
	for (let i = 0; i < 20; i++) await TableVoice.of(access.table);
	await asTable((thief) => assertDropped(thief, [unsaid, ...recorded]));
});

test('the_table_itself_is_heard_after_all_that', async () => {
	await game.table.showAll();
	await game.move();
	await game.move();
});

await finish();
await game.end();
