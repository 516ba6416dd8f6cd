/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "parse/proc/psi.h"

#include "parse/scan.h"

/* The file has percent with two decimals.  The value is per mille, so the
 * second decimal is dropped. */
static bool average(struct scan *s, const char *key, uint64_t *out)
{
	uint64_t hundredths;

	if (!scan_text(s, key) || !scan_fixed(s, 100, &hundredths))
		return false;
	*out = hundredths / 10;
	return true;
}

static bool averages(struct scan line, uint64_t out[3])
{
	return average(&line, " avg10=", &out[0]) &&
	       average(&line, " avg60=", &out[1]) &&
	       average(&line, " avg300=", &out[2]) &&
	       scan_text(&line, " total=");
}

bool psi_parse(struct bytes text, struct psi_info *out)
{
	struct scan s = scan_of(text.data, text.len), line;
	struct psi_info psi;
	bool some = false, full = false;

	while (scan_line(&s, &line)) {
		if (scan_text(&line, "some"))
			some = averages(line, psi.some);
		else if (scan_text(&line, "full"))
			full = averages(line, psi.full);
	}
	if (!some || !full)
		return false;
	*out = psi;
	return true;
}
