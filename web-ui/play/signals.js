/*
 * Signals for a player who does not look: a short sound, a vibration; and a screen that stays on
 * during a game. Each of them only where the device has it and allows it.
 */
const KEPT = 'adjutant/sound';

/* [hertz, seconds] one after another; and how long it vibrates, in milliseconds */
const CALLS = {
	turn: { tones: [[660, 0.12], [880, 0.18]], vibration: [120] },
	battle: { tones: [[330, 0.1], [247, 0.22]], vibration: [80, 60, 80] },
	question: { tones: [[784, 0.1], [784, 0.1]], vibration: [60, 60, 60] },
	bad: { tones: [[196, 0.25]], vibration: [250] },
};
const LOUDNESS = 0.12;

export class Signals {
	#audio = null;
	#lock = null;
	#wantsLock = false;

	constructor() {
		/* browsers allow sound only once the page was touched */
		for (const type of ['pointerdown', 'keydown'])
			document.addEventListener(type, () => this.#unlock(), { once: true });
		document.addEventListener('visibilitychange', () => this.#relock());
	}

	get isOn() {
		return localStorage.getItem(KEPT) !== 'off';
	}

	switchTo(isOn) {
		localStorage.setItem(KEPT, isOn ? 'on' : 'off');
		if (isOn) this.call('question');
	}

	#unlock() {
		const Audio = globalThis.AudioContext ?? globalThis.webkitAudioContext;

		if (Audio) this.#audio ??= new Audio();
	}

	call(name) {
		const { tones, vibration } = CALLS[name];

		if (!this.isOn) return;
		/* Chromium complains of a vibration before the first touch */
		if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(vibration);
		this.#play(tones);
	}

	#play(tones) {
		const audio = this.#audio;
		let atS = audio?.currentTime ?? 0;

		if (!audio) return;
		audio.resume?.();
		for (const [hertz, lengthS] of tones) {
			const tone = audio.createOscillator(), gain = audio.createGain();

			tone.frequency.value = hertz;
			gain.gain.setValueAtTime(LOUDNESS, atS);
			gain.gain.exponentialRampToValueAtTime(0.001, atS + lengthS);
			tone.connect(gain).connect(audio.destination);
			tone.start(atS);
			tone.stop(atS + lengthS);
			atS += lengthS;
		}
	}

	/* ---- the screen ---- */

	stayAwake(isWanted) {
		if (isWanted === this.#wantsLock) return;
		this.#wantsLock = isWanted;
		this.#relock();
	}

	/* The lock goes whenever the page is out of sight, and is refused on a low battery. */
	async #relock() {
		if (!this.#wantsLock) {
			this.#lock?.release().catch(() => {});
			this.#lock = null;
		} else if (document.visibilityState === 'visible') {
			this.#lock = await navigator.wakeLock?.request('screen').catch(() => null);
		}
	}
}
