/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary by kind: what memory is used for, in ten rows. */
#include <config.h>

#include "ui/regions_columns.h"

#include "base/fmt.h"
#include "ui/i18n.h"
#include "ui/widgets.h"

#define BAR 16

static const struct {
	const char *name;
	enum region_kind kind;		/* for its colour */
} classes[CLASSES] = {
	/* TRANSLATORS: kinds of memory; at most 12 columns each. */
	[CLASS_HEAP] = { N_("Heap"), KIND_HEAP },
	[CLASS_STACK] = { N_("Stack"), KIND_STACK },
	[CLASS_PROGRAM] = { N_("Program"), KIND_PROGRAM },
	[CLASS_LIBRARY] = { N_("Libraries"), KIND_LIBRARY },
	[CLASS_FILE] = { N_("File"), KIND_FILE },
	[CLASS_ANON] = { N_("Anonymous"), KIND_ANON },
	[CLASS_SHM] = { N_("Shared"), KIND_SYSV },
	[CLASS_RESERVED] = { N_("Reserved"), KIND_RESERVE },
	[CLASS_SPECIAL] = { N_("Special"), KIND_SPECIAL },
};

int region_kind_class(int i)
{
	return i - 1;
}

const char *region_kind_name_of(int class)
{
	return class < 0 ? _("Total") : _(classes[class].name);
}

/* KIND 12, SIZE 5, RSS 5, RSS/s 6, PSS 5, SWAP 5, MAPS 5, the bar. */
void region_kind_header(struct canvas *c, int row)
{
	int col = canvas_field(c, row, 2, 12, STYLE_DIM, _("KIND"));

	col = canvas_rfield(c, row, col + 1, 5, STYLE_DIM, _("SIZE"));
	col = canvas_rfield(c, row, col + 1, 5, STYLE_DIM, _("RSS"));
	col = canvas_rfield(c, row, col + 1, 6, STYLE_DIM, _("RSS/s"));
	col = canvas_rfield(c, row, col + 1, 5, STYLE_DIM, _("PSS"));
	col = canvas_rfield(c, row, col + 1, 5, STYLE_DIM, _("SWAP"));
	/* TRANSLATORS: a number of mappings; at most 5 columns. */
	col = canvas_rfield(c, row, col + 1, 5, STYLE_DIM, _("MAPS"));
	canvas_field(c, row, col + 2, BAR, STYLE_DIM, _("RESIDENT"));
}

void region_draw_kind(const struct region_drawing *d, int row, int i)
{
	int class = region_kind_class(i);
	const struct region_sum *sum = class < 0 ? &d->rows->total
						 : &d->rows->classes[class];
	style st = class < 0 ? STYLE_BRIGHT : kind_style(classes[class].kind);
	char buf[FMT_MAX];
	int col = canvas_field(d->c, row, 2, 12, st,
			       region_kind_name_of(class));

	size_cell(d->c, row, col + 1, 5, STYLE_TEXT, sum->size);
	if (sum->rss == EV_UNKNOWN)
		canvas_rfield(d->c, row, col + 7, 5, STYLE_DIM,
			      d->look->utf8 ? "…" : "~");
	else
		size_cell(d->c, row, col + 7, 5, STYLE_TEXT, sum->rss);
	region_rate_cell(d->c, row, col + 13, 6, sum);
	size_cell(d->c, row, col + 20, 5, STYLE_TEXT, sum->pss);
	size_cell(d->c, row, col + 26, 5, STYLE_TEXT, sum->swap);
	canvas_rfield(d->c, row, col + 32, 5, STYLE_TEXT,
		      fmt_count(buf, sum->n));
	if (d->layout->width >= col + 39 + BAR)
		share_bar(d->c, d->look, row, col + 39, BAR, sum->rss,
			  sum->size);
}
