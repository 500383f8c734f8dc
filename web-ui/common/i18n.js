/*
 * What people read, in their language. lang/XX.json has one flat list of keys; English stands in for
 * a key that another language does not have (which a test does not allow). The same files serve the
 * console handheld.
 */
export const LANGUAGES = ['en', 'nl', 'fr', 'de', 'it', 'es', 'pt', 'sv', 'da'];
const KEPT = 'adjutant/language';

let texts = {};
let current = 'en';
let loading = null; /* a promise */

/* the first wanted language that exists: 'de' serves 'de-AT', 'da' serves 'nb' */
export function choose(wanted) {
	const near = { nb: 'da', nn: 'da', no: 'da' };
	const found = wanted
		.map((tag) => tag.toLowerCase().split('-')[0])
		.map((tag) => near[tag] ?? tag)
		.find((tag) => LANGUAGES.includes(tag));

	return found ?? 'en';
}

/* The language chosen on this device, that of the address (?lang=de), or that of the browser. */
function wanted() {
	const asked = new URLSearchParams(location.search).get('lang');

	return [asked, remembered(), ...navigator.languages].filter(Boolean);
}

/* A page embedded in another one may be denied storage. */
function remembered() {
	try {
		return localStorage.getItem(KEPT);
	} catch {
		return null;
	}
}

async function fetchTexts(code) {
	const response = await fetch(`lang/${code}.json`);

	return response.ok ? response.json() : {};
}

/* To be awaited before the first text is shown; later calls get the same promise. */
export function loadLanguage() {
	loading ??= load();
	return loading;
}

async function load() {
	current = choose(wanted());
	const [english, own] = await Promise.all(
		[...new Set(['en', current])].map((code) => fetchTexts(code)),
	);
	use(current, { ...english, ...own });
	document.documentElement.lang = current;
}

/* for tests, and for callers that have the texts already */
export function use(code, all) {
	current = code;
	texts = all;
}

export const language = () => current;

/* Remembers it and reloads the page: every text is made once. */
export function setLanguage(code) {
	const address = new URL(location.href);

	localStorage.setItem(KEPT, code);
	address.searchParams.delete('lang');
	history.replaceState(null, '', address);
	location.reload();
}

export function t(key, values = {}) {
	return (texts[key] ?? key).replace(/\{([a-z]+)\}/g, (whole, name) => values[name] ?? whole);
}

export const has = (key) => key in texts;

/* what a group of texts has names for: those of 'edition' are the editions */
export const namesIn = (group) =>
	Object.keys(texts)
		.filter((key) => key.startsWith(`${group}.`))
		.map((key) => key.slice(group.length + 1));

export const sideName = (side) => t(`side.${side}`);
export const rankName = (code) => t(code === '?' ? 'rank.hidden' : `rank.${code}`);
export const cardName = (card) => t(`card.${card}`);

/* "a1, b2 and c3" */
export function listText(list) {
	if (list.length < 2) return list[0] ?? '';
	return t('guide.and', { first: list.slice(0, -1).join(', '), last: list.at(-1) });
}

/* Some texts are whole sentences in one language and not in another. */
export const ended = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/* "a1, b1, …" in a sentence; a list that is cut short ends the sentence as well. */
const squaresText = (key, squares, more) =>
	t(key, { squares: [...squares, ...(more ? ['…'] : [])].join(', ') }).replace('….', '…');

/* Where pieces are missing or too many; '' if that is not what it is about. The longer list is cut short. */
function placesText({ missing = [], extra = [], more = false }) {
	const longest = Math.max(missing.length, extra.length);
	const sentence = (key, squares) =>
		squares.length > 0 && squaresText(key, squares, more && squares.length === longest);

	return [sentence('setup.missing', missing), sentence('setup.extra', extra)].filter(Boolean).join(' ');
}

/* Why something was refused: {code, and its arguments}. A newer board has more codes than the page. */
export function why(refusal) {
	const key = `why.${refusal?.code}`;

	return has(key) ? `${t(key, refusal)} ${placesText(refusal)}`.trim() : t('why.unknown');
}

/* The same where the count is visible anyway. */
export const whatIsWrong = (refusal) => placesText(refusal) || why(refusal);
