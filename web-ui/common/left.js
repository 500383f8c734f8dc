/* What a page says when its device has lost the seat: why, if the board has told it, and what to do. */
import { h } from './dom.js';
import { has, t } from './i18n.js';
import { forget } from './seat.js';

function reasonText(why) {
	return t(why && has(`left.${why}`) ? `left.${why}` : 'conn.unpaired');
}

/* why: the board's word for it, or ''; label: of the button that asks for another code */
export function leftPanel(seat, why, { label = t('home.play'), hint = t('left.again') } = {}) {
	const again = () => {
		forget(seat);
		location.reload();
	};

	return h(
		'section',
		{ class: 'panel left-seat', role: 'alert' },
		h('p', { class: 'lead' }, reasonText(why)),
		hint && h('p', {}, hint),
		h('button', { class: 'strong big', onclick: again }, label),
	);
}
