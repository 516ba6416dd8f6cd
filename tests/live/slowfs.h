/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file whose contents arrive when the test wants: a FUSE server without a
 * library, which answers all requests except reads.
 *
 *	if (!slowfs_start(&fs, "name"))
 *		skip("...", fs.why);
 *	open(fs.path) and map it: an access to the page waits
 *	slowfs_deliver(&fs);
 *	slowfs_stop(&fs);
 *
 * Mounted in a mount namespace of the test, which later children inherit. Needs
 * root.
 */
#ifndef TESTS_LIVE_SLOWFS_H
#define TESTS_LIVE_SLOWFS_H

#include <stdbool.h>
#include <sys/types.h>

struct slowfs {
	char *dir, *path;	/* path of the file, which has one page */
	pid_t server;
	int control;
	const char *why;	/* reason if it cannot be mounted */
};

/* contents: the start of the page; zeros follow. */
bool slowfs_start(struct slowfs *fs, const char *contents);
/* Answers reads from now on, and all pending ones. */
void slowfs_deliver(struct slowfs *fs);
void slowfs_stop(struct slowfs *fs);

#endif
