/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The help explains each column, sign and colour of each pane. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <string.h>

#include "ui/kit/terms.h"
#include "ui/kit/widgets.h"
#include "ui/pages/paint.h"
#include "ui/pane/pane.h"

static void check_term(const char *pane, const struct term *t)
{
	size_t n = t->help ? strlen(t->help) : 0;

	if (n < 2 || t->help[n - 1] != '.')
		fail_msg("%s: \"%s\" has no sentence", pane,
			 t->sign ? t->sign : "a page state");
}

static void each_term_has_a_sentence(void **state)
{
	(void)state;
	for (int id = 0; id < PANES; id++) {
		const struct pane_ops *ops = pane_table[id];
		size_t n = 0;

		if (id == PANE_HELP)
			continue;
		if (!ops->terms)
			fail_msg("%s: no help about its contents", ops->name);
		for (size_t p = 0; ops->terms[p]; p++)
			for (size_t i = 0; i < ops->terms[p]->n; i++, n++) {
				struct term t = terms_at(ops->terms[p], i);

				if (!t.sign || *t.sign)
					check_term(ops->name, &t);
			}
		assert_true(n > 0);
	}
}

static bool has_style(enum pane_id id, style st)
{
	for (size_t p = 0; pane_table[id]->terms[p]; p++)
		for (size_t i = 0; i < pane_table[id]->terms[p]->n; i++)
			if (terms_at(pane_table[id]->terms[p], i).st == st)
				return true;
	return false;
}

static void each_colour_of_a_region_is_explained(void **state)
{
	(void)state;
	for (int kind = 0; kind < KINDS; kind++)
		if (!has_style(PANE_REGIONS, kind_style((enum region_kind)kind)))
			fail_msg("kind %d has no colour in the help", kind);
}

/* The steps of the ramp between the first and the last need no line. */
static bool is_step(enum style_role role)
{
	return role > STYLE_PG_1 && role < STYLE_PG_6;
}

static void each_paint_and_sign_of_pages_is_explained(void **state)
{
	(void)state;
	for (int p = 0; p < PAINTS; p++)
		for (const struct paint_sign *s = pages_paints[p].signs;
		     s->words; s++)
			if (!is_step(s->role) && !has_style(PANE_PAGES, s->role))
				fail_msg("%s: no line in the help", s->words);
	assert_true(has_style(PANE_PAGES, STYLE_PG_ABSENT));
	assert_true(has_style(PANE_PAGES, STYLE_PG_NEW));
	assert_true(has_style(PANE_PAGES, STYLE_PG_GONE));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_term_has_a_sentence),
		cmocka_unit_test(each_colour_of_a_region_is_explained),
		cmocka_unit_test(each_paint_and_sign_of_pages_is_explained),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
