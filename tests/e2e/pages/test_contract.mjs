/* The AsyncAPI document: that it is one, that it allows what is sent and nothing that betrays. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import {
	channels,
	check,
	checkSchema,
	document,
	faultsOfDocument,
	lostReferences,
} from '../lib/contract.mjs';
import { finish, test } from '../lib/tap.mjs';
import { stamped } from '../../../web-ui/table/stamps.js';

const HIDDEN = '..........';
const rows = (first) => [first, ...Array(9).fill(HIDDEN)].join('/');
const hex = (digits) => 'a'.repeat(digits);
const action = { side: 'red', from: 'a4', sq: 'a5' };
const envelope = (event, fields) => ({ seq: 1, event, game: 1, t: 0, ...fields });
const refused = (suffix, value, why, setting) =>
	assert.throws(() => check(suffix, value, setting), why);

/* what is in everybody's */
const view = {
	seq: 3,
	game: 1,
	id: hex(32),
	title: 'Table',
	event: '',
	site: '',
	red_name: 'Anna',
	blue_name: '',
	edition: 'barrage',
	army: { F: 1, 2: 2 },
	home_rows: 4,
	rules: {
		'two-squares': '3', 'more-squares': 'on', 'immobile-moved': 'put-back', disclosure: 'open', 'memory-aid': 'off',
		bluff: 'off', training: 'off', 'both-immobile': 'loses',
	},
	columns: 10,
	rows: 10,
	lakes: ['c5'],
	phase: 'play',
	paused: false,
	correcting: false,
	ply: 2,
	turn: 'red',
	red: rows('??........'),
	blue: rows('?.........'),
	arranged: { red: false, blue: false },
	placed: { red: 2, blue: 1 },
	ready: { red: true, blue: true },
	paired: { red: true, blue: true, arbiter: false },
	has_arbiter: false,
	settling: { red: false, blue: false },
	clock: null,
	setup_ms: null,
	guides: [],
	offers: { draw: null, takeback: null, rematch: null },
	can_take_back: true,
	moves: ['e4-e5', 'a7xa6 attacker'],
	commitments: { a1: hex(64) },
	result: null,
	head: hex(64),
	head_seq: 3,
	head_signature: hex(128),
	board_key: hex(64),
	tags: false,
	broadcast: 'none',
	trouble: null,
	prompt: { kind: 'wait', key: 'want.their-turn', args: { side: 'red' }, more: [], marks: [] },
};
const state = { ...view, lamps: rows('u........u') };
const prompt = { ...view.prompt, actions: [{ key: 'button.done', word: 'done', grave: false }], also: [], menu: [] };
const seat = { ...view, prompt, you: 'red', setup_trouble: null, question: null, held: null, battle: null, red: rows('2B........') };
const fought = { side: 'red', from: 'e4', sq: 'e5', outcome: 'both', attacker: '8', defender: '8' };
const arbiter = {
	...view,
	faulty: [],
	lines: [],
	closed: rows('0').replaceAll('.', '0').replace(/^0\//, '0000000000/'),
	storage: 'ok',
	board: 'ok',
	called: [],
};
const setup = {
	...state,
	phase: 'setup',
	turn: null,
	red: rows(HIDDEN),
	blue: rows(HIDDEN),
};

test('document_is_asyncapi', () => {
	assert.deepEqual(faultsOfDocument(), []);
	assert.notDeepEqual(faultsOfDocument({ ...document, info: {} }), []);
});

test('references_lead_somewhere', () => assert.deepEqual(lostReferences(), []));

test('topics_are_those_of_the_link', () => {
	const shown = channels.map(({ channel, action, qos, retain }) =>
		[
			channel.address.replace('adjutant/v1/{board}/', ''),
			action,
			qos,
			retain,
			channel['x-readers'].join(),
			channel['x-writers'].join(),
		].join(' '),
	);

	assert.deepEqual(shown, [
		'public/state send 1 true anyone daemon',
		'public/event send 1 false anyone daemon',
		'public/online send 1 true anyone daemon',
		'public/uplink send 1 true anyone uplink',
		'seat/{colour}/view send 1 true seat daemon',
		'seat/{colour}/event send 1 false seat daemon',
		'seat/{colour}/say receive 1 false daemon seat',
		'arbiter/view send 1 true arbiter daemon',
		'arbiter/event send 1 false arbiter daemon',
		'arbiter/say receive 1 false daemon arbiter',
		'table/say receive 1 false daemon table',
	]);
	refused('seat/green/view', seat, /no topic/);
	refused('public/secret', {}, /no topic/);
});

test('every_object_is_closed', () => {
	for (const [name, schema] of Object.entries(document.components.schemas))
		if (schema.type === 'object')
			assert.notEqual(schema.additionalProperties ?? true, true, name);
});

/* What the referee says in all recordings, as the daemon passes it on. */
test('events_of_all_recordings_fit', () => {
	const folder = new URL('../../replay/', import.meta.url);
	const topics = {
		public: ['public/event', 'seat/red/event', 'seat/blue/event', 'arbiter/event'],
		red: ['seat/red/event'],
		blue: ['seat/blue/event'],
		arbiter: ['arbiter/event'],
	};
	let count = 0;

	for (const name of readdirSync(folder, { recursive: true }).filter((each) => each.endsWith('.expect'))) {
		for (const line of readFileSync(new URL(name, folder), 'utf8')
			.split('\n')
			.filter(Boolean)) {
			const { to, ...event } = JSON.parse(line);
			for (const topic of topics[to]) check(topic, { seq: 1, game: 1, ...event });
			count++;
		}
	}
	assert.ok(count > 1000, `only ${count} events`);
});

test('public_events_have_no_rank', () => {
	const forbidden = {
		attacker: '2',
		defender: 'B',
		rank: '2',
		code: 'M',
		piece: 'F',
		rule: 'too-far',
		card: 'jump',
		hand: ['jump'],
		openings: [],
		why: { code: 'lake' },
		word: 'formation 2',
		choices: [],
		you: 'red',
	};
	const events = [
		envelope('attack', action),
		envelope('move', action),
		envelope('illegal', action),
		envelope('battle', { ...action, outcome: 'both' }),
		envelope('swap', action),
		envelope('taken-back', action),
		envelope('cards', { side: 'red' }),
		envelope('turn', { side: 'red', ply: 1 }),
		envelope('setup-complete', { side: 'red' }),
		envelope('board-ok', {}),
		envelope('guide', { side: 'red', do: 'place', squares: ['a1'] }),
		envelope('over', { result: 'red', by: 'flag' }),
		envelope('game', { edition: 'duel' }),
		envelope('commitments', { id: hex(32), list: { a1: hex(64) } }),
		envelope('clock', { red: 1, blue: 2, running: null }),
	];

	for (const event of events) {
		check('public/event', event);
		for (const [field, value] of Object.entries(forbidden))
			refused(
				'public/event',
				{ ...event, [field]: value },
				/must NOT have additional/,
			);
	}
});

test('private_events_are_not_public', () => {
	const ask = { question: 'target', choices: ['a5'] };
	const events = [
		envelope('challenge', action),
		envelope('ask', ask),
		envelope('ask-closed', ask),
		envelope('error', { word: 'done', why: { code: 'lake' } }),
		envelope('read', { side: 'red', rows: '' }),
		envelope('fault', { what: 'flutter', squares: [] }),
		envelope('storage', { why: 'full' }),
		envelope('answer', { id: 'a', ok: true }),
		envelope('openings', { list: [] }),
		envelope('looked', {}),
		envelope('code', {}),
		envelope('unheard-of', {}),
		{ seq: 1 },
		null,
		7,
		'text',
		[],
	];

	for (const event of events) refused('public/event', event, /has no event/);
	for (const name of ['fault', 'storage', 'looked'])
		refused('seat/red/event', envelope(name, {}), /has no event/);
});

test('broadcast_decides_what_is_public', () => {
	const opening = { side: 'red', sq: 'a4', code: '2', nonce: hex(32) };
	const battle = envelope('battle', {
		...action,
		outcome: 'both',
		attacker: '2',
		defender: '2',
		openings: [opening],
	});
	const revealed = envelope('revealed', { openings: [opening] });

	check('public/event', battle, { broadcast: 'revealed' });
	refused('public/event', battle, /attacker/, { broadcast: 'after' });
	/* everything by the board, or an army by its owner */
	check('public/event', revealed);
	check('public/event', { ...revealed, side: 'red' });
	refused('public/event', { ...revealed, side: 'green' }, /side/);
});

test('views_fit', () => {
	check('public/state', state);
	check('public/state', setup);
	check('public/state', {
		...state,
		phase: 'over',
		turn: null,
		result: { winner: 'red', by: 'flag' },
	});
	check('public/state', { ...state, phase: 'stopped', head: '', trouble: 'no disk' });
	refused('public/state', { ...state, phase: 'stopped', head: '' }, /trouble must be string/);
	refused('public/state', { ...state, head: '' }, /head/);
	refused('public/state', { ...state, phase: 'over', turn: null }, /result must be object/);
	check('seat/red/view', seat);
	check('seat/red/view', { ...seat, battle: fought });
	refused('seat/red/view', { ...seat, battle: { ...fought, openings: [] } }, /openings/);
	check('seat/red/view', { ...seat, held: { from: 'e4', targets: ['e5', 'e7'], stands: ['f4'] } });
	check('seat/red/view', { ...seat, unread: { lines: [{ row: '4' }], squares: ['a1'] } });
	refused('seat/red/view', { ...seat, unread: { lines: [{ row: '4', column: 'd' }], squares: [] } }, /lines/);
	check('arbiter/view', arbiter);
	check('arbiter/view', { ...arbiter, lines: [{ what: 'line-silent', row: '4' }, { what: 'line-reader', column: 'd' }] });
	refused('arbiter/view', { ...arbiter, lines: [{ what: 'line-silent' }] }, /lines/);
	for (const key of Object.keys(state).filter((each) => each !== 'commitments')) {
		const { [key]: left, ...rest } = state;
		refused('public/state', rest, /must have required property/);
	}
});

test('public_view_has_no_rank', () => {
	const over = { ...state, phase: 'over', turn: null, result: { winner: 'red', by: 'flag' } };
	const shown = { red: rows('2?........') };

	refused('public/state', { ...state, ...shown }, /red must match pattern/);
	refused('public/state', { ...over, ...shown }, /red must match pattern/);
	refused(
		'public/state',
		{ ...over, ...shown, broadcast: 'revealed' },
		/red must match pattern/,
	);
	check('public/state', { ...over, ...shown, face_up: { red: true, blue: false } });
	refused('public/state', { ...over, ...shown, face_up: { red: false, blue: true } }, /red must match pattern/);
	refused('public/state', { ...state, face_up: { red: true, blue: true } }, /face_up must not be there/);
	refused('public/state', { ...setup, red: rows('?.........') }, /red must match pattern/);
	refused('arbiter/view', { ...arbiter, ...shown }, /red must match pattern/);
	for (const each of [seat, arbiter])
		refused('public/state', { ...each, red: state.red }, /must not be there/);
	refused('public/state', { ...state, battle: fought }, /must not be there/);
	refused('arbiter/view', { ...arbiter, battle: null }, /must not be there/);
	refused('public/state', { ...state, hand: ['jump'] }, /must not be there/);
	refused('public/state', { ...state, announced: ['jump'] }, /must not be there/);
	refused('public/state', { ...state, challenge: null }, /must not be there/);
});

test('seats_see_with_their_own_eyes', () => {
	refused('seat/blue/view', seat, /is the view of red/);
	refused('seat/blue/view', { ...seat, you: 'blue' }, /blue must match pattern/);
	refused('seat/red/view', { ...seat, red: rows('?.........') }, /red must match pattern/);
	refused(
		'seat/red/view',
		{ ...seat, ...setup, blue: rows('?.........') },
		/blue must match/,
	);
	for (const hidden of ['faulty', 'lines'])
		refused('seat/red/view', { ...seat, [hidden]: [] }, /must not be there/);
	refused('public/state', { ...state, held: null }, /must not be there/);
	refused('public/state', { ...state, lamps: rows('m') }, /lamps must match pattern/);
	for (const each of ['seat/red/view', 'arbiter/view'])
		refused(each, { ...(each === 'arbiter/view' ? arbiter : seat), lamps: state.lamps }, /must not be there/);
	refused('public/state', { ...state, unread: { lines: [], squares: ['a1'] } }, /must not be there/);
	for (const [topic, view] of [['seat/red/view', seat], ['public/state', state]])
		refused(topic, { ...view, called: [] }, /must not be there/);
	check('arbiter/view', { ...arbiter, called: [{ side: 'red', t: 7 }] });
	check('public/state', { ...setup, setup_ms: 600000 });
	refused('public/state', { ...state, setup_ms: 1 }, /setup_ms/);
	refused('seat/red/view', state, /required property 'you'/);
});

test('cards_belong_to_their_edition', () => {
	const pile = { held: 3, piled: 9, discard: ['jump'], exchanged: false, mulliganed: false };
	const cards = { red: pile, blue: pile };

	check('public/state', { ...state, edition: 'battle-cards', cards });
	const own = { hand: ['boat', 'jump'], announced: ['boat'], challenge: null };
	const challenge = { side: 'blue', from: 'e6', sq: 'e5', attacker: '8', card: 'attack+1' };
	check('seat/red/view', { ...seat, edition: 'battle-cards', cards, ...own });
	check('seat/red/view', { ...seat, edition: 'battle-cards', cards, ...own, challenge });
	refused('seat/red/view', { ...seat, edition: 'battle-cards', cards }, /'hand'/);
	refused('seat/red/view', { ...seat, announced: [] }, /must not be there/);
	refused('public/state', { ...state, edition: 'battle-cards' }, /'cards'/);
	refused('public/state', { ...state, cards }, /must not be there/);
	refused(
		'public/state',
		{
			...state,
			edition: 'battle-cards',
			cards: { ...cards, red: { ...pile, hand: ['boat'] } },
		},
		/additional/,
	);
});

test('words_and_answers', () => {
	check('seat/red/say', { id: 'a-Z_9', word: 'attack e6' });
	check('arbiter/say', { id: 'a'.repeat(64), word: 'look' });
	refused('seat/red/say', { id: 'a'.repeat(65), word: 'done' }, /id must match/);
	refused('seat/red/say', { id: 'a b', word: 'done' }, /id must match/);
	refused('seat/red/say', { id: 'a', word: 5 }, /must be string/);
	refused('seat/red/say', { id: 'a', word: 'two  blanks' }, /word must match/);
	refused('seat/red/say', { id: 'a', word: 'done', seat: 'blue' }, /additional/);
	check('seat/red/event', envelope('answer', { id: 'a', ok: true }));
	check('seat/red/event', envelope('answer', { id: 'a', ok: false, why: { code: 'lake' } }));
	refused('seat/red/event', envelope('answer', { id: 'a', ok: false }), /'why'/);
	refused(
		'seat/red/event',
		envelope('answer', { id: 'a', ok: true, why: { code: 'lake' } }),
		/must not be/,
	);
});

const answering = (why) => envelope('answer', { id: 'a', ok: false, why });

test('refusals', () => {
	const places = { code: 'table-differs', count: 7, total: 8, missing: ['a1'], extra: [] };

	for (const why of [
		places,
		{ ...places, more: true },
		{ code: 'seat-taken', seat: 'red' },
		{ code: 'malformed', form: 'clock COLOUR SECONDS' },
		{ code: 'failed', detail: 'there is no memory left' },
	])
		check('seat/red/event', answering(why));
	for (const why of [
		'it is not your turn',
		{},
		{ code: 'sun-is-down' },
		{ code: 'lake', sq: 'c5' },
		{ code: 'army-spent', piece: 'M' },
		{ ...places, ranks: '2' },
		{ ...places, more: false },
		{ code: 'table-differs' },
		{ code: 'failed' },
	])
		refused('seat/red/event', answering(why), /why/);
});

/* The languages have exactly the program's (tests/unit/views/test_refusal_json.c), and so has the document. */
test('codes_are_those_of_the_languages', () => {
	const { schemas } = document.components;
	const english = JSON.parse(
		readFileSync(new URL('../../../web-ui/lang/en.json', import.meta.url), 'utf8'),
	);
	const codes = schemas.refusal.oneOf
		.map(({ $ref }) => schemas[$ref.split('/').at(-1)].properties.code)
		.flatMap((code) => code.enum ?? code.const);
	const said = Object.keys(english)
		.filter((key) => key.startsWith('why.') && key !== 'why.unknown')
		.map((key) => key.slice('why.'.length));

	assert.deepEqual([...codes].sort(), said.sort());
});

test('lines_of_the_table', () => {
	const said = (lines, more = {}) => ({ run: '0f'.repeat(16), epoch: 1, n: 1, lines, ...more });
	const frame = `frame ${rows(HIDDEN).replaceAll('.', '0')}`;

	for (const good of [
		'open e4',
		'close j10\nopen a1\n',
		'tag e4 04A1B2',
		`untag e4 04\n${frame}`,
		stamped(['open e4', 'untag e4 04', frame], 86400123.4567).join('\n'),
	])
		check('table/say', said(good));
	for (const bad of [
		'',
		'open k1',
		'open a11',
		'open a0',
		'7  open a1',
		'-7 open a1',
		'7.5 open a1',
		'say red done',
		'open a1 ',
		'tag e4 0',
	])
		refused('table/say', said(bad), /must match/);
	refused('table/say', said(Array(1200).fill('open e4').join('\n')), /8192/);
	refused('table/say', 'open e4', /object/);
	refused('table/say', said('open e4', { n: 0 }), />= 1/);
	refused('table/say', said('open e4', { at: 1 }), /additional/);
});

test('presence', () => {
	check('public/online', true);
	refused('public/online', 'true', /boolean/);
	check('public/uplink', 1);
	refused('public/uplink', true, /allowed values/);
});

test('over_http', () => {
	const config = { board: 'table', title: 'T', watch: 9003, watch_mqtt: 9004, mqtt: 9002, version: '0.1' };
	const credentials = {
		seat: 'red',
		board: 'table',
		user: hex(32),
		password: hex(32),
		client: hex(32),
		websocket: 1,
		mqtt: 2,
	};

	checkSchema('config', config);
	checkSchema('credentials', credentials);
	assert.throws(() => checkSchema('config', { ...config, password: 'x' }), /additional/);
	assert.throws(
		() => checkSchema('credentials', { ...credentials, client: 'red' }),
		/pattern/,
	);
});

await finish();
