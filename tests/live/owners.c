/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A6: the owner of each anonymous region, for a program that has one of each
 * kind and prints them: launched and attached, as root and as an ordinary user,
 * 64 and 32 bits.
 */
#include <config.h>

#include "live.h"
#include "log.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define YAMA "/proc/sys/kernel/yama/ptrace_scope"

struct watch {
	const char *log, *cut;
	struct run *victim;	/* its output has the expected lines */
	bool called, last;
	int lines;
};

/* A change may move the start of a region: removes all regions that overlap the
 * new one. */
static void drop_old(json_t *map, const json_t *now)
{
	json_t *e;
	const char *key;
	void *next;

	json_object_foreach_safe(map, next, key, e)
		if (log_num(e, "start") < log_num(now, "end") &&
		    log_num(now, "start") < log_num(e, "end"))
			json_object_del(map, key);
}

/* The current regions according to the log, by start. */
static json_t *folded(const struct watch *w)
{
	json_t *map = json_object(), *log, *e;
	char *text = read_file(w->log, NULL), *end;
	FILE *f = fopen(w->cut, "w");
	size_t i;

	/* mmtop is still writing: stop after the last complete line. */
	end = text ? strrchr(text, '\n') : NULL;
	if (!f)
		bail(w->cut);
	if (end)
		fwrite(text, 1, (size_t)(end + 1 - text), f);
	fclose(f);
	free(text);
	log = log_read(w->cut);
	json_array_foreach(log, i, e) {
		if (!log_is(e, "type", "region"))
			continue;
		drop_old(map, e);
		if (!log_is(e, "op", "remove"))
			json_object_set(map, log_str(e, "start"), e);
	}
	json_decref(log);
	return map;
}

static const json_t *region_at(json_t *map, unsigned long long addr)
{
	const char *key;
	json_t *e;

	json_object_foreach(map, key, e)
		if ((unsigned long long)log_num(e, "start") <= addr &&
		    addr < (unsigned long long)log_num(e, "end"))
			return e;
	return NULL;
}

/* A line is "ADDRESS called|seen". */
static bool line_holds(const struct watch *w, json_t *map, char *line)
{
	char *rest, *seen = strchr(line, '|');
	unsigned long long addr = strtoull(line, &rest, 16);
	const char *want = w->called ? rest + 1 : seen + 1;
	const json_t *e = region_at(map, addr);
	const char *got = e ? log_str(e, "owner") : "?";
	/* Known for certain, from the kernel or from the call that created the
	 * thread. */
	bool plain = w->called || !strcmp(want, "main heap") || !*want;
	bool guessed = e && json_is_true(json_object_get(e, "owner_inferred"));
	bool good;

	*seen = '\0';
	good = !strcmp(got, want) && !(plain && guessed);
	if (!good && w->last)
		diag("%llx: '%s'%s, not '%s'", addr, got,
		     guessed ? " (inferred)" : "", want);
	*seen = '|';
	return good;
}

static bool is_told(void *arg)
{
	struct watch *w = arg;
	char *text = read_file(w->victim->out_path, NULL), *rest = text, *line;
	json_t *map = folded(w);
	bool good = true;

	w->lines = 0;
	while (rest && (line = strsep(&rest, "\n")) && strcmp(line, "ready")) {
		if (!strchr(line, '|'))
			continue;
		w->lines++;
		good &= line_holds(w, map, line);
	}
	json_decref(map);
	free(text);
	return good && w->lines == 14;
}

static void check(struct watch *w, const char *name)
{
	bool good = wait_for(is_told, w);

	if (!good) {
		w->last = true;
		is_told(w);
	}
	ok(good, "%s", name);
}

/* An empty log that this user may write. */
static char *log_for(uid_t uid)
{
	char *log = work_file("log");
	int fd = open(log, O_CREAT | O_WRONLY | O_EXCL, 0600);

	if (fd < 0 || (uid && fchown(fd, uid, uid) < 0))
		bail(log);
	close(fd);
	return log;
}

static void launched(char *program, uid_t uid, const char *name)
{
	char *log = log_for(uid), *cut = work_file("cut");
	struct run r;
	struct watch w = { .log = log, .cut = cut, .victim = &r,
			   .called = true };

	run_as(uid);
	run_mmtop(&r, "--json", "--events=region", "-d", "0.2", "-o", log,
		  "--", program, NULL);
	run_as(0);
	ok(run_printed(&r, "ready\n"), "%s: launched", name);
	check(&w, name);
	close(r.in);
	r.in = -1;
	ok(run_wait(&r) && run_status(&r) == 0,
	   "%s: the program exits with 0", name);
	run_release(&r);
	free(log);
	free(cut);
}

static bool may_attach(uid_t uid)
{
	char *scope = read_file(YAMA, NULL);
	bool may = !scope || atoi(scope) == 0 || uid == 0;

	free(scope);
	return may;
}

static void attached(char *program, uid_t uid, const char *name)
{
	char *log = log_for(uid), *cut = work_file("cut"), pid[16];
	struct run v, r;
	struct watch w = { .log = log, .cut = cut, .victim = &v };

	run_as(uid);
	run_start(&v, (char *[]){ program, NULL });
	if (!run_printed(&v, "ready\n"))
		bail("the victim is not ready");
	snprintf(pid, sizeof pid, "%d", v.pid);
	run_as(uid);
	run_mmtop(&r, "--json", "--events=region", "-d", "0.2", "-o", log, "-p",
		  pid, NULL);
	run_as(0);
	check(&w, name);
	close(v.in);
	v.in = -1;
	ok(run_wait(&v) && run_status(&v) == 0 && run_wait(&r),
	   "%s: the program exits with 0", name);
	run_release(&v);
	run_release(&r);
	free(log);
	free(cut);
}

static void test_owners(char *program, uid_t uid, const char *who)
{
	char name[128];

	snprintf(name, sizeof name, "row A6 %s, %s, by its calls", who,
		 program ? strrchr(program, '/') + 1 : "none");
	if (!program) {
		for (int i = 0; i < 5; i++)
			skip(who, "no 32-bit programs here");
		return;
	}
	launched(program, uid, name);
	snprintf(name, sizeof name, "row A6 %s, %s, from outside", who,
		 strrchr(program, '/') + 1);
	if (may_attach(uid)) {
		attached(program, uid, name);
	} else {
		skip(name, "Yama forbids it");
		skip(name, "Yama forbids it");
	}
}

/* Copies the program and its library to where other users may read them. */
static void for_all(char **program, const char *library, const char *name)
{
	char path[64], *lib;

	snprintf(path, sizeof path, "tests/live/victims/%s", library);
	lib = built(path);
	free(copy_of(lib, library, 0755));
	free(lib);
	free(*program);
	*program = victim_for_all(name);
}

int main(void)
{
	char *wide = victim("owners"), *narrow = victim32("owners");
	bool root = geteuid() == 0;

	/* 18 s on an idle machine, minutes on a slow one. */
	if (test_slow() > 4)
		skip_all("an emulated machine is too slow");
	plan(20);
	test_owners(wide, 0, root ? "as root" : "as oneself");
	test_owners(narrow, 0, root ? "as root" : "as oneself");
	if (root) {
		mmtop_for_all();
		for_all(&wide, "libowned.so", "owners");
		test_owners(wide, NOBODY, "as an ordinary user");
		if (narrow)
			for_all(&narrow, "libowned32.so", "owners32");
		test_owners(narrow, NOBODY, "as an ordinary user");
	} else {
		for (int i = 0; i < 10; i++)
			skip("as another user", "needs root");
	}
	free(wide);
	free(narrow);
	return done();
}
