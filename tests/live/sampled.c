/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps that mmtop reads while they change, or while the process exits (P26,
 * P27): no region is wrongly reported as removed, and later scans do not read
 * smaps. */
#include <config.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "live.h"
#include "watched.h"

static const char *const options[] = {
	"--events=process,region,pages", "--delay=0.01", "--follow", NULL
};

static bool begins(const struct entry *e, const char *with)
{
	return !strncmp(e->what, with, strlen(with));
}

/* --- P26: exiting processes ----------------------------------------------- */

struct lives {
	bool ended;
	size_t seen, wrong, late;	/* regions of child processes */
};

/* An exiting process unmaps nothing first: an empty map that is read then does
 * not mean that its regions were removed. */
static void count_lives(struct lives *l, struct watched *w)
{
	bool *gone = calloc(1 << 22, sizeof *gone);
	struct entries e;

	entries_read(&e, w->log);
	for (size_t i = 0; gone && i < e.n; i++) {
		const struct entry *v = &e.v[i];

		if (v->pid <= 0 || v->pid >= 1 << 22)
			continue;
		if (v->pid != watched_pid(w) && begins(v, "region remove "))
			l->wrong += strstr(v->what, "kind=stack") ||
				    strstr(v->what, "kind=program");
		l->seen += v->pid != watched_pid(w) &&
			   begins(v, "region add ");
		l->late += gone[v->pid] &&
			   (begins(v, "region ") || begins(v, "pages "));
		if (begins(v, "+++ ") && v->tid == v->pid)
			gone[v->pid] = true;
	}
	free(gone);
	entries_release(&e);
}

/* On a slow machine, mmtop may scan none of the few children in time: run
 * more. */
static void brief_children(const struct mode *m)
{
	struct lives l = { .ended = true };
	char n[16], name[80];
	struct watched w;

	snprintf(n, sizeof n, "%d", loops(1000, 16));
	for (int turn = 0; turn < 20 && l.ended && !l.seen; turn++) {
		watched_start(&w, m, "zombies", options,
			      (const char *[]){ "brief", n, NULL });
		watched_go(&w);
		l.ended = watched_end(&w, 0);
		count_lives(&l, &w);
		snprintf(name, sizeof name, "%s", w.name);
		watched_release(&w);
	}
	ok(l.ended, "P26 brief lives under a fast sampler, %s", name);
	if (!ok(l.wrong == 0 && l.late == 0 && l.seen > 0,
		"P26 no map is empty before the exit, %s", name))
		diag("%zu regions of children added, %zu removed, %zu after "
		     "the exit", l.seen, l.wrong, l.late);
}

/* --- P27: changing maps --------------------------------------------------- */

struct span {
	unsigned long start, end;
};

static bool span_of(const char *what, struct span *s)
{
	const char *at = strstr(what, " 0x");

	return at && sscanf(at, " 0x%lx-0x%lx", &s->start, &s->end) == 2;
}

/* The progress of a log that is being written. */
struct tally {
	FILE *log;
	struct span block;
	size_t added, others;	/* regions of the block; other events since all
				 * of these */
	size_t regions;
};

#define OTHERS 8

/* True if all regions of the block are logged, and some later changes, too. */
static bool all_logged(void *arg)
{
	struct tally *t = arg;
	char line[1024];
	struct span s;
	long at;

	while (at = ftell(t->log), fgets(line, sizeof line, t->log)) {
		/* An incomplete line: read it again later. */
		if (!strchr(line, '\n')) {
			fseek(t->log, at, SEEK_SET);
			break;
		}
		if (!strstr(line, " region ") || !span_of(line, &s))
			continue;
		if (s.start < t->block.start || s.start >= t->block.end)
			t->others += t->added >= t->regions;
		else
			t->added += strstr(line, " region add ") != NULL;
	}
	clearerr(t->log);
	return t->others >= OTHERS;
}

static void wait_until_told(const struct watched *w, const struct span *block,
			    size_t regions)
{
	struct tally t = { .block = *block, .regions = regions };

	t.log = fopen(w->log, "r");
	if (!t.log)
		bail("no log");
	wait_for(all_logged, &t);
	fclose(t.log);
}

/* Regions that stay while others come and go: each is logged once, and once
 * more when its pages are counted. */
static void steady_regions(const struct mode *m, int regions)
{
	size_t added = 0, counted = 0, wrong = 0;
	struct span block, s;
	struct entries e;
	struct watched w;
	char n[16], *out;

	snprintf(n, sizeof n, "%d", regions);
	watched_victim(&w, m, "zombies", (const char *[]){ "steady", n, NULL });
	out = read_file(watched_out_path(&w), NULL);
	if (sscanf(out, "%lx %lx", &block.start, &block.end) != 2)
		bail("no block");
	free(out);
	watched_go(&w);
	watched_attach(&w, (const char *[]){ "--events=process,region",
		       "--delay=0.02", NULL });
	wait_until_told(&w, &block, (size_t)regions);
	kill(w.m.pid, SIGTERM);
	ok(run_wait(&w.m) && run_status(&w.m) == 128 + SIGTERM,
	   "P27 %d regions while others come and go, %s", regions, w.name);
	watched_go(&w);
	run_wait(&w.v);
	entries_read(&e, w.log);
	for (size_t i = 0; i < e.n; i++) {
		if (!begins(&e.v[i], "region ") ||
		    !span_of(e.v[i].what, &s) || s.start < block.start ||
		    s.start >= block.end)
			continue;
		wrong += s.end != s.start + 4096 ||
			 begins(&e.v[i], "region remove ");
		added += begins(&e.v[i], "region add ");
		counted += begins(&e.v[i], "region change ");
	}
	if (!ok(added == (size_t)regions && counted <= added && !wrong,
		"P27 each steady region is logged once, %s", w.name))
		diag("%zu added, %zu changed, %zu removed or of another size",
		     added, counted, wrong);
	entries_release(&e);
	watched_release(&w);
}

#define LOOKS 3

struct opened {
	const char *log;		/* of strace */
	size_t maps, smaps;
};

static bool is_opened(void *arg)
{
	struct opened *o = arg;
	char *text = read_file(o->log, NULL);

	o->maps = o->smaps = 0;
	for (char *p = text; p && (p = strstr(p, "maps\"")); p++) {
		o->smaps += p > text && p[-1] == 's';
		o->maps += p > text && p[-1] == '/';
	}
	free(text);
	return o->maps >= LOOKS;
}

/* strace shows the files that mmtop opens, until it has read the map several
 * times. */
static void no_smaps(void)
{
	static const struct mode any = { .attach = true };
	static const char *const name =
		"P27 later scans do not read smaps, says strace";
	char *log = work_file("strace"), pid[16];
	struct opened o = { .log = log };
	struct watched w;
	struct run r;

	run_start(&r, (char *[]){ (char *)"strace", (char *)"-V", NULL });
	run_wait(&r);
	if (run_status(&r) != 0) {
		skip(name, "no strace");
		run_release(&r);
		free(log);
		return;
	}
	run_release(&r);
	watched_victim(&w, &any, "zombies", (const char *[]){ "steady", "100",
		       NULL });
	snprintf(pid, sizeof pid, "%d", watched_pid(&w));
	run_start(&r, (char *[]){ (char *)"strace", (char *)"-f", (char *)"-qq",
		  (char *)"-e", (char *)"trace=openat,openat2", (char *)"-o",
		  log, getenv("MMTOP"), (char *)"-b", (char *)"-o",
		  (char *)"/dev/null", (char *)"--events=region,pages",
		  (char *)"--delay=0.05", (char *)"-p", pid, NULL });
	wait_for(is_opened, &o);
	/* mmtop exits with the program: one byte starts it, one ends it. */
	watched_go(&w);
	watched_go(&w);
	run_wait(&r);
	is_opened(&o);
	if (!ok(run_status(&r) == 0 && o.maps >= LOOKS && o.smaps == 0,
		"%s", name))
		diag("mmtop: %d; %zu times maps, %zu smaps", run_status(&r),
		     o.maps, o.smaps);
	run_release(&r);
	watched_release(&w);
	free(log);
}

int main(void)
{
	int planned = 1;

	for (size_t i = 0; i < native_modes_n(); i++)
		planned += modes_at(i)->attach ? 4 : 2;
	plan(planned);
	for (size_t i = 0; i < native_modes_n(); i++) {
		brief_children(modes_at(i));
		if (modes_at(i)->attach)
			steady_regions(modes_at(i), loops(60000, 3000));
	}
	no_smaps();
	return done();
}
