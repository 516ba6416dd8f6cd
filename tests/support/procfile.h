/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What tests of /proc's readers make: files of a captured tree, and processes
 * that have ended.  What fails, fails the test (cmocka).
 */
#ifndef TESTS_SUPPORT_PROCFILE_H
#define TESTS_SUPPORT_PROCFILE_H

#include <sys/types.h>

/* The file dir/name with that text, made or written anew. */
void procfile_put(const char *dir, const char *name, const char *text);
/* A child that has ended and is not waited for: the caller's to reap. */
pid_t procfile_zombie(void);

#endif
