/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the functions at the addresses that the screen shows (REQ_SYMBOL), in
 * the files that the process maps there now.  A disposable reader process reads
 * these files (source/stack/names.h).
 *
 *	symbol_want(s, pid, ip)		REQ_SYMBOL; answered by one SYMBOL event
 */
#ifndef SOURCE_SAMPLE_OWNER_SYMBOL_H
#define SOURCE_SAMPLE_OWNER_SYMBOL_H

#include "source/sample/core/sample.h"

void symbol_free(struct sampler *s);
void symbol_want(struct sampler *s, pid_t pid, uint64_t ip);
uint64_t symbol_due(const struct sampler *s);
bool symbol_work(struct sampler *s, uint64_t deadline);

#endif
