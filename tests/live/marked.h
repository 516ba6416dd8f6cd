/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Victims that print the calls that a log of them must have, between two that
 * no C library makes: munmap(0x10000, 4096) and munmap(0x10000, 8192).
 *
 *	plan(MARKED_LAUNCHED + MARKED_ATTACHED);
 *	marked_launched("native", "--no-filter", program, "int80");
 *	marked_attached("native", NULL, program, "int80");
 *
 * Each compares the text log with the victim's list, to the letter.  option is
 * given to mmtop, word to the victim; either may be NULL.
 */
#ifndef TESTS_LIVE_MARKED_H
#define TESTS_LIVE_MARKED_H

/* The option, or NULL where this mmtop has none of that name: it was built
 * without what the option is about. */
const char *marked_option(const char *option);

/* How many points each makes. */
#define MARKED_LAUNCHED 3
#define MARKED_ATTACHED 5

void marked_launched(const char *name, const char *option,
		     const char *program, const char *word);
/* The victim is told "wait" as its last word. */
void marked_attached(const char *name, const char *option,
		     const char *program, const char *word);

#endif
