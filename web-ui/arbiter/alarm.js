/*
 * A player who calls must not be overlooked: a banner, a sound every few seconds and a title that
 * changes, until the arbiter has seen it. What is wrong with the board is heard once.
 */
import { h } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { eventText } from '../common/events.js';

const SEEN = 'adjutant/calls-seen';
const SEEN_MOST = 20;
const QUIET = 'adjutant/arbiter-quiet';
const FLASH_MS = 1000;
const RING_EVERY = 4; /* flashes */
const TONES_HZ = { call: [660, 880, 660], fault: [440] };
const TONE_S = 0.18;

/*
 * A device that has shown a call once does not show it again, even if the arbiter has said nothing.
 */
function seenCalls() {
	try {
		return JSON.parse(localStorage.getItem(SEEN)) ?? [];
	} catch {
		return [];
	}
}

export class Alarm {
	element = h('div', { class: 'alarm', role: 'alert' });
	#sound = null;
	#isQuiet = localStorage.getItem(QUIET) === 'yes';
	soundSwitch = this.#makeSwitch();
	#title = document.title;
	#flash = null;
	#calls = new Map(); /* those not seen yet, by side: which one */

	constructor() {
		/* browsers allow a page to make sounds only after it was touched */
		for (const type of ['pointerdown', 'keydown'])
			document.addEventListener(type, () => this.#prepareSound(), { once: true });
	}

	/*
	 * Calls that came while this page was closed, and that no word of the arbiter has answered.
	 */
	show({ game, called = [] }) {
		for (const { side, t: at } of called) this.#call(side, `${game} ${side} ${at}`);
	}

	tell({ event, word, game, side, t: at }) {
		if (event === 'word' && word === 'call-arbiter') this.#call(side, `${game} ${side} ${at}`);
		else if (['fault', 'storage', 'board'].includes(event)) this.#ring('fault');
	}

	#call(side, id) {
		if (this.#calls.get(side) === id || seenCalls().includes(id)) return;
		this.#calls.set(side, id);
		this.#drawCalls();
		this.#ring('call');
	}

	#drawCalls() {
		const text = [...this.#calls.keys()]
			.map((side) => eventText({ event: 'word', word: 'call-arbiter', side }))
			.join(' ');
		let count = 0;

		this.element.replaceChildren(
			h('strong', {}, text),
			h(
				'button',
				{ type: 'button', class: 'strong', onclick: () => this.#seen() },
				t('arbiter.seen'),
			),
		);
		clearInterval(this.#flash);
		this.#flash = setInterval(() => {
			document.title = ++count % 2 ? `❗ ${text}` : this.#title;
			if (count % RING_EVERY === 0) this.#ring('call');
		}, FLASH_MS);
	}

	#seen() {
		clearInterval(this.#flash);
		localStorage.setItem(
			SEEN,
			JSON.stringify([...seenCalls(), ...this.#calls.values()].slice(-SEEN_MOST)),
		);
		this.#calls.clear();
		document.title = this.#title;
		this.element.replaceChildren();
	}

	/* ---- sound ---- */

	/* As on the handhelds: a button could be read as the present state or as what it does. */
	#makeSwitch() {
		const box = h('input', {
			type: 'checkbox',
			checked: !this.#isQuiet,
			onchange: ({ target }) => this.#switchTo(target.checked),
		});

		return h('label', { class: 'check' }, box, ' ', t('button.sound-on'));
	}

	#switchTo(isOn) {
		this.#isQuiet = !isOn;
		localStorage.setItem(QUIET, isOn ? 'no' : 'yes');
		this.#ring('fault');
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
