/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Do two models agree in all that a snapshot can tell?  Which processes and
 * threads live, what they are called, their regions and the pages of these,
 * and the figures; not what happened before (causes, marks, rates, rows).
 */
#ifndef TESTS_SUPPORT_SAMEMODEL_H
#define TESTS_SUPPORT_SAMEMODEL_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"

/* False with the first difference in why. */
bool same_model(const struct model *a, const struct model *b,
		struct str *why);

#endif
