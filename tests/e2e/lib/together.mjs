/*
 * Tests that spend most of their time waiting: several run at once, and are told of in their order.
 * What each of them needs is its own.
 */
import { test } from './tap.mjs';

/* run(t, each) for each of cases, {name: what it is about}; so many at a time */
export function testTogether(cases, run, { atOnce = 16 } = {}) {
	const wanted = process.argv.slice(2);
	const waiting = Object.entries(cases).filter(
		([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
	);
	const begun = new Map();
	let count = 0;

	function begin() {
		while (count < atOnce && waiting.length > 0) {
			const [name, each] = waiting.shift();
			count++;
			begun.get(name).start(each);
		}
	}
	for (const [name] of waiting) {
		const whole = {};
		whole.promise = new Promise((resolve, reject) => {
			whole.start = (each) =>
				Promise.resolve(each)
					.then(run)
					.then(resolve, reject)
					.finally(() => {
						count--;
						begin();
					});
		});
		whole.promise.catch(() => {}); /* it is asked for later */
		begun.set(name, whole);
	}
	for (const name of Object.keys(cases))
		test(name, () => {
			begin();
			return begun.get(name).promise;
		});
}
