/*
 * A player who calls must not be overlooked: a banner, a sound every few seconds and a title that
 * changes, until the arbiter has seen it. What is wrong with the board is heard once.
 */
import { h } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { eventText } from '../common/wants.js';

const KEPT = 'adjutant/call';
const QUIET = 'adjutant/arbiter-quiet';
const FLASH_MS = 1000;
const RING_EVERY = 4; /* flashes */
const TONES_HZ = { call: [660, 880, 660], fault: [440] };
const TONE_S = 0.18;

export class Alarm {
	element = h('div', { class: 'alarm', role: 'alert' });
	soundButton = h('button', { type: 'button', onclick: () => this.#toggleSound() });
	#sound = null;
	#isQuiet = localStorage.getItem(QUIET) === 'yes';
	#title = document.title;
	#flash = null;

	constructor() {
		this.#drawButton();
		/* browsers let a page be heard only after it was touched */
		for (const type of ['pointerdown', 'keydown'])
			document.addEventListener(type, () => this.#prepareSound(), { once: true });
		const open = sessionStorage.getItem(KEPT);
		if (open) this.#call(open);
	}

	tell(event) {
		if (event.event === 'word' && event.word === 'call-arbiter') this.#call(eventText(event));
		else if (['fault', 'storage', 'board'].includes(event.event)) this.#ring('fault');
	}

	#call(text) {
		let count = 0;

		sessionStorage.setItem(KEPT, text);
		this.element.replaceChildren(
			h('strong', {}, text),
			h(
				'button',
				{ type: 'button', class: 'strong', onclick: () => this.#seen() },
				t('arbiter.seen'),
			),
		);
		clearInterval(this.#flash);
		this.#ring('call');
		this.#flash = setInterval(() => {
			document.title = ++count % 2 ? `❗ ${text}` : this.#title;
			if (count % RING_EVERY === 0) this.#ring('call');
		}, FLASH_MS);
	}

	#seen() {
		clearInterval(this.#flash);
		sessionStorage.removeItem(KEPT);
		document.title = this.#title;
		this.element.replaceChildren();
	}

	/* ---- sound ---- */

	#toggleSound() {
		this.#isQuiet = !this.#isQuiet;
		localStorage.setItem(QUIET, this.#isQuiet ? 'yes' : 'no');
		this.#drawButton();
		this.#ring('fault');
	}

	#drawButton() {
		this.soundButton.textContent = t(this.#isQuiet ? 'button.sound-on' : 'button.sound-off');
	}

	#prepareSound() {
		this.#sound ??= globalThis.AudioContext ? new AudioContext() : null;
	}

	#ring(kind) {
		if (this.#isQuiet || !this.#sound) return;
		this.#sound.resume().catch(() => {});
		TONES_HZ[kind].forEach((hz, i) => this.#tone(hz, this.#sound.currentTime + i * TONE_S));
	}

	#tone(hz, at) {
		const tone = this.#sound.createOscillator(),
			volume = this.#sound.createGain();

		tone.frequency.value = hz;
		volume.gain.setValueAtTime(0.25, at);
		volume.gain.linearRampToValueAtTime(0, at + TONE_S);
		tone.connect(volume).connect(this.#sound.destination);
		tone.start(at);
		tone.stop(at + TONE_S);
	}
}
