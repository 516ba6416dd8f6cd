/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interface between failnth.so and its driver: the calls that can fail, and
 * the table of results, which is in a shared file.
 */
#ifndef TESTS_FAULTS_FAILNTH_H
#define TESTS_FAULTS_FAILNTH_H

#include <stdint.h>

/* Roles further away from the first process count as the last role. */
#define FAIL_ROLES 4

enum fail_call {
	FAIL_PTRACE, FAIL_READ, FAIL_PREAD, FAIL_MALLOC, FAIL_WRITE, FAIL_OPEN,
	FAIL_WAITID, FAIL_FORK, FAIL_MMAP, FAIL_POLL, FAIL_KILL, FAIL_PIPE,
	FAIL_SIGNALFD, FAIL_READLINK, FAIL_AFFINITY, FAIL_SEND, FAIL_RECV,
	FAIL_CALLS
};

#define FAIL_NAMES \
	[FAIL_PTRACE] = "ptrace", [FAIL_READ] = "read", \
	[FAIL_PREAD] = "pread", [FAIL_MALLOC] = "malloc", \
	[FAIL_WRITE] = "write", [FAIL_OPEN] = "open", \
	[FAIL_WAITID] = "waitid", [FAIL_FORK] = "fork", \
	[FAIL_MMAP] = "mmap", [FAIL_POLL] = "poll", [FAIL_KILL] = "kill", \
	[FAIL_PIPE] = "pipe", [FAIL_SIGNALFD] = "signalfd", \
	[FAIL_READLINK] = "readlink", [FAIL_AFFINITY] = "affinity", \
	[FAIL_SEND] = "send", [FAIL_RECV] = "recv"

struct fail_table {
	_Atomic uint64_t fired;
	_Atomic uint64_t all[FAIL_CALLS];
	_Atomic uint64_t calls[FAIL_ROLES][FAIL_CALLS];
};

#endif
