/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes of live memory (REQ_CONTENTS): mmtop returns present bytes exactly, and
 * the reason for missing ones; it faults in no page and does not hang.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/engine/engine.h"
#include "base/str.h"
#include "live.h"
#include "sys/loop.h"

#define PAGE 4096u
#define TIB (1ull << 40)
#define TURN_NS 5000000ull
#define TRIES 5

struct answer {
	bool there;
	uint64_t start, region_start, region_end;
	struct str data, holes;
};

static struct loop *loop;
static struct engine *engine;
static struct answer got = { .data = STR_INIT, .holes = STR_INIT };
static pid_t pid;
static char *said;

static void on_event(void *arg, const struct event *ev)
{
	const struct ev_contents *c = &ev->u.contents;

	(void)arg;
	if (ev->kind != EV_CONTENTS)
		return;
	got.there = true;
	got.start = c->start;
	got.region_start = c->region_start;
	got.region_end = c->region_end;
	str_clear(&got.data);
	str_add(&got.data, c->data.data, c->data.len);
	str_clear(&got.holes);
	str_add(&got.holes, c->holes.data, c->holes.len);
}

/* Requests n bytes; false if no complete answer arrives. */
static bool get_bytes(uint64_t at, uint64_t n)
{
	const struct request req = { .op = REQ_CONTENTS, .pid = pid, .a = at,
				     .b = n };
	uint64_t until = clock_ns() + DEADLINE_NS;

	got.there = false;
	engine_request(engine, &req);
	while (!got.there && clock_ns() < until)
		loop_turn(loop, TURN_NS);
	return got.there && got.start == at && got.data.len == n;
}

static size_t holes(void)
{
	return got.holes.len / sizeof(struct contents_hole);
}

/* True if hole i is [start, end) with that reason. */
static bool hole_is(size_t i, uint64_t start, uint64_t end, unsigned why)
{
	struct contents_hole h;

	if (i >= holes())
		return false;
	memcpy(&h, got.holes.data + i * sizeof h, sizeof h);
	return h.start == start && h.end == end && h.why == why;
}

static uint64_t address(const char *name)
{
	char key[32];
	const char *at;

	snprintf(key, sizeof key, "%s 0x", name);
	at = strstr(said, key);
	return at ? strtoull(at + strlen(key), NULL, 16) : 0;
}

static bool text_at(size_t at, const char *text)
{
	return got.data.len >= at + strlen(text) + 1 &&
	       !memcmp(got.data.data + at, text, strlen(text) + 1);
}

static void test_plain(void)
{
	uint64_t at = address("text");

	ok(get_bytes(at, 3 * PAGE) && text_at(0, "hello contents") &&
	   text_at(2 * PAGE, "third") && got.region_start <= at &&
	   got.region_end >= at + 3 * PAGE, "present bytes are returned");
	ok(holes() == 1 &&
	   hole_is(0, at + PAGE, at + 2 * PAGE, CONTENTS_ABSENT),
	   "an untouched page is reported as absent");
	ok(get_bytes(at, 3 * PAGE) && holes() == 1,
	   "the request does not fault it in");
	ok(get_bytes(at + 6, 5) &&
	   !memcmp(got.data.data, "conte", 5) && !holes(),
	   "a few unaligned bytes are returned");
}

/* On a busy machine, one capture may skip pages that the next one has. */
static bool has_half(uint64_t sparse)
{
	bool good = false;

	for (int i = 0; i < TRIES && !good; i++)
		good = get_bytes(sparse + TIB / 2 - PAGE, 3 * PAGE) &&
		       text_at(PAGE, "half") && holes() == 2;
	return good;
}

static void test_hostile(void)
{
	uint64_t none = address("none"), cut = address("cut");
	uint64_t missing = address("missing"), sparse = address("sparse");
	uint64_t nothing = address("hole");

	ok(get_bytes(none, PAGE) && (holes() ? hole_is(0, none, none + PAGE,
					      CONTENTS_UNREADABLE)
				       : text_at(0, "secret")),
	   "PROT_NONE memory: bytes or the reason");
	ok(get_bytes(cut, 2 * PAGE) && text_at(0, "kept") && holes() == 1 &&
	   hole_is(0, cut + PAGE, cut + 2 * PAGE, CONTENTS_ABSENT),
	   "a page after the end of a truncated file is absent");
	if (missing)
		ok(get_bytes(missing, 2 * PAGE) && holes() == 1 &&
		   hole_is(0, missing, missing + 2 * PAGE, CONTENTS_ABSENT),
		   "a page that a userfaultfd never delivers is absent");
	else
		skip("a page that a userfaultfd never delivers", "none here");
	if (sparse)
		ok_in_time(has_half(sparse),
			   "bytes in the middle of 1 TiB are returned");
	else
		skip("bytes in the middle of 1 TiB", "no memory for it");
	ok(get_bytes(nothing, PAGE) && holes() == 1 &&
	   hole_is(0, nothing, nothing + PAGE, CONTENTS_UNMAPPED),
	   "an unmapped address is reported");
	ok(get_bytes(UINT64_MAX - PAGE, PAGE) || (got.there && holes() == 1),
	   "an invalid address range does no harm");
}

static void test_gone(void)
{
	uint64_t until = clock_ns() + DEADLINE_NS;
	uint64_t at = address("text");

	send_to(pid, SIGKILL);
	while (engine_state(engine) != TARGET_ENDED && clock_ns() < until)
		loop_turn(loop, TURN_NS);
	ok(get_bytes(at, PAGE) && holes() == 1 &&
	   hole_is(0, at, at + PAGE, CONTENTS_GONE),
	   "an exited process is reported");
}

int main(void)
{
	struct engine_config cfg = {
		.command = "", .period_ns = 500000000,
		.target = { .attach = &pid, .n_attach = 1,
			    .level = LEVEL_WATCH, .pty_master = -1,
			    .pty_slave = -1 },
	};
	struct refusal refusal;
	struct err err;
	struct run r;
	char *program = victim("memory"), *file = work_file("cut");

	plan(11);
	run_start(&r, (char *[]){ program, file, NULL });
	if (!run_printed(&r, "ready\n"))
		bail("the victim did not start");
	pid = r.pid;
	said = read_file(r.out_path, NULL);
	loop = loop_new();
	engine = engine_new(loop, &cfg, &refusal, &err);
	if (!engine || engine_start(engine, &refusal, &err) < 0)
		bail("cannot attach");
	engine_add_taker(engine, on_event, NULL);
	test_plain();
	test_hostile();
	test_gone();
	engine_free(engine);
	loop_free(loop);
	str_release(&got.data);
	str_release(&got.holes);
	run_release(&r);
	free(said);
	free(program);
	free(file);
	return done();
}
