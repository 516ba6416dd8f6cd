/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Errno and signal names, fixed tables (strerrorname_np() and sigabbrev_np()
 * are of the C library mmtop runs on; targets of another ABI share the
 * numbers on the architectures supported).
 */
#ifndef EVENT_NAMES_H
#define EVENT_NAMES_H

#include <stdint.h>

/* "ENOMEM", NULL when there is no such errno. */
const char *errno_name(uint64_t err);
/* "Cannot allocate memory", in English whatever the locale; NULL likewise. */
const char *errno_text(uint64_t err);
/* "SIGSEGV", "SIGRTMIN+3" (counted from 34), "SIG99" into
 * buf of 16 when there is none. */
const char *signal_name(uint64_t sig, char buf[16]);
/* "SEGV_MAPERR", "SI_USER"...; NULL when there is no name. */
const char *signal_code_name(uint64_t sig, int64_t code);
/* The number of "SIGTERM", "term", "RTMIN+3" or "15", -1 when there is none. */
int signal_by_name(const char *name);

#endif
