/* The way between one page and the board, which can be cut and mended: a relay on loopback. */
import { connect, createServer } from 'node:net';
import { once } from 'node:events';

export class Wifi {
	#server;
	#sockets = new Set();
	#isCut = false;

	/* Everything that the page sends to the board goes through here from now on. */
	static async between(page, seat) {
		const wifi = new Wifi(), key = `adjutant/seat/${seat}`;
		const access = JSON.parse(await page.evaluate((key) => localStorage.getItem(key), key));
		const url = new URL(access.url);
		const port = await wifi.#listen(Number(url.port));

		url.port = port;
		await page.evaluate(
			([key, text]) => localStorage.setItem(key, text),
			[key, JSON.stringify({ ...access, url: url.href })],
		);
		await page.reload();
		return wifi;
	}

	async #listen(port) {
		this.#server = createServer((near) => {
			const far = connect(port, '127.0.0.1');

			if (this.#isCut) near.destroy();
			for (const [from, to] of [[near, far], [far, near]]) {
				this.#sockets.add(from);
				from.on('error', () => {});
				from.on('close', () => {
					this.#sockets.delete(from);
					to.destroy();
				});
				from.pipe(to);
			}
		});
		this.#server.listen(0, '127.0.0.1');
		await once(this.#server, 'listening');
		return this.#server.address().port;
	}

	cut() {
		this.#isCut = true;
		for (const socket of this.#sockets) socket.destroy();
	}

	mend() {
		this.#isCut = false;
	}

	close() {
		this.cut();
		this.#server.close();
	}
}
