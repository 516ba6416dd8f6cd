/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which file a region is of, as the kernel recorded it when it was mapped: its
 * build-id or the generation of its inode.
 *
 * A record names the file by its inode or by where it was mapped, and then the
 * map says which inode that is.  So one record does for all regions of a file,
 * also of processes that got theirs by fork.
 */
#ifndef SOURCE_SAMPLE_MAPS_IDENTITY_H
#define SOURCE_SAMPLE_MAPS_IDENTITY_H

#include <stdbool.h>
#include <sys/types.h>

#include "source/sample/core/sample.h"

struct identities;

struct identities *identities_new(void);
void identities_free(struct identities *ids);
void identity_note(struct sampler *s, pid_t pid, const struct ev_map *m);
/* Whether something was noted since p's regions got theirs. */
bool identity_waits(const struct sampler *s, const struct sproc *p);
/* To those of v that have none; they are news then.  whole: v is all of p. */
void identity_give(struct sampler *s, struct sproc *p, sregions *v, bool whole);

#endif
