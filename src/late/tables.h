/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All libraries, for what goes through them: X(table, LIST, "name", FILE).
 * What configure left out is not there.
 */
#ifndef LATE_TABLES_H
#define LATE_TABLES_H

#include "late/curses.h"
#include "late/lua.h"

#ifdef HAVE_READLINE
#include "late/readline.h"
#define LATE_WITH_READLINE(X) \
	X(readline, LATE_READLINE, "libreadline", SONAME_READLINE)
#else
#define LATE_WITH_READLINE(X)
#endif
#ifdef HAVE_LIBPROC2
#include "late/proc2.h"
#define LATE_WITH_PROC2(X) X(proc2, LATE_PROC2, "libproc2", SONAME_PROC2)
#else
#define LATE_WITH_PROC2(X)
#endif
#ifdef HAVE_VTERM
#include "late/vterm.h"
#define LATE_WITH_VTERM(X) X(vterm, LATE_VTERM, "libvterm", SONAME_VTERM)
#else
#define LATE_WITH_VTERM(X)
#endif
#ifdef HAVE_JANSSON
#include "late/jansson.h"
#define LATE_WITH_JANSSON(X) \
	X(jansson, LATE_JANSSON, "libjansson", SONAME_JANSSON)
#else
#define LATE_WITH_JANSSON(X)
#endif
#ifdef HAVE_LIBSECCOMP
#include "late/seccomp.h"
#define LATE_WITH_SECCOMP(X) \
	X(seccomp, LATE_SECCOMP, "libseccomp", SONAME_SECCOMP)
#else
#define LATE_WITH_SECCOMP(X)
#endif
#ifdef HAVE_LIBDW
#include "late/dw.h"
#define LATE_WITH_DW(X) X(dw, LATE_DW, "libdw", SONAME_DW)
#else
#define LATE_WITH_DW(X)
#endif
#ifdef HAVE_LIBTRACEFS
#include "late/tracefs.h"
#define LATE_WITH_TRACEFS(X) \
	X(tracefs, LATE_TRACEFS, "libtracefs", SONAME_TRACEFS)
#else
#define LATE_WITH_TRACEFS(X)
#endif
#ifdef HAVE_LIBZSTD
#include "late/zstd.h"
#define LATE_WITH_ZSTD(X) X(zstd, LATE_ZSTD, "libzstd", SONAME_ZSTD)
#else
#define LATE_WITH_ZSTD(X)
#endif
/* The last one: its header makes macros of many words. */
#include "late/terminfo.h"

/* libncursesw brings terminfo, in itself or in libtinfo. */
#define LATE_LIBRARIES(X) \
	X(curses, LATE_CURSES, "libncursesw", SONAME_CURSES) \
	X(terminfo, LATE_TERMINFO, "libncursesw", SONAME_CURSES) \
	X(lua, LATE_LUA, "liblua", SONAME_LUA) \
	LATE_WITH_READLINE(X) LATE_WITH_PROC2(X) LATE_WITH_VTERM(X) \
	LATE_WITH_JANSSON(X) LATE_WITH_SECCOMP(X) LATE_WITH_DW(X) \
	LATE_WITH_TRACEFS(X) LATE_WITH_ZSTD(X)

#endif
