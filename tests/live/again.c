/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The engine after lost events: two models take its events while a program
 * starts and exits. One model misses some; after the snapshot that it requests,
 * both models are equal.
 */
#include <config.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../support/samemodel.h"
#include "app/engine/engine.h"
#include "live.h"
#include "sys/loop.h"

#define ROUNDS 5
#define MS 1000000ull

struct pair {
	struct loop *loop;
	struct engine *engine;
	struct model *whole, *torn;
	bool dropping;
	uint64_t dropped;	/* since the last EV_LOST */
	uint64_t seed;
};

static void on_event(void *arg, const struct event *ev)
{
	struct pair *p = arg;

	/* Repeated events are only for the model that missed them. */
	if (!(ev->flags & EVF_AGAIN) && ev->kind != EV_SNAPSHOT)
		model_event(p->whole, ev);
	if (p->dropping)
		p->dropped++;
	else
		model_event(p->torn, ev);
}

static uint64_t dice(struct pair *p, uint64_t n)
{
	p->seed ^= p->seed << 13;
	p->seed ^= p->seed >> 7;
	p->seed ^= p->seed << 17;
	return p->seed % n;
}

static void run_on(struct pair *p, uint64_t ns)
{
	uint64_t until = clock_ns() + ns;

	while (clock_ns() < until)
		loop_turn(p->loop, 2 * MS);
}

static void tell_lost(struct pair *p)
{
	struct event ev = { .kind = EV_LOST, .time_ns = p->whole->now_ns };

	p->dropping = false;
	ev.u.lost.source = bytes_of("link");
	ev.u.lost.count = p->dropped;
	model_event(p->torn, &ev);
	p->dropped = 0;
}

/* Waits until the models are equal: sooner or later the program pauses, and all
 * its events have arrived. */
static bool becomes_same(struct pair *p, struct str *why)
{
	uint64_t until = clock_ns() + DEADLINE_S * 1000 * MS;

	while (clock_ns() < until) {
		if (!p->torn->snapshot &&
		    same_model(p->whole, p->torn, why))
			return true;
		loop_turn(p->loop, 2 * MS);
	}
	return false;
}

/* True half of the time: then the engine postpones events that can wait. */
static bool crowded(void *arg)
{
	(void)arg;
	return clock_ns() / (20 * MS) % 2;
}

static bool one_round(struct pair *p, struct str *why)
{
	static const struct request snapshot = { .op = REQ_SNAPSHOT };

	run_on(p, dice(p, 100) * MS);
	p->dropping = true;
	run_on(p, (20 + dice(p, 400)) * MS);
	tell_lost(p);
	engine_request(p->engine, &snapshot);
	/* Sometimes the snapshot is lost, too. */
	while (dice(p, 3) == 0) {
		run_on(p, dice(p, 10) * MS);
		p->dropping = true;
		run_on(p, dice(p, 50) * MS);
		tell_lost(p);
		engine_request(p->engine, &snapshot);
	}
	return becomes_same(p, why);
}

static void watch(struct engine_config *cfg, const char *name)
{
	struct pair p = {
		.loop = loop_new(), .whole = model_new(),
		.torn = model_new(), .seed = 88172645463325252ull,
	};
	struct str why = STR_INIT;
	struct refusal refusal;
	struct err err = { .what = "" };
	int rounds = 0;

	cfg->command = "";
	cfg->crowded = crowded;
	cfg->period_ns = 50 * MS;
	cfg->wants.regions = cfg->wants.pages = cfg->wants.usage = true;
	cfg->target.follow = true;
	cfg->target.pty_master = cfg->target.pty_slave = -1;
	p.engine = engine_new(p.loop, cfg, &refusal, &err);
	if (!p.engine)
		bail(err.what);
	engine_add_taker(p.engine, on_event, &p);
	if (engine_start(p.engine, &refusal, &err) < 0)
		bail("cannot trace");
	while (rounds < ROUNDS && one_round(&p, &why))
		rounds++;
	if (!ok(rounds == ROUNDS, "%s: models are equal after each loss", name))
		diag("round %d: %s", rounds, why.data);
	ok(p.torn->lost > 0, "%s: events were lost", name);
	engine_request(p.engine, &(struct request){ .op = REQ_QUIT });
	engine_free(p.engine);
	model_free(p.whole);
	model_free(p.torn);
	loop_free(p.loop);
	str_release(&why);
}

static void watch_launched(const char *name, bool filter)
{
	char *argv[] = { victim("churn"), NULL };
	struct engine_config cfg = {
		.target = { .argv = argv, .level = LEVEL_CALLS,
			    .filter = filter },
	};

	watch(&cfg, name);
	free(argv[0]);
}

static void watch_attached(const char *name, enum level level)
{
	char *path = victim("churn");
	pid_t pid = fork();
	struct engine_config cfg = {
		.target = { .attach = &pid, .n_attach = 1, .level = level },
	};

	if (pid == 0) {
		signals_default();
		execl(path, path, NULL);
		_exit(127);
	}
	watch(&cfg, name);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	free(path);
}

int main(void)
{
	plan(8);
	watch_launched("launched, filter", true);
	watch_launched("launched, no filter", false);
	watch_attached("attached, calls", LEVEL_CALLS);
	watch_attached("attached, watch", LEVEL_WATCH);
	return done();
}
