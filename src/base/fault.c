/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "base/fault.h"

#include <stdlib.h>
#include <string.h>

bool fault_on(const char *name)
{
	static const char *list;
	size_t len = strlen(name);

	if (!list) {
		list = secure_getenv("MMTOP_FAULT");
		if (!list)
			list = "";
	}
	for (const char *p = list; *p; p += strspn(p, ",")) {
		size_t n = strcspn(p, ",");

		if (n == len && !memcmp(p, name, n))
			return true;
		p += n;
	}
	return false;
}
