/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/kit/follow.h"

#include "base/fmt.h"
#include "ui/kit/i18n.h"

long follow_default(const struct follow *f, long n)
{
	return f->sorted ? 0 : n - 1;
}

long follow_keep(struct follow *f, long sel, long n, long height)
{
	if (n <= 0) {
		f->list = (struct list){ 0 };
		return -1;
	}
	if (!f->still) {
		sel = follow_default(f, n);
		f->list.line = f->sorted ? 0 : height - 1;
	} else if (sel < 0) {
		/* The selected row was removed, so it was one of the oldest
		 * rows: select the oldest remaining row. */
		sel = 0;
		f->list.line = 0;
	}
	list_keep(&f->list, sel, n, height);
	return sel;
}

static void stand(struct follow *f, long at, long n, uint64_t total)
{
	if (at == follow_default(f, n)) {
		f->still = false;
	} else if (!f->still) {
		f->still = true;
		f->seen = total;
	}
}

long follow_move(struct follow *f, enum cmd cmd, long sel, long n, long height,
		 uint64_t total)
{
	long to = list_move(&f->list, cmd, sel, n, height);

	/* When the user scrolls to the end, the list follows the newest row
	 * again. */
	if (cmd == DO_WHEEL_DOWN && !f->sorted &&
	    f->list.top + height >= n)
		to = n - 1;
	if (to >= 0)
		stand(f, to, n, total);
	return to;
}

void follow_choose(struct follow *f, long to, long n, uint64_t total)
{
	f->list.line = to - f->list.top;
	stand(f, to, n, total);
}

void follow_range(const struct follow *f, struct str *out, long n, long height,
		  uint64_t gone)
{
	char a[FMT_MAX], b[FMT_MAX], of[FMT_MAX];
	if (f->sorted)
		gone = 0;

	uint64_t total = gone + (uint64_t)n;
	uint64_t first = gone + (uint64_t)f->list.top + 1;
	uint64_t last = gone + (uint64_t)(f->list.top + height);

	if (n <= 0)
		return;
	fmt_grouped(of, total);
	if (n <= height && !gone) {
		/* TRANSLATORS: number of rows, all of them in view */
		str_addf(out, _("all %s"), of);
		return;
	}
	if (!f->still && !f->sorted) {
		str_addf(out, _("last of %s"), of);
		return;
	}
	str_addf(out, _("%s-%s of %s"), fmt_grouped(a, first),
		 fmt_grouped(b, last < total ? last : total), of);
	if (total > f->seen && !f->sorted)
		str_addf(out, _(", +%s new"), fmt_grouped(a, total - f->seen));
}
