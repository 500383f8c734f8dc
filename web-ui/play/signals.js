/*
 * Signals for a player who does not look: a short sound, a vibration; and a screen that stays on
 * during a game. Each of them only where the device has it and allows it.
 */
import { Sound } from '../common/sound.js';

/* how long it vibrates, in milliseconds */
const VIBRATIONS = {
	turn: [120],
	battle: [80, 60, 80],
	question: [60, 60, 60],
	bad: [250],
	move: [],
	end: [200, 100, 200],
};

export class Signals {
	sound = new Sound();
	#lock = null;
	#wantsLock = false;

	constructor() {
		document.addEventListener('visibilitychange', () => this.#relock());
	}

	call(name) {
		if (!this.sound.isOn) return;
		/* Chromium complains of a vibration before the first touch */
		if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(VIBRATIONS[name]);
		this.sound.play(name);
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
