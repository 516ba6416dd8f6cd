/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mmtop --heap logs the same unfreed blocks that a program itself reports, over
 * threads and forks; it reports programs that it cannot watch; and programs
 * behave as without it.
 */
#include <config.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/vec.h"

#include "live.h"

struct block {
	pid_t pid;
	uint64_t addr, size;
	size_t order;
	bool got;
};
struct blocks {
	VEC(struct block) list;
};
/* The report of a process. */
struct truth {
	pid_t pid;
	uint64_t start, end, size, n;
	struct blocks left;
};

static char mmtop[4200], victims[4200], dir[256], logname[300];

/* Runs a command with its output in file out; returns its exit status, or 128 +
 * N. */
static int run_to(char *const *argv, const char *out)
{
	int status, fd;
	pid_t pid = fork();

	if (pid == 0) {
		fd = open(out, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
		if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0)
			_exit(126);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (waitpid(pid, &status, 0) != pid)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int by_place(const void *a, const void *b)
{
	const struct block *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static bool read_truth(struct truth *t, const char *name)
{
	char path[600], line[128];
	uint64_t a, b;
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "r");
	t->pid = atoi(name);
	while (f && fgets(line, sizeof line, f)) {
		if (sscanf(line, "left %" SCNx64 " %" SCNx64, &a, &b) == 2) {
			*vec_push(&t->left.list) = (struct block){
				.pid = t->pid, .addr = a, .size = b };
			t->size += b;
			t->n++;
		} else {
			sscanf(line, "text %" SCNx64 " %" SCNx64, &t->start,
			       &t->end);
		}
	}
	if (f)
		fclose(f);
	unlink(path);
	qsort(t->left.list.v, t->left.list.n, sizeof *t->left.list.v, by_place);
	return f && t->end > t->start;
}

/* The number after that word of a line. */
static bool figure(const char *line, const char *word, uint64_t *out)
{
	const char *at = strstr(line, word);

	if (!at)
		return false;
	*out = strtoull(at + strlen(word), NULL, 0);
	return true;
}

/* The PID of a line "0.012 PID[/TID] heap OP ..."; 0 for other lines. */
static pid_t heap_line(const char *line, const char *op)
{
	char word[32];
	int pid;

	snprintf(word, sizeof word, " heap %s ", op);
	return strstr(line, word) && sscanf(line, "%*f %d", &pid) == 1 ? pid : 0;
}

/* True if the leaks of its own code have the reported total size and number. */
static bool sum_is(const struct truth *t)
{
	uint64_t size = 0, n = 0, s, b, caller;
	FILE *f = fopen(logname, "r");
	char line[4096];

	while (f && fgets(line, sizeof line, f))
		if (heap_line(line, "leak") == t->pid &&
		    figure(line, " caller=", &caller) &&
		    caller >= t->start && caller < t->end &&
		    figure(line, " size=", &s) && figure(line, " blocks=", &b)) {
			size += s;
			n += b;
		}
	if (f)
		fclose(f);
	if (size != t->size || n != t->n)
		printf("# %d: %" PRIu64 " bytes in %" PRIu64 " blocks, not %"
		       PRIu64 " in %" PRIu64 "\n", (int)t->pid, size, n,
		       t->size, t->n);
	return size == t->size && n == t->n;
}

/* True if the blocks allocated and not freed are exactly the reported ones. */
static bool each_is(const struct truth *t)
{
	struct blocks all = { VEC_INIT };
	FILE *f = fopen(logname, "r");
	char line[4096];
	size_t left = 0, wrong = 0;

	while (f && fgets(line, sizeof line, f)) {
		struct block b = { .pid = t->pid, .order = all.list.n };
		uint64_t caller = 0;

		b.got = heap_line(line, "alloc") == t->pid;
		if ((!b.got && heap_line(line, "free") != t->pid) ||
		    !figure(line, " addr=", &b.addr) ||
		    !figure(line, " size=", &b.size) ||
		    !figure(line, " caller=", &caller))
			continue;
		/* Other code may reuse an address and free it again. */
		if (caller < t->start || caller >= t->end)
			b.size = UINT64_MAX;
		*vec_push(&all.list) = b;
	}
	if (f)
		fclose(f);
	qsort(all.list.v, all.list.n, sizeof *all.list.v, by_place);
	for (size_t i = 0; i < all.list.n; i++) {
		const struct block *b = &all.list.v[i];

		if ((i + 1 < all.list.n && b[1].addr == b->addr) || !b->got ||
		    b->size == UINT64_MAX)
			continue;
		wrong += left >= t->left.list.n ||
			 t->left.list.v[left].addr != b->addr ||
			 t->left.list.v[left].size != b->size;
		left++;
	}
	if (left != t->left.list.n || wrong)
		printf("# %d: %zu left of %zu, %zu wrong, of %zu lines\n",
		       (int)t->pid, left, t->left.list.n, wrong, all.list.n);
	vec_release(&all.list);
	return left == t->left.list.n && !wrong;
}

static size_t compare_all(bool (*matches)(const struct truth *t), bool *good)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	size_t n = 0;

	*good = true;
	while (d && (e = readdir(d))) {
		struct truth t = { 0 };

		if (*e->d_name < '0' || *e->d_name > '9')
			continue;
		*good &= read_truth(&t, e->d_name) && matches(&t);
		vec_release(&t.left.list);
		n++;
	}
	if (d)
		closedir(d);
	return n;
}

/* The number of lines that contain both texts. */
static size_t lines_with(const char *file, const char *one, const char *other)
{
	FILE *f = fopen(file, "r");
	char line[8192];
	size_t n = 0;

	while (f && fgets(line, sizeof line, f))
		n += strstr(line, one) && strstr(line, other);
	if (f)
		fclose(f);
	return n;
}

static void show_lines(const char *file, const char *word)
{
	FILE *f = fopen(file, "r");
	char line[8192];

	while (f && fgets(line, sizeof line, f))
		if (strstr(line, word))
			diag("%s", line);
	if (f)
		fclose(f);
}

static void known_pattern(const char *events, int often, int seldom,
			  bool (*matches)(const struct truth *t),
			  const char *name)
{
	char heaper[4300], calls[16], out[400];
	char *argv[] = { mmtop, (char *)"--heap", (char *)events, (char *)"-b",
			 (char *)"-o", logname, (char *)"--", heaper, dir,
			 (char *)"8", calls, (char *)"6", NULL };
	size_t n;
	int status;
	bool good;

	snprintf(heaper, sizeof heaper, "%s/heaper", victims);
	snprintf(calls, sizeof calls, "%d", test_times(often, seldom));
	snprintf(out, sizeof out, "%s/out", dir);
	status = run_to(argv, out);
	n = compare_all(matches, &good);
	ok(status == 0 && n == 4 && good,
	   "row A1 A2 A3 A5 %s, of %zu processes", name,
	   n);
	if (!ok(lines_with(logname, " - end ", " lost=0 ") == 1 &&
		lines_with(logname, " heap total ",
			   " doubles=0 foreign=0 missed=0 ") >= 4,
		"row A3 %s: nothing is lost, and no free is wrong", name)) {
		show_lines(logname, " - end ");
		show_lines(logname, " heap total ");
		show_lines(logname, " lost");
	}
}

/* mmtop reports a static program, and exits with its status. */
static void not_watched(void)
{
	char prog[4300], out[400];
	char *argv[] = { mmtop, (char *)"--heap", (char *)"-b", (char *)"-o",
			 logname, (char *)"--", prog, NULL };

	snprintf(prog, sizeof prog, "%s/heapstatic", victims);
	snprintf(out, sizeof out, "%s/out", dir);
	if (access(prog, X_OK) < 0) {
		ok(true, "a static program is reported # SKIP there is none");
		return;
	}
	ok(run_to(argv, out) == 3 &&
	   lines_with(out, "linked statically", prog) == 1,
	   "row A3 a static program runs and is reported");
}

/* Compares a script's output and status with and without mmtop. */
static void same_behavior(const char *script, const char *name)
{
	char plain[400], watched[400];
	char *bare[] = { (char *)"sh", (char *)"-c", (char *)script, NULL };
	char *argv[] = { mmtop, (char *)"--heap", (char *)"-b", (char *)"-o",
			 logname, (char *)"--", (char *)"sh", (char *)"-c",
			 (char *)script, NULL };
	char *cmp[] = { (char *)"cmp", plain, watched, NULL };
	char out[400];
	int a, b;

	snprintf(plain, sizeof plain, "%s/plain", dir);
	snprintf(watched, sizeof watched, "%s/watched", dir);
	snprintf(out, sizeof out, "%s/out", dir);
	a = run_to(bare, plain);
	b = run_to(argv, watched);
	ok(a == b && run_to(cmp, out) == 0 &&
	   lines_with(logname, " heap total ", "") > 0 &&
	   lines_with(logname, " - end ", " lost=0 ") == 1,
	   "row A3 %s: the same with and without mmtop (%d, %d)", name, a, b);
	unlink(plain);
	unlink(watched);
}

/* --fail-on with leaks above and below the limit. */
static void fail_on(const char *limit, int want)
{
	char heaper[4300], out[400];
	char *argv[] = { mmtop, (char *)limit, (char *)"-o", logname,
			 (char *)"--", heaper, dir, (char *)"1", (char *)"300",
			 NULL };
	bool good;
	int status;

	snprintf(heaper, sizeof heaper, "%s/heaper", victims);
	snprintf(out, sizeof out, "%s/out", dir);
	status = run_to(argv, out);
	(void)compare_all(sum_is, &good);
	ok(status == want && good &&
	   lines_with(out, "--fail-on allows", "") == (want ? 1 : 0),
	   "row A5 %s: the status is %d", limit, status);
}

/* The program overwrites mmtop's records: the leaks are unknown, which must not
 * count as none. */
static void fail_on_lost(const char *limit)
{
	char wreck[4300], out[400];
	char *argv[] = { mmtop, (char *)limit, (char *)"-o", logname,
			 (char *)"--", wreck, (char *)"scribble", NULL };
	int status;

	snprintf(wreck, sizeof wreck, "%s/heapwreck", victims);
	snprintf(out, sizeof out, "%s/out", dir);
	status = run_to(argv, out);
	ok(status == 122 && lines_with(out, "cannot check for leaks", "") == 1 &&
	   lines_with(out, "--fail-on allows", "") == 0 &&
	   lines_with(logname, " - lost ", "heap") > 0,
	   "row A5 %s with lost records: the status is %d", limit, status);
}

int main(void)
{
	const char *top = getenv("top_builddir"), *set = getenv("MMTOP");
	char real[4096];

	if (!realpath(top ? top : ".", real))
		skip_all("no build tree");
	snprintf(mmtop, sizeof mmtop, "%s/src/mmtop", real);
	if (set && *set == '/')
		snprintf(mmtop, sizeof mmtop, "%s", set);
	snprintf(victims, sizeof victims, "%s/tests/live/victims", real);
	snprintf(dir, sizeof dir, "%s", work_dir());
	snprintf(logname, sizeof logname, "%s/log", dir);
	plan(11);
	known_pattern("--events=process,heap", 2500, 500, each_is,
		      "each block: mmtop logs the blocks that are left");
	known_pattern("--level=calls", 125000, 2000, sum_is,
		      "leaks by site: mmtop logs the total that is left");
	same_behavior("i=0; while [ $i -lt 30 ]; do i=$((i+1)); "
		      "(echo $i | cat; exit 3); echo $?; done; exit 5",
		      "a script that forks much");
	same_behavior("echo 'int main(void) { return 7; }' | "
		      "cat - | sort | tr a-z A-Z; kill -TERM $$",
		      "a pipe, and a signal");
	not_watched();
	fail_on("--fail-on=leak>1K", 123);
	fail_on("--fail-on=leak>100M", 0);
	fail_on_lost("--fail-on=leak>100M");
	fail_on_lost("--fail-on=leak>0");
	return done();
}
