/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two lines on the selected row: its full name, flags, pages and cause. */
#ifndef UI_REGIONS_DETAIL_H
#define UI_REGIONS_DETAIL_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"
#include "ui/regions/columns.h"

#define REGION_DETAIL_ROWS 2

/* Draws on rows `row` and row + 1 of the clip. */
void region_detail(const struct region_drawing *d, int row,
		   const struct region_row *rrow);
/*
 * The flags by name: as the call that made it gave them, or else those of
 * smaps' VmFlags; n/a when neither is known.  brief leaves out MAP_ and SHM_.
 */
void region_flags(struct str *out, const struct region *r, bool brief);
bool region_flags_known(const struct region *r);

#endif
