/* Formations that the player saved on this device, by army and board. */
import { kindOf } from './formations.js';

const KEPT = 'adjutant/formations/';

export function savedFormations(shape, storage = localStorage) {
	try {
		return JSON.parse(storage.getItem(KEPT + kindOf(shape))) ?? {};
	} catch {
		return {};
	}
}

function write(shape, all, storage) {
	storage.setItem(KEPT + kindOf(shape), JSON.stringify(all));
}

export function saveFormation(shape, name, rows, storage = localStorage) {
	write(shape, { ...savedFormations(shape, storage), [name]: rows }, storage);
}

export function deleteFormation(shape, name, storage = localStorage) {
	const { [name]: _gone, ...others } = savedFormations(shape, storage);

	write(shape, others, storage);
}
