/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/stack/apart.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* Of address space: what hostile tables could make libdw ask for. */
#define MEMORY_MAX (16ull << 30)

static char debug_folder[] = "/usr/lib/debug";
char *apart_debug_path = debug_folder;

void apart_begin(void)
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

int apart_find_debug(Dwfl_Module *mod, void **data, const char *name,
		     Dwarf_Addr base, const char *file, const char *link,
		     GElf_Word crc, char **debug)
{
	/* A name, no way to somewhere else. */
	if (link && strchr(link, '/'))
		link = NULL;
	return dwfl_standard_find_debuginfo(mod, data, name, base, file, link,
					    crc, debug);
}
