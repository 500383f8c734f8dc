/* Codes, boxes and pairing: the same bytes as libsodium, and what happens when it fails. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
	commitment,
	formatCode,
	fromHex,
	open,
	openText,
	parseCode,
	parseShortCode,
	seal,
	sealText,
	toHex,
} from '../../../web-ui/link/code.js';
import * as cpace from '../../../web-ui/link/cpace.js';
import { agree, makeKeys, prove } from '../../../web-ui/link/exchange.js';
import * as short from '../../../web-ui/link/short.js';
import { discover, pair } from '../../../web-ui/link/pair.js';
import { use } from '../../../web-ui/common/i18n.js';
import { reasonOf } from '../../../web-ui/common/seat.js';
import { finish, test } from '../lib/tap.mjs';

const vectors = JSON.parse(readFileSync(new URL('../lib/vectors.json', import.meta.url), 'utf8'));

/* ---- codes, boxes ---- */

test('codes_as_libsodium_has_them', () => {
	for (const { seed, code } of vectors.codes) {
		assert.equal(formatCode(fromHex(seed)), code);
		for (const typed of [
			code,
			code.toUpperCase(),
			code.replaceAll('-', ''),
			` ${code.replaceAll('-', ' ')} `,
		])
			assert.equal(toHex(parseCode(typed)), seed, typed);
	}
});

test('what_is_no_code', () => {
	const [{ code }] = vectors.codes;
	const letters = code.replaceAll('-', '');

	for (const bad of [
		'',
		letters.slice(1),
		`${letters}a`,
		letters.replace('q', '1'),
		letters.replace('q', '8'),
		letters.replace(/4$/, '5'),
		letters.replace('q', 'ä'),
		letters.replace('q', '_'),
	])
		assert.equal(parseCode(bad), null, bad);
});

test('boxes_as_libsodium_has_them', () => {
	for (const { key, nonce, block, text, box } of vectors.boxes) {
		assert.equal(toHex(sealText(fromHex(key), text, block, fromHex(nonce))), box);
		assert.equal(openText(fromHex(key), fromHex(box)).trimEnd(), text);
		assert.deepEqual(open(fromHex(key), Buffer.from(box, 'hex')), JSON.parse(text));
	}
});

test('boxes_that_were_touched_stay_shut', () => {
	const [{ key, box }] = vectors.boxes;

	for (let i = 0; i < box.length / 2; i++) {
		const bytes = fromHex(box);
		bytes[i] ^= 1 << (i % 8);
		assert.equal(open(fromHex(key), bytes), null, `byte ${i}`);
	}
	for (const length of [0, 10, 23, 24, 39, 40, box.length / 2 - 1])
		assert.equal(
			open(fromHex(key), fromHex(box).subarray(0, length)),
			null,
			`${length} bytes`,
		);
	assert.equal(open(fromHex(vectors.boxes[1].key), fromHex(box)), null);
	assert.equal(open(fromHex(key), sealText(fromHex(key), 'not JSON', 256)), null);
});

test('boxes_have_few_sizes_and_no_nonce_twice', () => {
	const key = fromHex(vectors.boxes[0].key);
	const sizes = new Set(),
		nonces = new Set();

	for (let length = 0; length < 600; length += 7) {
		const box = seal(key, 'x'.repeat(length), 256);
		sizes.add(box.length - 40);
		nonces.add(toHex(box.subarray(0, 24)));
	}
	assert.deepEqual([...sizes], [256, 512, 768]);
	assert.equal(nonces.size, 86);
});

test('commitments_as_libsodium_has_them', () => {
	for (const { game, commitment: published, ...opening } of vectors.commitments) {
		assert.equal(commitment(game, opening), published);
		assert.notEqual(commitment(game, { ...opening, code: '3' }), published);
	}
});

/* ---- the exchange of keys ---- */

test('keys_as_libsodium_makes_them', () => {
	for (const vector of vectors.exchanges) {
		const { seat, board } = vector, seed = fromHex(vector.seed);
		const [device, daemon] = ['device', 'daemon'].map((who) => makeKeys(fromHex(vector[`${who}_secret`])));
		const sides = [
			agree({ own: device, theirs: daemon.publicKey, seed, seat, board }),
			agree({ own: daemon, theirs: device.publicKey, isDevice: false, seed, seat, board }),
		];

		assert.deepEqual([device, daemon].map(({ publicKey }) => toHex(publicKey)), [vector.device_key, vector.daemon_key]);
		assert.equal(toHex(prove(seed, device.publicKey)), vector.proof);
		for (const { up, down } of sides)
			assert.deepEqual([toHex(up), toHex(down)], [vector.up, vector.down]);
	}
	assert.ok(vectors.exchanges.length > 1);
});

test('weak_keys_make_none', () => {
	const own = makeKeys();

	for (const weak of vectors.weak_keys)
		assert.equal(agree({ own, theirs: fromHex(weak), seed: fromHex(vectors.codes[0].seed), seat: 'red', board: 'b' }), null, weak);
	for (const theirs of [null, new Uint8Array(0), new Uint8Array(31), new Uint8Array(33).fill(9)])
		assert.equal(agree({ own, theirs, seed: fromHex(vectors.codes[0].seed), seat: 'red', board: 'b' }), null);
});

/* ---- short codes ---- */

const bytesOf = (vector, ...names) => names.map((name) => fromHex(vector[name]));

test('cpace_as_its_draft_has_it', () => {
	const { no_shares: noShares, ...vector } = vectors.cpace;
	const [password, channel, session] = bytesOf(vector, 'password', 'channel', 'session');
	const terms = { password, channel, session };
	const messages = ['first', 'second'].map((who) => {
		const [secret, data] = bytesOf(vector, `${who}_secret`, `${who}_data`);

		return { secret, data, share: cpace.makeShare(terms, secret) };
	});

	assert.deepEqual(messages.map(({ share }) => toHex(share)), [vector.first_share, vector.second_share]);
	for (const [own, other] of [messages, [...messages].reverse()]) {
		assert.equal(toHex(cpace.agree(terms, own.secret, other.share, messages)), vector.key);
		for (const none of noShares)
			assert.equal(cpace.agree(terms, own.secret, fromHex(none), messages), null, none);
	}
});

test('short_codes_as_the_daemon_makes_keys_of_them', () => {
	for (const vector of vectors.shorts) {
		const { code, seat, board } = vector;
		const [device, daemon] = ['device', 'daemon'].map((who) => short.begin({ code, seat }, fromHex(vector[`${who}_secret`])));
		const sides = [
			short.agree({ own: device, theirs: daemon.share, code, seat, board }),
			short.agree({ own: daemon, theirs: device.share, isDevice: false, code, seat, board }),
		];

		assert.deepEqual([device, daemon].map(({ share }) => toHex(share)), [vector.device_share, vector.daemon_share]);
		for (const { keys, deviceProof, daemonProof } of sides)
			assert.deepEqual(
				[keys.up, keys.down, deviceProof, daemonProof].map(toHex),
				[vector.up, vector.down, vector.device_proof, vector.daemon_proof],
			);
	}
	assert.ok(vectors.shorts.length > 1);
});

test('short_codes_as_people_type_them', () => {
	for (const typed of ['R4K7WQ', 'r4k-7wq', ' R4K 7WQ ']) assert.equal(parseShortCode(typed), 'R4K7WQ');
	for (const typed of ['', 'R4K7W', 'R4K7WQ2', 'R4K7W0', 'R4K7WO', 'R4K7W1', 'R4K7WI', 'X4K7WQ', vectors.codes[0].code])
		assert.equal(parseShortCode(typed), null, typed);
});

/* A board that makes keys of this short code; change: what somebody in between makes of its answers. */
function shortBoard({ code = 'R4K7WQ', board = 'table', content = granted, change = (answer) => answer } = {}) {
	let own, made;
	const answers = {
		share({ seat, share }) {
			own = short.begin({ code, seat });
			made = short.agree({ own, theirs: fromHex(share), isDevice: false, code, seat, board });
			return { v: 1, seat, board, share: toHex(own.share), session: 'aa' };
		},
		session({ seat, session, proof }) {
			const box = Buffer.from(seal(made.keys.down, content, 256)).toString('base64');

			assert.equal(session, 'aa');
			return { v: 1, seat, board, proof: toHex(made.daemonProof), box, right: proof === toHex(made.deviceProof) };
		},
	};

	return async (url, { body }) => {
		const asked = JSON.parse(body);
		const step = asked.session ? 'session' : 'share';
		const answer = change(answers[step](asked), step);

		assert.equal(new URL(url).pathname, '/short');
		return { ok: true, status: 200, json: async () => answer };
	};
}

test('pairing_with_a_short_code', async () => {
	const access = await pair('r4k-7wq', { base: 'http://board.local/play', fetch: shortBoard() });

	assert.equal(access.seat, 'red');
	assert.match(access.up + access.down, /^[0-9a-f]{128}$/);
	await assert.rejects(pair('X4K7WQ', { fetch: assert.fail }), { kind: 'wrong' });
});

test('impostors_who_do_not_know_the_short_code', async () => {
	const atStep = (which, more) => ({ change: (answer, step) => (step === which ? { ...answer, ...more } : answer) });
	const impostors = [
		{ code: 'R4K7WR' },
		atStep('share', { v: 2 }), atStep('share', { board: 'other' }), atStep('share', { board: 7 }), atStep('share', { share: '00'.repeat(32) }),
		atStep('share', { share: 'ff' }), atStep('share', { share: 7 }), atStep('share', { share: vectors.shorts[0].daemon_share }),
		atStep('session', { proof: '00'.repeat(32) }), atStep('session', { proof: undefined }), atStep('session', { box: '!' }),
		{ content: { ...granted, seat: 'blue' } }, { content: { ...granted, board: 'other' } },
	];

	for (const impostor of impostors)
		await assert.rejects(pair('R4K7WQ', { base: 'http://b/', fetch: shortBoard(impostor) }), { kind: 'impostor' }, JSON.stringify(impostor));
});

/* ---- pairing ---- */

const [{ code, seed }] = vectors.codes;
const granted = {
	seat: 'red',
	board: 'table',
	user: 'u',
	password: 'p',
	client: 'c',
	websocket: 9001,
};

function answering(status, body, seen = {}) {
	return async (url, options) => {
		Object.assign(seen, { url: String(url), ...options });
		return { ok: status === 200, status, json: async () => (typeof body === 'function' ? body(JSON.parse(options.body)) : body) };
	};
}

/* A board that knows this code; change: what somebody in between makes of its answer. */
function boardWith({ known = seed, seat = 'red', content = granted, key = 'down', change = (answer) => answer } = {}, seen = {}) {
	return answering(200, (claimed) => {
		const own = makeKeys();

		seen.keys = agree({ own, theirs: fromHex(claimed.key), isDevice: false, seed: fromHex(known), seat, board: 'table' });
		return change({
			v: 2, seat, board: 'table', key: toHex(own.publicKey),
			box: Buffer.from(seal(seen.keys[key], content, 256)).toString('base64'),
		});
	}, seen);
}

test('pairing', async () => {
	const seen = {};
	const fetch = boardWith({}, seen);
	const access = await pair(code, { base: 'http://board.local:8080/play', fetch });
	const { v, key, proof, ...more } = JSON.parse(seen.body);

	assert.deepEqual([seen.url, seen.method, v, more], ['http://board.local:8080/pair', 'POST', 2, {}]);
	assert.equal(proof, toHex(prove(fromHex(seed), fromHex(key))));
	assert.deepEqual(access, {
		...granted,
		base: 'http://board.local:8080/',
		url: 'ws://board.local:9001/',
		down: toHex(seen.keys.down),
		up: toHex(seen.keys.up),
	});
	for (const secret of [code.replaceAll('-', ''), seed])
		assert.ok(!JSON.stringify(seen).includes(secret), 'the code travels');
	const safe = await pair(code, { base: 'https://board.local/play', fetch });
	assert.equal(safe.url, 'wss://board.local:9001/');
	assert.notEqual(safe.up, access.up, 'each pairing has keys of its own');
});

test('pairing_that_fails', async () => {
	const base = 'http://board.local/';
	const attempt = (fetch, typed = code) => pair(typed, { base, fetch });

	await assert.rejects(attempt(answering(403, { error: 'No.' })), {
		status: 403,
		message: 'No.',
	});
	await assert.rejects(attempt(answering(429, { error: 'Wait.' })), {
		status: 429,
		message: 'Wait.',
	});
	await assert.rejects(attempt(answering(400, { error: 'Old.' })), { status: 400, kind: 'version' });
	await assert.rejects(attempt(answering(500, null)), { status: 500 });
	await assert.rejects(
		attempt(async () => {
			throw new TypeError('x');
		}),
		{ status: 0, message: /reached/ },
	);
	await assert.rejects(attempt(assert.fail, 'abcd'), { status: 0, message: /not a code/ });
});

test('what_was_mistyped_is_said', async () => {
	const texts = JSON.parse(readFileSync(new URL('../../../web-ui/lang/en.json', import.meta.url), 'utf8'));
	const reason = (typed) => pair(typed, { fetch: assert.fail }).catch((error) => reasonOf(error, typed));

	use('en', texts);
	for (const typed of [`${'a'.repeat(25)}z`, 'ABCD-EFGH-ABCD-EFGH-ABCD-EFGH-AZ', 'X4K-7WQ'])
		assert.equal(await reason(typed), texts['pair.mistyped'], typed);
	for (const typed of ['', 'abcd', 'a'.repeat(27), `${'a'.repeat(25)}1`])
		assert.equal(await reason(typed), texts['pair.wrong'], typed);
});

/* An answer by anybody else, or changed on the way, or of the time before there was an exchange. */
test('pairing_with_an_impostor', async () => {
	const other = vectors.codes[1].seed, own = makeKeys();
	const without = (name) => ({ change: ({ [name]: _, ...answer }) => answer });
	const changed = (more) => ({ change: (answer) => ({ ...answer, ...more }) });
	const impostors = [
		{ known: other }, { key: 'up' },
		...['v', 'seat', 'board', 'key', 'box'].map(without),
		...vectors.weak_keys.map((key) => changed({ key })),
		changed({ v: 1 }), changed({ seat: 'blue' }), changed({ board: 'tables' }), changed({ key: toHex(own.publicKey) }), changed({ key: 7 }), changed({ box: '!' }),
		{ content: { ...granted, seat: 'blue' } }, { content: { ...granted, board: 'other' } }, { content: 'x' },
		{ change: ({ box }) => ({ box }) },
	];

	for (const impostor of impostors)
		await assert.rejects(pair(code, { base: 'http://board.local/', fetch: boardWith(impostor) }), {
			status: 0, kind: 'impostor', message: /did not come from/,
		});
	await assert.rejects(pair(code, { base: 'http://board.local/', fetch: answering(200, {}) }), { kind: 'impostor' });
});

test('pairing_with_a_board_that_is_starting', async () => {
	const answers = [
		answering(503, { error: 'Starting.' }),
		boardWith(),
	];
	const fetch = (url, options) => answers.shift()(url, options);

	assert.equal((await pair(code, { base: 'http://b/', fetch })).seat, 'red');
	assert.equal(answers.length, 0);
});

test('finding_the_board', async () => {
	const config = { board: 'table', title: 'T', watch: 9003, version: '1' };
	const seen = {};

	assert.deepEqual(
		await discover({ base: 'http://b:1/watch', fetch: answering(200, config, seen) }),
		{ ...config, url: 'ws://b:9003/' },
	);
	assert.equal(seen.url, 'http://b:1/config.json');
});

await finish();
