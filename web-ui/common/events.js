/* What happened in the game, in a sentence. */
import { listText, sideName, t } from './i18n.js';
import { playerName } from './names.js';

/*
 * The same for the player who did it: null where the page shows by itself that it was done, and
 * otherwise as one speaks to a person, not of one.
 */
export function ownEventText(event) {
	if (event.event === 'taken-back') return t('tell.own.taken-back', event);
	return event.word === 'call-arbiter' ? t('tell.own.call-arbiter') : null;
}

/* One sentence for an event of the game; null for those that need none. */
export function eventText(event) {
	const side = event.side && playerName(event.side);

	switch (event.event) {
		case 'move':
		case 'attack':
		case 'swap':
		case 'taken-back':
		case 'cards':
		case 'illegal':
		case 'board-ok':
		case 'setup-complete':
			return t(`tell.${event.event}`, { ...event, side });
		case 'battle':
			return t(`tell.battle.${event.outcome}`, { ...event, side });
		case 'word':
			return t(`tell.word.${event.word}`, { ...event, side });
		case 'revealed': /* by their owner; what is revealed to all at once is seen */
			return side ? t('tell.revealed', { side }) : null;
		case 'guide': /* about pieces */
			return t(`guide.${event.do}`, { side: sideName(event.side), squares: listText(event.squares) });
		default:
			return null;
	}
}
