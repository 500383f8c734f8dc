/*
 * Lets the pages open while the board cannot be reached. Browsers allow that only to pages that came with a
 * certificate, or from the device itself.
 *
 * The board is always asked first, and what it gives is what is shown. What was kept stands in for a board that
 * gives no answer at all, and all of it is of one version: each has a place of its own, which `assemble` names.
 */
const PLACE = 'adjutant-VERSION';
const PAGES = /^\/(play|table|watch|games|arbiter)?$/;
const PARTS = /^\/(lang\/\w+\.json|[\w/-]+\.(js|css)|[\w-]+\.(svg|webmanifest)|vendor\/.+\.js)$/;

function isOurs({ method, url }) {
	const { origin, pathname } = new URL(url);

	return method === 'GET' && origin === location.origin && (PAGES.test(pathname) || PARTS.test(pathname));
}

/* what stands behind ? changes nothing of what the board gives */
const nameOf = (url) => new URL(url, location.href).pathname;

async function keep(url, response) {
	if (response.ok) await (await caches.open(PLACE)).put(nameOf(url), response);
}

async function answer(event) {
	const { request } = event;

	try {
		const response = await fetch(request);

		event.waitUntil(keep(request.url, response.clone()));
		return response;
	} catch (error) {
		const kept = await (await caches.open(PLACE)).match(nameOf(request.url));

		if (kept) return kept;
		throw error;
	}
}

/* What a page had loaded before it was in our hands; most comes from what the browser has anyway. */
async function keepAll(urls) {
	const place = await caches.open(PLACE);

	for (const url of urls.filter((each) => isOurs({ method: 'GET', url: each })))
		if (!(await place.match(nameOf(url)))) await keep(url, await fetch(url));
}

/* the places of other versions */
async function begin() {
	const others = (await caches.keys()).filter((each) => each.startsWith('adjutant-') && each !== PLACE);

	await Promise.all(others.map((each) => caches.delete(each)));
	await clients.claim();
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(begin()));
addEventListener('message', (event) => event.waitUntil(keepAll(event.data).catch(() => {})));
addEventListener('fetch', (event) => {
	if (isOurs(event.request)) event.respondWith(answer(event));
});
