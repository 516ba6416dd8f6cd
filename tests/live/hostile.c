/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that are meant to confuse the reader of a log (P60, P61): tasks stay
 * distinct, and logs have one harmless line for each event. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "counter.h"
#include "live.h"
#include "log.h"
#include "watched.h"

/* Fast, so that short-lived regions are seen. */
static const char *const options[] = {
	"--follow", "--delay=0.02", "--events=process,region,call", NULL
};

/* True if the text has only printable ASCII characters and newlines: mmtop
 * escapes all others. */
static bool is_harmless(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)(*text - ' ') > '~' - ' ' && *text != '\n')
			return false;
	return true;
}

static bool begins_with_time(const char *log)
{
	unsigned seconds, micros;

	for (const char *nl; (nl = strchr(log, '\n')); log = nl + 1)
		if (sscanf(log, "%u.%6u ", &seconds, &micros) != 2)
			return false;
	return true;
}

/* --- files ---------------------------------------------------------------------- */

/* True for "INODE NAME", false for "PID/TID exit N". */
static bool is_of_file(const char *line)
{
	const char *space = strchr(line, ' ');

	return space && space[1] == '/';
}

/* True if at least one region has that inode, and all of these have the
 * name. */
static bool has_name(const struct entries *e, const char *line)
{
	const char *name = strchr(line, ' ');
	char inode[48];
	size_t n = 0;

	snprintf(inode, sizeof inode, " inode=%.*s ", (int)(name - line), line);
	for (size_t i = 0; i < e->n; i++) {
		const char *what = e->v[i].what, *end = what + strlen(what);

		if (strncmp(what, "region ", 7) || !strstr(what, inode))
			continue;
		if (strlen(what) < strlen(name) ||
		    strcmp(end - strlen(name), name)) {
			diag("%s\nis not%s", what, name);
			return false;
		}
		n++;
	}
	if (!n)
		diag("not logged: %s", line);
	return n > 0;
}

/* True if the victim has printed all its files, and the log has each. */
static bool all_log(void *arg)
{
	struct watched *w = arg;
	char *out = watched_out(w), *rest = out, *line;
	char *log = read_file(w->log, NULL), inode[48];
	bool good = log && strstr(out, "/memfd:");

	while (good && (line = strsep(&rest, "\n")) && rest) {
		if (!is_of_file(line))
			continue;
		snprintf(inode, sizeof inode, " inode=%.*s ",
			 (int)strcspn(line, " "), line);
		good = strstr(log, inode);
	}
	free(log);
	free(out);
	return good;
}

static void check_files(struct watched *w, const struct entries *e,
			const char *out)
{
	char *copy = strdup(out), *rest = copy, *line;
	bool good = true;
	size_t n = 0;

	while ((line = strsep(&rest, "\n")) && rest)
		if (is_of_file(line)) {
			good = has_name(e, line) && good;
			n++;
		}
	ok(n == 9 && good, "P61 every region has its file's name, by inode, "
	   "%s", w->name);
	free(copy);
}

/* --- tasks ----------------------------------------------------------------------- */

static void check_tasks(struct watched *w, const struct entries *e,
			const char *out)
{
	char *got = entries_tree(e), *want = strdup(out), *to = want;
	char *rest = strdup(out), *copy = rest, *line;

	while ((line = strsep(&rest, "\n")) && rest)
		if (strstr(line, " thread ") || strstr(line, " fork ") ||
		    strstr(line, " exit "))
			to += sprintf(to, "%s\n", line);
	*to = '\0';
	ok(same_lines(got, want), "P60 the log has all processes, %s", w->name);
	free(copy);
	free(got);
	free(want);
}

static void test_mode(const struct mode *m)
{
	static int dirs;
	char name[16], *dir, *log, *out;
	struct watched w;
	struct entries e;

	snprintf(name, sizeof name, "dir.%d", ++dirs);
	dir = work_file(name);
	if (mkdir(dir, 0700))
		bail(dir);
	watched_start(&w, m, "hostile", options, (const char *[]){ dir, NULL });
	watched_go(&w);
	if (!ok(wait_for(all_log, &w), "P61 every file is logged, %s", w.name))
		watched_tell(&w, 30);
	watched_go(&w);
	ok(watched_end(&w, 5), "P60 P61 the program's exit status is "
			       "unchanged, %s", w.name);
	log = read_file(w.log, NULL);
	ok(log && is_harmless(log) && begins_with_time(log),
	   "P60 P61 the log has one harmless line an event, %s", w.name);
	free(log);
	out = watched_out(&w);
	entries_read(&e, w.log);
	check_files(&w, &e, out);
	check_tasks(&w, &e, out);
	entries_release(&e);
	free(out);
	watched_release(&w);
	free(dir);
}

/* --- error messages ------------------------------------------------------- */

/* The tracer of the process has a hostile name. */
static void tracer_named(void)
{
	char *program = victim("hostile"), pid[16];
	struct counter c;
	struct run t, r;

	counter_init(&c, 1);
	counter_start(&c);
	counter_counts(&c);
	snprintf(pid, sizeof pid, "%d", c.pid);
	run_start(&t, (char *[]){ program, (char *)"trace", pid, NULL });
	if (run_printed(&t, "ready\n")) {
		run_mmtop(&r, "-b", "--level=calls", "-p", pid, NULL);
		ok(run_wait(&r) && run_status(&r) == 125 &&
		   run_said(&r, "x) Z 1 1\\x0a\\x1b[7m") && is_harmless(r.err),
		   "P39 P60 the tracer is named, harmlessly");
		run_release(&r);
	} else {
		skip("P39 P60 the tracer is named", "tracing is not allowed");
	}
	run_poke(&t);
	run_release(&t);
	counter_stop(&c);
	counter_release(&c);
	free(program);
}

int main(void)
{
	size_t n = native_modes_n();

	plan((int)n * 5 + 1);
	for (size_t i = 0; i < n; i++)
		test_mode(modes_at(i));
	tracer_named();
	return done();
}
