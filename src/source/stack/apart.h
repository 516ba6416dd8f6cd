/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In the reader's child, before it reads what a hostile program chose: what
 * libdw may not do there.
 *
 *	apart_begin()
 *	static const Dwfl_Callbacks callbacks = {
 *		.debuginfo_path = &apart_debug_path,
 *		.find_debuginfo = apart_find_debug,
 *	};
 */
#ifndef SOURCE_STACK_APART_H
#define SOURCE_STACK_APART_H

#include "late/dw.h"

/* No core, no memory that others need, no server, no new rights. */
void apart_begin(void);

/* Of the system's alone: what lies beside a file the program may have made, and
 * libdw opens whatever it is, in our own root. */
extern char *apart_debug_path;
int apart_find_debug(Dwfl_Module *mod, void **data, const char *name,
		     Dwarf_Addr base, const char *file, const char *link,
		     GElf_Word crc, char **debug);

#endif
