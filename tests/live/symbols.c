/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A2, A6, T14: symbols of C++ and Rust are shown as their sources have them,
 * wherever they are: in frames, at what was allocated, and whose a region is.
 * One of them stands for a name without end.
 */
#include <config.h>

#include "live.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CXX "store::grow<int>"
#define RUST "shelf::deep::keep"
#define OLDER "shelf::hold"
#define OUTER "store::Shelf::fill"
#define ENDLESS "f<A<int, int>, A<A<int, int>, A<int, int> >, "

/* A line has both; no line is longer than a name and what else is in it. */
static bool has_line(const char *text, const char *one, const char *other)
{
	while (text && *text) {
		const char *end = strchrnul(text, '\n');
		size_t n = (size_t)(end - text);

		if (n > 2048)
			return false;
		if (memmem(text, n, one, strlen(one)) &&
		    memmem(text, n, other, strlen(other)))
			return true;
		text = *end ? end + 1 : end;
	}
	return false;
}

static bool has(const char *text, const char *one, const char *other)
{
	if (has_line(text, one, other))
		return true;
	diag("no line with '%s' and '%s'", one, other);
	return false;
}

static void at_frames(char *program)
{
	struct run r;

	run_mmtop(&r, "--command", "catch getppid; next; where; quit", "-s",
		  "-o", "/dev/null", program, NULL);
	ok(run_wait(&r) && run_status(&r) == 0 && has(r.out, "#1 ", CXX) &&
	   has(r.out, "#2 ", OUTER), "frames");
	run_release(&r);
}

/* "mangled: store::grow<int>()" is told by the calls. */
static bool is_owner(void *arg)
{
	char *text = read_file(arg, NULL);
	bool good = has_line(text, " region ", "mangled: " CXX "()") &&
		has_line(text, " region ", "mangled: " RUST "()") &&
		has_line(text, " region ", "mangled: " OLDER "()") &&
		has_line(text, " region ", "mangled: " ENDLESS);

	free(text);
	return good;
}

static void at_heap(char *program)
{
	char *log = work_file("log"), *text;
	struct run r;

	run_mmtop(&r, "--heap-stacks=4", "--events=heap,region", "-b", "-d", "0.2",
		  "-o", log, "--", program, NULL);
	ok(run_printed(&r, "ready\n") && wait_for(is_owner, log),
	   "whose a region is");
	close(r.in);
	r.in = -1;
	ok(run_wait(&r) && run_status(&r) == 0, "it ends well");
	text = read_file(log, NULL);
	ok(has(text, " leak size=1000 ", ": " CXX), "what C++ allocated");
	ok(has(text, " leak size=1001 ", ": " RUST), "and Rust");
	ok(has(text, " leak size=1001 ", "(" OUTER ") 0x"), "who called that");
	ok(has(text, " leak size=1002 ", ": " OLDER), "an older one");
	ok(has(text, " leak size=1003 ", ": " ENDLESS),
	   "a name without end has its beginning");
	run_release(&r);
	free(text);
	free(log);
}

int main(void)
{
	char *program = victim("mangled");

	plan(8);
	at_frames(program);
	at_heap(program);
	free(program);
	return done();
}
