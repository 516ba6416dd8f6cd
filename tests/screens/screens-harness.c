/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "screens-harness.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "model/model.h"
#include "../support/evtext.h"
#include "../support/golden.h"
#include "term/canvas_text.h"

static size_t number, failures;

void golden_plan(size_t n)
{
	/* The C library's character widths need a UTF-8 locale. */
	setlocale(LC_ALL, "");
	if (!strstr(setlocale(LC_CTYPE, NULL), "UTF-8"))
		setlocale(LC_CTYPE, "C.UTF-8");
	printf("1..%zu\n", n);
}

int golden_done(void)
{
	return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

void golden_ok(bool ok, const char *name)
{
	printf("%sok %zu - %s\n", ok ? "" : "not ", ++number, name);
	fflush(stdout);
	if (!ok)
		failures++;
}

void golden_check(const char *name, const struct canvas *c)
{
	struct str path = STR_INIT, have = STR_INIT;

	canvas_text(&have, c);
	str_addf(&have, "cursor %d,%d%s\n", c->cursor_row, c->cursor_col,
		 c->cursor_visible ? " visible" : "");
	canvas_styles(&have, c);
	str_addf(&path, "tests/screens/golden/%s.txt", name);
	golden_ok(golden_same(path.data, have.data, have.len), name);
	str_release(&path);
	str_release(&have);
}

static void draw(const struct pane_case *pc, struct pane *pane,
		 struct view *view, struct canvas *c)
{
	canvas_clear(c);
	if (pc->rect.rows)
		canvas_clip(c, pc->rect);
	pane_draw(pane, view, c, !pc->away);
}

static void run(const struct pane_case *pc)
{
	struct model *m = model_new();
	struct canvas c;
	struct view view = {
		.look = { .utf8 = !pc->ascii,
			  .colors = pc->colors < 0 ? 0
				    : pc->colors   ? pc->colors
						   : 256 },
		.pid = pc->pid,
		.tid = pc->tid,
		.region = pc->region,
		.focus = pc->away ? PANES : pc->pane->id,
		.model = m,
		.help_pane = PANE_REGIONS,
	};
	struct pane pane = { .ops = pc->pane, .state = pc->pane->new_state() };

	if (pc->events)
		evtext_load(pc->events, model_event_fn, m);
	if (pc->more)
		evtext_text(pc->more, model_event_fn, m);
	if (pc->region && view_process(&view))
		view.region_generation = view_process(&view)->space.generation;
	if (pc->prepare)
		pc->prepare(&view);
	canvas_init(&c, pc->rows, pc->cols);
	draw(pc, &pane, &view, &c);
	for (const enum cmd *cmd = pc->commands; cmd && *cmd; cmd++) {
		if (*cmd < DO_SCROLL_LEFT || *cmd > DO_SCROLL_HOME)
			pc->pane->command(pane.state, &view, *cmd);
		else
			pane_shift(&pane, *cmd);
		draw(pc, &pane, &view, &c);
	}
	if (pc->later) {
		evtext_text(pc->later, model_event_fn, m);
		draw(pc, &pane, &view, &c);
	}
	golden_check(pc->name, &c);
	canvas_release(&c);
	pc->pane->free_state(pane.state);
	model_free(m);
}

int pane_cases_run(const struct pane_case *cases, size_t n)
{
	golden_plan(n);
	for (size_t i = 0; i < n; i++)
		run(&cases[i]);
	return golden_done();
}
