/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is captured of a program that changes its memory: as many frames as there
 * were changes, and in each exactly what changed (T4, T7, T8).
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framed.h"
#include "live.h"

static void check(const struct str *got, const char *want, const char *name,
		  const char *how)
{
	if (!ok(!strcmp(got->data, want), "%s, %s", name, how))
		diag("wanted:\n%sgot:\n%s", want, got->data);
}

/* In each of the ways to watch it. */
static void each_way(const char *words, const char *shared,
		     const char *private, const char *name)
{
	static const struct {
		bool attach, filter;
		const char *name;
	} ways[] = {
		{ false, true, "launched" },
		{ false, false, "launched without a filter" },
		{ true, false, "attached to" },
	};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct framed f = { .attach = ways[i].attach,
				    .filter = ways[i].filter };

		framed_run(&f, words);
		check(&f.shared, shared, name, ways[i].name);
		check(&f.private, private, name, ways[i].name);
		framed_release(&f);
	}
}

int main(void)
{
	plan(36);
	each_way("s1 m s2 m s3 m s11 m m s12 m p1 q p2 q p3 q p9 q q",
		 "a:S1.1 first 1=1\n"
		 "a:S1.2 call:msync 2=2\n"
		 "a:S1.3 call:msync 3=3\n"
		 "a:S1.4 call:msync 3=11\n"
		 "a:S1.5 call:msync 4=12\n",
		 "a:P1.1 first 1=1\n"
		 "a:P1.2 call:mprotect 2=2\n"
		 "a:P1.3 call:mprotect 3=3\n"
		 "a:P1.4 call:mprotect 1=9\n",
		 "as many frames as changes (T4)");
	each_way("s1 m p1 q f s2 m p2 q x p3 q s4 m",
		 "a:S1.1 first 1=1\n"
		 "b:S1.2 call:msync 2=2\n"
		 "a:S1.3 call:msync 4=4\n",
		 "a:P1.1 first 1=1\n"
		 "b:P2.1 first 1=1\n"
		 "b:P2.2 call:mprotect 2=2\n"
		 "a:P1.2 call:mprotect 3=3\n",
		 "shared memory is one, copies go their own ways (T7)");
	each_way("p1 u a p2 q p3 u s1 U",
		 "a:S1.1 first 1=1\n",
		 "a:P1.1 first 1=1\n"
		 "a:P2.1 first 2=2\n"
		 "a:P2.2 unmap:munmap 3=3\n",
		 "before it is unmapped, and anew what is mapped there (T8)");
	each_way("p8 p1 q d q p9 q",
		 "",
		 "a:P1.1 first 0=8 1=1\n"
		 "a:P1.2 call:mprotect -0\n"
		 "a:P1.3 call:mprotect 1=9\n",
		 "pages that are given back");
	each_way("s1 m p1 q s2 p2 e",
		 "a:S1.1 first 1=1\na:S1.2 exec 2=2\n",
		 "a:P1.1 first 1=1\na:P1.2 exec 2=2\n",
		 "before another program takes its place");
	each_way("s1 m p1 q s2 p2 z1 x",
		 "a:S1.1 first 1=1\na:S1.2 exit 2=2\n",
		 "a:P1.1 first 1=1\na:P1.2 exit 2=2\n",
		 "before it ends");
	return done();
}
