/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the engine in a process of its own, for the full-screen mode.
 *
 *	engine_process_start(&p, loop, &cfg, log, terminal)
 *	   forks; p.link is the screen's end of the link (app/link/link.h)
 *	... LINK_STARTED or LINK_FAILED arrives, then events
 *	engine_process_end(&p)		returns how the process ended
 *	engine_process_release(&p)
 *
 * The child process leads a session of its own, so no signal of this terminal
 * reaches it, and its standard streams are /dev/null.  It outlives the screen:
 * when the other end of the link is closed, it restores the terminal if the
 * screen did not, detaches all processes (unless REQ_QUIT kills the launched
 * program), and closes the log.  It then continues only while it must drain the
 * launched program's pty or handle the program's filtered calls.
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
	int link;			/* the parent's end of the link */
	struct engine_life *life;	/* shared with the child */
};

/* How the engine's process ended. */
struct engine_end {
	int signal, status;		/* signal is 0 if no signal ended the
					 * process; status is -1 if it did not
					 * exit */
	bool no_memory;
	pid_t launched;			/* pid of the launched program; 0:
					 * none */
	bool filtered;			/* the watched program has a seccomp
					 * filter */
};

/*
 * Forks the engine's process, which shares the descriptors in cfg.  log may be
 * NULL; only the child process uses it from now on.  terminal is a descriptor
 * of the screen's terminal.  Returns 0 or -errno.
 */
MUST_CHECK int engine_process_start(struct engine_process *p,
				    struct loop *loop,
				    const struct engine_config *cfg,
				    const struct fullscreen_taker *log,
				    int terminal);
/* Call it after the link has ended; waits a short time for the process to
 * end. */
struct engine_end engine_process_end(struct engine_process *p);
void engine_process_release(struct engine_process *p);

#endif
