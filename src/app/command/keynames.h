/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys by name: "q", "Ctrl-L", "PgUp", "F3", "Space". */
#ifndef APP_COMMAND_KEYNAMES_H
#define APP_COMMAND_KEYNAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* 0 when there is no such key. */
uint32_t key_by_name(const char *name);
/* As help shows it. */
void key_name(struct str *out, uint32_t key);

#endif
