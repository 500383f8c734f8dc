/*
 * Requests the texts while the rest of the page is still loading: a module runs only when
 * everything that it imports has arrived, and this one imports next to nothing.
 */
import { loadLanguage } from './i18n.js';

loadLanguage();
