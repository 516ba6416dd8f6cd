/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * P32: the value that rt_sigreturn "returns" is a register of the interrupted
 * code: neither a result, nor an error, nor a restart.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "live.h"
#include "stepper.h"

static void stepped(const char *name, const char *program, unsigned flags)
{
	int status, n = 0, bad = 0;
	char *calls = stepper_run((char *[]){ (char *)program,
					      (char *)"sigreturn", NULL },
				  flags, &status);

	ok(calls && status == 0, "%s: the program exits with 0", name);
	for (char *at = calls; at && (at = strstr(at, "sigreturn(")); at++) {
		size_t len = strcspn(at, "\n");

		n++;
		if (len < 4 || memcmp(at + len - 4, " = ?", 4) != 0) {
			diag("%.*s", (int)len, at);
			bad++;
		}
	}
	/* The number of signals that the victim raises. */
	ok(n == 9, "%s: every sigreturn is logged (%d)", name, n);
	ok(!bad, "%s: no sigreturn has a result", name);
	free(calls);
}

int main(void)
{
	char *v64 = victim("foreign"), *v32 = victim32_or_skip("foreign");

	plan(v32 ? 9 : 6);
	stepped("native", v64, 0);
	stepped("native, filter", v64, STEPPER_FILTER);
	if (v32)
		stepped("32-bit", v32, STEPPER_FILTER);
	free(v64);
	free(v32);
	return done();
}
