/*
 * Timestamps for the sensors' lines: each begins with the page's own time in microseconds, which
 * the board maps onto its clock. So it does not matter how long a line takes to arrive.
 */
export const stamped = (lines, nowMs = performance.now()) =>
	lines.map((line) => `${Math.round(nowMs * 1000)} ${line}`);
