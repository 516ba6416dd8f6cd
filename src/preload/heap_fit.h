/* SPDX-License-Identifier: 0BSD */
/*
 * Checks whether a program can load libmmtop-heap.so.  mmtop does so before it
 * launches a program, and the library before its process executes one.  A
 * loader that cannot load the library ends the program or writes to its
 * standard error.
 *
 *	heap_fit_at(AT_FDCWD, "./prog")		HEAP_FIT_LOADER: linked with musl
 *	heap_fit_named("prog", getenv("PATH"))	searches as execvp() does
 *
 * All functions are async-signal-safe and take limited time.  They write to no
 * memory that they share with a vfork parent.  They change errno.
 */
#ifndef PRELOAD_HEAP_FIT_H
#define PRELOAD_HEAP_FIT_H

#include <stdbool.h>

enum heap_fit {
	HEAP_FIT,		/* can load the library; or unknown, as for a
				 * file that is not ELF or not readable */
	HEAP_FIT_STATIC,	/* loads no library; LD_PRELOAD does no harm */
	HEAP_FIT_SECURE,	/* gets rights by setuid or setgid, and ignores
				 * LD_PRELOAD, unless it is traced */
	HEAP_FIT_LOADER,	/* has another loader than that of the C
				 * library */
	HEAP_FIT_MACHINE,	/* for another processor, or a 32-bit program */
	HEAP_FIT_SANITIZER,	/* has a sanitizer; its runtime must be loaded
				 * first */
};

/* fd must be readable; its file offset is not used. */
enum heap_fit heap_fit_fd(int fd);
enum heap_fit heap_fit_at(int dir, const char *path);
/* `name` is an argument as for execvp().  `path` is a list of folders; NULL:
 * the default list. */
enum heap_fit heap_fit_named(const char *name, const char *path);
/* True if LD_PRELOAD's value names a sanitizer's runtime. */
bool heap_fit_forbidden(const char *preloads);

#endif
