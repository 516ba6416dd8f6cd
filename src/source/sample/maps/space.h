/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The map of a process: read when it is due, and emitted as regions.
 *
 * Each *_work() function is a job: it works until the deadline, and returns
 * true if it did something.
 */
#ifndef SOURCE_SAMPLE_MAPS_SPACE_H
#define SOURCE_SAMPLE_MAPS_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "parse/proc/maps.h"
#include "source/sample/core/state.h"

bool space_work(struct sampler *s, struct sproc *p, uint64_t deadline);
/* In regions.c: create a region, free it, copy the known values from the region
 * that it replaces.  maps_fd is as for region_name(). */
struct sregion *sregion_new(const struct maps_entry *e, struct str *name,
			    int maps_fd);
void sregion_free(struct sregion *r);
void sregion_carry_over(const struct sregion *old, struct sregion *r);
/* If the region maps p's executable, p->exe gets the region's new name. */
void sproc_renames(struct sproc *p, const struct sregion *old,
		   const struct sregion *r);
/* Queries the regions at the changed addresses, and makes edits of the answers.
 * Returns false if the whole map must be read instead. */
bool patch_ask(struct sampler *s, struct sproc *p);
#define PATCH_MAX 256
/* Passes in which edits are emitted.  Their order ensures that emitted regions
 * never overlap. */
enum region_pass { PASS_REMOVE, PASS_SHRINK, PASS_GROW, PASS_ADD, PASSES };
/* Emits the change from `old` to r and returns true if it belongs to the pass.
 * `old` is NULL for a new region, r is NULL for a removed region. */
bool region_tell(struct sampler *s, const struct sproc *p,
		 enum region_pass pass, const struct sregion *old,
		 const struct sregion *r, uint8_t flags);
uint64_t line_hash(const uint64_t key[2], const char *p, size_t n);
uint64_t tasks_hash(const struct sproc *p);
void space_drop(struct sampler *s, struct sproc *p);
/* Emits all regions and pages of p once more. */
void space_again(struct sampler *s, struct sproc *p);
void space_emit(struct sampler *s, const struct sproc *p, enum region_op op,
		const struct sregion *r, uint64_t old_start, uint8_t flags);

bool details_work(struct sampler *s, uint64_t deadline);
void details_begin(struct sampler *s, pid_t pid);
void details_stop(struct sampler *s);
/* True if details_work() has something to do. */
bool details_ready(struct sampler *s);

#endif
