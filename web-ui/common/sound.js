/*
 * Sounds of wood, drum and horn, made at the moment in which they are heard: there are no files. Browsers allow
 * sound only once the page was touched. How loud it is, and whether at all, this device remembers.
 */
const KEPT = 'adjutant/sound';
const KEPT_VOLUME = 'adjutant/volume';
const VOLUME = 0.6;
const HORN = [392, 523, 659, 784];

/* [instrument, seconds from the beginning, and how] */
const TUNES = {
	move: [['wood', 0, 260]],
	turn: [['horn', 0, HORN[0], 0.16], ['horn', 0.17, HORN[1], 0.34]],
	question: [['wood', 0, 520], ['wood', 0.14, 520], ['wood', 0.28, 660]],
	bad: [['drum', 0, 0.8], ['horn', 0.02, 147, 0.3]],
	/* a roll, and the stroke at which the pieces have turned over */
	battle: [0, 0.11, 0.2, 0.28, 0.35, 0.41, 0.47].map((at, i) => ['drum', at, 0.25 + i * 0.05]).concat([['drum', 0.6, 1]]),
	end: HORN.map((hertz, i) => ['horn', i * 0.16, hertz, i === 3 ? 0.7 : 0.15]),
};

/* a page within another's may have no storage */
function kept(key) {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

function keep(key, value) {
	try {
		localStorage.setItem(key, value);
	} catch {
		/* then for as long as the page is open */
	}
}

/* the same noise for every stroke */
function makeNoise(audio) {
	const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
	const samples = buffer.getChannelData(0);

	for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
	return buffer;
}

export class Sound {
	#audio = null;
	#out = null;
	#noise = null;
	#isOn;
	#volume;

	/* isOnAtFirst: on a device on which nobody has chosen */
	constructor({ isOnAtFirst = true } = {}) {
		const volume = Number(kept(KEPT_VOLUME) ?? VOLUME);

		this.#isOn = kept(KEPT) ? kept(KEPT) === 'on' : isOnAtFirst;
		this.#volume = volume >= 0 && volume <= 1 ? volume : VOLUME;
		for (const type of ['pointerdown', 'keydown'])
			document.addEventListener(type, () => this.#unlock(), { once: true });
	}

	get isOn() {
		return this.#isOn;
	}

	switchTo(isOn) {
		this.#isOn = isOn;
		keep(KEPT, isOn ? 'on' : 'off');
		if (isOn) this.play('question');
	}

	get volume() {
		return this.#volume;
	}

	setVolume(volume) {
		this.#volume = volume;
		keep(KEPT_VOLUME, volume);
		if (this.#out) this.#out.gain.value = volume;
		this.play('move');
	}

	#unlock() {
		const Audio = globalThis.AudioContext ?? globalThis.webkitAudioContext;

		if (!Audio || this.#audio) return;
		this.#audio = new Audio();
		this.#out = this.#audio.createGain();
		this.#out.gain.value = this.#volume;
		this.#out.connect(this.#audio.destination);
		this.#noise = makeNoise(this.#audio);
	}

	play(name) {
		if (!this.#isOn || !this.#audio) return;
		this.#audio.resume?.();
		const now = this.#audio.currentTime + 0.01;
		for (const [instrument, atS, ...how] of TUNES[name]) this[instrument](now + atS, ...how);
	}

	/* ---- instruments ---- */

	/* A source from atS on, whose loudness falls from `loud` to nothing. */
	#strike(source, atS, { loud, lengthS, through = null }) {
		const gain = this.#audio.createGain();

		gain.gain.setValueAtTime(loud, atS);
		gain.gain.exponentialRampToValueAtTime(0.001, atS + lengthS);
		if (through) source.connect(through).connect(gain);
		else source.connect(gain);
		gain.connect(this.#out);
		source.start(atS);
		source.stop(atS + lengthS);
	}

	#filter(type, hertz, q = 1) {
		const filter = this.#audio.createBiquadFilter();

		Object.assign(filter, { type });
		filter.frequency.value = hertz;
		filter.Q.value = q;
		return filter;
	}

	#tone(type, hertz) {
		const tone = this.#audio.createOscillator();

		tone.type = type;
		tone.frequency.value = hertz;
		return tone;
	}

	#rustle() {
		const source = this.#audio.createBufferSource();

		source.buffer = this.#noise;
		return source;
	}

	/* a piece on a board: a click, and the board below it */
	wood(atS, hertz) {
		this.#strike(this.#rustle(), atS, { loud: 0.6, lengthS: 0.04, through: this.#filter('bandpass', hertz * 5, 2) });
		this.#strike(this.#tone('sine', hertz), atS, { loud: 0.5, lengthS: 0.12 });
	}

	drum(atS, loud) {
		const skin = this.#tone('sine', 140);

		skin.frequency.setValueAtTime(140, atS);
		skin.frequency.exponentialRampToValueAtTime(55, atS + 0.16);
		this.#strike(skin, atS, { loud, lengthS: 0.32 });
		this.#strike(this.#rustle(), atS, { loud: loud * 0.4, lengthS: 0.08, through: this.#filter('lowpass', 900) });
	}

	/* two pipes, not quite in tune */
	horn(atS, hertz, lengthS) {
		for (const detune of [0.997, 1.003])
			this.#strike(this.#tone('sawtooth', hertz * detune), atS, {
				loud: 0.14,
				lengthS: lengthS + 0.1,
				through: this.#filter('lowpass', hertz * 3),
			});
	}
}
