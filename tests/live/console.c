/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console with examples/tour.  M1 to M11 are the rows of the comparison
 * with memtrace. */
#include <config.h>

#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fmt.h"
#include "counter.h"
#include "job.h"
#include "live.h"

static char *tour;

static void type(struct run *r, const char *line)
{
	if (write(r->in, line, strlen(line)) != (ssize_t)strlen(line))
		diag("the console does not read its input");
}

static void end_input(struct run *r)
{
	close(r->in);
	r->in = -1;
}

static size_t times(const char *text, const char *part)
{
	size_t n = 0;

	for (; (text = strstr(text, part)); text += strlen(part))
		n++;
	return n;
}

/* True if text contains all parts in that order. */
static bool in_order(const char *text, const char *const *parts)
{
	for (; *parts; parts++) {
		text = strstr(text, *parts);
		if (!text) {
			diag("no '%s' there", *parts);
			return false;
		}
		text += strlen(*parts);
	}
	return true;
}

static pid_t pid_of(struct run *r)
{
	char *text = read_file(r->out_path, NULL);
	char *at = text ? strstr(text, " launch ") : NULL;
	pid_t pid = 0;

	while (at && at > text && at[-1] != ' ')
		at--;
	if (at)
		pid = (pid_t)strtol(at, NULL, 10);
	free(text);
	return pid;
}

/* M2, M5: a stop before and after each call, with a line each; counts; an empty
 * line repeats; abbreviations. */
static void steps(void)
{
	struct run r;

	run_mmtop(&r, "--console", "-s", "-o", "/dev/null", tour, "--fast",
		  NULL);
	type(&r, "next\n\nn\nne 3\ncatch munmap\nnext 4\nquit\n");
	ok(run_wait(&r) && run_status(&r) == 0, "quit ends with 0");
	ok(in_order(r.out, (const char *[]){ " launch ", " is held: ",
		" brk(NULL)\n", "  Before: queries the heap's end.\n",
		" brk(NULL) = 0x", "\n  After: the heap ends at ",
		" mmap(NULL, ", ")\n", "  Before: requests ",
		" mmap(NULL, ", " = 0x", "Steps end at munmap.\n",
		" munmap(0x", ")\n", " munmap(0x", " = 0\n", " munmap(0x",
		" munmap(0x", " = 0\n", "  After: ", " is unmapped",
		"+++ killed by SIGKILL +++\n",
		NULL }), "M2: each stop is a line, before and after the call");
	ok(times(r.out, "munmap(") == 4,
	   "T13: next N stops N times, only at caught calls");
	ok(!*r.err, "M1: with -o, stderr stays empty");
	run_release(&r);
}

/* T13: catch changes where next stops while the program runs. */
static void caught_meanwhile(void)
{
	struct run r;

	run_mmtop(&r, "--console", "-s", "-o", "/dev/null", "sh", "-c",
		  "while umask 022; do umask 027; done", NULL);
	type(&r, "next\ncontinue\ncatch umask\nnext\n");
	ok(run_printed(&r, "Steps end at umask.\n") &&
	   run_printed(&r, " umask(0"),
	   "T13: catch takes effect while the program runs");
	type(&r, "catch all\nnext 3\ncatch umask\nnext 2\nquit\n");
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   in_order(r.out, (const char *[]){ "Steps end at umask.\n",
		    " umask(0", "Steps end at every system call.\n",
		    " umask(0", "Steps end at umask.\n", " umask(0", NULL }),
	   "T13: catch takes effect again");
	run_release(&r);
}

/* A list of calls that is too long to be repeated is not repeated in part. */
static void long_until(void)
{
	struct run r;

	run_mmtop(&r, "--console", "-s", "-o", "/dev/null", "sh", "-c",
		  "while umask 022; do umask 027; done", NULL);
	type(&r, "until umask,setfsuid,setfsgid,mremap,msync,mincore,"
	     "mlock,munlock,mlockall,munlockall,shmat,shmdt,shmget,"
	     "remap_file_pages,process_madvise\n\nnext 2\nquit\n");
	ok(run_wait(&r) && run_status(&r) == 0 && times(r.out, " umask(0") &&
	   !strstr(r.out, "Unknown system call"),
	   "an empty line does not repeat a part of a long list");
	run_release(&r);
}

/* `until` runs to the entry of a call of any thread, lets a child run that it
 * waits for, and ends with the process. */
static void runs_until(void)
{
	struct run r;

	run_mmtop(&r, "--command",
		  "until munmap; until umask; next; until 999999", "-s", "-o",
		  "/dev/null", "sh", "-c", "(sleep 0.3) & wait; umask 022",
		  NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   in_order(r.out, (const char *[]){ " munmap(0x", "  Before: unmaps ",
		    " fork ", " exited with 0", " umask(0", "  Before: ",
		    " umask(0", "  After: ", " exited with 0", NULL }),
	   "until runs to a call, and on when its child has ended");
	run_release(&r);
	run_mmtop(&r, "--command", "until 9999x; until; next", "-s", "-o",
		  "/dev/null", "true", NULL);
	ok(run_wait(&r) && strstr(r.out, "Unknown system call \"9999x\"") &&
	   strstr(r.out, "Usage: until ") && strstr(r.out, "  Before: "),
	   "until without a known call runs nothing");
	run_release(&r);
}

/* True if `until` caught a thread that is not the main one: there is a line such
 * as "0.2 12/13 rseq(...", and Before after it.  Another thread may start in
 * between. */
static bool caught_thread(const char *text)
{
	const char *at = strstr(text, " thread "), *line;

	line = at ? strstr(at, " rseq(") : NULL;
	if (!line)
		line = at ? strstr(at, " set_robust_list(") : NULL;
	for (at = line; at && at > text && at[-1] != '\n'; at--)
		;
	return line && memchr(at, '/', (size_t)(line - at)) &&
	       strstr(line, "\n  Before: ");
}

/* A new thread enters a call: it is held, with all others, and `next` steps
 * it. */
static void runs_until_thread(char *path, const char *munmap)
{
	char line[256];
	struct counter c;
	struct run r;

	counter_init(&c, 3);
	snprintf(line, sizeof line, "until clone,clone3; next; "
		 "until set_robust_list,rseq; next; until %s; next; quit",
		 munmap);
	run_mmtop(&r, "--command", line, "-s", "-o", "/dev/null", path, c.path,
		  "3", NULL);
	ok(run_wait(&r) && caught_thread(r.out) &&
	   in_order(strstr(r.out, " thread "), (const char *[]){
		    "  Before: ", "  After: ", " munmap(0x",
		    "  Before: unmaps ", " munmap(0x", " = 0\n", "  After: ",
		    NULL }), "until holds the thread that enters the call");
	run_release(&r);
	counter_release(&c);
	free(path);
}

static void runs_on(void)
{
	char *log = work_file("log"), *text;
	struct run r;

	run_mmtop(&r, "--command", "next 2; c; wait", "-s", "-o", log, tour,
		  "--fast", NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   strstr(r.out, "that was the tour\n") &&
	   strstr(r.out, "+++ exited with 0 +++"),
	   "M5: continue ends stepping, and the exit is shown");
	text = read_file(log, NULL);
	ok(text && strstr(text, " mmap(NULL, ") && strstr(text, ">, 0) = 0x") &&
	   strstr(text, "/libc.so") && strstr(text, " end "),
	   "M1, M4, M8: the log has each call, with its result and file");
	ok(text && times(text, " shmat(") && times(text, " shmget(IPC_PRIVATE"),
	   "M11: System V memory is logged");
	ok(in_order(r.out, (const char *[]){ "SIGUSR1 ", "si_value=0x1",
		"SIGUSR1 ", "si_value=0x2", "SIGUSR1 ", "si_value=0x3",
		"SIGALRM ", NULL }), "M9: signals in order");
	ok(times(r.out, " thread ") == 2 && times(r.out, " fork ") == 1,
	   "M3: threads and children are followed");
	run_release(&r);
	run_mmtop(&r, "--command=wait", "--no-follow", tour, "--fast", NULL);
	ok(run_wait(&r) && run_status(&r) == 0 && times(r.out, " thread ") == 2,
	   "M3: --no-follow omits children");
	ok(times(r.err, " mmap(") > 10 && !strstr(r.out, " mmap("),
	   "M4: without -o, the log goes to stderr");
	free(text);
	free(log);
	run_release(&r);
}

static void regions(void)
{
	struct run r;

	run_mmtop(&r, "--command", "catch shmdt; next; regions sysv;"
		  "catch munmap; next; regions shm; quit", "-s", "-o",
		  "/dev/null", tour, "--fast", NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   in_order(r.out, (const char *[]){ " shmdt(", " sysv ", " key 0x",
		    " munmap(", " shm /mmtop-tour.", NULL }),
	   "M11: System V memory has id and key, POSIX memory a name");
	run_release(&r);
	run_mmtop(&r, "--command=wait", "sh", "-c", "exec /nonesuch", NULL);
	ok(run_wait(&r) && strstr(r.err, "= -1 ENOENT (No such file"),
	   "M10: an error is shown by name");
	run_release(&r);
	run_mmtop(&r, "--command", "catch rt_sigsuspend; next 2; quit", "-s",
		  "-o", "/dev/null", "sh", "-c",
		  "trap : USR1; (kill -USR1 $$; exec sleep 60) & wait", NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   in_order(r.out, (const char *[]){ " rt_sigsuspend(", ")\n",
		    " rt_sigsuspend(",
		    ") = ? ERESTARTNOHAND (To be restarted if no handler)\n",
		    NULL }),
	   "M10: a call to be restarted is not a failure");
	run_release(&r);
}

/* One descriptor number, for two files in turn. */
static void reused_descriptor(void)
{
	char *first = work_file("first"), *second = work_file("second");
	char *program, *a, *b;
	struct run r;

	if (asprintf(&program, "import mmap, os\n"
		     "for name in '%s', '%s':\n"
		     "  fd = os.open(name, os.O_RDWR | os.O_CREAT)\n"
		     "  os.truncate(fd, 4096)\n"
		     "  mmap.mmap(fd, 4096)\n"
		     "  os.close(fd)\n", first, second) < 0 ||
	    asprintf(&a, ", 3<%s>, 0) = 0x", first) < 0 ||
	    asprintf(&b, ", 3<%s>, 0) = 0x", second) < 0)
		bail("no memory");
	run_mmtop(&r, "--command=wait", "/usr/bin/python3", "-c", program,
		  NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   in_order(r.err, (const char *[]){ a, b, NULL }),
	   "M8: a reused descriptor shows the new file");
	run_release(&r);
	unlink(first);
	unlink(second);
	free(first);
	free(second);
	free(program);
	free(a);
	free(b);
}

static void detached(void)
{
	struct run r;

	run_mmtop(&r, "--command", "next 4; detach", "-s", "-o", "/dev/null",
		  tour, "--fast", NULL);
	ok(run_wait(&r) && run_status(&r) == 0 && strstr(r.out, " detach\n"),
	   "M5: detach ends mmtop");
	ok(run_printed(&r, "that was the tour"),
	   "the program runs on after detach");
	run_release(&r);
}

/* --- figures ------------------------------------------------------------------- */

static long long meminfo(const char *key)
{
	char *text = read_file("/proc/meminfo", NULL);
	char *at = text ? strstr(text, key) : NULL;
	long long n = at ? strtoll(at + strlen(key), NULL, 10) : -1;

	free(text);
	return n;
}

/* The number of KiB in a line such as "Free: 1.20G (1,258,291 KiB)". */
static long long kib_of(const char *out, const char *label)
{
	char line[32];
	const char *at;
	long long n = 0;

	snprintf(line, sizeof line, "\n%s: ", label);
	at = strstr(out, line);
	at = at ? strchr(at, '(') : NULL;
	if (!at)
		return -1;
	for (at++; *at == ',' || (*at >= '0' && *at <= '9'); at++)
		if (*at != ',')
			n = n * 10 + (*at - '0');
	return strncmp(at, " KiB)", 5) ? -1 : n;
}

static bool near(long long a, long long b)
{
	long long most = a > b ? a : b, d = a > b ? a - b : b - a;

	if (a >= 0 && b >= 0 && d <= most / 4 + 65536)
		return true;
	diag("%lld and %lld KiB", a, b);
	return false;
}

static void system_figures(void)
{
	static const char *const words[] = { "s", "sys", "system" };
	struct run r;

	for (size_t i = 0; i < 3; i++) {
		run_mmtop(&r, "--command", words[i], "sleep", "1", NULL);
		run_wait(&r);
		ok(kib_of(r.out, "Total") == meminfo("MemTotal:") &&
		   kib_of(r.out, "Swap") == meminfo("SwapTotal:"),
		   "M6: %s: shows the totals", words[i]);
		ok(near(kib_of(r.out, "Free"), meminfo("MemFree:")) &&
		   near(kib_of(r.out, "Available"), meminfo("MemAvailable:")) &&
		   near(kib_of(r.out, "Buffers"), meminfo("Buffers:")) &&
		   near(kib_of(r.out, "Cached"), meminfo("Cached:")) &&
		   near(kib_of(r.out, "Shared"), meminfo("Shmem:")) &&
		   near(kib_of(r.out, "Slab"), meminfo("Slab:")) &&
		   near(kib_of(r.out, "Used"), meminfo("MemTotal:") -
			meminfo("MemAvailable:")),
		   "M6: shows the use of memory");
		run_release(&r);
	}
}

static bool has_size(const char *out, const char *label, long kib)
{
	char line[64], size[FMT_MAX];

	fmt_size(size, (uint64_t)kib * 1024);
	snprintf(line, sizeof line, "%s%s", label, size);
	if (strstr(out, line))
		return true;
	diag("no '%s'", line);
	return false;
}

static void process_figures(void)
{
	struct run r;
	char *out;
	pid_t pid;

	run_mmtop(&r, "--console", "-s", "-o", "/dev/null", tour, "--fast",
		  NULL);
	type(&r, "catch munmap\nn 2\np\np 999999\n");
	ok(run_printed(&r, "No process or thread 999999 is watched.\n"),
	   "M7: an unknown id is reported");
	out = read_file(r.out_path, NULL);
	ok(out && strstr(out, "\nRegions: ") && !strstr(out, " r-xp "),
	   "process lists no regions");
	free(out);
	type(&r, "regions\n");
	(void)run_printed(&r, "[stack]\n");
	out = read_file(r.out_path, NULL);
	pid = pid_of(&r);
	ok(out && has_size(out, "\nVirtual: ", status_field(pid, "VmSize")) &&
	   has_size(out, "\nResident: ", status_field(pid, "VmRSS")) &&
	   has_size(out, "\nSwap: ", status_field(pid, "VmSwap")) &&
	   has_size(out, " data ", status_field(pid, "VmData")) &&
	   has_size(out, " stack ", status_field(pid, "VmStk")),
	   "M7: process shows the figures of /proc");
	ok(out && in_order(out, (const char *[]){ "\nProcess ", " tour\n",
		"State: t tracing stop", "\nPSS: ", " minor, ", " major",
		"\nIts stack: ", "\nRegions: ", " r-xp ", "examples/tour\n",
		"libc.so", "[stack]", NULL }),
	   "M7: process shows state, stack and regions");
	ok(out && !strstr(out, "PSS: n/a"), "M7: PSS was read");
	type(&r, "quit\n");
	ok(run_wait(&r) && run_status(&r) == 0, "quit");
	free(out);
	run_release(&r);
}

/* The commands of the panes, by name: no other output for a screen reader. */
static void memory_commands(void)
{
	struct run r;
	bool good;

	run_mmtop(&r, "--console", "--heap", "-o", "/dev/null", "sh", "-c",
		  "x=$(printf %050000d 1); (sleep 1000; :) & sleep 1000; :",
		  NULL);
	ok(run_printed(&r, " exec \"/usr/bin/sleep\"") &&
	   run_printed(&r, " fork "), "a program with a child");
	type(&r, "why mark\nwhy\nwhy x\nsort size reverse\nregions\n"
	     "sort nothing\nfind [stack]\nfamily [heap]\nheap\ncgroup\n"
	     "quit\n");
	good = run_wait(&r) && run_status(&r) == 0;
	ok(good && in_order(r.out, (const char *[]){
		"why now counts from here", "\nRSS ", "Usage: why mark|start\n",
		"Regions are sorted by size, reversed.\n", " 4.00K ", "M resident ",
		"Cannot sort by \"nothing\". Columns: address, size", "[stack]\n",
		NULL }), "why, sort and find by name");
	ok(good && in_order(r.out, (const char *[]){ "[heap]\n", " parent ",
		" shared ", " child ", " private\n", NULL }),
	   "family by name");
	ok(good && strstr(r.out, " blocks, resident "), "heap by name");
	ok(good && in_order(r.out, (const char *[]){ "\nCgroup: ",
		"\nLocked: this process ", ", RLIMIT_MEMLOCK ", NULL }),
	   "cgroup by name");
	run_release(&r);
}

/* --- attached --------------------------------------------------------------------- */

/* M3: children that a process creates after the attach. */
static void attached_family(void)
{
	const char *const argv[] = { "sh", "-c", "read x; true | cat; read x",
				     NULL };
	char pid[16];
	struct run v, m;

	run_start(&v, (char *const *)argv);
	snprintf(pid, sizeof pid, "%d", (int)v.pid);
	run_mmtop(&m, "--console", "-f", "--level=calls", "-p", pid, NULL);
	ok(run_printed(&m, " attach "), "M3: attached with -f");
	type(&v, "\n");
	ok(run_printed(&m, " exec \"/usr/bin/cat\"") &&
	   run_printed(&m, "+++ exited with 0 +++"),
	   "M3: its children are followed");
	type(&m, "detach\n");
	ok(run_wait(&m) && run_status(&m) == 0 && times(m.out, " fork ") == 2,
	   "M3: each child is followed");
	type(&v, "\n");
	ok(run_wait(&v) && run_status(&v) == 0,
	   "the program exits as without mmtop");
	run_release(&m);
	run_release(&v);
}

static void attached(void)
{
	struct counter c;
	struct run r;
	char pid[16], line[64];

	counter_init(&c, 3);
	counter_start(&c);
	snprintf(pid, sizeof pid, "%d", c.pid);
	run_mmtop(&r, "--console", "-s", "-o", "/dev/null", "-p", pid, NULL);
	type(&r, "proc\nhold\ncontinue\n");
	snprintf(line, sizeof line, "\nProcess %s counter\n", pid);
	ok(run_printed(&r, " is held: ") && run_printed(&r, line),
	   "attached: commands work from the first stop");
	ok(run_printed(&r, "is already held"),
	   "hold of a held program is reported");
	ok(counter_counts(&c), "M5: continue lets it run");
	type(&r, "hodl\nzoom\n");
	ok(run_printed(&r, "Did you mean \"hold\"?") &&
	   run_printed(&r, "zoom needs the screen"),
	   "unknown and screen-only commands are reported");
	end_input(&r);
	ok(run_wait(&r) && run_status(&r) == 0, "end of input detaches");
	run_release(&r);
	ok(counter_counts(&c), "the program runs on");
	run_mmtop(&r, "--command", "kill 99; kill CONT; next; quit", "-p", pid,
		  NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   strstr(r.out, "No such signal.") &&
	   strstr(r.out, "SIGCONT was sent to"), "kill sends a signal");
	ok(counter_counts(&c), "the program runs on after SIGCONT");
	run_release(&r);
	run_mmtop(&r, "--command", "family", "-p", pid, NULL);
	ok(run_wait(&r) && run_status(&r) == 0 && strstr(r.out, " parent "),
	   "family waits for the first sizes of the regions");
	run_release(&r);
	run_mmtop(&r, "--command", "kill", "-p", pid, NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   strstr(r.out, "killed by SIGKILL"), "kill is reported as SIGKILL");
	run_release(&r);
	counter_release(&c);
}

#define HOLDS 8
#define THREADS 8
#define PID_WORD 61	/* index in victims/counter */

/* next steps the main thread, whichever thread the hold stops first. */
static void steps_main_thread(void)
{
	struct counter c;
	struct run r;
	char thread[16];
	bool ran = true;

	counter_init(&c, THREADS);
	run_mmtop(&r, "--console", "-o", "/dev/null", c.program, c.path, "8",
		  NULL);
	for (int i = 0; i < HOLDS; i++) {
		ran &= counter_counts(&c);
		type(&r, "hold\nnext\ncontinue\n");
	}
	/* quit kills the program, with a line for each other thread. */
	ok(ran && counter_counts(&c), "all threads run on");
	type(&r, "quit\n");
	snprintf(thread, sizeof thread, " %d/", (int)c.words[PID_WORD]);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   times(r.out, thread) == THREADS - 1,
	   "M2: next steps the main thread, whichever thread was held first");
	run_release(&r);
	counter_release(&c);
}

/* --- input ------------------------------------------------------------------------- */

static void inputs(void)
{
	char *script = work_file("script");
	FILE *f = fopen(script, "w");
	struct run r;

	if (!f)
		bail(script);
	fputs("# a comment\n\nnext; n\n\nhelp next\nquit\n", f);
	fclose(f);
	run_mmtop(&r, "--script", script, "-s", "-o", "/dev/null", "true",
		  NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   times(r.out, " brk(NULL)") == 2 && times(r.out, "next [N]") == 1,
	   "empty lines of a script do nothing");
	run_release(&r);
	run_mmtop(&r, "--script", "/nonesuch", "true", NULL);
	ok(run_wait(&r) && run_status(&r) == 125 &&
	   run_said(&r, "cannot read the commands in /nonesuch"),
	   "a missing script is refused");
	run_release(&r);
	run_mmtop(&r, "--script", "/dev/zero", "true", NULL);
	ok(run_wait(&r) && run_status(&r) == 125 &&
	   run_said(&r, "cannot read the commands in /dev/zero: "),
	   "a script without end is refused");
	run_release(&r);
	/* The script ends while the launch is being reported. */
	run_mmtop(&r, "--script", "/dev/null", "true", NULL);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   in_order(r.err, (const char *[]){ " start ", " launch ", " detach",
					     " end ", NULL }),
	   "with an empty script, the log has the launch and the detach");
	run_release(&r);
	run_mmtop(&r, "--console", "cat", NULL);
	type(&r, "wait\n");
	ok(run_wait(&r) && run_status(&r) == 0 && !strstr(r.out, "wait"),
	   "the program does not read the console's input");
	run_release(&r);
	run_mmtop(&r, "--command=wait", "-o", "/dev/null", "cat", NULL);
	type(&r, "for cat\n");
	end_input(&r);
	ok(run_wait(&r) && run_status(&r) == 0 && strstr(r.out, "for cat\n"),
	   "with --command, the program reads standard input");
	run_release(&r);
	run_mmtop(&r, "--command=wait", "sh", "-c", "kill -9 $$", NULL);
	ok(run_wait(&r) && run_status(&r) == -SIGKILL,
	   "the program exits as without mmtop");
	run_release(&r);
	free(script);
}

/* --- a terminal ---------------------------------------------------------------------- */

/* Ctrl-C is a signal: it may arrive after the bytes that are typed right behind
 * it. */
static void drop_line(struct job *j)
{
	job_type(j, CTRL_C);
	job_shows(j, "\nmmtop> ");
}

/* A count of steps that would take minutes, with a command behind it. */
static void interrupted_steps(struct job *j)
{
	struct counter c;
	char line[512];
	size_t from;

	counter_init(&c, 1);
	counter_start(&c);
	snprintf(line, sizeof line, "TERM=xterm %s --console -s -o /dev/null "
		 "-p %d\n", getenv("MMTOP"), (int)c.pid);
	job_type(j, line);
	job_shows(j, " is held: ");
	job_shows(j, "mmtop> ");
	from = j->len;
	job_type(j, "next 1000000; system\n");
	job_shows(j, ") = ");
	job_type(j, CTRL_C);
	ok(job_shows(j, " is held: "), "Ctrl-C ends a running count of steps");
	job_type(j, "level\n");
	ok(job_shows(j, "The level is ") &&
	   !memmem(j->text + from, j->len - from, "Total: ", 7),
	   "Ctrl-C drops the command behind it");
	job_type(j, CTRL_D);
	job_prompt(j);
	counter_stop(&c);
	counter_release(&c);
}

static void on_terminal(void)
{
	char line[512];
	pid_t engine;
	size_t from;
	struct job j;

	setenv("XDG_STATE_HOME", work_dir(), 1);
	if (!job_open(&j)) {
		for (int i = 0; i < 15; i++)
			skip("a terminal", "no bash");
		return;
	}
	snprintf(line, sizeof line, "TERM=xterm %s --console -s -o /dev/null %s\n",
		 getenv("MMTOP"), tour);
	job_type(&j, line);
	ok(job_shows(&j, " is held: ") && job_shows(&j, "mmtop> "),
	   "the prompt is shown");
	job_type(&j, "sy\t\n");
	ok(job_shows(&j, "system") && job_shows(&j, "Total: "),
	   "Tab completes a command");
	job_type(&j, "next 2\n");
	ok(job_shows(&j, "brk(NULL) = 0x"), "next shows the call");
	job_type(&j, "\020\020\n");
	ok(job_shows(&j, "Total: "),
	   "Ctrl-P twice recalls the line before the last");
	job_type(&j, "hel");
	drop_line(&j);
	job_type(&j, "regions stack\n");
	ok(job_shows(&j, "[stack]"), "Ctrl-C drops the line");
	ok(memmem(j.text, j.len, "\033[?2004h", 8), "bracketed paste is on");
	job_type(&j, "\033[200~kill\nquit\n\n\033[201~");
	ok(job_shows(&j, "kill; quit"), "a paste becomes one line");
	drop_line(&j);
	job_type(&j, "\033[20");
	job_type(&j, "0~system\n\033[2J\a\302\233regions stack\n\033[20");
	job_type(&j, "1~ ");
	ok(job_shows(&j, "system; [2Jregions stack") &&
	   !memmem(j.text, j.len, "\033[2J", 4),
	   "a paste in pieces becomes one line without control characters");
	drop_line(&j);
	job_type(&j, "\033[200~regions stack\033[201~\n");
	ok(job_shows(&j, "[stack]"), "Enter runs the pasted line");
	job_type(&j, CTRL_D);
	ok(job_prompt(&j), "Ctrl-D exits");
	ok(memmem(j.text + j.len - (j.len < 400 ? j.len : 400),
		  j.len < 400 ? j.len : 400, "\033[?2004l", 8),
	   "bracketed paste is off");
	snprintf(line, sizeof line, "TERM=xterm %s --console -o /dev/null cat\n",
		 getenv("MMTOP"));
	job_type(&j, line);
	job_shows(&j, "mmtop> ");
	from = j.seen;
	engine = engine_of(child_of(j.shell, "mmtop"));
	if (engine > 0)
		kill(engine, SIGKILL);
	ok(engine > 0 && job_prompt(&j) &&
	   memmem(j.text + from, j.len - from, "\033[?2004l", 8),
	   "bracketed paste is off after kill -9");
	snprintf(line, sizeof line, "%s/mmtop/history", work_dir());
	ok(file_holds(line, "system\nnext 2\nsystem\nregions stack\n"),
	   "the history is stored");
	interrupted_steps(&j);
	job_close(&j);
}

/* Ctrl-Z: the edited line is erased before the shell's prompt appears, and
 * later input is the shell's. */
static void stopped_by_key(void)
{
	char line[512];
	const char *at;
	struct job j;
	size_t from;

	if (!job_open(&j)) {
		for (int i = 0; i < 4; i++)
			skip("Ctrl-Z in a console", "no bash");
		return;
	}
	snprintf(line, sizeof line, "%s --console -o /dev/null sleep 60\n",
		 getenv("MMTOP"));
	job_type(&j, line);
	job_shows(&j, "mmtop> ");
	job_type(&j, "hal" CTRL_Z);
	ok(job_shows(&j, "--- stopped by SIGTSTP ---\r\n"),
	   "Ctrl-Z: the stop is reported");
	from = j.seen;
	job_prompt(&j);
	ok(!memmem(j.text + from, j.seen - from, "mmtop>", 6) &&
	   memmem(j.text + from, j.seen - from, "Stopped", 7),
	   "while stopped, the console prints nothing");
	from = j.seen;
	job_type(&j, "echo x$((1))y\n");
	ok(job_prompt(&j) && (at = j.text + from) &&
	   !strncmp(at, "echo x$((1))y\r\nx1y\r\nready>", 27),
	   "while stopped, the shell gets the input");
	job_type(&j, "fg\n");
	ok(job_shows(&j, "mmtop> "), "fg: the console prompts again");
	job_type(&j, "quit\n");
	job_prompt(&j);
	job_close(&j);
}

/* While nothing reads the terminal, the program runs on, and omitted text is
 * reported. */
static void unread_terminal(void)
{
	char *went_on = work_file("went-on"), *line;
	struct job j;

	if (!job_open(&j)) {
		for (int i = 0; i < 2; i++)
			skip("an unread terminal", "no bash");
		free(went_on);
		return;
	}
	/* Nothing reads between these two: twice the text that mmtop
	 * buffers. */
	if (asprintf(&line, "%s --command=wait sh -c 'python3 -c \"import mmap\n"
		     "for i in range(30000): mmap.mmap(-1, 4096)\"; echo on "
		     ">%s; read x'\n", getenv("MMTOP"), went_on) < 0)
		bail("no memory");
	job_type(&j, line);
	ok(file_holds(went_on, "on\n"),
	   "the program runs on while the console is not read");
	ok(job_shows(&j, " of output was not read in time and was dropped."),
	   "omitted console output is reported");
	job_close(&j);
	unlink(went_on);
	free(went_on);
	free(line);
}

int main(void)
{
	tour = built("examples/tour");
	plan(85);
	steps();
	caught_meanwhile();
	runs_until();
	long_until();
	runs_until_thread(victim("counter"), "11");
	if (victim32("counter"))
		runs_until_thread(victim32("counter"), "91");
	else
		skip("until in a 32-bit program", "they cannot run here");
	runs_on();
	regions();
	reused_descriptor();
	detached();
	system_figures();
	process_figures();
	memory_commands();
	attached();
	steps_main_thread();
	attached_family();
	inputs();
	on_terminal();
	stopped_by_key();
	unread_terminal();
	free(tour);
	return done();
}
