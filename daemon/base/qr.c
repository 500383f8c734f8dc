/*
 * QR codes, as libqrencode computes them, drawn in a terminal or as text. Whether the terminal can
 * show them is for the caller to know.
 */
#include "daemon/base/qr.h"

#include <errno.h>
#include <qrencode.h>
#include <stdbool.h>
#include <stdlib.h>

enum { QUIET = 4 }; /* quiet zone, without which a scanner need not find the code */

/* Themes change the first sixteen of a terminal's colours; these two lie beyond. */
#define BLACK_ON_WHITE "\033[38;5;16;48;5;231m"
#define AS_BEFORE "\033[0m"

static bool is_dark(const QRcode *code, int row, int column)
{
	if (row < 0 || row >= code->width || column < 0 || column >= code->width)
		return false;
	return code->data[row * code->width + column] & 1;
}

static void print_part(FILE *to, const QRcode *code, int row, unsigned indent)
{
	static const char *const blocks[] = {" ", "\u2580", "\u2584", "\u2588"};

	fprintf(to, "%*s" BLACK_ON_WHITE, (int)indent, "");
	for (int column = -QUIET; column < code->width + QUIET; column++)
		fputs(blocks[is_dark(code, row, column) + 2 * is_dark(code, row + 1, column)], to);
	fputs(AS_BEFORE, to);
}

/* The smallest code that holds the text, with the strongest error correction that fits into it. */
static QRcode *encode(const char *text)
{
	QRcode *best = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);

	for (QRecLevel level = QR_ECLEVEL_M; best && level <= QR_ECLEVEL_H; level++) {
		QRcode *other = QRcode_encodeString(text, best->version, level, QR_MODE_8, 1);

		if (!other || other->version != best->version) {
			QRcode_free(other);
			break;
		}
		QRcode_free(best);
		best = other;
	}
	return best;
}

/* Those that are smaller end earlier. */
static void print_all(FILE *to, QRcode *const codes[], unsigned count, unsigned indent)
{
	int most = 0;

	for (unsigned i = 0; i < count; i++)
		most = codes[i]->width > most ? codes[i]->width : most;
	for (int row = -QUIET; row < most + QUIET; row += 2) {
		for (unsigned i = 0; i < count; i++)
			print_part(to, codes[i], row, indent);
		putc('\n', to);
	}
}

int qr_print_beside(FILE *to, const char *const texts[], unsigned count, unsigned indent)
{
	QRcode *codes[QR_BESIDE] = {NULL};
	int error = 0;

	for (unsigned i = 0; i < count && !error; i++) {
		errno = 0;
		codes[i] = encode(texts[i]);
		if (!codes[i])
			error = errno ? -errno : -ENOMEM;
	}
	if (!error)
		print_all(to, codes, count, indent);
	for (unsigned i = 0; i < count; i++)
		QRcode_free(codes[i]);
	if (error)
		return error;
	return fflush(to) == EOF || ferror(to) ? -EIO : 0;
}

int qr_print(FILE *to, const char *text, unsigned indent)
{
	return qr_print_beside(to, &text, 1, indent);
}

unsigned qr_width(const char *text)
{
	QRcode *code = encode(text);
	unsigned width = code ? (unsigned)code->width + 2 * QUIET : 0;

	QRcode_free(code);
	return width;
}

char *qr_modules(const char *text)
{
	QRcode *code = encode(text);
	char *modules, *to;

	if (!code)
		return NULL;
	modules = to = calloc((size_t)code->width, (size_t)code->width + 1);
	for (int row = 0; modules && row < code->width; row++) {
		for (int column = 0; column < code->width; column++)
			*to++ = is_dark(code, row, column) ? '1' : '0';
		*to++ = row + 1 < code->width ? '/' : '\0';
	}
	QRcode_free(code);
	return modules;
}
