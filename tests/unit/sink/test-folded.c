/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Call stacks of the heap, in the folded format of flame graphs. */
#include <config.h>

#include "sink-events.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../support/folder.h"
#include "sink/folded.h"

static char folder[] = "/tmp/mmtop-folded.XXXXXX";
static char path[64];

static int begin(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof path, "%s/left", folder);
	return 0;
}

static int end(void **state)
{
	(void)state;
	return folder_remove(folder);
}

static struct folded_frame frame(const char *library, const char *symbol)
{
	return (struct folded_frame){ 0x1234, bytes_of(library),
				      bytes_of(symbol) };
}

static void assert_line(const char *process, const struct folded_frame *frames,
			size_t n, const char *want)
{
	struct str line = STR_INIT;

	folded_put(&line, bytes_of(process), frames, n);
	assert_string_equal(line.data, want);
	str_release(&line);
}

static void frames_have_library_and_symbol(void **state)
{
	const struct folded_frame frames[] = {
		frame("/usr/lib/libfoo.so.1", "grow"),
		frame("/usr/lib/libfoo.so.1", ""), frame("", ""),
		frame("/usr/bin/prog", "main"),
	};

	(void)state;
	assert_line("prog", frames, 4,
		    "prog;main;0x1234;[libfoo.so.1];grow");
	assert_line("prog", frames, 1, "prog;libfoo.so.1;grow");
	assert_line("prog", frames + 1, 1, "prog;libfoo.so.1;0x1234");
	assert_line("prog", frames + 2, 1, "prog;0x1234");
	assert_line("", frames + 3, 1, "[no name];prog;main");
	assert_line("prog", &(struct folded_frame){ .addr = 0 }, 1,
		    "prog;[other sites]");
}

/* Names cannot end a frame, a line or the stack. */
static void hostile_names_are_escaped(void **state)
{
	const struct folded_frame frames[] = {
		frame("/a;b/c;d\n1 2", "f;g 7"),
		frame("/lib;1 2", ""),
		frame("l", "operator new(unsigned long)"),
		frame("l", " \x1b[31m\xff "),
	};

	(void)state;
	assert_line("p;q 1", frames, 4,
		    "p:q_1;_\\x1b[31m\\xff_;operator new(unsigned long);"
		    "[lib:1_2];f:g_7");
	assert_line("p", frames, 1, "p;c:d\\x0a1_2;f:g_7");
}

static void assert_text(const struct folded *f, const char *want)
{
	struct str text = STR_INIT;

	folded_text(f, &text);
	assert_string_equal(text.data, want);
	str_release(&text);
}

static void equal_stacks_are_added_up(void **state)
{
	struct folded *f = folded_new();

	(void)state;
	assert_text(f, "");
	folded_add(f, "b;c", 5);
	folded_add(f, "a", 1);
	folded_add(f, "b;c", 7);
	folded_add(f, "nothing", 0);
	assert_text(f, "a 1\nb;c 12\n");
	folded_free(f);
}

/* With more stacks than are stored separately, the sum is still right. */
static void sum_is_right_beyond_the_limit(void **state)
{
	struct folded *f = folded_new();
	struct str text = STR_INIT;
	uint64_t sum = 0, lines = 0, n = (1u << 18) + 3;
	char stack[32], *at;

	(void)state;
	for (uint64_t i = 0; i < n; i++) {
		snprintf(stack, sizeof stack, "p;%" PRIu64, i);
		folded_add(f, stack, 2);
	}
	folded_text(f, &text);
	for (char *line = strtok_r(text.data, "\n", &at); line;
	     line = strtok_r(NULL, "\n", &at)) {
		sum += strtoull(strrchr(line, ' '), NULL, 10);
		lines++;
	}
	assert_int_equal(sum, 2 * n);
	assert_int_equal(lines, n - 2);
	str_release(&text);
	folded_free(f);
}

/* --- reading the lines ---------------------------------------------------- */

#define DEPTH 3

/* The line format of flamegraph.pl: a stack and a number. A stack that ends in
 * a number itself would be read as the second of two compared profiles. */
static const char column[] = "^(.*)[[:space:]]+([0-9]+([.][0-9]*)?)$";

static void read_line(const regex_t *re, char *line, uint64_t bytes)
{
	regmatch_t m[3];
	unsigned frames = 0;
	char *rest;

	assert_int_equal(regexec(re, line, 3, m, 0), 0);
	assert_int_equal(strtoull(line + m[2].rm_so, NULL, 10), bytes);
	line[m[1].rm_eo] = '\0';
	if (regexec(re, line, 0, NULL, 0) == 0)
		fail_msg("'%s' ends in a number", line);
	rest = line;
	for (char *frame; (frame = strsep(&rest, ";")); frames++)
		assert_true(*frame);
	assert_int_equal(frames, 1 + DEPTH);
}

/* Random bytes, with many that have a meaning in the format. */
static struct bytes any_name(uint32_t *seed, char *buf, size_t size)
{
	static const char some[] = ";; \n\t\r0193..-ab<>'\"\\\xff\xc2\xa0_[]";
	size_t n;

	*seed = *seed * 1664525u + 1013904223u;
	n = (*seed >> 8) % size;
	for (size_t i = 0; i < n; i++) {
		*seed = *seed * 1664525u + 1013904223u;
		buf[i] = some[(*seed >> 8) % sizeof some];
	}
	return (struct bytes){ buf, n };
}

static void flamegraph_can_read_every_line(void **state)
{
	uint32_t seed = 5;
	regex_t re;

	(void)state;
	assert_int_equal(regcomp(&re, column, REG_EXTENDED), 0);
	for (uint64_t i = 1; i <= 20000; i++) {
		char buf[1 + 2 * DEPTH][8];
		struct folded_frame frames[DEPTH];
		struct str line = STR_INIT, text = STR_INIT;
		struct folded *f = folded_new();
		struct bytes process = any_name(&seed, buf[0], sizeof *buf);

		for (size_t j = 0; j < DEPTH; j++)
			frames[j] = (struct folded_frame){
				.addr = i,
				.library = any_name(&seed, buf[1 + j],
						    sizeof *buf),
				.symbol = any_name(&seed, buf[1 + DEPTH + j],
						   sizeof *buf),
			};
		folded_put(&line, process, frames, DEPTH);
		folded_add(f, line.data, i);
		folded_text(f, &text);
		assert_ptr_equal(strchr(text.data, '\n'),
				 text.data + text.len - 1);
		text.data[text.len - 1] = '\0';
		read_line(&re, text.data, i);
		folded_free(f);
		str_release(&line);
		str_release(&text);
	}
	regfree(&re);
}

/* --- sessions ------------------------------------------------------------- */

static void process(struct folded *f, pid_t pid, enum process_op op, pid_t child,
		    const char *exe)
{
	struct event ev = event_at(EV_PROCESS);

	ev.pid = pid;
	ev.u.process = (struct ev_process){ .op = op, .child = child,
					    .child_pid = child,
					    .exe = bytes_of(exe) };
	folded_event(f, &ev);
}

static void site(struct folded *f, pid_t pid, enum heap_event_op op,
		 uint64_t size)
{
	const struct heap_frame called = { bytes_of("/bin/prog"),
					   bytes_of("main") };
	const uint64_t stack[] = { 0x10 };
	struct event ev = event_at(EV_HEAP);
	struct str names = STR_INIT;

	heap_frame_put(&names, &called);
	ev.pid = pid;
	ev.u.heap = (struct ev_heap){
		.op = op, .size = size, .caller = 0x20, .last = 1,
		.library = bytes_of("/bin/prog"), .symbol = bytes_of("load"),
		.stack = { stack, sizeof stack },
		.names = { names.data, names.len },
	};
	folded_event(f, &ev);
	str_release(&names);
}

static void check_session(enum folded_what what, const char *want)
{
	struct folded *f;
	char text[512];
	ssize_t n;
	int fd;

	assert_int_equal(folded_open(&f, path, what), 0);
	process(f, 10, PROCESS_LAUNCH, 0, "/bin/prog");
	process(f, 10, PROCESS_FORK, 11, "");
	process(f, 10, PROCESS_FORK, 12, "");
	process(f, 12, PROCESS_EXEC, 0, "/bin/other");
	for (pid_t pid = 10; pid < 14; pid++) {
		site(f, pid, HEAP_OP_SITE, 1000);
		site(f, pid, HEAP_OP_LEAK, 100);
		site(f, pid, HEAP_OP_PEAK, 200);
	}
	folded_finish(f);
	folded_finish(f);
	folded_free(f);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = read(fd, text, sizeof text - 1);
	assert_true(fd >= 0 && n >= 0);
	text[n] = '\0';
	close(fd);
	assert_string_equal(text, want);
}

static void unfreed_and_peak_bytes_are_written(void **state)
{
	(void)state;
	check_session(FOLDED_LEFT,
		      "[no name];main;load 100\nother;main;load 100\n"
		      "prog;main;load 200\n");
	check_session(FOLDED_PEAK,
		      "[no name]-13;main;load 200\nother-12;main;load 200\n"
		      "prog-10;main;load 200\nprog-11;main;load 200\n");
}

static void unusable_files_are_refused(void **state)
{
	struct folded *f;

	(void)state;
	assert_int_equal(folded_open(&f, "/dev/null", FOLDED_LEFT), -EINVAL);
	assert_int_equal(folded_open(&f, "/nowhere/x", FOLDED_LEFT), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_have_library_and_symbol),
		cmocka_unit_test(hostile_names_are_escaped),
		cmocka_unit_test(equal_stacks_are_added_up),
		cmocka_unit_test(sum_is_right_beyond_the_limit),
		cmocka_unit_test(flamegraph_can_read_every_line),
		cmocka_unit_test(unfreed_and_peak_bytes_are_written),
		cmocka_unit_test(unusable_files_are_refused),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
