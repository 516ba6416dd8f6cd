/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/PID/mountinfo, one line for each mount:
 *
 *	36 35 98:0 /root /mnt rw,noatime master:1 - ext3 /dev/sda1 rw,errors=c
 */
#ifndef PARSE_PROC_MOUNTINFO_H
#define PARSE_PROC_MOUNTINFO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "parse/scan.h"

struct mount_entry {
	uint64_t dev;			/* makedev() */
	struct bytes root, point;	/* escaped, see mount_path() */
	struct bytes fstype;
	struct bytes options;		/* options of the file system, not of
					 * the mount */
};

/* Gets the next mount; invalid lines are skipped.  False at the end. */
bool mountinfo_next(struct scan *text, struct mount_entry *out);
/* Appends a path; escapes such as \040 become their characters. */
void mount_path(struct str *out, struct bytes escaped);

#endif
