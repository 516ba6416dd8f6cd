/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A library that leaks: PLUGIN_LEAK(n) allocates n blocks of 1000 bytes. It is
 * built several times, under different names, with the code at the same offset.
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
