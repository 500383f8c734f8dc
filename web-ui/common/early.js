/*
 * Asks for the texts while the rest of the page is still on its way: a module runs only when all that
 * it imports is there, and this one imports next to nothing.
 */
import { loadLanguage } from './i18n.js';

loadLanguage();
