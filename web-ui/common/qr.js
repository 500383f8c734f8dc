/* A QR code as a picture, from the rows of modules that the board has made: '0110/1001/..'. */
import { svg } from './dom.js';

const QUIET = 4; /* modules around it that stay white */

/* null if there are no modules */
export function qrPicture(modules, label) {
	const rows = modules.split('/');
	const size = rows.length + 2 * QUIET;
	const path = rows
		.flatMap((row, y) =>
			[...row.matchAll(/1+/g)].map(
				({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`,
			),
		)
		.join('');

	if (!modules) return null;
	return svg(
		'svg',
		{ viewBox: `0 0 ${size} ${size}`, class: 'qr', role: 'img', 'aria-label': label },
		svg('rect', { width: size, height: size, class: 'light' }),
		svg('path', { d: path, class: 'dark' }),
	);
}
