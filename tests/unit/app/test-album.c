/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * T16, T20: captures as the screen shows them (report/album.h,
 * session/frames.h): the album lists the right processes and regions, and each
 * byte of a frame is found at its address, also after the region was moved,
 * grown or mapped by another process.
 */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sys/stat.h>
#include <unistd.h>

#include "app/report/album.h"
#include "app/session/frames.h"
#include "base/alloc.h"
#include "../../support/folder.h"
#include "../../support/storing.h"

#define PAGE 4096u
#define AT 0x7f0000000000u
#define MS 1000000u

static char top[] = "/tmp/mmtop-album.XXXXXX";

static int begin(void **state)
{
	(void)state;
	strcpy(top, "/tmp/mmtop-album.XXXXXX");
	assert_non_null(mkdtemp(top));
	return 0;
}

static int finish(void **state)
{
	(void)state;
	return folder_remove(top);
}

/* --- captures ------------------------------------------------------------- */

static struct store *open_store(const char *name)
{
	char folder[64];
	const struct store_options o = { .folder = folder, .page_size = PAGE,
					 .began_ns = 1000 };
	struct store_end end = { STORE_ON, 0 };
	struct store *s = NULL;

	snprintf(folder, sizeof folder, "%s/%s", top, name);
	assert_int_equal(store_open(&s, &o, &end), 0);
	return s;
}

static void process(struct store *s, enum process_op op, pid_t pid,
		    const char *exe, uint64_t time_ns)
{
	struct event ev = { .kind = EV_PROCESS, .pid = pid, .tid = pid,
			    .source = 't', .time_ns = time_ns };

	ev.u.process = (struct ev_process){
		.op = op, .child = pid, .child_pid = pid, .status = -1,
		.signal = -1, .exe = bytes_of(exe),
	};
	store_event(s, &ev);
}

static void region(struct store *s, pid_t pid, uint64_t start, unsigned pages,
		   uint64_t offset, bool shared, uint64_t time_ns)
{
	struct event ev = { .kind = EV_REGION, .pid = pid, .source = 'm',
			    .time_ns = time_ns };

	ev.u.region = (struct ev_region){
		.op = REGION_ADD, .start = start, .old_start = start,
		.end = start + pages * PAGE, .offset = offset,
		.perm = PERM_R | PERM_W | (shared ? PERM_SHARED : 0),
		.dev = shared, .inode = shared ? 7 : 0,
		.kind = shared ? KIND_POSIX_SHM : KIND_ANON,
		.name = bytes_of(shared ? "/dev/shm/queue" : ""),
	};
	store_event(s, &ev);
}

/* Stores a frame of a whole region. The bytes of the first page are all
 * `first`; each page after it has the next letter. */
static void frame(struct store *s, uint64_t object, uint64_t number, pid_t pid,
		  uint64_t start, unsigned pages, char first, bool shared,
		  uint64_t time_ns)
{
	const struct page_range r = { start, start + pages * PAGE };
	struct event ev = { .kind = EV_FRAME, .pid = pid, .source = 'm',
			    .time_ns = time_ns };
	char *data = xmalloc(pages * PAGE);

	for (unsigned i = 0; i < pages; i++)
		memset(data + i * PAGE, first + (int)i, PAGE);
	ev.u.frame = (struct ev_frame){
		.object = object, .number = number, .start = start,
		.end = r.end, .length = pages * PAGE, .page_size = PAGE,
		.last = 1, .shared = shared, .pages = pages,
		.cause = number == 1 ? FRAME_FIRST : FRAME_TIMER,
		.ranges = { &r, sizeof r }, .data = { data, pages * PAGE },
	};
	store_event(s, &ev);
	free(data);
}

static struct captured *captured_of(const char *const *names)
{
	struct captured *c = captured_new();
	enum captured_why why;
	char folder[64];
	int error;

	for (; *names; names++) {
		snprintf(folder, sizeof folder, "%s/%s", top, *names);
		assert_int_equal(captured_add(c, folder, &why, &error), 0);
	}
	return c;
}

/* --- processes and regions ------------------------------------------------ */

/* One line for each process, as "4121<0 one 0-4 rw-p": number, parent, name,
 * and the regions in pages from AT. */
struct told {
	char text[4096];
	uint64_t objects[16];		/* in the order of the regions */
	size_t n;
	uint64_t state, frames;
};

static void add(struct told *t, const char *fmt, ...)
{
	size_t n = strlen(t->text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(t->text + n, sizeof t->text - n, fmt, ap);
	va_end(ap);
}

static void on_event(void *arg, const struct event *ev)
{
	const struct ev_region *r = &ev->u.region;
	struct told *t = arg;
	char perm[5];

	switch (ev->kind) {
	case EV_PROCESS:
		add(t, "%d<%d %.*s", (int)ev->pid, (int)ev->u.process.ppid,
		    (int)ev->u.process.comm.len,
		    (const char *)ev->u.process.comm.data);
		break;
	case EV_REGION:
		if (r->op == REGION_SYNC)
			add(t, "\n");
		else
			add(t, " %llx-%llx %s",
			    (unsigned long long)(r->start - AT) / PAGE,
			    (unsigned long long)(r->end - AT) / PAGE,
			    perm_text(perm, r->perm));
		break;
	case EV_FRAME:
		if (t->n < 16 &&
		    (!t->n || t->objects[t->n - 1] != ev->u.frame.object))
			t->objects[t->n++] = ev->u.frame.object;
		t->frames++;
		break;
	case EV_STATUS:
		t->state = ev->u.status.state;
		break;
	default:
		break;
	}
}

/* --- bytes ---------------------------------------------------------------- */

struct answer {
	char page[8];			/* one letter per page; '.' unknown */
	bool given;
};

static void on_contents(void *arg, const struct event *ev)
{
	const struct ev_contents *e = &ev->u.contents;
	const char *data = e->data.data;
	struct answer *a = arg;
	struct contents_hole h;
	size_t pages = e->data.len / PAGE;

	for (size_t i = 0; i < pages; i++) {
		a->page[i] = data[i * PAGE];
		assert_int_equal(data[i * PAGE], data[(i + 1) * PAGE - 1]);
	}
	for (size_t i = 0; i < e->holes.len / sizeof h; i++) {
		memcpy(&h, (const char *)e->holes.data + i * sizeof h,
		       sizeof h);
		for (uint64_t at = h.start; at < h.end; at += PAGE)
			a->page[(at - e->start) / PAGE] = '.';
	}
	a->given = true;
}

/* The `n` pages from page `first` of a region, as that frame has them. */
static struct answer page_of(struct frames *f, uint64_t object,
			     uint64_t number, uint64_t region, unsigned pages,
			     uint64_t offset, unsigned first, unsigned n)
{
	const struct screen_frame w = {
		.of = { object, number }, .pid = 1, .region = region,
		.region_end = region + pages * PAGE, .offset = offset,
		.start = region + first * PAGE, .bytes = n * PAGE,
	};
	struct answer a = { .given = false };

	assert_true(frames_read(f, &w, on_contents, &a));
	return a;
}

/* Opens captures as the screen does. `text` is the expected list of processes
 * and regions; NULL skips the comparison. */
struct shown {
	struct captured *c;
	struct album *a;
	struct frames *f;
	struct told t;
};

static void show(struct shown *s, const char *const *names, const pid_t *only,
		 const char *text)
{
	s->c = captured_of(names);
	s->a = album_new(s->c, only, only != NULL);
	s->f = frames_of(s->a);
	memset(&s->t, 0, sizeof s->t);
	album_tell(s->a, on_event, &s->t);
	assert_int_equal(s->t.state, TARGET_CAPTURE);
	if (text)
		assert_string_equal(s->t.text, text);
}

static void hide(struct shown *s)
{
	frames_free(s->f);
	album_free(s->a);
	captured_free(s->c);
}

/* --- tests ---------------------------------------------------------------- */

/* A stack grew downwards. The older frame has holes for the new pages, and the
 * old pages at their old addresses. */
static void grown_region_has_holes_in_older_frames(void **state)
{
	struct store *s = open_store("a");
	struct shown is;

	(void)state;
	process(s, PROCESS_LAUNCH, 4121, "/usr/bin/one", 1);
	region(s, 4121, AT + 2 * PAGE, 2, 0, false, 1);
	frame(s, 1, 1, 4121, AT + 2 * PAGE, 2, 'c', false, MS);
	region(s, 4121, AT, 4, 0, false, 2 * MS);
	frame(s, 1, 2, 4121, AT, 4, 'w', false, 2 * MS);
	storing_end(s);
	show(&is, (const char *[]){ "a", NULL }, NULL,
	     "4121<0 one 0-4 rw-p\n");
	assert_int_equal(is.t.frames, 2);
	assert_string_equal(page_of(is.f, is.t.objects[0], 2, AT, 4, 0, 0, 4).page,
			    "wxyz");
	assert_string_equal(page_of(is.f, is.t.objects[0], 1, AT, 4, 0, 0, 4).page,
			    "..cd");
	assert_string_equal(page_of(is.f, is.t.objects[0], 1, AT, 4, 0, 3, 1).page,
			    "d");
	hide(&is);
}

static void frames_follow_a_moved_region(void **state)
{
	struct store *s = open_store("a");
	struct shown is;

	(void)state;
	process(s, PROCESS_LAUNCH, 4121, "/usr/bin/one", 1);
	region(s, 4121, AT, 2, 0, false, 1);
	frame(s, 1, 1, 4121, AT, 2, 'a', false, MS);
	region(s, 4121, AT + 16 * PAGE, 2, 0, false, 2 * MS);
	frame(s, 1, 2, 4121, AT + 16 * PAGE, 2, 'A', false, 2 * MS);
	storing_end(s);
	show(&is, (const char *[]){ "a", NULL }, NULL,
	     "4121<0 one 10-12 rw-p\n");
	assert_string_equal(page_of(is.f, is.t.objects[0], 1, AT + 16 * PAGE, 2, 0,
				    0, 2).page, "ab");
	hide(&is);
}

/* The second process maps the object at another address, from its second
 * page. */
static void shared_frame_is_found_in_both_processes(void **state)
{
	struct store *s = open_store("a");
	struct shown is;

	(void)state;
	process(s, PROCESS_LAUNCH, 4121, "/usr/bin/one", 1);
	process(s, PROCESS_ATTACH, 4200, "/usr/bin/two", 1);
	region(s, 4121, AT, 4, 0, true, 1);
	region(s, 4200, AT + 32 * PAGE, 3, PAGE, true, 1);
	frame(s, 1, 1, 4121, AT, 4, 'a', true, MS);
	storing_end(s);
	show(&is, (const char *[]){ "a", NULL }, NULL,
	     "4121<0 one 0-4 rw-s\n"
				    "4200<0 two 20-23 rw-s\n");
	assert_int_equal(is.t.n, 2);
	assert_string_equal(page_of(is.f, is.t.objects[0], 1, AT, 4, 0, 0, 4).page,
			    "abcd");
	assert_string_equal(page_of(is.f, is.t.objects[1], 1, AT + 32 * PAGE, 3,
				    PAGE, 0, 3).page, "bcd");
	hide(&is);
}

/* Different objects at overlapping addresses, and regions from before and after
 * an exec, become separate processes. */
static void overlapping_objects_become_twins(void **state)
{
	struct store *s = open_store("a");
	struct album_sums sums;
	struct shown is;

	(void)state;
	process(s, PROCESS_LAUNCH, 4121, "/bin/sh", 1);
	region(s, 4121, AT, 2, 0, false, 1);
	frame(s, 1, 1, 4121, AT, 2, 'a', false, MS);
	process(s, PROCESS_EXEC, 4121, "/usr/bin/one", 2 * MS);
	region(s, 4121, AT + 8 * PAGE, 2, 0, false, 3 * MS);
	frame(s, 2, 1, 4121, AT + 8 * PAGE, 2, 'b', false, 3 * MS);
	region(s, 4121, AT + 9 * PAGE, 3, 0, false, 4 * MS);
	frame(s, 3, 1, 4121, AT + 9 * PAGE, 3, 'c', false, 4 * MS);
	storing_end(s);
	show(&is, (const char *[]){ "a", NULL }, NULL,
	     "4121<0 one 9-c rw-p\n"
				    "10004121<4121 one 8-a rw-p\n"
				    "20004121<4121 sh 0-2 rw-p\n");
	sums = album_sums(is.a);
	assert_int_equal(sums.twins, 2);
	assert_int_equal(sums.frames, 3);
	assert_int_equal(sums.last_ns, 4 * MS);
	hide(&is);
}

/* One process number is shown at most ALBUM_TWINS + 1 times; regions beyond
 * that are counted. */
static void twins_beyond_the_limit_are_counted(void **state)
{
	struct store *s = open_store("a");
	struct album_sums sums;
	struct shown is;

	(void)state;
	process(s, PROCESS_LAUNCH, 4121, "/bin/sh", 1);
	for (unsigned i = 0; i < ALBUM_TWINS + 5; i++)
		frame(s, i + 1, 1, 4121, AT, 1, 'a', false, MS * (i + 1));
	storing_end(s);
	show(&is, (const char *[]){ "a", NULL }, NULL, NULL);
	sums = album_sums(is.a);
	assert_int_equal(sums.twins, ALBUM_TWINS);
	assert_int_equal(sums.left_out, 4);
	assert_int_equal(sums.processes, ALBUM_TWINS + 1);
	hide(&is);
}

/* T20: two captures of process 4121 and one of 4200; -p selects a process. */
static void several_captures_are_shown_together(void **state)
{
	const pid_t only = 4200;
	struct store *s = open_store("a");
	struct shown is;

	(void)state;
	process(s, PROCESS_LAUNCH, 4121, "/usr/bin/one", 1);
	region(s, 4121, AT, 1, 0, false, 1);
	frame(s, 1, 1, 4121, AT, 1, 'a', false, MS);
	storing_end(s);
	s = open_store("b");
	process(s, PROCESS_ATTACH, 4121, "/usr/bin/one", 1);
	process(s, PROCESS_ATTACH, 4200, "/usr/bin/two", 1);
	region(s, 4121, AT, 1, 0, false, 1);
	region(s, 4200, AT, 1, 0, false, 1);
	frame(s, 1, 1, 4121, AT, 1, 'b', false, MS);
	frame(s, 2, 1, 4200, AT, 1, 'c', false, MS);
	storing_end(s);
	show(&is, (const char *[]){ "a", "b", NULL }, NULL,
	     "10004121<0 one 0-1 rw-p\n"
	     "4121<0 one 0-1 rw-p\n"
	     "4200<0 two 0-1 rw-p\n");
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(page_of(is.f, is.t.objects[i], 1, AT, 1, 0, 0,
					 1).page[0], 'a' + (int)i);
	hide(&is);
	show(&is, (const char *[]){ "a", "b", NULL }, &only,
	     "4200<0 two 0-1 rw-p\n");
	assert_int_equal(album_sums(is.a).frames, 1);
	hide(&is);
}

/* Captures are untrusted: numbers of processes and frames that cannot exist. */
static void impossible_numbers_are_ignored(void **state)
{
	struct store *s = open_store("a");
	struct album_found found;
	struct shown is;

	(void)state;
	frame(s, 1, 1, 0, AT, 1, 'a', false, MS);
	frame(s, 2, 1, -7, AT, 1, 'a', true, MS);
	frame(s, 3, 1, ALBUM_STEP + 1, AT, 1, 'a', false, MS);
	frame(s, 4, 3, 4121, AT, 1, 'a', false, MS);
	storing_end(s);
	show(&is, (const char *[]){ "a", NULL }, NULL,
	     "4121<0  0-1 ---p\n");
	assert_false(album_find(is.a, 0, 3, &found));
	assert_false(album_find(is.a, 99, 3, &found));
	assert_false(album_find(is.a, is.t.objects[0], 2, &found));
	assert_true(album_find(is.a, is.t.objects[0], 3, &found));
	hide(&is);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, finish)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(grown_region_has_holes_in_older_frames),
		TEST(frames_follow_a_moved_region),
		TEST(shared_frame_is_found_in_both_processes),
		TEST(overlapping_objects_become_twins),
		TEST(twins_beyond_the_limit_are_counted),
		TEST(several_captures_are_shown_together),
		TEST(impossible_numbers_are_ignored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
