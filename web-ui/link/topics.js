/* Where a device hears and speaks, below adjutant/v1/BOARD/ (daemon/link.md). */

/* the topics of a device; spectators and the virtual table read the public ones */
export function topicsOf(seat) {
	if (seat === 'red' || seat === 'blue')
		return {
			view: `seat/${seat}/view`,
			event: `seat/${seat}/event`,
			say: `seat/${seat}/say`,
		};
	if (seat === 'arbiter')
		return { view: 'arbiter/view', event: 'arbiter/event', say: 'arbiter/say' };
	return { view: 'public/state', event: 'public/event' };
}
