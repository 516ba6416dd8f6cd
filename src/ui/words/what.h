/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a region is, in words: for the WHAT column and for sentences. */
#ifndef UI_WORDS_WHAT_H
#define UI_WORDS_WHAT_H

#include <stdbool.h>

#include "model/model.h"

struct str;

/*
 * In the user's language, safe for a cell: "[heap]", "stack 4122", "malloc
 * arena 4122", "anon", "shm /name", "sysv 12 key 0x.. 2 att", the file's path.
 * For paths the caller cuts with CUT_PATH.
 */
void region_what(struct str *out, const struct region *r, bool ascii);
/* The file's last component, safe; region_what() when it is no file. */
void region_short(struct str *out, const struct region *r, bool ascii);

/* Whether it is memory although the kernel keeps it as a file: shared memory of
 * any kind. */
bool region_is_memory(const struct region *r);

/* What the summary by kind counts together, in its order. */
enum kind_class {
	CLASS_HEAP, CLASS_STACK, CLASS_PROGRAM, CLASS_LIBRARY, CLASS_FILE,
	CLASS_ANON, CLASS_SHM, CLASS_RESERVED, CLASS_SPECIAL,
	CLASSES
};
enum kind_class kind_class_of(enum region_kind kind);
/* Its name, "Total" of -1. */
const char *region_kind_name_of(int class);
/* The kind that it has its colour of. */
enum region_kind kind_class_kind(enum kind_class class);

#endif
