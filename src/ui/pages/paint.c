/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/pages/paint.h"

#include "ui/words/fault.h"
#include "ui/kit/i18n.h"
#include "ui/pages/map.h"
#include "ui/kit/widgets.h"
#include "ui/words/writes.h"

#define HALF_SECOND 500000000u
#define SECOND 1000000000u

/* Returns the role of a cell on the ramp of resident pages.  If pages have just
 * become resident, starts with pg.new and fades to the ramp.  Only a full cell
 * has the top role of the ramp. */
static enum style_role lit_role(const struct pages_map *map,
				const struct pages_cell *cell)
{
	uint64_t now = map->view->model->now_ns;
	enum style_role role = pages_role(cell->sum.resident, cell->pages);
	uint64_t step;

	if (cell->went && cell->went_ns >= cell->came_ns)
		return STYLE_PG_GONE;
	if (!cell->came || role == STYLE_PG_6 || role == STYLE_PG_ABSENT) {
		if (cell->came && now - cell->came_ns < HALF_SECOND)
			return STYLE_PG_NEW;
		return role;
	}
	step = (now - cell->came_ns) / HALF_SECOND;
	if (step == 0)
		return STYLE_PG_NEW;
	if (step < 3)
		role = (enum style_role)(role + (3 - step));
	return role > STYLE_PG_5 ? STYLE_PG_5 : role;
}

/* A cell that has swapped pages, but no resident ones, is not absent. */
static enum style_role presence_role(const struct pages_map *map,
				     const struct pages_cell *cell)
{
	enum style_role role = lit_role(map, cell);

	return role == STYLE_PG_ABSENT && cell->sum.swapped ? STYLE_PG_SWAP
							    : role;
}

static enum style_role age_role(const struct pages_map *map,
				const struct pages_cell *cell)
{
	uint64_t now = map->view->model->now_ns, s;

	if (!cell->changed_ns)
		return cell->sum.resident ? STYLE_PG_1 : STYLE_PG_ABSENT;
	s = now > cell->changed_ns ? (now - cell->changed_ns) / SECOND : 0;
	if (!cell->sum.resident && s >= 2)
		return STYLE_PG_ABSENT;
	return s < 2 ? STYLE_PG_6 : s < 10 ? STYLE_PG_5 :
	       s < 60 ? STYLE_PG_4 : s < 600 ? STYLE_PG_3 : STYLE_PG_1;
}

static const char *writes_why_not(const struct pages_map *map)
{
	const struct process *p = view_process(map->view);

	if (p && p->writes.state == WRITES_OFF && !p->writes.why)
		return _("n/a: writes are not tracked (W)");
	return written_why_not(p, map->pages);
}

static enum style_role writes_role(const struct pages_map *map,
				   const struct pages_cell *cell)
{
	uint64_t now = map->view->model->now_ns;

	if (cell->written_ns && now - cell->written_ns < GLOW_NS)
		return STYLE_PG_WRITTEN;
	if (!cell->sum.resident)
		return STYLE_PG_ABSENT;
	return cell->written_ns ? STYLE_PG_4 : STYLE_PG_1;
}

static const char *sharing_why_not(const struct pages_map *map)
{
	if (map->pages && map->pages->exclusive != EV_UNKNOWN)
		return NULL;
	return map->space ? _("n/a: only counted for one region") :
	       _("n/a: scan cannot tell");
}

static enum style_role sharing_role(const struct pages_map *map,
				    const struct pages_cell *cell)
{
	(void)map;
	if (!cell->sum.resident)
		return STYLE_PG_ABSENT;
	/* Without exclusive pages, the cell is still not absent. */
	if (!cell->sum.exclusive)
		return STYLE_PG_1;
	return pages_role(cell->sum.exclusive, cell->sum.resident);
}

static const char *no_faults(const struct pages_map *map)
{
	return faults_why_not(map->view->model);
}

static enum style_role faults_role(const struct pages_map *map,
				   const struct pages_cell *cell)
{
	uint64_t now = map->view->model->now_ns, age;

	if (!cell->fault_ns)
		return cell->sum.resident ? STYLE_PG_1 : STYLE_PG_ABSENT;
	age = now > cell->fault_ns ? now - cell->fault_ns : 0;
	return age < 2ull * SECOND ? STYLE_PG_6 :
	       age < 10ull * SECOND ? STYLE_PG_5 : STYLE_PG_3;
}

static enum style_role state_role(const struct pages_map *map,
				  const struct pages_cell *cell)
{
	if (cell->sum.swapped)
		return STYLE_PG_SWAP;
	if (cell->sum.huge)
		return STYLE_PG_HUGE;
	if (cell->sum.zero)
		return STYLE_PG_ZERO;
	return lit_role(map, cell);
}

/* True if the region belongs to the allocator, or contains a heap block. */
static bool is_heap(const struct pages_map *map)
{
	const struct region *r = space_find(&map->process->space, map->start);
	const struct heap *h = map->process->heap;

	if (r && (r->holder.whose == WHOSE_HEAP ||
		  r->holder.whose == WHOSE_ARENA ||
		  r->holder.whose == WHOSE_MALLOC || r->kind == KIND_HEAP))
		return true;
	return h && h->pages.v.n && h->pages.start >= map->start &&
	       h->pages.end <= map->end && h->pages.sum.bytes;
}

static const char *heap_why_not(const struct pages_map *map)
{
	const struct heap *h = map->process ? map->process->heap : NULL;

	if (!h && !map->view->model->heap_known)
		return _("No heap data. Start the program with mmtop --heap "
			 "PROGRAM.");
	if (map->process->ended)
		return _("n/a: the process has exited");
	if (map->space)
		return _("n/a: only counted for one region");
	if (!is_heap(map))
		return _("n/a: no allocator memory here");
	if (h && h->pages.told && !h->pages.v.n)
		return _("n/a: blocks not reported, or too many");
	return NULL;
}

/* Only cells whose pages are all free or all live get the characters of the two
 * ends. */
static enum style_role heap_role(const struct pages_map *map,
				 const struct pages_cell *cell)
{
	const struct heap_bin *b = &cell->heap;
	enum style_role role;

	if (!cell->heap_known)
		return cell->sum.resident ? STYLE_PG_UNKNOWN : STYLE_PG_ABSENT;
	if (!b->live && !b->mixed)
		return b->free ? STYLE_PG_1 : STYLE_PG_ABSENT;
	if (!b->mixed && !b->free)
		return STYLE_PG_6;
	role = pages_role(b->bytes, (b->live + b->mixed + b->free) *
				    map->page_size);
	return role < STYLE_PG_3 ? STYLE_PG_3 :
	       role > STYLE_PG_5 ? STYLE_PG_5 : role;
}

const struct pages_paint pages_paints[PAINTS] = {
	/* TRANSLATORS: what the heatmap's colours mean; 14 columns */
	[PAINT_PRESENCE] = {
		.name = N_("presence"), .role = presence_role, .halves = true,
	},
	[PAINT_AGE] = {
		.name = N_("change age"), .role = age_role,
		.signs = {
			{ 2, STYLE_PG_6, N_("under 2 s"), N_("2 s") },
			{ 2, STYLE_PG_5, N_("under 10 s"), N_("10 s") },
			{ 3, STYLE_PG_4, N_("under 1 min"), N_("1 min") },
			{ 3, STYLE_PG_3, N_("under 10 min"), N_("10 min") },
			{ 4, STYLE_PG_1, N_("older, or no change seen"),
			  N_("older") },
		},
	},
	[PAINT_WRITES] = {
		.name = N_("writes"), .why_not = writes_why_not,
		.role = writes_role,
		.signs = {
			{ 2, STYLE_PG_WRITTEN, N_("written, under 2 s ago"),
			  N_("written 2 s") },
			{ 3, STYLE_PG_4, N_("written before"), N_("before") },
			{ 4, STYLE_PG_1, N_("resident, no write seen"),
			  N_("resident") },
		},
	},
	[PAINT_SHARING] = {
		.name = N_("sharing"), .why_not = sharing_why_not,
		.role = sharing_role,
		.least = N_("all shared"), .most = N_("all exclusive"),
		.note = N_("exclusive: mapped only here"),
	},
	[PAINT_FAULTS] = {
		.name = N_("faults"), .why_not = no_faults,
		.role = faults_role,
		.signs = {
			{ 2, STYLE_PG_6, N_("under 2 s"), N_("2 s") },
			{ 2, STYLE_PG_5, N_("under 10 s"), N_("10 s") },
			{ 3, STYLE_PG_3, N_("faulted before"), N_("before") },
			{ 4, STYLE_PG_1, N_("resident, no fault seen"),
			  N_("none") },
		},
	},
	[PAINT_STATE] = {
		.name = N_("state"), .role = state_role, .halves = true,
		.ramp = true,
		.signs = {
			{ 2, STYLE_PG_SWAP, N_("one or more pages swapped"),
			  N_("swapped") },
			{ 3, STYLE_PG_HUGE, N_("else: one or more huge"),
			  N_("huge") },
			{ 4, STYLE_PG_ZERO, N_("else: the zero page"),
			  N_("zero") },
		},
	},
	[PAINT_HEAP] = {
		.name = N_("heap"), .why_not = heap_why_not, .role = heap_role,
		.least = N_("all free"), .most = N_("all live"),
		.note = N_("in between: mixed pages"),
	},
};
