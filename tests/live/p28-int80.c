/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P28: int 0x80 in a 64-bit process is an i386 call, which only the kernel can
 * tell: every call is decoded for its own architecture.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "marked.h"

/* The victim prints "none" if the kernel has no 32-bit calls. */
static bool has_int80(const char *program)
{
	struct run r;
	bool has;

	run_start(&r, (char *[]){ (char *)program, (char *)"int80", NULL });
	has = run_wait(&r) && run_status(&r) == 0 && !strstr(r.out, "none\n");
	run_release(&r);
	return has;
}

int main(void)
{
	char *v = victim("foreign");

#ifndef __x86_64__
	skip_all("no int 0x80 on this machine");
#endif
	if (!has_int80(v))
		skip_all("this kernel has no 32-bit calls");
	plan(2 * MARKED_LAUNCHED + MARKED_ATTACHED);
	marked_launched("launched", NULL, v, "int80");
	marked_launched("without a filter", "--no-filter", v, "int80");
	marked_attached("attached", NULL, v, "int80");
	free(v);
	return done();
}
