/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "late/late.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/fault.h"

/* `why` comes from dlerror(), so it starts with the name of the file. */
static int failed(struct err *err, const char *why)
{
	(void)err_set(err, 0, "cannot load %s", why);
	return -ELIBACC;
}

static int fill(struct late *l, void *library, struct err *err)
{
	char *member = (char *)(l + 1);

	for (const char *name = l->symbols; *name; name += strlen(name) + 1) {
		void *address = dlsym(library, name);

		if (!address)
			return failed(err, dlerror());
		memcpy(member, &address, sizeof address);
		member += sizeof address;
	}
	return 0;
}

int late_load(struct late *l, struct err *err)
{
	char fault[32];
	void *library;
	int r;

	if (l->library)
		return 0;
	snprintf(fault, sizeof fault, "no-%s", l->name);
	if (fault_on(fault)) {
		(void)err_set(err, 0, "cannot load %s: MMTOP_FAULT=%s",
			      l->file, fault);
		return -ELIBACC;
	}
	library = dlopen(l->file, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return failed(err, dlerror());
	r = fill(l, library, err);
	if (r < 0)
		dlclose(library);
	else
		l->library = library;
	return r;
}
