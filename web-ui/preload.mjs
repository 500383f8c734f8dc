/*
 * Tells browsers at once of every module that a page will import: preload.mjs FOLDER
 *
 * Without that a browser learns of a module only when it has read the one that imports it, and a
 * page is five such steps away from its first word. The links are written into the assembled pages,
 * so there is no list to keep up to date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.js)'/g;
const SCRIPT = /<script type="module"[^>]* src="([^"]+)"/g;

function importsOf(file) {
	return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path]) => join(dirname(file), path));
}

/* what these modules import, recursively: those that are needed first come first */
function allImports(modules) {
	const all = new Set(modules);

	for (const file of all) for (const imported of importsOf(file)) all.add(imported);
	return [...all].filter((file) => !modules.includes(file));
}

function withPreloads(folder, page) {
	const scripts = [...page.matchAll(SCRIPT)].map(([, path]) => join(folder, path));
	const links = allImports(scripts).map(
		(file) => `<link rel="modulepreload" href="${relative(folder, file)}">\n`,
	);

	return page.replace('</head>', `${links.join('')}</head>`);
}

const [folder] = process.argv.slice(2);

for (const name of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
	const path = join(folder, name);

	writeFileSync(path, withPreloads(folder, readFileSync(path, 'utf8')));
}
