/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/capturing.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/options.h"
#include "app/words/store.h"
#include "base/alloc.h"
#include "rule/config.h"
#include "sink/store.h"
#include "source/capture_host.h"
#include "source/source.h"
#include "sys/allowance.h"
#include "sys/loop.h"
#include "ui/pane/rule_words.h"

#define FLUSH_NS 100000000ull
#define LOOK_NS 100000000ull
/* All calls of mmap_filter together get at most 1/FILTER_SHARE of the time,
 * because tasks are stopped while it runs.  A single call gets at most
 * CONFIG_FILTER_NS. */
#define FILTER_SHARE 10

struct capturing {
	const struct options *opt;
	struct config *config;		/* NULL: there is no mmap_filter */
	struct capture_host host;
	struct store *store;		/* NULL: not open yet */
	struct source_host *source;	/* NULL before begin() is called */
	int flush_timer;		/* 0: no timer */
	bool asks;			/* mmap_filter exists and was not
					 * disabled after an error */
	struct allowance filter;	/* limits the CPU time of mmap_filter */
	bool told_filter, told_past, told_end, told_slow;
	struct str scratch;
};

/* --- the store ------------------------------------------------------------ */

static void say_end(const struct capturing *c, struct store_end end,
		    struct str *out)
{
	const char *name = c->store ? store_name(c->store) :
			   c->opt->save_folder ? c->opt->save_folder :
			   STORE_FOLDER;

	store_words(out, end, name,
		    end.why == STORE_FLOOR && c->store ? store_floor(c->store) :
		    STORE_LIMIT_DEFAULT);
}

int capturing_open(struct capturing *c, struct str *words)
{
	struct store_options o = {
		.folder = c->opt->save_folder,
		.limit = STORE_LIMIT_DEFAULT, .floor = STORE_FLOOR_DEFAULT,
		.floor_part = STORE_FLOOR_PART_DEFAULT,
		.page_size = (uint64_t)sysconf(_SC_PAGESIZE),
	};
	struct store_end end = { STORE_ON, 0 };
	struct timespec t;
	int r;

	if (c->store)
		return 0;
	clock_gettime(CLOCK_REALTIME, &t);
	o.began_ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
	if (c->source)
		o.began_ns -= clock_ns() - c->source->start_ns;
	r = store_open(&c->store, &o, &end);
	if (r < 0)
		say_end(c, end, words);
	return r;
}

static void note(const struct capturing *c, enum note_id id, int64_t a,
		 const struct str *text)
{
	struct event ev = host_event(c->source, 0, EV_NOTE, 0, 0);

	ev.u.note = (struct ev_note){
		.id = id, .severity = SEV_ERROR, .a = a,
		.text = { text->data, text->len },
	};
	c->source->emit(c->source->emit_arg, &ev);
}

/* True if the store still accepts data.  Otherwise reports the reason once. */
static bool goes_on(struct capturing *c)
{
	struct store_end end = store_end(c->store);
	struct str words = STR_INIT;

	if (end.why == STORE_ON)
		return true;
	if (!c->told_end) {
		c->told_end = true;
		c->source->capturing = false;
		say_end(c, end, &words);
		note(c, NOTE_CAPTURE_FAILED, 0, &words);
		str_release(&words);
	}
	return false;
}

static uint64_t on_flush(void *arg)
{
	struct capturing *c = arg;

	store_flush(c->store);
	c->flush_timer = 0;
	if (goes_on(c) && store_pending(c->store))
		c->flush_timer = loop_add_timer(c->source->loop, FLUSH_NS,
						on_flush, c);
	return 0;
}

static int begin(void *arg, struct source_host *source)
{
	struct capturing *c = arg;
	struct str words = STR_INIT;
	int r;

	c->source = source;
	if (c->store)
		return c->told_end ? -EIO : 0;
	r = capturing_open(c, &words);
	if (r < 0)
		note(c, NOTE_CAPTURE_FAILED, 0, &words);
	str_release(&words);
	return r;
}

static void keep(void *arg, const struct event *ev, struct bytes sums)
{
	struct capturing *c = arg;

	if (!c->store || c->told_end)
		return;
	if (ev->kind == EV_FRAME)
		store_frame(c->store, ev, sums);
	else
		store_event(c->store, ev);
	if (goes_on(c) && !c->flush_timer)
		c->flush_timer = loop_add_timer(c->source->loop, FLUSH_NS,
						on_flush, c);
}

static void *place(void *arg, size_t n)
{
	const struct capturing *c = arg;

	return c->store && !c->told_end ? store_reserve(c->store, n) : NULL;
}

static bool has_room(void *arg)
{
	const struct capturing *c = arg;

	return !c->store || store_has_room(c->store);
}

static void on_written(void *arg, int fd, short revents)
{
	(void)arg;
	(void)fd;
	(void)revents;
}

static int end(void *arg, struct loop *loop, const bool *cut,
	       struct str *words)
{
	struct capturing *c = arg;
	struct store_end why;
	int fd;

	if (!c->store)
		return 0;
	if (c->flush_timer)
		loop_remove_timer(loop, c->flush_timer);
	c->flush_timer = 0;
	store_close(c->store);
	fd = store_fd(c->store);
	if (fd >= 0)
		loop_add_fd(loop, fd, POLLIN, 1, on_written, NULL);
	while (store_end(c->store).why == STORE_ON && store_pending(c->store) &&
	       !*cut)
		loop_turn(loop, LOOK_NS);
	if (fd >= 0)
		loop_remove_fd(loop, fd);
	why = store_end(c->store);
	if (why.why != STORE_ON && !c->told_end)
		say_end(c, why, words);
	store_free(c->store);
	c->store = NULL;
	return why.why == STORE_ERROR ? -why.error : 0;
}

/* --- the filter ----------------------------------------------------------- */

/* Reports only the first error of mmap_filter, and the error that disables it:
 * a faulty filter fails for every region. */
static void filter_failed(struct capturing *c, const struct rule_error *e)
{
	bool over = e->fault == RULE_ENDLESS || e->fault == RULE_MEMORY;
	struct str words = STR_INIT;

	if (over)
		c->asks = false;
	if (!c->told_filter || over) {
		if (e->line)
			str_addf(&words, _("line %d: "), e->line);
		rule_words(&words, e, false);
		note(c, NOTE_CAPTURE_FILTER, over, &words);
	}
	c->told_filter = true;
	str_release(&words);
}

static void note_past(struct capturing *c, const struct capture_region *r)
{
	struct event ev = host_event(c->source, 0, EV_NOTE, r->pid, 0);

	if (c->told_past)
		return;
	c->told_past = true;
	ev.u.note = (struct ev_note){
		.id = NOTE_CAPTURE_PAST, .severity = SEV_WARN, .a = r->pid,
		.b = (int64_t)r->start, .text = bytes_of(r->name),
	};
	c->source->emit(c->source->emit_arg, &ev);
}

/* Calls mmap_filter for the region r, with a temporary process and region that
 * have the values of r. */
static void ask(struct capturing *c, const struct capture_region *r,
		struct config_window *w, struct rule_error *e, int *failed)
{
	static char nothing[1];
	struct region region = {
		.start = r->start, .end = r->end, .offset = r->offset,
		.dev = r->dev, .inode = r->inode, .perm = (uint8_t)r->perm,
		.kind = r->kind, .owner = r->owner,
		.holder = r->holder,
		.name = (char *)r->name, .vmflags = nothing,
		.rss = EV_UNKNOWN, .pss = EV_UNKNOWN, .swap = EV_UNKNOWN,
		.born = { .known = r->flags != EV_UNKNOWN,
			  .flags = r->flags, .length = r->length },
	};
	struct process process = {
		.pid = r->pid, .ppid = r->ppid, .exe = (char *)r->exe,
		.argv = (char *)r->argv, .status = -1, .signal = -1,
	};
	const struct rule_row row = {
		.process = &process, .region = &region, .cwd = r->cwd,
		.scratch = &c->scratch,
	};

	*failed = config_mmap_filter(c->config, &row, w, e);
}

/* Reports once that mmap_filter has used up its share of the time.  mmtop calls
 * the filter for this region again later. */
static void filter_slow(struct capturing *c)
{
	const struct str none = STR_INIT;

	if (!c->told_slow)
		note(c, NOTE_CAPTURE_SLOW, 0, &none);
	c->told_slow = true;
}

static void choose(void *arg, const struct capture_region *r,
		   struct capture_choice *out)
{
	struct capturing *c = arg;
	uint64_t begun = clock_ns(), cpu = clock_cpu_ns();
	struct config_window w = { 0 };
	struct rule_error e = { .fault = RULE_OK };
	int failed;

	*out = (struct capture_choice){ .size = 0 };
	if (!c->asks)
		return;
	if (!allowance_left(&c->filter, begun)) {
		out->undecided = true;
		filter_slow(c);
		return;
	}
	ask(c, r, &w, &e, &failed);
	allowance_spend(&c->filter, clock_cpu_ns() - cpu);
	if (failed < 0) {
		filter_failed(c, &e);
		return;
	}
	if (w.past)
		note_past(c, r);
	*out = (struct capture_choice){
		.offset = w.offset, .size = w.size, .period_ns = w.period_ns,
		.limit = w.limit,
	};
}

/* --- lifecycle ------------------------------------------------------------ */

struct capturing *capturing_new(const struct options *o,
				struct config *config)
{
	struct capturing *c = xcalloc(1, sizeof *c);

	c->opt = o;
	c->config = config && config->has_mmap_filter ? config : NULL;
	c->asks = c->config;
	c->scratch = (struct str)STR_INIT;
	c->filter = (struct allowance){ .most_ns = CONFIG_FILTER_NS,
					.share = FILTER_SHARE };
	c->host = (struct capture_host){
		.arg = c, .all = o->save_mmap,
		.at_calls = o->capture_at_calls, .begin = begin, .store = keep,
		.place = place, .room = has_room, .end = end,
		.choose = c->config ? choose : NULL,
	};
	return c;
}

void capturing_free(struct capturing *c)
{
	if (!c)
		return;
	/* This may be only a copy of the store, if the engine ran in another
	 * process. */
	store_free(c->store);
	str_release(&c->scratch);
	free(c);
}

const struct capture_host *capturing_host(const struct capturing *c)
{
	return &c->host;
}
