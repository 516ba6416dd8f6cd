/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clients that each send a request, wait for its answer, check it, and send
 * the next: a server that is disturbed makes one fail.
 *
 *	struct clients c;
 *	clients_start(&c, CLIENT_REDIS, "/dir/sock", 3);
 *	... c.tally->requests goes up ...
 *	clients_stop(&c);
 *	c.tally->failed, c.tally->worst_us
 */
#ifndef TESTS_LOAD_CLIENT_H
#define TESTS_LOAD_CLIENT_H

#include <stdint.h>
#include <sys/types.h>

#define CLIENTS_MAX 8

enum client_kind { CLIENT_REDIS, CLIENT_HTTP };

struct tally {
	_Atomic uint64_t requests, failed, worst_us;
	_Atomic uint32_t stop;
	char why[128];		/* of the last failure */
};

struct clients {
	struct tally *tally;	/* shared with them */
	pid_t pids[CLIENTS_MAX];
	int n;
};

/* A descriptor, or -1: nobody listens there. */
int client_connect(const char *path);
/* Each is a process with a connection of its own to that socket. */
void clients_start(struct clients *c, enum client_kind kind, const char *path,
		   int n);
/* Each is at its end after that; the tally stays. */
void clients_stop(struct clients *c);
void clients_release(struct clients *c);

#endif
