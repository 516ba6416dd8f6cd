/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions and units that rules have beside Lua's own. */
#ifndef RULE_HELPERS_H
#define RULE_HELPERS_H

#include "late/lua.h"

/* Sets them in the table on top of the stack. */
void helpers_set(lua_State *L);
/* All their names, NULL-terminated. */
extern const char *const helper_names[];

#endif
