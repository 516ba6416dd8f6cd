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

#endif
