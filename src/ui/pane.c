/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pane.h"

struct process *view_process(const struct view *view)
{
	struct process *p = NULL;

	if (!view->model)
		return NULL;
	if (view->pid)
		p = model_process(view->model, view->pid);
	return p ? p : model_main(view->model);
}

struct region *view_region(const struct view *view)
{
	struct process *p = view_process(view);

	if (!p || !view->region ||
	    view->region_generation != p->space.generation)
		return NULL;
	/* Of one that grew down, or became part of another, the address
	 * stays. */
	return space_find(&p->space, view->region);
}
