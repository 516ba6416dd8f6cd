/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the answers of the console, as whole lines for a person or a screen
 * reader: "Label: text".  All values come from the model.  The text is safe for
 * a terminal.
 */
#ifndef APP_HEADLESS_ANSWERS_H
#define APP_HEADLESS_ANSWERS_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"
#include "rule/ignore.h"
#include "ui/kit/command.h"
#include "ui/kit/order.h"

/* Prints the values of /proc/meminfo, with units. */
void answer_system(struct str *out, const struct model *m);
/* Prints the values of the process, or of its thread tid; tid 0 or the pid
 * selects the process. */
void answer_process(struct str *out, const struct model *m,
		    const struct process *p, pid_t tid, bool ascii);
/* Lists the regions that match the search text, as with `/` on the screen; ""
 * matches all. */
void answer_regions(struct str *out, const struct model *m,
		    const struct process *p, const char *text,
		    const struct sort *sort, bool ascii);
/* Lists the live heap: its sums, and its largest sites. */
void answer_heap(struct str *out, const struct model *m,
		 const struct process *p, bool ascii);
/* Lists the heap sites whose symbol or library contains the text. */
void answer_sites(struct str *out, const struct model *m,
		  const struct process *p, const char *text, bool ascii);
/* Lists what a parent and its children share of the region at `start`. */
void answer_family(struct str *out, const struct model *m,
		   const struct process *p, uint64_t start, bool ascii);
/* Prints the control group of the process. */
void answer_cgroup(struct str *out, const struct model *m,
		   const struct process *p, bool ascii);
/* Prints the last backtrace without the frames that `ignore` hides, and the
 * source lines of the first frame that has any.  If there is no backtrace,
 * prints the reason. */
void answer_backtrace(struct str *out, const struct model *m,
		      const struct ignore *ignore, bool ascii);
/* Prints n bytes from address `start` on, as last reported, 16 to a line.  If
 * some are unknown, prints the reason.  Adjacent lines without known bytes are
 * merged. */
void answer_contents(struct str *out, const struct model *m, pid_t pid,
		     uint64_t start, uint64_t n);
/* Lists all commands if cmd is NULL; otherwise prints the usage of cmd. */
void answer_help(struct str *out, const struct command *cmd);

#endif
