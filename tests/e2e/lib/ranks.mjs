/*
 * Ranks in what an audience was told, by what the fields of messages mean: rows of a board, pieces in
 * a battle, openings of commitments.
 */
const ROWS = /^[.?~1-9MBF]{8,10}(\/[.?~1-9MBF]{8,10})+$/;

/* whether a field tells this audience a rank that is not for it */
function tells(key, value, within, audience, isDisclosed) {
	if (typeof value !== 'string')
		return false;
	if (ROWS.test(value))
		return /[1-9MBF]/.test(value) && key !== audience && !(key === 'rows' && within.side === audience);
	if (['attacker', 'defender', 'rule'].includes(key))
		return audience === 'public';
	if (key === 'code' && within.nonce)
		return within.side !== audience && (audience === 'public' || !isDisclosed(within));
	return (key === 'rows' && within.side !== audience) || (key === 'code' && audience === 'public');
}

/*
 * Where in a message an audience ('red', 'blue', 'public') is told a rank that it must not have. Which
 * openings of the other side a seat may have, {side, sq, code, nonce}, is for isDisclosed to say.
 */
export function ranksIn(value, audience, isDisclosed, path = '') {
	return Object.entries(value ?? {}).flatMap(([key, each]) => {
		if (each !== null && typeof each === 'object')
			return ranksIn(each, audience, isDisclosed, `${path}.${key}`);
		return tells(key, each, value, audience, isDisclosed) ? [`${path}.${key} = ${each}`] : [];
	});
}
