/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One victim under mmtop in each way that there is: launched with the filter,
 * without it and at level watch, attached to at both levels; 64 and 32 bits.
 *
 * Victims print "ready" and wait for one byte (victim.h), so that launched
 * and attached to they do the same under mmtop's eyes.
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

/* Those that can be tried here. */
size_t modes_n(void);
const struct mode *modes_at(size_t i);
/* "launch, filter, 64-bit", until the next call. */
const char *mode_name(const struct mode *m);
/* Whether a launched program gets a filter here, and may be without. */
bool mode_filters(const struct mode *m);
/* Whether the memory calls of a child are in the log too. */
bool mode_calls(const struct mode *m);
/* For loops that are shortened when everything is tested, and more so where
 * the machine is emulated: the whole of it where LIVE_LONG is set. */
int loops(int whole, int brief);

struct watched {
	struct mode mode;
	char name[64];
	struct run v;		/* attached to: the victim */
	struct run m;		/* mmtop */
	bool v_started, m_started;
	char *log, *program;
	pid_t pid;		/* for watched_pid() */
};

/* options and args end with NULL; options may be NULL.  Returns when the
 * victim waits and mmtop has it. */
void watched_start(struct watched *w, const struct mode *m,
		   const char *victim, const char *const *options,
		   const char *const *args);
/* The victim alone, until watched_attach(). */
void watched_victim(struct watched *w, const struct mode *m,
		    const char *victim, const char *const *args);
void watched_attach(struct watched *w, const char *const *options);
/* The victim's; a launched one's is in the log, a moment later. */
pid_t watched_pid(struct watched *w);
/* The byte that the victim waits for. */
void watched_go(struct watched *w);
/* Both end, the victim with this status (-N: signal N), mmtop as it ought to
 * then; what is not so is told. */
bool watched_end(struct watched *w, int status);
/* Where the victim's stdout is, and what it wrote after "ready". */
const char *watched_out_path(const struct watched *w);
char *watched_out(const struct watched *w);
/* mmtop's log and stderr as comments, at most so many lines from the end. */
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
/* Those of a process (0: any) that begin so. */
size_t entries_count(const struct entries *e, pid_t pid, const char *begin);
/* The process events in the words of victims/tasks.c, to be freed:
 *	4121 fork 4123	4121/4122 exit 0	4130 exec tasks */
char *entries_tree(const struct entries *e);

/* Nobody traces any thread of it. */
bool is_untraced(pid_t pid);
/* Waits until nobody does. */
bool comes_free(pid_t pid);
/* Waits until a task is gone, or in one of these states. */
bool comes_to(pid_t tid, const char *states);

#endif
