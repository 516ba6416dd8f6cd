/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/PID/mountinfo, one mount a line:
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
	struct bytes options;		/* of the file system */
};

/* The next mount; lines that are none are skipped.  False at the end. */
bool mountinfo_next(struct scan *text, struct mount_entry *out);
/* Appends a path with its \040 and the like put back. */
void mount_path(struct str *out, struct bytes escaped);

#endif
