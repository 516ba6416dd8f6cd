/* SPDX-License-Identifier: 0BSD */
/*
 * Tells whether a program can load libmmtop-heap.so.  mmtop checks before it
 * launches a program, and the library before the process executes one.  A
 * loader that cannot load the library ends the program or writes to its
 * standard error.
 *
 *	heap_fit_at(AT_FDCWD, "./prog")		HEAP_FIT_LOADER: linked with musl
 *	heap_fit_named("prog", getenv("PATH"))	as execvp() finds it
 *
 * All functions are async-signal-safe, bounded, and write to no memory that
 * they share with a vfork parent.  They change errno.
 */
#ifndef PRELOAD_HEAP_FIT_H
#define PRELOAD_HEAP_FIT_H

#include <stdbool.h>

enum heap_fit {
	HEAP_FIT,		/* or unknown: not an ELF file, not readable */
	HEAP_FIT_STATIC,	/* loads no library; LD_PRELOAD does no harm */
	HEAP_FIT_SECURE,	/* gets rights by setuid or setgid, and ignores
				 * LD_PRELOAD, unless it is traced */
	HEAP_FIT_LOADER,	/* has another loader than the C library's */
	HEAP_FIT_MACHINE,	/* for another processor, or 32-bit */
	HEAP_FIT_SANITIZER,	/* its runtime must be loaded first */
};

/* fd: readable; its offset is not used. */
enum heap_fit heap_fit_fd(int fd);
enum heap_fit heap_fit_at(int dir, const char *path);
/* name: as execvp() takes it; path: a list of folders, NULL: the default one. */
enum heap_fit heap_fit_named(const char *name, const char *path);
/* True if LD_PRELOAD's value names a sanitizer's runtime. */
bool heap_fit_forbidden(const char *preloads);

#endif
