/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings, written as lines of a configuration. */
#include <config.h>

#include "ui/pane/setup.h"

#include <string.h>

#include "ui/pane/columns.h"
#include "ui/pane/pane.h"

const char *const setup_panes[] = {
	"regions", "pages", "calls", "signals", "processes", "output", NULL,
};

static const char *const *const columns[CONFIG_TABLES] = {
	[TABLE_REGIONS] = region_column_names,
	[TABLE_PROCESSES] = task_column_names,
};

/* A list of names, `"a", "b"`, with a line break where a line is full. */
struct name_list {
	struct str *out;
	int indent, col, cols;
	bool any;
};

/* Starts a list.  If there are few columns, the lines after the first are
 * indented less. */
static struct name_list begin(struct str *out, int tab, const char *name, int indent,
			 int cols)
{
	str_addf(out, "%s%s = { ", tab ? "\t" : "", name);
	return (struct name_list){
		.out = out, .indent = cols < 60 ? 4 : indent, .cols = cols,
		.col = 8 * tab + (int)strlen(name) + 5,
	};
}

static void add(struct name_list *l, const char *name)
{
	int n = (int)strlen(name) + 4;

	if (l->any)
		str_addc(l->out, ',');
	if (l->col + n > l->cols) {
		str_addf(l->out, "\n%*s", l->indent, "");
		l->col = l->indent;
	} else if (l->any) {
		str_addc(l->out, ' ');
	}
	str_addf(l->out, "\"%s\"", name);
	l->col += n;
	l->any = true;
}

static bool shown(const struct setup *s, const char *pane)
{
	for (int i = 0; i < PANES; i++)
		if (!strcmp(pane_table[i]->name, pane))
			return !(s->hidden_panes & 1u << i);
	return false;
}

/* Appends the list of panes.  The first pane of the list has the focus at the
 * start. */
static void panes(struct str *out, const struct setup *s, int cols)
{
	const char *first = s->first >= 0 && s->first < PANES ?
			    pane_table[s->first]->name : "";
	struct name_list l = begin(out, 0, "panes", 8, cols);

	for (int other = 0; other < 2; other++)
		for (int i = 0; setup_panes[i]; i++)
			if (shown(s, setup_panes[i]) &&
			    !strcmp(first, setup_panes[i]) == !other)
				add(&l, setup_panes[i]);
	str_adds(out, " }\n");
}

static void table(struct str *out, const struct setup *s, const char *name,
		  enum config_table t, int cols)
{
	struct name_list l = begin(out, 1, name, 16, cols);

	for (int i = 0; columns[t][i]; i++)
		if (!(s->hidden_columns[t] & 1u << i))
			add(&l, columns[t][i]);
	str_adds(out, " },\n");
}

/* Appends the period in seconds, "0.25", exact to a millisecond, which is a
 * tenth of the minimum. */
static void refresh(struct str *out, uint64_t ns)
{
	uint64_t ms = ns / 1000000;
	unsigned part = (unsigned)(ms % 1000);

	str_addf(out, "refresh = %llu", (unsigned long long)(ms / 1000));
	if (part) {
		int digits = 3;

		while (part % 10 == 0) {
			part /= 10;
			digits--;
		}
		str_addf(out, ".%0*u", digits, part);
	}
	str_addc(out, '\n');
}

void setup_line(struct str *out, const struct setup *s, enum setup_key key,
		int cols)
{
	switch (key) {
	case SETUP_THEME:
		str_addf(out, "theme = \"%s\"\n", theme_names[s->theme]);
		break;
	case SETUP_REFRESH:
		refresh(out, s->refresh_ns);
		break;
	case SETUP_ASCII:
		str_addf(out, "ascii = %s\n", s->ascii ? "true" : "false");
		break;
	case SETUP_MOUSE:
		str_addf(out, "mouse = %s\n", s->mouse ? "true" : "false");
		break;
	case SETUP_PANES:
		panes(out, s, cols);
		break;
	case SETUP_COLUMNS:
		str_adds(out, "columns = {\n");
		table(out, s, "regions", TABLE_REGIONS, cols);
		table(out, s, "processes", TABLE_PROCESSES, cols);
		str_adds(out, "}\n");
		break;
	case SETUP_KEYS:
		break;
	}
}

uint64_t setup_refresh(const struct setup *s)
{
	return s ? s->refresh_ns : SETUP_REFRESH_NS;
}

void setup_default(struct setup *s)
{
	*s = (struct setup){
		.theme = THEME_DEFAULT, .mouse = true,
		.refresh_ns = SETUP_REFRESH_NS, .first = PANE_REGIONS,
	};
}

void setup_lines(struct str *out, const struct setup *s, int cols)
{
	struct str line = STR_INIT, usual = STR_INIT;
	struct setup without;

	setup_default(&without);
	for (int key = 0; key < SETUP_KEYS; key++) {
		str_clear(&line);
		str_clear(&usual);
		setup_line(&line, s, (enum setup_key)key, cols);
		setup_line(&usual, &without, (enum setup_key)key, cols);
		if (strcmp(line.data, usual.data) != 0)
			str_adds(out, line.data);
	}
	str_release(&line);
	str_release(&usual);
}
