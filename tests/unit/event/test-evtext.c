/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text form of events, in which fixtures are written. */
#include <config.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/sysmacros.h>

#include <cmocka.h>

#include "event/call.h"
#include "../../support/evtext.h"

/* The last event, and a copy of its first field of bytes. */
struct seen {
	struct event ev;
	int n;
	char bytes[4096];
	size_t len;
};

static void on_event(void *arg, const struct event *ev)
{
	struct seen *s = arg;
	const struct event_desc *d = &event_descs[ev->kind];

	s->ev = *ev;
	s->n++;
	s->len = 0;
	for (size_t i = 0; i < d->n && !s->len; i++) {
		struct bytes b;
		if (d->fields[i].type != 'B')
			continue;
		memcpy(&b, (const char *)ev + d->fields[i].offset, sizeof b);
		s->len = b.len < sizeof s->bytes ? b.len : sizeof s->bytes;
		if (s->len)
			memcpy(s->bytes, b.data, s->len);
	}
}

static struct seen read_one(const char *line)
{
	struct seen s = { .n = 0 };
	struct err err = { 0 };

	if (evtext_line(line, on_event, &s, &err))
		fail_msg("%s", err.what);
	assert_int_equal(s.n, 1);
	return s;
}

static void time_tasks_and_kind_are_read(void **state)
{
	struct seen s = read_one("12.391 4121/4122 call call=brk args=0");

	(void)state;
	assert_int_equal(s.ev.time_ns, 12391000000);
	assert_int_equal(s.ev.pid, 4121);
	assert_int_equal(s.ev.tid, 4122);
	assert_int_equal(s.ev.kind, EV_CALL);
	assert_int_equal(s.ev.source, 't');
	s = read_one("0 7 region op=sync src=r flags=lost,inferred");
	assert_int_equal(s.ev.tid, 7);
	assert_int_equal(s.ev.source, 'r');
	assert_int_equal(s.ev.flags, EVF_LOST | EVF_INFERRED);
}

static void numbers_have_units_and_unknowns(void **state)
{
	struct seen s = read_one("0.000000001 0 system total=31.2G free=? "
				 "used=0x10 available=1.5K dirty=7");

	(void)state;
	assert_int_equal(s.ev.time_ns, 1);
	assert_int_equal(s.ev.u.system.total, (uint64_t)(31.2 * (1 << 30)));
	assert_int_equal(s.ev.u.system.free, EV_UNKNOWN);
	assert_int_equal(s.ev.u.system.used, 16);
	assert_int_equal(s.ev.u.system.available, 1536);
	assert_int_equal(s.ev.u.system.dirty, 7);
	assert_int_equal(s.ev.u.system.slab, EV_UNKNOWN);
}

static void values_are_read_by_name(void **state)
{
	struct seen s = read_one("1 7 region op=change start=0x1000 end=+8K "
				 "perm=r-xs kind=library dev=8:1");

	(void)state;
	assert_int_equal(s.ev.u.region.op, REGION_CHANGE);
	assert_int_equal(s.ev.u.region.old_start, 0x1000);
	assert_int_equal(s.ev.u.region.end, 0x3000);
	assert_int_equal(s.ev.u.region.perm, PERM_R | PERM_X | PERM_SHARED);
	assert_int_equal(s.ev.u.region.kind, KIND_LIBRARY);
	assert_int_equal(s.ev.u.region.dev, makedev(8, 1));
	assert_int_equal(s.ev.u.region.rss, EV_UNKNOWN);
	s = read_one("1 7 call abi=i386 call=mmap2 args=0,1M,-1 error=ENOMEM "
		     "duration_ns=1.5us phase=exit");
	assert_int_equal(s.ev.u.call.abi, ABI_I386);
	assert_int_equal(s.ev.u.call.nr, 192);
	assert_int_equal(s.ev.u.call.call, CALL_MMAP2);
	assert_int_equal(s.ev.u.call.args[1], 1 << 20);
	assert_int_equal(s.ev.u.call.args[2], UINT64_MAX);
	assert_int_equal(s.ev.u.call.error, ENOMEM);
	assert_int_equal(s.ev.u.call.result, -1);
	assert_int_equal(s.ev.u.call.duration_ns, 1500);
	assert_int_equal(s.ev.u.call.phase, PHASE_EXIT);
	s = read_one("1 7 status state=held level=step origin=launched "
		     "held_phase=enter waits_on=-1");
	assert_int_equal(s.ev.u.status.state, TARGET_HELD);
	assert_int_equal(s.ev.u.status.level, LEVEL_STEP);
	assert_int_equal(s.ev.u.status.held_phase, PHASE_ENTER);
	assert_int_equal(s.ev.u.status.waits_on, -1);
	assert_int_equal(s.ev.u.status.exit_signal, -1);
	s = read_one("1 7 task state=D in_call=?");
	assert_int_equal(s.ev.u.task.state, 'D');
	s = read_one("1 7 signal signal=SIGSEGV code=SEGV_ACCERR");
	assert_int_equal(s.ev.u.signal.code, 2);
	s = read_one("1 7 process op=exit signal=SIGKILL gone=1");
	assert_int_equal(s.ev.u.process.signal, 9);
	assert_int_equal(s.ev.u.process.status, -1);
}

static void strings_have_escapes(void **state)
{
	struct seen s = read_one(
		"1 7 note id=setuid severity=warn "
		"text=\"a \\\"b\\\" \\x1b\\n\\0\\\\z\"");

	(void)state;
	assert_int_equal(s.len, 11);
	assert_memory_equal(s.bytes, "a \"b\" \x1b\n\0\\z", 11);
	s = read_one("1 7 note text=bare,word\tid=2");
	assert_int_equal(s.len, 9);
	assert_int_equal(s.ev.u.note.id, 2);
}

static void page_bins_are_read(void **state)
{
	struct seen s = read_one("1 7 pages start=0x1000 end=+24K bin_pages=2 "
				 "bins=2x2r1z1e,1s");
	struct page_bin bins[3];

	(void)state;
	assert_int_equal(s.len, sizeof bins);
	memcpy(bins, s.bytes, sizeof bins);
	assert_int_equal(bins[1].resident, 2);
	assert_int_equal(bins[1].zero, 1);
	assert_int_equal(bins[2].swapped, 1);
	assert_int_equal(s.ev.u.pages.resident, 4);
	assert_int_equal(s.ev.u.pages.swapped, 1);
	assert_int_equal(s.ev.u.pages.written, EV_UNKNOWN);
	assert_int_equal(s.ev.u.pages.scanned, 0x7000);
	s = read_one("1 7 pages start=0 end=1M ranges=0x1000-0x3000,8K-12K");
	assert_int_equal(s.len, 2 * sizeof(struct page_range));
}

static void output_cells_are_read(void **state)
{
	struct seen s = read_one("1 7 output rows=2 cols=4 row=1 "
				 "text=\"a\xe6\xb0\xb4\" fg=2 attrs=1");
	struct output_cell cells[4];

	(void)state;
	assert_int_equal(s.len, sizeof cells);
	memcpy(cells, s.bytes, sizeof cells);
	assert_int_equal(cells[0].chars[0], 'a');
	assert_int_equal(cells[0].fg, 2);
	assert_int_equal(cells[1].chars[0], 0x6c34);
	assert_int_equal(cells[1].width, 2);
	assert_int_equal(cells[2].width, 0);
	assert_int_equal(cells[3].width, 1);
	assert_int_equal(cells[3].fg, -1);
}

static void refuse(const char *line, const char *what)
{
	struct seen s = { .n = 0 };
	struct err err = { 0 };

	assert_int_equal(evtext_line(line, on_event, &s, &err), -EINVAL);
	assert_int_equal(s.n, 0);
	assert_memory_equal(err.what, what, strlen(what));
}

static void wrong_fields_are_refused(void **state)
{
	(void)state;
	refuse("soon 7 region op=sync", "head");
	refuse("1 7 nothing", "head");
	refuse("1 7 region op=explode", "op");
	refuse("1 7 region colour=red", "colour");
	refuse("1 7 region name=\"open", "name");
	refuse("1 7 region perm=rwx", "perm");
	refuse("1 7 region start", "start");
	refuse("1 7 call args=1,2,3,4,5,6,7", "args");
	refuse("1 7 pages bins=3q", "bins");
}

static void fixtures_are_read_from_files(void **state)
{
	struct seen s = { .n = 0 };
	struct err err = { 0 };

	(void)state;
	evtext_text("# a comment\n\n1 7 region op=add \\\n\tstart=0x1000 \\\n"
		    "\tend=+4K\n2 7 region op=sync\n", on_event, &s);
	assert_int_equal(s.n, 2);
	assert_int_equal(evtext_file("no such.events", on_event, &s, &err),
			 -ENOENT);
	evtext_load("story-held.events", on_event, &s);
	assert_true(s.n > 900);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_tasks_and_kind_are_read),
		cmocka_unit_test(numbers_have_units_and_unknowns),
		cmocka_unit_test(values_are_read_by_name),
		cmocka_unit_test(strings_have_escapes),
		cmocka_unit_test(page_bins_are_read),
		cmocka_unit_test(output_cells_are_read),
		cmocka_unit_test(wrong_fields_are_refused),
		cmocka_unit_test(fixtures_are_read_from_files),
	};

	return cmocka_run_group_tests_name("evtext", tests, NULL, NULL);
}
