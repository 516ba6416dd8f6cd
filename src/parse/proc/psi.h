/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * /proc/pressure/memory:
 *
 *	some avg10=0.30 avg60=0.12 avg300=0.00 total=2481
 *	full avg10=0.00 avg60=0.00 avg300=0.00 total=310
 */
#ifndef PARSE_PROC_PSI_H
#define PARSE_PROC_PSI_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"

/* Shares of time in which some or all tasks waited for memory: averages over
 * 10, 60 and 300 s, per mille. */
struct psi_info {
	uint64_t some[3], full[3];
};

bool psi_parse(struct bytes text, struct psi_info *out);

#endif
