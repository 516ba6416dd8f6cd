/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares --summary with `strace -c -f` and the kernel's own counts. */
#include <config.h>

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live.h"
#include "log.h"

#define ARGS_MAX 24
#define HOG_MB 48

/* Without execve: only strace shows the first one of a launched program. */
#define CALLS "memory,execveat,memfd_create,memfd_secret,process_madvise," \
	      "shmat,shmctl,shmdt,shmget,userfaultfd"

static void start(struct run *r, char *const tool[], char *const command[])
{
	char *argv[ARGS_MAX] = { NULL };
	size_t n = 0;

	for (size_t i = 0; tool[i]; i++)
		argv[n++] = tool[i];
	for (size_t i = 0; command[i]; i++)
		argv[n++] = command[i];
	run_start(r, argv);
}

/* "mmap 12 1" (name, calls, errors) for each row of either table. */
static char *rows(char *table)
{
	char *list = NULL, *line;
	size_t size;
	FILE *out = open_memstream(&list, &size);

	while ((line = strsep(&table, "\n"))) {
		double share, seconds;
		long each, calls, errors = 0;
		char name[64];

		if (sscanf(line, "%lf %lf %ld %ld %ld %63[a-z0-9_]", &share,
			   &seconds, &each, &calls, &errors, name) != 6) {
			errors = 0;
			if (sscanf(line, "%lf %lf %ld %ld %63[a-z0-9_]",
				   &share, &seconds, &each, &calls, name) != 5)
				continue;
		}
		if (strcmp(name, "execve") != 0 && strcmp(name, "total") != 0)
			fprintf(out, "%s %ld %ld\n", name, calls, errors);
	}
	fclose(out);
	return list;
}

#define W(word) ((char *)(word))
#define ARGV(...) ((char *[]){ __VA_ARGS__, NULL })

static void compare(const char *name, char *const command[])
{
	char *strace_log = work_file("strace"), *log = work_file("log");
	char *table, *want, *got;
	struct run r;

	/* A first run makes caches equally warm for both. */
	start(&r, ARGV(W("env")), command);
	run_wait(&r);
	run_release(&r);
	start(&r, ARGV(W("strace"), W("-c"), W("-f"), W("-e"),
		       W("trace=" CALLS), W("-o"), strace_log, W("--")),
	      command);
	ok(run_wait(&r) && run_status(&r) == 0, "%s: runs with strace", name);
	run_release(&r);
	start(&r, ARGV(getenv("MMTOP"), W("--summary"), W("-o"), log, W("--")),
	      command);
	ok(run_wait(&r) && run_status(&r) == 0, "%s: runs with mmtop", name);
	table = read_file(strace_log, NULL);
	want = rows(table);
	got = rows(r.err);
	ok(same_lines(got, want),
	   "%s: calls and errors are those of strace", name);
	free(table);
	free(want);
	free(got);
	run_release(&r);
	free(strace_log);
	free(log);
}

static bool has_python(void)
{
	struct run r;
	bool has;

	run_start(&r, ARGV(W("python3"), W("-c"), W("pass")));
	has = run_wait(&r) && run_status(&r) == 0;
	run_release(&r);
	return has;
}

/* The peak RSS that wait4() reports for the program without mmtop, in bytes. */
static long long peak_alone(char *const argv[])
{
	struct rusage u;
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		execvp(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &u) < 0)
		bail("fork");
	return u.ru_maxrss * 1024ll;
}

static long long figure(const char *text, const char *key)
{
	char *at = text ? strstr(text, key) : NULL;

	return at ? strtoll(at + strlen(key), NULL, 10) : -1;
}

/* A short-lived child, and its peak before its exec. */
static void peak_of_child(void)
{
	char script[128], *log = work_file("peak");
	char *hog[] = { W("python3"), W("-c"), script, NULL };
	long long want, got, mapped;
	struct run r;

	snprintf(script, sizeof script, "import os\nx = bytearray(%d << 20)\n"
		 "os.execvp('true', ['true'])", HOG_MB);
	want = peak_alone(hog);
	run_mmtop(&r, "--summary", "-o", log, "sh", "-c",
		  "python3 -c \"$0\"; trap : USR1; kill -USR1 $$; :", script,
		  NULL);
	ok(run_wait(&r) && run_status(&r) == 0,
	   "a program whose child calls exec exits with 0");
	got = figure(r.err, "peak RSS    ");
	mapped = figure(r.err, "mapped      ");
	if (!ok(want > HOG_MB * 1000000ll && got > want - want / 20 &&
		got < want + want / 20,
		"the child's peak is that of the kernel"))
		diag("%lld, not %lld\n%s", got, want, r.err);
	ok(mapped > HOG_MB << 20, "the child's mapped bytes are counted");
	if (!ok(r.err && strstr(r.err, "SIGUSR1 1") &&
		figure(r.err, "SIGCHLD ") >= 1, "signals are counted by name"))
		diag("%s", r.err);
	run_release(&r);
	free(log);
}

/* The log, and so the screen, gets the peak of a short-lived child. */
static void peak_in_log(void)
{
	char script[64], *log = work_file("usage"), *at;
	long long most = -1;
	struct run r;

	snprintf(script, sizeof script, "x = bytearray(%d << 20); del x",
		 HOG_MB);
	run_mmtop(&r, "-b", "--events=memory", "-o", log, "sh", "-c",
		  "python3 -c \"$0\"; :", script, NULL);
	run_wait(&r);
	run_release(&r);
	at = read_file(log, NULL);
	for (char *s = at; s && (s = strstr(s, " peak=")); s++)
		if (figure(s, " peak=") > most)
			most = figure(s, " peak=");
	if (!ok(most > HOG_MB << 20, "the last sample of a child has its peak"))
		diag("%lld\n%s", most, at);
	free(at);
	free(log);
}

/* After the log, if both go to stderr. */
static void to_stderr(void)
{
	struct run r;
	char *end;

	run_mmtop(&r, "--summary", "sh", "-c", "exit 3", NULL);
	ok(run_wait(&r) && run_status(&r) == 3,
	   "with a log on stderr, the program's status is kept");
	end = r.err ? strstr(r.err, " end events=") : NULL;
	ok(end && strstr(end, "\n% time "), "the summary comes after the log");
	run_release(&r);
	run_mmtop(&r, "--summary", "/nonexistent/program", NULL);
	ok(run_wait(&r) && run_status(&r) == 127 &&
	   run_said(&r, "/nonexistent/program"), "no program, no summary");
	run_release(&r);
	run_mmtop(&r, "--summary", "-o", "/dev/full", "true", NULL);
	ok(run_wait(&r) && run_status(&r) == 125 && strstr(r.err, "% time "),
	   "a log that cannot be written: the summary is printed");
	run_release(&r);
}

int main(void)
{
	struct run r;

	run_start(&r, ARGV(W("strace"), W("-V")));
	if (!run_wait(&r) || run_status(&r) != 0)
		skip_all("strace is not installed");
	run_release(&r);
	if (personality(ADDR_NO_RANDOMIZE) < 0)
		skip_all("address randomization cannot be switched off");
	setenv("PYTHONHASHSEED", "0", 1);
	plan(21);
	compare("ls -l", ARGV(W("ls"), W("-l"), W("/usr/bin")));
	compare("children", ARGV(W("sh"), W("-c"),
				 W("for i in 1 2 3; do ls /; done | sort; "
				   "cat /etc/passwd >/dev/null")));
	compare("find", ARGV(W("find"), W("/usr/share/doc"), W("-name"),
			     W("a*")));
	if (has_python()) {
		compare("calls that fail", ARGV(W("python3"), W("-c"), W(
			"import ctypes; c = ctypes.CDLL(None)\n"
			"for i in range(7): c.munmap(1, 0)\n"
			"c.mprotect(1, 4096, 1); c.mlock2(0, 0, 77)")));
		peak_of_child();
		peak_in_log();
	} else {
		for (int i = 0; i < 8; i++)
			skip("with python3", "python3 is not installed");
	}
	to_stderr();
	return done();
}
