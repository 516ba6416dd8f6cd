/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes a test's folder with its contents. */
#ifndef TESTS_SUPPORT_FOLDER_H
#define TESTS_SUPPORT_FOLDER_H

#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>

static inline int folder_remove_one(const char *path, const struct stat *st,
				    int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

/* Returns 0 if all of it was removed. Does not follow links. */
static inline int folder_remove(const char *path)
{
	return nftw(path, folder_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
