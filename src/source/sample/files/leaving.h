/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The last scan of mapped files before they are unmapped (FACT_UNMAP).  The
 * tracer has stopped the task before the call that unmaps them, or before its
 * exit.
 *
 * The scan takes at most LEAVING_NS of CPU time, and at most LEAVING_WALL_NS
 * even if the CPU is contended.  Files that were not scanned by then are
 * reported as partial.  At FILE_AT_EXIT, mmtop also emits all data of the
 * process' files.
 */
#ifndef SOURCE_SAMPLE_FILES_LEAVING_H
#define SOURCE_SAMPLE_FILES_LEAVING_H

#include "source/source.h"

struct sampler;
struct sregion;

#define LEAVING_NS 10000000ull		/* CPU time */
#define LEAVING_WALL_NS 200000000ull

void leaving_unmap(struct sampler *s, const struct fact_unmap *what);
/* Handles FACT_SESSION_END: emits the remaining data of files. */
void leaving_end(struct sampler *s);

/* True if the region maps a file that --trace-mmap counts. */
bool leaving_is_file(const struct sregion *r);
/* Emits the current data of the files of all processes. */
void leaving_all(struct sampler *s);

#endif
