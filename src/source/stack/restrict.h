/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Restricts libdw in the reader's child process, before it reads files that a
 * hostile program chose.
 *
 *	restrict_libdw()
 *	static const Dwfl_Callbacks callbacks = {
 *		.debuginfo_path = &restrict_debug_path,
 *		.find_debuginfo = restrict_find_debug,
 *	};
 */
#ifndef SOURCE_STACK_RESTRICT_H
#define SOURCE_STACK_RESTRICT_H

#include "late/dw.h"

/* Disables core dumps, debuginfod servers and new privileges, and limits the
 * memory. */
void restrict_libdw(void);

/* Finds debug files only in the system's folder.  The program may have made a
 * debug file next to a mapped file, and libdw would open any file below mmtop's
 * own root directory. */
extern char *restrict_debug_path;
int restrict_find_debug(Dwfl_Module *mod, void **data, const char *name,
			Dwarf_Addr base, const char *file, const char *link,
			GElf_Word crc, char **debug);

#endif
