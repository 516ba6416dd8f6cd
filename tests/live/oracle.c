/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares with strace: of the same command, with addresses not randomized,
 * mmtop logs the same number of each call with the same results, for the calls
 * that both know.
 */
#include <config.h>

#include "live.h"
#include "log.h"
#include "straced.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#define ARGS_MAX 16

static char *mmtop_list(const char *path)
{
	json_t *log = log_read(path), *e;
	char *list = NULL;
	size_t size, i;
	FILE *out = open_memstream(&list, &size);

	json_array_foreach(log, i, e) {
		const char *name = log_str(e, "name");
		const char *error = log_str(e, "error");

		if (!log_is(e, "type", "call"))
			continue;
		/* strace's name for the i386 call that takes a struct. */
		if (!strcmp(name, "old_mmap"))
			name = "mmap";
		if (straced_knows(name))
			fprintf(out, "%s %s\n", name, *error ? error : "ok");
	}
	fclose(out);
	json_decref(log);
	return list;
}

/* --- the runs ------------------------------------------------------------------ */

static int run_under(char *const tool[], char *const command[])
{
	char *argv[2 * ARGS_MAX] = { NULL };
	size_t n = 0;
	struct run r;
	int status;

	for (size_t i = 0; tool[i]; i++)
		argv[n++] = tool[i];
	for (size_t i = 0; command[i]; i++)
		argv[n++] = command[i];
	run_start(&r, argv);
	status = run_wait(&r) ? run_status(&r) : -1000;
	if (status)
		diag("%s: status %d\n%s", tool[0], status, r.err);
	run_release(&r);
	return status;
}

static void compare(const char *name, char *const command[])
{
	char *strace_log = work_file("strace"), *mmtop_log = work_file("mmtop");
	char *const strace[] = { (char *)"strace", (char *)"-f",
		(char *)"-a1", (char *)"-s0", (char *)"-e",
		(char *)"trace=memory,execveat,memfd_create,memfd_secret,"
		"process_madvise,shmat,shmctl,shmdt,shmget,userfaultfd",
		(char *)"-o", strace_log,
		(char *)"--", NULL };
	char *const mmtop[] = { getenv("MMTOP"), (char *)"--batch",
		(char *)"--json", (char *)"--events=call", (char *)"-o",
		mmtop_log, (char *)"--", NULL };
	char *a, *b, *want, *got;

	/* A first run makes caches equally warm for both. */
	run_under((char *[]){ (char *)"env", NULL }, command);
	ok(run_under(strace, command) == 0, "%s: runs under strace", name);
	ok(run_under(mmtop, command) == 0, "%s: runs under mmtop", name);
	a = straced_list(strace_log, NULL);
	b = mmtop_list(mmtop_log);
	want = counted_lines(a);
	got = counted_lines(b);
	ok(same_lines(got, want),
	   "%s: mmtop logs the calls and results that strace logs",
	   name);
	free(got);
	free(want);
	free(strace_log);
	free(mmtop_log);
}

static bool in_path(const char *program)
{
	struct run r;
	bool found;

	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"command -v \"$0\"", (char *)program, NULL });
	found = run_wait(&r) && run_status(&r) == 0;
	run_release(&r);
	return found;
}

#define ARGV(...) ((char *[]){ __VA_ARGS__, NULL })
#define W(word) ((char *)(word))

static void compare_if(const char *program, const char *name,
		       char *const command[])
{
	if (in_path(program)) {
		compare(name, command);
		return;
	}
	for (int i = 0; i < 3; i++)
		skip(name, "it is not installed");
}

static char *c_program(void)
{
	char *path = work_file("hello.c");
	FILE *f = fopen(path, "w");

	if (!f || fputs("#include <stdio.h>\n#include <stdlib.h>\n"
			"int main(void) { puts(\"hello\"); return 0; }\n",
			f) < 0 || fclose(f))
		bail(path);
	return path;
}

/*
 * Stops cost a sixth if tracer and target share a CPU, and the long listing
 * makes hundreds of thousands; the results are the same.
 */
static void share_one_cpu(void)
{
	cpu_set_t all, one;

	if (sched_getaffinity(0, sizeof all, &all) < 0)
		return;
	CPU_ZERO(&one);
	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &all)) {
			CPU_SET(cpu, &one);
			break;
		}
	sched_setaffinity(0, sizeof one, &one);
}

int main(void)
{
	char *v32 = victim32_or_skip("calls"), *source = c_program(),
	     *object = work_file("hello.o");

	if (!in_path("strace"))
		skip_all("strace is not installed");
	if (personality(ADDR_NO_RANDOMIZE) < 0)
		skip_all("address randomization cannot be switched off");
	setenv("PYTHONHASHSEED", "0", 1);
	share_one_cpu();
	plan(v32 ? 18 : 15);
	compare("ls -lR", ARGV(W("ls"), W("-lR"), W("/usr/share")));
	compare_if("python3", "python3",
		   ARGV(W("python3"), W("-c"), W("import json")));
	/* The C library maps and unmaps each of these blocks. */
	compare_if("python3", "row A4 large blocks",
		   ARGV(W("python3"), W("-c"), W("for i in range(200):\n"
			" x = bytes(40000000 + 4096 * i); del x")));
	compare_if("gcc", "gcc -c", ARGV(W("gcc"), W("-c"), W("-o"), object,
					 source));
	compare("a pipe", ARGV(W("sh"), W("-c"), W("ls /usr/bin | sort")));
	if (v32)
		compare("32-bit", ARGV(v32));
	free(source);
	free(object);
	free(v32);
	return done();
}
