/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a configuration sets, and the messages about a wrong one. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/evtext.h"
#include "../../support/slow.h"
#include "base/str.h"
#include "rule/config.h"
#include "rule/decoder.h"

static const char *const themes[] = { "default", "light", NULL };
static const char *const commands[] = { "next", "level", "quit", NULL };
static const char *const panes[] = { "regions", "calls", NULL };
static const char *const columns[] = { "address", "rss", NULL };

static uint32_t key(const char *name)
{
	return strlen(name) == 1 ? (uint32_t)name[0] : 0;
}

static const struct config_vocabulary words = {
	.themes = themes, .commands = commands, .panes = panes,
	.columns = { columns, columns }, .key = key,
};

/* Appends "LINE fault key text near|" for each error. */
static void on_error(void *arg, const struct rule_error *e)
{
	str_addf(arg, "%d %d %s %s %s|", e->line, e->fault, e->key, e->text,
		 e->near);
}

static struct config *take(const char *text, struct str *problems)
{
	str_clear(problems);
	return config_new(text, strlen(text), &words, on_error, problems);
}

static void every_setting_is_read(void **state)
{
	struct str p = STR_INIT;
	struct config *c = take(
		"-- mine\n"
		"local slow = 2\n"
		"theme = 'light'\n"
		"refresh = slow * 0.5\n"
		"keys = { level = 't', quit = { 'q', 'x' } }\n"
		"columns = { regions = { 'rss' } }\n"
		"panes = { 'calls' }\n"
		"filters = { regions = 'rss > 1M', calls = 'mmap' }\n"
		"ignore = { '^__libc' }\n"
		"function helper() return true end\n"
		"function mmap_filter(region) return helper() end\n", &p);

	(void)state;
	assert_string_equal(p.data, "");
	assert_string_equal(c->theme, "light");
	assert_true(c->refresh_ns == 1000000000);
	assert_int_equal(c->keys.n, 2);
	assert_string_equal(c->keys.v[0].command, "level");
	assert_string_equal(c->keys.v[0].keys.v.v[0], "t");
	assert_string_equal(c->keys.v[1].keys.v.v[1], "x");
	assert_true(c->columns[TABLE_REGIONS].given);
	assert_false(c->columns[TABLE_PROCESSES].given);
	assert_string_equal(c->columns[TABLE_REGIONS].v.v[0], "rss");
	assert_int_equal(c->panes.v.n, 1);
	assert_string_equal(c->filters[OVER_REGIONS], "rss > 1M");
	assert_string_equal(c->filters[OVER_CALLS], "mmap");
	assert_null(c->filters[OVER_SIGNALS]);
	assert_string_equal(c->ignore.v.v[0], "^__libc");
	assert_true(c->has_mmap_filter);
	config_free(c);
	c = take("", &p);
	assert_string_equal(p.data, "");
	assert_null(c->theme);
	assert_int_equal(c->refresh_ns, 0);
	config_free(c);
	str_release(&p);
}

static void wrong(const char *text, const char *want)
{
	struct str p = STR_INIT;
	struct config *c = take(text, &p);

	if (strcmp(p.data, want))
		fail_msg("%s\n%s, not %s", text, p.data, want);
	config_free(c);
	str_release(&p);
}


static void wrong_settings_are_reported_with_their_line(void **state)
{
	(void)state;
	assert_int_equal(RULE_SYNTAX, 1);
	assert_int_equal(RULE_FAILED, 2);
	assert_int_equal(RULE_ENDLESS, 3);
	assert_int_equal(RULE_NO_NAME, 6);
	assert_int_equal(RULE_NO_KEY, 8);
	assert_int_equal(RULE_BAD_TYPE, 9);
	assert_int_equal(RULE_NO_WORD, 10);
	assert_int_equal(RULE_TWICE, 11);
	wrong("theme = 'light'\nkeys = {\n", "3 1  unexpected symbol near <eof> |");
	wrong("\ntheme = nil + 1", "2 2  attempt to perform arithmetic on a "
	      "nil value |");
	wrong("\n\nwhile true do end", "0 3   |");
	wrong("\nthem = 'light'", "2 8 them them theme|");
	/* The option is --delay. */
	wrong("delay = 1", "1 8 delay delay refresh|");
	wrong("\n\ntheme = 'ligth'", "3 10 theme ligth light|");
	wrong("theme = 5", "1 9 theme  |");
	wrong("refresh = '1'", "1 9 refresh  |");
	wrong("refresh = 0", "1 9 refresh  |");
	wrong("refresh = 0/0", "1 9 refresh  |");
	wrong("keys = 'x'", "1 9 keys  |");
	/* The line of the word, not of the closing bracket. */
	wrong("keys = {\n\tlevel = 't',\n\tquti = 'q',\n}",
	      "3 10 keys quti quit|");
	wrong("keys = {\n\tlevel = 'Strange',\n}", "2 10 keys Strange |");
	/* If two commands are given one key, the first in order of names gets
	 * it. */
	wrong("keys = {\n\tquit = 'x',\n\tnext = { 'x', 'n' },\n\tlevel = 'n'\n}",
	      "3 11 keys n level|2 11 keys x next|");
	/* Errors are in the order of names, not in Lua's order of keys. */
	wrong("keys = { zz = 'a', yy = 'b', bb = 'c', aa = 'd', mm = 'e' }",
	      "1 10 keys aa |1 10 keys bb |1 10 keys mm |1 10 keys yy |"
	      "1 10 keys zz |");
	wrong("zz = 1\nyy = 2\nbb = 3\naa = 4\nmm = 5\n",
	      "4 8 aa aa |3 8 bb bb |5 8 mm mm |2 8 yy yy |1 8 zz zz |");
	wrong("filters = { b = 'x', a = 'x', c = 'x' }",
	      "1 10 filters a |1 10 filters b |1 10 filters c |");
	wrong("columns = { region = { 'rss' } }",
	      "1 10 columns region regions|");
	wrong("columns = { regions = { 'rs' } }", "1 10 columns rs rss|");
	wrong("panes = { 'call', 7 }", "1 10 panes call calls|1 9 panes  |");
	wrong("filters = { regions = 'rsss > 1' }", "1 6 filters rsss rss|");
	wrong("filters = { region = 'x' }", "1 10 filters region regions|");
	wrong("mmap_filter = true", "1 9 mmap_filter  |");
	wrong("_own = 1", "");
	wrong("os.exit(1)", "1 2  attempt to index a nil value (global 'os') |");
}

/* A command that loses its only given key has its default keys. */
static void key_of_two_commands_goes_to_one(void **state)
{
	struct str p = STR_INIT;
	struct config *c = take("keys = { quit = 'x', next = { 'x', 'n' }, "
				"level = 'n' }", &p);

	(void)state;
	assert_int_equal(c->keys.n, 2);
	assert_string_equal(c->keys.v[0].command, "level");
	assert_string_equal(c->keys.v[1].command, "next");
	assert_int_equal(c->keys.v[1].keys.v.n, 1);
	assert_string_equal(c->keys.v[1].keys.v.v[0], "x");
	config_free(c);
	str_release(&p);
}

/* Valid settings count even if others are wrong. */
static void valid_settings_count_next_to_wrong_ones(void **state)
{
	struct str p = STR_INIT;
	struct config *c = take("theme = 'light'\nrefresh = 'x'\n"
				"panes = { 'calls', 'nope' }\n", &p);

	(void)state;
	assert_string_equal(c->theme, "light");
	assert_int_equal(c->refresh_ns, 0);
	assert_int_equal(c->panes.v.n, 1);
	config_free(c);
	str_release(&p);
}

/* --- decoders ------------------------------------------------------------- */

static void decoders_and_programs_are_read(void **state)
{
	struct str p = STR_INIT;
	struct config *c = take(
		"decoders = {\n"
		"\t{ name = 'ring', region = '^/dev/shm/q',\n"
		"\t  layout = { 'u32 head', 'char letters[5]' } },\n"
		"\t{ name = 'one', file = '/tmp/f', layout = 'u8 a; u8 b' },\n"
		"\t{ name = 'file', lua = 'ring.lua' },\n"
		"\t{ name = 'own', lua = function(raw, region, frame)\n"
		"\t\treturn { { 'n', #raw }, { 'of', region.name },\n"
		"\t\t\t{ 'frame', frame.number } }\n\tend },\n"
		"\t{ name = 'hex', command = { 'xxd', '-g1' } },\n"
		"}\n"
		"open_with = { { name = 'less', command = { 'less', '%s' } } }\n",
		&p);
	const struct config_decoder *d = c->decoders.v;
	const struct bytes queue = { "/dev/shm/queue", 14 }, none = { "", 0 };
	const struct decoder_input in = {
		.raw = "abc", .n = 3, .name = queue, .number = 7,
	};
	struct decoded out = { .ascii = false };

	(void)state;
	assert_string_equal(p.data, "");
	assert_int_equal(c->decoders.n, 5);
	assert_string_equal(d[0].name, "ring");
	assert_int_equal(d[0].way, DECODER_LAYOUT);
	assert_true(layout_size(d[0].layout) == 9);
	assert_true(config_decoder_fits(&d[0], queue, none));
	assert_false(config_decoder_fits(&d[0], none, queue));
	assert_true(layout_size(d[1].layout) == 2);
	assert_false(config_decoder_fits(&d[1], queue, queue));
	assert_true(config_decoder_fits(&d[1], queue,
					(struct bytes){ "/tmp/f", 6 }));
	assert_int_equal(d[2].way, DECODER_SCRIPT);
	assert_string_equal(d[2].script, "ring.lua");
	assert_true(config_decoder_fits(&d[2], none, none));
	assert_int_equal(d[3].way, DECODER_FUNCTION);
	assert_int_equal(d[4].way, DECODER_COMMAND);
	assert_int_equal(d[4].command.v.n, 2);
	assert_string_equal(d[4].command.v.v[1], "-g1");
	assert_int_equal(c->open_with.n, 1);
	assert_string_equal(c->open_with.v[0].name, "less");
	assert_string_equal(c->open_with.v[0].command.v.v[1], "%s");
	config_decode(c, &d[3], &in, &out);
	assert_int_equal(out.error.fault, RULE_OK);
	assert_int_equal(out.lines.n, 3);
	assert_string_equal(out.lines.v[0].value, "3");
	assert_string_equal(out.lines.v[1].value, "/dev/shm/queue");
	assert_string_equal(out.lines.v[2].name, "frame");
	assert_string_equal(out.lines.v[2].value, "7");
	decoded_release(&out);
	config_free(c);
	str_release(&p);
}

static void wrong_decoders_are_reported(void **state)
{
	(void)state;
	assert_int_equal(RULE_LAYOUT, 12);
	assert_int_equal(RULE_ONE_OF, 13);
	assert_int_equal(RULE_PATTERN, 16);
	wrong("decoders = 'x'", "1 9 decoders  |");
	wrong("decoders = { 'x' }", "1 9 decoders  |");
	wrong("decoders = {\n{ layout = 'u8 a' } }", "1 9 decoders  |");
	wrong("decoders = {\n{ name = 5, lua = 'x' } }",
	      "1 9 decoders.name  |");
	wrong("decoders = {\n{ name = 'n',\n\tlayout = {\n"
	      "\t'u32 head', 'u33 tail' } } }",
	      "4 12 decoders.layout u33 tail u32|");
	wrong("decoders = {\n{ name = 'n', layout = { 5 } } }",
	      "2 9 decoders.layout  |");
	wrong("decoders = {\n{ name = 'n', layout = {} } }",
	      "2 12 decoders.layout  |");
	wrong("decoders = {\n{ name = 'n' },\n}",
	      "2 13 decoders n layout, lua, command|");
	wrong("decoders = {\n{ name = 'n', lua = 'x',\nlayout = 'u8 a' } }",
	      "2 13 decoders n layout, lua, command|");
	wrong("decoders = { {\n\tname = 'n', lua = 7\n} }",
	      "2 9 decoders.lua  |");
	wrong("decoders = {\n{ name = 'n', command = {} } }",
	      "2 9 decoders.command  |");
	wrong("decoders = {\n{ name = 'n', lua = 'x', region = '(' } }",
	      "2 16 decoders.region  |");
	wrong("decoders = {\n{ name = 'n', lua = 'x',\n\tregoin = 'x' } }",
	      "3 10 decoders regoin region|");
	wrong("open_with = {\n{ name = 'n' } }", "2 9 open_with.command  |");
	wrong("open_with = {\n{ name = 'n', command = { 'x' }, lua = 1 } }",
	      "2 10 open_with lua |");
	/* The valid decoder is used. */
	struct str p = STR_INIT;
	struct config *c = take("decoders = { 7, { name = 'a', lua = 'x' } }",
				&p);
	assert_int_equal(c->decoders.n, 1);
	config_free(c);
	str_release(&p);
}

static void decodes(const char *function, enum rule_fault fault, int line)
{
	struct str text = STR_INIT, p = STR_INIT;
	const struct decoder_input in = { .raw = "abc", .n = 3 };
	struct decoded out = { .ascii = false };
	struct config *c;

	str_addf(&text, "decoders = { { name = 'n',\nlua = %s } }", function);
	c = take(text.data, &p);
	assert_string_equal(p.data, "");
	config_decode(c, c->decoders.v, &in, &out);
	/* On an emulated machine the time limit may be reached first. */
	if (fault == RULE_MEMORY && test_slow() > 4)
		fault = out.error.fault;
	assert_int_equal(out.error.fault, fault);
	assert_int_equal(out.error.line, line);
	decoded_release(&out);
	config_free(c);
	str_release(&p);
	str_release(&text);
}

static void failing_decoder_functions_are_stopped(void **state)
{
	(void)state;
	decodes("function(raw) return raw end", RULE_OK, 0);
	decodes("function(raw) end", RULE_NO_RESULT, 0);
	decodes("function(raw) return print end", RULE_NO_RESULT, 0);
	decodes("function(raw) return type end", RULE_BAD_RESULT, 0);
	decodes("function(raw)\nerror('no') end", RULE_FAILED, 3);
	decodes("function(raw) while true do end end", RULE_ENDLESS, 0);
	decodes("function(raw) local t = {} for i = 1, 1e9 do t[i] = {} end "
		"end", RULE_MEMORY, 0);
}

/* --- mmap_filter ---------------------------------------------------------- */

static void call(const char *text, size_t region, int result, uint64_t offset,
		 uint64_t size)
{
	static const char story[] =
		"0 7 process op=attach start=1 comm=w exe=/bin/write_track\n"
		"1 7 region op=add start=0x1000 end=0x1080 perm=rw-p\n"
		"1 7 region op=add start=0x10000 end=0x20000 perm=rw-s "
		"kind=file name=/tmp/file inode=6\n"
		"1 7 region op=sync\n";
	struct model *m = model_new();
	struct str p = STR_INIT;
	struct config *c = take(text, &p);
	struct config_window w = { .offset = 9, .size = 9 };
	struct rule_error e;
	struct rule_row row = { .model = m };
	struct str scratch = STR_INIT;

	evtext_text(story, model_event_fn, m);
	row.process = model_process(m, 7);
	row.region = row.process->space.regions.v[region];
	row.scratch = &scratch;
	assert_string_equal(p.data, "");
	assert_int_equal(config_mmap_filter(c, &row, &w, &e), result);
	assert_true(w.offset == offset);
	assert_true(w.size == size);
	config_free(c);
	model_free(m);
	str_release(&p);
}

/* `expected`: the key, and the value unless it is a table. */
static void refuse(const char *result, const char *expected,
		   enum rule_want want)
{
	static char nothing[1];
	struct region region = { .end = 4096, .name = nothing,
				 .vmflags = nothing };
	struct process process = { .exe = nothing, .argv = nothing };
	struct rule_row row = { .process = &process, .region = &region,
				.cwd = "" };
	struct str text = STR_INIT, p = STR_INIT, scratch = STR_INIT;
	struct config_window w;
	struct rule_error e;
	struct config *c;

	str_addf(&text, "function mmap_filter(r) return %s end", result);
	c = take(text.data, &p);
	row.scratch = &scratch;
	assert_int_equal(config_mmap_filter(c, &row, &w, &e), -1);
	assert_int_equal(e.fault, RULE_BAD_TYPE);
	assert_int_equal(e.want, want);
	str_clear(&text);
	str_addf(&text, "%s %s", e.key, e.near);
	assert_true(!strncmp(text.data, expected, strlen(expected)));
	config_free(c);
	str_release(&text);
	str_release(&scratch);
	str_release(&p);
}

static void mmap_filter_selects_a_window(void **state)
{
	/* The example from the manual of the tool that mmap_filter comes from,
	 * in Lua. */
	static const char page[] =
		"function mmap_filter(region)\n"
		"  if region.descriptor and region.descriptor.path == "
		"'/tmp/file' and ends(region.process.executable, "
		"'write_track') then\n"
		"    return { size = 8182, offset = 6000 }\n"
		"  end\n"
		"  if region.size == 128 then return false end\n"
		"  return not region.descriptor\n"
		"end\n";

	(void)state;
	call("", 0, 0, 0, 128);
	call(page, 0, 0, 0, 0);
	call(page, 1, 0, 6000, 8182);
	call("function mmap_filter(r) return true end", 1, 0, 0, 65536);
	call("function mmap_filter(r) return false end", 1, 0, 0, 0);
	/* A nil result counts as true. */
	call("function mmap_filter(r) end", 1, 0, 0, 65536);
	call("function mmap_filter(r) return r.shared and not r.anonymous and "
	     "r.perm == 'rw-s' and r.process.pid == 7 and r.prot == 3 and "
	     "r.address == 0x10000 end", 1, 0, 0, 65536);
	/* The window is clipped to the region. */
	call("function mmap_filter(r) return { offset = 65000 } end", 1, 0,
	     65000, 536);
	call("function mmap_filter(r) return { offset = 70000 } end", 1, 0,
	     65536, 0);
	call("function mmap_filter(r) return { size = 1 << 62 } end", 1, 0, 0,
	     65536);
	call("function mmap_filter(r) return { offset = -1 } end", 1, -1, 0, 0);
	call("function mmap_filter(r) return { size = 'x' } end", 1, -1, 0, 0);
	refuse("{ offset = -1 }", "offset -1", WANT_BYTES);
	refuse("{ offset = 1.5 }", "offset 1.5", WANT_BYTES);
	refuse("{ size = 1e300 }", "size 1e+300", WANT_BYTES);
	refuse("{ limit = {} }", "limit table", WANT_BYTES);
	refuse("{ rate = 0 }", "rate 0", WANT_RATE);
	refuse("{ rate = 'fast' }", "rate fast", WANT_RATE);
	refuse("7", "mmap_filter number", WANT_WINDOW);
	/* The sign of NaN depends on the machine. */
	call("function mmap_filter(r) return { size = 0/0 } end", 1, -1, 0, 0);
	call("function mmap_filter(r) return { rate = 0/0 } end", 1, -1, 0, 0);
	call("function mmap_filter(r) return { ofset = 1 } end", 1, -1, 0, 0);
	call("function mmap_filter(r) return { 1, 2 } end", 1, -1, 0, 0);
	call("function mmap_filter(r) return { size = 0 } end", 1, 0, 0, 0);
	/* The call that mapped the region was not seen, so its length is
	 * NaN. */
	call("function mmap_filter(r) return r.length ~= r.length end", 1, 0, 0,
	     65536);
	call("function mmap_filter(r) return 'yes' end", 1, -1, 0, 0);
	call("function mmap_filter(r) error('no') end", 1, -1, 0, 0);
	call("function mmap_filter(r) while true do end end", 1, -1, 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_setting_is_read),
		cmocka_unit_test(wrong_settings_are_reported_with_their_line),
		cmocka_unit_test(valid_settings_count_next_to_wrong_ones),
		cmocka_unit_test(key_of_two_commands_goes_to_one),
		cmocka_unit_test(decoders_and_programs_are_read),
		cmocka_unit_test(wrong_decoders_are_reported),
		cmocka_unit_test(failing_decoder_functions_are_stopped),
		cmocka_unit_test(mmap_filter_selects_a_window),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
