/* Copies text for the player, and says so. */
import { notice } from './dialog.js';
import { t } from './i18n.js';

/* An insecure page has no clipboard, but a selection can be copied. */
export async function copy(text, field) {
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		field?.select?.();
		if (!document.execCommand('copy')) return;
	}
	notice(t('setup.copied'), 'good');
}
