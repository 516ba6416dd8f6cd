/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two lines about the selected row: its full name, flags, pages, and the call
 * that created the region. */
#ifndef UI_REGIONS_DETAIL_H
#define UI_REGIONS_DETAIL_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"
#include "ui/regions/columns.h"

#define REGION_DETAIL_ROWS 2

/* Draws the two lines on rows `row` and row + 1 of the clip rectangle. */
void region_detail(const struct region_drawing *d, int row,
		   const struct region_row *rrow);

#endif
