/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The log has the kernel's records of the mappings that a program made: in
 * every mode, by build-id and by inode, as root and as an ordinary user; with
 * replaced and deleted files, hostile names, and more records than mmtop can
 * read.  If records are not available, mmtop reports why.
 */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live.h"
#include "victims/recorded.h"
#include "watched.h"
#include "withperf.h"

#define CHECKS 5

static const char *const options[] = {
	"--events=process,map", "--follow", NULL
};
static const char *const by_inode[] = {
	"--events=process,map", "--follow", "--build-id=off", NULL
};

static size_t word_len(const char *s)
{
	return strcspn(s, " ");
}

/* True if the words are equal; key=* matches any value. */
static bool matches(const char *what, const char *want)
{
	while (*what && *want) {
		size_t n = word_len(what), m = word_len(want);
		bool any = m && want[m - 1] == '*';

		if (any ? n < m - 1 || memcmp(what, want, m - 1) != 0
			: n != m || memcmp(what, want, m) != 0)
			return false;
		what += n + (what[n] == ' ');
		want += m + (want[m] == ' ');
	}
	return !*what && !*want;
}

/* The words of the task's record from "addr=" on; NULL if there is none. */
static const char *find_record(const struct entries *e, long pid, long tid,
			       const char *want)
{
	for (size_t i = 0; i < e->n; i++)
		if (e->v[i].pid == pid && e->v[i].tid == tid &&
		    !strncmp(e->v[i].what, "map ", 4) &&
		    matches(e->v[i].what + 4, want))
			return e->v[i].what + 4;
	return NULL;
}

static bool has_record(const struct entries *e, const char *line)
{
	long pid, tid;
	int at = 0;

	if (sscanf(line, "record %ld %ld %n", &pid, &tid, &at) != 2 || !at)
		bail(line);
	if (find_record(e, pid, tid, line + at))
		return true;
	diag("missing: %s", line);
	return false;
}

static bool stack_grew(const struct entries *e, const char *line)
{
	long pid, tid;

	if (sscanf(line, "stack %ld %ld", &pid, &tid) != 2)
		bail(line);
	return find_record(e, pid, tid, "addr=* len=* pgoff=* "
		    "prot=PROT_READ|PROT_WRITE flags=MAP_PRIVATE dev=00:00 "
		    "inode=0 generation=0 [stack]");
}

/* The program's build-id according to readelf; "" if there is none. */
static void read_build_id(char id[64], const char *program)
{
	static const char key[] = "Build ID: ";
	char command[4200], line[256];
	FILE *f;

	*id = '\0';
	snprintf(command, sizeof command, "readelf -n '%s' 2>/dev/null",
		 program);
	f = popen(command, "r");
	while (f && fgets(line, sizeof line, f)) {
		const char *at = strstr(line, key);

		if (at)
			sscanf(at + sizeof key - 1, "%63[0-9a-f]", id);
	}
	if (f)
		pclose(f);
}

/* identity: the words that identify the file. */
static bool program_known(const struct entries *e, const char *line,
			  const char *program, const char *identity)
{
	char want[4400];
	long pid, tid;
	unsigned long addr;

	if (sscanf(line, "elf %ld %ld 0x%lx", &pid, &tid, &addr) != 3)
		bail(line);
	snprintf(want, sizeof want, "addr=0x%lx len=* pgoff=0x0 "
		 "prot=PROT_READ|PROT_EXEC flags=MAP_PRIVATE %s %s", addr,
		 identity, program);
	return find_record(e, pid, tid, want);
}

/* "exec PID PROGRAM": the log has the mappings of the exec. */
static bool exec_told(const struct entries *e, const char *line)
{
	char program[4096];
	bool stack = false, code = false;
	long pid;

	if (sscanf(line, "exec %ld %4095s", &pid, program) != 2)
		bail(line);
	for (size_t i = 0; i < e->n; i++) {
		const char *what = e->v[i].what;
		size_t n = strlen(what), m = strlen(program);

		if (e->v[i].pid != pid || strncmp(what, "map ", 4) != 0)
			continue;
		stack |= strstr(what, " [stack]") != NULL;
		code |= strstr(what, "PROT_READ|PROT_EXEC") && n > m &&
			!strcmp(what + n - m, program);
	}
	return stack && code;
}

static void check(const char *log, char *said, const char *program,
		  bool by_build_id, const char *how)
{
	size_t wanted = 0, found = 0;
	bool stack = false, elf = false, exec = false;
	char id[64] = "", by_id[80], *line, *rest = said;
	const char *identity = "dev=* inode=* generation=*";
	struct entries e;

	if (by_build_id)
		read_build_id(id, program);
	/* Without readelf, any build-id matches. */
	snprintf(by_id, sizeof by_id, "build_id=%s", *id ? id : "*");
	entries_read(&e, log);
	while ((line = strtok_r(rest, "\n", &rest))) {
		if (!strncmp(line, "record ", 7)) {
			wanted++;
			found += has_record(&e, line);
		} else if (!strncmp(line, "stack ", 6)) {
			stack = stack_grew(&e, line);
		} else if (!strncmp(line, "elf ", 4)) {
			elf = (by_build_id &&
			       program_known(&e, line, program, by_id)) ||
			      (!*id &&
			       program_known(&e, line, program, identity));
		} else if (!strncmp(line, "exec ", 5)) {
			exec = exec_told(&e, line);
		}
	}
	if (!ok(wanted >= 12 && found == wanted,
		"row P1 %s: each mapping is logged once", how))
		diag("%zu of %zu", found, wanted);
	ok(stack, "row P1 %s: the growth of the stack is logged", how);
	if (!ok(elf, "row P2 %s: the program is identified by %s", how,
		*id ? "its build-id" : "its inode"))
		diag("build-id %s", *id ? id : "none");
	ok(exec, "row P1 %s: the mappings of exec are logged", how);
	if (entries_count(&e, 0, "lost "))
		diag("%s: some were lost", how);
	entries_release(&e);
}

/* --- every mode ----------------------------------------------------------- */

static void watch(const struct mode *m, bool by_build_id)
{
	char how[96], *said;
	struct watched w;

	watched_start(&w, m, "recorded", by_build_id ? options : by_inode,
		      (const char *[]){ work_dir(), NULL });
	watched_go(&w);
	snprintf(how, sizeof how, "%s%s", w.name,
		 by_build_id ? "" : ", --build-id=off");
	ok(watched_end(&w, 0), "the program exits with 0, %s", how);
	said = watched_out(&w);
	check(w.log, said, w.program, by_build_id, how);
	free(said);
	watched_release(&w);
}

/* --- an ordinary user -------------------------------------------------------- */

static void ordinary(const char *program)
{
	char *log = work_file("user-log"), *dir = work_file("user-dir");
	struct run r;
	FILE *f;

	/* Created here: only we may write to the directory. */
	f = fopen(log, "w");
	if (!f || fclose(f) || chown(log, NOBODY, NOBODY) ||
	    mkdir(dir, 0700) || chown(dir, NOBODY, NOBODY))
		bail("cannot give a file away");
	run_as(NOBODY);
	run_mmtop(&r, "-b", "-o", log, "--events=process,map",
		  "--level=watch", program, dir, NULL);
	run_as(0);
	run_poke(&r);
	run_wait(&r);
	if (run_status(&r) == 125 &&
	    run_said(&r, "kernel.perf_event_paranoid is")) {
		for (int i = 0; i < CHECKS; i++)
			skip("an ordinary user", "the kernel forbids it");
	} else {
		ok(run_status(&r) == 0,
		   "an ordinary user: the program exits with 0");
		check(log, r.out, program, true, "an ordinary user");
	}
	run_release(&r);
	free(dir);
	free(log);
}

/* --- more than is read in time -------------------------------------------- */

/* The records include exec, fork and exit, too. */
static void flood(void)
{
	flood_counts("recorded", "map", 100000, 100);
}

/* --- files on disk -------------------------------------------------------- */

#define DISK_CHECKS (7 + 3)

/* True if a line for the file's region has all these words. */
static bool told_of(const struct entries *e, const char *name,
		    const char *const *words)
{
	size_t m = strlen(name);

	for (size_t i = 0; i < e->n; i++) {
		const char *what = e->v[i].what;
		size_t n = strlen(what), k = 0;

		if (strncmp(what, "region ", 7) != 0 || n < m ||
		    strcmp(what + n - m, name) != 0)
			continue;
		while (words[k] && strstr(what, words[k]))
			k++;
		if (!words[k])
			return true;
	}
	return false;
}

/* True if the program has already printed the text. */
static bool printed(const struct run *r, const char *text)
{
	char *out = read_file(r->out_path, NULL);
	bool found = out && strstr(out, text);

	free(out);
	return found;
}

static void on_disk(void)
{
	static const char *const watch_options[] = {
		"--events=process,region,map", "--level=watch", NULL
	};
	static const char *const replaced[] = {
		"region change", " generation=", " disk=replaced ", NULL
	};
	static const char *const deleted[] = {
		"region change", " generation=", " disk=deleted ", NULL
	};
	static const char *const added[] = { "region add", NULL };
	static const char *const jailed[] = { " disk=same own_root ", NULL };
	const struct mode m = { .attach = true, .quiet = true };
	char *dir = work_file("root");
	struct watched w;
	struct entries e;
	bool moved;

	if (mkdir(dir, 0700))
		bail("no directory");
	watched_start(&w, &m, "recorded", watch_options,
		      (const char *[]){ "disk", dir, NULL });
	run_poke(&w.v);
	ok(run_printed(&w.v, "mapped") && file_holds(w.log, "/root/gone\n"),
	   "two files are mapped");
	run_poke(&w.v);
	ok(run_printed(&w.v, "changed") &&
	   file_holds(w.log, " disk=replaced ") &&
	   file_holds(w.log, " disk=deleted "),
	   "replaced and deleted files are reported");
	run_poke(&w.v);
	moved = run_printed(&w.v, "root ") && printed(&w.v, "root moved");
	if (moved)
		ok(file_holds(w.log, " disk=same own_root "),
		   "the process's own root is reported");
	else
		skip("the process's own root is reported", "not root");
	run_poke(&w.v);
	ok(watched_end(&w, 0), "the program exits with 0");
	entries_read(&e, w.log);
	ok(told_of(&e, "/root/data (deleted)", replaced) &&
	   told_of(&e, "/root/gone (deleted)", deleted),
	   "row P5 the replaced and the deleted file are named");
	ok(!told_of(&e, "/root/data (deleted)", added) &&
	   !told_of(&e, "/root/gone (deleted)", added),
	   "row P5 their regions are not added again");
	if (moved)
		ok(told_of(&e, "/root/jailed", jailed),
		   "row P5 a file below the process's root is found");
	else
		skip("row P5 a file below the process's root", "not root");
	entries_release(&e);
	watched_release(&w);
	free(dir);
}

struct deep {
	const char *log;
	int missing;
};

/* True if each file is reported as deleted, however long its name. */
static bool all_gone(void *arg)
{
	static const char *const gone[] = {
		"region change", " disk=deleted ", NULL
	};
	struct deep *d = arg;
	struct entries e;
	char name[32];

	entries_read(&e, d->log);
	d->missing = 0;
	for (int i = 0; i < DEEP_FILES; i++) {
		snprintf(name, sizeof name, "/deep%d (deleted)", i);
		d->missing += !told_of(&e, name, gone);
	}
	entries_release(&e);
	return !d->missing;
}

static void long_names(void)
{
	static const char *const watch_options[] = {
		"--events=process,region", "--level=watch", NULL
	};
	const struct mode m = { .attach = true, .quiet = true };
	char *dir = work_file("deep");
	struct watched w;
	struct deep d;

	if (mkdir(dir, 0700))
		bail("no directory");
	watched_start(&w, &m, "recorded", watch_options,
		      (const char *[]){ "deep", dir, NULL });
	run_poke(&w.v);
	ok(run_printed(&w.v, "mapped"), "files with long names are mapped");
	run_poke(&w.v);
	d = (struct deep){ .log = w.log };
	if (!ok(run_printed(&w.v, "changed") && wait_for(all_gone, &d),
		"row P4 each of them is reported as deleted"))
		diag("%d are not", d.missing);
	run_poke(&w.v);
	ok(watched_end(&w, 0), "the program exits with 0");
	watched_release(&w);
	free(dir);
}

int main(void)
{
	bool root = getuid() == 0;
	char *why, *program;

	if (!perf_works(&why))
		skip_all("%s", why);
	plan((int)(modes_n() + 1) * CHECKS + FLOOD_CHECKS +
	     REFUSAL_CHECKS + DISK_CHECKS + (root ? CHECKS : 1));
	for (size_t i = 0; i < modes_n(); i++)
		watch(modes_at(i), true);
	watch(modes_at(0), false);
	flood();
	on_disk();
	long_names();
	perf_refusals("map", "mappings unavailable");
	if (root) {
		mmtop_for_all();
		program = victim_for_all("recorded");
		ordinary(program);
		free(program);
	} else {
		skip("as an ordinary user", "needs root");
	}
	free(why);
	return done();
}
