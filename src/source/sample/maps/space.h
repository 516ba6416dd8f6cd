/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The map of a process: read when it is due, told as regions.
 *
 * A job works until the deadline; true when it did something.
 */
#ifndef SOURCE_SAMPLE_MAPS_SPACE_H
#define SOURCE_SAMPLE_MAPS_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "parse/proc/maps.h"
#include "source/sample/core/state.h"

bool space_work(struct sampler *s, struct sproc *p, uint64_t deadline);
/* regions.c: fresh regions, and what is kept of old ones.  maps_fd: as for
 * region_name(). */
struct sregion *sregion_new(const struct maps_entry *e, struct str *name,
			    int maps_fd);
void sregion_free(struct sregion *r);
void sregion_carry_over(const struct sregion *old, struct sregion *r);
/* If the renamed region is of p's executable, the program has the new name too. */
void sproc_renames(struct sproc *p, const struct sregion *old,
		   const struct sregion *r);
/* Asks for those at which the changes were, one by one: they are edits then.
 * False when the whole map has to be read. */
bool patch_ask(struct sampler *s, struct sproc *p);
#define PATCH_MAX 256
/* In an order in which regions never overlap. */
enum region_pass { PASS_REMOVE, PASS_SHRINK, PASS_GROW, PASS_ADD, PASSES };
/* Whether there was something to tell in that pass: old NULL for a new
 * region, r NULL for one that is gone. */
bool region_tell(struct sampler *s, const struct sproc *p,
		 enum region_pass pass, const struct sregion *old,
		 const struct sregion *r, uint8_t flags);
uint64_t line_hash(const uint64_t key[2], const char *p, size_t n);
uint64_t tasks_hash(const struct sproc *p);
void space_drop(struct sampler *s, struct sproc *p);
/* All that was told of its regions and their pages is told once more. */
void space_again(struct sampler *s, struct sproc *p);
void space_emit(struct sampler *s, const struct sproc *p, enum region_op op,
		const struct sregion *r, uint64_t old_start, uint8_t flags);

bool details_work(struct sampler *s, uint64_t deadline);
void details_begin(struct sampler *s, pid_t pid);
void details_stop(struct sampler *s);
/* Whether there is one to work on. */
bool details_ready(struct sampler *s);

#endif
