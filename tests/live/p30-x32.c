/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P30: a number with the x32 bit is labelled, and never used as an index of a
 * table.  Most kernels return ENOSYS, whatever mmtop does.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "marked.h"
#include "stepper.h"

static void stepped(const char *program)
{
	int status;
	char *calls = stepper_run((char *[]){ (char *)program, (char *)"x32",
					      NULL }, 0, &status);

	ok(calls && status == 0, "stepped: the program exits with 0");
	ok(calls && strstr(calls, "\nx32:getpid() = "),
	   "stepped: other calls have the label, too");
	ok(calls && strstr(calls, "\nsyscall_0x7fffffff(0x1, 0x2, 0x3, "),
	   "stepped: a number beyond the table is shown as a number");
	free(calls);
}

int main(void)
{
	char *v = victim("foreign");

#ifndef __x86_64__
	skip_all("there is no x32 on this machine");
#endif
	plan(2 * MARKED_LAUNCHED + MARKED_ATTACHED + 3);
	marked_launched("launched", NULL, v, "x32");
	marked_launched("without a filter", "--no-filter", v, "x32");
	marked_attached("attached", NULL, v, "x32");
	stepped(v);
	free(v);
	return done();
}
