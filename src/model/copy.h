/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of model_copy(): each file copies the structs that it owns.
 *
 * Private to src/model/.  A copy_...() function gets an object whose members
 * were assigned from the original, and makes each pointer lead to a copy.
 * The sum of all copied bytes is in c->bytes.
 */
#ifndef MODEL_COPY_H
#define MODEL_COPY_H

#include "model/model.h"

struct copying {
	size_t bytes;
	struct model *to;
};

/* Returns a copy of n bytes, or NULL if n is 0. */
void *copied(struct copying *c, const void *p, size_t n);
/* Returns a copy of the string; NULL if s is NULL. */
char *copied_text(struct copying *c, const char *s);
/* Replaces the elements of a VEC, which was assigned from another, with
 * copies. */
#define copy_vec(c, a) \
	((a)->v = copied((c), (a)->v, (a)->n * sizeof *(a)->v), \
	 (a)->cap = (a)->n)

/* Members that point to private structs: each function replaces one. */
void copy_mappings(struct copying *c, struct process *p);
void copy_advices(struct copying *c, struct process *p);
void copy_recorded(struct copying *c, struct process *p);
void copy_space(struct copying *c, struct space *s);
void copy_pages(struct copying *c, struct pages *p);
struct region *copied_region(struct copying *c, const struct region *r);
struct faults *copied_faults(struct copying *c, const struct faults *f);
struct heap *copied_heap(struct copying *c, const struct heap *h);
struct growth *copied_growth(struct copying *c, const struct growth *g);
void copy_calls(struct copying *c, const struct model *from);
void copy_rows(struct copying *c, const struct model *from);
void copy_cgroup(struct copying *c, struct cgroup *g);
void copy_strip(struct copying *c, struct file_strip *f);
void copy_backtrace(struct copying *c, struct backtrace *b);
void copy_contents(struct copying *c, struct contents *k);

#endif
