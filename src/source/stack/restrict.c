/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/stack/restrict.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* Limit of the address space, because hostile tables can make libdw allocate
 * much memory. */
#define MEMORY_MAX (16ull << 30)

static char debug_folder[] = "/usr/lib/debug";
char *restrict_debug_path = debug_folder;

void restrict_libdw(void)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
#ifndef MMTOP_SANITIZED
	const struct rlimit memory = { MEMORY_MAX, MEMORY_MAX };
	setrlimit(RLIMIT_AS, &memory);
#endif
	unsetenv("DEBUGINFOD_URLS");
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

int restrict_find_debug(Dwfl_Module *mod, void **data, const char *name,
			Dwarf_Addr base, const char *file, const char *link,
			GElf_Word crc, char **debug)
{
	/* Accept only a file name in the same folder, not a path. */
	if (link && strchr(link, '/'))
		link = NULL;
	return dwfl_standard_find_debuginfo(mod, data, name, base, file, link,
					    crc, debug);
}
