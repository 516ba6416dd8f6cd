/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file whose contents come when the test wants: a FUSE server without a
 * library, which answers everything but reads.
 *
 *	if (!slowfs_start(&fs, "name"))
 *		skip("...", fs.why);
 *	open(fs.path) and map it: who touches the page waits
 *	slowfs_deliver(&fs);
 *	slowfs_stop(&fs);
 *
 * It is mounted in a mount namespace of the test's own, which what it starts
 * afterwards shares.  Only root may do that.
 */
#ifndef TESTS_LIVE_SLOWFS_H
#define TESTS_LIVE_SLOWFS_H

#include <stdbool.h>
#include <sys/types.h>

struct slowfs {
	char *dir, *path;	/* of the file: one page */
	pid_t server;
	int control;
	const char *why;	/* it cannot be had here */
};

/* contents: what the page begins with; zeros follow. */
bool slowfs_start(struct slowfs *fs, const char *contents);
/* From now on reads are answered, those that wait too. */
void slowfs_deliver(struct slowfs *fs);
void slowfs_stop(struct slowfs *fs);

#endif
