/* What the arbiter says: confirmed first if it changes something, and a refusal is shown. */
import { confirm, notice } from '../common/dialog.js';
import { t, why } from '../common/i18n.js';

export class Speaker {
	#link;

	constructor(link) {
		this.#link = link;
	}

	/* Returns whether it was accepted. */
	async say(word) {
		try {
			const answer = await this.#link.say(word);

			if (!answer.ok) notice(t('conn.not-sent', { why: why(answer.why) }), 'bad');
			return answer.ok;
		} catch {
			notice(t('conn.no-answer'), 'bad');
			return false;
		}
	}

	/* what: the same in the arbiter's language */
	async sayIfSure(word, what) {
		return (await confirm(t('arbiter.confirm', { what }))) && this.say(word);
	}
}
