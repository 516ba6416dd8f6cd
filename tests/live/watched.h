/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a victim under mmtop in each mode: launched with a filter, without one
 * and at level watch, attached at both levels; 64 and 32 bits.
 *
 * Victims print "ready" and wait for one byte (victim.h), so that mmtop sees
 * the same events of launched and attached ones.
 *
 *	for (size_t i = 0; i < modes_n(); i++) {
 *		struct watched w;
 *		watched_start(&w, modes_at(i), "forks", NULL,
 *			      (const char *[]){ "vfork", NULL });
 *		watched_go(&w);
 *		ok(watched_end(&w, 0), "P14 vfork, %s", w.name);
 *		watched_release(&w);
 *	}
 */
#ifndef TESTS_LIVE_WATCHED_H
#define TESTS_LIVE_WATCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "live.h"

struct mode {
	bool attach;
	bool plain;	/* launched: --no-filter */
	bool quiet;	/* --level=watch */
	bool m32;
};

/* The number of modes that this machine can run.  Called before plan(), it
 * reports the others as skipped. */
size_t modes_n(void);
/* The number of 64-bit modes, which come first. */
size_t native_modes_n(void);
const struct mode *modes_at(size_t i);
/* "launch, filter, 64-bit"; valid until the next call. */
const char *mode_name(const struct mode *m);
/* True if launched programs get a filter in this mode on this machine. */
bool mode_filters(const struct mode *m);
/* True if the log has memory calls, also those of children. */
bool mode_calls(const struct mode *m);
/* A number of rounds: `whole` if LIVE_LONG is set, otherwise `brief`, and less
 * on an emulated machine. */
int loops(int whole, int brief);

struct watched {
	struct mode mode;
	char name[64];
	struct run v;		/* the victim, if attached */
	struct run m;		/* mmtop */
	bool v_started, m_started;
	char *log, *program;
	pid_t pid;		/* cache of watched_pid() */
};

/* options and args end with NULL; options may be NULL.  Returns when the victim
 * waits for its byte and mmtop traces it. */
void watched_start(struct watched *w, const struct mode *m,
		   const char *victim, const char *const *options,
		   const char *const *args);
/* Starts only the victim; watched_attach() starts mmtop. */
void watched_victim(struct watched *w, const struct mode *m,
		    const char *victim, const char *const *args);
void watched_attach(struct watched *w, const char *const *options);
/* The victim's PID; for a launched victim, waits for the log. */
pid_t watched_pid(struct watched *w);
/* Sends the byte that the victim waits for. */
void watched_go(struct watched *w);
/* Waits for both to exit: the victim with this status (-N: signal N), mmtop
 * with the status that follows.  Prints differences. */
bool watched_end(struct watched *w, int status);
/* The path of the victim's stdout, and its text after "ready" (to be freed). */
const char *watched_out_path(const struct watched *w);
char *watched_out(const struct watched *w);
/* Prints at most that many last lines of mmtop's log and stderr as comments. */
void watched_tell(struct watched *w, int lines);
void watched_release(struct watched *w);

/* --- the log ------------------------------------------------------------------ */

struct entry {
	double at;
	pid_t pid, tid;
	const char *what;
};
struct entries {
	char *text;
	struct entry *v;
	size_t n;
};
void entries_read(struct entries *e, const char *path);
void entries_release(struct entries *e);
/* The number of entries of a process (0: any) that begin so. */
size_t entries_count(const struct entries *e, pid_t pid, const char *begin);
/*
 * The process events in the format of victims/tasks.c, to be freed:
 *	4121 fork 4123	4121/4122 exit 0	4130 exec tasks
 */
char *entries_tree(const struct entries *e);

/* True if no thread of the process has a tracer. */
bool is_untraced(pid_t pid);
/* Waits for is_untraced(). */
bool comes_free(pid_t pid);
/* Waits until the task has exited, or is in one of these states. */
bool comes_to(pid_t tid, const char *states);

#endif
