/*
 * A screen that stays on during a game. Browsers have a lock for that, but only on pages that came with a
 * certificate, and most boards have none. Elsewhere a film is played, without sound and without anything to see,
 * for which most phones stay awake. It is made here: a canvas of one colour.
 */
import { h } from '../common/dom.js';

const KEPT = 'adjutant/awake';
const FRAME_MS = 10000; /* a film in which nothing ever changed might count as a picture */

const canLock = () => Boolean(navigator.wakeLock);
const canFilm = () => typeof HTMLCanvasElement.prototype.captureStream === 'function';

class Film {
	#canvas = h('canvas', { width: 16, height: 16 });
	#video = h('video', { class: 'film', muted: true, playsinline: true, 'aria-hidden': true, tabindex: -1 });
	#frames = null;
	#again = () => this.play();

	/* Browsers that want a touch before any film get it with the next one. */
	play() {
		if (!this.#video.isConnected) this.#begin();
		this.#video.play().then(
			() => removeEventListener('pointerdown', this.#again),
			() => addEventListener('pointerdown', this.#again),
		);
	}

	/* Films that are small or out of sight do not count everywhere: it is as large as the page, and behind it. */
	#begin() {
		this.#draw();
		this.#video.muted = true; /* the attribute alone comes too late */
		this.#video.srcObject = this.#canvas.captureStream();
		this.#frames = setInterval(() => this.#draw(), FRAME_MS);
		document.body.append(this.#video);
	}

	#draw() {
		const paper = this.#canvas.getContext('2d');

		paper.fillStyle = paper.fillStyle === '#000000' ? '#000001' : '#000000';
		paper.fillRect(0, 0, 16, 16);
	}

	end() {
		removeEventListener('pointerdown', this.#again);
		clearInterval(this.#frames);
		this.#video.srcObject?.getTracks().forEach((track) => track.stop());
		this.#video.srcObject = null;
		this.#video.remove();
	}
}

export class Awake {
	isOn = localStorage.getItem(KEPT) !== 'off';
	#lock = null;
	#film = null;
	#isWanted = false;

	constructor() {
		document.addEventListener('visibilitychange', () => this.#follow());
	}

	/* how this browser does it: lock, film or none */
	get way() {
		if (canLock()) return 'lock';
		return canFilm() ? 'film' : 'none';
	}

	want(isWanted) {
		if (isWanted === this.#isWanted) return;
		this.#isWanted = isWanted;
		this.#follow();
	}

	switchTo(isOn) {
		this.isOn = isOn;
		if (isOn) localStorage.removeItem(KEPT);
		else localStorage.setItem(KEPT, 'off');
		this.#follow();
	}

	#follow() {
		if (!this.#isWanted || !this.isOn) this.#end();
		else if (document.visibilityState === 'visible') this.#begin();
	}

	/* The lock goes whenever the page is out of sight, and is refused on a low battery: that holds. */
	async #begin() {
		if (this.way === 'film') {
			this.#film ??= new Film();
			this.#film.play();
		} else {
			this.#lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
			if (!this.#isWanted || !this.isOn) this.#end();
		}
	}

	#end() {
		this.#lock?.release().catch(() => {});
		this.#film?.end();
		this.#lock = this.#film = null;
	}
}
