/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Private to these files:
 *
 *	contents.c		reads the files, and reports errors in them
 *	contents_list.c		prints the list, as text or JSON
 *	contents_bytes.c	--extract, --diff
 *	contents_screen.c	shows the captures in the panes of the screen
 */
#ifndef APP_REPORT_CONTENTS_PRIVATE_H
#define APP_REPORT_CONTENTS_PRIVATE_H

#include <stdbool.h>

#include "app/options.h"
#include "base/vec.h"
#include "source/captured/captured.h"

/* Messages already printed on stderr; owned. */
struct sentences { char **v; size_t n, cap; };

/* Each of these functions reports errors on stderr, and returns the exit
 * status. */
int contents_list(const struct options *o, struct captured *c);
int contents_json(const struct options *o, struct captured *c);
int contents_extract(const struct options *o, struct captured *c);
int contents_diff(const struct options *o, struct captured *c);

int contents_screen(const struct options *o, struct captured *c,
		    const struct fullscreen_options *screen,
		    const struct sentences *said);

/* True if -p names the process, or -p was not given. */
bool contents_wants(const struct options *o, pid_t pid);

#endif
