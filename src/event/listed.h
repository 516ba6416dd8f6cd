/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages about all processes of the system, for the process picker.
 *
 * A process is identified by (pid, start), since PIDs are reused.  Each walk
 * through /proc gives a LISTED_ROW for every process, then a LISTED_END.  A
 * process without a row between two LISTED_END has exited.  Each command line
 * is sent once.  LISTED_MORE takes time to collect: it is sent only for
 * processes that lister_watch() requested.  Names and command lines are hostile
 * bytes of the process.
 */
#ifndef EVENT_LISTED_H
#define EVENT_LISTED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/event.h"
#include "event/refusal.h"

#define LISTED_COMMAND_MAX 1024

struct listed {
	pid_t pid, ppid;
	uint64_t start;			/* clock ticks since boot */
	uint64_t began_ns;		/* start time in ns of CLOCK_BOOTTIME */
	uid_t uid;			/* effective user */
	char state;			/* as in /proc/PID/stat */
	bool kthread;
	uint64_t threads, rss, swap;	/* EV_UNKNOWN: not known */
	char comm[64], user[33];
};

/* Why a value is missing. */
enum listed_why {
	LISTED_KNOWN,
	LISTED_LATER,			/* not read yet */
	LISTED_NO_MEMORY,		/* the process has no memory of its
					 * own */
	LISTED_FORBIDDEN,		/* mmtop has no permission to read it */
	LISTED_NO_KERNEL,		/* this kernel does not report the
					 * value */
	LISTED_HUNG,			/* not read in time */
	LISTED_TOO_LARGE,		/* the process is too large: the value
					 * is read only while the process is
					 * selected */
};

/* More about one process.  mmtop tests only once if perf can report faults
 * (faults, faults_why, faults_value); each message repeats the result. */
struct listed_more {
	pid_t pid;
	uint64_t start;
	bool asked;			/* requested by lister_query() */
	struct refusal refusal;		/* REFUSED_NOT: attaching is possible */
	uint64_t rss, swap;
	uint64_t pss;
	enum listed_why pss_why;
	uint64_t cgroup_used, cgroup_max;	/* EV_UNKNOWN: not known, or no
						 * limit */
	bool probed;			/* the process was selected: the fields
					 * below are valid */
	bool maps, pagemap;		/* whether these files are readable */
	bool faults;			/* perf can report its faults */
	uint64_t faults_why;		/* if `faults` is false, the reason:
					 * enum source_why */
	int64_t faults_value;
};

enum listed_kind { LISTED_ROW, LISTED_COMMAND, LISTED_MORE, LISTED_END };

struct listed_message {
	enum listed_kind kind;
	union {
		struct listed row;
		struct listed_more more;
		struct {
			pid_t pid;
			uint64_t start;
			uint64_t n;
			/* NULs between arguments are replaced by spaces. */
			char text[LISTED_COMMAND_MAX];
		} command;
		struct {
			bool hidden;	/* /proc hides processes of other
					 * users */
		} end;
	} u;
};

typedef void listed_fn(void *arg, const struct listed_message *m);

#endif
