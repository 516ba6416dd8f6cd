/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pane/filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "base/fmt.h"
#include "base/text.h"
#include "event/call.h"
#include "event/names.h"
#include "ui/kit/i18n.h"
#include "ui/pane/pane.h"
#include "ui/pane/rule_words.h"

#define TEXT_COLS 40

void filter_init(struct filter *f, int over)
{
	*f = (struct filter){ .over = over, .text = STR_INIT };
}

void filter_drop(struct filter *f)
{
	expr_free(f->expr);
	str_release(&f->text);
}

bool filter_on(const struct filter *f)
{
	return f && f->text.len;
}

bool filter_set(struct filter *f, const char *text)
{
	struct expr *x = NULL;

	f->error.fault = RULE_OK;
	if (!strcmp(f->text.data, text))
		return true;
	if (f->over < OVERS && !expr_is_plain(text)) {
		x = expr_new((enum rule_over)f->over, text, &f->error);
		if (!x)
			return false;
	}
	expr_free(f->expr);
	f->expr = x;
	str_clear(&f->text);
	str_adds(&f->text, text);
	f->row_error.fault = RULE_OK;
	f->changes++;
	return true;
}

void filter_begin(struct filter *f, const struct model *m)
{
	f->model = m;
	f->space = NULL;
	if (f->expr)
		expr_begin(f->expr);
}

void filter_end(struct filter *f)
{
	if (f->expr)
		f->row_error = *expr_error(f->expr);
}

/* --- rows ------------------------------------------------------------------------ */

static bool has(const struct filter *f, const char *bytes, size_t n)
{
	struct str safe = STR_INIT;
	bool found;

	text_safe(&safe, bytes, n, f->ascii);
	found = text_contains(safe.data, f->text.data);
	str_release(&safe);
	return found;
}

static bool has_text(const struct filter *f, const char *s)
{
	return s && has(f, s, strlen(s));
}

bool filter_region(struct filter *f, const struct process *p,
		   const struct region *r)
{
	const struct rule_row row = { .model = f->model, .process = p,
				      .region = r };

	if (f->expr)
		return expr_matches(f->expr, &row);
	if (f->space != &p->space) {
		find_init(&f->find, &p->space, f->text.data, f->ascii);
		f->space = &p->space;
	}
	return find_matches(&f->find, r);
}

bool filter_process(struct filter *f, const struct process *p)
{
	const struct rule_row row = { .model = f->model, .process = p };
	char pid[16];

	if (f->expr)
		return expr_matches(f->expr, &row);
	snprintf(pid, sizeof pid, "%d", (int)p->pid);
	return has_text(f, p->comm) || has_text(f, p->exe) ||
	       has_text(f, p->argv) || !strcmp(pid, f->text.data);
}

/* Returns the process of a row, or a placeholder if the model no longer has the
 * process. */
static const struct process *process_of(const struct filter *f, pid_t pid)
{
	static const struct process unknown = { .status = -1, .signal = -1 };
	const struct process *p = model_process(f->model, pid);

	return p ? p : &unknown;
}

bool filter_call(struct filter *f, const struct call_row *c)
{
	const struct rule_row row = {
		.model = f->model, .call = c, .process = process_of(f, c->pid),
	};
	struct str text = STR_INIT;
	bool found;

	if (f->expr)
		return expr_matches(f->expr, &row);
	call_text(&text, &c->call, false);
	found = has(f, text.data, text.len);
	str_release(&text);
	return found;
}

bool filter_signal(struct filter *f, const struct signal_row *s)
{
	const struct rule_row row = {
		.model = f->model, .signal = s,
		.process = process_of(f, s->pid),
	};
	char name[16];

	if (f->expr)
		return expr_matches(f->expr, &row);
	return has_text(f, signal_name(s->signal.signal, name)) ||
	       has_text(f, signal_code_name(s->signal.signal,
					    s->signal.code)) ||
	       has_text(f, s->sender_comm) ||
	       has(f, s->signal.region_name.data, s->signal.region_name.len);
}

bool filter_site(struct filter *f, const struct process *p,
		 const struct heap_site *s)
{
	const struct rule_row row = { .model = f->model, .process = p,
				      .site = s };
	char caller[FMT_MAX];

	if (f->expr)
		return expr_matches(f->expr, &row);
	return has_text(f, s->library->text) || has_text(f, s->symbol->text) ||
	       has_text(f, fmt_addr(caller, s->caller));
}

bool filter_text(const struct filter *f, const char *line)
{
	return text_contains(line, f->text.data);
}

/* --- text ----------------------------------------------------------------- */

void filter_title(struct str *out, size_t shown, size_t all)
{
	char a[FMT_MAX], b[FMT_MAX];

	/* TRANSLATORS: in a title: 12 rows of 61 are shown. */
	str_addf(out, _("filtered: %s of %s"), fmt_grouped(a, shown),
		 fmt_grouped(b, all));
}

void filter_empty(struct str *out, const struct filter *f, const char *key)
{
	struct str safe = STR_INIT, cut = STR_INIT, why = STR_INIT;

	text_safe(&safe, f->text.data, f->text.len, f->ascii);
	text_cut(&cut, safe.data, TEXT_COLS, CUT_END, f->ascii);
	if (f->row_error.fault) {
		rule_words(&why, &f->row_error, f->ascii);
		/* TRANSLATORS: the text of a filter, its error, and the key
		 * that removes it. */
		str_addf(out, _("Nothing matches %s (%s)   %s clears it."),
			 cut.data, why.data, key);
	} else {
		str_addf(out, _("Nothing matches %s   %s clears it."),
			 cut.data, key);
	}
	str_release(&why);
	str_release(&cut);
	str_release(&safe);
}

/* --- sorts ---------------------------------------------------------------- */

/* True if the user typed the head of the column as the screen shows it. */
static bool is_head(const struct table_column *column, const char *word)
{
	return *column->head && (!strcasecmp(column->head, word) ||
				 !strcasecmp(_(column->head), word));
}

/* Returns the sort of a name or of a column's head; -1 if there is none. */
static int sort_named(const struct pane_ops *ops, const char *word)
{
	for (int i = 0; ops->sorts[i]; i++)
		if (!strcmp(ops->sorts[i], word))
			return i;
	for (const struct terms_part *const *p = ops->terms; *p; p++)
		for (size_t i = 0; (*p)->columns && i < (*p)->n; i++)
			if ((*p)->columns[i].sort &&
			    is_head(&(*p)->columns[i], word))
				return (*p)->columns[i].sort - 1;
	return -1;
}

static void cannot_sort(struct str *out, const char *args,
			const struct pane_ops *ops, bool ascii)
{
	struct str safe = STR_INIT, all = STR_INIT;

	for (int i = 0; ops->sorts[i]; i++)
		str_addf(&all, "%s%s", i ? ", " : "", ops->sorts[i]);
	text_safe(&safe, args, strlen(args), ascii);
	/* TRANSLATORS: "reverse" is a word of the command: do not translate
	 * it. */
	str_addf(out, _("Cannot sort by \"%s\". Columns: %s. Add \"reverse\" "
			"to reverse."), safe.data, all.data);
	str_release(&safe);
	str_release(&all);
}

bool sort_parse(struct sort *out, const char *args, const struct pane_ops *ops,
		bool ascii, struct str *wrong)
{
	size_t n = strcspn(args, " ");
	const char *behind = args + n + strspn(args + n, " ");
	char *word = xstrndup(args, n);
	int column = sort_named(ops, word);

	free(word);
	if (column < 0 || (*behind && strcmp(behind, "reverse") != 0)) {
		cannot_sort(wrong, args, ops, ascii);
		return false;
	}
	*out = (struct sort){ column, *behind != '\0' };
	return true;
}
