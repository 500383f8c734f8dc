/*
 * Elements without templates: h('button', { class: 'big', onclick: go }, t('button.done')).
 * Functions become listeners, false and null leave an attribute away, everything else is text: no
 * string that came over the network can become markup.
 */
const SVG = 'http://www.w3.org/2000/svg';

function setAll(element, attributes) {
	for (const [name, value] of Object.entries(attributes ?? {})) {
		if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
		else if (value === true) element.setAttribute(name, name.startsWith('aria-') ? 'true' : '');
		else if (value !== false && value !== null && value !== undefined)
			element.setAttribute(name, value);
	}
	return element;
}

function append(element, children) {
	element.append(
		...children
			.flat(Infinity)
			.filter((child) => child !== null && child !== undefined && child !== false),
	);
	return element;
}

export function h(tag, attributes, ...children) {
	return append(setAll(document.createElement(tag), attributes), children);
}

export function svg(tag, attributes, ...children) {
	return append(setAll(document.createElementNS(SVG, tag), attributes), children);
}

export const byId = (id) => document.getElementById(id);

/*
 * Replaces all children, unless that would change nothing visible. Then the old ones keep their
 * listeners: those must find out by themselves what is meant now, or what they are about must be in
 * the markup.
 */
export function fill(element, ...children) {
	const fresh = append(element.cloneNode(false), children);

	if (!fresh.isEqualNode(element)) element.replaceChildren(...fresh.childNodes);
}
