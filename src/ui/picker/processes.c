/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/picker/processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ui/picker/order.h"

void picks_init(struct picks *p, bool ascii)
{
	*p = (struct picks){ .ascii = ascii, .find = STR_INIT, .tree = true };
}

static void pick_drop(struct pick *k)
{
	free(k->command);
}

void picks_release(struct picks *p)
{
	for (size_t i = 0; i < p->all.n; i++)
		pick_drop(&p->all.v[i]);
	vec_release(&p->all);
	vec_release(&p->rows);
	str_release(&p->find);
}

/* --- lookup --------------------------------------------------------------- */

static size_t place_of(const struct picks *p, pid_t pid)
{
	return vec_lower(&p->all, k, k->p.pid < pid);
}

const struct pick *picks_at(const struct picks *p, pid_t pid)
{
	size_t i = place_of(p, pid);

	return i < p->all.n && p->all.v[i].p.pid == pid ? &p->all.v[i] : NULL;
}

static struct pick *own_at(struct picks *p, pid_t pid, uint64_t start)
{
	struct pick *k = (struct pick *)picks_at(p, pid);

	return k && k->p.start == start ? k : NULL;
}

const struct pick *picks_selected(const struct picks *p)
{
	const struct pick *k = p->pid ? picks_at(p, p->pid) : NULL;

	return k && k->p.start == p->start ? k : NULL;
}

long picks_row(const struct picks *p)
{
	for (size_t i = 0; p->pid && i < p->rows.n; i++)
		if (p->rows.v[i].pid == p->pid)
			return (long)i;
	return -1;
}

static void select_pick(struct picks *p, const struct pick *k)
{
	p->pid = k ? k->p.pid : 0;
	p->start = k ? k->p.start : 0;
}

void picks_select(struct picks *p, long row)
{
	if (row < 0 || (size_t)row >= p->rows.n)
		return;
	select_pick(p, picks_at(p, p->rows.v[row].pid));
	p->chosen = true;
}

size_t picks_children(const struct picks *p, const struct pick *of,
		      const struct pick **first)
{
	size_t n = 0;

	*first = NULL;
	for (size_t i = 0; i < p->all.n; i++) {
		const struct pick *k = &p->all.v[i];

		if (k->p.ppid != of->p.pid || k == of)
			continue;
		if (!n++)
			*first = k;
	}
	return n;
}

/* --- messages ------------------------------------------------------------- */

/* Uses comm as the name of a process without a known command line. */
static void name_alone(struct picks *p, struct pick *k)
{
	struct str s = STR_INIT;

	if (k->p.kthread)
		str_addc(&s, '[');
	text_safe(&s, k->p.comm, strlen(k->p.comm), p->ascii);
	if (k->p.kthread)
		str_addc(&s, ']');
	free(k->command);
	k->command = str_take(&s);
	k->told = false;
}

static struct pick *make(struct picks *p, const struct listed *row)
{
	size_t i = place_of(p, row->pid);
	struct pick *k;

	if (i < p->all.n && p->all.v[i].p.pid == row->pid) {
		k = &p->all.v[i];
		if (k->p.start == row->start)
			return k;
		pick_drop(k);		/* the pid now belongs to another
					 * process */
	} else {
		k = vec_insert(&p->all, i);
	}
	*k = (struct pick){ .p = *row, .order = ++p->orders };
	name_alone(p, k);
	p->stale = true;
	return k;
}

static void take_row(struct picks *p, const struct listed *row,
		     uint64_t now_ns)
{
	struct pick *k = make(p, row);
	bool renamed = strcmp(k->p.comm, row->comm) != 0;

	p->stale |= k->p.ppid != row->ppid || k->p.uid != row->uid;
	k->p = *row;
	k->walk = p->walk;
	if (renamed) {
		name_alone(p, k);
		p->stale = true;
	}
	if (row->rss != EV_UNKNOWN)
		rate_add(&k->rss_rate, now_ns, row->rss);
}

static void take_command(struct picks *p, const struct listed_message *m)
{
	struct pick *k = own_at(p, m->u.command.pid, m->u.command.start);
	size_t n = m->u.command.n < LISTED_COMMAND_MAX ? m->u.command.n
						       : LISTED_COMMAND_MAX;
	struct str s = STR_INIT;

	if (!k)
		return;
	text_safe(&s, m->u.command.text, n, p->ascii);
	free(k->command);
	k->command = str_take(&s);
	k->told = true;
	/* The command line may match the search. */
	p->stale |= p->find.len > 0;
}

static void take_more(struct picks *p, const struct listed_more *more)
{
	struct pick *k = own_at(p, more->pid, more->start);

	if (k)
		k->more = *more;
}

/* Removes the processes that the last scan did not find.  Returns true if the
 * selected process was among them. */
static bool forget(struct picks *p, char **gone)
{
	size_t n = 0;
	bool selected = false;

	for (size_t i = 0; i < p->all.n; i++) {
		struct pick *k = &p->all.v[i];

		if (k->walk == p->walk) {
			p->all.v[n++] = *k;
			continue;
		}
		p->stale = true;
		if (p->chosen && k->p.pid == p->pid &&
		    k->p.start == p->start) {
			*gone = k->command;
			k->command = NULL;
			selected = true;
		}
		pick_drop(k);
	}
	p->all.n = n;
	return selected;
}

bool picks_take(struct picks *p, const struct listed_message *m,
		uint64_t now_ns, char **gone)
{
	bool was_selected = false;

	switch (m->kind) {
	case LISTED_ROW:
		take_row(p, &m->u.row, now_ns);
		break;
	case LISTED_COMMAND:
		take_command(p, m);
		break;
	case LISTED_MORE:
		take_more(p, &m->u.more);
		break;
	case LISTED_END:
		was_selected = forget(p, gone);
		p->walk++;
		p->hidden = m->u.end.hidden;
		p->unsorted |= !p->walked;
		p->walked = true;
		break;
	}
	return was_selected;
}

/* --- settings ------------------------------------------------------------- */

void picks_find(struct picks *p, const char *text)
{
	str_clear(&p->find);
	str_adds(&p->find, text);
	p->stale = p->unsorted = p->sought = true;
}

void picks_user(struct picks *p, uid_t uid)
{
	p->by_user = true;
	p->uid = uid;
	p->stale = p->sought = true;
}

void picks_all_users(struct picks *p)
{
	p->by_user = false;
	p->stale = true;
}

void picks_tree(struct picks *p, bool tree)
{
	p->tree = tree;
	p->stale = p->unsorted = true;
}

void picks_sort(struct picks *p, enum pick_sort by, bool reverse)
{
	p->sort = by;
	p->reverse = reverse;
	p->stale = p->unsorted = true;
}

/* --- rows ----------------------------------------------------------------- */

static bool matches(const struct picks *p, const struct pick *k)
{
	char pid[16];

	if (p->by_user && k->p.uid != p->uid)
		return false;
	if (!p->find.len)
		return true;
	snprintf(pid, sizeof pid, "%d", (int)k->p.pid);
	return !strncmp(pid, p->find.data, p->find.len) ||
	       text_contains(k->command, p->find.data) ||
	       (k->told && text_contains(k->p.comm, p->find.data));
}

/* Selects the first match, until the user has chosen a row, which may also be
 * an ancestor of a match.  If the process that the user chose has exited,
 * selects the nearest row. */
static void settle_selection(struct picks *p, long was)
{
	long row = picks_row(p), n = (long)p->rows.n;
	bool gone = !picks_selected(p);

	if (p->chosen && !gone && row >= 0 &&
	    (p->rows.v[row].match || !p->sought))
		return;
	if (p->chosen && gone && was >= 0 && n) {
		row = was < n ? was : n - 1;
	} else {
		p->chosen = false;
		for (row = 0; row < n && !p->rows.v[row].match; row++)
			;
	}
	select_pick(p, row < n ? picks_at(p, p->rows.v[row].pid) : NULL);
}

void picks_update(struct picks *p)
{
	long was = picks_row(p);

	/* The rows are up to date.  Until the first scan is complete, they are
	 * sorted again each time. */
	if (!p->stale && p->walked && !p->unsorted)
		return;
	p->matches = 0;
	for (size_t i = 0; i < p->all.n; i++) {
		struct pick *k = &p->all.v[i];

		k->match = matches(p, k);
		p->matches += k->match;
	}
	if (p->unsorted || !p->walked)
		picks_order(p);
	picks_make_rows(p);
	p->stale = p->unsorted = false;
	settle_selection(p, was);
	p->sought = false;
}
