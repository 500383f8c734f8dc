/*
 * Attacks on short codes, which have 25 secret bits: whoever guesses, repeats, mixes or listens gains nothing, and
 * however many addresses they come from, the player with the right code has the seat.
 */
import assert from 'node:assert/strict';
import { fromHex, parseShortCode, toHex } from '../../../web-ui/link/code.js';
import { pair } from '../../../web-ui/link/pair.js';
import * as short from '../../../web-ui/link/short.js';
import { ask } from '../lib/attacks/intruder.mjs';
import { startDaemon } from '../lib/daemon.mjs';
import { Player } from '../lib/people/players.mjs';
import { finish, test } from '../lib/tap.mjs';
import { VirtualClock } from '../lib/virtual_clock.mjs';

const BARRAGE = { game: { edition: 'barrage' } };
const MINUTE_MS = 60000;

async function post(base, body, from) {
	const { status, body: text } = await ask(base, '/short', { method: 'POST', body: JSON.stringify(body), from });

	return { status, answer: JSON.parse(text.toString()) };
}

/* What a page does by its own hand, so that each step can be another's; null where it is not let further. */
class Guesser {
	constructor(base, from) {
		this.base = base;
		this.from = from;
	}

	async begin(code, seat = 'red') {
		Object.assign(this, { code, seat, own: short.begin({ code, seat }) });
		const { status, answer } = await post(this.base, { v: 1, seat, share: toHex(this.own.share) }, this.from);

		this.opening = answer;
		return status;
	}

	get made() {
		const { share, board } = this.opening;

		return short.agree({ own: this.own, theirs: fromHex(share), code: this.code, seat: this.seat, board });
	}

	get claim() {
		return { v: 1, seat: this.seat, session: this.opening.session, proof: toHex(this.made.deviceProof) };
	}

	async guess(code, seat) {
		const begun = await this.begin(code, seat);

		return begun === 200 ? (await post(this.base, this.claim, this.from)).status : begun;
	}
}

const codeFor = async (daemon, seat = 'red', more = {}) => parseShortCode((await daemon.demand({ do: 'pair', seat, ...more })).short);

/* another code for that seat */
function wrong(code, n = 0) {
	const signs = [...'23456789ABCDEFGHJKLMNPQRSTUVWXYZ'].filter((sign) => sign !== code[5]);

	return code.slice(0, 5) + signs[n % signs.length];
}

test('a_short_code_seats_a_player_and_nobody_after', async (t) => {
	const daemon = await startDaemon(t, BARRAGE);
	const { short: text, code: long } = await daemon.demand({ do: 'pair', seat: 'red' });
	const access = await pair(text.toLowerCase(), { base: daemon.base });
	const red = new Player('red', access);
	t.after(() => red.link.close());

	await red.until(({ link, state }) => link.online && state, 'the board');
	assert.equal(access.seat, 'red');
	await assert.rejects(pair(text, { base: daemon.base }), { status: 403 });
	await assert.rejects(pair(long, { base: daemon.base }), { status: 403 });
	await red.link.say('formation ../..');
	assert.ok(!daemon.log.includes(text) && !daemon.log.includes(parseShortCode(text)), 'a code is in the log');
});

test('a_long_code_uses_up_the_short_one', async (t) => {
	const daemon = await startDaemon(t, BARRAGE);
	const { short: text, url, code } = await daemon.demand({ do: 'pair', seat: 'blue' });

	await pair(code, { base: url });
	await assert.rejects(pair(text, { base: daemon.base }), { status: 403 });
});

test('wrong_codes_and_copies_gain_nothing', async (t) => {
	const daemon = await startDaemon(t, BARRAGE);
	const code = await codeFor(daemon);
	const guesser = new Guesser(daemon.base, '127.0.0.7'), player = new Guesser(daemon.base, '127.0.0.8');

	assert.equal(await guesser.guess(wrong(code)), 403);
	await player.begin(code);
	const { claim } = player;
	/* another's proof, for another's session */
	await guesser.begin(code);
	assert.equal((await post(daemon.base, { ...guesser.claim, proof: claim.proof }, '127.0.0.9')).status, 403);
	assert.equal((await post(daemon.base, { ...claim, session: guesser.claim.session }, '127.0.0.9')).status, 403);
	assert.equal((await post(daemon.base, claim, '127.0.0.8')).status, 200);
	/* what was overheard, word for word */
	for (const copy of [claim, guesser.claim])
		assert.equal((await post(daemon.base, copy, '127.0.0.10')).status, 403);
	await codeFor(daemon, 'red', { move: true });
	assert.equal((await post(daemon.base, claim, '127.0.0.10')).status, 403);
});

test('exchanges_of_two_seats_are_not_mixed', async (t) => {
	const daemon = await startDaemon(t, BARRAGE);
	const red = await codeFor(daemon, 'red');

	await codeFor(daemon, 'blue');
	const mixed = new Guesser(daemon.base, '127.0.0.7');
	assert.equal(await mixed.guess(red, 'blue'), 403);
	await mixed.begin(red, 'red');
	assert.equal((await post(daemon.base, { ...mixed.claim, seat: 'blue' }, '127.0.0.7')).status, 403);
	assert.deepEqual((await daemon.ask({ do: 'status' })).paired, []);
	assert.equal((await post(daemon.base, mixed.claim, '127.0.0.7')).status, 200);
	assert.deepEqual((await daemon.ask({ do: 'status' })).paired, ['red']);
});

test('what_has_no_form_or_another_version', async (t) => {
	const daemon = await startDaemon(t, BARRAGE);
	const code = await codeFor(daemon);
	const guesser = new Guesser(daemon.base, '127.0.0.7');
	await guesser.begin(code);
	const { claim } = guesser;
	const statuses = [
		[400, { ...claim, v: 2 }], [400, { ...claim, v: 0 }], [400, { seat: 'red' }], [400, []], [400, 'x'],
		[403, { ...claim, seat: 'green' }], [403, { ...claim, seat: 7 }], [403, { ...claim, proof: claim.proof.slice(2) }],
		[403, { ...claim, session: claim.session.slice(2) }], [403, { ...claim, session: claim.session.replace(/^../, (digits) => (digits === '00' ? '01' : '00')) }],
		[403, { v: 1, seat: 'red' }], [403, { v: 1, seat: 'red', share: 'FF'.repeat(32) }], [403, { v: 1, seat: 'arbiter', share: '11'.repeat(32) }],
	];

	for (const [status, body] of statuses) assert.equal((await post(daemon.base, body, '127.0.0.11')).status, status, JSON.stringify(body));
	/* shares that are no points are answered, since a board that looks would tell nothing either, and lead nowhere */
	for (const share of ['00'.repeat(32), 'ff'.repeat(32)]) {
		const { status, answer } = await post(daemon.base, { v: 1, seat: 'red', share }, '127.0.0.12');

		if (status === 200)
			assert.equal((await post(daemon.base, { ...claim, session: answer.session }, '127.0.0.12')).status, 403);
	}
	assert.equal((await post(daemon.base, claim, '127.0.0.13')).status, 200);
});

test('guesses_from_many_addresses_are_few_and_lock_nobody_out', async (t) => {
	const clock = new VirtualClock();
	const daemon = await startDaemon(t, BARRAGE, { clock });
	const code = await codeFor(daemon);
	const guessers = Array.from({ length: 40 }, (_, i) => new Guesser(daemon.base, `127.0.1.${i + 1}`));
	const counts = {};

	for (let minute = 0; minute < 4; minute++) {
		for (const guesser of guessers)
			for (let n = 0; n < 8; n++) {
				const status = await guesser.guess(wrong(code, n));

				counts[status] = (counts[status] ?? 0) + 1;
			}
		await clock.advance(MINUTE_MS);
	}
	/* six at once, then three a minute */
	assert.ok(counts[403] <= 40 * (7 + 3 * 4), JSON.stringify(counts));
	assert.ok(counts[429] > 0 && !counts[200], JSON.stringify(counts));
	assert.equal(await new Guesser(daemon.base, '127.0.2.1').guess(code), 200);
	assert.match(daemon.log, /seat red.*somebody is guessing/);
});

await finish();
