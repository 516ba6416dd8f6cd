# src/term: the only user of curses: canvas -> terminal, keys -> input

noinst_LIBRARIES += src/term/libterm.a
src_term_libterm_a_SOURCES = \
	src/term/canvas_svg.c src/term/canvas_svg.h \
	src/term/canvas_text.c src/term/canvas_text.h \
	src/term/clipboard.c src/term/clipboard.h \
	src/term/curses.c src/term/curses.h \
	src/term/glyphs.c src/term/glyphs.h \
	src/term/keys.c src/term/keys.h \
	src/term/mouse.c src/term/mouse.h \
	src/term/paste.c src/term/paste.h \
	src/term/rescue.c src/term/rescue.h \
	src/term/theme.c src/term/theme.h
