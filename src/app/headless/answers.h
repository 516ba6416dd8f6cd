/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the console answers, as whole lines for a person or a screen reader:
 * "Label: text".  Made from the model alone; safe text.
 */
#ifndef APP_HEADLESS_ANSWERS_H
#define APP_HEADLESS_ANSWERS_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"
#include "rule/ignore.h"
#include "ui/kit/command.h"

/* /proc/meminfo's figures, with units. */
void answer_system(struct str *out, const struct model *m);
/* A process, tid 0 or its pid, or a thread of it: the figures, its stack, and
 * the regions. */
void answer_process(struct str *out, const struct model *m,
		    const struct process *p, pid_t tid, bool ascii);
/* Those that `/` finds by the text, all of them for "". */
void answer_regions(struct str *out, const struct process *p,
		    const char *text, bool ascii);
/* The frames that were told last, without those that ignore has, and the source
 * of the first that has any; or why there are none. */
void answer_backtrace(struct str *out, const struct model *m,
		      const struct ignore *ignore, bool ascii);
/* So many bytes as they were last told, 16 a line, and why some are not known;
 * equal lines of which nothing is known are one. */
void answer_contents(struct str *out, const struct model *m, pid_t pid,
		     uint64_t start, uint64_t n);
/* cmd NULL: the commands that there are; else how that one is used. */
void answer_help(struct str *out, const struct command *cmd);

#endif
