/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Helpers for tests of the /proc readers: files of a captured tree, and exited
 * processes. On errors, the test fails (cmocka).
 */
#ifndef TESTS_SUPPORT_PROCFILE_H
#define TESTS_SUPPORT_PROCFILE_H

#include <sys/types.h>

/* Writes text to the file dir/name. */
void procfile_put(const char *dir, const char *name, const char *text);
/* An exited child that has not been waited for; the caller reaps it. */
pid_t procfile_zombie(void);

#endif
