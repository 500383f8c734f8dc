/* What a person may set on each page: sound, how loud, the referee's voice, the language. */
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { LANGUAGES, language, setLanguage, t } from './i18n.js';
import { Voice } from './voice.js';

export function tick(key, isOn, switchTo) {
	const box = h('input', {
		type: 'checkbox',
		checked: isOn,
		onchange: ({ target }) => switchTo(target.checked),
	});

	return h('label', { class: 'check' }, box, ' ', t(key));
}

function chooseVolume(sound) {
	const range = h('input', {
		type: 'range',
		class: 'volume',
		min: 0,
		max: 1,
		step: 0.1,
		value: sound.volume,
		onchange: ({ target }) => sound.setVolume(Number(target.value)),
	});

	return h('label', {}, t('settings.volume'), ' ', range);
}

function chooseLanguage() {
	const names = LANGUAGES.map((code) =>
		h(
			'option',
			{ value: code, selected: code === language(), lang: code },
			new Intl.DisplayNames([code], { type: 'language' }).of(code),
		),
	);

	return h(
		'label',
		{},
		t('button.language'),
		' ',
		h('select', { class: 'language', onchange: ({ target }) => setLanguage(target.value) }, names),
	);
}

/* voice: none where nothing is read aloud; also: what else can be set there */
export function settings(sound, { voice = null, also = null } = {}) {
	return h(
		'div',
		{ class: 'settings' },
		tick('button.sound-on', sound.isOn, (isOn) => sound.switchTo(isOn)),
		chooseVolume(sound),
		voice && Voice.isThere && tick('settings.voice', voice.isOn, (isOn) => voice.switchTo(isOn)),
		also,
		chooseLanguage(),
	);
}

export function settingsButton(sound, voice) {
	return h(
		'button',
		{
			type: 'button',
			class: 'settings-button',
			onclick: () => openDialog(t('settings.title'), settings(sound, { voice })),
		},
		t('settings.title'),
	);
}
