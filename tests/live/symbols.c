/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A2, A6, T14: names of C++ and Rust are shown as in their sources: in frames,
 * at allocations, and as owner of a region.  One of them is a name of endless
 * length.
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

/* True if a line has both texts; false if a line is too long for a truncated
 * name. */
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

static bool check_line(const char *text, const char *one, const char *other)
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
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   check_line(r.out, "#1 ", CXX) &&
	   check_line(r.out, "#2 ", OUTER), "frames have source names");
	run_release(&r);
}

/* Names like "mangled: store::grow<int>()" appear once mmtop has seen the
 * calls. */
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
	   "owners of regions have source names");
	close(r.in);
	r.in = -1;
	ok(run_wait(&r) && run_status(&r) == 0, "the program exits with 0");
	text = read_file(log, NULL);
	ok(check_line(text, " leak size=1000 ", ": " CXX),
	   "C++ allocations have source names");
	ok(check_line(text, " leak size=1001 ", ": " RUST),
	   "Rust allocations have source names");
	ok(check_line(text, " leak size=1001 ", "(" OUTER ") 0x"),
	   "callers of allocations have source names");
	ok(check_line(text, " leak size=1002 ", ": " OLDER),
	   "old Rust symbols have source names");
	ok(check_line(text, " leak size=1003 ", ": " ENDLESS),
	   "an endless name is truncated");
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
