/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/style.h"

#include <string.h>

const char *const style_role_names[STYLE_ROLE_COUNT] = {
#define X(ROLE, name) [STYLE_##ROLE] = name,
	STYLE_ROLES(X)
#undef X
};

const char *const theme_names[THEMES + 1] = {
#define X(THEME, name) [THEME_##THEME] = name,
	THEME_LIST(X)
#undef X
};

enum theme theme_by_name(const char *name)
{
	for (int i = 0; i < THEMES; i++)
		if (!strcmp(theme_names[i], name))
			return (enum theme)i;
	return THEMES;
}

int theme_colors(enum theme theme, int colors)
{
	if (theme == THEME_MONO)
		return 0;
	return theme == THEME_EIGHT && colors > 8 ? 8 : colors;
}
