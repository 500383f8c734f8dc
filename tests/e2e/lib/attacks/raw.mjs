/*
 * Connections on which anything at all can be sent, and which need not be read: for clients that are
 * broken, slow or up to no good.
 */
import { createConnection } from 'node:net';
import { mqttPacket } from '../packages.mjs';
import { until } from '../patience.mjs';

export const { generate } = mqttPacket;

export const HANDSHAKE = [
	'GET / HTTP/1.1', 'Host: board', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
	'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Protocol: mqtt', '', '',
].join('\r\n');

export const connectPacket = (clientId, rest = {}) => generate({
	cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId, keepalive: 60, ...rest,
});

/* One binary frame of a websocket, masked as a browser's are; the mask is one that changes no byte, as there may be many. */
export function frame(payload) {
	const mask = Buffer.alloc(4), length = payload.length;
	const head = length < 126 ? Buffer.from([0x82, 0x80 | length])
		: length < 65536 ? Buffer.from([0x82, 0xfe, length >> 8, length & 255])
			: Buffer.from([0x82, 0xff, 0, 0, 0, 0, length >>> 24, length >> 16 & 255, length >> 8 & 255, length & 255]);

	return Buffer.concat([head, mask, payload]);
}

export class Raw {
	received = Buffer.alloc(0);
	isOpen = true;

	/* at: {port} or {path} */
	static async connect(at) {
		const raw = new Raw(createConnection({ host: '127.0.0.1', ...at }));

		await new Promise((resolve) => { raw.socket.once('connect', resolve).once('close', resolve); });
		return raw;
	}

	constructor(socket) {
		this.socket = socket;
		socket.on('data', (part) => { this.received = Buffer.concat([this.received, part]); });
		socket.on('error', () => {});
		socket.on('close', () => { this.isOpen = false; });
	}

	send(bytes) {
		if (this.isOpen)
			this.socket.write(bytes);
		return this;
	}

	/* Until something has come, or the other side has hung up. */
	async answer(length = 1) {
		await until(() => !this.isOpen || this.received.length >= length, 'an answer, or the end of a connection');
		return this.received;
	}

	async hangUp() {
		await until(() => !this.isOpen, 'the other side to hang up');
	}

	/* An MQTT client over websockets that has been let in. */
	static async client(port, clientId) {
		const raw = await Raw.connect({ port });

		const { length } = await raw.send(HANDSHAKE).answer();
		await raw.send(frame(connectPacket(clientId))).answer(length + 1);
		return raw;
	}

	close() {
		this.socket.destroy();
	}
}
