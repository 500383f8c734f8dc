/*
 * Signals for a player who does not look: a short sound, a vibration; and a screen that stays on
 * during a game (awake.js). Each of them only where the device has it and allows it.
 */
import { Sound } from '../common/sound.js';
import { Awake } from './awake.js';

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
	awake = new Awake();

	call(name) {
		if (!this.sound.isOn) return;
		/* Chromium complains of a vibration before the first touch */
		if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(VIBRATIONS[name]);
		this.sound.play(name);
	}
}
