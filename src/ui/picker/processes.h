/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list of processes to choose from: its contents and order.  The caller
 * passes the processes and the settings.
 *
 *	picks_take(p, m, now)		handles a message of event/listed.h
 *	picks_find(p, "redis") ...	changes a setting
 *	picks_update(p)			updates p->rows
 *
 * Rows are in the order of the last sort, which runs when the sort setting or
 * the search changes; new processes are added at the end.  The selection is
 * stored as (pid, start).  Pointers to processes are valid until the next
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
	struct listed_more more;	/* pid is 0 while the details are not
					 * known yet */
	char *command;			/* safe text, never NULL, owned */
	bool told;			/* command is the command line, not only
					 * the name */
	unsigned walk;			/* number of the last scan that found
					 * the process */
	uint64_t order;
	/* Set by picks_update(). */
	bool match, shown;
};

struct pick_row {
	pid_t pid;
	int depth;			/* level in the tree */
	uint64_t lines;			/* bit D: the line of the tree at depth
					 * D continues below */
	bool last;			/* the process is its parent's last
					 * child */
	bool match;			/* false: only an ancestor of a match */
};

enum pick_sort {
	PICK_RSS, PICK_RATE, PICK_AGE, PICK_PID, PICK_USER, PICK_COMMAND,
	PICK_SORTS
};

struct picks {
	bool ascii;			/* show names in ASCII, for terminals
					 * without UTF-8 */
	VEC(struct pick) all;		/* sorted by pid */
	VEC(struct pick_row) rows;
	size_t matches;
	bool walked;			/* the first scan is complete */
	bool hidden;			/* /proc hides other users' processes */
	/* The settings of the list. */
	struct str find;
	bool by_user;
	uid_t uid;
	bool tree;
	enum pick_sort sort;
	bool reverse;
	/* The selection; pid is 0 if no process is selected. */
	pid_t pid;
	uint64_t start;
	bool chosen;			/* the user made the selection; else it
					 * is the first match */
	/* private */
	unsigned walk;
	uint64_t orders;		/* highest value of `order` so far */
	bool stale, unsorted;
	bool sought;			/* the search changed since the last
					 * update */
};

void picks_init(struct picks *p, bool ascii);
void picks_release(struct picks *p);
/* Handles a message. now_ns is CLOCK_BOOTTIME.  Returns true if the selected
 * process has exited; *gone is then its name, which the caller frees. */
bool picks_take(struct picks *p, const struct listed_message *m,
		uint64_t now_ns, char **gone);

void picks_find(struct picks *p, const char *text);
/* Shows only the processes of one user, or those of all users. */
void picks_user(struct picks *p, uid_t uid);
void picks_all_users(struct picks *p);
void picks_tree(struct picks *p, bool tree);
void picks_sort(struct picks *p, enum pick_sort by, bool reverse);

void picks_update(struct picks *p);
/* Returns the process with that pid, or NULL. */
const struct pick *picks_at(const struct picks *p, pid_t pid);
/* Returns the selected process, or NULL. */
const struct pick *picks_selected(const struct picks *p);
/* Returns the row of the selected process, or -1. */
long picks_row(const struct picks *p);
void picks_select(struct picks *p, long row);
/* Returns the number of children of the process `of`; *first is the first of
 * them. */
size_t picks_children(const struct picks *p, const struct pick *of,
		      const struct pick **first);

#endif
