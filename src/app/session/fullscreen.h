/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The full-screen session: the screen, in this process, and the engine, in a
 * process of its own (app/engine/process.h).
 *
 *	if (!fullscreen_possible())
 *		... batch
 *	int rc = fullscreen_run(loop, &cfg, &opt);
 *	if (rc < 0)
 *		... end by signal -rc, as the program did
 *	return rc;
 *
 * fullscreen_run() opens the launched program's pty itself (cfg's pty fields
 * are ignored), starts the engine, and only then changes the terminal.  If it
 * cannot start, it prints one sentence on stderr.  It returns when the user
 * quits, at the deadline, or when the terminal or the engine is lost; it
 * restores the terminal first.  The caller owns loop, cfg and opt.
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
 * The log of -o.  The engine calls these functions in its own process: `fn` for
 * every event, and `flush` twice a second.  At the end it calls `finish`, which
 * runs the loop until all is written or *cut is set, and then `close`.  When
 * one of them first returns a negative errno, the screen shows "the log ends
 * here" with `name`; stderr gets it again after the screen is closed.
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
	enum color_when color;		/* --color; COLOR_AUTO respects
					 * NO_COLOR */
	bool ascii;			/* --ascii */
	enum theme theme;		/* --theme */
	bool mouse;			/* false with --no-mouse */
	const struct settings *settings;
	char *const *notes;		/* warnings to show first; safe text */
	size_t n_notes;
	uint64_t duration_ns;		/* --duration; 0: no limit.  At the
					 * limit attached processes are
					 * detached, and a launched program is
					 * killed (status 124) */
	const struct fullscreen_taker *log;	/* NULL: none */
	uint64_t history;		/* --history; 0: none */
	const char *save_folder;	/* --save-mmap=; NULL: the default */
	const struct album *album;	/* for fullscreen_show(); NULL for
					 * fullscreen_run() */
	const char *error;		/* error to show first, safe text; NULL:
					 * none */
	pid_t *opened;			/* set to the process that the user
					 * chose in a system-wide session, which
					 * ends so that mmtop can attach to it;
					 * may be NULL */
	struct str *not_started;	/* gets the reason if no process could
					 * be attached; NULL: stderr gets it */
};

/* True if stdout is a terminal, keys can be read (stdin is a terminal, or
 * /dev/tty can be opened), and TERM is not "dumb". */
bool fullscreen_possible(void);
/* True if the terminal is the Linux console: its fonts lack half blocks and
 * most shades. */
bool fullscreen_plain(void);
/*
 * Returns the exit status (0..255), or -N if the caller must end by signal N.
 * The status is that of a launched program that ended by itself.  It is 0 after
 * `q` killed the program, after a detach, and for attached processes.  It is
 * 125 if the engine exited early or the log failed.  124, 126 and 127 are as in
 * the manual.
 */
int fullscreen_run(struct loop *loop, const struct engine_config *cfg,
		   const struct fullscreen_options *opt);

/* Shows opt->album, without an engine, until the user quits.  `tell` emits the
 * album's events.  Returns 0, 125, or -N if the caller must end by signal N. */
typedef void album_tell_fn(const struct album *a, event_fn *fn, void *arg);
int fullscreen_show(struct loop *loop, const struct fullscreen_options *opt,
		    album_tell_fn *tell);

/*
 * For the command `mmtop` without arguments: the user chooses a process from a
 * list.  Returns PICKER_CHOSEN if choice->pid could be attached to at that
 * moment.  Returns PICKER_LEAVES if mmtop must exit with *status, as from
 * fullscreen_run().
 */
struct choice_options {
	const struct fullscreen_options *screen;
	struct picker_options picker;
	bool force, no_perf;
	uint64_t period_ns;
	const char *error;		/* error to show first, safe text; NULL:
					 * none */
};
enum picker_end fullscreen_choose(const struct choice_options *opt,
				  struct picker_choice *choice, int *status);

/* Reports why term_probe() or term_open() failed. */
void fullscreen_cannot_draw(const struct err *err);

#endif
