/* The virtual table's boxes, for clients that are not its page: made one by one, and sent as they like. */
import { hello } from '../../../../web-ui/link/ask.js';
import { BLOCKS, fromHex, sealText } from '../../../../web-ui/link/code.js';

export class TableVoice {
	#place;
	#access;
	#spoken = 0;

	/* asks the board for a place from which to speak, as the page does */
	static async of(access) {
		const voice = new TableVoice();

		voice.#access = access;
		voice.#place = await hello(access);
		return voice;
	}

	/* lines in a box, as the table would say them next; more: other fields of the message, or others in place of its own */
	say(lines, more = {}) {
		return this.seal(JSON.stringify({ ...this.#place, n: ++this.#spoken, lines, ...more }));
	}

	/* any text in a box of the table */
	seal(text) {
		return Buffer.from(sealText(fromHex(this.#access.up), text, BLOCKS.say));
	}
}
