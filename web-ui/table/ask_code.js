/* Asks the board for a pairing code (daemon/admin/admin_codes.c), for people who see this page. */
import { ask } from './ask.js';

/* A promise of {code, short, url, minutes, modules}, modules being the QR code's rows, '0110/1001/..'. */
export function askForCode(access, seat, options) {
	return ask(access, '/codes', { ask: 'codes', seat }, options);
}
