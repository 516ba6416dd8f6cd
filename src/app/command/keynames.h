/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts between keys and their names: "q", "Ctrl-L", "PgUp", "F3",
 * "Space". */
#ifndef APP_COMMAND_KEYNAMES_H
#define APP_COMMAND_KEYNAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* Returns the key; 0 if no key has that name. */
uint32_t key_by_name(const char *name);
/* Appends the name of the key, as the help screen shows it. */
void key_name(struct str *out, uint32_t key);

#endif
