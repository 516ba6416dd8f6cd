/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/engine/keepers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/warn.h"
#include "base/text.h"
#include "base/vec.h"
#include "parse/proc/stat.h"
#include "parse/proc/status.h"
#include "sys/own/role_name.h"
#include "sys/proc/root.h"

enum { STAT_MAX = 4096, STATUS_MAX = 16384, CPUS_MAX = 1 << 20 };

struct keeper {
	pid_t pid;
	uint64_t start;
	unsigned long processes, threads;
	/* The oldest of the processes that the keeper traces. */
	pid_t oldest;
	uint64_t oldest_start;
	char name[64];
};

struct keeper_search {
	const struct procroot *proc;
	struct str text;		/* contents of the last /proc file that
					 * was read */
	VEC(struct keeper) keepers;
	/* The process whose tasks are being counted, and its keeper. */
	pid_t pid;
	struct keeper *keeper;
};

static bool read_stat(struct keeper_search *s, pid_t pid, struct stat_info *out)
{
	return procroot_readf(s->proc, &s->text, STAT_MAX, "%d/stat",
			      (int)pid) == 0 &&
	       stat_parse((struct bytes){ s->text.data, s->text.len }, out);
}

static int find_keeper(void *arg, pid_t pid)
{
	static const char name[] = ROLE_KEEPER;
	struct keeper_search *s = arg;
	struct stat_info stat;

	if (read_stat(s, pid, &stat) && stat.comm.len == sizeof name - 1 &&
	    !memcmp(stat.comm.data, name, stat.comm.len))
		*vec_push(&s->keepers) = (struct keeper){
			.pid = pid, .start = stat.start };
	return 0;
}

static int count_task(void *arg, pid_t tid)
{
	struct keeper_search *s = arg;
	struct status_info status;

	if (procroot_readf(s->proc, &s->text, STATUS_MAX, "%d/task/%d/status",
			   (int)s->pid, (int)tid) < 0 ||
	    !status_parse((struct bytes){ s->text.data, s->text.len }, &status))
		return 0;
	for (size_t i = 0; i < s->keepers.n; i++) {
		if (s->keepers.v[i].pid != status.tracer)
			continue;
		s->keepers.v[i].threads++;
		s->keeper = &s->keepers.v[i];
	}
	return 0;
}

static int count_process(void *arg, pid_t pid)
{
	struct keeper_search *s = arg;
	struct stat_info stat;
	struct keeper *k;
	char dir[32];

	s->pid = pid;
	s->keeper = NULL;
	snprintf(dir, sizeof dir, "%d/task", (int)pid);
	/* A process that has just ended or has no keeper is not counted. */
	if (procroot_each_pid(s->proc, dir, count_task, s) < 0 || !s->keeper ||
	    !read_stat(s, pid, &stat))
		return 0;
	k = s->keeper;
	k->processes++;
	if (k->oldest && k->oldest_start <= stat.start)
		return 0;
	k->oldest = pid;
	k->oldest_start = stat.start;
	size_t n = stat.comm.len < sizeof k->name ? stat.comm.len
						  : sizeof k->name - 1;
	memcpy(k->name, stat.comm.data, n);
	k->name[n] = '\0';
	return 0;
}

/* Returns the time of the boot, in seconds since the epoch; 0 if /proc/stat
 * lacks it. */
static uint64_t boot_time(struct keeper_search *s)
{
	const char *at;
	uint64_t t = 0;

	if (procroot_readf(s->proc, &s->text, CPUS_MAX, "stat") < 0)
		return 0;
	at = strstr(s->text.data, "\nbtime ");
	if (at && sscanf(at, "\nbtime %" SCNu64, &t) != 1)
		return 0;
	return t;
}

static void add_since(struct str *out, uint64_t boot, uint64_t start)
{
	long ticks = sysconf(_SC_CLK_TCK);
	struct tm tm;
	char when[32];
	time_t t = 0;

	if (boot && ticks > 0)
		t = (time_t)(boot + start / (uint64_t)ticks);
	if (t && localtime_r(&t, &tm) &&
	    strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &tm))
		str_adds(out, when);
	else
		str_adds(out, _("n/a"));
}

static void add_line(struct str *out, const struct keeper *k, uint64_t boot,
		     bool ascii)
{
	str_addf(out, "%d  ", (int)k->pid);
	/* TRANSLATORS: the time at which mmtop started to trace follows. */
	str_adds(out, _("since "));
	add_since(out, boot, k->start);
	str_adds(out, "  ");
	text_safe(out, k->name, strlen(k->name), ascii);
	str_addf(out, " %d  ", (int)k->oldest);
	str_addf(out, ngettext("%lu process", "%lu processes", k->processes),
		 k->processes);
	str_adds(out, "  ");
	str_addf(out, ngettext("%lu thread", "%lu threads", k->threads),
		 k->threads);
	str_addc(out, '\n');
}

void keepers_warn(pid_t launched, pid_t keeper)
{
	if (launched)
		/* TRANSLATORS: two process IDs; the second is that of a process
		 * of mmtop. */
		warn_user(_("%d keeps running; mmtop-keeper %d resumes its "
			    "filtered calls (mmtop --keepers)"),
			  (int)launched, (int)keeper);
	else
		/* TRANSLATORS: the ID of a process of mmtop. */
		warn_user(_("children of the program keep running; "
			    "mmtop-keeper %d resumes their filtered calls "
			    "(mmtop --keepers)"),
			  (int)keeper);
}

/* True if /proc hides even the process init from this user (hidepid). */
static bool is_hidden(struct keeper_search *s)
{
	struct stat_info stat;

	return !read_stat(s, 1, &stat);
}

void keepers_text(struct str *out, const struct procroot *proc, bool ascii)
{
	struct keeper_search s = { .proc = proc, .text = STR_INIT,
				   .keepers = VEC_INIT };
	size_t before = out->len;
	uint64_t boot;

	if (procroot_each_pid(proc, ".", find_keeper, &s) == 0 && s.keepers.n)
		(void)!procroot_each_pid(proc, ".", count_process, &s);
	boot = boot_time(&s);
	for (size_t i = 0; i < s.keepers.n; i++)
		if (s.keepers.v[i].threads)
			add_line(out, &s.keepers.v[i], boot, ascii);
	if (out->len == before) {
		str_adds(out, is_hidden(&s) ?
			 _("You have no mmtop-keeper process; /proc hides "
			   "those of other users (hidepid). Try: sudo mmtop "
			   "--keepers") :
			 _("No mmtop-keeper runs: no detached program has "
			   "mmtop's seccomp filter."));
		str_addc(out, '\n');
	}
	str_release(&s.text);
	vec_release(&s.keepers);
}
