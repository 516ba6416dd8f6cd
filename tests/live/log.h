/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A JSON log read back. */
#ifndef TESTS_LIVE_LOG_H
#define TESTS_LIVE_LOG_H

#include <jansson.h>
#include <stdbool.h>

/* Every line as an object, in an array; a line that is no object gives a
 * diagnosis and NULL. */
json_t *log_read(const char *path);
/* A string key, "" when it is none. */
const char *log_str(const json_t *o, const char *key);
/* A number, an "0x..." string as a number; -1 when it is neither. */
long long log_num(const json_t *o, const char *key);
bool log_is(const json_t *o, const char *key, const char *value);

/* Lines put in order, empty ones left out. */
void sort_lines(char *text);
/*
 * Lines sorted and compared; the differences are told.  Both are modified.
 */
bool same_lines(char *got, char *want);

#endif
