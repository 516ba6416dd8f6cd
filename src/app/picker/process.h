/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the lister (source/list/list.h) in a separate process: a read of /proc
 * that hangs must not delay the response to a key.
 *
 *	pick_process_start(&p, &opt)
 *	   p.fd is readable: pick_process_next(&p, &m) until it returns 0
 *	   pick_process_watch(), pick_process_ask()
 *	pick_process_end(&p)
 *
 * The lister process leads a session of its own.  It uses the terminal only to
 * restore the terminal's settings, if the screen process exits without doing so
 * (term/rescue.h).
 */
#ifndef APP_PICKER_PROCESS_H
#define APP_PICKER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "event/listed.h"

struct pick_process {
	pid_t pid;
	int fd;
};

struct pick_process_options {
	uint64_t period_ns;
	bool force, no_perf;
	int terminal;			/* descriptor of the screen's
					 * terminal */
};

/* Returns 0 or -errno. */
MUST_CHECK int pick_process_start(struct pick_process *p,
				  const struct pick_process_options *o);
/* Returns 1 with a message in *m, 0 if there is no message now, or -EPIPE if
 * the lister has exited. */
MUST_CHECK int pick_process_next(struct pick_process *p,
				 struct listed_message *m);
/* Sends a request to the lister.  Returns false if the request cannot be sent
 * now; the caller tries again later. */
bool pick_process_watch(struct pick_process *p, const pid_t *pids, size_t n,
			pid_t selected);
bool pick_process_ask(struct pick_process *p, pid_t pid);
void pick_process_end(struct pick_process *p);

#endif
