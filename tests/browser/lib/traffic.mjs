/*
 * What a page got to know: everything that came over its websocket, opened with the page's own keys,
 * and everything it shows. Both are searched for ranks that are not for its audience.
 */
import { open, fromHex } from '../../../web-ui/link/code.js';
import { ranksIn } from '../../e2e/lib/ranks.mjs';

/* the topic and payload of a PUBLISH packet; null for any other */
function readPublish(bytes) {
	let length = 0, at = 1;

	if (bytes[0] >> 4 !== 3) return null;
	for (let shift = 0; ; shift += 7) {
		length |= (bytes[at] & 127) << shift;
		if (!(bytes[at++] & 128)) break;
	}
	const end = at + length, topicLength = bytes.readUInt16BE(at);
	const topic = bytes.toString('utf8', at + 2, at + 2 + topicLength);
	at += 2 + topicLength + (bytes[0] & 6 ? 2 : 0);
	return { topic, payload: bytes.subarray(at, end), rest: bytes.subarray(end) };
}

function parse(payload) {
	try {
		return JSON.parse(payload.toString('utf8'));
	} catch {
		return null;
	}
}

export class Traffic {
	messages = []; /* {topic, value, text}: value null for what the page itself cannot read */
	addresses = []; /* of all websockets so far */
	#keys = null;

	/* Listens to a page from its beginning. */
	constructor(page) {
		page.on('websocket', (socket) => {
			this.addresses.push(socket.url());
			socket.on('framereceived', ({ payload }) => this.#take(Buffer.from(payload)));
		});
	}

	/* access: as the page keeps it; boxes that came before are read then */
	useKeys(access) {
		this.#keys = access.down ? fromHex(access.down) : null;
	}

	#take(bytes) {
		for (let packet = readPublish(bytes); packet; packet = packet.rest.length ? readPublish(packet.rest) : null)
			this.messages.push({ topic: packet.topic.split('/').slice(3).join('/'), payload: packet.payload });
	}

	/* [{topic, value}] of all that could be read */
	read() {
		return this.messages.map(({ topic, payload }) => ({
			topic,
			value: parse(payload) ?? (this.#keys && open(this.#keys, new Uint8Array(payload))),
		}));
	}
}

/* Ranks that the audience ('red', 'blue', 'public') must not have. What a battle discloses to a seat is
 * told in that battle alone. */
export function leaksIn(messages, audience) {
	return messages.flatMap(({ topic, value }) =>
		value && typeof value === 'object'
			? ranksIn(value, audience, () => value.event === 'battle', `${topic}.${value.event ?? 'view'}`)
			: [],
	);
}
