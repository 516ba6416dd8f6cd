/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a region is, in words: for the WHAT column and for sentences. */
#ifndef UI_WORDS_WHAT_H
#define UI_WORDS_WHAT_H

#include <stdbool.h>

#include "model/model.h"

struct str;

/*
 * Appends a region's text for WHAT, in the user's language and safe for a cell:
 * "[heap]", "stack 4122", "malloc arena 4122", "anon", "shm /name", "sysv 12
 * key 0x.. 2 att", or the path of its file.  The caller cuts paths with
 * CUT_PATH.
 */
void region_what(struct str *out, const struct region *r, bool ascii);
/* Appends the last component of the region's file, safe; the text of
 * region_what() if the region is not a file. */
void region_short(struct str *out, const struct region *r, bool ascii);

/* When the regions in the first list of a process were mapped: before mmtop
 * attached, or at the start of a program that mmtop launched or saw exec. */
const char *region_first_words(const struct model *m, const struct process *p);
/* True for shared memory of any kind, even if /proc/PID/maps shows it as a
 * file. */
bool region_is_memory(const struct region *r);

/* The classes of regions in the summary by kind, in the order of its rows. */
enum kind_class {
	CLASS_HEAP, CLASS_STACK, CLASS_PROGRAM, CLASS_LIBRARY, CLASS_FILE,
	CLASS_ANON, CLASS_SHM, CLASS_RESERVED, CLASS_SPECIAL,
	CLASSES
};
enum kind_class kind_class_of(enum region_kind kind);
/* The name of a class; "Total" if `class` is -1. */
const char *region_kind_name_of(int class);
/* The kind of region that has the same colour as the class. */
enum region_kind kind_class_kind(enum kind_class class);

#endif
