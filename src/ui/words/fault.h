/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Page faults in words, for Regions, Pages and Sources. */
#ifndef UI_WORDS_FAULT_H
#define UI_WORDS_FAULT_H

#include <stdbool.h>

#include "model/model.h"

struct str;

/* Returns NULL if faults are recorded, otherwise the reason, short and
 * translated.  The pane 9 Sources has the remedy. */
const char *faults_why_not(const struct model *m);
/* Appends a place in code: "libc.so.6 memcpy", "libc.so.6+0x90a10" if the
 * function is not known, "anon 7f12a000" or "kernel".
 * `module` identifies the file that was mapped there at the time of the fault;
 * 0: the file that is mapped there now. */
void fault_code_words(struct str *out, const struct process *p, uint64_t ip,
		      bool kernel, uint16_t module, bool ascii);
/* Appends "742/s minor, from libc.so.6+0x90a10"; if there were no recent
 * faults, "1,024 minor, 3 major, from...".  If that needs more than `cols`
 * columns, "742/s minor, from memcpy", "742/s libc.so.6+0x90a10", or only the
 * code.  rf is not NULL. */
void region_fault_words(struct str *out, const struct process *p,
			const struct region_faults *rf, int cols, bool ascii);
/* Appends "last fault 0.3s ago at 7f12a000 by 4122, code 7f34b000
 * libc.so.6+0x.." */
void last_fault_words(struct str *out, const struct process *p,
		      const struct fault_last *last, uint64_t now_ns,
		      bool ascii);

#endif
