/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A library that leaks: PLUGIN_LEAK(n) asks for n blocks of 1000 bytes.  One source
 * makes several that look alike: their code lies at the same offset.
 */
#include <stdlib.h>

void *PLUGIN_LEAK(int n);

void *PLUGIN_LEAK(int n)
{
	void *volatile last = NULL;

	while (n-- > 0)
		last = malloc(1000);
	return last;
}
