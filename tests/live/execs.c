/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec from any thread (P12, P13): the calling thread becomes the leader, the
 * others exit, and the log has no events of exited threads. */
#include <config.h>

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live.h"
#include "log.h"
#include "watched.h"

#define CHAIN 100
#define TASKS_MAX (4 * CHAIN + 8)

static const char *const follow[] = { "--follow", NULL };

/* --- one after another ---------------------------------------------------- */

/* The tasks of the victim according to the log. */
struct tasks {
	pid_t tid[TASKS_MAX];
	bool alive[TASKS_MAX];
	size_t n, execs, wrong;
};

static size_t find_task(const struct tasks *t, pid_t tid)
{
	size_t i = t->n;

	while (i > 0 && t->tid[i - 1] != tid)
		i--;
	return i;	/* index + 1; 0 if not found */
}

static void entry_wrong(struct tasks *t, const struct entry *e, const char *why)
{
	if (t->wrong++ < 10)
		diag("%s: %d/%d %s", why, e->pid, e->tid, e->what);
}

static void one_entry(struct tasks *t, const struct entry *e)
{
	const char *by = strstr(e->what, " by thread ");
	pid_t tid = by ? (pid_t)strtol(by + 11, NULL, 10) : e->pid;
	size_t at = find_task(t, e->tid);

	/* A short-lived thread may be reported before its creator's event. */
	if (e->tid != e->pid && (!at || !t->alive[at - 1]))
		entry_wrong(t, e, "an event of an unknown thread");
	if (!strncmp(e->what, "thread ", 7)) {
		if (t->n == TASKS_MAX)
			return entry_wrong(t, e, "too many");
		t->tid[t->n] = (pid_t)strtol(e->what + 7, NULL, 10);
		t->alive[t->n++] = true;
	} else if (!strncmp(e->what, "+++ ", 4) && at) {
		t->alive[at - 1] = false;
	} else if (!strncmp(e->what, "exec ", 5)) {
		t->execs++;
		at = find_task(t, tid);
		if (tid != e->pid && (!at || !t->alive[at - 1]))
			entry_wrong(t, e, "exec by an unknown thread");
		else if (at)
			t->alive[at - 1] = false;
		for (size_t i = 0; i < t->n; i++)
			if (t->alive[i])
				entry_wrong(t, e, "threads left after exec");
	}
}

static bool no_ghosts(struct watched *w)
{
	struct tasks t = { .n = 0 };
	struct entries e;
	size_t exits;
	bool good;

	entries_read(&e, w->log);
	for (size_t i = 0; i < e.n; i++)
		if (e.v[i].pid == watched_pid(w))
			one_entry(&t, &e.v[i]);
	exits = 0;
	for (size_t i = 0; i < e.n; i++)
		exits += e.v[i].tid == watched_pid(w) &&
			 !strncmp(e.v[i].what, "+++ exited with 7", 17);
	/* Each time two resting threads, and the calling one unless it is the
	 * leader. */
	good = !t.wrong && t.execs == CHAIN && exits == 1 &&
	       t.n == 3 * CHAIN - CHAIN / 3;
	if (!good)
		diag("%zu execs, %zu threads, %zu ends of the process",
		     t.execs, t.n, exits);
	entries_release(&e);
	return good;
}

static void chain(const struct mode *m)
{
	char n[16];
	struct watched w;

	snprintf(n, sizeof n, "%d", CHAIN);
	watched_start(&w, m, "execs", follow,
		      (const char *[]){ "chain", n, NULL });
	watched_go(&w);
	ok(watched_end(&w, 7) && no_ghosts(&w),
	   "P12 %d execs by threads leave no threads, %s", CHAIN, w.name);
	watched_release(&w);
}

/* --- several at once ----------------------------------------------------------------- */

/* A program whose segment lies at an address of the kernel: its exec fails only
 * after the old memory is unmapped. */
static char *late_failing(void)
{
	char *path = work_file("late");
	struct {
		Elf64_Ehdr head;
		Elf64_Phdr part;
		char rest[4096];
	} file = {
		.head = {
			.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3,
				     ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
			.e_type = ET_EXEC, .e_machine = EM_X86_64,
			.e_version = EV_CURRENT,
			.e_phoff = sizeof(Elf64_Ehdr),
			.e_ehsize = sizeof(Elf64_Ehdr),
			.e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 1,
		},
		.part = {
			.p_type = PT_LOAD, .p_flags = PF_R | PF_X,
			.p_vaddr = 0xffff800000000000, .p_filesz = 4096,
			.p_memsz = 4096, .p_align = 4096,
		},
	};
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0755);

#ifdef __aarch64__
	file.head.e_machine = EM_AARCH64;
#endif
	if (fd < 0 || write(fd, &file, sizeof file) != (ssize_t)sizeof file)
		bail(path);
	close(fd);
	return path;
}

/* An exec kills threads at any time: compare only processes. */
static bool same_processes(struct watched *w)
{
	char *got, *want = watched_out(w), *to, *rest, *line;
	struct entries e;
	pid_t pid, tid;
	bool same;

	entries_read(&e, w->log);
	rest = to = got = entries_tree(&e);
	while ((line = strsep(&rest, "\n")) && rest) {
		if (strstr(line, " thread ") ||
		    (sscanf(line, "%d/%d", &pid, &tid) == 2 && pid != tid))
			continue;
		memmove(to, line, strlen(line));
		to += strlen(line);
		*to++ = '\n';
	}
	*to = '\0';
	same = same_lines(got, want);
	free(got);
	free(want);
	entries_release(&e);
	return same;
}

static void storm(const struct mode *m, const char *late)
{
	const char *seconds = getenv("LIVE_LONG") ? "600" : "1";
	struct watched w;
	struct entries e;

	watched_start(&w, m, "execs", follow,
		      (const char *[]){ "storm", "1000", seconds, late, NULL });
	watched_go(&w);
	ok(watched_end(&w, 0) && same_processes(&w),
	   "P13 exec by two threads at once, failing early and late, %s",
	   w.name);
	entries_read(&e, w.log);
	diag("%zu children", entries_count(&e, watched_pid(&w), "fork "));
	entries_release(&e);
	watched_release(&w);
}

/* All modes if there is time. */
static bool is_stormy(const struct mode *m)
{
	return getenv("LIVE_LONG") || (m->m32 ? m->attach : !m->quiet);
}

/* --- during an attach ----------------------------------------------------- */

/* Enough threads for the exec to come before all are seized; a quarter if
 * seizing one takes ten times as long. */
#define RESTING test_times(400, 100)

static bool is_traced(void *arg)
{
	return status_field(*(pid_t *)arg, "TracerPid") > 0;
}

static bool one_race(const struct mode *m, const char *when, bool stays)
{
	struct watched w;
	struct entries e;
	char resting[16];
	bool good;

	snprintf(resting, sizeof resting, "%d", RESTING);
	watched_start(&w, m, "execs", NULL,
		      (const char *[]){ "race", resting, when,
					stays ? "again" : "after", NULL });
	/* The process is still attached after the exec. */
	good = !stays || (run_printed(&w.v, "again\n") &&
			  wait_for(is_traced, &w.pid));
	if (stays)
		watched_go(&w);
	good = watched_end(&w, 7) && good;
	entries_read(&e, w.log);
	good = good && (!stays ||
			(entries_count(&e, w.pid, "exec ") == 1 &&
			 entries_count(&e, w.pid, "+++ exited with 7") == 1));
	entries_release(&e);
	if (!good)
		watched_tell(&w, 10);
	watched_release(&w);
	return good;
}

/* Attaching waits for the exec, which holds cred_guard_mutex, and the exec
 * waits for the exit of the attached threads: a tracer that handles no stops
 * while it attaches deadlocks. */
static void race(const struct mode *m, const char *when, bool stays)
{
	int n = loops(200, 5), i;

	for (i = 0; i < n && one_race(m, when, stays); i++)
		;
	ok(i == n, "P13 exec by a thread made %s others, during %d attaches, "
		   "%s, %s", when, n, stays ? "then runs on" : "then exits",
	   mode_name(m));
}

/* The deadlock is the same for a 32-bit program. */
static bool is_raced(const struct mode *m)
{
	return m->attach && (!m->m32 || test_times(1, 0));
}

int main(void)
{
	char *late = late_failing();
	int storms = 0, races = 0;

	for (size_t i = 0; i < modes_n(); i++) {
		storms += is_stormy(modes_at(i));
		races += 4 * is_raced(modes_at(i));
	}
	plan((int)modes_n() + storms + races);
	for (size_t i = 0; i < modes_n(); i++) {
		chain(modes_at(i));
		if (is_stormy(modes_at(i)))
			storm(modes_at(i), late);
		if (!is_raced(modes_at(i)))
			continue;
		race(modes_at(i), "before", true);
		race(modes_at(i), "before", false);
		race(modes_at(i), "after", true);
		race(modes_at(i), "after", false);
	}
	free(late);
	return done();
}
