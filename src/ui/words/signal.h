/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A signal in words, for a line of Calls and for the columns of Signals.
 */
#ifndef UI_WORDS_SIGNAL_H
#define UI_WORDS_SIGNAL_H

#include "base/str.h"
#include "model/model.h"
#include "ui/kit/style.h"

/* Appends "--- SIGSEGV SEGV_MAPERR addr 0x7f1c80000000 ---". */
void signal_line(struct str *out, const struct signal_row *s);
/* Appends the name of the si_code, such as "SEGV_MAPERR", or its number. */
void signal_code(struct str *out, const struct signal_row *s);
/* Appends the sender: "4129 sh", "kernel", "timer"; or "at 7f1c80000000". */
void signal_sender(struct str *out, const struct look *look,
		   const struct signal_row *s);
/* Appends what happened to a child, "exited 0"; nothing if the signal is not
 * about a child. */
void signal_child(struct str *out, const struct signal_row *s);
/* What happens with the signal: "delivered", "held here", "stops it". */
const char *signal_action_words(const struct signal_row *s);

#endif
