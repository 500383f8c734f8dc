/* Codes, boxes and pairing: the same bytes as libsodium, and what happens when it fails. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
	commitment,
	derive,
	formatCode,
	fromHex,
	open,
	openText,
	parseCode,
	seal,
	sealText,
	toHex,
} from '../../../web-ui/link/code.js';
import { discover, pair } from '../../../web-ui/link/pair.js';
import { finish, test } from '../lib/tap.mjs';

const vectors = JSON.parse(readFileSync(new URL('../lib/vectors.json', import.meta.url), 'utf8'));

/* ---- codes, boxes ---- */

test('codes_as_libsodium_has_them', () => {
	for (const { seed, code, ...derived } of vectors.codes) {
		assert.equal(formatCode(fromHex(seed)), code);
		for (const typed of [
			code,
			code.toUpperCase(),
			code.replaceAll('-', ''),
			` ${code.replaceAll('-', ' ')} `,
		])
			assert.equal(toHex(parseCode(typed)), seed, typed);
		for (const [purpose, bytes] of Object.entries(derived))
			assert.equal(toHex(derive(fromHex(seed), purpose)), bytes, purpose);
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

/* ---- pairing ---- */

const [{ code, seed, claim }] = vectors.codes;
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
		return { ok: status === 200, status, json: async () => body };
	};
}

function boxFor(value, purpose = 'down') {
	return Buffer.from(seal(derive(fromHex(seed), purpose), value, 256)).toString('base64');
}

test('pairing', async () => {
	const seen = {};
	const fetch = answering(200, { box: boxFor(granted) }, seen);
	const access = await pair(code, { base: 'http://board.local:8080/play', fetch });

	assert.deepEqual(
		[seen.url, seen.method, seen.body],
		['http://board.local:8080/pair', 'POST', JSON.stringify({ claim })],
	);
	assert.deepEqual(access, {
		...granted,
		url: 'ws://board.local:9001/',
		down: vectors.codes[0].down,
		up: vectors.codes[0].up,
	});
	assert.ok(!JSON.stringify(seen).includes(code.replaceAll('-', '')), 'the code travels');
	const safe = await pair(code, { base: 'https://board.local/play', fetch });
	assert.equal(safe.url, 'wss://board.local:9001/');
});

test('pairing_that_fails', async () => {
	const base = 'http://board.local/';
	const attempt = (fetch, typed = code) => pair(typed, { base, fetch });
	const box = (value, purpose) => answering(200, { box: boxFor(value, purpose) });

	await assert.rejects(attempt(answering(403, { error: 'No.' })), {
		status: 403,
		message: 'No.',
	});
	await assert.rejects(attempt(answering(429, { error: 'Wait.' })), {
		status: 429,
		message: 'Wait.',
	});
	await assert.rejects(attempt(answering(500, null)), { status: 500 });
	await assert.rejects(
		attempt(async () => {
			throw new TypeError('x');
		}),
		{ status: 0, message: /reached/ },
	);
	await assert.rejects(attempt(box(granted, 'up')), {
		status: 0,
		message: /did not come from/,
	});
	await assert.rejects(attempt(answering(200, {})), { message: /did not come from/ });
	await assert.rejects(attempt(answering(200, { box: '!' })), {
		message: /did not come from/,
	});
	await assert.rejects(attempt(assert.fail, 'abcd'), { status: 0, message: /not a code/ });
});

test('pairing_with_a_board_that_is_starting', async () => {
	const answers = [
		answering(503, { error: 'Starting.' }),
		answering(200, { box: boxFor(granted) }),
	];
	const fetch = (url, options) => answers.shift()(url, options);

	assert.equal((await pair(code, { base: 'http://b/', fetch })).seat, 'red');
	assert.equal(answers.length, 0);
});

test('finding_the_board', async () => {
	const config = { board: 'table', title: 'T', websocket: 9001, version: '1' };
	const seen = {};

	assert.deepEqual(
		await discover({ base: 'http://b:1/watch', fetch: answering(200, config, seen) }),
		{ ...config, url: 'ws://b:9001/' },
	);
	assert.equal(seen.url, 'http://b:1/config.json');
});

await finish();
