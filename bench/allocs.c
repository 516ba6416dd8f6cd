/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * allocs: allocates and frees argv[1] thousand blocks of mixed sizes; a few are
 * large enough for a mapping of their own. Mostly user code, few system calls.
 */
#include <stdint.h>
#include <stdlib.h>

#define SLOTS 4096

static uint32_t next_random(void)
{
	static uint32_t state = 2463534242u;

	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

int main(int argc, char **argv)
{
	static char *slot[SLOTS];
	long blocks = (argc > 1 ? atol(argv[1]) : 100) * 1000;

	for (long i = 0; i < blocks; i++) {
		uint32_t r = next_random();
		size_t size = (r >> 20) == 0 ? 256 << 10 : 16 + (r >> 12) % 1024;
		char **at = &slot[r % SLOTS];

		free(*at);
		*at = malloc(size);
		if (!*at)
			return 1;
		(*at)[0] = (char)r;
	}
	for (size_t i = 0; i < SLOTS; i++)
		free(slot[i]);
	return 0;
}
