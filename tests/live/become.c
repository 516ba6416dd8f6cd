/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A traced process execs other files (P72): of the other architecture,
 * set-user-ID, far larger than its memory.  Each exec replaces its regions, and
 * its calls are decoded for the new file. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live.h"
#include "log.h"
#include "watched.h"

#define BLOCK 0x20000000ul
#define PAGE 4096ul
#define BIG ((off_t)4 << 30)
#define STAGES_MAX 8

static const char *const options[] = {
	"--follow", "--delay=0.02", "--events=process,call,region", NULL
};

/* The files that it execs, in order; NULL after the last. */
static const char *files[STAGES_MAX];

static void make_files(void)
{
	char *p64 = victim("become"), *p32 = victim32("become");
	size_t n = 0;

	if (p32)
		files[n++] = copy_of(p32, "become32", 0755);
	files[n] = copy_of(p64, "become-suid", 0755);
	/* As root, another user owns the set-user-ID file. */
	if (getuid() == 0 && chown(files[n], NOBODY, NOBODY))
		bail(files[n]);
	if (chmod(files[n], 04755))
		bail(files[n]);
	n++;
	if (p32)
		files[n++] = copy_of(p32, "become32-again", 0755);
	files[n] = copy_of(p64, "become-big", 0755);
	if (truncate(files[n], BIG))
		diag("no large file here: its size is unchanged");
	free(p64);
	free(p32);
}

static void block_of(int stage, char *text, size_t size)
{
	snprintf(text, size, " 0x%lx-0x%lx r--p ", BLOCK,
		 BLOCK + PAGE * (100 + (unsigned)stage));
}

/* Waits until the log has a stage's block before the next stage starts. */
static bool pass_through(struct watched *w)
{
	char text[64];
	int n = 0;

	watched_go(w);
	while (files[n])
		n++;
	for (int i = 0; i <= n; i++) {
		block_of(i, text, sizeof text);
		if (!file_holds(w->log, text)) {
			diag("%s: stage %d is not logged", w->name, i);
			return false;
		}
		watched_go(w);
	}
	return watched_end(w, 40 + n);
}

/* The first scan after an exec reports every region, and no earlier region is
 * reported again.  A scan during the exec may find the block unmapped. */
static bool regions_fit(const struct entries *e)
{
	unsigned long start, end;
	int stage = 0, gone = -1, wrong = 0;
	char op[16];

	for (size_t i = 0; i < e->n; i++) {
		const char *what = e->v[i].what;

		stage += !strncmp(what, "exec \"", 6);
		if (sscanf(what, "region %15s 0x%lx-0x%lx", op, &start,
			   &end) != 3 || start != BLOCK)
			continue;
		if (end != BLOCK + PAGE * (100 + (unsigned)stage) ||
		    gone == stage) {
			diag("at stage %d: %s", stage, what);
			wrong++;
		}
		if (!strcmp(op, "remove"))
			gone = stage;
	}
	return !wrong && stage > 0;
}

static bool execs_fit(const struct entries *e)
{
	size_t at = 0;

	for (size_t i = 0; i < e->n; i++) {
		const char *what = e->v[i].what;
		char want[4200];

		if (strncmp(what, "exec \"", 6))
			continue;
		snprintf(want, sizeof want, "exec \"%s\" ",
			 files[at] ? files[at] : "");
		if (!files[at] || strncmp(what, want, strlen(want))) {
			diag("%s\nis not %s", what, want);
			return false;
		}
		at++;
	}
	return at && !files[at];
}

/* munmap is call 11 on one architecture and 91 on the other. */
static bool calls_fit(const struct entries *e)
{
	int stage = 0, n = 0;

	for (size_t i = 0; i < e->n; i++) {
		const char *what = e->v[i].what;
		char want[64];

		stage += !strncmp(what, "exec \"", 6);
		snprintf(want, sizeof want, "munmap(0x10000, %lu) = 0",
			 PAGE * (100 + (unsigned)stage));
		if (!strcmp(what, want))
			n++;
	}
	if (n != stage + 1)
		diag("%d of %d calls", n, stage + 1);
	return n == stage + 1;
}

static void becomes(const struct mode *m)
{
	struct watched w;
	struct entries e;

	watched_start(&w, m, "become", options, files);
	if (!ok(pass_through(&w), "P72 it execs every file, %s", w.name))
		watched_tell(&w, 20);
	entries_read(&e, w.log);
	ok(execs_fit(&e), "P72 each exec is logged, %s", w.name);
	ok(regions_fit(&e), "P72 an exec replaces the regions, %s", w.name);
	if (mode_calls(m))
		ok(calls_fit(&e), "P72 calls are decoded for the new file, %s",
		   w.name);
	entries_release(&e);
	watched_release(&w);
}

int main(void)
{
	int planned = 0;

	for (size_t i = 0; i < modes_n(); i++)
		planned += mode_calls(modes_at(i)) ? 4 : 3;
	plan(planned);
	make_files();
	for (size_t i = 0; i < modes_n(); i++)
		becomes(modes_at(i));
	return done();
}
