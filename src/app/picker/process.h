/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lister (source/list/list.h) in a process of its own, so that nothing that
 * a process of the machine does can keep a key waiting.
 *
 *	pick_process_start(&p, &opt)
 *	   p.fd is readable: pick_process_next(&p, &m) until it says 0
 *	   pick_process_watch(), pick_process_ask()
 *	pick_process_end(&p)
 *
 * It leads a session of its own and has no terminal but to put it back when
 * the screen is gone without having done so (term/rescue.h).
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
	int terminal;			/* of the screen */
};

/* 0 or -errno. */
MUST_CHECK int pick_process_start(struct pick_process *p,
				  const struct pick_process_options *o);
/* 1: a message; 0: none now; -EPIPE: it is gone. */
MUST_CHECK int pick_process_next(struct pick_process *p,
				 struct listed_message *m);
/* False when it takes nothing now: again, later. */
bool pick_process_watch(struct pick_process *p, const pid_t *pids, size_t n,
			pid_t selected);
bool pick_process_ask(struct pick_process *p, pid_t pid);
void pick_process_end(struct pick_process *p);

#endif
