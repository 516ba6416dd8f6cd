/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hostile names and texts made safe, the program's terminal, Lua, and user
 * input. */
#include <config.h>

#include "fuzz.h"

#include <string.h>
#include <unistr.h>

#include "../support/evtext.h"
#include "app/command/keynames.h"
#include "app/options.h"
#include "app/command/typed.h"
#include "base/str.h"
#include "base/text.h"
#include "model/model.h"
#include "rule/config.h"
#include "rule/decoder.h"
#include "rule/expr.h"
#include "source/output/emulator.h"

/* --- text ----------------------------------------------------------------- */

/* Checks that s contains nothing that moves the cursor, changes colours or the
 * direction of text. */
static void check_safe(const char *s)
{
	const uint8_t *p = (const uint8_t *)s;
	ucs4_t uc;

	FUZZ_MUST(!u8_check(p, strlen(s)));
	while ((p = u8_next(&uc, p))) {
		FUZZ_MUST(uc >= 0x20 && !(uc >= 0x7f && uc < 0xa0));
		FUZZ_MUST(!(uc >= 0x202a && uc <= 0x202e) &&
			  !(uc >= 0x2066 && uc <= 0x2069));
		FUZZ_MUST(text_cell_width(uc) >= 0);
	}
}

static void check_width(void *arg, const char *s, size_t n)
{
	struct str line = STR_INIT;
	int cols = *(int *)arg;

	str_add(&line, s, n);
	/* A word wider than the line is split if possible; otherwise the line
	 * is too wide, which is allowed. */
	FUZZ_MUST(cols < 1 || text_width(line.len ? line.data : "") >= 0);
	str_release(&line);
}

static void run_safe(const uint8_t *data, size_t n)
{
	struct str safe = STR_INIT, cut = STR_INIT;
	int width, cols = n ? data[0] % 40 : 0;

	for (int ascii = 0; ascii < 2; ascii++) {
		const char *s;

		str_clear(&safe);
		text_safe(&safe, data, n, ascii);
		s = safe.len ? safe.data : "";
		FUZZ_MUST(strlen(s) == safe.len);
		check_safe(s);
		for (size_t i = 0; ascii && i < safe.len; i++)
			FUZZ_MUST((unsigned char)s[i] < 0x80);
		FUZZ_MUST(text_fit(s, cols, &width) <= safe.len);
		FUZZ_MUST(width <= cols && width >= 0);
		for (int how = CUT_END; how <= CUT_PATH; how++) {
			str_clear(&cut);
			text_cut(&cut, s, cols, (enum text_cut)how, ascii);
			check_safe(cut.len ? cut.data : "");
			FUZZ_MUST(text_width(cut.len ? cut.data : "") <= cols);
		}
		text_wrap(s, cols, check_width, &cols);
		FUZZ_MUST(text_contains(s, ""));
		FUZZ_MUST(text_contains(s, s));
	}
	str_release(&safe);
	str_release(&cut);
}

/* --- the terminal --------------------------------------------------------- */

static void reply(void *arg, const char *s, size_t n)
{
	size_t *replied = arg;

	FUZZ_MUST(s || !n);
	*replied += n;
}

static void run_emulator(const uint8_t *data, size_t n)
{
	static struct output_cell cells[EMULATOR_COLS_MAX];
	size_t replied = 0, half = n / 2;
	struct emulator *e = emulator_new(5, 20, reply, &replied, NULL);
	int row, col;
	bool shown;

	emulator_feed(e, (const char *)data, half);
	if (n)
		emulator_resize(e, data[0] % 8, data[n - 1] % 50);
	emulator_feed(e, (const char *)data + half, n - half);
	emulator_touch(e);
	FUZZ_MUST(emulator_rows(e) > 0 && emulator_cols(e) > 0);
	for (int i = 0; i < emulator_rows(e); i++)
		FUZZ_MUST(emulator_take_row(e, i, cells));
	emulator_take_cursor(e, &row, &col, &shown);
	FUZZ_MUST(row >= 0 && row < emulator_rows(e));
	FUZZ_MUST(col >= 0 && col < emulator_cols(e));
	emulator_free(e);
}

/* --- Lua ------------------------------------------------------------------ */

static const char story[] =
	"0 7 process op=attach start=1 comm=python3 exe=/usr/bin/python3\n"
	"1 7 region op=add start=0x1000 end=0x3000 perm=rw-p kind=heap "
	"name=[heap] rss=8192\n"
	"1 7 region op=add start=0x10000 end=0x110000 perm=r-xp kind=library "
	"name=/usr/lib/libc.so.6 inode=5\n"
	"1 7 region op=sync\n"
	"2 7/7 call call=mmap args=0,8192,3,0x22,-1,0 result=0x5000\n"
	"2 7/7 signal signal=SIGSEGV code=SEGV_MAPERR addr=0x9000\n";

static struct model *make_model(void)
{
	static struct model *m;

	if (!m) {
		m = model_new();
		evtext_text(story, model_event_fn, m);
	}
	return m;
}

static struct rule_row row_of(struct str *scratch)
{
	static char text[] = "grow";
	static const struct heap_name name = { .id = 1, .text = text };
	static const struct heap_site site = {
		.caller = 0x1000, .library = &name, .symbol = &name,
		.live = 1 << 20, .blocks = 12, .resident = EV_UNKNOWN,
	};
	struct model *m = make_model();
	struct process *p = model_process(m, 7);

	return (struct rule_row){
		.model = m, .process = p, .region = p->space.regions.v[0],
		.call = model_call(m, m->calls_last),
		.signal = model_signal(m, m->signals_last),
		.site = &site,
		.scratch = scratch,
	};
}

static void check_message(const struct rule_error *e)
{
	FUZZ_MUST(e->fault != RULE_OK);
	FUZZ_MUST(memchr(e->key, 0, sizeof e->key) &&
		  memchr(e->text, 0, sizeof e->text) &&
		  memchr(e->near, 0, sizeof e->near));
}

static void run_expr(const uint8_t *data, size_t n)
{
	struct str text = STR_INIT, scratch = STR_INIT, units = STR_INIT;
	struct rule_row row = row_of(&scratch);

	str_add(&text, data, n);
	str_addc(&text, '\0');
	expr_is_plain(text.data);
	expr_units(&units, text.data);
	for (int over = 0; over < OVERS; over++) {
		struct rule_error e = { .fault = RULE_OK };
		struct expr *x = expr_new((enum rule_over)over, text.data, &e);

		if (!x) {
			check_message(&e);
			continue;
		}
		expr_begin(x);
		if (expr_matches(x, &row))
			FUZZ_MUST(expr_error(x)->fault == RULE_OK);
		expr_free(x);
	}
	str_release(&units);
	str_release(&scratch);
	str_release(&text);
}

static void problem(void *arg, const struct rule_error *e)
{
	unsigned *problems = arg;

	check_message(e);
	++*problems;
}

static void check_decoded(const struct decoded *d,
			  const struct decoder_input *in)
{
	FUZZ_MUST(d->lines.n <= DECODED_LINES);
	for (size_t i = 0; i < d->lines.n; i++) {
		const struct decoded_line *l = &d->lines.v[i];

		check_safe(l->name);
		check_safe(l->value);
		check_safe(l->hex);
		FUZZ_MUST(!l->n ||
			  (l->n <= in->n && l->at <= in->n - l->n));
	}
}

static void run_config(const uint8_t *data, size_t n)
{
	static const char *const words[] = { "default", "light", NULL };
	static const struct config_vocabulary vocabulary = {
		.themes = words, .panes = words, .key = key_by_name,
	};
	struct str scratch = STR_INIT;
	struct rule_row row = row_of(&scratch);
	struct config_window w;
	struct rule_error e = { .fault = RULE_OK };
	unsigned problems = 0;
	struct config *c = config_new((const char *)data, n, &vocabulary,
				      problem, &problems);

	FUZZ_MUST(!c->theme || !strcmp(c->theme, "default") ||
		  !strcmp(c->theme, "light"));
	for (size_t i = 0; i < c->keys.n; i++)
		for (size_t k = 0; k < c->keys.v[i].keys.v.n; k++)
			FUZZ_MUST(key_by_name(c->keys.v[i].keys.v.v[k]));
	if (config_mmap_filter(c, &row, &w, &e) < 0)
		check_message(&e);
	for (size_t i = 0; i < c->decoders.n; i++)
		if (c->decoders.v[i].way == DECODER_FUNCTION) {
			const struct decoder_input in = { .raw = data,
							  .n = n };
			struct decoded d = { .ascii = false };

			config_decode(c, &c->decoders.v[i], &in, &d);
			check_decoded(&d, &in);
			decoded_release(&d);
		}
	FUZZ_MUST(w.offset + w.size <= row.region->end - row.region->start);
	config_free(c);
	str_release(&scratch);
}

/* --- decoders ------------------------------------------------------------- */

/* The input: the text, a NUL, and the bytes to decode. */
static struct decoder_input split(struct str *text, const uint8_t *data,
				  size_t n)
{
	const uint8_t *nul = n ? memchr(data, 0, n) : NULL;
	size_t len = nul ? (size_t)(nul - data) : n;

	str_add(text, data, len);
	str_addc(text, '\0');
	len += nul ? 1 : 0;
	return (struct decoder_input){
		.raw = data + len, .n = n - len, .address = 0x1000,
		.size = n, .name = { data, n },
	};
}

static void run_layout(const uint8_t *data, size_t n)
{
	struct str text = STR_INIT;
	const struct decoder_input in = split(&text, data, n);
	struct decoded d = { .ascii = n % 2 };
	struct rule_error e;
	struct field_layout *l = layout_new(text.data, &e);

	if (l) {
		decoder_layout(l, &in, &d);
		check_decoded(&d, &in);
		FUZZ_MUST(layout_size(l) <= LAYOUT_MAX);
	} else {
		check_message(&e);
	}
	layout_free(l);
	decoded_text(&d, data, n);
	for (size_t i = 0; i < d.lines.n; i++)
		check_safe(d.lines.v[i].value);
	decoded_release(&d);
	str_release(&text);
}

static void run_script(const uint8_t *data, size_t n)
{
	struct str text = STR_INIT;
	const struct decoder_input in = split(&text, data, n);
	struct decoded d = { .ascii = n % 2 };

	decoder_lua(text.data, text.len - 1, &in, &d);
	if (d.error.fault)
		check_message(&d.error);
	check_decoded(&d, &in);
	decoded_release(&d);
	str_release(&text);
}

static void make_layouts(fuzz_seed_fn *seed, void *arg)
{
	static const char
		each[] = "u8 a; s16 b; be u32 c; f64 d; bool e; char f[4]; "
			 "bytes g[3]; ptr h; sem i\0" "0123456789abcdef"
			 "0123456789abcdef0123456789abcdef0123456789abcdef"
			 "0123456789abcdef0123456789abcdef0123456789abcdef",
		places[] = "packed\nle u16 a[2][3]\nu64 b @0x8\nchar c[9] @20"
			   "\nf32 _d\nptr32 e\nsem32 f @0\0" "\1\2\3\4\5\6"
			   "\377\376\375 some more \033[31m\0\0\0text",
		wrong[] = "u33 x; u8 [; u8 y @; u8 z[99999999999]\0zzz";

	seed(arg, each, sizeof each);
	seed(arg, places, sizeof places);
	seed(arg, wrong, sizeof wrong);
}

static void make_scripts(fuzz_seed_fn *seed, void *arg)
{
	static const char
		list[] = "local a, b = ('<I2 s1'):unpack(raw) result = { { 'a',"
			 " a }, { b, true }, x = { y = { 1, 2.5 } } }\0"
			 "\1\2\5hello",
		text[] = "result = raw .. '\\n' .. #raw .. region.name\0\033[x\n",
		wrong[] = "for i = 1, 9 do error({}) end result = nil + 1\0x";

	seed(arg, list, sizeof list);
	seed(arg, text, sizeof text);
	seed(arg, wrong, sizeof wrong);
}

/* --- typed input ---------------------------------------------------------- */

static void run_typed(const uint8_t *data, size_t n)
{
	static const enum cmd_where places[] = { ON_SCREEN, ON_CONSOLE };
	struct str line = STR_INIT, wrong = STR_INIT;
	uint64_t v;

	str_add(&line, data, n);
	str_addc(&line, '\0');
	for (size_t i = 0; i < 2; i++) {
		struct typed t;

		str_clear(&wrong);
		if (typed_read(&t, line.data, places[i], i, &wrong)) {
			FUZZ_MUST(t.cmd && t.args);
			if (typed_count(&v, t.args))
				FUZZ_MUST(v >= 1);
			if (typed_id(&v, t.args))
				FUZZ_MUST(v >= 1);
		} else if (wrong.len) {
			check_safe(wrong.data);
		}
		typed_release(&t);
	}
	str_release(&line);
	str_release(&wrong);
}

static void run_keys(const uint8_t *data, size_t n)
{
	struct str name = STR_INIT, back = STR_INIT;
	uint32_t key;

	str_add(&name, data, n);
	str_addc(&name, '\0');
	key = key_by_name(name.data);
	if (key) {
		key_name(&back, key);
		FUZZ_MUST(key_by_name(back.data) == key);
	}
	str_release(&name);
	str_release(&back);
}

#define WORDS 16

/* The input: words separated by NUL. */
static void run_options(const uint8_t *data, size_t n)
{
	char *argv[WORDS + 2] = { (char *)"mmtop" };
	struct str words = STR_INIT;
	struct options o;
	struct err err = { 0 };
	int argc = 1;

	str_add(&words, data, n);
	str_addc(&words, '\0');
	for (size_t i = 0; i < words.len && argc <= WORDS;
	     i += strlen(words.data + i) + 1)
		argv[argc++] = words.data + i;
	if (options_parse(&o, argc, argv, &err) < 0) {
		FUZZ_MUST(*err.what);
		check_safe(err.what);
	} else {
		FUZZ_MUST(o.delay_ns >= 10000000);
		if (o.verb == OPTIONS_RUN &&
		    options_settle(&o, argc % 2, &err) < 0)
			FUZZ_MUST(*err.what);
		options_release(&o);
	}
	str_release(&words);
}

static void make_options(fuzz_seed_fn *seed, void *arg)
{
	static const char
		launch[] = "-f\0-o\0log\0-d\0.5\0--level=watch\0--\0ls\0-l",
		attach[] = "-p\0" "42\0--json\0--events=call,pages\0--summary",
		lone[] = "--script=x\0--color\0never\0--theme=mono\0-sb\0x",
		wrong[] = "--no\0--delay=\0-p0\0--\0";

	seed(arg, launch, sizeof launch);
	seed(arg, attach, sizeof attach);
	seed(arg, lone, sizeof lone);
	seed(arg, wrong, sizeof wrong);
}

const struct fuzz_target fuzz_words[] = {
	{ .name = "safe", .run = run_safe, .texts = TEXTS("/srv/ingest/a.csv",
		"\033[31mred\007\302\205\342\200\256 e\314\201 \360\237\207\265"
		"\360\237\207\261 \355\225\234", "\xff\xc0\x80 a\tb\nc") },
	{ .name = "emulator", .run = run_emulator, .texts = TEXTS(
		"one\r\ntwo\033[2;3H\033[1;31mred\033[0m\033[6n\033[c",
		"\033]0;title\007\033[?1049h\033[5;1r\033M\033[2J\033(0lqk",
		"\033P1$tx\033\\\303\251\342\202\254\360\237\230\200\010\t") },
	{ .name = "expr", .run = run_expr, .texts = TEXTS(
		"rss > 1.5M and ends(name, '.so')", "matches(name, '^/u.*[a-z]+$')",
		"duration > 1ms or failed", "known(pss) and not shared",
		"child_of('python3') == false", "region.size + process.rss > 0",
		"name:rep(100):find('x', 1, true) ~= nil", "(" "(" "1", "a b") },
	{ .name = "config", .run = run_config, .texts = TEXTS(
		"theme = 'light'\nrefresh = 0.25\nkeys = { level = 't', "
		"quit = { 'q', 'Ctrl-C' } }\npanes = { 'default' }\n"
		"filters = { calls = 'duration > 1ms' }\n"
		"ignore = { '^__libc_start' }\nfunction mmap_filter(region) "
		"return region.size > 64*KiB end\n",
		"for i = 1, 10 do _G['x' .. i] = i end\n_x = string.rep('a', 9)"
		"\nfunction mmap_filter(r) return { offset = 1, size = 9 } end",
		"x = setmetatable({}, { __index = function(t, k) return k end })"
		"\ncolumns = { regions = { 'address' } }\nerror({})") },
	{ .name = "layout", .run = run_layout, .make = make_layouts },
	{ .name = "decoder", .run = run_script, .make = make_scripts },
	{ .name = "typed", .run = run_typed, .texts = TEXTS("  next 5",
		"n", "level watch", "track on", "catch mmap,munmap", ":q",
		"help next", "sort rss", "x\033[31m") },
	{ .name = "keys", .run = run_keys, .texts = TEXTS("q", "Ctrl-L", "PgUp",
		"F3", "Space", "\303\251", "Shift-Left", "Ctrl-") },
	{ .name = "options", .run = run_options, .make = make_options },
	{ .name = NULL },
};
