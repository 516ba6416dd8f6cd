/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/heap_pool.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/options.h"
#include "app/warn.h"
#include "source/heap/pool.h"
#include "ui/error_words.h"

/* Beside an mmtop in its build tree: preload/ from src/mmtop. */
static bool find_library(struct str *out)
{
	char exe[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
	char *slash;

	str_clear(out);
	if (n > 0) {
		exe[n] = '\0';
		slash = strrchr(exe, '/');
		str_add(out, exe, slash ? (size_t)(slash - exe) : 0);
		str_adds(out, "/preload/libmmtop-heap.so");
		if (access(out->data, R_OK) == 0)
			return true;
		str_clear(out);
	}
	str_adds(out, PKGLIBDIR "/libmmtop-heap.so");
	return access(out->data, R_OK) == 0;
}

struct heappool *heap_pool_new(const struct options *o, struct str *library)
{
	const struct heappool_config config = { .follow = o->follow,
						.frames = o->heap_stacks,
						.exact = o->heap_each };
	struct heappool *pool;
	struct err err;
	char why[320];

	if (!find_library(library)) {
		warn_user(_("--heap needs %s: %s"), library->data,
			  error_words(errno));
		return NULL;
	}
	/* The loader reads a list there. */
	if (strpbrk(library->data, " :")) {
		warn_user(_("%s cannot be given to a program: there is a blank "
			    "or a colon in its name"), library->data);
		return NULL;
	}
	if (heappool_new(&config, &pool, &err) < 0) {
		warn_user(_("--heap cannot be used: %s"),
			  err_text(&err, why, sizeof why));
		return NULL;
	}
	return pool;
}

/* ---- why nothing came ------------------------------------------------------ */

/* As execvp() finds it. */
static int open_program(const char *name)
{
	const char *path = getenv("PATH");
	struct str full = STR_INIT;
	int fd = -1;

	if (strchr(name, '/'))
		return open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	while (path && *path && fd < 0) {
		size_t n = strcspn(path, ":");

		str_clear(&full);
		str_add(&full, path, n);
		str_addf(&full, "/%s", name);
		if (access(full.data, X_OK) == 0)
			fd = open(full.data, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		path += path[n] ? n + 1 : n;
	}
	str_release(&full);
	return fd;
}

static bool is_static(int fd)
{
	ElfW(Ehdr) head;
	ElfW(Phdr) part;

	if (pread(fd, &head, sizeof head, 0) != (ssize_t)sizeof head ||
	    memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
	    head.e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64
							   : ELFCLASS32))
		return false;
	for (unsigned i = 0; i < head.e_phnum; i++) {
		off_t at = (off_t)head.e_phoff + (off_t)(i * sizeof part);

		if (pread(fd, &part, sizeof part, at) != (ssize_t)sizeof part)
			return false;
		if (part.p_type == PT_INTERP)
			return false;
	}
	return true;
}

static void tell_owns(const struct heappool *pool)
{
	uint32_t n = heappool_owns(pool);

	if (n)
		warn_user(ngettext("--heap saw nothing of what %u program "
				   "allocates: it has an allocator of its own",
				   "--heap saw nothing of what %u programs "
				   "allocate: they have allocators of their own",
				   n), n);
}

void heap_pool_tell(const struct heappool *pool, const char *program)
{
	int fd = heappool_used(pool) ? -1 : open_program(program);
	struct stat st;

	tell_owns(pool);
	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && st.st_mode & (S_ISUID | S_ISGID))
		warn_user(_("--heap told nothing: %s is setuid or setgid, and "
			    "such programs load no other libraries"), program);
	else if (is_static(fd))
		warn_user(_("--heap told nothing: %s is linked statically"),
			  program);
	else
		warn_user(_("--heap told nothing: %s allocates nothing, has an "
			    "allocator of its own, or is for another kind of "
			    "processor"), program);
	close(fd);
}
