/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/follow.h"

#include "base/fmt.h"
#include "ui/i18n.h"

long follow_keep(struct follow *f, long sel, long n, long height)
{
	if (n <= 0) {
		f->list = (struct list){ 0 };
		return -1;
	}
	if (!f->still) {
		sel = n - 1;
		f->list.line = height - 1;
	} else if (sel < 0) {
		/* Rows go at the old end only. */
		sel = 0;
		f->list.line = 0;
	}
	list_keep(&f->list, sel, n, height);
	return sel;
}

long follow_move(struct follow *f, enum cmd cmd, long sel, long n, long height,
		 uint64_t total)
{
	long to = list_move(&f->list, cmd, sel, n, height);

	if (to < 0)
		return to;
	if (to == n - 1) {
		f->still = false;
	} else if (!f->still) {
		f->still = true;
		f->seen = total;
	}
	return to;
}

void follow_range(const struct follow *f, struct str *out, long n, long height,
		  uint64_t gone)
{
	char a[FMT_MAX], b[FMT_MAX], of[FMT_MAX];
	uint64_t total = gone + (uint64_t)n;
	uint64_t first = gone + (uint64_t)f->list.top + 1;
	uint64_t last = gone + (uint64_t)(f->list.top + height);

	if (n <= 0)
		return;
	fmt_grouped(of, total);
	if (n <= height && !gone) {
		/* TRANSLATORS: as many rows, and all are in view */
		str_addf(out, _("all %s"), of);
		return;
	}
	if (!f->still) {
		str_addf(out, _("last of %s"), of);
		return;
	}
	str_addf(out, _("%s-%s of %s"), fmt_grouped(a, first),
		 fmt_grouped(b, last < total ? last : total), of);
	if (total > f->seen)
		str_addf(out, _(", +%s new"), fmt_grouped(a, total - f->seen));
}
