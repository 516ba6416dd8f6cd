/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/setup/rows.h"

#include <string.h>

#include "ui/kit/i18n.h"
#include "ui/pane/columns.h"
#include "ui/pane/pane.h"

#define MS 1000000ull

static const uint64_t periods[] = {
	100 * MS, 250 * MS, 500 * MS, 1000 * MS, 2000 * MS, 5000 * MS,
	10000 * MS,
};
#define PERIODS ((int)(sizeof periods / sizeof *periods))

static void push(struct setup_rows *r, struct setup_row row)
{
	if (r->n < (long)(sizeof r->v / sizeof *r->v))
		r->v[r->n++] = row;
}

static void head(struct setup_rows *r, const char *text)
{
	push(r, (struct setup_row){ .kind = ROW_HEAD, .head = text });
}

static void table(struct setup_rows *r, enum config_table t,
		  const char *const *names, int from)
{
	for (int i = from; names[i]; i++)
		push(r, (struct setup_row){ .kind = ROW_COLUMN, .table = t,
					    .i = i });
}

void setup_rows_make(struct setup_rows *r, const struct setup *s)
{
	r->n = 0;
	head(r, _("SCREEN"));
	for (int key = SETUP_THEME; key <= SETUP_MOUSE; key++)
		push(r, (struct setup_row){ .kind = ROW_KEY,
					    .key = (enum setup_key)key });
	head(r, _("PANES"));
	for (int i = 0; setup_panes[i]; i++)
		push(r, (struct setup_row){ .kind = ROW_PANE, .i = i });
	head(r, _("COLUMNS OF REGIONS"));
	/* Skip the column ADDRESS, which is always shown. */
	table(r, TABLE_REGIONS, region_column_names, COL_ADDRESS + 1);
	head(r, _("COLUMNS OF PROCESSES"));
	table(r, TABLE_PROCESSES, task_column_names, 0);
	head(r, _("SAVE"));
	if (s->file)
		push(r, (struct setup_row){ .kind = ROW_WRITE });
	push(r, (struct setup_row){ .kind = ROW_SHOW });
}

static enum pane_id pane_of(const char *name)
{
	for (int i = 0; i < PANES; i++)
		if (!strcmp(pane_table[i]->name, name))
			return (enum pane_id)i;
	return PANES;
}

const char *setup_row_word(const struct setup_row *row)
{
	switch (row->kind) {
	case ROW_PANE: return setup_panes[row->i];
	case ROW_COLUMN: return row->table == TABLE_REGIONS ?
		region_column_names[row->i] : task_column_names[row->i];
	default: return "";
	}
}

uint32_t *setup_row_hidden(struct setup *s, const struct setup_row *row,
			   uint32_t *bit)
{
	if (row->kind == ROW_PANE) {
		*bit = 1u << pane_of(setup_panes[row->i]);
		return &s->hidden_panes;
	}
	*bit = 1u << row->i;
	return row->kind == ROW_COLUMN ? &s->hidden_columns[row->table] : NULL;
}

long setup_rows_to(const struct setup_rows *rows, long to, long from)
{
	int by = to < from ? -1 : 1;

	if (to == 0)
		by = 1;
	while (to > 0 && to < rows->n && rows->v[to].kind == ROW_HEAD)
		to += by;
	if (to == 0)
		to = 1;
	return to < rows->n ? to : rows->n - 1;
}

/* --- changes ------------------------------------------------------------- */

static int next_in(int i, int by, int n)
{
	return (i + by + n) % n;
}

/* Returns the next period that is longer than ns (by 1) or shorter (by -1); the
 * last such period if there is none. */
static uint64_t other_period(uint64_t ns, int by)
{
	int i = by > 0 ? 0 : PERIODS - 1;

	while (by > 0 ? i < PERIODS - 1 && periods[i] <= ns
		      : i > 0 && periods[i] >= ns)
		i += by;
	return periods[i];
}

static void change_key(struct setup *s, enum setup_key key, int by)
{
	switch (key) {
	case SETUP_THEME:
		s->theme = (enum theme)next_in((int)s->theme, by, THEMES);
		break;
	case SETUP_REFRESH:
		s->refresh_ns = other_period(s->refresh_ns, by);
		break;
	case SETUP_ASCII:
		s->ascii = !s->ascii;
		break;
	case SETUP_MOUSE:
		s->mouse = !s->mouse;
		break;
	default:
		break;
	}
}

/* True if all other panes are hidden: at least one pane must stay visible. */
static bool is_last(const struct setup *s, uint32_t bit)
{
	uint32_t all = 0;

	for (int i = 0; setup_panes[i]; i++)
		all |= 1u << pane_of(setup_panes[i]);
	return (s->hidden_panes | bit) == all;
}

void setup_row_change(struct setup *s, const struct setup_row *row, int by)
{
	uint32_t bit, *hidden;

	switch (row->kind) {
	case ROW_HEAD:
	case ROW_SHOW:
		break;
	case ROW_KEY:
		change_key(s, row->key, by);
		break;
	case ROW_WRITE:
		s->write = true;
		break;
	default:
		hidden = setup_row_hidden(s, row, &bit);
		if (row->kind == ROW_PANE && !(*hidden & bit) &&
		    is_last(s, bit))
			break;
		*hidden ^= bit;
		if (row->kind == ROW_PANE && s->hidden_panes & 1u << s->first)
			s->first = (int)pane_of(setup_panes[0]);
	}
}
