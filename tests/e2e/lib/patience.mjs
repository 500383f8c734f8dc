/*
 * Waiting for what must come. Nothing may depend on how soon it does, on a machine that has other
 * things to do; but a wait has an end, so that the log says what was waited for.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/* after which it never will; less than tests/run gives a whole program */
export const DESPAIR_MS = 600000;

/* what: a sentence, or () => one, of what was waited for; isSo() may be a promise of it */
export async function until(isSo, what, everyMs = 2) {
	for (const sinceMs = Date.now(); !(await isSo()); await sleep(everyMs))
		if (Date.now() - sinceMs > DESPAIR_MS)
			throw new Error(typeof what === 'string' ? `waited in vain for ${what}` : what());
}
