/*
 * Tests in the order in which they are written, and their verdicts as tests/run counts them:
 * FILE:LINE:NAME:PASS or FILE:LINE:NAME:FAIL: WHY.
 *
 *   test('name', async (t) => { t.after((failure) => tidy up); assert...; });
 *   await finish();
 */
import { basename } from 'node:path';

const tests = [];

/* file:line of the call of test() */
function place() {
	const line = new Error().stack.split('\n')[3];
	const [, path, number] = line.match(/([^/\\(]+\.mjs):(\d+):\d+\)?$/) ?? [
		,
		basename(process.argv[1]),
		0,
	];

	return `${path}:${number}`;
}

export function test(name, run) {
	tests.push({ name, run, at: place() });
}

function why(error) {
	return String(error?.message ?? error)
		.replace(/\s*\n\s*/g, ' | ')
		.slice(0, 1000);
}

async function outcome(run) {
	const tidying = [];
	let failure;

	try {
		await run({ after: (tidy) => tidying.unshift(tidy) });
	} catch (error) {
		failure = error;
	}
	for (const tidy of tidying)
		try {
			await tidy(failure);
		} catch (error) {
			failure ??= error;
		}
	return failure;
}

/* Runs those whose names contain one of the arguments, or all. */
export async function finish() {
	const wanted = process.argv.slice(2);

	for (const { name, run, at } of tests) {
		if (wanted.length > 0 && !wanted.some((each) => name.includes(each))) continue;
		const failure = await outcome(run);
		console.log(
			failure === undefined
				? `${at}:${name}:PASS`
				: `${at}:${name}:FAIL: ${why(failure)}`,
		);
		if (failure === undefined) continue;
		process.exitCode = 1;
		if (failure?.stack) console.error(failure.stack);
	}
}
