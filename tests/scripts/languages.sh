#!/usr/bin/env bash
# The catalogues in web-ui/lang: that every language says all that English says, with the same
# places to fill in and the ranks as the rules name them, and that English has whatever the pages
# and the console want said; the referee's codes are tests/unit/views/test_refusal_json.c's matter. How
# well it is said is for people to judge.
set -u
cd "$(dirname "$0")/../.." || exit

if ! command -v node >/dev/null; then
	echo "languages.sh:1:catalogues:IGNORE: there is no node here"
	exit 0
fi

node --input-type=module - <<'END'
import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = 'web-ui/lang';
/* as the rules have them */
const [[, ...LANGUAGES], ...RANKS] = `
code en nl fr de it es pt sv da
M Marshal Maarschalk Maréchal Feldmarschall Maresciallo Mariscal Marechal Fältmarskalk Feltmarskal
9 General Generaal Général General Generale General General General General
8 Colonel Kolonel Colonel Oberst Colonnello Coronel Coronel Överste Oberst
7 Major Majoor Commandant Major Comandante Comandante Comandante Major Major
6 Captain Kapitein Capitaine Hauptmann Capitano Capitán Capitão Kapten Kaptajn
5 Lieutenant Luitenant Lieutenant Leutnant Tenente Teniente Tenente Löjtnant Løjtnant
4 Sergeant Sergeant Sergent Unteroffizier Sergente Sargento Sargento Sergeant Underofficer
3 Miner Mineur Démineur Mineur Artificiere Minador Sapador Minör Minør
2 Scout Verkenner Éclaireur Aufklärer Esploratore Explorador Batedor Spanare Spejder
1 Spy Spion Espionne Spionin Spia Espía Espião Spion Spion
B Bomb Bom Bombe Bombe Bomba Bomba Bomba Bomb Bombe
F Flag Vlag Drapeau Fahne Bandiera Bandera Bandeira Fana Fane`
	.trim()
	.split('\n')
	.map((row) => row.split(' '));
/* A longer text that is the same as in English was forgotten. Shorter ones may be names. */
const SAME_BY_CHANCE = 25;

let failed = false;

/* Passes if there is no reason why not. */
function verdict(name, reasons) {
	const some = reasons.slice(0, 5).join('; ');
	const more = reasons.length > 5 ? `; and ${reasons.length - 5} more` : '';

	console.log(`languages.sh:1:${name}:${reasons.length ? `FAIL: ${some}${more}` : 'PASS'}`);
	failed ||= reasons.length > 0;
}

/* ---- the catalogues ---- */

function read(language) {
	const text = readFileSync(`${FOLDER}/${language}.json`, 'utf8');

	return { text, said: JSON.parse(text) };
}

/* What JSON.parse is silent about: the second of two equal keys would win. */
function twice(text) {
	const keys = [...text.matchAll(/^\s*"((?:[^"\\]|\\.)*)"\s*:/gm)].map(([, key]) => key);

	return keys.filter((key, i) => keys.indexOf(key) < i).map((key) => `${key} is there twice`);
}

function keysDiffer(english, said) {
	const missing = Object.keys(english).filter((key) => !(key in said));
	const extra = Object.keys(said).filter((key) => !(key in english));
	const order = (catalogue) => Object.keys(catalogue).join('\n');
	const reasons = [
		...missing.map((key) => `${key} is missing`),
		...extra.map((key) => `${key} is not in English`),
	];

	if (reasons.length || order(english) === order(said)) return reasons;
	return ['the keys are in another order than in English'];
}

const places = (text) => (text.match(/\{[^}]*\}/g) ?? []).sort().join(' ');

function textWrong(key, english, text) {
	if (typeof text !== 'string' || !text.trim()) return `${key} is empty`;
	if (text !== text.trim()) return `${key} has blanks around it`;
	if (places(text) !== places(english)) return `${key} has ${places(text) || 'no places'}`;
	if (/[{}]/.test(text.replace(/\{[a-z]+\}/g, ''))) return `${key} has a stray brace`;
	return null;
}

function textsWrong(english, said) {
	return Object.keys(english)
		.filter((key) => key in said)
		.map((key) => textWrong(key, english[key], said[key]))
		.filter(Boolean);
}

function untranslated(english, said) {
	return Object.keys(english)
		.filter((key) => said[key] === english[key] && english[key].length > SAME_BY_CHANCE)
		.map((key) => `${key} is still English`);
}

function ranksWrong(language, said) {
	const column = 1 + LANGUAGES.indexOf(language);

	return RANKS.filter((row) => said[`rank.${row[0]}`] !== row[column]).map(
		([code]) => `rank.${code} is ${said[`rank.${code}`]}`,
	);
}

/* ---- what is to be said ---- */

function filesBelow(folder, ending) {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;

		if (entry.name === 'node_modules' || entry.name === 'vendor') return [];
		if (entry.isDirectory()) return filesBelow(path, ending);
		return entry.name.endsWith(ending) ? [path] : [];
	});
}

/* A key, or one that is put together: want.${phase}, want.%s. Some key must look like that. */
function exists(english, key) {
	const parts = key.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}|%(?:\.\*)?[a-z]/);
	const plain = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	const pattern = new RegExp(`^${plain.join('.+')}$`);

	if (parts.length === 1) return key in english;
	return Object.keys(english).some((each) => pattern.test(each));
}

/* Whatever is quoted and begins like a key is taken for one, but for files and selectors. */
function keysIn(code, quotes, english) {
	const groups = new Set(Object.keys(english).map((key) => key.split('.')[0]));
	const noSelector = '(?<!(?:querySelector(?:All)?|closest|matches)\\()';
	const key = '([a-z0-9-]+)\\.((?:(?!\\1)[^\\n\\\\])+)';
	const quoted = new RegExp(`${noSelector}([${quotes}])${key}\\1`, 'g');
	const isFile = (rest) => /^(html|m?js|css|json|svg|[ch])$/.test(rest);

	return [...code.matchAll(quoted)]
		.filter(([, , group, rest]) => groups.has(group) && !isFile(rest))
		.map(([, , group, rest]) => `${group}.${rest}`)
		.filter((key) => !/\s/.test(key.replace(/\$\{[^}]*\}/g, '')));
}

/* And what is said outright, whatever it begins with. */
function keysSaid(code, call) {
	const said = new RegExp(`(?<![\\w.])${call}\\s*(['"\`])([^'"\`\\n]+)\\1`, 'g');

	return [...code.matchAll(said)].map(([, , key]) => key);
}

function unknownKeys(files, find, english) {
	return files.flatMap((file) =>
		[...new Set(find(readFileSync(file, 'utf8')))]
			.filter((key) => !exists(english, key))
			.map((key) => `${file}: ${key}`),
	);
}

const inPages = (english) => (code) => [
	...keysIn(code, `'"\``, english),
	...keysSaid(code, 't\\('),
	...keysSaid(code, 'has\\('),
];

const inConsole = (english) => (code) =>
	/\btexts_[a-z]+\(/.test(code)
		? [
				...keysIn(code.replace(/^\s*#.*$/gm, ''), '"', english),
				...keysSaid(code, 'texts_(?:say|have)\\([^,()]+,'),
			]
		: [];

/* ---- verdicts ---- */

function catalogue(language, english) {
	let text, said;

	try {
		({ text, said } = read(language));
	} catch (error) {
		verdict(`${language}_can_be_read`, [error.message]);
		return;
	}
	verdict(`${language}_keys`, [...twice(text), ...keysDiffer(english, said)]);
	verdict(`${language}_texts`, textsWrong(english, said));
	verdict(`${language}_ranks`, ranksWrong(language, said));
	if (language !== 'en') verdict(`${language}_translated`, untranslated(english, said));
}

function offered() {
	const [list] = /LANGUAGES = .*/.exec(readFileSync('web-ui/common/i18n.js', 'utf8')) ?? [''];
	const there = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ''));
	const promised = [...list.matchAll(/'([a-z]+)'/g)].map(([, language]) => language);
	const same = (a, b) => [...a].sort().join() === [...b].sort().join();

	return [
		...(same(promised, LANGUAGES) ? [] : [`the pages offer ${promised.join(' ')}`]),
		...(same(there, LANGUAGES) ? [] : [`${FOLDER} has ${there.join(' ')}`]),
	];
}

const { said: english } = read('en');
const pages = filesBelow('web-ui', '.js');

verdict('languages', offered());
for (const language of LANGUAGES) catalogue(language, english);
verdict('pages', pages.length ? unknownKeys(pages, inPages(english), english) : ['no pages']);
verdict('console', unknownKeys(filesBelow('daemon', '.c'), inConsole(english), english));
process.exitCode = failed ? 1 : 0;
END
