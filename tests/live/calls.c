/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text log has every memory call of a victim, in order and exactly:
 * launched and attached, 64 and 32 bits. */
#include <config.h>

#include <stdlib.h>

#include "live.h"
#include "marked.h"

int main(void)
{
	char *v64 = victim("calls"), *v32 = victim32_or_skip("calls");

	plan((v32 ? 2 : 1) * (MARKED_LAUNCHED + MARKED_ATTACHED));
	marked_launched("native", NULL, v64, NULL);
	marked_attached("native, attached", NULL, v64, NULL);
	if (v32) {
		marked_launched("32-bit", NULL, v32, NULL);
		marked_attached("32-bit, attached", NULL, v32, NULL);
	}
	free(v64);
	free(v32);
	return done();
}
