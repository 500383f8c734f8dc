/*
 * What those who look on hear of a game: its sounds, and its sentences if they are to be read aloud. Both are made
 * of what everybody is told.
 */
import { eventText } from './events.js';
import { promptText } from './prompt.js';
import { Sound } from './sound.js';
import { Voice } from './voice.js';

const SOUNDS = { move: 'move', swap: 'move', battle: 'battle', illegal: 'bad', over: 'end' };

export class Teller {
	sound;
	voice;
	#last = null; /* the end that was read aloud */

	constructor(options) {
		this.sound = new Sound(options);
		this.voice = new Voice(this.sound);
	}

	tell(event) {
		if (SOUNDS[event.event]) this.sound.play(SOUNDS[event.event]);
		this.voice.say(eventText(event));
	}

	/* How it ended is only in the view. */
	show({ id, phase, prompt }) {
		if (phase === 'over' && this.#last !== null && this.#last !== id) this.voice.say(promptText(prompt));
		this.#last = phase === 'over' ? id : '';
	}
}
