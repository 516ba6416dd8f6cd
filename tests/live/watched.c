/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "watched.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ARGS_MAX 24

/* --- modes -------------------------------------------------------------------- */

static const struct mode all[] = {
	{ .attach = false },
	{ .plain = true },
	{ .quiet = true },
	{ .attach = true },
	{ .attach = true, .quiet = true },
	{ .m32 = true },
	{ .m32 = true, .plain = true },
	{ .m32 = true, .attach = true },
};
static struct mode possible[sizeof all / sizeof *all];
static size_t n_possible, n_native;
static bool looked, filter;

/* A program launched by mmtop prints its own seccomp state. */
static bool look_for_filter(void)
{
	char *program = victim("rights");
	struct run r;
	bool found;

	run_mmtop(&r, "-b", "-o", "/dev/null", program, "show", NULL);
	run_wait(&r);
	found = r.out && strstr(r.out, "seccomp 2");
	run_release(&r);
	free(program);
	return found;
}

static void find_modes(void)
{
	char *p32 = victim32_or_skip("counter");

	looked = true;
	filter = look_for_filter();
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const struct mode *m = &all[i];

		/* Without a filter, the mode equals --no-filter. */
		if ((m->m32 && !p32) ||
		    (!m->attach && !m->plain && !m->quiet && !filter))
			continue;
		possible[n_possible++] = *m;
		n_native += !m->m32;
	}
	if (!filter)
		plan_skip("launch with a filter", "no filter can be used here");
	free(p32);
}

size_t modes_n(void)
{
	if (!looked)
		find_modes();
	return n_possible;
}

size_t native_modes_n(void)
{
	modes_n();
	return n_native;
}

const struct mode *modes_at(size_t i)
{
	return i < modes_n() ? &possible[i] : NULL;
}

const char *mode_name(const struct mode *m)
{
	static char name[64];

	snprintf(name, sizeof name, "%s, %s, %s-bit",
		 m->attach ? "attach" : "launch", m->quiet ? "watch" :
		 m->attach ? "calls" : m->plain ? "no filter" : "filter",
		 m->m32 ? "32" : "64");
	return name;
}

bool mode_filters(const struct mode *m)
{
	return modes_n() && filter && !m->attach && !m->plain && !m->quiet;
}

bool mode_calls(const struct mode *m)
{
	return !m->quiet;
}

int loops(int whole, int brief)
{
	if (getenv("LIVE_LONG"))
		return whole;
	return test_times(brief, brief / 5 > 3 ? brief / 5 : 3);
}

/* --- victim and mmtop ------------------------------------------------------------- */

static size_t add_all(char **argv, size_t n, const char *const *more)
{
	for (; more && *more; more++) {
		if (n == ARGS_MAX - 1)
			bail("too many arguments");
		argv[n++] = (char *)*more;	/* exec does not change the
						 * strings */
	}
	argv[n] = NULL;
	return n;
}

static void init_watched(struct watched *w, const struct mode *m,
			 const char *name)
{
	static int logs;
	char log[16];

	memset(w, 0, sizeof *w);
	snprintf(log, sizeof log, "log.%d", ++logs);
	w->mode = *m;
	strcpy(w->name, mode_name(m));
	w->program = m->m32 ? victim32(name) : victim(name);
	if (!w->program)
		bail(name);
	w->log = work_file(log);
}

static size_t begin_mmtop(struct watched *w, char **argv,
			  const char *const *options)
{
	const char *mmtop = getenv("MMTOP");
	size_t n = add_all(argv, 0, (const char *[]){
			   mmtop ? mmtop : "src/mmtop", "-b",
			   "-o", w->log, w->mode.quiet ? "--level=watch" :
			   "--level=calls", NULL });

	if (w->mode.plain)
		n = add_all(argv, n, (const char *[]){ "--no-filter", NULL });
	return add_all(argv, n, options);
}

static void launch(struct watched *w, const char *const *options,
		   const char *const *args)
{
	char *argv[ARGS_MAX];
	size_t n = begin_mmtop(w, argv, options);

	n = add_all(argv, n, (const char *[]){ w->program, NULL });
	add_all(argv, n, args);
	run_start(&w->m, argv);
	w->m_started = true;
	if (!run_printed(&w->m, "ready\n"))
		diag("%s: not launched", w->name);
}

pid_t watched_pid(struct watched *w)
{
	char *log, *at;

	if (w->pid)
		return w->pid;
	file_holds(w->log, " launch ");
	log = read_file(w->log, NULL);
	at = log ? strstr(log, " launch ") : NULL;
	while (at && at > log && *--at != ' ')
		;
	if (at)
		w->pid = (pid_t)strtol(at, NULL, 10);
	free(log);
	if (w->pid <= 0)
		bail("no launch in the log");
	return w->pid;
}

void watched_victim(struct watched *w, const struct mode *m,
		    const char *name, const char *const *args)
{
	char *argv[ARGS_MAX];
	size_t n;

	init_watched(w, m, name);
	n = add_all(argv, 0, (const char *[]){ w->program, NULL });
	add_all(argv, n, args);
	run_start(&w->v, argv);
	w->v_started = true;
	w->pid = w->v.pid;
	if (!run_printed(&w->v, "ready\n"))
		diag("%s: the victim is not ready", w->name);
}

static bool is_attached(const struct watched *w)
{
	char *log = read_file(w->log, NULL);
	bool there = log && strstr(log, " attach ");

	free(log);
	return there;
}

static bool attached_or_ended(void *arg)
{
	const struct watched *w = arg;

	return is_attached(w) || task_state(w->m.pid) == 'Z';
}

void watched_attach(struct watched *w, const char *const *options)
{
	char *argv[ARGS_MAX], pid[16];
	size_t n;

	if (w->m_started)
		run_release(&w->m);
	unlink(w->log);
	n = begin_mmtop(w, argv, options);
	snprintf(pid, sizeof pid, "%d", w->pid);
	add_all(argv, n, (const char *[]){ "-p", pid, NULL });
	run_start(&w->m, argv);
	w->m_started = true;
	if (!wait_for(attached_or_ended, w) || !is_attached(w))
		diag("%s: not attached", w->name);
}

void watched_start(struct watched *w, const struct mode *m,
		   const char *name, const char *const *options,
		   const char *const *args)
{
	if (m->attach) {
		watched_victim(w, m, name, args);
		watched_attach(w, options);
	} else {
		init_watched(w, m, name);
		launch(w, options, args);
	}
}

void watched_go(struct watched *w)
{
	run_poke(w->v_started ? &w->v : &w->m);
}

bool watched_end(struct watched *w, int status)
{
	bool in_time = true;
	int got;

	if (w->v_started) {
		in_time = run_wait(&w->v);
		got = run_status(&w->v);
		if (got != status)
			diag("%s: the victim's status is %d, not %d\n"
			     "%s",
			     w->name, got, status, w->v.err);
		in_time = in_time && got == status;
		status = 0;
	}
	if (!w->m_started)
		return in_time;
	in_time = run_wait(&w->m) && in_time;
	got = run_status(&w->m);
	if (got != status)
		diag("%s: mmtop's status is %d, not %d\n"
		     "%s", w->name, got,
		     status, w->m.err);
	return in_time && got == status;
}

const char *watched_out_path(const struct watched *w)
{
	return w->v_started ? w->v.out_path : w->m.out_path;
}

char *watched_out(const struct watched *w)
{
	char *text = read_file(watched_out_path(w), NULL), *p;

	p = text ? strstr(text, "ready\n") : NULL;
	if (p)
		memmove(text, p + 6, strlen(p + 6) + 1);
	return text ? text : strdup("");
}

static void tell_end(const char *what, const char *path, int lines)
{
	char *text = read_file(path, NULL), *p;

	if (text && *text) {
		p = text + strlen(text);
		for (int n = 0; p > text; p--)
			if (p[-1] == '\n' && n++ == lines)
				break;
		diag("%s:\n%s", what, p);
	}
	free(text);
}

void watched_tell(struct watched *w, int lines)
{
	tell_end("log", w->log, lines);
	tell_end("mmtop's stderr", w->m.err_path, 10);
}

void watched_release(struct watched *w)
{
	/* mmtop first: a target that it holds cannot exit. */
	if (w->m_started)
		run_release(&w->m);
	if (w->v_started)
		run_release(&w->v);
	unlink(w->log);
	free(w->log);
	free(w->program);
}

/* --- the log ------------------------------------------------------------------ */

void entries_read(struct entries *e, const char *path)
{
	char *rest, *line;

	*e = (struct entries){ .text = read_file(path, NULL) };
	rest = e->text;
	while ((line = strsep(&rest, "\n")) && rest) {
		struct entry *v;
		char *p;

		if (!(e->n & (e->n - 1))) {
			e->v = realloc(e->v, (e->n ? e->n * 2 : 1) *
				       sizeof *e->v);
			if (!e->v)
				bail("no memory");
		}
		v = &e->v[e->n];
		v->at = strtod(line, &p);
		v->pid = v->tid = (pid_t)strtol(p, &p, 10);
		if (*p == '/')
			v->tid = (pid_t)strtol(p + 1, &p, 10);
		if (!v->pid)	/* a line with " - " instead of a PID */
			p += strspn(p, " -") - 1;
		v->what = *p == ' ' ? p + 1 : p;
		e->n++;
	}
}

void entries_release(struct entries *e)
{
	free(e->v);
	free(e->text);
}

size_t entries_count(const struct entries *e, pid_t pid, const char *begin)
{
	size_t n = 0, len = strlen(begin);

	for (size_t i = 0; i < e->n; i++)
		n += (!pid || e->v[i].pid == pid) &&
		     !strncmp(e->v[i].what, begin, len);
	return n;
}

static void tree_line(FILE *out, const struct entry *e)
{
	static const char *const made[] = { "thread ", "fork ", "vfork ",
					    "clone " };
	const char *word;
	int n;

	for (size_t i = 0; i < sizeof made / sizeof *made; i++)
		if (!strncmp(e->what, made[i], strlen(made[i])))
			fprintf(out, "%d %s\n", e->pid, e->what);
	if (sscanf(e->what, "+++ exited with %d", &n) == 1) {
		fprintf(out, "%d/%d exit %d\n", e->pid, e->tid, n);
	} else if (!strncmp(e->what, "+++ killed by ", 14)) {
		word = e->what + 14;
		fprintf(out, "%d/%d exit %.*s\n", e->pid, e->tid,
			(int)strcspn(word, " "), word);
	} else if (!strncmp(e->what, "exec \"", 6)) {
		word = e->what + 6;
		n = (int)strcspn(word, "\"");
		for (const char *p = word; p < word + n; p++)
			if (*p == '/')
				n -= (int)(p + 1 - word), word = p + 1;
		fprintf(out, "%d exec %.*s\n", e->pid, n, word);
	}
}

char *entries_tree(const struct entries *e)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		bail("no memory");
	for (size_t i = 0; i < e->n; i++)
		tree_line(out, &e->v[i]);
	fclose(out);
	return text;
}

/* --- /proc -------------------------------------------------------------------- */

bool is_untraced(pid_t pid)
{
	char path[64];
	struct dirent *e;
	bool freed = true;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	d = opendir(path);
	while (d && (e = readdir(d))) {
		pid_t tid = (pid_t)strtol(e->d_name, NULL, 10);

		freed = freed && (!tid || status_field(tid, "TracerPid") <= 0);
	}
	if (d)
		closedir(d);
	return freed;
}

static bool free_now(void *arg)
{
	return is_untraced(*(pid_t *)arg);
}

bool comes_free(pid_t pid)
{
	return wait_for(free_now, &pid);
}

struct wanted {
	pid_t tid;
	const char *states;
};

static bool in_state(void *arg)
{
	const struct wanted *w = arg;
	char state = task_state(w->tid);

	return !state || strchr(w->states, state);
}

bool comes_to(pid_t tid, const char *states)
{
	struct wanted w = { tid, states };

	return wait_for(in_state, &w);
}
