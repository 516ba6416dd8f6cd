/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The full-screen session: the screen, here, and the engine, in a process of
 * its own (app/engine/process.h).
 *
 *	if (!fullscreen_possible())
 *		... batch
 *	int rc = fullscreen_run(loop, &cfg, &opt);
 *	if (rc < 0)
 *		... end by signal -rc, as the program did
 *	return rc;
 *
 * fullscreen_run() opens the launched program's pty itself (cfg's pty fields
 * are ignored), starts the engine, and only then touches the terminal;
 * why it could not start is one sentence on stderr.  It returns when the user
 * left, a deadline passed, or the terminal or the engine is gone; the terminal
 * is then as it was.  The loop, cfg and opt are the caller's.
 */
#ifndef APP_SESSION_FULLSCREEN_H
#define APP_SESSION_FULLSCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "app/engine/engine.h"
#include "app/picker/picker.h"
#include "base/str.h"
#include "event/event.h"
#include "ui/kit/style.h"

struct album;
struct loop;
struct settings;

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/*
 * The log of -o.  It is the engine that calls these, in its own process: fn
 * takes every event, flush is called twice a second, finish, which turns the
 * loop until all is written or *cut, and close at the end.
 * Their first negative errno is told on the screen as "the log ends here" with
 * `name`, and again on stderr after the screen is closed.
 */
struct fullscreen_taker {
	event_fn *fn;
	int (*flush)(void *arg);
	void (*finish)(void *arg, struct loop *loop, const bool *cut);
	int (*close)(void *arg);
	void *arg;
	const char *name;
};

struct fullscreen_options {
	enum color_when color;		/* --color; AUTO heeds NO_COLOR */
	bool ascii;			/* --ascii */
	enum theme theme;		/* --theme */
	bool mouse;			/* not --no-mouse */
	const struct settings *settings;
	char *const *notes;		/* warnings to begin with, safe */
	size_t n_notes;
	uint64_t duration_ns;		/* --duration, 0 none: then detach what
					 * was attached, kill what was
					 * launched (status 124) */
	const struct fullscreen_taker *log;	/* NULL: none */
	const char *save_folder;	/* --save-mmap=, NULL: the usual */
	const struct album *album;	/* of fullscreen_show(), else NULL */
	const char *error;		/* to begin with, safe; NULL: none */
	pid_t *opened;			/* of everybody this one is to be attached
					 * to, which ended the screen; NULL:
					 * nobody asks */
	struct str *not_started;	/* why nothing could be attached to, NULL:
					 * that goes to stderr */
};

/* A terminal on stdout and on stdin or as /dev/tty, and not TERM=dumb. */
bool fullscreen_possible(void);
/* The Linux console: its fonts have neither half blocks nor most shades. */
bool fullscreen_plain(void);
/*
 * The exit status to use (0..255), or -N: end by signal N.  That of the
 * program when it was launched and seen to its end; 0 after `q` killed it by
 * hand, after a detach and for what was attached; 124, 125, 126, 127 as in
 * the manual; 125 too when the engine was gone first, or the log failed.
 */
int fullscreen_run(struct loop *loop, const struct engine_config *cfg,
		   const struct fullscreen_options *opt);

/* Without an engine: opt->album, which `tell` tells, until the user leaves.  0,
 * 125, or -N. */
typedef void album_tell_fn(const struct album *a, event_fn *fn, void *arg);
int fullscreen_show(struct loop *loop, const struct fullscreen_options *opt,
		    album_tell_fn *tell);

/*
 * `mmtop' alone: a process is chosen from a list.  PICKER_CHOSEN: choice->pid
 * may be attached to, as of now; PICKER_LEAVES: end with *status, which is as
 * fullscreen_run() gives it.
 */
struct choice_options {
	const struct fullscreen_options *screen;
	struct picker_options picker;
	bool force, no_perf;
	uint64_t period_ns;
	const char *error;		/* to begin with, safe; NULL: none */
};
enum picker_end fullscreen_choose(const struct choice_options *opt,
				  struct picker_choice *choice, int *status);

/* Why term_probe() or term_open() failed. */
void fullscreen_cannot_draw(const struct err *err);

#endif
