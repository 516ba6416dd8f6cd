/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A real server under a closed-loop load: redis, nginx, postgres.  Each runs
 * in a directory of its own, on a socket in it, and is ended by its number.
 *
 *	struct server s;
 *	if (server_start(&s, SERVER_REDIS))	false: it is not installed
 *		server_busy(&s)			requests come through
 *	... s.run.pid is watched ...
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
	struct run run;		/* the server; its pid is the first process */
	struct run bench;	/* pgbench */
	struct clients clients;	/* of the others */
	uint64_t requests, failed;
};

const char *server_name(enum server_kind kind);
bool server_start(struct server *s, enum server_kind kind);
/* Waits until more requests were served than before. */
bool server_busy(struct server *s);
/* Ends the load, counts what failed, and ends the server. */
void server_stop(struct server *s);
void server_release(struct server *s);

#endif
