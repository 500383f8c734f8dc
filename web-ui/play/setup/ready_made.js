/*
 * Formations for people who would rather play than arrange, three for every army and board, as
 * their owner sees them, the back row first. Fortress: the flag behind bombs. Raiders: strength in
 * front, where the lanes between the lakes are. Decoy: bombs where the flag is not.
 */
import { kindOf } from './formations.js';

const ALL = {
	'40-10x4': {
		fortress: 'BFB3324323/3B45B724B5/5478196B26/2625M27862',
		raiders: '34BFB23B43/2B5B4325B3/5127624625/8962M72687',
		decoy: '323F435B4B/452B32B4B3/26917B8625/7262M56287',
	},
	'30-10x3': {
		fortress: 'BFB3432B34/3B5716B275/62829M8627',
		raiders: '3B42BFB433/52B61B5327/78629M7286',
		decoy: '3F432B3B5B/4B71632B25/286972M687',
	},
	'10-10x4': {
		fortress: 'FB...3..../B....1..3./...9....../.2..M...2.',
		raiders: '...3FB..../....B...../.1......3./29...2..M.',
		decoy: '.F......B3/..3......B/.1.9....../..2..M...2',
	},
	'10-8x3': {
		fortress: 'FB...3../B.1...3./.2.9M..2',
		raiders: '..3FB.../.1.B..3./29.2..M.',
		decoy: '.F....B3/.31....B/.2.9M..2',
	},
	'8-10x4': {
		fortress: 'FB......../3....1..../....9...../.2..M...2.',
		raiders: '....F...../...3B...../.1......../29...2..M.',
		decoy: '..F......3/.........B/.1.9....../.2...M...2',
	},
	'8-8x3': {
		fortress: 'FB....../3..1..../.2.9M..2',
		raiders: '...F..../.13B..../29..2.M.',
		decoy: '..F....3/.1.....B/.2.9M..2',
	},
};

/* {name: rows}; the names are keys formation.NAME */
export function readyMade(shape) {
	return ALL[kindOf(shape)] ?? {};
}
