/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The full-screen session: engine, screen and terminal in one loop.
 *
 *	if (!fullscreen_possible())
 *		... batch
 *	int rc = fullscreen_run(loop, &cfg, &opt);
 *	if (rc < 0)
 *		... end by signal -rc, as the program did
 *	return rc;
 *
 * fullscreen_run() opens the launched program's pty itself (cfg's pty fields
 * are ignored), starts the engine, and only then touches the terminal; why it
 * could not start is one sentence on stderr.  It returns when the user left,
 * a deadline passed, or the terminal is gone; the terminal is then as it was.
 * The loop, cfg and opt are the caller's.
 */
#ifndef APP_FULLSCREEN_H
#define APP_FULLSCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/engine.h"
#include "event/event.h"

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/*
 * One more who takes every event, such as the log of -o.  flush (may be
 * NULL) is called twice a second and at the end; its first negative errno is
 * told on the screen as "the log ends here" with `name`, and again on stderr
 * after the screen is closed.
 */
struct fullscreen_taker {
	event_fn *fn;
	int (*flush)(void *arg);
	void *arg;
	const char *name;
};

struct fullscreen_options {
	enum color_when color;		/* --color; AUTO heeds NO_COLOR */
	bool ascii;			/* --ascii */
	bool light;			/* --theme=light */
	uint64_t duration_ns;		/* --duration, 0 none: then detach what
					 * was attached, kill what was
					 * launched (status 124) */
	const struct fullscreen_taker *takers;
	size_t n_takers;		/* at most 4 */
};

/* A terminal on stdout and on stdin or as /dev/tty, and not TERM=dumb. */
bool fullscreen_possible(void);
/*
 * The exit status to use (0..255), or -N: end by signal N.  That of the
 * program when it was launched and seen to its end; 0 after `q` killed it by
 * hand, after a detach and for what was attached; 124, 125, 126, 127 as in
 * the manual.
 */
int fullscreen_run(struct loop *loop, const struct engine_config *cfg,
		   const struct fullscreen_options *opt);

#endif
