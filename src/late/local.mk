# src/late: libraries that are loaded at their first use

noinst_LIBRARIES += src/late/liblate.a
src_late_liblate_a_SOURCES = \
	src/late/curses.h src/late/dw.h src/late/jansson.h \
	src/late/late.c src/late/late.h \
	src/late/lua.h src/late/proc2.h src/late/readline.h \
	src/late/seccomp.h \
	src/late/tables.c src/late/tables.h \
	src/late/terminfo.h src/late/tracefs.h src/late/vterm.h src/late/zstd.h

# The same libraries, for a program that is linked to them: see linked.c.
LATE_LINKED_LIBS = $(READLINE_LIBS) $(NCURSES_LIBS) $(LIBPROC2_LIBS) \
	$(VTERM_LIBS) $(JANSSON_LIBS) $(SECCOMP_LIBS) $(DW_LIBS) \
	$(TRACEFS_LIBS) $(ZSTD_LIBS) $(LUA_LIBS)
check_PROGRAMS += src/late/linked
src_late_linked_SOURCES = src/late/linked.c
src_late_linked_LDADD = $(LATE_LINKED_LIBS)
