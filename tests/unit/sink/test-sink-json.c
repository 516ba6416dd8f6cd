/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON Lines: every line is parsed and its keys are compared. */
#include <config.h>

#include "sink-events.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "base/str.h"

/* Returns the object that is written for an event. */
static json_t *parse_event(const struct event *ev)
{
	char *line = written(SINK_JSON, ALL_KINDS, ev, 1);
	size_t n = strlen(line);
	json_t *o = json_loads(line, JSON_REJECT_DUPLICATES, NULL);

	assert_true(n > 1 && line[n - 1] == '\n');
	assert_ptr_equal(strchr(line, '\n'), line + n - 1);
	assert_non_null(o);
	for (size_t i = 0; i < n - 1; i++)
		assert_in_range((unsigned char)line[i], ' ', 0x7f);
	free(line);
	return o;
}

/* Compares an event's keys with `want`; keys that every event has count only if
 * `want` has them. */
static void assert_payload(const struct event *ev, const char *want)
{
	static const char *const common[] = { "type", "time_ns", "pid", "tid",
					      "source" };
	json_t *o = parse_event(ev), *w = json_loads(want, 0, NULL);
	char *got;

	assert_non_null(w);
	for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
		assert_non_null(json_object_get(o, common[i]));
		if (!json_object_get(w, common[i]))
			json_object_del(o, common[i]);
	}
	got = json_dumps(o, JSON_COMPACT);
	if (!json_equal(o, w))
		print_error("got  %s\nwant %s\n", got, want);
	assert_true(json_equal(o, w));
	free(got);
	json_decref(o);
	json_decref(w);
}

/* A long line is written completely. */
static void long_lines_are_complete(void **state)
{
	static char exe[5000];

	(void)state;
	memset(exe, 'x', sizeof exe);
	for (size_t n = 700; n < sizeof exe; n += n < 1100 ? 1 : 500) {
		struct event ev = event_at(EV_PROCESS);
		json_t *o, *got;

		ev.u.process.exe = (struct bytes){ .data = exe, .len = n };
		o = parse_event(&ev);
		got = json_object_get(o, "exe");
		assert_int_equal(json_string_length(got), n);
		json_decref(o);
	}
}

static void every_line_has_the_common_keys(void **state)
{
	struct event ev = event_at(EV_PROCESS);

	(void)state;
	assert_payload(&ev, "{\"type\":\"process\",\"time_ns\":12391000123,"
		       "\"pid\":4121,\"tid\":4122,\"source\":\"t\","
		       "\"event\":\"launch\",\"child\":null,\"ns_pid\":null,\"exe\":null,"
		       "\"argv\":null,\"argv_cut\":false,\"comm\":null,\"status\":null,\"signal\":null}");
	ev.pid = ev.tid = 0;
	ev.source = 0;
	ev.kind = EV_END;
	ev.u.end = (struct ev_end){ 5, 1, 1000, 7 };
	assert_payload(&ev, "{\"type\":\"end\",\"pid\":null,\"tid\":null,"
		       "\"source\":null,\"events\":5,\"lost\":1,"
		       "\"duration_ns\":1000,\"worst_stop_ns\":7}");
}

static void start_has_system_and_sources(void **state)
{
	struct event ev = event_at(EV_START);

	(void)state;
	ev.u.start = (struct ev_start){
		.version = B("0.1"), .command = B("ls -l"),
		.kernel = B("6.18"), .machine = B("x86_64"),
		.page_size = 4096,
		.sources = B("ptrace=on\0perf=needs root=1"),
	};
	assert_payload(&ev, "{\"version\":\"0.1\",\"command\":\"ls -l\","
		       "\"kernel\":\"6.18\",\"machine\":\"x86_64\","
		       "\"host\":null,\"date\":null,\"clock_ns\":null,"
		       "\"page_size\":4096,\"sources\":{\"ptrace\":\"on\","
		       "\"perf\":\"needs root=1\"}}");
	ev.u.start.host = B("a \"b\n\xff");
	ev.u.start.clock_ns = 1795711916123456789;
	ev.u.start.utc_offset = 3600;
	assert_payload(&ev, "{\"version\":\"0.1\",\"command\":\"ls -l\","
		       "\"kernel\":\"6.18\",\"machine\":\"x86_64\","
		       "\"host\":{\"path\":null,\"path_hex\":"
		       "\"612022620aff\"},"
		       "\"date\":\"2026-11-26T17:51:56.123456+01:00\","
		       "\"clock_ns\":1795711916123456789,"
		       "\"page_size\":4096,\"sources\":{\"ptrace\":\"on\","
		       "\"perf\":\"needs root=1\"}}");
}

static void process_events_have_their_keys(void **state)
{
	struct event ev = event_at(EV_PROCESS);

	(void)state;
	ev.u.process = (struct ev_process){
		.op = PROCESS_EXEC, .child = 0, .status = -1, .signal = -1,
		.exe = B("/bin/\xff"), .argv = B("a\0\0\xfe\0\"q\""),
		.comm = B("a"),
	};
	assert_payload(&ev, "{\"event\":\"exec\",\"child\":null,\"ns_pid\":null,"
		       "\"exe\":{\"path\":null,\"path_hex\":\"2f62696e2fff\"},"
		       "\"argv\":[\"a\",\"\",{\"path\":null,\"path_hex\":"
		       "\"fe\"},\"\\\"q\\\"\"],\"argv_cut\":false,\"comm\":\"a\","
		       "\"status\":null,\"signal\":null}");
	ev.u.process = (struct ev_process){ .op = PROCESS_EXIT, .status = 3,
					    .signal = -1 };
	assert_payload(&ev, "{\"event\":\"exit\",\"child\":null,\"ns_pid\":null,\"exe\":null,"
		       "\"argv\":null,\"argv_cut\":false,\"comm\":null,\"status\":3,\"signal\":null}");
	ev.u.process = (struct ev_process){ .op = PROCESS_EXIT, .status = -1,
					    .signal = SIGSEGV };
	assert_payload(&ev, "{\"event\":\"exit\",\"child\":null,\"ns_pid\":null,\"exe\":null,"
		       "\"argv\":null,\"argv_cut\":false,\"comm\":null,\"status\":null,"
		       "\"signal\":\"SIGSEGV\"}");
	/* A recording without an exit status. */
	ev.u.process = (struct ev_process){ .op = PROCESS_EXIT, .status = -1,
					    .signal = -1 };
	assert_payload(&ev, "{\"event\":\"exit\",\"child\":null,\"ns_pid\":null,\"exe\":null,"
		       "\"argv\":null,\"argv_cut\":false,\"comm\":null,\"status\":null,\"signal\":null}");
	ev.u.process = (struct ev_process){ .op = PROCESS_SEEN, .status = -1,
					    .signal = -1, .comm = B("\x1b") };
	assert_payload(&ev, "{\"event\":\"seen\",\"child\":null,\"ns_pid\":null,\"exe\":null,"
		       "\"argv\":null,\"argv_cut\":false,\"comm\":\"\\u001b\",\"status\":null,"
		       "\"signal\":null}");
	ev.u.process = (struct ev_process){ .op = PROCESS_THREAD,
					    .child = 4123, .ns_pid = 7 };
	assert_payload(&ev, "{\"event\":\"thread\",\"child\":4123,\"ns_pid\":7,"
		       "\"exe\":null,\"argv\":null,\"argv_cut\":false,\"comm\":null,\"status\":null,"
		       "\"signal\":null}");
}

#define MMAP_ARGS "\"args\":{\"addr\":\"0x0\",\"len\":8192," \
	"\"prot\":[\"PROT_READ\",\"PROT_EXEC\"]," \
	"\"flags\":[\"MAP_PRIVATE\",\"MAP_DENYWRITE\"],\"fd\":3," \
	"\"path\":\"/usr/lib/libfoo.so\",\"offset\":4096}"

static void mmap_has_arguments_and_result(void **state)
{
	struct event ev = mmap_event();

	(void)state;
	assert_payload(&ev, "{\"abi\":\"x86_64\",\"name\":\"mmap\"," MMAP_ARGS
		       ",\"result\":\"0x7f12a000\",\"error\":null,"
		       "\"duration_ns\":2500}");
	ev.u.call.error = ENOMEM;
	ev.u.call.result = -1;
	assert_payload(&ev, "{\"abi\":\"x86_64\",\"name\":\"mmap\"," MMAP_ARGS
		       ",\"result\":-1,\"error\":\"ENOMEM\","
		       "\"duration_ns\":2500}");
	ev.u.call.phase = PHASE_EXIT;
	assert_payload(&ev, "{\"abi\":\"x86_64\",\"name\":\"mmap\"," MMAP_ARGS
		       ",\"result\":-1,\"error\":\"ENOMEM\","
		       "\"duration_ns\":2500,\"phase\":\"exit\"}");
	ev.u.call.phase = PHASE_ENTER;
	assert_payload(&ev, "{\"abi\":\"x86_64\",\"name\":\"mmap\"," MMAP_ARGS
		       ",\"result\":null,\"error\":null,"
		       "\"duration_ns\":null,\"phase\":\"enter\"}");
}

/* Compares one argument or key of a call, as JSON. */
static void assert_call(const struct ev_call *call, const char *arg,
			const char *want)
{
	struct event ev = event_at(EV_CALL);
	json_t *o, *value;
	char *got;

	ev.u.call = *call;
	o = parse_event(&ev);
	value = json_object_get(json_object_get(o, "args"), arg);
	if (!value)
		value = json_object_get(o, arg);
	assert_non_null(value);
	got = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
	assert_string_equal(got, want);
	free(got);
	json_decref(o);
}

static void arguments_and_errors_have_json_types(void **state)
{
	(void)state;
	struct ev_call c = { .abi = ABI_X86_64, .nr = 11, .call = CALL_MUNMAP,
			     .args = { 0x1000, UINT64_MAX } };

	/* JSON readers do not take 2^64-1 as an integer. */
	assert_call(&c, "len", "\"0xffffffffffffffff\"");
	assert_call(&c, "result", "0");

	c = (struct ev_call){ .abi = ABI_X86_64, .nr = 28,
			      .call = CALL_MADVISE,
			      .args = { 0x1000, 4096, 4 } };
	assert_call(&c, "advice", "\"MADV_DONTNEED\"");

	c = (struct ev_call){ .abi = ABI_X86_64, .nr = 12, .call = CALL_BRK,
			      .result = 0x55550000 };
	assert_call(&c, "result", "\"0x55550000\"");

	c = (struct ev_call){ .abi = ABI_X86_64, .nr = 59,
			      .call = CALL_EXECVE, .error = ENOENT,
			      .result = -1, .path = B("/no\x80") };
	assert_call(&c, "error", "\"ENOENT\"");
	c.args[0] = 0x1234;
	assert_call(&c, "pathname",
		    "{\"path\":null,\"path_hex\":\"2f6e6f80\"}");
	c.path = B("");
	assert_call(&c, "pathname", "\"0x1234\"");
	c.error = 4000;
	assert_call(&c, "error", "\"0xfa0\"");

	/* Unknown values are null. */
	c = (struct ev_call){ .abi = ABI_I386, .nr = 90, .call = CALL_OLD_MMAP,
			      .args = { EV_UNKNOWN, EV_UNKNOWN, EV_UNKNOWN,
					EV_UNKNOWN, EV_UNKNOWN, EV_UNKNOWN },
			      .result = 0xf7efc000 };
	assert_call(&c, "len", "null");
	assert_call(&c, "prot", "null");
	assert_call(&c, "result", "\"0xf7efc000\"");
	c = (struct ev_call){ .abi = ABI_I386, .nr = 173,
			      .result = CALL_RESULT_UNKNOWN };
	assert_call(&c, "result", "null");
	assert_call(&c, "error", "null");

	/* A number that is not a system call. */
	c = (struct ev_call){ .abi = ABI_X86_64, .nr = 9999,
			      .args = { 1, 2, 3, 4, 5, 6 } };
	assert_call(&c, "name", "\"syscall_0x270f\"");
}

static void signal_has_sender_or_address(void **state)
{
	struct event ev = event_at(EV_SIGNAL);

	(void)state;
	ev.u.signal = (struct ev_signal){
		.signal = SIGSEGV, .code = SEGV_ACCERR, .has_addr = 1,
		.addr = 0x5010, .region_start = 0x5000, .region_end = 0x6000,
		.region_name = B("/lib/a"),
	};
	assert_payload(&ev, "{\"signal\":\"SIGSEGV\",\"code\":\"SEGV_ACCERR\","
		       "\"sender\":null,\"value\":null,\"addr\":\"0x5010\","
		       "\"region\":{\"start\":\"0x5000\",\"end\":\"0x6000\","
		       "\"name\":\"/lib/a\"},\"action\":\"delivered\"}");
	ev.u.signal = (struct ev_signal){
		.signal = SIGUSR1, .code = SI_QUEUE, .sender = 77,
		.value = 42, .action = SIGNAL_HELD,
	};
	assert_payload(&ev, "{\"signal\":\"SIGUSR1\",\"code\":\"SI_QUEUE\","
		       "\"sender\":77,\"value\":42,\"addr\":null,"
		       "\"region\":null,\"action\":\"held\"}");
	ev.u.signal = (struct ev_signal){ .signal = SIGUSR1, .code = 12345 };
	assert_payload(&ev, "{\"signal\":\"SIGUSR1\",\"code\":12345,"
		       "\"sender\":null,\"value\":null,\"addr\":null,"
		       "\"region\":null,\"action\":\"delivered\"}");
}

static void region_has_file_and_owner(void **state)
{
	struct event ev = event_at(EV_REGION);

	(void)state;
	ev.u.region = (struct ev_region){
		.op = REGION_ADD, .start = 0x7f0000001000,
		.end = 0x7f0000003000, .perm = PERM_R | PERM_SHARED,
		.offset = 4096, .dev = makedev(254, 1), .inode = 12,
		.kind = KIND_FILE, .rss = 4096, .pss = EV_UNKNOWN,
		.vmflags = B("rd  sh "), .name = B("/tmp/a"),
	};
	assert_payload(&ev, "{\"op\":\"add\",\"start\":\"0x7f0000001000\","
		       "\"end\":\"0x7f0000003000\",\"perm\":\"r--s\","
		       "\"flags\":[\"rd\",\"sh\"],\"offset\":4096,"
		       "\"dev\":\"fe:01\",\"inode\":12,\"generation\":null,"
		       "\"build_id\":null,\"disk\":null,"
		       "\"own_root\":false,\"name\":\"/tmp/a\","
		       "\"kind\":\"file\",\"owner\":null,\"owner_kind\":null,"
		       "\"owner_inferred\":false,\"rss\":4096,\"pss\":null,"
		       "\"swap\":0}");
	ev.u.region = (struct ev_region){ .op = REGION_REMOVE, .kind = KIND_ANON,
					  .rss = EV_UNKNOWN, .pss = EV_UNKNOWN,
					  .swap = EV_UNKNOWN };
	assert_payload(&ev, "{\"op\":\"remove\",\"start\":\"0x0\","
		       "\"end\":\"0x0\",\"perm\":\"---p\",\"flags\":null,"
		       "\"offset\":0,\"dev\":\"00:00\",\"inode\":0,"
		       "\"generation\":null,\"build_id\":null,"
		       "\"disk\":null,\"own_root\":false,\"name\":\"\","
		       "\"kind\":\"anon\",\"owner\":null,\"owner_kind\":null,"
		       "\"owner_inferred\":false,\"rss\":null,\"pss\":null,"
		       "\"swap\":null}");
	ev.u.region.has_generation = 1;
	ev.u.region.generation = 3;
	ev.u.region.build_id = B("\x0a\xff");
	ev.u.region.disk = DISK_REPLACED;
	ev.u.region.own_root = 1;
	ev.u.region.whose = WHOSE_CODE;
	ev.u.region.code = B("libx.so: f\x07()");
	ev.u.region.others = 2;
	ev.u.region.guessed = 1;
	assert_payload(&ev, "{\"op\":\"remove\",\"start\":\"0x0\","
		       "\"end\":\"0x0\",\"perm\":\"---p\",\"flags\":null,"
		       "\"offset\":0,\"dev\":\"00:00\",\"inode\":0,"
		       "\"generation\":3,\"build_id\":\"0aff\","
		       "\"disk\":\"replaced\",\"own_root\":true,\"name\":\"\","
		       "\"kind\":\"anon\",\"owner\":\"libx.so: f\\\\x07() and "
		       "2 more\",\"owner_kind\":\"code\","
		       "\"owner_inferred\":true,\"rss\":null,\"pss\":null,"
		       "\"swap\":null}");
}

static void pages_have_counts_and_ranges(void **state)
{
	struct page_range ranges[] = { { 0x1000, 0x3000 }, { 0x5000, 0x6000 } };
	char shifted[sizeof ranges + 1];
	struct event ev = event_at(EV_PAGES);

	(void)state;
	memcpy(shifted + 1, ranges, sizeof ranges);
	ev.u.pages = (struct ev_pages){
		.start = 0x1000, .end = 0x9000, .scanned = 0x9000,
		.page_size = 4096, .resident = 3, .swapped = 1, .zero = 2,
		.exclusive = EV_UNKNOWN, .written = EV_UNKNOWN,
		.ranges = { shifted + 1, sizeof ranges },
	};
	assert_payload(&ev, "{\"start\":\"0x1000\",\"end\":\"0x9000\","
		       "\"page_size\":4096,\"resident\":3,\"swapped\":1,"
		       "\"zero\":2,\"huge\":0,\"exclusive\":null,"
		       "\"written\":null,\"ranges\":[[\"0x1000\",\"0x3000\"],"
		       "[\"0x5000\",\"0x6000\"]],\"written_ranges\":null}");
	ev.u.pages.ranges.len = 0;
	assert_payload(&ev, "{\"start\":\"0x1000\",\"end\":\"0x9000\","
		       "\"page_size\":4096,\"resident\":3,\"swapped\":1,"
		       "\"zero\":2,\"huge\":0,\"exclusive\":null,"
		       "\"written\":null,\"ranges\":null,\"written_ranges\":null}");
}

static void unknown_figures_are_null(void **state)
{
	struct event ev = event_at(EV_SYSTEM);

	(void)state;
	ev.u.system = (struct ev_system){
		.total = 1, .available = 2, .used = 3, .free = 4, .buffers = 5,
		.cached = 6, .shmem = 7, .slab = 8, .page_tables = 9,
		.anon = 10, .swap_total = 11, .swap_free = EV_UNKNOWN,
		.huge_total = 13, .huge_free = 14, .huge_size = 15,
		.oom_kills = 16,
		.psi_some_10 = 123, .psi_some_60 = 0, .psi_some_300 = 1000,
		.psi_full_10 = EV_UNKNOWN,
	};
	assert_payload(&ev, "{\"total\":1,\"available\":2,\"used\":3,"
		       "\"free\":4,\"buffers\":5,\"cached\":6,\"shmem\":7,"
		       "\"slab\":8,\"page_tables\":9,\"anon\":10,"
		       "\"swap_total\":11,\"swap_free\":null,"
		       "\"huge_total\":13,\"huge_free\":14,\"huge_size\":15,"
		       "\"oom_kills\":16,"
		       "\"psi\":{\"some\":{\"avg10\":12.3,\"avg60\":0.0,"
		       "\"avg300\":100.0},\"full\":null}}");
	ev.kind = EV_USAGE;
	ev.u.usage = (struct ev_usage){ .virt = 40960, .rss = 8192,
					.pss = EV_UNKNOWN, .majflt = 3 };
	ev.u.usage.comm = B("st");
	ev.u.usage.minflt_new = EV_UNKNOWN;
	ev.u.usage.cgroup = B("/a\"b");
	assert_payload(&ev, "{\"comm\":\"st\",\"virt\":40960,\"rss\":8192,\"rss_anon\":0,"
		       "\"rss_file\":0,\"rss_shmem\":0,\"hugetlb\":0,"
		       "\"pss\":null,\"swap\":0,\"peak\":0,\"data\":0,"
		       "\"stack\":0,\"text\":0,\"locked\":0,\"minflt\":0,"
		       "\"majflt\":3,\"minflt_new\":null,"
		       "\"majflt_new\":0,\"threads\":0,\"cgroup_used\":0,"
		       "\"cgroup_max\":0,\"cgroup\":\"/a\\\"b\"}");
	ev.kind = EV_LOST;
	ev.u.lost = (struct ev_lost){ .source = B("perf"), .count = 12 };
	assert_payload(&ev, "{\"source\":\"perf\",\"count\":12}");
}

/* Every byte, and invalid UTF-8: the output is valid UTF-8 and has all
 * bytes. */
static void invalid_utf8_is_written_as_hex(void **state)
{
	static const char *const invalid[] = {
		"\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82",
		"\xf8\x88\x80\x80\x80", "ok\xff",
	};
	struct event ev = event_at(EV_REGION);

	(void)state;
	for (int c = 0; c < 256; c++) {
		char bytes[3] = { 'a', (char)c, 'b' }, hex[7];
		json_t *o, *name;

		ev.u.region.name = (struct bytes){ bytes, 3 };
		o = parse_event(&ev);
		name = json_object_get(o, "name");
		if (c && c < 0x80) {
			assert_int_equal(json_string_length(name), 3);
			assert_memory_equal(json_string_value(name), bytes, 3);
		} else {
			snprintf(hex, sizeof hex, "61%02x62", c);
			assert_true(json_is_null(json_object_get(name,
								 "path")));
			assert_string_equal(json_string_value(
				json_object_get(name, "path_hex")), hex);
		}
		json_decref(o);
	}
	for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
		json_t *o;

		ev.u.region.name = bytes_of(invalid[i]);
		o = parse_event(&ev);
		assert_true(json_is_object(json_object_get(o, "name")));
		json_decref(o);
	}
	ev.u.region.name = B("/za\xc5\xbc\xc3\xb3\xc5\x82\xc4\x87");
	json_t *o = parse_event(&ev);
	assert_string_equal(json_string_value(json_object_get(o, "name")),
			    "/za\xc5\xbc\xc3\xb3\xc5\x82\xc4\x87");
	json_decref(o);
}

/* Every memory call, with extreme arguments, is one valid object whose args
 * have the names of the table. */
static void every_call_is_a_valid_object(void **state)
{
	static const uint64_t wild[] = { 0, 1, UINT64_MAX, 0x8000000000000000,
					 0x1234567890abcdef };

	(void)state;
	for (int id = CALL_OTHER + 1; id < CALL_IDS; id++) {
		const struct call_desc *d = call_by_id(id);

		for (size_t w = 0; w < sizeof wild / sizeof *wild; w++) {
			struct event ev = event_at(EV_CALL);
			json_t *o, *args;

			ev.u.call.call = (uint64_t)id;
			ev.u.call.path = B("x\x80y");
			for (int i = 0; i < 6; i++)
				ev.u.call.args[i] = wild[w];
			o = parse_event(&ev);
			args = json_object_get(o, "args");
			for (int i = 0; i < d->nargs; i++)
				assert_non_null(json_object_get(args,
							d->args[i].name));
			json_decref(o);
		}
	}
}

static void notes_of_the_log_have_their_keys(void **state)
{
	struct event ev = event_at(EV_NOTE);

	(void)state;
	ev.u.note = (struct ev_note){ .id = NOTE_REPAIRED, .a = 4122, .b = 232,
				      .text = B("epoll_wait") };
	assert_payload(&ev, "{\"type\":\"repair\",\"call\":\"epoll_wait\","
		       "\"nr\":232}");
	ev.u.note = (struct ev_note){ .id = NOTE_UNMARKED, .a = 4121, .b = 435,
				      .text = B("clone3") };
	assert_payload(&ev, "{\"type\":\"unmark\",\"call\":\"clone3\","
		       "\"nr\":435}");
	ev.u.note = (struct ev_note){ .id = NOTE_NO_HEAP, .a = 4121,
				      .b = NO_HEAP_STATIC, .text = B("/bin/prog") };
	assert_payload(&ev, "{\"type\":\"no_heap\",\"program\":\"/bin/prog\","
		       "\"why\":\"static\"}");
	ev.u.note = (struct ev_note){ .id = NOTE_OOM, .a = 4121,
				      .b = 134217728, .text = B("/batch") };
	assert_payload(&ev, "{\"type\":\"oom_kill\",\"certain\":true,"
		       "\"full\":\"/batch\",\"cgroup_max\":134217728}");
	ev.u.note = (struct ev_note){ .id = NOTE_OOM_MAYBE, .a = 4121 };
	assert_payload(&ev, "{\"type\":\"oom_kill\",\"certain\":false,"
		       "\"full\":\"\",\"cgroup_max\":null}");
}

static void file_has_mappings_and_totals(void **state)
{
	struct page_range ranges[] = { { 0, 4096 }, { 0x63ff000, 0x6400000 } };
	struct event ev = file_event(ranges, B("/tmp/big"));

	(void)state;
	ev.u.file.at = FILE_AT_MUNMAP;
	assert_payload(&ev, "{\"type\":\"file\",\"op\":\"mapping\","
		       "\"at\":\"munmap\",\"start\":\"0x7f0000000000\","
		       "\"end\":\"0x7f0006400000\",\"offset\":0,"
		       "\"dev\":\"fe:01\",\"inode\":12,"
		       "\"name\":\"/tmp/big\",\"page_size\":4096,"
		       "\"mappings\":null,\"now\":4096,"
		       "\"now_ranges\":[[\"0x0\",\"0x1000\"]],"
		       "\"now_more\":0,\"ever\":8192,\"ever_ranges\":"
		       "[[\"0x0\",\"0x1000\"],[\"0x63ff000\",\"0x6400000\"]],"
		       "\"ever_more\":3,\"partial\":true}");
	ev.u.file.op = FILE_TOTAL;
	ev.u.file.mappings = 2;
	ev.u.file.partial = 0;
	assert_payload(&ev, "{\"type\":\"file\",\"op\":\"total\","
		       "\"at\":null,\"start\":null,\"end\":null,"
		       "\"offset\":null,\"dev\":\"fe:01\",\"inode\":12,"
		       "\"name\":\"/tmp/big\",\"page_size\":4096,"
		       "\"mappings\":2,\"now\":null,\"now_ranges\":null,"
		       "\"now_more\":null,\"ever\":8192,\"ever_ranges\":"
		       "[[\"0x0\",\"0x1000\"],[\"0x63ff000\",\"0x6400000\"]],"
		       "\"ever_more\":3,\"partial\":false}");
}

static void map_has_file_or_build_id(void **state)
{
	struct event ev = map_event(B("/tmp/a\xff"), (struct bytes){ "", 0 });

	(void)state;
	assert_payload(&ev, "{\"type\":\"map\",\"addr\":\"0x7f0000000000\","
		       "\"len\":8192,\"pgoff\":4096,"
		       "\"prot\":[\"PROT_READ\",\"PROT_EXEC\"],"
		       "\"flags\":[\"MAP_PRIVATE\"],"
		       "\"filename\":{\"path\":null,"
		       "\"path_hex\":\"2f746d702f61ff\"},"
		       "\"dev\":\"08:01\",\"inode\":12,\"generation\":3,"
		       "\"build_id\":null}");
	ev = map_event(B("//anon"), B("\x0a\xff"));
	ev.u.map.prot = 0;
	assert_payload(&ev, "{\"addr\":\"0x7f0000000000\",\"len\":8192,"
		       "\"pgoff\":4096,\"prot\":[\"PROT_NONE\"],"
		       "\"flags\":[\"MAP_PRIVATE\"],"
		       "\"filename\":\"//anon\",\"dev\":null,"
		       "\"inode\":null,\"generation\":null,"
		       "\"build_id\":\"0aff\"}");
}

static void fault_has_kind_and_region(void **state)
{
	struct event ev = fault_event(B("/tmp/a"));

	(void)state;
	assert_payload(&ev, "{\"type\":\"fault\",\"addr\":\"0x7f0000001000\","
		       "\"ip\":\"0x400123\",\"kernel\":false,"
		       "\"kind\":\"minor\",\"access\":null,\"region\":{"
		       "\"start\":\"0x7f0000000000\","
		       "\"end\":\"0x7f0000002000\",\"name\":\"/tmp/a\"}}");
	ev = kernel_fault_event();
	assert_payload(&ev, "{\"type\":\"fault\",\"addr\":\"0x1\","
		       "\"ip\":\"0xffffffff81000000\",\"kernel\":true,"
		       "\"kind\":\"major\",\"access\":null,"
		       "\"region\":null}");
	ev.u.fault.access = ACCESS_READ;
	ev.u.fault.major = 0;
	assert_payload(&ev, "{\"type\":\"fault\",\"addr\":\"0x1\","
		       "\"ip\":\"0xffffffff81000000\",\"kernel\":true,"
		       "\"kind\":null,\"access\":\"read\","
		       "\"region\":null}");
}

static void rss_has_member_and_bytes(void **state)
{
	struct event ev = event_at(EV_RSS);

	(void)state;
	ev.u.rss = (struct ev_rss){ .member = RSS_SHMEM, .bytes = 4096 };
	assert_payload(&ev, "{\"type\":\"rss\",\"member\":\"shmem\","
		       "\"bytes\":4096}");
}

static void denied_has_source_and_kind(void **state)
{
	struct event ev = event_at(EV_DENIED);

	(void)state;
	ev.u.denied = (struct ev_denied){
		.told_by = B("perf"), .addr = 0x1000, .len = 8192,
	};
	assert_payload(&ev, "{\"type\":\"denied\",\"addr\":\"0x1000\","
		       "\"len\":8192,\"told_by\":\"perf\","
		       "\"what\":\"mapping\"}");
	ev.u.denied.what = DENIED_FILE;
	assert_payload(&ev, "{\"type\":\"denied\",\"addr\":\"0x1000\","
		       "\"len\":8192,\"told_by\":\"perf\","
		       "\"what\":\"file\"}");
}

static void frame_has_figures_without_data(void **state)
{
	struct event ev = event_at(EV_FRAME);

	(void)state;
	ev.u.frame = (struct ev_frame){
		.object = 3, .number = 2, .start = 0x10000, .end = 0x20000,
		.offset = 4096, .length = 8192, .page_size = 4096, .shared = 1,
		.cause = FRAME_CALL, .call = B("msync"), .pages = 1,
		.absent = 1, .unread = 0, .missed = 4, .by = FRAME_BY_WRITES,
		.last = 1, .name = B("/dev/shm/q"), .data = B("no log's"),
	};
	assert_payload(&ev, "{\"type\":\"frame\",\"region\":{\"start\":"
		       "\"0x10000\",\"end\":\"0x20000\",\"name\":"
		       "\"/dev/shm/q\"},\"object\":3,\"shared\":true,"
		       "\"number\":2,\"offset\":4096,\"length\":8192,"
		       "\"page_size\":4096,\"cause\":\"call\","
		       "\"call\":\"msync\",\"pages\":1,\"absent\":1,"
		       "\"unread\":0,\"error\":null,\"missed\":4,"
		       "\"by\":\"writes\"}");
	ev.u.frame.error = -EIO;
	ev.u.frame.call = B("");
	ev.u.frame.cause = FRAME_TIMER;
	assert_payload(&ev, "{\"type\":\"frame\",\"region\":{\"start\":"
		       "\"0x10000\",\"end\":\"0x20000\",\"name\":"
		       "\"/dev/shm/q\"},\"object\":3,\"shared\":true,"
		       "\"number\":2,\"offset\":4096,\"length\":8192,"
		       "\"page_size\":4096,\"cause\":\"timer\","
		       "\"call\":null,\"pages\":1,\"absent\":1,"
		       "\"unread\":0,\"error\":\"EIO\",\"missed\":4,"
		       "\"by\":\"writes\"}");
}

static void heap_events_have_their_keys(void **state)
{
	static const uint64_t words[HEAP_INFOS] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct event ev = event_at(EV_HEAP);

	(void)state;
	ev.u.heap = (struct ev_heap){
		.op = HEAP_OP_ALLOC, .addr = 0x1010, .size = 40, .site = 3,
		.caller = 0x401136, .stack = { words, 8 },
		.library = B("/bin/p"), .symbol = B("f(int)"),
		.names = { "/bin/p\0main\0/lib/c\0\0cut", 20 },
	};
	assert_payload(&ev, "{\"type\":\"heap\",\"op\":\"alloc\",\"addr\":"
		       "\"0x1010\",\"size\":40,\"blocks\":null,"
		       "\"resident\":null,\"site\":3,"
		       "\"library\":\"/bin/p\",\"symbol\":\"f(int)\","
		       "\"caller\":\"0x401136\",\"stack\":[\"0x1\"],"
		       "\"frames\":[{\"library\":\"/bin/p\",\"symbol\":"
		       "\"main\"},{\"library\":\"/lib/c\",\"symbol\":null}],"
		       "\"wrong\":null,\"figures\":null,\"allocator\":null,"
		       "\"why\":null}");
	ev.u.heap = (struct ev_heap){
		.op = HEAP_OP_FREE, .addr = 0x1010, .size = EV_UNKNOWN,
		.caller = 0x401136, .wrong = HEAP_FOREIGN,
	};
	assert_payload(&ev, "{\"type\":\"heap\",\"op\":\"free\",\"addr\":"
		       "\"0x1010\",\"size\":null,\"blocks\":null,"
		       "\"resident\":null,\"site\":0,"
		       "\"library\":null,\"symbol\":null,"
		       "\"caller\":\"0x401136\",\"stack\":[],\"frames\":[],"
		       "\"wrong\":\"foreign\",\"figures\":null,"
		       "\"allocator\":null,\"why\":null}");
	ev.u.heap = (struct ev_heap){
		.op = HEAP_OP_LEAK, .size = 80, .blocks = 2, .site = 3,
		.resident = 64, .caller = 0x401136, .last = 1,
	};
	assert_payload(&ev, "{\"type\":\"heap\",\"op\":\"leak\",\"addr\":null,"
		       "\"size\":80,\"blocks\":2,\"resident\":64,"
		       "\"site\":3,\"library\":null,\"symbol\":null,"
		       "\"caller\":\"0x401136\",\"stack\":[],\"frames\":[],"
		       "\"wrong\":null,\"figures\":null,"
		       "\"allocator\":null,"
		       "\"why\":null}");
	ev.u.heap = (struct ev_heap){
		.op = HEAP_OP_TOTAL, .size = 50, .blocks = 2, .allocs = 9,
		.frees = 7, .reallocs = 1, .bytes = 900, .peak = 99,
		.at_peak = 5000, .resident = EV_UNKNOWN, .freed = 4100,
		.spare = 4096,
		.wrongs = 1, .foreign = 2, .missed = 3, .last = 1,
		.ages = { words, 16 }, .classes = { words, 24 },
	};
	assert_payload(&ev, "{\"type\":\"heap\",\"op\":\"total\",\"addr\":null,"
		       "\"size\":50,\"blocks\":2,\"resident\":null,"
		       "\"site\":null,"
		       "\"library\":null,\"symbol\":null,\"caller\":null,"
		       "\"stack\":[],\"frames\":[],\"wrong\":null,\"figures\":{"
		       "\"allocs\":9,\"frees\":7,\"reallocs\":1,"
		       "\"bytes\":900,\"peak\":99,\"at_peak\":null,"
		       "\"peak_ns\":5000,\"resident\":null,\"freed\":4100,"
		       "\"spare\":4096,"
		       "\"doubles\":1,\"foreign\":2,\"missed\":3,"
		       "\"ages\":[1,2],\"classes\":[1,2,3]},"
		       "\"allocator\":null,\"why\":null}");
	ev.u.heap = (struct ev_heap){
		.op = HEAP_OP_INFO, .info = { words, sizeof words },
	};
	assert_payload(&ev, "{\"type\":\"heap\",\"op\":\"info\",\"addr\":null,"
		       "\"size\":null,\"blocks\":null,\"resident\":null,"
		       "\"site\":null,"
		       "\"library\":null,\"symbol\":null,\"caller\":null,"
		       "\"stack\":[],\"frames\":[],\"wrong\":null,\"figures\":null,"
		       "\"allocator\":{\"arena\":1,\"ordblks\":2,"
		       "\"smblks\":3,\"hblks\":4,\"hblkhd\":5,"
		       "\"usmblks\":6,\"fsmblks\":7,\"uordblks\":8,"
		       "\"fordblks\":0,\"keepcost\":0},\"why\":null}");
	ev.u.heap = (struct ev_heap){ .op = HEAP_OP_INFO,
				      .why = HEAP_INFO_LATE };
	assert_payload(&ev, "{\"type\":\"heap\",\"op\":\"info\",\"addr\":null,"
		       "\"size\":null,\"blocks\":null,\"resident\":null,"
		       "\"site\":null,\"library\":null,\"symbol\":null,"
		       "\"caller\":null,\"stack\":[],\"frames\":[],"
		       "\"wrong\":null,\"figures\":null,\"allocator\":null,"
		       "\"why\":\"late\"}");
}

/* The figures of a site are updated all the time; only the last ones are
 * logged. */
static void only_last_heap_figures_are_logged(void **state)
{
	struct event ev = event_at(EV_HEAP);
	char *line;

	(void)state;
	for (int op = 0; op < HEAP_EVENT_OPS; op++)
		for (int last = 0; last < 2; last++) {
			bool logged = op != HEAP_OP_BLOCK &&
				      op != HEAP_OP_PAGES &&
				      op != HEAP_OP_PEAK &&
				      (last || (op != HEAP_OP_SITE &&
						op != HEAP_OP_TOTAL));

			ev.u.heap.op = (uint64_t)op;
			ev.u.heap.last = (uint64_t)last;
			line = written(SINK_JSON, ALL_KINDS, &ev, 1);
			assert_int_equal(*line != '\0', logged);
			free(line);
		}
}

static void events_of_the_screen_are_not_logged(void **state)
{
	(void)state;
	for (int i = 0; i < EV_KINDS; i++) {
		struct event ev = event_at(i);
		char *line;
		bool logged = i != EV_TASK && i != EV_STATUS &&
			      i != EV_OUTPUT && i != EV_NOTE &&
			      i != EV_SNAPSHOT && i != EV_STRIP &&
			      i != EV_SOURCE && i != EV_STACK &&
			      i != EV_COST && i != EV_RING &&
			      i != EV_CONTENTS && i != EV_CGROUP &&
			      i != EV_SYMBOL;

		/* Sums of faults are only for the screen. */
		if (i == EV_FAULT)
			ev.flags = EVF_EACH;
		ev.u.frame.last |= i == EV_FRAME;

		line = written(SINK_JSON, ALL_KINDS, &ev, 1);
		assert_int_equal(*line != '\0', logged);
		free(line);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_line_has_the_common_keys),
		cmocka_unit_test(long_lines_are_complete),
		cmocka_unit_test(start_has_system_and_sources),
		cmocka_unit_test(process_events_have_their_keys),
		cmocka_unit_test(mmap_has_arguments_and_result),
		cmocka_unit_test(arguments_and_errors_have_json_types),
		cmocka_unit_test(signal_has_sender_or_address),
		cmocka_unit_test(region_has_file_and_owner),
		cmocka_unit_test(pages_have_counts_and_ranges),
		cmocka_unit_test(unknown_figures_are_null),
		cmocka_unit_test(invalid_utf8_is_written_as_hex),
		cmocka_unit_test(every_call_is_a_valid_object),
		cmocka_unit_test(notes_of_the_log_have_their_keys),
		cmocka_unit_test(file_has_mappings_and_totals),
		cmocka_unit_test(fault_has_kind_and_region),
		cmocka_unit_test(rss_has_member_and_bytes),
		cmocka_unit_test(denied_has_source_and_kind),
		cmocka_unit_test(map_has_file_or_build_id),
		cmocka_unit_test(frame_has_figures_without_data),
		cmocka_unit_test(heap_events_have_their_keys),
		cmocka_unit_test(only_last_heap_figures_are_logged),
		cmocka_unit_test(events_of_the_screen_are_not_logged),
	};

	if (!sink_available(SINK_JSON, NULL))
		return 1;
	return cmocka_run_group_tests_name("sink-json", tests, NULL, NULL);
}
