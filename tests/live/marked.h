/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Victims that print the calls that their log must have, between two calls that
 * no C library makes: munmap(0x10000, 4096) and munmap(0x10000, 8192).
 *
 *	plan(MARKED_LAUNCHED + MARKED_ATTACHED);
 *	marked_launched("native", "--no-filter", program, "int80");
 *	marked_attached("native", NULL, program, "int80");
 *
 * Each compares the text log exactly with the victim's list.  mmtop gets
 * option, the victim gets word; either may be NULL.
 */
#ifndef TESTS_LIVE_MARKED_H
#define TESTS_LIVE_MARKED_H

/* Returns the option, or NULL if mmtop was built without it. */
const char *marked_option(const char *option);

/* The number of points of each. */
#define MARKED_LAUNCHED 3
#define MARKED_ATTACHED 5

void marked_launched(const char *name, const char *option,
		     const char *program, const char *word);
/* The victim gets "wait" as its last word. */
void marked_attached(const char *name, const char *option,
		     const char *program, const char *word);

#endif
