/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clients that send a request, wait for the answer, check it, and send the
 * next. A disturbed server makes a client fail.
 *
 *	struct clients c;
 *	clients_start(&c, CLIENT_REDIS, "/dir/sock", 3);
 *	... c.tally->requests increases ...
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
	char why[128];		/* reason of the last failure */
};

struct clients {
	struct tally *tally;	/* shared with the clients */
	pid_t pids[CLIENTS_MAX];
	int n;
};

/* Returns a descriptor, or -1 if no server listens. */
int client_connect(const char *path);
/* Starts n processes, each with its own connection to the socket. */
void clients_start(struct clients *c, enum client_kind kind, const char *path,
		   int n);
/* Waits until all clients have exited; the tally remains valid. */
void clients_stop(struct clients *c);
void clients_release(struct clients *c);

#endif
