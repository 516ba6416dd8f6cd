/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The real mmtop on a pseudo-terminal, with libvterm as the screen.
 *
 *	struct session s;
 *	session_start(&s, 24, 80, (const char *[]){ "examples/tour", NULL });
 *	ok(session_shows(&s, "Regions"), "the screen comes up");
 *	session_type(&s, "q");
 *	ok(session_end(&s) == 0, "it ends");
 *	session_release(&s);
 *
 * Every wait has live.h's deadline.  The test keeps the terminal open, so
 * that its settings can be compared after mmtop is gone.
 */
#ifndef TESTS_TERMINAL_SESSION_H
#define TESTS_TERMINAL_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

#include "../live/live.h"

struct VTerm;
struct VTermScreen;

struct session {
	pid_t pid;			/* mmtop, the screen */
	pid_t shell;			/* our child: mmtop, or its shell */
	int master, slave;
	int rows, cols;
	int status;			/* of waitpid; -1 while it runs */
	struct termios before;
	struct VTerm *vt;
	struct VTermScreen *screen;
	char *raw;			/* all that mmtop wrote */
	size_t raw_len, raw_cap;
};

/* mmtop with these arguments (without its own name), NULL last. */
void session_start(struct session *s, int rows, int cols, const char *const *args);
/* The same as a job of a shell with job control: it waits while mmtop is
 * stopped, and has the terminal then. */
void session_start_job(struct session *s, int rows, int cols,
		       const char *const *args);
/* fg */
void session_continue(struct session *s);
void session_release(struct session *s);

/* What a cell of libvterm's shows, as UTF-8. */
void session_cell(char out[8], uint32_t c);
/* One row of the screen, blanks at the end cut off; until the next call. */
const char *session_row(struct session *s, int row);
/* Waits until some row has text, or none has it any more. */
bool session_shows(struct session *s, const char *text);
bool session_hides(struct session *s, const char *text);
/* Waits until that row has it. */
bool session_row_shows(struct session *s, int row, const char *text);
/* Whether some row has it now. */
bool session_has(struct session *s, const char *text);
void session_type(struct session *s, const char *bytes);
/* Answers the question in the last row: an answer counts only after a while
 * without keys, and is given until the question is gone. */
void session_answer(struct session *s, const char *key);
/* q, and y to what it asks, if it asks. */
void session_leave(struct session *s);
/* What a terminal sends of its mouse (SGR), at a cell from 1; a click. */
void session_mouse(struct session *s, int code, int col, int row, char what);
void session_click(struct session *s, int col, int row);
/* The row, and the column, from 1 where text begins now; 0: it is nowhere. */
int session_find(struct session *s, const char *text, int *col);
void session_resize(struct session *s, int rows, int cols);
/* Waits for its end: its exit status, -N for signal N, -1000 when it did not
 * come. */
int session_end(struct session *s);
/* The settings are as they were, the last screen switch was back to the main
 * screen, and the mouse and pastes are the terminal's own. */
bool session_restored(struct session *s);
/* Waits for that. */
bool session_restores(struct session *s);
/* Nobody reads the terminal any more, and it takes no more: keys are typed
 * until that is so. */
bool session_stall(struct session *s);
/* Passes on what mmtop writes for a while, until fn() is true. */
bool session_until(struct session *s, bool (*fn)(void *arg), void *arg);
/* The screen as comments, for a test that failed. */
void session_dump(struct session *s);
/* ok(), with the screen when it is not. */
bool screen_ok(struct session *s, bool good, const char *name);

#endif
