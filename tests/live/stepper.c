/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "stepper.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "app/engine/engine.h"
#include "base/str.h"
#include "event/call.h"
#include "live.h"
#include "sys/loop.h"

#define TURN_NS 20000000ull

struct stepping {
	struct str calls;
	bool held;	/* according to the last STATUS: waits for a step */
};

static void on_event(void *arg, const struct event *ev)
{
	struct stepping *st = arg;

	if (ev->kind == EV_STATUS)
		st->held = ev->u.status.state == TARGET_HELD;
	if (ev->kind != EV_CALL || ev->u.call.phase != PHASE_EXIT)
		return;
	call_text(&st->calls, &ev->u.call, false);
	str_addc(&st->calls, '\n');
}

/* Keeps the program's stdout apart from our TAP. */
static int start_quietly(struct engine *e, struct refusal *refusal,
			 struct err *err)
{
	int out, null, r;

	fflush(stdout);
	out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (out < 0 || null < 0)
		bail("/dev/null");
	dup2(null, STDOUT_FILENO);
	r = engine_start(e, refusal, err);
	dup2(out, STDOUT_FILENO);
	close(out);
	close(null);
	return r;
}

char *stepper_run(char *const argv[], unsigned flags, int *status)
{
	const struct engine_config cfg = {
		.command = argv[0], .period_ns = 500000000,
		.target = { .argv = argv, .level = LEVEL_CALLS, .step = true,
			    .follow = true, .filter = flags & STEPPER_FILTER,
			    .pty_master = -1, .pty_slave = -1 },
	};
	const struct request next = { .op = REQ_NEXT, .a = 1 };
	const struct request quit = { .op = REQ_KILL };
	uint64_t until = clock_ns() + DEADLINE_NS;
	struct stepping st = { .calls = STR_INIT };
	struct loop *loop = loop_new();
	struct refusal refusal;
	struct engine_exit end;
	struct err err;
	struct engine *e = engine_new(loop, &cfg, &refusal, &err);

	*status = -1000;
	if (!e)
		goto out;
	engine_add_taker(e, on_event, &st);
	if (start_quietly(e, &refusal, &err) < 0) {
		diag("%s: %s", argv[0], err.what);
		goto out;
	}
	while (engine_state(e) != TARGET_ENDED && clock_ns() < until) {
		if (st.held) {
			st.held = false;
			engine_request(e, &next);
		}
		loop_turn(loop, TURN_NS);
	}
	if (engine_state(e) != TARGET_ENDED)
		engine_request(e, &quit);
	end = engine_exit(e);
	if (end.ended)
		*status = end.status >= 0 ? end.status : -end.signal;
out:
	engine_free(e);
	loop_free(loop);
	if (*status != -1000)
		return st.calls.data;
	str_release(&st.calls);
	return NULL;
}
