/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overwrites its arguments with a title, and fills the rest with NULs, as
 * setproctitle() does.  Then waits for a line. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	char *end = argv[argc - 1] + strlen(argv[argc - 1]);

	memset(argv[0], 0, (size_t)(end - argv[0]));
	argv[0][0] = 't';
	puts("ready");
	fflush(stdout);
	return getchar() == EOF;
}
