/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions and units that rules can use in addition to Lua's own functions. */
#ifndef RULE_HELPERS_H
#define RULE_HELPERS_H

#include "late/lua.h"

/* Sets the functions and units in the table on top of the Lua stack. */
void helpers_set(lua_State *L);
/* Names of all functions and units, NULL-terminated. */
extern const char *const helper_names[];

#endif
