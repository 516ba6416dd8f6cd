/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store of captures (sink/store.h) and its reader (source/captured): every
 * frame is read back unchanged, even from a damaged file, as far as it can be
 * read.
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

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "source/captured/captured.h"
#include "../../support/folder.h"
#include "../../support/skip.h"
#include "../../support/storing.h"

#define PAGE 4096u
#define START 0x7f0000000000u
#define PAGES 16u

static char top[] = "/tmp/mmtop-store.XXXXXX";
static char folder[128];

/* --- helpers -------------------------------------------------------------- */

static int begin(void **state)
{
	(void)state;
	strcpy(top, "/tmp/mmtop-store.XXXXXX");
	assert_non_null(mkdtemp(top));
	snprintf(folder, sizeof folder, "%s/kept", top);
	return 0;
}

static int finish(void **state)
{
	(void)state;
	chmod(folder, 0700);
	return folder_remove(top);
}

static struct store *open_store(uint64_t limit, uint64_t floor)
{
	const struct store_options o = {
		.folder = folder, .limit = limit, .floor = floor,
		.page_size = PAGE, .began_ns = 1000,
	};
	struct store_end end = { STORE_ON, 0 };
	struct store *s = NULL;

	assert_int_equal(store_open(&s, &o, &end), 0);
	return s;
}


static struct event frame_of(uint64_t number, const struct page_range *ranges,
			     size_t n, const void *data)
{
	struct event ev = { .kind = EV_FRAME, .pid = 4121, .source = 'm',
			    .time_ns = number * 1000000 };
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += ranges[i].end - ranges[i].start;
	ev.u.frame = (struct ev_frame){
		.object = 1, .number = number, .start = START,
		.end = START + PAGES * PAGE, .length = PAGES * PAGE,
		.page_size = PAGE, .last = 1,
		.cause = number == 1 ? FRAME_FIRST : FRAME_TIMER,
		.pages = sum / PAGE, .name = bytes_of("/dev/shm/queue"),
		.ranges = { ranges, n * sizeof *ranges },
		.data = { data, sum },
	};
	return ev;
}

/* Fills page `p` with its contents from frame `n` on. */
static void fill_page(char *page, uint64_t n, uint64_t p)
{
	for (size_t i = 0; i < PAGE / 8; i++)
		((uint64_t *)(void *)page)[i] = n * 1000003 + p * 7919 + i % 5;
}

/* Returns the last frame up to `number` that has the page: frame 1 has all
 * pages, each later frame `n` only page n % PAGES. */
static uint64_t changed_at(uint64_t number, uint64_t page)
{
	for (uint64_t n = number; n > 1; n--)
		if (n % PAGES == page)
			return n;
	return 1;
}

static void put_frame(struct store *s, uint64_t n)
{
	static char data[PAGES * PAGE];
	struct page_range r = { START, START + PAGES * PAGE };
	struct event ev;

	for (uint64_t p = 0; p < PAGES; p++)
		fill_page(data + p * PAGE, n, p);
	if (n > 1) {
		r.start += n % PAGES * PAGE;
		r.end = r.start + PAGE;
	}
	ev = frame_of(n, &r, 1, data + (r.start - START));
	store_event(s, &ev);
}

static struct captured *read_all(void)
{
	struct captured *c = captured_new();
	enum captured_why why;
	int error;

	assert_int_equal(captured_add(c, folder, &why, &error), 0);
	return c;
}

/* Each byte of each frame is right or reported as missing; returns the number
 * of missing pages. */
static size_t check_frames(struct captured *c, bool whole)
{
	struct captured_holes holes = { .v = VEC_INIT };
	static char buf[PAGES * PAGE];
	const struct captured_object *o = c->objects.v;
	size_t unknown = 0;
	char page[PAGE];

	for (size_t i = 0; c->objects.n && i < o->frames.n; i++) {
		const struct captured_frame *f = &o->frames.v[i];
		uint64_t number = f->ev.u.frame.number;
		size_t h = 0;

		if (whole)
			assert_int_equal(number, i + 1);
		captured_read(c, o, f, 0, buf, sizeof buf, &holes);
		for (uint64_t p = 0; p < PAGES; p++) {
			uint64_t at = START + p * PAGE;

			while (h < holes.v.n && holes.v.v[h].end <= at)
				h++;
			if (h < holes.v.n && holes.v.v[h].start <= at) {
				unknown++;
				continue;
			}
			fill_page(page, changed_at(number, p), p);
			assert_memory_equal(buf + p * PAGE, page, PAGE);
		}
	}
	vec_release(&holes.v);
	return unknown;
}

/* --- contents ------------------------------------------------------------- */

static void frames_are_read_back(void **state)
{
	struct captured *c;
	struct store *s = open_store(0, 0);
	struct store_sums sums;

	(void)state;
	for (uint64_t n = 1; n <= 100; n++) {
		put_frame(s, n);
		if (n % 10 == 0)
			store_flush(s);
	}
	sums = store_sums(s);
	assert_int_equal(sums.frames, 100);
	assert_int_equal(sums.pieces, PAGES + 99);
	assert_int_equal(sums.left_out, 0);
	storing_end(s);
	c = read_all();
	assert_int_equal(c->objects.n, 1);
	assert_int_equal(c->objects.v[0].frames.n, 100);
	assert_int_equal(check_frames(c, true), 0);
	assert_true(c->files.v[0].closed);
	assert_int_equal(c->files.v[0].close_why, CAPTURE_WHOLE);
	assert_int_equal(c->files.v[0].damaged + c->files.v[0].torn, 0);
	assert_int_equal(c->files.v[0].head.began_ns, 1000);
	captured_free(c);
}

static void equal_pages_are_stored_once(void **state)
{
	static char data[PAGES * PAGE];
	const struct page_range r = { START, START + PAGES * PAGE };
	struct store *s = open_store(0, 0);
	struct store_sums sums;
	struct captured *c;
	char buf[PAGE];
	struct event ev;

	(void)state;
	/* The pages have only two different contents. */
	for (uint64_t p = 0; p < PAGES; p++)
		fill_page(data + p * PAGE, 1, p % 3 == 0);
	for (uint64_t n = 1; n <= 5; n++) {
		ev = frame_of(n, &r, 1, data);
		store_event(s, &ev);
	}
	sums = store_sums(s);
	assert_int_equal(sums.pieces, 5 * PAGES);
	assert_int_equal(sums.stored, 2);
	assert_int_equal(sums.stored_bytes, 2 * PAGE);
	storing_end(s);
	c = read_all();
	for (uint64_t p = 0; p < PAGES; p++) {
		captured_read(c, c->objects.v, captured_frame(c->objects.v, 4),
			      p * PAGE, buf, PAGE, NULL);
		assert_memory_equal(buf, data + p * PAGE, PAGE);
	}
	captured_free(c);
}

/* Pages that were read directly into the store's buffer, mixed with pages from
 * another buffer, across the ends of several blocks. */
static void pages_can_be_read_into_the_store(void **state)
{
	static char other[PAGES * PAGE];
	const struct page_range r = { START, START + PAGES * PAGE };
	struct page_sum sums[PAGES];
	struct store *s = open_store(0, 0);
	struct captured *c;
	unsigned placed = 0;

	(void)state;
	for (uint64_t n = 1; n <= 600; n++) {
		char *data = n % 7 ? store_reserve(s, sizeof other) : other;
		struct event ev;

		placed += data && data != other;
		data = data ? data : other;
		for (uint64_t p = 0; p < PAGES; p++) {
			sums[p] = (struct page_sum){ changed_at(n, p), p };
			fill_page(data + p * PAGE, sums[p].low, p);
		}
		ev = frame_of(n, &r, 1, data);
		store_frame(s, &ev, (struct bytes){ sums, sizeof sums });
		if (n % 97 == 0)
			store_flush(s);
	}
	assert_int_equal(placed, 600 - 600 / 7);
	assert_int_equal(store_sums(s).stored, PAGES + 599);
	storing_end(s);
	c = read_all();
	assert_int_equal(check_frames(c, true), 0);
	captured_free(c);
}

/* Contents that the store no longer remembers are stored again, and are read
 * correctly. */
static void forgotten_pages_are_stored_again(void **state)
{
	struct store *s;
	struct captured *c;
	struct store_sums sums;

	(void)state;
	s = open_store(0, 0);
	for (uint64_t n = 1; n <= 300; n++)
		put_frame(s, n);
	/* The contents of frame 1, which the store has forgotten: it remembers
	 * at most 64. */
	put_frame(s, 301);
	sums = store_sums(s);
	assert_int_equal(sums.stored, PAGES + 300);
	storing_end(s);
	c = read_all();
	assert_int_equal(check_frames(c, true), 0);
	captured_free(c);
}

/* A window that starts and ends within pages, with unmapped pages, and reads
 * outside of the window. */
static void holes_are_reported_with_their_reason(void **state)
{
	const struct page_range r = { START + 6000, START + 6000 + 8192 };
	const struct page_range gone = { START + 2 * PAGE, START + 3 * PAGE };
	struct captured_holes holes = { .v = VEC_INIT };
	struct store *s = open_store(0, 0);
	struct captured *c;
	char data[8192], buf[PAGES * PAGE];
	struct event ev;

	(void)state;
	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (char)(i * 31 + i / 256 + 1);
	ev = frame_of(1, &r, 1, data);
	ev.u.frame.offset = 6000;
	ev.u.frame.length = 8192;
	store_event(s, &ev);
	ev = frame_of(2, NULL, 0, NULL);
	ev.u.frame.offset = 6000;
	ev.u.frame.length = 8192;
	ev.u.frame.gone = (struct bytes){ &gone, sizeof gone };
	store_event(s, &ev);
	storing_end(s);
	c = read_all();
	captured_read(c, c->objects.v, captured_frame(c->objects.v, 1), 0, buf,
		      sizeof buf, &holes);
	assert_memory_equal(buf + 6000, data, 8192);
	assert_int_equal(holes.v.n, 2);
	assert_int_equal(holes.v.v[0].start, START);
	assert_int_equal(holes.v.v[0].end, START + 6000);
	assert_int_equal(holes.v.v[0].why, CONTENTS_NOT_KEPT);
	assert_int_equal(holes.v.v[1].start, START + 6000 + 8192);
	captured_read(c, c->objects.v, captured_frame(c->objects.v, 2), 0, buf,
		      sizeof buf, &holes);
	assert_int_equal(holes.v.n, 3);
	assert_int_equal(holes.v.v[1].start, gone.start);
	assert_int_equal(holes.v.v[1].end, gone.end);
	assert_int_equal(holes.v.v[1].why, CONTENTS_ABSENT);
	assert_memory_equal(buf + 6000, data, 2 * PAGE - 6000);
	assert_memory_equal(buf + 3 * PAGE, data + 3 * PAGE - 6000,
			    6000 + 8192 - 3 * PAGE);
	captured_read(c, c->objects.v, captured_frame(c->objects.v, 2),
		      UINT64_MAX - 5, buf, 100, &holes);
	assert_int_equal(holes.v.n, 1);
	vec_release(&holes.v);
	captured_free(c);
}

/* Parts of one frame from two processes that share memory: the second part has
 * pages before and between those of the first. */
static void parts_of_a_frame_may_go_back(void **state)
{
	const struct page_range all = { START, START + PAGES * PAGE };
	const struct page_range high[] = { { START + 3 * PAGE, START + 4 * PAGE },
					   { START + 6 * PAGE, START + 7 * PAGE } };
	const struct page_range low[] = { { START, START + PAGE },
					  { START + 4 * PAGE, START + 6 * PAGE } };
	static char data[PAGES * PAGE], buf[PAGES * PAGE], page[PAGE];
	struct captured_holes holes = { .v = VEC_INIT };
	struct store *s = open_store(0, 0);
	struct captured *c;
	struct event ev;

	(void)state;
	for (uint64_t p = 0; p < PAGES; p++)
		fill_page(data + p * PAGE, 1, p);
	ev = frame_of(1, &all, 1, data);
	store_event(s, &ev);
	for (uint64_t p = 0; p < 5; p++)
		fill_page(data + p * PAGE, 2, p);
	ev = frame_of(2, high, 2, data);
	ev.u.frame.last = 0;
	store_event(s, &ev);
	ev = frame_of(2, low, 2, data + 2 * PAGE);
	store_event(s, &ev);
	storing_end(s);
	c = read_all();
	captured_read(c, c->objects.v, captured_frame(c->objects.v, 2), 0, buf,
		      sizeof buf, &holes);
	assert_int_equal(holes.v.n, 0);
	for (uint64_t p = 0; p < PAGES; p++) {
		static const int from[] = { 2, -1, -1, 0, 3, 4, 1 };
		int new = p < 7 ? from[p] : -1;

		fill_page(page, new < 0 ? 1 : 2,
			  new < 0 ? p : (uint64_t)new);
		assert_memory_equal(buf + p * PAGE, page, PAGE);
	}
	vec_release(&holes.v);
	captured_free(c);
}

/* A frame of several parts, with 5 MiB of incompressible bytes. */
static void frame_of_several_parts_is_read_back(void **state)
{
	const size_t n = 5u << 20, part = 1u << 20;
	char *data = malloc(n), *back = malloc(n);
	struct store *s = open_store(0, 0);
	struct captured *c;
	uint64_t x = 12345;

	(void)state;
	for (size_t i = 0; i < n / 8; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		memcpy(data + i * 8, &x, 8);
	}
	for (size_t at = 0; at < n; at += part) {
		const struct page_range r = { START + at, START + at + part };
		struct event ev = frame_of(1, &r, 1, data + at);

		ev.u.frame.end = START + n;
		ev.u.frame.length = n;
		ev.u.frame.last = at + part == n;
		store_event(s, &ev);
	}
	storing_end(s);
	c = read_all();
	assert_int_equal(c->objects.v[0].frames.n, 1);
	captured_read(c, c->objects.v, c->objects.v[0].frames.v, 0, back, n,
		      NULL);
	assert_memory_equal(back, data, n);
	captured_free(c);
	free(data);
	free(back);
}

static struct event process_of(enum process_op op, pid_t pid, pid_t child,
			       const char *exe)
{
	struct event ev = { .kind = EV_PROCESS, .pid = pid, .tid = pid,
			    .source = 't' };

	ev.u.process = (struct ev_process){
		.op = op, .child = child, .child_pid = child, .start = 77,
		.status = -1, .signal = -1, .exe = bytes_of(exe),
	};
	return ev;
}

static struct event region_of(pid_t pid, uint64_t start, uint64_t offset)
{
	struct event ev = { .kind = EV_REGION, .pid = pid, .source = 'm' };

	ev.u.region = (struct ev_region){
		.op = REGION_ADD, .start = start, .old_start = start,
		.end = start + 4 * PAGE, .offset = offset,
		.perm = PERM_R | PERM_W | PERM_SHARED, .dev = 1, .inode = 2,
		.kind = KIND_POSIX_SHM, .name = bytes_of("/dev/shm/queue"),
	};
	return ev;
}

/* Shared memory is one object, at any address and offset. */
static void shared_memory_is_one_object(void **state)
{
	const struct page_range a = { 0x10000, 0x14000 };
	const struct page_range b = { 0x801000, 0x802000 };
	struct store *s = open_store(0, 0);
	const struct captured_process *p;
	struct captured *c;
	char data[4 * PAGE], buf[PAGE];
	struct event ev;

	(void)state;
	memset(data, 'a', sizeof data);
	store_event(s, &(struct event){ .kind = EV_START });
	ev = process_of(PROCESS_LAUNCH, 4121, 4121, "/bin/one");
	store_event(s, &ev);
	ev = process_of(PROCESS_FORK, 4121, 4122, "");
	store_event(s, &ev);
	ev = process_of(PROCESS_EXEC, 4122, 4122, "/bin/two");
	store_event(s, &ev);
	ev = region_of(4121, 0x10000, 0);
	store_event(s, &ev);
	/* Process 4122 maps it from its second page, at another address. */
	ev = region_of(4122, 0x800000, PAGE);
	store_event(s, &ev);
	ev = frame_of(1, &a, 1, data);
	ev.u.frame.start = 0x10000;
	ev.u.frame.end = 0x14000;
	ev.u.frame.length = 4 * PAGE;
	ev.u.frame.shared = 1;
	store_event(s, &ev);
	memset(data, 'b', sizeof data);
	ev = frame_of(2, &b, 1, data);
	ev.pid = 4122;
	ev.u.frame.start = 0x800000;
	ev.u.frame.end = 0x804000;
	ev.u.frame.length = 4 * PAGE;
	ev.u.frame.shared = 1;
	store_event(s, &ev);
	storing_end(s);
	c = read_all();
	assert_int_equal(c->views.n, 2);
	/* Page 0 of the second view is page 1 of the first. */
	captured_read(c, c->objects.v, captured_frame(c->objects.v, 2), 0, buf,
		      PAGE, NULL);
	assert_int_equal(buf[0], 'a');
	captured_read(c, c->objects.v, captured_frame(c->objects.v, 2), PAGE,
		      buf, PAGE, NULL);
	assert_int_equal(buf[0], 'b');
	p = captured_process(c, 0, 4122, 5000000);
	assert_non_null(p);
	assert_int_equal(p->parent, 4121);
	assert_string_equal(p->exe.data, "/bin/two");
	assert_string_equal(captured_process(c, 0, 4121, 0)->exe.data,
			    "/bin/one");
	captured_free(c);
}

/* --- limits --------------------------------------------------------------- */

static uint64_t size_of(const char *name)
{
	struct stat st;

	assert_int_equal(stat(name, &st), 0);
	return (uint64_t)st.st_size;
}

static void store_stops_at_its_limit(void **state)
{
	struct store *s = open_store(100000, 0);
	struct captured *c;
	struct store_end end;

	(void)state;
	for (uint64_t n = 1; n <= 5000 && store_end(s).why == STORE_ON; n++) {
		put_frame(s, n);
		store_flush(s);
	}
	storing_wait(s);
	end = store_end(s);
	assert_int_equal(end.why, STORE_LIMIT);
	assert_true(size_of(store_name(s)) <= 100000);
	store_free(s);
	c = read_all();
	assert_int_equal(c->files.v[0].close_why, CAPTURE_AT_LIMIT);
	assert_true(c->objects.v[0].frames.n > 10);
	assert_int_equal(check_frames(c, true), 0);
	captured_free(c);
}

static void store_stops_at_the_free_space_floor(void **state)
{
	struct store *s = open_store(0, UINT64_MAX / 2);
	struct captured *c;

	(void)state;
	put_frame(s, 1);
	store_flush(s);
	storing_wait(s);
	assert_int_equal(store_end(s).why, STORE_FLOOR);
	store_free(s);
	c = read_all();
	assert_int_equal(c->files.v[0].close_why, CAPTURE_AT_FLOOR);
	assert_int_equal(c->objects.n, 0);
	captured_free(c);
}

/* On a small disk the floor is a twentieth of its size. */
static void floor_is_a_twentieth_of_a_small_disk(void **state)
{
	const struct store_options o = {
		.folder = folder, .floor = UINT64_MAX / 2, .floor_part = 20,
		.page_size = PAGE, .began_ns = 1000,
	};
	struct store_end end = { STORE_ON, 0 };
	struct store *s = NULL;
	struct statvfs st;

	(void)state;
	assert_int_equal(statvfs(top, &st), 0);
	assert_int_equal(store_open(&s, &o, &end), 0);
	assert_int_equal(store_floor(s),
			 (uint64_t)st.f_blocks * st.f_frsize / 20);
	storing_end(s);
}

/* A write fails in the middle of a record. */
static void full_disk_leaves_a_readable_file(void **state)
{
	struct rlimit was, tiny;
	struct store *s = open_store(0, 0);
	struct captured *c;

	(void)state;
	getrlimit(RLIMIT_FSIZE, &was);
	tiny = was;
	tiny.rlim_cur = 50000;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &tiny), 0);
	for (uint64_t n = 1; n <= 2000 && store_end(s).why == STORE_ON; n++) {
		put_frame(s, n);
		store_flush(s);
	}
	storing_wait(s);
	assert_int_equal(store_end(s).why, STORE_ERROR);
	assert_int_equal(store_end(s).error, EFBIG);
	setrlimit(RLIMIT_FSIZE, &was);
	store_free(s);
	c = read_all();
	assert_false(c->files.v[0].closed);
	assert_true(c->objects.v[0].frames.n > 5);
	assert_int_equal(check_frames(c, true), 0);
	captured_free(c);
}

/* --- folder --------------------------------------------------------------- */

static enum store_why refusal(int *error)
{
	const struct store_options o = { .folder = folder, .page_size = PAGE };
	struct store_end end = { STORE_ON, 0 };
	struct store *s = NULL;

	assert_true(store_open(&s, &o, &end) < 0);
	assert_null(s);
	if (error)
		*error = end.error;
	return end.why;
}

static void folder_and_file_are_private(void **state)
{
	struct stat st;
	struct store *s;
	mode_t was = umask(0);

	(void)state;
	s = open_store(0, 0);
	umask(was);
	assert_int_equal(stat(folder, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0700);
	assert_int_equal(stat(store_name(s), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600);
	storing_end(s);
}

static void unsafe_folders_are_refused(void **state)
{
	char other[160];
	int fd;

	(void)state;
	snprintf(other, sizeof other, "%s/other", top);
	assert_int_equal(mkdir(other, 0700), 0);
	assert_int_equal(symlink(other, folder), 0);
	assert_int_equal(refusal(NULL), STORE_LINK);
	unlink(folder);
	fd = open(folder, O_CREAT | O_WRONLY, 0600);
	close(fd);
	assert_int_equal(refusal(NULL), STORE_NO_FOLDER);
	unlink(folder);
	assert_int_equal(mkdir(folder, 0700), 0);
	chmod(folder, 0770);
	assert_int_equal(refusal(NULL), STORE_OPEN);
	chmod(folder, 0700);
	chmod(top, 0777);
	assert_int_equal(refusal(NULL), STORE_PARENT);
	chmod(top, 01777);
	storing_end(open_store(0, 0));
	chmod(top, 0700);
}

static void folder_without_rights_is_refused(void **state)
{
	int error;

	(void)state;
	assert_int_equal(mkdir(folder, 0500), 0);
	assert_int_equal(refusal(&error), STORE_ERROR);
	assert_int_equal(error, EACCES);
}

static void folder_of_another_user_is_refused(void **state)
{
	(void)state;
	assert_int_equal(mkdir(folder, 0700), 0);
	assert_int_equal(chown(folder, 12345, 12345), 0);
	assert_int_equal(refusal(NULL), STORE_FOREIGN);
}

/* An attacker who guesses the name gains nothing with a symbolic link. */
static void symbolic_link_is_not_followed(void **state)
{
	char precious[160], name[256], when[32];
	struct stat st;
	struct store *s;
	time_t now = time(NULL);
	int fd;

	(void)state;
	assert_int_equal(mkdir(folder, 0700), 0);
	snprintf(precious, sizeof precious, "%s/precious", top);
	fd = open(precious, O_CREAT | O_WRONLY, 0600);
	assert_int_equal(write(fd, "gold", 4), 4);
	close(fd);
	for (int i = 0; i < 60; i++) {
		time_t t = now + i;
		struct tm tm;

		strftime(when, sizeof when, "%Y%m%d-%H%M%S",
			 gmtime_r(&t, &tm));
		snprintf(name, sizeof name, "%s/mmtop-%ld-%s.mmc", folder,
			 (long)getpid(), when);
		assert_int_equal(symlink(precious, name), 0);
	}
	s = open_store(0, 0);
	assert_non_null(strstr(store_name(s), "-1.mmc"));
	put_frame(s, 1);
	storing_end(s);
	assert_int_equal(stat(precious, &st), 0);
	assert_int_equal(st.st_size, 4);
}

/* --- files ---------------------------------------------------------------- */

/* A killed process leaves every frame except the last few. */
static void killed_process_leaves_a_readable_file(void **state)
{
	struct captured *c;
	char name[256];
	int pipe_fds[2], status;
	uint64_t size = 0;
	pid_t pid;
	ssize_t n;

	(void)state;
	assert_int_equal(pipe(pipe_fds), 0);
	pid = fork();
	if (!pid) {
		struct store *s = open_store(0, 0);

		n = write(pipe_fds[1], store_name(s),
			  strlen(store_name(s)) + 1);
		for (uint64_t i = 1; n > 0; i++) {
			put_frame(s, i);
			if (i % 3 == 0)
				store_flush(s);
			/* Only written blocks can be read back. */
			while (!store_has_room(s))
				storing_wait(s);
		}
		_exit(1);
	}
	assert_true(read(pipe_fds[0], name, sizeof name) > 0);
	while (size < 2000000) {
		struct pollfd nobody = { .fd = -1 };

		poll(&nobody, 1, 1);
		size = size_of(name);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	close(pipe_fds[0]);
	close(pipe_fds[1]);
	c = read_all();
	assert_false(c->files.v[0].closed);
	assert_int_equal(c->files.v[0].damaged, 0);
	assert_true(c->objects.v[0].frames.n > 100);
	assert_int_equal(check_frames(c, true), 0);
	captured_free(c);
}

static char *slurp(const char *name, size_t *n)
{
	int fd = open(name, O_RDONLY);
	char *text;

	*n = size_of(name);
	text = malloc(*n);
	assert_int_equal(read(fd, text, *n), (ssize_t)*n);
	close(fd);
	return text;
}

static void spill(const char *name, const char *text, size_t n)
{
	int fd = open(name, O_WRONLY | O_TRUNC);

	assert_int_equal(write(fd, text, n), (ssize_t)n);
	close(fd);
}

static char *make_capture(char *name, size_t room, size_t *n)
{
	struct store *s = open_store(0, 0);

	for (uint64_t i = 1; i <= 40; i++) {
		put_frame(s, i);
		store_flush(s);
	}
	snprintf(name, room, "%s", store_name(s));
	storing_end(s);
	return slurp(name, n);
}

/* One byte changed at 1,000 places: an error, or a capture that is marked as
 * damaged and whose readable part is right. */
static void changed_bytes_are_detected(void **state)
{
	unsigned seed = 4711;
	char name[256], *text;
	size_t n, partial = 0, refusals = 0;
	const int times = test_times(1000, 600);

	(void)state;
	text = make_capture(name, sizeof name, &n);
	for (int i = 0; i < times; i++) {
		struct captured *c = captured_new();
		size_t at = i < 300 ? (size_t)i : (size_t)rand_r(&seed) % n;
		char was = text[at];
		enum captured_why why;
		int error;

		text[at] = (char)(was ^ (1 + rand_r(&seed) % 255));
		spill(name, text, n);
		text[at] = was;
		if (captured_add(c, folder, &why, &error) < 0) {
			assert_true(why == CAPTURED_OTHER ||
				    why == CAPTURED_BROKEN);
			assert_true(at < CAPTURE_HEAD);
			refusals++;
		} else {
			assert_true(c->files.v[0].damaged ||
				    c->files.v[0].torn);
			check_frames(c, false);
			partial += c->objects.n && c->objects.v[0].frames.n > 20;
		}
		captured_free(c);
	}
	assert_true(refusals >= CAPTURE_HEAD);
	assert_true(partial > (size_t)times / 2);
	free(text);
}

/* A file truncated anywhere has the frames up to that point. */
static void truncated_file_has_the_frames_before(void **state)
{
	char name[256], *text;
	size_t n, frames = 0;

	(void)state;
	text = make_capture(name, sizeof name, &n);
	for (size_t cut = CAPTURE_HEAD; cut < n;) {
		struct captured *c;

		cut += cut < 1000 ? 1 : (size_t)test_times(67, 2011);
		cut = cut < n ? cut : n;
		spill(name, text, cut);
		c = read_all();
		assert_int_equal(c->files.v[0].damaged, 0);
		assert_int_equal(check_frames(c, true), 0);
		if (c->objects.n) {
			assert_true(c->objects.v[0].frames.n >= frames);
			frames = c->objects.v[0].frames.n;
		}
		captured_free(c);
	}
	assert_int_equal(frames, 40);
	free(text);
}

/* The complete part of a growing file can be read. */
static void growing_file_can_be_read(void **state)
{
	struct store *s = open_store(0, 0);
	struct captured *c;

	(void)state;
	put_frame(s, 1);
	store_flush(s);
	storing_wait(s);
	c = read_all();
	assert_int_equal(c->objects.v[0].frames.n, 1);
	assert_false(captured_update(c));
	put_frame(s, 2);
	store_flush(s);
	storing_wait(s);
	assert_true(captured_update(c));
	assert_int_equal(c->objects.v[0].frames.n, 2);
	assert_int_equal(check_frames(c, true), 0);
	storing_end(s);
	captured_free(c);
}

static void other_files_are_not_captures(void **state)
{
	struct captured *c = captured_new();
	enum captured_why why;
	int error;

	(void)state;
	assert_int_equal(captured_add(c, folder, &why, &error), -ENOENT);
	assert_int_equal(why, CAPTURED_ERROR);
	assert_int_equal(mkdir(folder, 0700), 0);
	assert_int_equal(captured_add(c, folder, &why, &error), -ENOENT);
	assert_int_equal(why, CAPTURED_NONE);
	assert_true(captured_add(c, "/dev/null", &why, &error) < 0);
	assert_int_equal(why, CAPTURED_OTHER);
	assert_true(captured_add(c, "/proc/self/cmdline", &why, &error) < 0);
	assert_int_equal(why, CAPTURED_OTHER);
	captured_free(c);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, finish)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(frames_are_read_back),
		TEST(equal_pages_are_stored_once),
		TEST(pages_can_be_read_into_the_store),
		TEST(forgotten_pages_are_stored_again),
		TEST(holes_are_reported_with_their_reason),
		TEST(parts_of_a_frame_may_go_back),
		TEST(frame_of_several_parts_is_read_back),
		TEST(shared_memory_is_one_object),
		TEST(store_stops_at_its_limit),
		TEST(store_stops_at_the_free_space_floor),
		TEST(floor_is_a_twentieth_of_a_small_disk),
		TEST(full_disk_leaves_a_readable_file),
		TEST(folder_and_file_are_private),
		TEST(unsafe_folders_are_refused),
		skip_if((struct CMUnitTest)
				TEST(folder_without_rights_is_refused),
			geteuid() ? NULL : "root may write anywhere"),
		skip_if((struct CMUnitTest)
				TEST(folder_of_another_user_is_refused),
			geteuid() ? "needs root" : NULL),
		TEST(symbolic_link_is_not_followed),
		TEST(killed_process_leaves_a_readable_file),
		TEST(changed_bytes_are_detected),
		TEST(truncated_file_has_the_frames_before),
		TEST(growing_file_can_be_read),
		TEST(other_files_are_not_captures),
	};

	/* The store remembers only 64 contents, so that a small test exceeds
	 * them. */
	setenv("MMTOP_FAULT", "small-store", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
