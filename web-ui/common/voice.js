/*
 * The referee's voice: what everybody may know, read aloud by the browser in the page's language. Only where the
 * browser has voices, and only where somebody has asked for it.
 */
import { language } from './i18n.js';

const KEPT = 'adjutant/voice';
const WAITING = 3; /* sentences; what is older has been overtaken */

function kept() {
	try {
		return localStorage.getItem(KEPT);
	} catch {
		return null;
	}
}

export class Voice {
	#sound;
	#isOn = kept() === 'on';
	#waiting = 0;

	/* sound: whose volume it has */
	constructor(sound) {
		this.#sound = sound;
	}

	static get isThere() {
		return 'speechSynthesis' in globalThis;
	}

	get isOn() {
		return this.#isOn;
	}

	switchTo(isOn) {
		this.#isOn = isOn;
		try {
			localStorage.setItem(KEPT, isOn ? 'on' : 'off');
		} catch {
			/* then for as long as the page is open */
		}
		if (!isOn) globalThis.speechSynthesis?.cancel();
	}

	say(text) {
		if (!this.#isOn || !text || !Voice.isThere) return;
		if (this.#waiting >= WAITING) speechSynthesis.cancel();
		const words = new SpeechSynthesisUtterance(text);
		const end = () => this.#waiting--;

		words.lang = language();
		words.volume = this.#sound.volume;
		words.addEventListener('end', end);
		words.addEventListener('error', end);
		this.#waiting++;
		speechSynthesis.speak(words);
	}
}
