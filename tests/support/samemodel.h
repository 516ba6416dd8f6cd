/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares two models in everything that a snapshot contains: live processes
 * and threads, their names, their regions with pages, and the figures; not the
 * history (causes, marks, rates, rows).
 */
#ifndef TESTS_SUPPORT_SAMEMODEL_H
#define TESTS_SUPPORT_SAMEMODEL_H

#include <stdbool.h>

#include "base/str.h"
#include "model/model.h"

/* On a difference, returns false and stores the first one in why. */
bool same_model(const struct model *a, const struct model *b,
		struct str *why);

#endif
