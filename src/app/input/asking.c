/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/input/asking.h"

#include "ui/kit/command.h"

void asking_now(struct asking *a, bool open)
{
	if (open && !a->open)
		a->drawn = false;
	a->open = open;
}

bool asking_undrawn(const struct asking *a)
{
	return a->open && !a->drawn;
}

void asking_drawn(struct asking *a, uint64_t now_ns)
{
	a->drawn = true;
	a->quiet_ns = now_ns;
}

bool asking_takes(struct asking *a, uint32_t key, uint64_t now_ns)
{
	bool quiet = a->drawn && now_ns >= a->quiet_ns + ASKING_QUIET_NS;

	if (!a->open)
		return true;
	/* Arrow keys do not restart the quiet time, since pasted text has none.
	 * So in a menu, Enter may follow Down at once. */
	if (key < KEY_NONE_)
		a->quiet_ns = now_ns;
	return quiet;
}
