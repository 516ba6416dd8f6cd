/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Identity of a region's file, as the kernel recorded it at the mmap(): the
 * build-id of the file or the generation of its inode.
 *
 * A record has either the file's inode or the address at which the file was
 * mapped; in the second case the inode is taken from the map.  So one record
 * serves all regions of a file, and those of forked processes.
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
/* True if p's regions may match records that were not applied to them yet. */
bool identity_waits(const struct sampler *s, const struct sproc *p);
/* Copies records to the regions of v that have no record, and sets `news` in
 * these regions.  `whole` is true if v has all regions of p. */
void identity_give(struct sampler *s, struct sproc *p, sregions *v, bool whole);

#endif
