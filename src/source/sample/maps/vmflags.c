/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/sample/maps/vmflags.h"

#include <string.h>

#include "parse/scan.h"

/* The known names, in the kernel's order (fs/proc/task_mmu.c).  Unknown names
 * are appended in the order in which they occur. */
static char names[64][2] = {
	"rd", "wr", "ex", "sh", "mr", "mw", "me", "ms", "gd", "pf", "lo",
	"io", "sr", "rr", "dc", "de", "ac", "nr", "ht", "sf", "nl", "ar",
	"wf", "dd", "sd", "mm", "hg", "nh", "mg", "bt", "mt", "um", "uw",
	"ui", "ss", "sl", "dp", "gu",
};
static unsigned n_names = 38;

static uint64_t bit_of(const char *name)
{
	for (unsigned i = 0; i < n_names; i++)
		if (memcmp(names[i], name, 2) == 0)
			return 1ull << i;
	if (n_names == 64)
		return 0;
	memcpy(names[n_names], name, 2);
	return 1ull << n_names++;
}

uint64_t vmflags_bits(struct bytes text)
{
	struct scan s = scan_of(text.data, text.len);
	struct bytes word;
	uint64_t bits = 0;

	while (scan_blanks(&s) && scan_word(&s, &word))
		if (word.len == 2)
			bits |= bit_of(word.data);
	return bits;
}

void vmflags_text(struct str *out, uint64_t bits)
{
	str_clear(out);
	for (unsigned i = 0; i < n_names; i++) {
		if (!(bits & 1ull << i))
			continue;
		if (out->len)
			str_addc(out, ' ');
		str_add(out, names[i], 2);
	}
}
