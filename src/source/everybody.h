/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The processes of system-wide mode: all except mmtop's own.
 *
 * In this mode, ptrace does not report processes.  So this module emits PROCESS
 * events: "seen" before the first event of a process and after each exec,
 * "exit" with an unknown cause at its end.  The entry of an ended process stays
 * in the table for a moment, because some sources report late.  A periodic
 * search finds ends that no source reported.
 *
 *	everybody_fork(e, pid, child, time)	pid created child
 *	everybody_event(e, pid, time)		before each event of pid
 *	everybody_exec(e, pid, file, time)	pid called exec
 *	everybody_named(e, pid, comm, time)
 *	everybody_exit(e, pid, time)
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
/* Called before each event of a process; reports the process if it was not
 * reported yet.  Returns false if the process is mmtop's own. */
bool everybody_event(struct everybody *e, pid_t pid, uint64_t time);
/* Adds child, which pid has created.  A child that exits too soon to be read
 * from /proc gets the name of pid. */
void everybody_fork(struct everybody *e, pid_t pid, pid_t child,
		    uint64_t time);
void everybody_exec(struct everybody *e, pid_t pid, struct bytes file,
		    uint64_t time);
/* Called when the process has a new name, by an exec or because it renamed
 * itself. */
void everybody_named(struct everybody *e, pid_t pid, struct bytes comm,
		     uint64_t time);
void everybody_exit(struct everybody *e, pid_t pid, uint64_t time);
/* Reports all living processes again, after events were lost. */
void everybody_again(const struct everybody *e, uint64_t time);
/* Returns the process of a thread, read from /proc; 0 if the thread has
 * exited. */
pid_t everybody_process_of(const struct everybody *e, pid_t tid);
/* Stores in pids up to n of mmtop's own processes that exist from the start;
 * returns their number. */
size_t everybody_own(const struct everybody *e, pid_t *pids, size_t n);

#endif
