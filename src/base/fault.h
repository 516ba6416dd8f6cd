/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Forced failures, to test fallbacks.  If the environment variable MMTOP_FAULT
 * is "no-pagemap-scan,no-procmap-query", fault_on("no-pagemap-scan") is true.
 * The variable is read only once, at the first call.
 */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include <stdbool.h>

bool fault_on(const char *name);

#endif
