/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Page faults in words, as Regions, Pages and Sources say them. */
#ifndef UI_WORDS_FAULT_H
#define UI_WORDS_FAULT_H

#include <stdbool.h>

#include "model/model.h"

struct str;

/* NULL: faults are told of.  Else why not, short and translated; 9 Sources
 * says what would allow it. */
const char *faults_why_not(const struct model *m);
/* Where code is: "libc.so.6+0x90a10", "anon 7f12a000", "kernel"; module: which
 * file lay there then, 0: what lies there now. */
void fault_code_words(struct str *out, const struct process *p, uint64_t ip,
		      bool kernel, uint16_t module, bool ascii);
/* "742/s minor, from libc.so.6+0x90a10"; while none come "1,024 minor, 3
 * major, from..."; what is not NULL. */
void region_fault_words(struct str *out, const struct process *p,
			const struct region_faults *rf, bool ascii);
/* "last fault 0.3s ago at 7f12a000 by 4122, code 7f34b000 libc.so.6+0x.." */
void last_fault_words(struct str *out, const struct process *p,
		      const struct fault_last *last, uint64_t now_ns,
		      bool ascii);

#endif
