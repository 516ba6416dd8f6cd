/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/style.h"

const char *const style_role_names[STYLE_ROLE_COUNT] = {
#define X(ROLE, name) [STYLE_##ROLE] = name,
	STYLE_ROLES(X)
#undef X
};
