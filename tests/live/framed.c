/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "framed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "event/call.h"
#include "live.h"
#include "sys/loop.h"
#include "victims/changer.h"

#define TURN_NS 5000000ull
#define NEVER_NS 3600000000000ull
#define KNOWN 64
#define SETTLE_TURNS (20 * (int)test_slow())

struct names {
	uint64_t v[KNOWN];
	unsigned n;
};

struct seen {
	struct framed *f;
	struct names pids, shared, private;
	struct str pages;		/* of the current frame's parts so
					 * far */
	struct engine *engine;
	struct run *run;		/* the attached program; NULL if
					 * launched */
	bool tracked;			/* writes are tracked, or cannot be */
};

/* The number of v in order of first appearance, from 1. */
static unsigned name_of(struct names *n, uint64_t v)
{
	for (unsigned i = 0; i < n->n; i++)
		if (n->v[i] == v)
			return i + 1;
	if (n->n < KNOWN)
		n->v[n->n++] = v;
	return n->n;
}

static struct page_range range_at(struct bytes b, size_t i)
{
	struct page_range r;

	memcpy(&r, (const char *)b.data + i * sizeof r, sizeof r);
	return r;
}

/* Adds the pages whose bytes the part has, each with its first number. */
static void add_pages(struct str *out, const struct ev_frame *f)
{
	const char *data = f->data.data;

	for (size_t i = 0; i < f->ranges.len / sizeof(struct page_range);
	     i++) {
		struct page_range r = range_at(f->ranges, i);

		for (uint64_t at = r.start; at < r.end; at += 4096) {
			uint64_t n;

			memcpy(&n, data, sizeof n);
			str_addf(out, " %" PRIu64 "=%" PRIu64,
				 (at - f->start) / 4096, n);
			data += 4096;
		}
	}
}

static void add_gone(struct str *out, const struct ev_frame *f)
{
	for (size_t i = 0; i < f->gone.len / sizeof(struct page_range); i++) {
		struct page_range r = range_at(f->gone, i);

		for (uint64_t at = r.start; at < r.end; at += 4096)
			str_addf(out, " -%" PRIu64, (at - f->start) / 4096);
	}
}

static void store(void *arg, const struct event *ev, struct bytes sums)
{
	struct seen *s = arg;
	const struct ev_frame *f = &ev->u.frame;
	bool shared = f->start == CHANGER_SHARED;
	struct str *out = shared ? &s->f->shared : &s->f->private;

	(void)sums;
	if (ev->kind != EV_FRAME || (!shared && f->start != CHANGER_PRIVATE))
		return;
	add_pages(&s->pages, f);
	if (!f->last)
		return;
	add_gone(&s->pages, f);
	str_addf(out, "%c:%c%u.%" PRIu64 " %s",
		 (int)('a' + name_of(&s->pids, (uint64_t)ev->pid) - 1),
		 shared ? 'S' : 'P',
		 name_of(shared ? &s->shared : &s->private, f->object),
		 f->number, frame_cause_name(f->cause));
	if (f->call.len)
		str_addf(out, ":%.*s", (int)f->call.len,
			 (const char *)f->call.data);
	str_add(out, s->pages.data, s->pages.len);
	if (s->f->verbose)
		str_addf(out, " absent=%" PRIu64 " unread=%" PRIu64
			 " error=%" PRId64, f->absent, f->unread, f->error);
	if (s->f->track)
		str_addf(out, " %s", frame_by_name(f->by));
	if (f->missed)
		str_addf(out, " missed=%" PRIu64, f->missed);
	str_addc(out, '\n');
	str_clear(&s->pages);
	if (shared && s->f->pokes)
		run_poke(s->run);
}

/* Notes which pages the sampler reports as written. */
static void on_written(struct seen *s, const struct event *ev)
{
	struct bytes written = ev->u.pages.written_ranges;

	if (ev->kind == EV_WRITES)
		s->tracked |= ev->u.writes.state == WRITES_ON ||
			      ev->u.writes.state == WRITES_REFUSED;
	if (ev->kind != EV_PAGES || ev->u.pages.start != CHANGER_PRIVATE)
		return;
	for (size_t i = 0; i < written.len / sizeof(struct page_range); i++) {
		struct page_range r = range_at(written, i);

		for (uint64_t at = r.start; at < r.end; at += 4096)
			s->f->written |= 1u << (at - CHANGER_PRIVATE) / 4096;
	}
}

/* Sends the next request at the entry or exit of msync: it takes effect before
 * the program continues. */
static void on_event(void *arg, const struct event *ev)
{
	struct seen *s = arg;
	struct request req = { .op = REQ_CAPTURE, .pid = ev->pid,
			       .a = CHANGER_SHARED };

	on_written(s, ev);
	if (ev->kind != EV_CALL || ev->u.call.call != CALL_MSYNC ||
	    !s->f->asks || !*s->f->asks)
		return;
	switch (*s->f->asks++) {
	case 'o': req.b = CAPTURE_ONCE; break;
	case 'b': req.b = CAPTURE_ON; break;
	case 's': req.b = CAPTURE_STOP; break;
	default: return;
	}
	engine_request(s->engine, &req);
}

static void choose(void *arg, const struct capture_region *r,
		   struct capture_choice *out)
{
	const struct seen *s = arg;

	s->f->choose(r, out);
}

/* Splits the text, in place, into arguments from argv[1] on. */
static void split(char *text, char *argv[64])
{
	int n = 1;

	for (char *word = strtok(text, " "); word && n < 63;
	     word = strtok(NULL, " "))
		argv[n++] = word;
	argv[n] = NULL;
}

static void session(struct framed *f, struct engine_config *cfg,
		    struct run *r)
{
	struct seen seen = { .f = f, .run = r, .pages = STR_INIT };
	const struct capture_host host = {
		.arg = &seen, .all = !f->asks, .at_calls = f->at_calls,
		.store = store,
		.choose = f->choose ? choose : NULL,
		.stop_ns = 10000000000ull,
	};
	uint64_t until = clock_ns() + DEADLINE_NS;
	struct loop *loop = loop_new();
	struct refusal refusal;
	struct engine_exit end;
	struct engine *e;
	struct err err;

	cfg->capture = &host;
	e = engine_new(loop, cfg, &refusal, &err);
	f->status = -1000;
	seen.engine = e;
	if (e)
		engine_add_taker(e, on_event, &seen);
	if (!e || engine_start(e, &refusal, &err) < 0) {
		diag("the engine did not start: %s", err.what);
	} else {
		/* First captures the memory that exists at the attach. */
		for (int i = 0; r && i < SETTLE_TURNS; i++)
			loop_turn(loop, TURN_NS);
		while (r && f->track && !seen.tracked && clock_ns() < until)
			loop_turn(loop, TURN_NS);
		if (r)
			run_poke(r);
		while (engine_state(e) != TARGET_ENDED && clock_ns() < until)
			loop_turn(loop, TURN_NS);
		end = engine_exit(e);
		f->status = end.ended ? end.status >= 0 ? end.status :
			    -end.signal : -1000;
	}
	engine_free(e);
	loop_free(loop);
	str_release(&seen.pages);
}

void framed_run(struct framed *f, const char *words)
{
	char *program = f->program ? strdup(f->program) : victim("changer");
	char *argv[65] = { program };
	struct engine_config cfg = {
		.command = program,
		.period_ns = f->period_ns ? f->period_ns : NEVER_NS,
		.target = { .level = f->watch ? LEVEL_WATCH : LEVEL_CALLS,
			    .follow = true, .filter = f->filter,
			    .capture_at_calls = f->at_calls,
			    .track = f->track,
			    .pty_master = -1, .pty_slave = -1 },
	};
	struct str text = STR_INIT;
	struct run r;
	pid_t pid;

	cfg.wants.pages = f->track;
	cfg.wants.log_kinds = f->track ? 1u << EV_PAGES : 0;
	f->written = 0;
	f->shared = f->private = (struct str)STR_INIT;
	str_addf(&text, "%s%s", f->attach ? "wait " : "", words);
	split(text.data, argv);
	if (f->attach) {
		run_start(&r, argv);
		if (!run_printed(&r, "ready\n"))
			bail("the victim did not start");
		pid = r.pid;
		cfg.target.attach = &pid;
		cfg.target.n_attach = 1;
		session(f, &cfg, &r);
		run_release(&r);
	} else {
		cfg.target.argv = argv;
		session(f, &cfg, NULL);
	}
	str_release(&text);
	free(program);
}

void framed_release(struct framed *f)
{
	str_release(&f->shared);
	str_release(&f->private);
}
