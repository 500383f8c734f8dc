/* Which row is scanned next, and which squares changed. Drives and reads no line itself. */
#include "drivers/reed/matrix.h"

#include "rules/bits.h"

void matrix_init(struct matrix *matrix, unsigned rows, unsigned columns)
{
	*matrix = (struct matrix){.rows = (uint8_t)rows, .columns = (uint8_t)columns};
}

bool matrix_take(struct matrix *matrix, unsigned levels, struct bits *changed)
{
	const unsigned all = (1u << matrix->columns) - 1, last = matrix->rows - 1u;

	matrix->next = bits_or(bits_minus(matrix->next, matrix_squares(all, matrix->row)),
			       matrix_squares(levels & all, matrix->row));
	if (matrix->row != (matrix->downwards ? 0 : last)) {
		matrix->row = (uint8_t)(matrix->row + (matrix->downwards ? -1 : 1));
		return false;
	}
	*changed = matrix_difference(matrix->next, matrix->frame);
	matrix->frame = matrix->next;
	matrix->downwards = !matrix->downwards;
	matrix->known = true;
	return true;
}
