/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/list/list_private.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/loop.h"
#include "sys/proc/root.h"
#include "sys/reader/process.h"

#define MS 1000000ull
/* The shortest time between two walks.  Walks take at most 1/WALK_SHARE of the
 * time. */
#define WALK_NS (2000 * MS)
#define WALK_SHARE 10

static int by_pid(const void *a, const void *b)
{
	pid_t x = *(const pid_t *)a, y = *(const pid_t *)b;

	return (x > y) - (x < y);
}

/* --- known processes ------------------------------------------------------ */

struct listed_process *lister_known(struct lister *l, pid_t pid)
{
	size_t i = vec_lower(&l->known, k, k->pid < pid);

	return i < l->known.n && l->known.v[i].pid == pid ? &l->known.v[i]
							  : NULL;
}

static struct listed_process *make_known(struct lister *l, pid_t pid,
					 uint64_t start)
{
	size_t i = vec_lower(&l->known, k, k->pid < pid);
	struct listed_process *k;

	if (i == l->known.n || l->known.v[i].pid != pid)
		k = vec_insert(&l->known, i);
	else if (l->known.v[i].start == start)
		return &l->known.v[i];
	else
		k = &l->known.v[i];
	*k = (struct listed_process){ .pid = pid, .start = start };
	return k;
}

static void forget_gone(struct lister *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->known.n; i++)
		if (l->known.v[i].walk == l->walk)
			l->known.v[n++] = l->known.v[i];
	l->known.n = n;
}

/* Returns the name of a user.  Queries each user only once, since a name
 * service can be slow. */
static const char *user_name(struct lister *l, uid_t uid)
{
	const struct passwd *pw;
	struct user *u;

	for (size_t i = 0; i < l->users.n; i++)
		if (l->users.v[i].uid == uid)
			return l->users.v[i].name;
	pw = getpwuid(uid);
	u = vec_push(&l->users);
	*u = (struct user){ .uid = uid };
	if (pw && pw->pw_name)
		snprintf(u->name, sizeof u->name, "%s", pw->pw_name);
	else
		snprintf(u->name, sizeof u->name, "%lu", (unsigned long)uid);
	return u->name;
}

/* --- rows ----------------------------------------------------------------- */

static void emit_row(struct lister *l, const struct proclist_row *r)
{
	struct listed_message m = { .kind = LISTED_ROW };
	struct listed *row = &m.u.row;

	*row = (struct listed){
		.pid = r->pid, .ppid = r->ppid, .start = r->start,
		.uid = r->uid, .state = r->state, .kthread = r->kthread,
		.threads = r->threads, .rss = r->rss, .swap = r->swap,
	};
	row->began_ns = r->start / l->hertz * 1000000000ull +
			r->start % l->hertz * 1000000000ull / l->hertz;
	memcpy(row->comm, r->comm, sizeof row->comm);
	snprintf(row->user, sizeof row->user, "%s", user_name(l, r->uid));
	l->o.emit(l->o.arg, &m);
}

/* Emits the command line of a process.  Spaces replace NUL bytes; those at the
 * end are dropped. */
static void emit_command(struct lister *l, struct listed_process *k)
{
	struct listed_message m = { .kind = LISTED_COMMAND };
	long n = reader_read(l->o.reader, k->pid, "cmdline", 0,
			     m.u.command.text, sizeof m.u.command.text);

	k->command = true;
	if (n <= 0)
		return;
	while (n > 0 && !m.u.command.text[n - 1])
		n--;
	for (long i = 0; i < n; i++)
		if (!m.u.command.text[i])
			m.u.command.text[i] = ' ';
	m.u.command.pid = k->pid;
	m.u.command.start = k->start;
	m.u.command.n = (uint64_t)n;
	l->o.emit(l->o.arg, &m);
}

/* Stores and emits a row.  If the process has a new name, reads the command
 * line again. */
static void take_row(struct lister *l, const struct proclist_row *r)
{
	struct listed_process *k = make_known(l, r->pid, r->start);

	emit_row(l, r);
	if (strcmp(k->comm, r->comm) != 0) {
		memcpy(k->comm, r->comm, sizeof k->comm);
		k->command = r->kthread;
	}
	if (k->uid != r->uid) {
		k->uid = r->uid;
		k->asked = false;
	}
	k->walk = l->walk;
	k->rss = r->rss;
	k->swap = r->swap;
	k->kthread = r->kthread;
	k->no_memory = r->rss == PROCPS_UNKNOWN;
	if (!k->command)
		emit_command(l, k);
}

void lister_rows(struct lister *l, const pid_t *pids, size_t n)
{
	struct proclist_row rows[PROCLIST_MAX];
	size_t got = proclist_read(l->rows, pids, n, rows);

	for (size_t i = 0; i < got; i++)
		take_row(l, &rows[i]);
}

/* --- a walk --------------------------------------------------------------- */

static int list_one(void *arg, pid_t pid)
{
	struct lister *l = arg;

	/* Omit the lister's own process and its reader. */
	if (pid != getpid() && pid != reader_pid(l->o.reader))
		*vec_push(&l->pids) = pid;
	return 0;
}

static bool is_hidden(const struct lister *l)
{
	struct str text = STR_INIT;
	int r = procroot_readf(l->o.proc, &text, 64, "1/stat");

	str_release(&text);
	return r < 0;
}

static void walk_begin(struct lister *l)
{
	l->walking = true;
	l->walk++;
	l->walk_ns = 0;
	l->at = 0;
	vec_clear(&l->pids);
	if (procroot_each_pid(l->o.proc, ".", list_one, l) < 0)
		vec_clear(&l->pids);
	if (l->pids.n)
		qsort(l->pids.v, l->pids.n, sizeof *l->pids.v, by_pid);
}

static void walk_end(struct lister *l)
{
	struct listed_message m = { .kind = LISTED_END };
	uint64_t rest = l->walk_ns * (WALK_SHARE - 1);

	l->walking = false;
	l->walk_due = clock_ns() + (rest > WALK_NS ? rest : WALK_NS);
	forget_gone(l);
	m.u.end.hidden = is_hidden(l);
	l->o.emit(l->o.arg, &m);
}

static void walk_work(struct lister *l)
{
	uint64_t begin = clock_ns();
	size_t n;

	if (!l->walking)
		walk_begin(l);
	n = l->pids.n - l->at;
	if (n > PROCLIST_MAX)
		n = PROCLIST_MAX;
	/* If reads of some processes hang the reader process, read one process
	 * at a time, so that a request waits for only one such read. */
	if (n && reader_hung(l->o.reader))
		n = 1;
	lister_rows(l, l->pids.v + l->at, n);
	l->at += n;
	l->walk_ns += clock_ns() - begin;
	if (l->at == l->pids.n)
		walk_end(l);
}

/* --- the lister ----------------------------------------------------------- */

struct lister *lister_new(const struct lister_options *o)
{
	struct lister *l = xcalloc(1, sizeof *l);
	long hertz = sysconf(_SC_CLK_TCK);

	l->o = *o;
	l->hertz = hertz > 0 ? (uint64_t)hertz : 100;
	l->rows = proclist_new(o->proc);
	l->cgroups = cgroups_new(o->proc);
	l->perf = o->no_perf ? WHY_OPTION :
			       perf_ask(&l->perf_value, &(int){ 0 });
	return l;
}

void lister_free(struct lister *l)
{
	if (!l)
		return;
	proclist_free(l->rows);
	cgroups_free(l->cgroups);
	vec_release(&l->pids);
	vec_release(&l->known);
	vec_release(&l->users);
	vec_release(&l->watched);
	free(l);
}

void lister_watch(struct lister *l, const pid_t *pids, size_t n,
		  pid_t selected)
{
	vec_clear(&l->watched);
	for (size_t i = 0; i < n && i < LISTER_WATCHED; i++)
		*vec_push(&l->watched) = pids[i];
	l->selected = selected;
	l->look_due = 0;
}

uint64_t lister_work(struct lister *l, uint64_t budget_ns)
{
	uint64_t until = clock_ns() + budget_ns, now, due;

	do {
		now = clock_ns();
		if (l->look_due <= now)
			lister_details(l);
		else if (l->walking || l->walk_due <= now)
			walk_work(l);
		else if (!lister_pss(l, now))
			break;
	} while (clock_ns() < until);
	now = clock_ns();
	due = l->walking ? 0 : l->walk_due;
	if (l->look_due < due)
		due = l->look_due;
	if (l->pss_next < due && lister_pss_due(l))
		due = l->pss_next;
	return due > now ? due - now : 0;
}
