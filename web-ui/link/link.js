/*
 * A device's link to its board over MQTT: a seat's, the arbiter's, the virtual table's or a
 * spectator's. It keeps the connection up, the state current and the events in order, opens and
 * seals boxes, and repeats words until they are answered. It does not know what states, events and
 * words mean.
 *
 *   const link = new Link(await pair(code));
 *   link.addEventListener('state', () => draw(link.state));
 *   link.open();
 *   const { ok, why } = await link.say('attack e6');
 *
 * Events of a link, with their subject in `detail`:
 *   state     the whole view is new (also in link.state); null: there is none any more
 *   event     one event of the game, in order and once; what was missed is in the next state
 *   touch     what hands do on the table has changed (also in link.touch, and with each state)
 *   online    the daemon is running and the state is its latest, or no longer (also in link.online)
 *   unpaired  this device has lost its seat: {why}, if the board has told it
 *   moved     it has the other player's seat now: the colours were exchanged
 *   fork      the board was put back to an earlier state: the newest head that was seen before, {seq, head}
 *   refused   the broker does not let it in (yet)
 *   closed    its owner has closed it
 *   trouble   a message could not be understood: a sentence
 *   message   every message as it comes and goes, {suffix, value}: for tests
 */
import mqtt from 'mqtt';
import { hello } from './ask.js';
import { BLOCKS, fromHex, makeToken, open, seal } from './code.js';
import { Heads, shorten, storageOf } from './heads.js';
import { Order } from './order.js';
import { topicsOf } from './topics.js';
import { Words } from './words.js';

const TIMES = {
	retryMs: 500 /* before the first retry; doubled ... */,
	longestRetryMs: 8000 /* ... up to this */,
	patienceMs: 5000 /* for the broker's answer, and for a view when something was missed */,
	keepAliveS: 30,
};

/* no hand is on the table */
const NO_TOUCH = { up: [], down: [] };

class LinkEvent extends Event {
	constructor(type, detail) {
		super(type);
		this.detail = detail;
	}
}

function parse(payload) {
	try {
		return JSON.parse(new TextDecoder().decode(payload));
	} catch {
		return null;
	}
}

/* The credentials are good, but not for these topics. */
const isDenied = (error) => Boolean(error?.packet?.granted?.includes(128));

/* bad password or not allowed, as MQTT 3.1.1 counts, or a subscription that was not granted */
const isRefusal = (error) => error?.code === 4 || error?.code === 5 || isDenied(error);

const OTHER = { red: 'blue', blue: 'red' };

export class Link extends EventTarget {
	state = null;
	touch = NO_TOUCH;
	#access;
	#topics;
	#keys = null; /* null where messages are plain */
	#greet; /* of the table: a promise of a place from which to speak */
	#place = null; /* that promise, of this connection */
	#spoken = 0; /* from that place */
	#order = new Order();
	#heads;
	#isTelling = false; /* the board of a head that it has lost */
	#words;
	#times;
	#storage;
	#connect;
	#client = null;
	#isReady = false; /* connected, and subscribed */
	#isAlive = false; /* what the daemon says of itself */
	#isFresh = false; /* the state came over this connection */
	#wasOnline = false; /* as was told last */
	#movedFrom = null; /* the seat that it had, while it is not certain that it has the other */
	#lossReason = ''; /* by which the board has announced that the seat is lost */
	#isDoubtful = false; /* there was no view: this device may have lost its seat */
	#isClosed = true;
	#beganMs;
	#retryMs;
	#retry = null; /* timers */
	#patience = null;
	#wake = () => globalThis.document?.visibilityState !== 'hidden' && this.wake();

	/* access: what pair() gave or, for a spectator, discover(); connect, greet: for tests */
	constructor(access, { connect = mqtt.connect, greet = hello, storage = storageOf(), ...times } = {}) {
		super();
		this.#access = access;
		this.#storage = storage;
		this.#sitAt(access.seat ?? null);
		this.#greet = greet;
		if (access.up)
			this.#keys = { down: fromHex(access.down), up: fromHex(access.up) };
		this.#times = { ...TIMES, ...times };
		this.#retryMs = this.#times.retryMs;
		this.#connect = connect;
		this.#words = new Words((message) => this.#sendWord(message), times);
	}

	get seat() {
		return this.#access.seat ?? null;
	}

	get connected() {
		return this.#isReady;
	}

	get isSecure() {
		return this.#access.url.startsWith('wss:');
	}

	get online() {
		return this.#isReady && this.#isAlive && this.#isFresh;
	}

	open() {
		if (!this.#isClosed) return;
		this.#isClosed = false;
		/* a phone that comes out of a pocket must not wait for its next attempt */
		globalThis.addEventListener?.('online', this.#wake);
		globalThis.document?.addEventListener('visibilitychange', this.#wake);
		this.#attempt();
	}

	/* For good, or until it is opened again. */
	close() {
		this.#isClosed = true;
		globalThis.removeEventListener?.('online', this.#wake);
		globalThis.document?.removeEventListener('visibilitychange', this.#wake);
		clearTimeout(this.#retry);
		this.#words.giveUp('The link was closed.');
		this.#drop();
		this.#tell('closed');
	}

	/* Connects at once if it is waiting to; if it seems connected, makes sure of it. */
	wake() {
		if (this.#isClosed) return;
		if (this.#isReady) this.#readAgain();
		else if (!this.#client) this.#attempt();
	}

	/* A promise of {ok: true} or {ok: false, why}; rejected if no answer comes. */
	say(word) {
		return this.#topics.say
			? this.#words.say(word, this.state && { game: this.state.game, seen: this.#order.reached })
			: Promise.reject(new Error('Only seats and the arbiter have a say.'));
	}

	/*
	 * What the virtual table's sensors say, one or more lines; a promise of whether the broker
	 * has it. What happens without a connection is lost: send a frame when there is one.
	 */
	async table(lines) {
		const client = this.#client;
		const place = this.#isReady && (await this.#place);

		if (!place || client !== this.#client) return false;
		const message = { ...place, n: ++this.#spoken, lines: [lines].flat().join('\n') };
		return this.#publish('table/say', seal(this.#keys.up, message, BLOCKS.say), message);
	}

	/* ---- connection ---- */

	/*
	 * Each attempt has a client of its own. mqtt.js would reconnect by itself, but it would
	 * also repeat what was on its way when the connection broke, after newer messages.
	 */
	#attempt() {
		const { url, user, password, client: clientId = makeToken() } = this.#access;

		clearTimeout(this.#retry);
		const client = this.#connect(url, {
			clientId,
			username: user,
			password,
			protocolVersion: 4,
			clean: true,
			reconnectPeriod: 0,
			resubscribe: false,
			keepalive: this.#times.keepAliveS,
			connectTimeout: this.#times.patienceMs,
			timerVariant: 'native',
		});
		this.#client = client;
		client.on('connect', () => this.#subscribe(client));
		client.on('message', (topic, payload) => this.#receive(client, topic, payload));
		client.on('error', (error) => this.#lose(client, error));
		client.on('close', () => this.#lose(client));
	}

	#topic(suffix) {
		return `adjutant/v1/${this.#access.board}/${suffix}`;
	}

	/* seat: null for spectators */
	#sitAt(seat) {
		this.#access = { ...this.#access, seat };
		this.#heads = new Heads(seat ?? 'public', this.#storage);
		this.#topics = topicsOf(seat);
		this.#order = new Order();
	}

	#subscribe(client) {
		const topics = [this.#topics.event, this.#topics.view, 'public/online'];

		this.#expect(client);
		client.subscribe(
			topics.map((suffix) => this.#topic(suffix)),
			{ qos: 1 },
			(error) => {
				if (client !== this.#client) return;
				this.#settle();
				if (isDenied(error) && OTHER[this.seat]) this.#tryOther(client, error);
				else if (error) this.#lose(client, error);
				else this.#begin();
			},
		);
	}

	/* The colours may have been exchanged; a view in this device's box will show it. */
	#tryOther(client, error) {
		const before = this.#movedFrom;

		this.#movedFrom = before ? null : this.seat;
		this.#sitAt(OTHER[this.seat]);
		if (before) this.#lose(client, error);
		else this.#subscribe(client);
	}

	/* What was said at the other seat was meant for the game before. */
	#confirmMove() {
		this.#movedFrom = null;
		this.#words.giveUp('The colours were exchanged.');
		this.state = null;
		this.#tell('moved', this.seat);
	}

	#begin() {
		this.#isReady = true;
		this.#beganMs = Date.now();
		if (this.seat === 'table') this.#findPlace(this.#client);
		this.#tellOnline();
		if (!this.#movedFrom) this.#words.sendAgain();
	}

	/* A board that has no place for the table would drop all that it says: as good as no connection. */
	#findPlace(client) {
		this.#spoken = 0;
		/* once more, because a connection for HTTP that was kept open may have ended with the daemon */
		this.#place = this.#greet(this.#access)
			.catch(() => this.#greet(this.#access))
			.catch(() => {
				this.#lose(client);
				return null;
			});
	}

	/* Asks for the retained view once more; without an answer the connection is dead. */
	#readAgain() {
		const client = this.#client;

		this.#expect(client);
		client.subscribe(this.#topic(this.#topics.view), { qos: 1 }, (error) => {
			if (client !== this.#client) return;
			this.#settle();
			if (error) this.#lose(client, error);
		});
	}

	/* The connection counts as lost unless settle() is called in time. */
	#expect(client) {
		clearTimeout(this.#patience);
		this.#patience = setTimeout(() => this.#lose(client), this.#times.patienceMs);
	}

	#settle() {
		clearTimeout(this.#patience);
		this.#patience = null;
	}

	#drop() {
		const client = this.#client;

		this.#client = null;
		this.#isReady = this.#isAlive = this.#isFresh = false;
		this.#settle();
		client?.end(true);
		this.#takeTouch(NO_TOUCH); /* what becomes of it would not be told */
		this.#tellOnline();
	}

	#lose(client, error) {
		const { retryMs, longestRetryMs } = this.#times;

		if (client !== this.#client || this.#isClosed) return;
		/* a connection that never lasts must not be retried ever faster: another device may
		 * have our name */
		if (this.#isReady && Date.now() - this.#beganMs > longestRetryMs)
			this.#retryMs = retryMs;
		this.#drop();
		if (isRefusal(error)) this.#refused(error);
		/* not all at once when the broker comes back */
		this.#retry = setTimeout(
			() => this.#attempt(),
			this.#retryMs * (0.5 + Math.random()),
		);
		this.#retryMs = Math.min(2 * this.#retryMs, longestRetryMs);
	}

	/* ---- messages ---- */

	#tell(type, detail) {
		this.dispatchEvent(new LinkEvent(type, detail));
	}

	#receive(client, topic, payload) {
		const suffix = topic.slice(this.#topic('').length);

		if (client !== this.#client) return;
		if (payload.length === 0) {
			if (suffix === this.#topics.view) this.#doubt(client);
			return;
		}
		const value = this.#read(suffix, payload);
		if (value === null) {
			this.#tell('trouble', `A message on ${suffix} could not be read.`);
			return;
		}
		this.#tell('message', { suffix, value });
		if (suffix === 'public/online') {
			this.#isAlive = value;
			this.#tellOnline();
		} else if (suffix === this.#topics.view) {
			this.#takeView(value);
		} else if (suffix === this.#topics.event) {
			this.#takeEvent(value);
		}
	}

	/* the content of a message, null if it does not belong there */
	#read(suffix, payload) {
		const isPlain = suffix.startsWith('public/');
		const value = isPlain ? parse(payload) : open(this.#keys.down, payload);
		const isGood =
			suffix === 'public/online'
				? typeof value === 'boolean'
				: Number.isSafeInteger(value?.seq);

		return isGood ? value : null;
	}

	#tellOnline() {
		if (this.online === this.#wasOnline) return;
		this.#wasOnline = this.online;
		this.#tell('online', this.online);
	}

	/*
	 * An empty view is in no box, so it proves nothing: whether the seat is lost is asked of the broker, by
	 * connecting once more. It refuses those who have none.
	 */
	#doubt(client) {
		if (!this.#topics.say) {
			this.#forget();
			return;
		}
		this.#isDoubtful = true;
		this.#lose(client);
	}

	#refused(error) {
		this.#tell('refused', error.message);
		if (!this.#isDoubtful) return;
		this.#isDoubtful = false;
		this.#forget();
		this.#tell('unpaired', { why: this.#lossReason });
	}

	#forget() {
		this.state = null;
		this.touch = NO_TOUCH;
		this.#tell('state', null);
	}

	#takeView(view) {
		if (this.#movedFrom) this.#confirmMove();
		const lost = this.#heads.take(view);

		if (lost) {
			this.#order = new Order(); /* what follows is counted from there */
			this.#tell('fork', lost);
		}
		if (this.#order.takeView(view)) {
			this.state = view;
			this.touch = view.touch ?? NO_TOUCH;
			this.#tell('state', view);
		}
		this.#isFresh = true;
		this.#isDoubtful = false;
		this.#tellOnline();
		this.#release();
		if (view.fork) this.#heads.told();
		else this.#tellLost();
	}

	/* The board cannot know by itself; a spectator has no say. Without an answer it is said with a later view. */
	async #tellLost() {
		const { lost } = this.#heads;

		if (!lost?.signature || !this.#topics.say || this.#isTelling) return;
		this.#isTelling = true;
		try {
			await this.say(`seen ${lost.seq} ${shorten(lost.head)} ${shorten(lost.signature)}`);
			this.#heads.told();
		} catch {
			/* not told yet */
		}
		this.#isTelling = false;
	}

	/* It is not counted: the latest one holds until the next, or the next view. */
	#takeTouch(touch) {
		if (touch === this.touch) return;
		this.touch = touch;
		this.#tell('touch', touch);
	}

	#takeEvent(event) {
		if (event.event === 'touch') {
			if (this.state?.game === event.game) this.#takeTouch(event);
			return;
		}
		if (event.event === 'unpaired') {
			this.#lossReason = event.why;
			this.#isDoubtful = true;
			return;
		}
		if (event.event === 'answer') this.#words.answered(event);
		this.#order.takeEvent(event);
		this.#release();
	}

	#release() {
		for (const event of this.#order.release()) this.#tell('event', event);
		/* a view follows every event: it is asked for only if it does not come by itself */
		if (this.#order.isBehind && this.#isReady && !this.#patience) this.#missed();
	}

	#missed() {
		const client = this.#client;

		this.#patience = setTimeout(() => {
			this.#patience = null;
			if (client === this.#client && this.#order.isBehind) this.#readAgain();
		}, this.#times.patienceMs);
	}

	/* a promise of whether the broker has it */
	#publish(suffix, payload, value) {
		const client = this.#client;

		if (!this.#isReady) return Promise.resolve(false);
		this.#tell('message', { suffix, value });
		return new Promise((resolve) => {
			client.publish(this.#topic(suffix), payload, { qos: 1 }, (error) =>
				resolve(!error),
			);
		});
	}

	#sendWord(message) {
		const { say } = this.#topics;

		if (this.#isReady && !this.#movedFrom)
			this.#publish(say, seal(this.#keys.up, message, BLOCKS.say), message);
	}
}
