/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the real mmtop on a pseudo-terminal, with libvterm as the screen.
 *
 *	struct session s;
 *	session_start(&s, 24, 80, (const char *[]){ "examples/tour", NULL });
 *	ok(session_shows(&s, "Regions"), "the screen appears");
 *	session_type(&s, "q");
 *	ok(session_end(&s) == 0, "q exits with 0");
 *	session_release(&s);
 *
 * Every wait ends at live.h's deadline. The test keeps the terminal open, so
 * that it can compare the settings after mmtop has exited.
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
	pid_t pid;			/* mmtop, the process of the screen */
	pid_t shell;			/* the test's child: mmtop, or its
					 * shell */
	int master, slave;
	int rows, cols;
	int status;			/* of waitpid(); -1 while mmtop runs */
	struct termios before;
	struct VTerm *vt;
	struct VTermScreen *screen;
	char *raw;			/* all output of mmtop */
	size_t raw_len, raw_cap;
};

/* Starts mmtop with these arguments (without argv[0]), NULL-terminated. */
void session_start(struct session *s, int rows, int cols, const char *const *args);
/* The same as a job of a shell with job control. While mmtop is stopped, the
 * shell waits and owns the terminal. */
void session_start_job(struct session *s, int rows, int cols,
		       const char *const *args);
/* Continues the job, as fg does. */
void session_continue(struct session *s);
void session_release(struct session *s);

/* The text of a libvterm cell, as UTF-8. */
void session_cell(char out[8], uint32_t c);
/* One row of the screen without trailing blanks, valid until the next call. */
const char *session_row(struct session *s, int row);
/* Wait until some row shows the text, or until none does. */
bool session_shows(struct session *s, const char *text);
bool session_hides(struct session *s, const char *text);
/* Waits until that row shows the text. */
bool session_row_shows(struct session *s, int row, const char *text);
/* True if some row shows the text now. */
bool session_has(struct session *s, const char *text);
void session_type(struct session *s, const char *bytes);
/* Answers the question in the last row. mmtop accepts an answer only after a
 * pause without keys; it is repeated until the question is closed. */
void session_answer(struct session *s, const char *key);
/* Types q, and y if mmtop asks. */
void session_leave(struct session *s);
/* Sends an SGR mouse event at a cell, counted from 1; a click. */
void session_mouse(struct session *s, int code, int col, int row, char what);
void session_click(struct session *s, int col, int row);
/* Returns the row and stores the column, both from 1, where the text is now; 0:
 * nowhere. */
int session_find(struct session *s, const char *text, int *col);
void session_resize(struct session *s, int rows, int cols);
/* Waits for the end of mmtop. Returns its exit status, -N for signal N, or
 * -1000 after the deadline. */
int session_end(struct session *s);
/* True if the settings are as before, the main screen is shown, and mouse
 * events and bracketed paste are disabled. */
bool session_restored(struct session *s);
/* Waits until session_restored() is true. */
bool session_restores(struct session *s);
/* Stops reading the terminal, and types keys until its buffer is full. */
bool session_stall(struct session *s);
/* Reads mmtop's output until fn() is true, or until the deadline. */
bool session_until(struct session *s, bool (*fn)(void *arg), void *arg);
/* Prints the screen as TAP comments, for a failed test. */
void session_dump(struct session *s);
/* Like ok(), and dumps the screen if the check failed. */
bool screen_ok(struct session *s, bool good, const char *name);

#endif
