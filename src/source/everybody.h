/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whom sources tell of that tell of everybody: all processes but mmtop's own.
 *
 * No ptrace says then who is there.  A process is told of (PROCESS seen) before
 * the first thing that is told of it, again when it becomes another program, and
 * (exit, how is not known) when it ends.  Kept is its number, and for a moment
 * after that, since some sources tell later than others; of an end that nobody
 * told the next sweep takes note.
 *
 *	everybody_makes(e, pid, child, time)	another process
 *	everybody_tells(e, pid, time)	before each of its events
 *	everybody_becomes(e, pid, file, time)	it called exec
 *	everybody_named(e, pid, comm, time)
 *	everybody_ends(e, pid, time)
 *
 * Times are of CLOCK_MONOTONIC.
 */
#ifndef SOURCE_EVERYBODY_H
#define SOURCE_EVERYBODY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"

struct everybody;
struct source_host;

struct everybody *everybody_new(const struct source_host *host);
void everybody_free(struct everybody *e);
/* False: it is mmtop's own. */
bool everybody_tells(struct everybody *e, pid_t pid, uint64_t time);
/* Who lives too short to be asked has the name of its maker. */
void everybody_makes(struct everybody *e, pid_t pid, pid_t child,
		     uint64_t time);
void everybody_becomes(struct everybody *e, pid_t pid, struct bytes file,
		       uint64_t time);
/* By exec, or it calls itself so. */
void everybody_named(struct everybody *e, pid_t pid, struct bytes comm,
		     uint64_t time);
void everybody_ends(struct everybody *e, pid_t pid, uint64_t time);
/* Who is there is told once more: events were lost on the way. */
void everybody_again(const struct everybody *e, uint64_t time);
/* Whose thread it is, by /proc; 0: it is gone. */
pid_t everybody_process_of(const struct everybody *e, pid_t tid);
/* mmtop's own processes that there are from the start on: at most n. */
size_t everybody_own(const struct everybody *e, pid_t *pids, size_t n);

#endif
