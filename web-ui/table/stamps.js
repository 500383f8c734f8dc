/*
 * When the sensors saw what they tell: each line begins with the page's own time in microseconds,
 * which the board maps onto its clock. So it does not matter how long a line is on its way.
 */
export const stamped = (lines, nowMs = performance.now()) =>
	lines.map((line) => `${Math.round(nowMs * 1000)} ${line}`);
