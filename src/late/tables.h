/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All libraries, for what goes through them: X(table, LIST, "name", FILE).
 * libproc2 is not there where configure found only libprocps.
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
/* The last one: its header makes macros of many words. */
#include "late/terminfo.h"

/* libncursesw brings terminfo, in itself or in libtinfo. */
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
