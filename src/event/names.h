/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of errnos, signals and signal codes, from fixed tables:
 * strerrorname_np() and sigabbrev_np() depend on the C library.  The numbers
 * are the same for all ABIs of the supported architectures.
 */
#ifndef EVENT_NAMES_H
#define EVENT_NAMES_H

#include <stdint.h>

/* "ENOMEM"; NULL if there is no such errno. */
const char *errno_name(uint64_t err);
/* "Cannot allocate memory", in English in any locale; NULL if there is no such
 * errno. */
const char *errno_text(uint64_t err);
/* "SIGSEGV", or "SIGRTMIN+3" for a real-time signal (SIGRTMIN is 34).  For an
 * unknown signal, writes "SIG99" into buf. */
const char *signal_name(uint64_t sig, char buf[16]);
/* "SEGV_MAPERR", "SI_USER"...; NULL if the code has no name. */
const char *signal_code_name(uint64_t sig, int64_t code);
/* Returns the number of a signal given as "SIGTERM", "term", "RTMIN+3" or "15";
 * -1: no such signal. */
int signal_by_name(const char *name);

#endif
