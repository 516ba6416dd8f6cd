/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/heap_pool.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/options.h"
#include "app/file/trusted.h"
#include "app/warn.h"
#include "source/heap/pool.h"
#include "ui/words/error.h"

/* Finds the heap library, which is preloaded into programs.  In a build tree
 * this is the library in the folder preload/ next to mmtop.  Stores the path in
 * `out`.  If the library cannot be used, returns false, with the reason in
 * *why, as a part of a sentence. */
static bool find_library(struct str *out, const char **why)
{
	const char *installed = PKGLIBDIR "/libmmtop-heap.so";
	char exe[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
	char *slash;

	str_clear(out);
	if (n > 0) {
		exe[n] = '\0';
		slash = strrchr(exe, '/');
		str_add(out, exe, slash ? (size_t)(slash - exe) : 0);
		str_adds(out, "/preload/libmmtop-heap.so");
		if (access(out->data, R_OK) == 0 &&
		    trusted_path(out->data, why))
			return true;
	}
	if (access(installed, R_OK) == 0 || !*why) {
		*why = error_words(errno);
		str_clear(out);
		str_adds(out, installed);
	}
	return access(installed, R_OK) == 0;
}

struct heappool *heap_pool_new(const struct options *o, struct str *library)
{
	const struct heappool_config config = { .follow = o->follow,
						.frames = o->heap_stacks,
						.exact = o->heap_each };
	struct heappool *pool;
	struct err err;
	const char *untrusted = NULL;
	char why[320];

	if (!find_library(library, &untrusted)) {
		warn_user(_("--heap needs %s: %s"), library->data, untrusted);
		return NULL;
	}
	/* The dynamic loader splits LD_PRELOAD at spaces and colons. */
	if (strpbrk(library->data, " :")) {
		warn_user(_("cannot preload %s: its name contains a space or "
			    "a colon"), library->data);
		return NULL;
	}
	if (heappool_new(&config, &pool, &err) < 0) {
		const char *advice = error_advice(err.code);

		warn_user(advice ? _("--heap cannot be used: %s. %s") :
			  _("--heap cannot be used: %s"),
			  err_text(&err, why, sizeof why), advice);
		return NULL;
	}
	return pool;
}
