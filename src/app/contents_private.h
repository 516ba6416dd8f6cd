/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 *	contents.c		the files, and what is wrong with them
 *	contents_list.c		what there is, for people and programs
 *	contents_bytes.c	--extract, --diff
 */
#ifndef APP_CONTENTS_PRIVATE_H
#define APP_CONTENTS_PRIVATE_H

#include <stdbool.h>

#include "app/options.h"
#include "source/captured/captured.h"

/* Each says on stderr what went wrong, and returns the exit status. */
int contents_list(const struct options *o, struct captured *c);
int contents_json(const struct options *o, struct captured *c);
int contents_extract(const struct options *o, struct captured *c);
int contents_diff(const struct options *o, struct captured *c);

/* Whether -p chooses the process, or nobody did. */
bool contents_wants(const struct options *o, pid_t pid);

#endif
