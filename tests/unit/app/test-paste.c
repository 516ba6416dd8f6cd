/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pastes, the input line that takes them, and the keys that answer a
 * question. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/input/asking.h"
#include "base/str.h"
#include "term/paste.h"
#include "ui/kit/line.h"

#define S 1000000000ull
#define MS 1000000ull

/* --- decoder -------------------------------------------------------------- */

struct fed {
	struct str text;
	int firsts, lasts, parts;
	size_t used;			/* bytes up to the end of the paste */
};

static void add_part(struct fed *f, const struct pasted *p)
{
	assert_true(p->n <= PASTE_PART);
	assert_int_equal(p->first, f->parts == 0);
	str_add(&f->text, p->bytes, p->n);
	f->firsts += p->first;
	f->lasts += p->last;
	f->parts++;
}

/* Feeds bytes as term_key() does, at most `step` at a time. */
static void feed(struct fed *f, const char *bytes, size_t n, size_t step)
{
	struct paste_decoder d;
	struct pasted part;

	*f = (struct fed){ .text = STR_INIT };
	paste_begin(&d, 0);
	while (d.on && f->used < n) {
		size_t want = paste_wants(&d);

		assert_true(want >= 1);
		want = want < step ? want : step;
		want = want < n - f->used ? want : n - f->used;
		if (paste_bytes(&d, bytes + f->used, want, 0, &part))
			add_part(f, &part);
		f->used += want;
	}
}

static void check_paste(const char *bytes, size_t n, const char *text,
			size_t len, size_t used)
{
	for (size_t step = 1; step <= PASTE_END_BYTES; step++) {
		struct fed f;

		feed(&f, bytes, n, step);
		assert_int_equal(f.lasts, 1);
		assert_int_equal(f.text.len, len);
		assert_memory_equal(f.text.data, text, len);
		assert_int_equal(f.used, used);
		str_release(&f.text);
	}
}
#define CHECK_PASTE(bytes, text) \
	check_paste(bytes, sizeof (bytes) - 1, text, sizeof (text) - 1, \
		    sizeof (bytes) - 1)

static void a_paste_ends_at_its_marker(void **state)
{
	(void)state;
	CHECK_PASTE("query\033[201~", "query");
	CHECK_PASTE("\033[201~", "");
	CHECK_PASTE("a\033b\033[A\033[20~\033[200~\033[201\033[201~",
		    "a\033b\033[A\033[20~\033[200~\033[201");
	CHECK_PASTE("\033\033\033[201~", "\033\033");
	CHECK_PASTE("\033[\033[2\033[20\033[201\033[201~",
		    "\033[\033[2\033[20\033[201");
	CHECK_PASTE("\0\377\n\r\x9b\033[201~", "\0\377\n\r\x9b");
	/* Bytes after the end marker are not read. */
	check_paste("x\033[201~qy", 9, "x", 1, 7);
}

static void a_large_paste_comes_in_parts(void **state)
{
	enum { LARGE = 1 << 20 };
	static char bytes[LARGE + PASTE_END_BYTES];
	struct fed f;

	(void)state;
	for (size_t i = 0; i < LARGE; i++)
		bytes[i] = "\033[201"[i % 5];
	memcpy(bytes + LARGE, PASTE_END, PASTE_END_BYTES);
	feed(&f, bytes, sizeof bytes, PASTE_END_BYTES);
	assert_int_equal(f.text.len, LARGE);
	assert_memory_equal(f.text.data, bytes, LARGE);
	assert_int_equal(f.firsts, 1);
	assert_int_equal(f.lasts, 1);
	assert_true(f.parts >= LARGE / PASTE_PART);
	str_release(&f.text);
}

static void unterminated_paste_ends_after_a_timeout(void **state)
{
	struct paste_decoder d = { .on = false };
	struct pasted part;

	(void)state;
	assert_false(paste_give_up(&d, 9 * S, &part));
	paste_begin(&d, 5 * S);
	assert_false(paste_bytes(&d, "ab\033[2", 5, 6 * S, &part));
	assert_false(paste_give_up(&d, 6 * S + PASTE_QUIET_NS - 1, &part));
	assert_true(d.on);
	assert_true(paste_give_up(&d, 6 * S + PASTE_QUIET_NS, &part));
	assert_true(part.first && part.last && part.n == 5);
	assert_memory_equal(part.bytes, "ab\033[2", 5);
	assert_false(d.on);
	assert_false(paste_give_up(&d, 99 * S, &part));
}

/* --- line ----------------------------------------------------------------- */

static void check_line(const char *before, const char *bytes, size_t n,
		       const char *after)
{
	const struct pasted part = { bytes, n, true, true };
	const struct pasted later = { bytes, n, false, true };
	struct line l = LINE_INIT;

	line_set(&l, before);
	assert_int_equal(line_paste(&l, &part), strcmp(before, after) ?
			 LINE_CHANGED : LINE_TAKEN);
	assert_string_equal(l.text.data, after);
	assert_int_equal(line_paste(&l, &later), LINE_TAKEN);
	assert_string_equal(l.text.data, after);
	line_release(&l);
}
#define CHECK_LINE(before, bytes, after) \
	check_line(before, bytes, sizeof (bytes) - 1, after)

static void line_drops_control_characters(void **state)
{
	static char large[PASTE_PART];
	struct line l = LINE_INIT;
	const struct pasted part = { large, sizeof large, true, false };

	(void)state;
	CHECK_LINE("", "query", "query");
	CHECK_LINE("a", "quit\ny", "aquit y");
	CHECK_LINE("", "\r\n quit\r\n\r\n", " quit");
	CHECK_LINE("", "quit\n", "quit");
	CHECK_LINE("f", "\tx", "f x");
	CHECK_LINE("", "\033[31mred\033[2J\a\x7f", "[31mred[2J");
	CHECK_LINE("", "\xc3\xa9\xff\xc3 \xc2\x9b\xe2\x80\xae!", "é !");
	CHECK_LINE("a", "\0\n", "a");
	memset(large, 'x', sizeof large);
	line_paste(&l, &part);
	assert_int_equal(l.text.len, LINE_BYTES);
	line_release(&l);
}

/* --- questions ------------------------------------------------------------ */

static void keys_typed_ahead_do_not_answer(void **state)
{
	struct asking a = { .open = false };

	(void)state;
	assert_true(asking_takes(&a, 'y', 0));
	assert_false(asking_undrawn(&a));
	asking_now(&a, true);
	/* Typed before the question is on the screen. */
	assert_false(asking_takes(&a, 'y', 9 * S));
	assert_true(asking_undrawn(&a));
	asking_drawn(&a, 10 * S);
	assert_false(asking_undrawn(&a));
	assert_false(asking_takes(&a, 'y', 10 * S + ASKING_QUIET_NS - 1));
	/* The ignored key restarted the wait. */
	assert_false(asking_takes(&a, 'y', 10 * S + ASKING_QUIET_NS));
	assert_true(asking_takes(&a, 'y', 10 * S + 2 * ASKING_QUIET_NS));
	/* Ignored keys restart the wait: "uery" arrives in one read. */
	asking_now(&a, true);
	assert_false(asking_takes(&a, 'y', 10 * S + 2 * ASKING_QUIET_NS));
	assert_false(asking_takes(&a, 'y', 10 * S + 2 * ASKING_QUIET_NS + MS));
	assert_true(asking_takes(&a, KEY_DOWN_, 11 * S));
	assert_true(asking_takes(&a, KEY_ENTER_, 11 * S));
	assert_false(asking_takes(&a, KEY_DOWN_, 11 * S));
	asking_now(&a, false);
	assert_true(asking_takes(&a, 'y', 11 * S));
}

static void every_question_starts_a_new_wait(void **state)
{
	struct asking a = { .open = false };

	(void)state;
	asking_now(&a, true);
	asking_drawn(&a, S);
	assert_true(asking_takes(&a, 'y', 2 * S));
	asking_now(&a, false);
	asking_now(&a, true);
	assert_true(asking_undrawn(&a));
	assert_false(asking_takes(&a, 'y', 9 * S));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_paste_ends_at_its_marker),
		cmocka_unit_test(a_large_paste_comes_in_parts),
		cmocka_unit_test(unterminated_paste_ends_after_a_timeout),
		cmocka_unit_test(line_drops_control_characters),
		cmocka_unit_test(keys_typed_ahead_do_not_answer),
		cmocka_unit_test(every_question_starts_a_new_wait),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
