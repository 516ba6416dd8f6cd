/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list of all libraries, with X(table, LIST, "name", FILE) for each of
 * them. libproc2 is missing if configure found only libprocps.
 */
#ifndef LATE_TABLES_H
#define LATE_TABLES_H

#include "late/curses.h"
#include "late/dw.h"
#include "late/jansson.h"
#include "late/lua.h"
#include "late/readline.h"
#include "late/seccomp.h"
#include "late/tracefs.h"
#include "late/vterm.h"
#include "late/zstd.h"

#ifdef HAVE_LIBPROC2
#include "late/proc2.h"
#define LATE_WITH_PROC2(X) X(proc2, LATE_PROC2, "libproc2", SONAME_PROC2)
#else
#define LATE_WITH_PROC2(X)
#endif
/* This header must be included last: <term.h> defines many words as macros. */
#include "late/terminfo.h"

/* terminfo is in the file of libncursesw, or in libtinfo, which libncursesw
 * loads. */
#define LATE_LIBRARIES(X) \
	X(curses, LATE_CURSES, "libncursesw", SONAME_CURSES) \
	X(terminfo, LATE_TERMINFO, "libncursesw", SONAME_CURSES) \
	X(lua, LATE_LUA, "liblua", SONAME_LUA) \
	X(readline, LATE_READLINE, "libreadline", SONAME_READLINE) \
	LATE_WITH_PROC2(X) \
	X(vterm, LATE_VTERM, "libvterm", SONAME_VTERM) \
	X(jansson, LATE_JANSSON, "libjansson", SONAME_JANSSON) \
	X(seccomp, LATE_SECCOMP, "libseccomp", SONAME_SECCOMP) \
	X(dw, LATE_DW, "libdw", SONAME_DW) \
	X(tracefs, LATE_TRACEFS, "libtracefs", SONAME_TRACEFS) \
	X(zstd, LATE_ZSTD, "libzstd", SONAME_ZSTD)

#endif
