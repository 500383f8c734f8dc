/*
 * Requests the texts while the rest of the page is still loading: a module runs only when
 * everything that it imports has arrived, and this one imports next to nothing. When all is there, the page is kept.
 */
import { loadLanguage } from './i18n.js';

loadLanguage();

/* Where browsers allow it, the page opens without the board next time (sw.js). A page within another's may not. */
async function keepPage() {
	await navigator.serviceWorker.register('sw.js');
	const { active } = await navigator.serviceWorker.ready;
	const loaded = performance.getEntriesByType('resource').map(({ name }) => name);

	active.postMessage([location.href, ...loaded]);
}

if (navigator.serviceWorker) addEventListener('load', () => keepPage().catch(() => {}));
