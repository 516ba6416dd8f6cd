/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine role in a process of its own, for the full-screen mode.
 *
 *	engine_process_start(&p, loop, &cfg, log, terminal)
 *	   forks; p.link is our end of the link (app/link/link.h)
 *	... LINK_STARTED or LINK_FAILED comes, then events
 *	engine_process_end(&p)		what became of it
 *	engine_process_release(&p)
 *
 * The child leads a session of its own, so no signal of this terminal
 * reaches it, and its streams are /dev/null.  It outlives the screen: when
 * nobody has the other end of the link any more it puts the terminal back if
 * nobody did, lets go of what was attached (or ends what REQ_QUIT said to
 * kill), closes the log, and then stays only as long as a launched program
 * needs it: for its pty, and for its filter.
 */
#ifndef APP_ENGINE_PROCESS_H
#define APP_ENGINE_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "app/engine/engine.h"
#include "app/session/fullscreen.h"

struct engine_life;

struct engine_process {
	pid_t pid;
	int link;			/* the caller's */
	struct engine_life *life;	/* shared with it */
};

/* Why it is gone: by a signal, for want of memory, or with a status. */
struct engine_end {
	int signal, status;		/* 0, -1: not that */
	bool no_memory;
	pid_t launched;			/* 0: nothing */
	bool filtered;			/* so was what it watched */
};

/*
 * Descriptors in cfg are shared with it.  log may be NULL; it is the
 * engine's from here on.  terminal is a descriptor of the screen's.  0 or
 * -errno.
 */
MUST_CHECK int engine_process_start(struct engine_process *p,
				    struct loop *loop,
				    const struct engine_config *cfg,
				    const struct fullscreen_taker *log,
				    int terminal);
/* After the link's end; waits shortly for that of the process. */
struct engine_end engine_process_end(struct engine_process *p);
void engine_process_release(struct engine_process *p);

#endif
