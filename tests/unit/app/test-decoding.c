/* SPDX-License-Identifier: GPL-3.0-or-later */
/* T18: the list of decoders and the chosen one: one run at a time, again when
 * the bytes change; scripts are read, saved and checked before they run. */
#include <config.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../support/slow.h"
#include "app/decoders/decoding.h"
#include "app/decoders/scripts.h"
#include "base/str.h"
#include "sys/loop.h"
#include "ui/pane/decoded_words.h"

#define MS UINT64_C(1000000)

static char dir[] = "/tmp/mmtop-decoding.XXXXXX";

static const char text[] =
	"decoders = {\n"
	"{ name = 'pair', region = '^/dev/shm/', layout = 'u8 a; u8 b' },\n"
	"{ name = 'size', lua = function(raw, region, frame) "
	"return #raw .. ' of ' .. region.name end },\n"
	"{ name = 'count', command = { 'wc', '-c' } },\n"
	"{ name = 'fails', command = { 'sh', '-c', 'echo so; exit 3' } },\n"
	"{ name = 'dies', command = { 'sh', '-c', 'kill -SEGV $$' } },\n"
	"{ name = 'none', command = { 'mmtop-no-such-program' } },\n"
	"{ name = 'loud', command = { 'yes' } },\n"
	"{ name = 'one', file = '/tmp/f', lua = 'mine.lua' },\n"
	"{ name = 'absent', lua = 'absent' },\n"
	"{ name = 'endless', lua = function() while true do end end },\n"
	"{ name = 'slow', lua = function() local s = ('a'):rep(5000) "
	"while true do s:find('a-b') end end },\n"
	"{ name = 'runs', command = { 'sh', '-c', 'cat; echo x >> RUNS; "
	"sleep 0.1' } },\n"
	"}\n";

struct fixture {
	struct loop *loop;
	struct config *config;
	struct decoding *d;
	int changes;
};

static void on_problem(void *arg, const struct rule_error *e)
{
	(void)arg;
	fail_msg("line %d: fault %d %s", e->line, (int)e->fault, e->text);
}

static void on_changed(void *arg)
{
	struct fixture *f = arg;

	f->changes++;
}

static struct fixture begin(void)
{
	struct fixture f = { .loop = loop_new() };
	struct str s = STR_INIT;
	const char *runs = strstr(text, "RUNS");

	str_add(&s, text, (size_t)(runs - text));
	str_addf(&s, "%s/runs%s", dir, runs + 4);
	f.config = config_new(s.data, s.len, NULL, on_problem, NULL);
	str_release(&s);
	return f;
}

/* Not in begin(), which returns `f` by value: the callback gets its final
 * address. */
static void open_decoding(struct fixture *f)
{
	f->d = decoding_new(f->loop, f->config, false, on_changed, f);
}

static void end(struct fixture *f)
{
	decoding_free(f->d);
	config_free(f->config);
	loop_free(f->loop);
}

static void bytes(struct fixture *f, const char *raw, uint64_t number)
{
	const struct decoder_input in = {
		.raw = raw, .n = strlen(raw), .address = 0x1000,
		.size = strlen(raw), .number = number,
		.name = { "/dev/shm/q", 10 },
	};

	decoding_bytes(f->d, &in);
}

static void settle(struct fixture *f)
{
	uint64_t until = clock_ns() + DEADLINE_NS;
	struct decoding_shown s;

	for (decoding_shown(f->d, &s); s.running; decoding_shown(f->d, &s)) {
		assert_true(clock_ns() < until);
		loop_turn(f->loop, MS);
	}
}

static void check_shown(struct fixture *f, const char *want)
{
	struct str got = STR_INIT;
	struct decoding_shown s;

	decoding_shown(f->d, &s);
	for (size_t i = 0; i < s.result->lines.n; i++) {
		decoded_words(&got, &s.result->lines.v[i]);
		str_addc(&got, '|');
	}
	if (s.wrong)
		str_addf(&got, "!%s", s.wrong);
	if (strcmp(got.data, want))
		fail_msg("%s: %s, not %s", s.name ? s.name : "", got.data,
			 want);
	str_release(&got);
}

static void choose(struct fixture *f, const char *name)
{
	size_t i = decoding_find(f->d, name);

	assert_true(i != DECODING_NONE);
	decoding_choose(f->d, i);
}

/* Chooses a decoder, waits for its result and compares it. */
static void check_decoded(struct fixture *f, const char *name, const char *want)
{
	choose(f, name);
	settle(f);
	check_shown(f, want);
}

static void write_script(const char *name, const char *script)
{
	struct str s = STR_INIT;
	struct err err;

	str_adds(&s, script);
	assert_int_equal(script_save(name, &s, true, &err), 0);
	str_release(&s);
}

/* --- tests ---------------------------------------------------------------- */

static void every_kind_of_decoder_shows_its_result(void **state)
{
	struct fixture f = begin();
	struct decoding_shown s;

	(void)state;
	open_decoding(&f);
	decoding_shown(f.d, &s);
	assert_null(s.name);
	bytes(&f, "ab", 0);
	check_shown(&f, "");
	check_decoded(&f, "pair", "a: 97 (0x61)|b: 98 (0x62)|");
	check_decoded(&f, "size", "2 of /dev/shm/q|");
	assert_int_equal(f.changes, 0);
	check_decoded(&f, "count", "2|");
	assert_int_equal(f.changes, 1);
	check_decoded(&f, "fails", "so|!it exited with status 3");
	check_decoded(&f, "dies", "!it was killed by SIGSEGV");
	check_decoded(&f, "none", "!it cannot be run: No such file or "
				  "directory");
	check_decoded(&f, "absent", "!the decoder absent: No such file or "
				    "directory");
	check_decoded(&f, "endless", "!it takes too long");
	decoding_choose(f.d, DECODING_NONE);
	check_shown(&f, "");
	end(&f);
}

static void long_output_is_cut(void **state)
{
	struct fixture f = begin();
	struct decoding_shown s;

	(void)state;
	open_decoding(&f);
	bytes(&f, "ab", 0);
	choose(&f, "loud");
	settle(&f);
	decoding_shown(f.d, &s);
	assert_string_equal(s.wrong,
			    "it wrote more than 1.00M, and was killed");
	assert_int_equal(s.result->lines.n, DECODED_LINES);
	assert_true(s.result->cut);
	end(&f);
}

static void decoders_match_their_regions(void **state)
{
	struct fixture f = begin();
	const struct bytes shm = { "/dev/shm/q", 10 }, file = { "/tmp/f", 6 },
			   none = { "", 0 };

	(void)state;
	open_decoding(&f);
	assert_true(decoding_made_for(f.d, shm, none) ==
		    decoding_find(f.d, "pair"));
	assert_true(decoding_made_for(f.d, file, file) ==
		    decoding_find(f.d, "one"));
	assert_true(decoding_made_for(f.d, none, none) == DECODING_NONE);
	assert_true(decoding_fits(f.d, decoding_find(f.d, "size"), none,
				  none));
	assert_false(decoding_fits(f.d, decoding_find(f.d, "pair"), none,
				   none));
	end(&f);
}

/* Number of runs of the command. */
static int runs(void)
{
	char path[80];
	struct stat st;

	snprintf(path, sizeof path, "%s/runs", dir);
	return stat(path, &st) < 0 ? 0 : (int)st.st_size / 2;
}

/* One run at a time. Of the bytes that arrive during a run, only the newest are
 * decoded, and equal bytes are not decoded again. */
static void only_the_newest_bytes_are_decoded(void **state)
{
	struct fixture f = begin();
	struct decoding_shown s;

	(void)state;
	open_decoding(&f);
	choose(&f, "runs");
	for (char c = 'a'; c <= 'y'; c++)
		bytes(&f, (char[]){ c, '\0' }, 0);
	decoding_shown(f.d, &s);
	assert_true(s.running);
	settle(&f);
	check_shown(&f, "y|");
	assert_int_equal(runs(), 2);
	for (int i = 0; i < 5; i++)
		bytes(&f, "y", 0);
	decoding_shown(f.d, &s);
	assert_false(s.running);
	bytes(&f, "y", 1);
	settle(&f);
	assert_int_equal(runs(), 3);
	decoding_again(f.d);
	settle(&f);
	assert_int_equal(runs(), 4);
	/* decoding_free() does not wait for this run. */
	bytes(&f, "z", 2);
	end(&f);
}

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000 * MS + (uint64_t)t.tv_nsec;
}

/* After a decoder has used its 250 ms, the next run is delayed, so it cannot
 * occupy a CPU. */
static void slow_decoder_is_delayed(void **state)
{
	struct fixture f = begin();
	uint64_t first, second;
	struct decoding_shown s;

	(void)state;
	open_decoding(&f);
	first = cpu_ns();
	bytes(&f, "a", 0);
	choose(&f, "slow");
	first = cpu_ns() - first;
	second = cpu_ns();
	bytes(&f, "b", 0);
	second = cpu_ns() - second;
	decoding_shown(f.d, &s);
	assert_true(s.running);
	assert_true(second < first / 2);
	assert_non_null(strstr(s.wrong, "it takes too long"));
	/* Another decoder runs at once. */
	check_decoded(&f, "size", "1 of /dev/shm/q|");
	end(&f);
}

static void typed_layout_is_used(void **state)
{
	struct fixture f = begin();
	struct rule_error e;

	(void)state;
	open_decoding(&f);
	bytes(&f, "ab", 0);
	assert_int_equal(decoding_choose_layout(f.d, "char x[2]", &e), 0);
	check_shown(&f, "x: \"ab\"|");
	assert_int_equal(decoding_choose_layout(f.d, "chr x[2]", &e), -1);
	assert_int_equal(e.layout, LAYOUT_NO_TYPE);
	check_shown(&f, "x: \"ab\"|");
	bytes(&f, "cd", 0);
	check_shown(&f, "x: \"cd\"|");
	check_decoded(&f, "pair", "a: 99 (0x63)|b: 100 (0x64)|");
	end(&f);
}

static void scripts_are_read_again_and_checked(void **state)
{
	struct fixture f = begin();
	struct decoding_shown s;
	char path[120];

	(void)state;
	write_script("mine", "result = 'mine ' .. raw");
	write_script("yours", "result = 5 +\n\nnil");
	open_decoding(&f);
	bytes(&f, "ab", 0);
	/* The configuration lists mine.lua under the name "one". */
	assert_true(decoding_find(f.d, "mine") == DECODING_NONE);
	check_decoded(&f, "one", "mine ab|");
	decoding_shown(f.d, &s);
	assert_true(s.editable);
	assert_string_equal(decoding_script(f.d), "mine.lua");
	check_decoded(&f, "yours", "!line 1: it fails: attempt to perform "
				   "arithmetic on a nil value");
	write_script("yours", "result = 'edited'");
	decoding_again(f.d);
	check_shown(&f, "edited|");
	write_script("third", "result = 3");
	decoding_rescan(f.d);
	check_shown(&f, "edited|");
	assert_string_equal(decoding_name(f.d, decoding_chosen(f.d)),
			    "yours");
	check_decoded(&f, "third", "3|");
	/* A script that other users may write to is not run. */
	snprintf(path, sizeof path, "%s/mmtop/decoders/third.lua", dir);
	assert_int_equal(chmod(path, 0666), 0);
	decoding_again(f.d);
	check_shown(&f, "!the decoder third: other users can write to it "
			"(chmod go-w fixes that)");
	assert_int_equal(remove(path), 0);
	decoding_rescan(f.d);
	assert_true(decoding_chosen(f.d) == DECODING_NONE);
	end(&f);
}

static void script_names_are_checked(void **state)
{
	static const char *const bad[] = { "", ".", "../x", "a/b", ".x" };
	struct str path = STR_INIT, script = STR_INIT;
	struct err err = { 0 };
	char want[120];

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		str_clear(&path);
		assert_false(script_path(bad[i], &path));
		assert_int_equal(script_save(bad[i], &script, true, &err),
				 -EINVAL);
	}
	str_clear(&path);
	assert_true(script_path("/a/b", &path));
	assert_string_equal(path.data, "/a/b");
	str_clear(&path);
	assert_int_equal(script_make("begun", &path, &err), 0);
	snprintf(want, sizeof want, "%s/mmtop/decoders/begun.lua", dir);
	assert_string_equal(path.data, want);
	/* The template is a working script; script_make() does not overwrite
	 * it. */
	assert_int_equal(script_read("begun", &script, &err), 0);
	assert_non_null(strstr(script.data, "\nresult = {"));
	str_clear(&script);
	str_adds(&script, "result = 1");
	assert_int_equal(script_save("begun", &script, false, &err), -EEXIST);
	assert_string_equal(err.what, "the decoder begun: File exists");
	assert_int_equal(script_save("begun", &script, true, &err), 0);
	str_clear(&path);
	assert_int_equal(script_make("begun", &path, &err), 0);
	str_clear(&script);
	assert_int_equal(script_read("begun", &script, &err), 0);
	assert_string_equal(script.data, "result = 1");
	str_release(&path);
	str_release(&script);
}

/* The template of a new script runs. */
static void template_of_a_script_runs(void **state)
{
	struct fixture f = begin();
	struct str path = STR_INIT;
	struct err err = { 0 };

	(void)state;
	assert_int_equal(script_make("fresh", &path, &err), 0);
	open_decoding(&f);
	bytes(&f, "\1\1\1\1\2\1\1\1x", 0);
	check_decoded(&f, "fresh", "head: 16843009|tail: 16843010|bytes: 9|");
	str_release(&path);
	end(&f);
}

/* --- folder --------------------------------------------------------------- */

static int make_dir(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(dir));
	setenv("XDG_CONFIG_HOME", dir, 1);
	return 0;
}

static int remove_dir(void **state)
{
	static const char *const names[] = {
		"runs", "mmtop/decoders/mine.lua", "mmtop/decoders/yours.lua",
		"mmtop/decoders/begun.lua", "mmtop/decoders/fresh.lua",
		"mmtop/decoders", "mmtop", "",
	};
	char path[120];

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, names[i]);
		assert_int_equal(remove(path), 0);
	}
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_of_decoder_shows_its_result),
		cmocka_unit_test(long_output_is_cut),
		cmocka_unit_test(decoders_match_their_regions),
		cmocka_unit_test(only_the_newest_bytes_are_decoded),
		cmocka_unit_test(slow_decoder_is_delayed),
		cmocka_unit_test(typed_layout_is_used),
		cmocka_unit_test(scripts_are_read_again_and_checked),
		cmocka_unit_test(script_names_are_checked),
		cmocka_unit_test(template_of_a_script_runs),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
