/* SPDX-License-Identifier: GPL-3.0-or-later */
/* T14: `where` in the console, on a program whose frames are known. */
#include <config.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "live.h"

#define WHERE "catch getppid; next; where; quit"

static char *program, *program32;

/* " inner middle outer main ...": the function names that `where` prints. */
static void names_of(struct str *out, const char *text)
{
	const char *at = text, *end;

	str_addc(out, ' ');
	for (; at && *at; at = end ? end + 1 : NULL) {
		char name[64] = "";

		end = strchr(at, '\n');
		if (*at == '#' && sscanf(at, "#%*u %*s %63[^+ \n]", name) == 1)
			str_addf(out, "%s ", name);
	}
}

/* True if `where` printed these frames, in this order and adjacent. */
static bool prints_frames(const struct run *r, const char *frames)
{
	struct str names = STR_INIT;
	bool found;

	names_of(&names, r->out);
	found = strstr(names.data, frames) != NULL;
	str_release(&names);
	return found;
}

static bool has_frames(const struct run *r, const char *frames)
{
	if (prints_frames(r, frames))
		return true;
	diag("no '%s' there: %s", frames, r->out);
	return false;
}

static void where(struct run *r, char *path, const char *what)
{
	run_mmtop(r, "--command", WHERE, "-s", "-o", "/dev/null", path, what,
		  NULL);
}

static void in_all(const char *what, const char *frames)
{
	char *paths[] = { program, program32 };
	struct run r;

	for (int i = 0; i < 2; i++) {
		if (!paths[i]) {
			skip(what, "no 32-bit programs here");
			continue;
		}
		where(&r, paths[i], what);
		ok(run_wait(&r) && run_status(&r) == 0 &&
		   has_frames(&r, frames), "%s, %s-bit", what,
		   i ? "32" : "64");
		run_release(&r);
	}
}

static void known_stacks(void)
{
	in_all("chain", " inner middle outer main ");
	in_all("signal", " inner middle outer handler <signal ");
	in_all("code", " inner middle ?? made main ");
	in_all("inlined", " inner within around main ");
	in_all("deep", " inner deep deep deep deep deep ");
	in_all("lost", " inner broken ");
	in_all("loop", " inner broken broken ");
}

static void sources(void)
{
	struct run r;

	where(&r, program, "chain");
	ok(run_wait(&r) && strstr(r.out, "/frames.c:") &&
	   strstr(r.out, "  /* here it stops */\n") &&
	   strstr(r.out, "SYS_getppid"), "the source lines are shown");
	ok(strstr(r.out, "\n> ") != NULL, "the current source line is marked");
	run_release(&r);
	where(&r, program, "deep");
	ok(run_wait(&r) && strstr(r.out, "Only the first 256 frames are "
	   "shown.\n"), "the limit of 256 frames is kept and reported");
	run_release(&r);
	where(&r, program, "lost");
	ok(run_wait(&r) && strstr(r.out, "The caller is unknown"),
	   "an unknown caller is reported");
	run_release(&r);
#ifdef __x86_64__
	where(&r, program, "nowhere");
	ok(run_wait(&r) && has_frames(&r, " handler <signal ?? caller main "),
	   "the caller is found after a call of NULL");
	run_release(&r);
#else
	skip("a call of NULL", "not on this machine");
#endif
	where(&r, program, "loop");
	ok(run_wait(&r) && has_frames(&r, " broken broken ") &&
	   !prints_frames(&r, " broken broken broken ") &&
	   strstr(r.out, "The caller is unknown"),
	   "a frame that is its own caller is repeated once");
	run_release(&r);
	where(&r, program, "inlined");
	ok(run_wait(&r) && strstr(r.out, " within ") &&
	   strstr(r.out, " (inlined)"), "inlined functions are marked");
	run_release(&r);
}

static void ignored(void)
{
	char *config = work_file("config.lua");
	FILE *f = fopen(config, "w");
	struct run r;

	if (!f || fputs("ignore = { '^mid', '^outer$', '/libc' }\n", f) < 0 ||
	    fclose(f))
		bail(config);
	chmod(config, 0600);
	run_mmtop(&r, "--config", config, "--command", WHERE, "-s", "-o",
		  "/dev/null", program, "chain", NULL);
	ok(run_wait(&r) && has_frames(&r, " inner main ") &&
	   strstr(r.out, "\n2 frames hidden by 'ignore'\n"),
	   "ignored frames are omitted and counted");
	run_release(&r);
	unlink(config);
	free(config);
}

/* --- files -------------------------------------------------------------------- */

static bool change(const char *path, long seed)
{
	size_t size;
	char *bytes = read_file(path, &size);
	int fd = open(path, O_WRONLY);
	bool good = bytes && fd >= 0;

	/* Changes the last two thirds only: the tables of symbols and lines
	 * follow the loaded segments, and the ELF header must still locate
	 * them. */
	srand48(seed);
	for (size_t i = good ? size / 3 : size; i < size; i++)
		if (lrand48() % 8 == 0)
			bytes[i] = (char)lrand48();
	good = good && pwrite(fd, bytes + size / 3, size - size / 3,
			      (off_t)(size / 3)) > 0;
	if (fd >= 0)
		close(fd);
	free(bytes);
	return good;
}

static void damaged(void)
{
	int answered = 0;

	for (long seed = 1; seed <= 12; seed++) {
		char *copy = copy_of(program, "damaged", 0755);
		struct run r;

		if (!change(copy, seed))
			bail("no copy");
		run_mmtop(&r, "--command", "where; process; quit", "-s", "-o",
			  "/dev/null", copy, "chain", NULL);
		if (run_wait(&r) && run_status(&r) == 0 &&
		    (strstr(r.out, "#0 ") || strstr(r.out, "frames of ")))
			answered++;
		else
			diag("seed %ld: %s%s", seed, r.out, r.err);
		run_release(&r);
		free(copy);
	}
	ok(answered == 12, "damaged files do no harm");
}

static void stripped(void)
{
	char *copy = copy_of(program, "stripped", 0755);
	char *const strip[] = { (char *)"strip", copy, NULL };
	struct run r;

	run_start(&r, strip);
	if (!run_wait(&r) || run_status(&r)) {
		skip("stripped", "no strip here");
	} else {
		run_release(&r);
		where(&r, copy, "chain");
		ok(run_wait(&r) && has_frames(&r, " ?? ?? ?? ?? ") &&
		   strstr(r.out, "__libc_start"),
		   "a stripped program has frames without names");
	}
	run_release(&r);
	free(copy);
}

static void deleted(void)
{
	char *copy = copy_of(program, "gone", 0755);
	struct run r;

	run_mmtop(&r, "--console", "-s", "-o", "/dev/null", copy, "chain",
		  NULL);
	ok(run_printed(&r, " is held:") && unlink(copy) == 0 &&
	   write(r.in, "where\n" WHERE "\n", sizeof WHERE + 6) > 0 &&
	   run_wait(&r) && has_frames(&r, geteuid() ?
	   " ?? ?? ?? ?? " : " inner middle outer main "),
	   "a program has frames after its file was deleted");
	run_release(&r);
	free(copy);
}

/* --- absent pages --------------------------------------------------------- */

/* Unwinding does not fault in pages of the program. */
static void absent(void)
{
	static const char *const what[] = { "anon", "file", "hugetlb" };
	struct run r;

	for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
		run_mmtop(&r, "--command", "catch getppid; next; where; "
			  "catch none; continue; wait", "-s", "-o",
			  "/dev/null", program, "absent", what[i], NULL);
		if (run_wait(&r) && run_status(&r) == 77)
			skip(what[i], "the machine has none");
		else if (!ok(has_frames(&r, " inner absent ") &&
			     strstr(r.out, "present 0\n"),
			     "an absent page stays absent: %s", what[i]))
			diag("%s%s", r.out, r.err);
		run_release(&r);
	}
	run_mmtop(&r, "-b", "--level=calls", "--events=call,region", "-o",
		  "/dev/null", program, "above", NULL);
	if (!ok(run_wait(&r) && strstr(r.out, "present 0\n"),
		"the unused stack above a call stays absent"))
		diag("%s%s", r.out, r.err);
	run_release(&r);
}

/* --- threads ------------------------------------------------------------------ */

/* The TID of the other thread. */
static pid_t thread_of(pid_t pid)
{
	char path[64];
	struct dirent *e;
	pid_t tid = 0;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	d = opendir(path);
	while (d && (e = readdir(d)))
		if (atoi(e->d_name) > 0 && atoi(e->d_name) != pid)
			tid = atoi(e->d_name);
	if (d)
		closedir(d);
	return tid;
}

static void threads(void)
{
	/* Another user may be unable to enter the build tree, and mmtop as root
	 * reads the files of a program as the program's user: run a copy. */
	char *copy = copy_of(program, "thread", 0755);
	char *const argv[] = { copy, (char *)"thread", NULL };
	char line[160], pid[16];
	struct run victim, r;
	pid_t tid;

	if (!geteuid())
		run_as(NOBODY);
	run_start(&victim, argv);
	run_as(0);
	run_printed(&victim, "ready\n");
	tid = thread_of(victim.pid);
	snprintf(pid, sizeof pid, "%d", (int)victim.pid);
	snprintf(line, sizeof line, "where; hold; where %d; where; where 1; "
		 "detach", (int)tid);
	run_mmtop(&r, "--command", line, "-o", "/dev/null", "-p", pid, NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   strstr(r.out, " is running. Type 'hold'"),
	   "where refuses a running thread");
	ok(has_frames(&r, " inner middle outer thread "),
	   "the frames of a thread are shown");
	ok(strstr(r.out, " main ") || strstr(r.out, " main+"),
	   "the frames of another thread are shown");
	ok(strstr(r.out, "No process or thread 1 is watched.") != NULL,
	   "where refuses an unwatched process");
	ok(task_state(victim.pid) == 'S',
	   "the program sleeps again after the detach");
	run_release(&r);
	run_release(&victim);
	free(copy);
}

int main(void)
{
	plan(14 + 7 + 1 + 3 + 4 + 5);
	program = victim("frames");
	program32 = victim32("frames");
	known_stacks();
	sources();
	ignored();
	damaged();
	stripped();
	deleted();
	absent();
	threads();
	free(program);
	free(program32);
	return done();
}
