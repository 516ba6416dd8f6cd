/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row of the fault: the address of the bad access that ended the process,
 * at its place among the regions. */
#include <config.h>

#include "ui/regions/columns.h"

#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "event/event.h"
#include "ui/words/fault_place.h"
#include "ui/kit/i18n.h"

/* Returns the signal that ended the process, or NULL if no signal did. */
static const struct signal_row *last_signal(const struct model *m,
					    const struct process *p)
{
	if (!p->ended || p->signal <= 0)
		return NULL;
	for (uint64_t seq = m->signals_last; seq; seq--) {
		const struct signal_row *s = model_signal(m, seq);

		if (!s || (s->pid == p->pid &&
			   s->signal.signal == (uint64_t)p->signal))
			return s;
	}
	return NULL;
}

bool region_fault(const struct model *m, const struct process *p,
		  uint64_t *addr)
{
	const struct signal_row *s = last_signal(m, p);

	if (!s)
		return false;
	*addr = s->signal.addr;
	return s->signal.has_addr;
}

const struct region *region_fault_at(const struct model *m,
				     const struct process *p)
{
	const struct signal_row *s = last_signal(m, p);
	struct fault_place at;

	if (!s || !s->signal.has_addr)
		return NULL;
	fault_place_find(&at, p, s->tid, s->signal.addr, s->time_ns);
	return at.in ? at.in : at.above_first || !at.below ? at.above
							   : at.below;
}

/* Returns the size of the unmapped gap around addr, or EV_UNKNOWN if the gap
 * has a region on one side only. */
static uint64_t gap_size(const struct space *s, uint64_t addr)
{
	uint64_t low = EV_UNKNOWN, high = EV_UNKNOWN;

	for (size_t i = 0; i < s->regions.n; i++) {
		const struct region *r = s->regions.v[i];

		if (r->removed_ns)
			continue;
		if (r->end <= addr)
			low = r->end;
		else if (r->start > addr && high == EV_UNKNOWN)
			high = r->start;
	}
	return low == EV_UNKNOWN || high == EV_UNKNOWN ? EV_UNKNOWN
							: high - low;
}

void region_draw_fault(const struct region_drawing *d, int row)
{
	const struct region_layout *l = d->layout;
	uint64_t gap = gap_size(&d->process->space, d->rows->fault);
	int col = l->at[COL_ADDRESS].col, end = l->width - 1;
	struct str right = STR_INIT;
	char buf[FMT_MAX];

	canvas_fill(d->c, row, col, end - col, STYLE_DIM,
		    d->look->utf8 ? "·" : ".");
	canvas_puts(d->c, row, 1, STYLE_ERR, "!");
	fmt_addr(buf, d->rows->fault);
	size_t len = text_width(buf);
	canvas_printf(d->c, row, col, STYLE_ERR, "%s ",
		      len > (size_t)l->digits ? buf + len - l->digits : buf);
	/* TRANSLATORS: a row of Regions, at the address of the bad access. */
	canvas_printf(d->c, row, col + l->digits + 4, STYLE_ERR, " %s ",
		      _("fault here, no region"));
	if (gap != EV_UNKNOWN) {
		/* TRANSLATORS: the size of the unmapped gap. */
		str_addf(&right, _(" %s gap"), fmt_size(buf, gap));
		if (col + l->digits + 32 < end - text_width(right.data))
			canvas_puts(d->c, row, end - text_width(right.data),
				    STYLE_TEXT, right.data);
	}
	str_release(&right);
}
