/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a JSON log. */
#ifndef TESTS_LIVE_LOG_H
#define TESTS_LIVE_LOG_H

#include <jansson.h>
#include <stdbool.h>

/* Every line as an object, in an array; prints a line that is no object and
 * returns NULL. */
json_t *log_read(const char *path);
/* The string of a key; "" if it is not a string. */
const char *log_str(const json_t *o, const char *key);
/* The number of a key; converts an "0x..." string; -1 if it is neither. */
long long log_num(const json_t *o, const char *key);
bool log_is(const json_t *o, const char *key, const char *value);

/* Sorts the lines in place; omits empty ones. */
void sort_lines(char *text);
/*
 * Sorts and compares lines; prints the differences.  Modifies both.
 */
bool same_lines(char *got, char *want);

#endif
