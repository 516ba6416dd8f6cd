/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Libraries that are loaded when a feature first needs them: loading all of
 * them at the start would take most of the time of a short run.  Each library
 * has a header in this folder, which is included instead of the library's own
 * header, and lists the names that mmtop uses:
 *
 *	#include "late/zstd.h"
 *
 *	if (LATE_LOAD(zstd, &err) == 0)
 *		n = ZSTD_compressBound(size);
 *
 * Each listed name is a macro for a member of the table late_zstd; the member
 * has the type from the library's own header.  The members are NULL until
 * LATE_LOAD() has succeeded.  Call LATE_LOAD() when failure is still possible:
 * in the main thread, before a target is stopped, and never in a signal
 * handler.  A library that was loaded stays loaded.
 *
 * The file name of the library comes from configure, and has no slash: the
 * dynamic linker searches for it as for the libraries that mmtop is linked to.
 * MMTOP_FAULT=no-libzstd makes loading fail.
 *
 * To add a name, add it to the list, and add one #define.  To add a library,
 * add a header, a line in LATE_LIBRARIES and a line in configure.ac.
 */
#ifndef LATE_LATE_H
#define LATE_LATE_H

#include "base/err.h"

struct late {
	const char *name;		/* such as "libzstd" */
	const char *file;		/* such as "libzstd.so.1" */
	const char *symbols;		/* names, each ended by a zero byte, the
					 * last one by two */
	void *library;
};

/* Private to LATE_TABLE().  The addresses of the symbols follow the struct late
 * in the order of the list. */
#define LATE_MEMBER(symbol) __typeof__(symbol) *symbol;
#define LATE_TABLE(library, symbols) \
	extern struct late_##library { \
		struct late late; \
		symbols(LATE_MEMBER) \
	} late_##library

/* Loads the library.  Returns 0 if it is loaded now or already was.  Otherwise
 * returns -ELIBACC, and sets err (may be NULL) to the file and the dynamic
 * linker's reason. */
MUST_CHECK int late_load(struct late *library, struct err *err);

#define LATE_LOAD(library, err) late_load(&late_##library.late, err)

#endif
