/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/why.h"

#include <libintl.h>
#include <stdlib.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"

/* More than these are one sum; of a name so much is said. */
#define PARTS_MAX 4
#define NAME_COLS 40
/* Less is no change of a page. */
#define LEAST 512

static const char *const words[GROWTHS] = {
	[GROWTH_HEAP] = N_("main heap"),
	/* TRANSLATORS: what memory is: all of malloc's arenas but the first. */
	[GROWTH_ARENAS] = N_("malloc arenas"),
	[GROWTH_MALLOC] = N_("large malloc"),
	/* TRANSLATORS: what memory is: those of all threads. */
	[GROWTH_STACKS] = N_("stacks"),
	[GROWTH_TLS] = N_("TLS"),
	/* TRANSLATORS: what memory is: what these two mapped for themselves. */
	[GROWTH_LOADER] = N_("loader and libc"),
	/* TRANSLATORS: what memory is: their files. */
	[GROWTH_PROGRAM] = N_("program and libraries"),
	[GROWTH_FILE] = N_("file"),
	[GROWTH_SHARED] = N_("shared memory"),
	[GROWTH_OTHER] = N_("other memory"),
};

static void add_name(struct str *out, const struct growth_part *p, bool ascii)
{
	const char *slash = p->what == GROWTH_FILE ? strrchr(p->name, '/') :
			    NULL;
	const char *name = slash && slash[1] ? slash + 1 : p->name;
	struct str safe = STR_INIT;

	text_safe(&safe, name, strlen(name), ascii);
	text_cut(out, safe.data, NAME_COLS, CUT_END, ascii);
	str_release(&safe);
}

static void add_part(struct str *out, const struct growth_part *p, bool ascii)
{
	if (p->what == GROWTH_MALLOC && *p->name) {
		str_addf(out, "%s%s", _("large malloc"), _(" for "));
		add_name(out, p, ascii);
	} else if (*p->name) {
		add_name(out, p, ascii);
	} else if (words[p->what]) {
		str_adds(out, _(words[p->what]));
	} else {
		str_adds(out, _("other memory"));
	}
}

static void add_bytes(struct str *out, int64_t bytes)
{
	char buf[FMT_MAX];

	str_addf(out, " %s", fmt_rate(buf, (double)bytes));
}

/* The largest, and the sum of what is left. */
static void add_parts(struct str *out, const struct growth_change *c,
		      bool ascii)
{
	size_t n = c->parts.v.n, shown = 0;
	int64_t others = 0;

	while (shown < n && shown < PARTS_MAX &&
	       llabs(c->parts.v.v[shown].bytes) >= LEAST) {
		if (shown)
			str_adds(out, ", ");
		add_part(out, &c->parts.v.v[shown], ascii);
		add_bytes(out, c->parts.v.v[shown++].bytes);
	}
	for (size_t i = shown; i < n; i++)
		others += c->parts.v.v[i].bytes;
	if (shown < n) {
		/* TRANSLATORS: other parts of memory; a number of bytes follows. */
		str_addf(out, ngettext("%s%zu other", "%s%zu others", n - shown),
			 shown ? ", " : "", n - shown);
		add_bytes(out, others);
	}
	if (llabs(c->rest) >= LEAST || !n) {
		str_addf(out, "%s%s", n ? ", " : "",
			 /* TRANSLATORS: a change of memory; bytes follow. */
			 _("not explained"));
		add_bytes(out, c->rest);
	}
}

static void add_heap(struct str *out, const struct heap *h)
{
	char live[FMT_MAX], freed[FMT_MAX];

	if (!h || !h->total_known || h->total.size == EV_UNKNOWN)
		return;
	fmt_size(live, h->total.size);
	if (h->total.freed == EV_UNKNOWN)
		str_addf(out, _(" Of its heap %s are live."), live);
	else
		str_addf(out, _(" Of its heap %s are live, %s are freed but "
				"still resident."), live,
			 fmt_size(freed, h->total.freed));
}

void why_words(struct str *out, const struct growth *then,
	       const struct growth *now, const struct heap *heap, bool ascii)
{
	struct growth_change c;
	char rss[FMT_MAX], ago[FMT_MAX];

	growth_between(then, now, &c);
	/* TRANSLATORS: +12.4M, 8.2s; the parts of it follow. */
	str_addf(out, _("RSS %s in %s: "), fmt_rate(rss, (double)c.rss),
		 fmt_ago(ago, now->time_ns, then->time_ns));
	add_parts(out, &c, ascii);
	str_addc(out, '.');
	if (now->unknown)
		str_addf(out, ngettext(" %zu region was not looked at yet.",
				       " %zu regions were not looked at yet.",
				       now->unknown), now->unknown);
	add_heap(out, heap);
	growth_change_release(&c);
}
