/*
 * Clients that do what the pages' own would not: connect under another name, read and write where
 * they like, and remember every byte that reaches them.
 */
import { request } from 'node:http';
import { mqtt } from '../packages.mjs';
import { until } from '../patience.mjs';

const PATIENCE_MS = 600000; /* nothing depends on how soon it is */
const HUNG_UP = ['ECONNRESET', 'EPIPE']; /* how a broker closes a connection that it has not read out */
const FAILURE = 128; /* what a SUBACK has in the place of a subscription that is not granted */

export const ROOT = 'adjutant/v1/table/';

export class Refused extends Error {
	constructor(code) {
		super(`the broker answers ${code}`);
		this.code = code;
	}
}

export class Intruder {
	messages = [];
	isThere = true; /* the broker has not thrown it out */

	/*
	 * as: {user, password, client}, each of which may be missing. Throws Refused for what the broker
	 * itself has said or done, and something else if it has not in all that time.
	 */
	static connect(url, as = {}, options = {}) {
		const client = mqtt.connect(url, {
			clientId: as.client ?? `intruder-${Math.random().toString(36).slice(2)}`,
			username: as.user, password: as.password, protocolVersion: 4, clean: true,
			reconnectPeriod: 0, resubscribe: false, connectTimeout: PATIENCE_MS,
			timerVariant: 'native', ...options,
		});
		const intruder = new Intruder(client), sinceMs = Date.now();
		const isAnswer = ({ code }) => typeof code === 'number' || HUNG_UP.includes(code);

		return new Promise((resolve, reject) => {
			client.once('connect', () => resolve(intruder));
			client.on('error', (error) => reject(isAnswer(error) ? new Refused(error.code) : error));
			client.on('close', () => reject(Date.now() - sinceMs < PATIENCE_MS
				? new Refused('closed') : new Error('the broker does not answer')));
		});
	}

	constructor(client) {
		this.client = client;
		client.setMaxListeners(0);
		client.on('message', (topic, payload, packet) =>
			this.messages.push({ topic, payload, retain: packet.retain }));
		client.on('close', () => { this.isThere = false; });
	}

	/*
	 * What becomes of a request; being thrown out, before or for it, is an answer too. One at a
	 * time: what comes in one piece with another packet may lie in the broker until more comes.
	 */
	#outcome(what, begin) {
		if (!this.isThere)
			return Promise.resolve(false);
		return new Promise((resolve, reject) => {
			const patience = setTimeout(() => reject(new Error(`no answer to ${what}`)), PATIENCE_MS); /* real time: it is given up */
			const end = (isGood) => {
				clearTimeout(patience);
				this.client.off('close', onClose);
				resolve(isGood);
			};
			const onClose = () => end(false);

			this.client.on('close', onClose);
			begin(end);
		});
	}

	/* Whether it may read there; of a list, what it may read. */
	async subscribe(filters, qos = 1) {
		const list = [filters].flat();
		const codes = await this.#outcome(`the subscription of ${list}`, (end) =>
			this.client.subscribe(list, { qos }, (error, granted) =>
				end(error?.packet?.granted ?? granted.map((each) => each.qos))));
		const granted = list.filter((_, i) => codes && codes[i] < FAILURE);

		return Array.isArray(filters) ? granted : granted.length > 0;
	}

	/* When the broker has it, or has dropped it without a word, as MQTT 3.1.1 has it. */
	publish(topic, payload, options = {}) {
		return this.#outcome(`a message on ${topic}`, (end) =>
			this.client.publish(topic, payload, { qos: 1, ...options }, (error) => end(!error)));
	}

	/* what came on topics that match */
	on(pattern) {
		return this.messages.filter(({ topic }) => pattern.test(topic));
	}

	/* A round trip: everything that the broker sent before has come. */
	async settle() {
		await this.publish(`${ROOT}public/nothing`, '');
	}

	async until(isSo, what) {
		await until(() => isSo(this), what);
	}

	/* like a cable that is pulled */
	cut() {
		this.client.stream.destroy();
	}

	end() {
		this.client.end(true);
	}
}

/* Whether the broker lets a client in. */
export async function isAdmitted(url, as, options) {
	try {
		(await Intruder.connect(url, as, options)).end();
		return true;
	} catch (error) {
		if (error instanceof Refused)
			return false;
		throw error;
	}
}

/* One request exactly as written: nothing is tidied up in its path. {status, headers, body} */
export function ask(base, path, { method = 'GET', headers = {}, body, from } = {}) {
	const { hostname, port } = new URL(base);

	return new Promise((resolve, reject) => {
		const asking = request({ hostname, port, path, method, headers, localAddress: from, agent: false },
			(response) => {
				const parts = [];
				response.on('data', (part) => parts.push(part));
				response.on('error', reject);
				response.on('end', () => resolve({
					status: response.statusCode, headers: response.headers, body: Buffer.concat(parts),
				}));
			});
		asking.on('error', reject);
		asking.end(body);
	});
}

/* The daemon's own figures: {forged_total: 3, ...} */
export async function figures(base) {
	const { body } = await ask(base, '/metrics');

	return Object.fromEntries([...body.toString().matchAll(/^adjutant_(\w+) (\d+)$/gm)]
		.map(([, name, value]) => [name, Number(value)]));
}
