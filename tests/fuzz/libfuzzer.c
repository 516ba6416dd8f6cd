/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The entry points for libFuzzer. The environment variable MMTOP_FUZZ names the
 * target.
 *
 *	MMTOP_FUZZ=maps tests/fuzz/fuzz -max_total_time=60 CORPUS
 */
#include <config.h>

#include "fuzz.h"

static const struct fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("MMTOP_FUZZ");

	(void)argc;
	(void)argv;
	target = fuzz_find(name ? name : "");
	if (target)
		return 0;
	fprintf(stderr, "MMTOP_FUZZ does not name a target\n");
	exit(99);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	target->run(data, n);
	return 0;
}
