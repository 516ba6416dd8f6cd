/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Forced failures, for testing fallbacks: the environment variable
 * MMTOP_FAULT=no-pagemap-scan,no-procmap-query makes fault_on("no-...") true.
 * Read once, at the first question.
 */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include <stdbool.h>

bool fault_on(const char *name);

#endif
