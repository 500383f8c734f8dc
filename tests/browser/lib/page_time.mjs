/*
 * Time in a page: this function runs there before anything else does. From then on timers, Date and
 * performance.now() go by what the test says to __time, and by nothing else.
 *
 * Playwright has such a clock too, but it holds up timers of 0 ms as well, and by those mqtt.js moves
 * its packets on. They are no time here, and happen as soon as they can.
 */
export function takeOverTime() {
	const soon = new MessageChannel(), later = globalThis.setTimeout, fetchNow = globalThis.fetch;
	const realMs = performance.now.bind(performance);
	const LATE_MS = 20; /* in which the broker answers a ping, unless it has left it lying */
	const wallMs = Date.now();
	let originUs = null, nowMs = 0; /* when the page was loaded, by the test's clock; since then */
	let count = 0, busy = 0, traffic = 0; /* timers so far; requests; messages both ways */
	const timers = new Map(), atOnce = new Map(), sockets = new Set();
	let waiting = []; /* for something to happen */
	let isOpen = false, held = []; /* what the broker sends comes in only while the test asks */

	const stirred = () => new Promise((resolve) => waiting.push(resolve));

	function stir() {
		const all = waiting;

		waiting = [];
		for (const resolve of all) resolve();
	}

	/* ---- timers ---- */

	soon.port1.onmessage = ({ data }) => {
		const act = atOnce.get(data);

		atOnce.delete(data);
		act?.();
		stir();
	};
	document.addEventListener('readystatechange', stir);

	function addTimer(act, ms, words, everyMs = null) {
		const id = ++count, call = typeof act === 'function' ? () => act(...words) : () => {};

		if (ms > 0) {
			timers.set(id, { atMs: nowMs + ms, act: call, everyMs });
		} else {
			atOnce.set(id, call);
			soon.port2.postMessage(id);
		}
		return id;
	}

	globalThis.setTimeout = (act, ms = 0, ...words) => addTimer(act, Number(ms), words);
	globalThis.setInterval = (act, ms = 0, ...words) => addTimer(act, Math.max(1, ms), words, Math.max(1, ms));
	globalThis.clearTimeout = globalThis.clearInterval = (id) => {
		timers.delete(id);
		atOnce.delete(id);
	};
	performance.now = () => nowMs;
	globalThis.Date = class extends Date {
		constructor(...words) {
			super(...(words.length > 0 ? words : [globalThis.Date.now()]));
		}

		static now() {
			return Math.floor(wallMs + nowMs);
		}
	};

	const next = () => [...timers].reduce((first, each) => (first && first[1].atMs <= each[1].atMs ? first : each), null);

	/* ---- what comes and goes ---- */

	/* The page is busy until what comes of this has been dealt with. */
	async function during(doing) {
		busy++;
		try {
			return await doing;
		} finally {
			later(() => {
				busy--;
				stir();
			}, 0);
		}
	}

	async function fetchWhole(...words) {
		const response = await fetchNow(...words);

		await response.clone().arrayBuffer();
		for (const read of ['arrayBuffer', 'json', 'text']) {
			const readNow = response[read].bind(response);

			response[read] = () => during(readNow());
		}
		return response;
	}

	globalThis.fetch = (...words) => during(fetchWhole(...words));

	globalThis.WebSocket = class extends WebSocket {
		constructor(...words) {
			const link = { socket: null, isLetIn: false, pings: 0, pongs: 0 };

			super(...words);
			link.socket = this;
			sockets.add(link);
			this.link = link;
			for (const type of ['open', 'message', 'error', 'close'])
				this.addEventListener(type, (event) => this.#take(event));
		}

		#take(event) {
			const { link } = this;

			if (!isOpen) {
				event.stopImmediatePropagation();
				held.push(() => this.dispatchEvent(new event.constructor(event.type, event)));
				return;
			}
			if (event.type === 'close') sockets.delete(link);
			if (event.type === 'message') link.isLetIn = true;
			if (event.data?.byteLength === 2 && new Uint8Array(event.data)[0] === 0xd0) link.pongs++;
			else traffic++;
			stir();
		}

		send(data) {
			traffic++;
			super.send(data);
		}

		ping() {
			super.send(new Uint8Array([0xc0, 0]));
			return ++this.link.pings;
		}
	};

	async function idle() {
		while (busy > 0 || atOnce.size > 0 || document.readyState !== 'complete') await stirred();
	}

	/* The broker has what was sent here, and all that it had for this page has come. */
	async function roundTrip(link) {
		const isGone = () => !sockets.has(link);
		let sinceMs = realMs();

		while (!link.isLetIn && !isGone()) await stirred();
		if (isGone() || link.socket.readyState !== WebSocket.OPEN) return;
		for (const wanted = link.socket.ping(); link.pongs < wanted && !isGone(); await stirred()) {
			later(stir, LATE_MS);
			if (realMs() - sinceMs < LATE_MS) continue;
			sinceMs = realMs();
			link.socket.ping();
		}
	}

	async function rest() {
		await idle();
		for (let before = null; before !== traffic; await idle()) {
			before = traffic;
			await Promise.all([...sockets].map(roundTrip));
		}
	}

	/* ---- the test's hand ---- */

	function callNext() {
		const [id, timer] = next();

		if (timer.everyMs) timer.atMs += timer.everyMs;
		else timers.delete(id);
		timer.act();
	}

	function letIn() {
		const all = held;

		held = [];
		isOpen = true;
		for (const take of all) take();
	}

	/*
	 * It is this time now: all that is due happens, and all that was said is heard. Before the first call the
	 * page was loaded, at beforeUs. [when the next timer is due, messages so far]
	 */
	globalThis.__time = async (beforeUs, nowUs) => {
		originUs ??= beforeUs;
		nowMs = Math.max(nowMs, (nowUs - originUs) / 1000);
		letIn();
		for (await idle(); next()?.[1].atMs <= nowMs; await idle()) callNext();
		await rest();
		isOpen = false;
		const first = next();
		return [first && originUs + Math.ceil(first[1].atMs * 1000), traffic];
	};
}
