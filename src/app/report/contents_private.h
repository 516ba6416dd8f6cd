/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 *	contents.c		the files, and what is wrong with them
 *	contents_list.c		what there is, for people and programs
 *	contents_bytes.c	--extract, --diff
 *	contents_screen.c	the same panes as live
 */
#ifndef APP_REPORT_CONTENTS_PRIVATE_H
#define APP_REPORT_CONTENTS_PRIVATE_H

#include <stdbool.h>

#include "app/options.h"
#include "base/vec.h"
#include "source/captured/captured.h"

/* What was said on stderr; owned. */
struct sentences { char **v; size_t n, cap; };

/* Each says on stderr what went wrong, and returns the exit status. */
int contents_list(const struct options *o, struct captured *c);
int contents_json(const struct options *o, struct captured *c);
int contents_extract(const struct options *o, struct captured *c);
int contents_diff(const struct options *o, struct captured *c);

int contents_screen(const struct options *o, struct captured *c,
		    const struct fullscreen_options *screen,
		    const struct sentences *said);

/* Whether -p chooses the process, or nobody did. */
bool contents_wants(const struct options *o, pid_t pid);

#endif
