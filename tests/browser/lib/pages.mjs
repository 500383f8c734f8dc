/*
 * All pages of a room, as one process that goes by its virtual clock (daemon/base/virtual_clock.h). They
 * join before the daemon does, and so come first each time:
 *
 *   the clock goes on     it is later on all pages, and what the daemon says from then on finds them so
 *   it asks again         what is due on pages happens, and what they say finds the daemon at that time
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { takeOverTime } from './page_time.mjs';

export class Pages {
	#socket;
	#nowUs = 0;
	#pages = new Map(); /* to how many messages each has had before its last load, and since */

	static async join(clock) {
		const pages = new Pages();

		pages.#socket = connect(clock.path).setEncoding('utf8');
		pages.#socket.write('pages\n');
		const [hello] = await once(pages.#socket, 'data');
		pages.#nowUs = Number(hello.split(' ')[0]);
		pages.#socket.on('data', (line) => pages.#answer(Number(line.split(' ')[0])));
		return pages;
	}

	/* Before the page goes anywhere. */
	async add(page) {
		await page.addInitScript(takeOverTime);
		this.#pages.set(page, [0, 0]);
		page.on('load', () => {
			const [before, since] = this.#pages.get(page) ?? [0, 0];

			if (this.#pages.has(page)) this.#pages.set(page, [before + since, 0]);
		});
		page.on('close', () => this.#pages.delete(page));
	}

	/* Its time stands still from now on, and nothing waits for it. */
	remove(page) {
		this.#pages.delete(page);
	}

	/* A page that is being loaded has nothing to do. */
	async #run(page, toUs) {
		const run = ([beforeUs, nowUs]) =>
			nowUs > beforeUs ? globalThis.__time.set(beforeUs, nowUs) : globalThis.__time.settle(nowUs);
		const found = await page.evaluate(run, [this.#nowUs, toUs]).catch(() => null);

		if (!found || !this.#pages.has(page)) return Infinity;
		this.#pages.get(page)[1] = found[1];
		return found[0] ?? Infinity;
	}

	async #answer(toUs) {
		const nexts = await Promise.all([...this.#pages.keys()].map((page) => this.#run(page, toUs)));
		const nextUs = Math.min(...nexts);
		const heard = [...this.#pages.values()].flat().reduce((sum, each) => sum + each, 0);

		this.#nowUs = toUs;
		if (!this.#socket.destroyed) this.#socket.write(`${toUs} ${nextUs === Infinity ? 'never' : nextUs} ${heard}\n`);
	}

	close() {
		this.#socket.destroy();
	}
}
