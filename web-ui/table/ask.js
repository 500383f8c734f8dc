/* Asks the board for something that only the table may have; what fails is told in a sentence. */
import { t, why } from '../common/i18n.js';
import { askBoard } from '../link/ask.js';

/* access: the table's own. A promise of the answer; it fails with a sentence for people. */
export async function ask(access, path, question, options) {
	const answer = await askBoard(access, path, question, options).catch(({ why: refusal }) => {
		throw new Error(refusal ? why(refusal) : t('pair.unreachable'));
	});

	if (answer.ok === false) throw new Error(why(answer.why));
	return answer;
}
