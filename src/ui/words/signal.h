/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A signal in words, for a line of Calls and for the columns of Signals.
 */
#ifndef UI_WORDS_SIGNAL_H
#define UI_WORDS_SIGNAL_H

#include "base/str.h"
#include "model/model.h"
#include "ui/kit/style.h"

/* "--- SIGSEGV SEGV_MAPERR addr 0x7f1c80000000 ---" */
void signal_line(struct str *out, const struct signal_row *s);
/* "SEGV_MAPERR", or the number. */
void signal_code(struct str *out, const struct signal_row *s);
/* "4129 sh", "kernel", "timer", "at 7f1c80000000". */
void signal_sender(struct str *out, const struct look *look,
		   const struct signal_row *s);
/* "exited 0", "" when there is nothing to tell of a child. */
void signal_child(struct str *out, const struct signal_row *s);
/* "delivered", "held here", "stops it". */
const char *signal_action_words(const struct signal_row *s);

#endif
