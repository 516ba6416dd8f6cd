/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Libraries that are loaded when a feature first needs them: to load all of
 * them would take most of the time of a short run.  Each has a header here,
 * which is included instead of the library's own and has the list of what is
 * used of it:
 *
 *	#include "late/zstd.h"
 *
 *	if (LATE_LOAD(zstd, &err) == 0)
 *		n = ZSTD_compressBound(size);
 *
 * After the header each name on its list means the member of the table
 * late_zstd, with the type that the library's header declares.  The members
 * are NULL until LATE_LOAD() has succeeded: whatever uses a library loads it
 * where it can still fail, in the main thread, before a target is stopped and
 * never in a signal handler.  A library stays loaded.
 *
 * The name of the file comes from configure, and has no slash: it is found
 * where the dynamic linker finds the libraries that mmtop is linked to.
 * MMTOP_FAULT=no-libzstd makes it fail.
 *
 * A further name: one line in the list, and one #define.  A further library:
 * a header, a line in LATE_LIBRARIES and one in configure.ac.
 */
#ifndef LATE_LATE_H
#define LATE_LATE_H

#include "base/err.h"

struct late {
	const char *name;		/* "libzstd" */
	const char *file;		/* "libzstd.so.1" */
	const char *symbols;		/* each ends with a zero byte, the last
					 * one with two */
	void *library;
};

/* Private: of LATE_TABLE(). The addresses follow their struct late in order. */
#define LATE_MEMBER(symbol) __typeof__(symbol) *symbol;
#define LATE_TABLE(library, symbols) \
	extern struct late_##library { \
		struct late late; \
		symbols(LATE_MEMBER) \
	} late_##library

/* 0, also when it is loaded already; -ELIBACC with the file and the dynamic
 * linker's reason in err, which may be NULL. */
MUST_CHECK int late_load(struct late *library, struct err *err);

#define LATE_LOAD(library, err) late_load(&late_##library.late, err)

#endif
