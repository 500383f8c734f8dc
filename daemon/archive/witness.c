/* One line in a file, always equally long, so that it is one write in place: "NUMBER HASH SIGNATURE". */
#include "daemon/archive/witness.h"

#include "daemon/base/log.h"
#include "daemon/base/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
	LINE = 256,
	NAME_BYTES = 8 /* of the key, in the file's name */
};

void witness_open(struct witness *witness, const struct board_key *key)
{
	char directory[PATHS_SIZE], digits[2 * NAME_BYTES + 1];
	char path[PATHS_SIZE + sizeof "/witness-" + sizeof digits];

	witness_close(witness);
	if (!paths_witness_directory(directory))
		return;
	hex_format(key->public_key, NAME_BYTES, digits);
	snprintf(path, sizeof path, "%s/witness-%s", directory, digits);
	witness->fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (witness->fd < 0)
		log_warning("%s cannot be used (%s): if the board is put back from a backup, it "
			    "will not know",
			    path, strerror(errno));
}

void witness_close(struct witness *witness)
{
	if (witness->fd >= 0)
		close(witness->fd);
	witness->fd = -1;
}

static bool read_line(const char *line, struct published_head *head)
{
	char hash[HASH_TEXT], signature[SIGNATURE_TEXT];

	return sscanf(line, "%" SCNu64 " %64s %128s", &head->number, hash, signature) == 3 &&
	       hex_parse(hash, head->hash, HASH_SIZE) &&
	       hex_parse(signature, head->signature, SIGNATURE_SIZE);
}

void witness_read(const struct witness *witness, const struct board_key *key,
		  struct published_head *head)
{
	char line[LINE + 1] = "";

	if (witness->fd < 0 || pread(witness->fd, line, LINE, 0) <= 0 || !read_line(line, head) ||
	    !published_head_is_signed(key->public_key, head))
		memset(head, 0, sizeof *head);
}

/* A failure is no matter: then it is behind, as after a power cut. */
void witness_write(struct witness *witness, const struct published_head *head)
{
	char hash[HASH_TEXT], signature[SIGNATURE_TEXT], line[LINE + 1];
	ssize_t written;
	int length;

	if (witness->fd < 0)
		return;
	hex_format(head->hash, HASH_SIZE, hash);
	hex_format(head->signature, SIGNATURE_SIZE, signature);
	length = snprintf(line, sizeof line, "%" PRIu64 " %s %s", head->number, hash, signature);
	memset(line + length, ' ', (size_t)(LINE - 1 - length));
	line[LINE - 1] = '\n';
	written = pwrite(witness->fd, line, LINE, 0);
	(void)written;
}
