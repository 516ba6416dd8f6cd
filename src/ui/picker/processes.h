/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list that a process is chosen from: what is shown of it, and in which
 * order.  Pure: it is told of processes, and of what a person asks for.
 *
 *	picks_take(p, m, now)		a message of event/listed.h
 *	picks_find(p, "redis") ...	what is asked for
 *	picks_update(p)			p->rows is right after that
 *
 * Rows stand in the order of the last sort, which is when it is asked for or
 * what is looked for changes; who comes later goes to the end.  The selection
 * is an identity (pid, start).  Pointers into it live until the next
 * picks_take().
 */
#ifndef UI_PICKER_PROCESSES_H
#define UI_PICKER_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "base/vec.h"
#include "event/listed.h"
#include "model/rate.h"

struct pick {
	struct listed p;
	struct rate rss_rate;
	struct listed_more more;	/* more.pid 0: nothing yet */
	char *command;			/* safe text, never NULL, owned */
	bool told;			/* it is its command line */
	unsigned walk;			/* the last that saw it */
	uint64_t order;
	/* Of the last picks_update(). */
	bool match, shown;
};

/* A line of the list. */
struct pick_row {
	pid_t pid;
	int depth;			/* in the tree */
	uint64_t lines;			/* bit D: a line goes on at depth D */
	bool last;			/* of its parent's children */
	bool match;			/* else only a match's parent */
};

enum pick_sort {
	PICK_RSS, PICK_RATE, PICK_AGE, PICK_PID, PICK_USER, PICK_COMMAND,
	PICK_SORTS
};

struct picks {
	bool ascii;			/* names as the look has them */
	VEC(struct pick) all;		/* by pid */
	VEC(struct pick_row) rows;
	size_t matches;
	bool walked;			/* once, whole */
	bool hidden;			/* /proc shows not everybody's */
	/* What is asked for. */
	struct str find;
	bool by_user;
	uid_t uid;
	bool tree;
	enum pick_sort sort;
	bool reverse;
	/* The selection, pid 0: none. */
	pid_t pid;
	uint64_t start;
	bool chosen;			/* by a person, not by being the first */
	/* private */
	unsigned walk;
	uint64_t orders;		/* how many were given */
	bool stale, unsorted;
	bool sought;			/* something else since the last one */
};

void picks_init(struct picks *p, bool ascii);
void picks_release(struct picks *p);
/* now_ns: of CLOCK_BOOTTIME.  True when the selected one has exited: its name
 * is in *gone then (free()). */
bool picks_take(struct picks *p, const struct listed_message *m,
		uint64_t now_ns, char **gone);

void picks_find(struct picks *p, const char *text);
/* Only the processes of that user. */
void picks_user(struct picks *p, uid_t uid);
void picks_all_users(struct picks *p);
void picks_tree(struct picks *p, bool tree);
void picks_sort(struct picks *p, enum pick_sort by, bool reverse);

void picks_update(struct picks *p);
/* By number, NULL when there is none. */
const struct pick *picks_at(const struct picks *p, pid_t pid);
/* The selected one, NULL: none. */
const struct pick *picks_selected(const struct picks *p);
/* Its row, -1: none. */
long picks_row(const struct picks *p);
void picks_select(struct picks *p, long row);
/* How many children it has; the first of them in *first. */
size_t picks_children(const struct picks *p, const struct pick *of,
		      const struct pick **first);

#endif
