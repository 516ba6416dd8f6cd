/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A real server under a closed-loop load: redis, nginx, postgres. Each runs in
 * its own directory, on a socket there, and is killed by its PID.
 *
 *	struct server s;
 *	if (server_start(&s, SERVER_REDIS))	false: not installed
 *		server_busy(&s)			true: it serves requests
 *	... watch s.run.pid ...
 *	server_stop(&s);	then s.requests, s.failed are final
 *	server_release(&s);
 */
#ifndef TESTS_LOAD_SERVER_H
#define TESTS_LOAD_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "../live/live.h"
#include "client.h"

enum server_kind { SERVER_REDIS, SERVER_NGINX, SERVER_POSTGRES, SERVERS };

struct server {
	enum server_kind kind;
	char *dir;
	struct run run;		/* the server; its PID is that of the first
				 * process */
	struct run bench;	/* pgbench, for postgres */
	struct clients clients;	/* for redis and nginx */
	uint64_t requests, failed;
};

const char *server_name(enum server_kind kind);
bool server_start(struct server *s, enum server_kind kind);
/* Waits until the server has served further requests. */
bool server_busy(struct server *s);
/* Stops the load, counts the failures, and stops the server. */
void server_stop(struct server *s);
void server_release(struct server *s);

#endif
