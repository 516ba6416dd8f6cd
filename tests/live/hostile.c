/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that their owner chose to confuse whoever reads them (P60,
 * P61): tasks are told apart and logs stay one harmless line an event. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "counter.h"
#include "live.h"
#include "log.h"
#include "watched.h"

/* Fast, so that what is mapped for a moment is seen. */
static const char *const options[] = {
	"--follow", "--delay=0.02", "--events=process,region,call", NULL
};

/* Nothing that a terminal would act upon: what is not ASCII is escaped. */
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

/* "INODE NAME", and no "PID/TID exit N". */
static bool is_of_file(const char *line)
{
	const char *space = strchr(line, ' ');

	return space && space[1] == '/';
}

/* Some region of that inode, and all of them, have that name. */
static bool is_told(const struct entries *e, const char *line)
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
		diag("not told: %s", line);
	return n > 0;
}

/* The victim has printed all its files, and each is in the log. */
static bool all_told(void *arg)
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
			good = is_told(e, line) && good;
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
	ok(same_lines(got, want), "P60 the tree is as it is, %s", w->name);
	free(copy);
	free(got);
	free(want);
}

static void watched(const struct mode *m)
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
	if (!ok(wait_for(all_told, &w), "P61 every file is told, %s", w.name))
		watched_tell(&w, 30);
	watched_go(&w);
	ok(watched_end(&w, 5), "P60 P61 it ends as it would have, %s", w.name);
	log = read_file(w.log, NULL);
	ok(log && is_harmless(log) && begins_with_time(log),
	   "P60 P61 the log is a harmless line an event, %s", w.name);
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

/* --- in a sentence --------------------------------------------------------------- */

/* Who traces it already has such a name. */
static void refused(void)
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
		   "P39 P60 who traces it is named, harmlessly");
		run_release(&r);
	} else {
		skip("P39 P60 who traces it is named", "tracing is not allowed");
	}
	run_poke(&t);
	run_release(&t);
	counter_stop(&c);
	counter_release(&c);
	free(program);
}

int main(void)
{
	size_t n = 0;

	for (size_t i = 0; i < modes_n(); i++)
		n += !modes_at(i)->m32;
	plan((int)n * 5 + 1);
	for (size_t i = 0; i < modes_n(); i++)
		if (!modes_at(i)->m32)
			watched(modes_at(i));
	refused();
	return done();
}
