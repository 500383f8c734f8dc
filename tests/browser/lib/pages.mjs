/*
 * All pages of a room, as one process that goes by its virtual clock (daemon/base/virtual_clock.h). When the
 * clock goes on they only take note of it. When it asks again, at the same time, they hear what the daemon
 * has said, what is due there happens, and what they say finds the daemon at that time. A page is left alone if it
 * can have nothing to do: nothing is due there, and neither the daemon has said anything nor the test done anything
 * since it was last asked.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { takeOverTime } from './page_time.mjs';

export class Pages {
	#socket;
	#nowUs = 0;
	#loadedUs = 0; /* since then pages that are new to us may have been there */
	#pages = new Map();

	static async join(clock) {
		const pages = new Pages();

		pages.#socket = connect(clock.place().environment.ADJUTANT_CLOCK).setEncoding('utf8');
		pages.#socket.write('pages\n');
		const [hello] = await once(pages.#socket, 'data');
		pages.#nowUs = pages.#loadedUs = Number(hello.split(' ')[0]);
		pages.#socket.on('data', (line) => {
			const [toUs, , stirred] = line.split(' ').map(Number);

			pages.#answer(toUs, stirred);
		});
		return pages;
	}

	/* Before the page goes anywhere. */
	async add(page) {
		await page.addInitScript(takeOverTime);
		this.#pages.set(page, {
			cdp: await page.context().newCDPSession(page),
			nextUs: Infinity,
			stirred: null /* when it was last asked; null if it is to be asked in any case */,
			before: 0 /* messages before it was loaded, and since */,
			since: 0,
			scripts: new Set() /* that are being loaded: time must not run away meanwhile */,
		});
		page.on('request', (request) => {
			if (request.isNavigationRequest()) this.#wake(page);
			if (request.resourceType() === 'script') this.#pages.get(page)?.scripts.add(request);
		});
		for (const end of ['requestfinished', 'requestfailed'])
			page.on(end, (request) => {
				this.#pages.get(page)?.scripts.delete(request);
				this.#wake(page);
			});
		page.on('load', () => {
			const each = this.#pages.get(page);

			if (each) Object.assign(each, { before: each.before + each.since, since: 0, stirred: null });
		});
		page.on('close', () => this.#pages.delete(page));
	}

	#wake(page) {
		const each = this.#pages.get(page);

		if (each) each.stirred = null;
	}

	/* Its time stands still from now on, and nothing waits for it. */
	remove(page) {
		this.#pages.delete(page);
	}

	/* A page that is being loaded has nothing to do. */
	async #settle(each, stirred) {
		each.stirred = stirred;
		const loaded = [...each.scripts].map(async (request) => (await request.response())?.finished());

		await Promise.all(loaded).catch(() => {}); /* the page is gone */
		const expression = `globalThis.__time?.(${this.#loadedUs}, ${this.#nowUs})`;
		const { result } = await each.cdp
			.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
			.catch(() => ({ result: {} }));
		const [nextUs, since] = result.value ?? [null, each.since];

		Object.assign(each, { nextUs: nextUs ?? Infinity, since });
		if (!result.value) each.stirred = null;
	}

	async #answer(toUs, stirred) {
		const all = () => [...this.#pages.values()];
		const isStirred = (each) => each.stirred !== stirred || each.nextUs <= toUs || each.scripts.size > 0;

		if (toUs === this.#nowUs) {
			await Promise.all(all().filter(isStirred).map((each) => this.#settle(each, stirred)));
			this.#loadedUs = toUs;
		}
		this.#nowUs = toUs;
		const nextUs = Math.min(...all().map((each) => each.nextUs));
		const heard = all().reduce((sum, { before, since }) => sum + before + since, 0);
		if (!this.#socket.destroyed) this.#socket.write(`${toUs} ${nextUs === Infinity ? 'never' : nextUs} ${heard}\n`);
	}

	close() {
		this.#socket.destroy();
	}
}
