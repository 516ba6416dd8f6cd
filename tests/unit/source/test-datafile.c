/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf.data files: both byte orders, trailers of all forms, records out of
 * order, and broken files. */
#include <config.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/perffile.h"
#include "base/str.h"
#include "parse/ring/perfrecord.h"
#include "sink/sink.h"
#include "source/perf/datafile.h"

#define KINDS (1u << EV_PROCESS | 1u << EV_MAP | 1u << EV_LOST | 1u << EV_END)
#define PLAIN (P_TID | P_TIME)
/* Trailer of the last record of whole(): pid, tid; time; identifier. */
#define PLAIN_TRAILER 24

static struct perffile f;
static struct str log_text;
static bool synthetic;		/* an event was synthetic */

static int64_t read_memory(void *arg, uint64_t offset, void *buf, size_t n)
{
	const struct perffile *file = arg;

	if (offset > file->n)
		return 0;
	if (n > file->n - offset)
		n = file->n - offset;
	memcpy(buf, file->v + offset, n);
	return (int64_t)n;
}

static void on_event(void *arg, const struct event *ev)
{
	(void)arg;
	synthetic |= ev->flags & EVF_SYNTHETIC;
	/* START has mmtop's version. */
	if (ev->kind != EV_START)
		(void)sink_line(&log_text, KINDS, ev, false, NULL);
}

static struct datafile_end read_file(void)
{
	const struct datafile_input in = { .read = read_memory, .arg = &f,
					   .size = f.n };

	str_clear(&log_text);
	synthetic = false;
	return datafile_read(&in, on_event, NULL);
}

static void assert_log(enum datafile_why why, const char *want)
{
	struct datafile_end end = read_file();

	assert_string_equal(log_text.len ? log_text.data : "", want);
	assert_int_equal(end.why, why);
}

#define MAP_WORDS " len=12288 pgoff=0x1000 prot=PROT_READ|PROT_EXEC " \
	"flags=MAP_PRIVATE "
#define BY_INODE "dev=08:01 inode=1234 generation=5 "
#define BY_ID "build_id=a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3 "

/* A program that forks; before that, perf's own records of what existed. */
static void put_story(void)
{
	perffile_comm(&f, 0, 0, 7, false, "sh");
	perffile_map(&f, 0, 0, 7, 0x1000, 0, "/bin/sh");
	perffile_family(&f, PERFRECORD_FORK, 5000000, 8, 8, 7);
	perffile_comm(&f, f.n_types - 1, 6000000, 8, true, "a b");
	perffile_map(&f, f.n_types - 1, 7000000, 8, 0x2000, 20, "/bin/ls");
	perffile_family(&f, PERFRECORD_FORK, 7500000, 8, 9, 8);
	perffile_family(&f, PERFRECORD_EXIT, 8000000, 8, 8, 7);
}

static const char story_log[] =
	"0.000000 7 attach n/a [] comm=\"sh\"\n"
	"0.000000 7 map addr=0x1000" MAP_WORDS BY_INODE "/bin/sh\n"
	"0.000000 7 fork 8\n"
	"0.001000 8 exec n/a [] comm=\"a b\"\n"
	"0.002000 8 map addr=0x2000" MAP_WORDS BY_ID "/bin/ls\n"
	"0.002500 8 thread 9\n"
	"0.003000 8 +++ exited +++\n"
	"0.003000 - end events=8 lost=0 duration_ns=3000000 worst_stop_ns=0\n";

/* The trailer may contain more fields. */
static void test_trailers_may_have_more_fields(void **state)
{
	static const uint64_t more[] = {
		0, P_ID, P_IDENTIFIER, P_CPU, P_STREAM, P_ID | P_CPU,
		P_ID | P_CPU | P_STREAM | P_IDENTIFIER,
	};

	(void)state;
	for (int big = 0; big < 2; big++) {
		for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
			const uint64_t types[] = { PLAIN | more[i],
						   PLAIN | more[i] };

			perffile_begin(&f, big, types, 2);
			put_story();
			perffile_end(&f);
			assert_log(DATAFILE_WHOLE, story_log);
			assert_true(synthetic);
		}
	}
}

/* If trailers differ, their last word must identify the event. */
static void test_differing_trailers_need_identifiers(void **state)
{
	static const uint64_t good[] = { PLAIN | P_IDENTIFIER,
					 PLAIN | P_CPU | P_IDENTIFIER };
	static const uint64_t bad[] = { PLAIN | P_ID, PLAIN | P_ID | P_CPU };

	(void)state;
	for (int big = 0; big < 2; big++) {
		perffile_begin(&f, big, good, 2);
		put_story();
		perffile_end(&f);
		assert_log(DATAFILE_WHOLE, story_log);
		perffile_begin(&f, big, bad, 2);
		put_story();
		perffile_end(&f);
		assert_log(DATAFILE_MIXED, "");
	}
}

/* Without trailers no record has a time, and perf's own records are not
 * recognizable. */
static void test_records_without_trailer_have_no_time(void **state)
{
	static const uint64_t none[] = { 0 };

	(void)state;
	perffile_begin(&f, false, none, 1);
	perffile_map(&f, 0, 9, 7, 0x2000, 0, "/b");
	perffile_family(&f, PERFRECORD_FORK, 5, 8, 8, 7);
	perffile_map(&f, 0, 1, 7, 0x1000, 0, "/a");
	perffile_end(&f);
	assert_log(DATAFILE_WHOLE,
		   "0.000000 7 map addr=0x2000" MAP_WORDS BY_INODE "/b\n"
		   "0.000000 7 fork 8\n"
		   "0.000000 7 map addr=0x1000" MAP_WORDS BY_INODE "/a\n"
		   "0.000000 - end events=4 lost=0 duration_ns=0 "
		   "worst_stop_ns=0\n");
	assert_false(synthetic);
}

/* perf empties its rings one after the other. Records of a round may be older
 * than those of the previous round, but not than those of the round before
 * that. */
static void test_records_are_sorted_across_rounds(void **state)
{
	static const uint64_t types[] = { PLAIN };
	static const uint64_t times[3][3] = {
		{ 10, 30, 20 }, { 25, 15, 40 }, { 35, 45, 45 },
	};
	const char *at;

	(void)state;
	for (int rounds = 0; rounds < 2; rounds++) {
		perffile_begin(&f, false, types, 1);
		for (unsigned i = 0; i < 9; i++) {
			perffile_map(&f, 0, 1000 * times[i / 3][i % 3], 7,
				     0x1000 * (i + 1), 0, "/a");
			if (rounds && i % 3 == 2)
				perffile_round(&f);
		}
		perffile_end(&f);
		assert_int_equal(read_file().why, DATAFILE_WHOLE);
		at = log_text.data;
		for (const char *c = "153427689"; *c; c++) {
			char want[40];

			snprintf(want, sizeof want, "addr=0x%c000 ", *c);
			at = strstr(at, want);
			assert_non_null(at);
		}
		assert_non_null(strstr(log_text.data,
				       "0.000035 - end events=10"));
	}
}

/* Records of no process, unwanted records, and perf's own in between. */
static void test_unwanted_records_are_left_out(void **state)
{
	static const uint64_t types[] = { PLAIN };

	(void)state;
	perffile_begin(&f, false, types, 1);
	perffile_map(&f, 0, 0, -1, 0xffffffff81000000, 0, "[kernel.kallsyms]");
	f.v[f.record + 4] = 1;
	perffile_map(&f, 0, 1000, 7, 0x1000, 0, "/guest");
	f.v[f.record + 4] = 5;
	perffile_comm(&f, 0, 2000, 7, false, "renamed");
	/* An AUX trace of a CPU, with the data that follows it. */
	perffile_record(&f, 71, 0);
	perffile_number(&f, 16, 8);
	perffile_close(&f, 0, 0);
	perffile_number(&f, UINT64_MAX, 8);
	perffile_number(&f, 0, 8);
	perffile_map(&f, 0, 3000, 7, 0x1000, 0, "/a");
	perffile_end(&f);
	assert_log(DATAFILE_WHOLE,
		   "0.000000 7 map addr=0x1000" MAP_WORDS BY_INODE "/a\n"
		   "0.000000 - end events=2 lost=0 duration_ns=0 "
		   "worst_stop_ns=0\n");
}

static void put_lost_samples(uint64_t count, uint16_t misc)
{
	perffile_record(&f, PERFRECORD_LOST_SAMPLES, misc);
	perffile_number(&f, count, 8);
	perffile_close(&f, 0, 0);
}

/* A LOST record appears in its place; a LOST_SAMPLES total adds the rest at the
 * end; an invalid record is not counted as lost. */
static void test_losses_are_counted_once(void **state)
{
	static const uint64_t types[] = { PLAIN };

	(void)state;
	perffile_begin(&f, false, types, 1);
	perffile_map(&f, 0, 1000, 7, 0x1000, 0, "/a");
	perffile_lost(&f, 2000, 5);
	perffile_map(&f, 0, 3000, 7, 0x1000, 21, "/lies");
	put_lost_samples(7, 0);
	put_lost_samples(100, 0x8000);	/* dropped by a filter */
	perffile_end(&f);
	assert_log(DATAFILE_INVALID,
		   "0.000000 7 map addr=0x1000" MAP_WORDS BY_INODE "/a\n"
		   "0.000001 - lost count=5 source=perf\n"
		   "0.000001 - lost count=2 source=perf\n"
		   "0.000001 - end events=4 lost=7 duration_ns=1000 "
		   "worst_stop_ns=0\n");
}

/* Records that are too short for their type, or have a false length: each is
 * reported by its offset, and nothing of it is shown. */
static void test_invalid_records_are_skipped(void **state)
{
	static const uint64_t types[] = { PLAIN };
	static const char want[] =
		"0.000000 7 map addr=0x1000" MAP_WORDS BY_INODE "/a\n"
		"0.000001 7 map addr=0x2000" MAP_WORDS BY_INODE "/b\n"
		"0.000001 - end events=3 lost=0 duration_ns=1000 "
		"worst_stop_ns=0\n";
	static const struct {
		uint32_t type;
		uint8_t least;		/* its least size, with a trailer */
	} cases[] = {
		{ PERFRECORD_MMAP, 56 }, { PERFRECORD_MMAP2, 88 },
		{ PERFRECORD_COMM, 32 }, { PERFRECORD_FORK, 48 },
		{ PERFRECORD_EXIT, 48 }, { PERFRECORD_LOST, 40 },
		{ PERFRECORD_LOST_SAMPLES, 32 },
	};
	static const unsigned lengths[] = { 21, 25, 255 };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (uint8_t size = 8; size < cases[i].least; size++) {
			size_t at;

			perffile_begin(&f, false, types, 1);
			perffile_map(&f, 0, 1000, 7, 0x1000, 0, "/a");
			at = f.n;
			perffile_record(&f, cases[i].type, 2);
			while (f.n < at + size)
				perffile_number(&f, 1, 1);
			f.v[at + 6] = size;
			f.v[at + 7] = 0;
			perffile_map(&f, 0, 2000, 7, 0x2000, 0, "/b");
			perffile_end(&f);
			assert_log(DATAFILE_INVALID, want);
			assert_int_equal(read_file().records, 1);
			assert_int_equal(read_file().offset, at);
		}
	}
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		size_t at;

		perffile_begin(&f, i & 1, types, 1);
		perffile_map(&f, 0, 1000, 7, 0x1000, 0, "/a");
		at = f.n;
		perffile_map(&f, 0, 1500, 7, 0x1000, lengths[i], "/lies");
		perffile_map(&f, 0, 1600, 7, 0x1000, lengths[i], "/lies");
		perffile_map(&f, 0, 2000, 7, 0x2000, 0, "/b");
		perffile_end(&f);
		assert_log(DATAFILE_INVALID, want);
		assert_int_equal(read_file().records, 2);
		assert_int_equal(read_file().offset, at);
	}
}

/* perf writes such records for threads that have exited. They count as lost,
 * not as invalid. */
static void test_records_of_exited_threads_are_lost(void **state)
{
	static const uint64_t types[] = { PLAIN };

	(void)state;
	perffile_begin(&f, false, types, 1);
	perffile_map(&f, 0, 1000, 7, 0x1000, 0, "/a");
	perffile_map(&f, 0, 1500, -1, 0x1000, 0, "/ended");
	perffile_end(&f);
	assert_log(DATAFILE_WHOLE,
		   "0.000000 7 map addr=0x1000" MAP_WORDS BY_INODE "/a\n"
		   "0.000000 - lost count=1 source=perf\n"
		   "0.000000 - end events=3 lost=1 duration_ns=0 "
		   "worst_stop_ns=0\n");
}

/* Kernels before 3.16 report neither protection nor identity. */
static void test_old_kernels_give_no_identity(void **state)
{
	static const uint64_t types[] = { PLAIN };

	(void)state;
	perffile_begin(&f, true, types, 1);
	perffile_record(&f, PERFRECORD_MMAP, 2);
	perffile_number(&f, 7, 4);
	perffile_number(&f, 8, 4);
	perffile_number(&f, 0x1000, 8);
	perffile_number(&f, 0x3000, 8);
	perffile_number(&f, 0, 8);
	perffile_put(&f, "/a\0\0\0\0\0", 8);
	perffile_close(&f, 0, 1000);
	perffile_end(&f);
	assert_log(DATAFILE_WHOLE,
		   "0.000000 7/8 map addr=0x1000 len=12288 pgoff=0x0 prot=n/a "
		   "flags=n/a dev=n/a inode=n/a generation=n/a /a\n"
		   "0.000000 - end events=2 lost=0 duration_ns=0 "
		   "worst_stop_ns=0\n");
}

static void on_start(void *arg, const struct event *ev)
{
	if (ev->kind == EV_START)
		(void)sink_line(arg, 1u << EV_START, ev, false, NULL);
}

static void test_start_has_kernel_and_command(void **state)
{
	static const uint64_t types[] = { PLAIN };
	const struct datafile_input in = { .read = read_memory, .arg = &f };

	(void)state;
	for (int big = 0; big < 2; big++) {
		struct datafile_input now = in;
		struct str s = STR_INIT;

		perffile_begin(&f, big, types, 1);
		put_story();
		perffile_end(&f);
		now.size = f.n;
		assert_int_equal(datafile_read(&now, on_start, &s).why,
				 DATAFILE_WHOLE);
		assert_non_null(strstr(s.data, "kernel=6.1.0-test "
				       "machine=x86_64 page_size=n/a [perf=on] "
				       "command=\"perf record\"\n"));
		str_release(&s);
	}
}

/* --- broken files --------------------------------------------------------- */

static void make_whole(void)
{
	static const uint64_t types[] = { PLAIN | P_IDENTIFIER,
					  PLAIN | P_CPU | P_IDENTIFIER };

	perffile_begin(&f, false, types, 2);
	put_story();
	perffile_end(&f);
}

static void test_broken_headers_are_reported(void **state)
{
	static const struct {
		size_t at, n;
		const char *bytes;
		enum datafile_why why;
	} cases[] = {
		{ 0, 8, "PERFFILE", DATAFILE_OLD },
		{ 0, 8, "ELIFFREP", DATAFILE_OLD },
		{ 0, 8, "#!/bin/s", DATAFILE_OTHER },
		{ 8, 1, "\x10", DATAFILE_PIPE },
		{ 8, 1, "\x67", DATAFILE_BROKEN },
		{ 16, 1, "\x10", DATAFILE_BROKEN },	/* attr_size */
		{ 23, 1, "\x10", DATAFILE_BROKEN },
		{ 24, 8, "\xff\xff\xff\xff\xff\xff\xff\xff", DATAFILE_BROKEN },
		{ 30, 1, "\x01", DATAFILE_CUT },	/* attrs.offset */
		{ 32, 1, "\x01", DATAFILE_BROKEN },	/* attrs.size */
		{ 36, 1, "\x90", DATAFILE_BROKEN },
		{ 47, 1, "\x80", DATAFILE_BROKEN },	/* data.offset */
		{ 40, 1, "\x01", DATAFILE_BROKEN },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		make_whole();
		memcpy(f.v + cases[i].at, cases[i].bytes, cases[i].n);
		assert_int_equal(read_file().why, cases[i].why);
	}
}

/* perf record was killed: it writes the size of the data last. */
static void test_unfinished_file_is_read_to_its_end(void **state)
{
	static const size_t more[] = { 0, 4, 8, 9 };

	(void)state;
	for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
		make_whole();
		memset(f.v + 48, 0, 8);
		f.n = f.record + more[i];
		assert_int_equal(read_file().why, DATAFILE_UNFINISHED);
		assert_non_null(strstr(log_text.data, " thread 9\n"));
		assert_null(strstr(log_text.data, " exited "));
	}
}

static void test_broken_record_ends_reading(void **state)
{
	static const uint64_t types[] = { PLAIN };
	static const struct {
		uint32_t type;
		uint8_t size;
		enum datafile_why why;
	} cases[] = {
		{ 81, 8, DATAFILE_COMPRESSED }, { 83, 8, DATAFILE_COMPRESSED },
		{ 9, 7, DATAFILE_BROKEN }, { 9, 0, DATAFILE_BROKEN },
		{ 9, 9, DATAFILE_BROKEN }, { 71, 8, DATAFILE_BROKEN },
		{ 12345, 8, DATAFILE_WHOLE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct datafile_end end;

		perffile_begin(&f, false, types, 1);
		perffile_map(&f, 0, 1000, 7, 0x1000, 0, "/a");
		perffile_record(&f, cases[i].type, 0);
		f.v[f.record + 6] = cases[i].size;
		perffile_end(&f);
		end = read_file();
		assert_int_equal(end.why, cases[i].why);
		if (end.why)
			assert_int_equal(end.offset, f.record);
		/* The records before it are shown. */
		assert_non_null(strstr(log_text.data, " /a\n"));
	}
}

/* A file cut at any length gives an error, and only events of the whole
 * file. */
static void test_truncated_file_gives_no_false_event(void **state)
{
	struct str all = STR_INIT;
	size_t n, data_end;

	(void)state;
	make_whole();
	n = f.n;
	data_end = f.record;
	(void)read_file();
	str_add(&all, log_text.data, log_text.len);
	for (f.n = 0; f.n < n; f.n++) {
		const char *end;

		assert_true((read_file().why != DATAFILE_WHOLE) ==
			    (f.n < data_end + 8 + 16 + 8 + PLAIN_TRAILER));
		end = log_text.len ? strstr(log_text.data, " - end ") : NULL;
		if (end) {
			while (end > log_text.data && end[-1] != '\n')
				end--;
			assert_memory_equal(all.data, log_text.data,
					    (size_t)(end - log_text.data));
		}
	}
	str_release(&all);
}

static int64_t read_fails(void *arg, uint64_t offset, void *buf, size_t n)
{
	return offset ? -EIO : read_memory(arg, offset, buf, n < 300 ? n : 300);
}

static void test_read_error_is_reported(void **state)
{
	struct datafile_input in = { .read = read_fails, .arg = &f };
	struct datafile_end end;

	(void)state;
	make_whole();
	in.size = f.n;
	end = datafile_read(&in, on_event, NULL);
	assert_int_equal(end.why, DATAFILE_ERROR);
	assert_int_equal(end.error, EIO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_trailers_may_have_more_fields),
		cmocka_unit_test(test_differing_trailers_need_identifiers),
		cmocka_unit_test(test_records_without_trailer_have_no_time),
		cmocka_unit_test(test_records_are_sorted_across_rounds),
		cmocka_unit_test(test_unwanted_records_are_left_out),
		cmocka_unit_test(test_losses_are_counted_once),
		cmocka_unit_test(test_invalid_records_are_skipped),
		cmocka_unit_test(test_records_of_exited_threads_are_lost),
		cmocka_unit_test(test_old_kernels_give_no_identity),
		cmocka_unit_test(test_start_has_kernel_and_command),
		cmocka_unit_test(test_broken_headers_are_reported),
		cmocka_unit_test(test_unfinished_file_is_read_to_its_end),
		cmocka_unit_test(test_broken_record_ends_reading),
		cmocka_unit_test(test_truncated_file_gives_no_false_event),
		cmocka_unit_test(test_read_error_is_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
