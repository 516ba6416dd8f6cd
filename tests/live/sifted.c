/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Captures with write tracking have the same frames and bytes as with a hash
 * for each page, and each frame names its method; as root and as an ordinary
 * user.  The sampler reports each written page, too, whichever of the two found
 * it (T4).
 */
#include <config.h>

#include <fcntl.h>
#include <grp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/sys/pages/uffd.h"
#include "framed.h"
#include "live.h"
#include "victims/changer.h"

#define PERIOD_NS 100000000ull
#define NEVER_NS 3600000000000ull

/* Period of timed captures; long if the test needs frames only at stops. */
static uint64_t pace_ns;
/* Launched with a filter, so that only memory calls stop the program; otherwise
 * attached. */
static bool filtered;

static void choose(const struct capture_region *r, struct capture_choice *out)
{
	*out = (struct capture_choice){ .size = r->end - r->start,
					.period_ns = pace_ns };
}

struct way {
	const char *name, *by, *fault;
	bool user;
};

#define WAYS 3
static const struct way *ways(bool can)
{
	static struct way all[WAYS] = {
		{ "tracked", "writes", NULL, false },
		{ "tracked, an ordinary user", "writes", NULL, true },
		{ "without a userfaultfd", "hash", "no-uffd", false },
	};

	for (int i = 0; !can && i < 2; i++)
		all[i].by = "hash";
	return all;
}

/* In its own process, for its user and faults: prints the pages reported as
 * written, and the frames' lines. */
static void run_in(const struct way *w, const char *words, int out)
{
	char *program = victim_for_all("changer");
	struct framed f = { .attach = !filtered, .filter = filtered,
			    .track = true, .program = program,
			    .period_ns = PERIOD_NS, .choose = choose };
	bool becomes = w->user && geteuid() == 0;

	if (becomes && chown(work_dir(), NOBODY, NOBODY))
		_exit(2);
	if (w->fault)
		setenv("MMTOP_FAULT", w->fault, 1);
	/* setuid() cleared the flag; a program executed by that user would be
	 * dumpable. */
	if (becomes && (setgroups(0, NULL) || setgid(NOBODY) ||
			setuid(NOBODY) || prctl(PR_SET_DUMPABLE, 1)))
		_exit(2);
	framed_run(&f, words);
	dprintf(out, "%x\n%s", f.written, f.private.data);
	framed_release(&f);
	free(program);
	exit(f.status != 0);
}

struct running {
	pid_t pid;
	int out;
};

static struct running start_run(const struct way *w, const char *words)
{
	struct running r;
	int ends[2];

	fflush(stdout);
	if (pipe2(ends, O_CLOEXEC) < 0 || (r.pid = fork()) < 0)
		bail("no process");
	if (!r.pid)
		run_in(w, words, ends[1]);
	close(ends[1]);
	r.out = ends[0];
	return r;
}

static char *collect(const struct running *r, const struct way *w)
{
	struct str got = STR_INIT;
	int status = -1;
	char buf[4096], *text;

	for (ssize_t n; (n = read(r->out, buf, sizeof buf)) > 0;)
		str_add(&got, buf, (size_t)n);
	close(r->out);
	if (waitpid(r->pid, &status, 0) != r->pid || status)
		diag("%s ended with %#x", w->name, (unsigned)status);
	text = strdup(got.data);
	str_release(&got);
	return text;
}

static char *wanted(const char *want, const char *by)
{
	struct str text = STR_INIT;

	for (; *want; want++)
		if (*want == '%')
			str_adds(&text, by);
		else
			str_addc(&text, *want);
	return text.data;
}

/* --- captures that a slow machine skips ----------------------------------- */

/*
 * mmtop limits the time for captures at stops, and a slow machine needs longer
 * for each: some stops have no frame.  The next frame counts these as missed,
 * and has all changes since the last one.
 */

#define PAGES (CHANGER_SIZE / 4096)
#define WANTED_MAX 8

struct pages {
	bool there[PAGES];
	uint64_t value[PAGES];
};

/* A parsed line. */
struct frame {
	unsigned number;
	char cause[32], by[16];
	bool changed[PAGES];
	struct pages to;		/* new contents of the changed pages */
	uint64_t missed;
};

static bool parse_word(struct frame *f, const char *word)
{
	bool gone = *word == '-';
	uint64_t page, value = 0;

	if (sscanf(word, "missed=%" SCNu64, &f->missed) == 1)
		return true;
	if (sscanf(word + gone, "%" SCNu64 "=%" SCNu64, &page, &value) <
	    2 - gone)
		return sscanf(word, "%15s", f->by) == 1;
	if (page >= PAGES)
		return false;
	f->changed[page] = true;
	f->to.there[page] = !gone;
	f->to.value[page] = value;
	return true;
}

/* Parses the line at *text, and moves *text to the next one. */
static bool parse_frame(struct frame *f, const char **text)
{
	char line[256], *rest = line, *word;
	size_t n = strcspn(*text, "\n");
	bool good;

	snprintf(line, sizeof line, "%.*s", (int)n, *text);
	*text += n + ((*text)[n] == '\n');
	*f = (struct frame){ .number = 0 };
	word = strsep(&rest, " ");
	good = sscanf(word, "a:P1.%u", &f->number) == 1 && rest;
	word = strsep(&rest, " ");
	if (good)
		snprintf(f->cause, sizeof f->cause, "%s", word);
	while (good && (word = strsep(&rest, " ")))
		good = parse_word(f, word);
	return good;
}

static bool same_page(const struct pages *a, const struct pages *b, size_t i)
{
	return a->there[i] == b->there[i] && a->value[i] == b->value[i];
}

static void apply(struct pages *p, const struct frame *f)
{
	for (size_t i = 0; i < PAGES; i++)
		if (f->changed[i]) {
			p->there[i] = f->to.there[i];
			p->value[i] = f->to.value[i];
		}
}

/* True if the frame has exactly the pages that differ; with in_part, some of
 * them. */
static bool has_difference(const struct frame *f, const struct pages *from,
			   const struct pages *to, bool in_part)
{
	for (size_t i = 0; i < PAGES; i++) {
		bool differs = !same_page(from, to, i);

		if (f->changed[i] ? !differs || !same_page(&f->to, to, i)
				  : differs && !in_part)
			return false;
	}
	return true;
}

/* A capture that comes later than the expected one has another cause. */
static bool has_cause(const struct frame *f, const struct frame *want)
{
	bool first = !strcmp(f->cause, "first");

	if (strcmp(f->by, want->by) != 0 || first != (f->number == 1))
		return false;
	return first || f->missed || !strcmp(f->cause, want->cause);
}

/* The progress of a comparison. */
struct progress {
	struct frame want[WANTED_MAX];
	size_t n, next;
	struct pages at;		/* after the expected frames before
					 * `next` */
	struct pages captured;		/* that, and a part of the next frame */
};

/* Matches a frame with the next expected one that has its changes; it must
 * count those between as missed.  Pages that a stop left out are also captured
 * by timer, which may happen between two writes. */
static bool match_frame(struct progress *p, const struct frame *f)
{
	struct pages before, to = p->at;

	for (size_t i = p->next; i < p->n && i - p->next <= f->missed; i++) {
		before = to;
		apply(&to, &p->want[i]);
		if (!has_cause(f, &p->want[i]))
			continue;
		if (has_difference(f, &p->captured, &to, false)) {
			p->next = i + 1;
			p->at = p->captured = to;
			return true;
		}
		if (f->missed && !strcmp(f->cause, "timer") &&
		    has_difference(f, &p->captured, &to, true)) {
			p->next = i;
			p->at = before;
			apply(&p->captured, f);
			return true;
		}
	}
	return false;
}

/* True if the log has each expected frame, or counts it as missed in the frame
 * with its changes. */
static bool counts_missed(const char *lines, const char *text)
{
	struct progress p = { .n = 0 };
	struct frame f;

	while (*text)
		if (p.n == WANTED_MAX || !parse_frame(&p.want[p.n++], &text))
			bail("a wanted frame cannot be read");
	for (unsigned n = 1; *lines; n++)
		if (!parse_frame(&f, &lines) || f.number != n ||
		    !match_frame(&p, &f))
			return false;
	return p.next == p.n;
}

/* True if the log has each expected frame, whatever stops had none. */
static bool has_each(const char *lines, const char *text)
{
	char *copy = strdup(lines), *at;
	bool same;

	while ((at = strstr(copy, " missed="))) {
		size_t n = strcspn(at, "\n");

		memmove(at, at + n, strlen(at + n) + 1);
	}
	same = !strcmp(copy, text);
	free(copy);
	return same;
}

/* Expected and actual results of a run. */
struct result {
	char *text, *got;
	const char *lines;		/* frames in `got` */
	unsigned painted, seen;
};

static bool check_run(struct result *r, const struct way *w, char *got)
{
	char *lines;

	free(r->got);
	r->got = got;
	r->seen = (unsigned)strtoul(got, &lines, 16);
	r->lines = lines + (*lines == '\n');
	if (!strcmp(w->by, "hash"))
		r->seen = r->painted;
	return (has_each(r->lines, r->text) ||
		(test_slow() > 1 && counts_missed(r->lines, r->text))) &&
	       (r->seen & r->painted) == r->painted;
}

/* On a busy machine, stops do not always have time for a capture, least of all
 * with several runs at once: repeat it alone. */
#define TRIES 4

/* want: % stands for the method; painted: the pages written. */
static void check(bool can, const char *words, const char *want,
		  unsigned painted, const char *name)
{
	const struct way *w = ways(can);
	struct running r[WAYS];

	for (int i = 0; i < WAYS; i++)
		r[i] = start_run(&w[i], words);
	for (int i = 0; i < WAYS; i++) {
		struct result result = { .text = wanted(want, w[i].by),
					 .painted = painted };
		bool good = check_run(&result, &w[i], collect(&r[i], &w[i]));
		char label[128];

		for (int n = TRIES; !good && n-- > 0;) {
			struct running alone = start_run(&w[i], words);

			good = check_run(&result, &w[i],
					 collect(&alone, &w[i]));
		}
		if (good && !has_each(result.lines, result.text))
			diag("counted as missed:\n%s", result.lines);
		snprintf(label, sizeof label, "%s: %s", name, w[i].name);
		if (!(pace_ns == NEVER_NS ? ok(good, "%s", label)
					  : ok_in_time(good, label)))
			diag("wanted: %x\n%sgot: %x\n%s", painted,
			     result.text, result.seen, result.lines);
		free(result.text);
		free(result.got);
	}
}

/* In its own process: a fault is injected only once in each. */
static bool may_track(void)
{
	int status = -1;
	pid_t pid = fork();

	if (!pid)
		_exit(uffd_probe() != 0);
	return waitpid(pid, &status, 0) == pid && status == 0;
}

int main(void)
{
	bool can = may_track();

	plan(15);
	pace_ns = NEVER_NS;
	check(can, "p1 q p2 q p3 q p11 q q k4 q p9 p10 p13 q z350",
	      "a:P1.1 first 1=1 %\n"
	      "a:P1.2 call:mprotect 2=2 %\n"
	      "a:P1.3 call:mprotect 3=3 %\n"
	      "a:P1.4 call:mprotect 3=11 %\n"
	      "a:P1.5 call:read 4=4 %\n"
	      "a:P1.6 call:mprotect 1=9 2=10 5=13 %\n", 0x3e,
	      "T4 one frame for each change");
	/* Pages that the sampler finds between stops are not lost for the
	 * captures, whether the program or the kernel wrote them. */
	check(can, "p1 b350 q p2 b350 q p10 b350 p3 q k12 b350 q z350 q",
	      "a:P1.1 first 1=1 %\n"
	      "a:P1.2 call:mprotect 2=2 %\n"
	      "a:P1.3 call:mprotect 2=10 3=3 %\n"
	      "a:P1.4 call:read 4=12 %\n", 0x1e,
	      "T4 pages that the sampler found first");
	filtered = true;
	/* The first capture may come before the writes are tracked. */
	check(can, "z350 q p1 z350 q p2 z350 q p10 z350 p3 q k12 z350 q z350 q",
	      "a:P1.1 first 1=1 %\n"
	      "a:P1.2 call:mprotect 2=2 %\n"
	      "a:P1.3 call:mprotect 2=10 3=3 %\n"
	      "a:P1.4 call:mprotect 4=12 %\n", 0x1e,
	      "T4 pages that the sampler found first, between memory calls");
	filtered = false;
	check(can, "p8 p1 q d q p9 q p8 q z350",
	      "a:P1.1 first 0=8 1=1 %\n"
	      "a:P1.2 call:mprotect -0 %\n"
	      "a:P1.3 call:mprotect 1=9 %\n"
	      "a:P1.4 call:mprotect 0=8 %\n", 0x2,
	      "T4 pages returned to the kernel");
	pace_ns = PERIOD_NS / 2;
	check(can, "b300 p1 b300 p2 b300 p3 p4 b300 p9 b300",
	      "a:P1.1 first 1=1 %\n"
	      "a:P1.2 timer 2=2 %\n"
	      "a:P1.3 timer 3=3 4=4 %\n"
	      "a:P1.4 timer 1=9 %\n", 0x1e, "T4 timed captures");
	return done();
}
