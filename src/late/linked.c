/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program that is linked to all libraries that mmtop loads late.  Linking
 * fails if a library lacks a name on its list.  Tools that find the needed
 * libraries in a program's file find them in this program (debian/rules).  The
 * program prints the files that mmtop loads; tests/check-late compares them
 * with the files that the linker recorded.
 */
#include <config.h>

#define LATE_LINKED
#include "late/tables.h"

#include <stdio.h>

#define ADDRESS(symbol) (void *)&symbol,
#define ADDRESSES(table, list, name, file) list(ADDRESS)
#define FILE_OF(table, list, name, file) name, file,

extern void *const late_linked[];
void *const late_linked[] = { LATE_LIBRARIES(ADDRESSES) };

int main(void)
{
	static const char *const files[] = { LATE_LIBRARIES(FILE_OF) };

	for (size_t i = 0; i < sizeof files / sizeof *files; i += 2)
		printf("%s %s\n", files[i], files[i + 1]);
	return late_linked[0] == NULL;
}
