/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The second and third status row: the main process and the machine.
 */
#ifndef APP_BARS_HEADER_ROWS_H
#define APP_BARS_HEADER_ROWS_H

#include "app/bars/header.h"

void header_process_row(const struct header *h, const struct model *m,
			const struct look *look, struct canvas *c, int row);
void header_system_row(const struct model *m, const struct look *look,
		       struct canvas *c, int row);

#endif
