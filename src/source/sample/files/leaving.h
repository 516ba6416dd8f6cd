/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A last look at mapped files, at FACT_UNMAP: the task is at a stop in front of
 * the call that unmaps them, or of its end.
 *
 * It takes LEAVING_NS at most, and where others have the CPU meanwhile no more
 * than LEAVING_WALL_NS; what was not seen by then is told as partial.
 * At FILE_AT_EXIT all that was learned of the process' files is told as well.
 */
#ifndef SOURCE_SAMPLE_FILES_LEAVING_H
#define SOURCE_SAMPLE_FILES_LEAVING_H

#include "source/source.h"

struct sampler;
struct sregion;

#define LEAVING_NS 10000000ull		/* of CPU */
#define LEAVING_WALL_NS 200000000ull

void leaving_unmap(struct sampler *s, const struct fact_unmap *what);
/* FACT_SESSION_END: what is still to be told of files. */
void leaving_end(struct sampler *s);

/* Whether that region is of a file, as --trace-mmap counts them. */
bool leaving_is_file(const struct sregion *r);
/* Tells of every process' files what can be told now. */
void leaving_all(struct sampler *s);

#endif
