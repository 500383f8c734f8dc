/* Says words to the referee from a page: a refusal is shown, and so is silence. */
import { notice } from '../common/dialog.js';
import { t, why } from '../common/i18n.js';

export class Speech {
	#link;

	constructor(link) {
		this.#link = link;
	}

	/* The table was still before Done arrived: then there is nothing to complain about. */
	#isMoot(word) {
		const { phase, turn, you } = this.#link.state ?? {};

		return word === 'done' && (phase !== 'play' || turn !== you);
	}

	/* A promise of whether it was accepted; refused(why) is called if something else shows the
	 * refusal. */
	async say(word, refused = (reason) => notice(why(reason), 'bad')) {
		try {
			const answer = await this.#link.say(word);

			if (!answer.ok && !this.#isMoot(word)) refused(answer.why);
			return answer.ok;
		} catch {
			notice(t('conn.no-answer'), 'bad');
			return false;
		}
	}
}
