/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program that is linked to all that mmtop loads late.  It does not link
 * where a library lacks a name on its list.  Tools that find a program's
 * libraries in its file find them in this one (debian/rules), and
 * tests/check-late compares what it prints, the files that mmtop loads, with
 * what the linker put into it.
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
