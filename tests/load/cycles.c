/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attaches mmtop to real servers under load, and detaches or kills it. No
 * request may fail, and nothing of mmtop may remain.
 *
 *	cycles				a few times each
 *	CYCLES=200 cycles		the figures of bench/cycles
 *	SERVERS="redis nginx" SEED=7 cycles
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../live/family.h"
#include "looker.h"
#include "server.h"

#define CYCLES 3
/* The longest time that mmtop runs before it detaches or is killed. It is
 * attached after 10 to 50 ms. */
#define LOOK_MS 120

enum way {
	WAY_DETACH, WAY_KILL_FRONT, WAY_KILL_ENGINE, WAY_KILL_SCREEN,
	WAY_KILL_SCREEN_ENGINE, WAYS
};

static const char *const ways[WAYS] = {
	[WAY_DETACH] = "attached and detached",
	[WAY_KILL_FRONT] = "killed -9",
	[WAY_KILL_ENGINE] = "its engine killed -9",
	[WAY_KILL_SCREEN] = "the screen killed -9",
	[WAY_KILL_SCREEN_ENGINE] = "the engine of the screen killed -9",
};

static struct family family;
/* How often the killed mmtop had the process attached. */
static int attached;

/* Chooses a process of the server, with or without its descendants. */
static void choose(const struct server *s, char *pid, size_t size,
		   const char **follow)
{
	pid_t pids[FAMILY_MAX];
	size_t n = family_list(s->run.pid, pids);
	size_t at = random() % 2 ? 0 : (size_t)random() % n;

	snprintf(pid, size, "%d", pids[at]);
	*follow = random() % 2 ? "--follow" : "--no-follow";
}

static bool cycle(const struct server *s, enum way way)
{
	static const char *const levels[] = { "--level=calls", "--level=calls",
					      "--level=watch" };
	bool screen = way >= WAY_KILL_SCREEN, good = true;
	char pid[16], duration[32];
	const char *follow;
	struct looker l;

	choose(s, pid, sizeof pid, &follow);
	snprintf(duration, sizeof duration, "--duration=0.%03d",
		 way == WAY_DETACH ? 1 + (int)random() % LOOK_MS : 900);
	looker_start(&l, screen, screen ?
		(char *[]){ (char *)follow, (char *)levels[random() % 3],
			    (char *)"-p", pid, NULL } :
		(char *[]){ (char *)"-b", (char *)"-o", (char *)"/dev/null",
			    duration, (char *)follow,
			    (char *)levels[random() % 3], (char *)"-p", pid,
			    NULL });
	if (way != WAY_DETACH) {
		pid_t engine;

		looker_plays(&l, (int)(random() % LOOK_MS));
		engine = looker_engine(&l);
		attached += status_field((pid_t)atoi(pid), "TracerPid") > 0;
		kill(way == WAY_KILL_FRONT || way == WAY_KILL_SCREEN ?
		     l.run.pid : engine, SIGKILL);
	}
	good = looker_wait(&l);
	/* Not an error: the process may have exited before the attach. */
	if (way == WAY_DETACH && run_status(&l.run)) {
		run_wait(&l.run);
		diag("-p %s %s: %d, %s", pid, follow, run_status(&l.run),
		     l.run.err);
		good = false;
	}
	good &= family_is_free(&family, s->run.pid);
	looker_release(&l);
	return good;
}

static void each_way(struct server *s, int cycles)
{
	const char *name = server_name(s->kind);

	for (int way = 0; way < WAYS; way++) {
		int bad = 0;

		attached = 0;
		if (s->clients.tally)
			s->clients.tally->worst_us = 0;
		for (int i = 0; i < cycles; i++)
			bad += !cycle(s, (enum way)way);
		ok(!bad, "%s: mmtop %d times %s: %d times it left something "
			 "behind", name, cycles,
		   ways[way], bad);
		if (way != WAY_DETACH)
			diag("%d of %d times it was attached when killed",
			     attached, cycles);
		if (s->clients.tally)
			diag("the slowest request took %.0f ms",
			     (double)s->clients.tally->worst_us / 1000);
	}
	ok(server_busy(s), "%s: still serves requests", name);
}

static void try_server(enum server_kind kind, int cycles)
{
	const char *name = server_name(kind);
	struct server s;

	if (!server_start(&s, kind)) {
		for (int i = 0; i < WAYS + 2; i++)
			skip(name, "not installed");
		return;
	}
	if (!server_busy(&s))
		bail("the server serves no requests");
	each_way(&s, cycles);
	server_stop(&s);
	ok(!s.failed, "%s: %llu of %llu requests failed", name,
	   (unsigned long long)s.failed, (unsigned long long)s.requests);
	server_release(&s);
}

static bool may_attach(void)
{
	char *scope = read_file("/proc/sys/kernel/yama/ptrace_scope", NULL);
	bool may = !geteuid() || !scope || *scope == '0';

	free(scope);
	return may;
}

int main(void)
{
	const char *seed = getenv("SEED"), *wanted = getenv("SERVERS");
	const char *cycles = getenv("CYCLES");
	unsigned number = seed ? (unsigned)strtoul(seed, NULL, 10) :
				 (unsigned)time(NULL);

	if (!may_attach())
		skip_all("only root may attach (Yama)");
	plan(SERVERS * (WAYS + 2));
	diag("SEED=%u", number);
	srandom(number);
	family_init(&family);
	for (int kind = 0; kind < SERVERS; kind++) {
		if (wanted && !strstr(wanted, server_name((enum server_kind)
							   kind))) {
			for (int i = 0; i < WAYS + 2; i++)
				skip(server_name((enum server_kind)kind),
				     "not in SERVERS");
			continue;
		}
		try_server((enum server_kind)kind,
			   cycles ? atoi(cycles) : CYCLES);
	}
	return done();
}
