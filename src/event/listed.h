/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is told of the machine's processes, for one to be chosen from.
 *
 * (pid, start) is an identity: a number is used again.  LISTED_ROW comes of
 * every process with each walk through /proc, LISTED_END behind the last:
 * whoever had no row since the LISTED_END before is gone.  Command lines come
 * once each; LISTED_MORE comes of those that are asked for by lister_watch()
 * alone, since it costs more.  Names and command lines are their bytes.
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
	uint64_t began_ns;		/* the same, of CLOCK_BOOTTIME */
	uid_t uid;			/* effective */
	char state;			/* as in /proc/PID/stat */
	bool kthread;
	uint64_t threads, rss, swap;	/* EV_UNKNOWN: none is known */
	char comm[64], user[33];
};

/* Why a figure is not there. */
enum listed_why {
	LISTED_KNOWN,
	LISTED_LATER,			/* not looked at yet */
	LISTED_NO_MEMORY,		/* it has no memory of its own */
	LISTED_FORBIDDEN,		/* mmtop may not read it */
	LISTED_NO_KERNEL,		/* this kernel does not tell */
	LISTED_HUNG,			/* it did not answer */
	LISTED_TOO_LARGE,		/* only of the selected one */
};

/* Found out by trying, in this process, each time that it is told. */
struct listed_more {
	pid_t pid;
	uint64_t start;
	bool asked;			/* by lister_ask() */
	struct refusal refusal;		/* REFUSED_NOT: may be attached to */
	uint64_t rss, swap;
	uint64_t pss;
	enum listed_why pss_why;
	uint64_t cgroup_used, cgroup_max;	/* EV_UNKNOWN: n/a, none */
	bool probed;			/* these are known: it was selected */
	bool maps, pagemap;		/* may be read */
	bool faults;			/* perf can tell of them */
	uint64_t faults_why;		/* enum source_why, else */
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
			/* Zeros between the arguments are blanks. */
			char text[LISTED_COMMAND_MAX];
		} command;
		struct {
			bool hidden;	/* /proc shows not everybody's */
		} end;
	} u;
};

typedef void listed_fn(void *arg, const struct listed_message *m);

#endif
