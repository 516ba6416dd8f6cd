/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/process/why.h"

#include <libintl.h>
#include <stdlib.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"
#include "ui/words/site.h"
#include "ui/words/what.h"

/* At most PARTS_MAX parts are listed, the largest ones; all other parts are
 * shown as one sum.  A name is cut to NAME_COLS columns. */
#define PARTS_MAX 4
#define SITES_MAX 3
#define NAME_COLS 40
/* Smaller changes, far below a page, are not listed. */
#define LEAST 512

static const char *const words[GROWTHS] = {
	[GROWTH_HEAP] = "[heap]",
	/* TRANSLATORS: a kind of memory: all of malloc's arenas except the
	 * first. */
	[GROWTH_ARENAS] = N_("malloc arenas"),
	[GROWTH_MALLOC] = N_("large malloc"),
	/* TRANSLATORS: a kind of memory: the stacks of all threads. */
	[GROWTH_STACKS] = N_("stacks"),
	[GROWTH_TLS] = N_("TLS"),
	/* TRANSLATORS: a kind of memory: the dynamic loader and libc mapped it
	 * for their own use. */
	[GROWTH_LOADER] = N_("loader and libc"),
	/* TRANSLATORS: a kind of memory: the mapped files of the program and of
	 * its libraries. */
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

/* Appends the largest parts, and the sum of all other parts. */
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
		/* TRANSLATORS: the number of parts of memory that are not
		 * listed; their bytes follow. */
		str_addf(out, ngettext("%s%zu other", "%s%zu others", n - shown),
			 shown ? ", " : "", n - shown);
		add_bytes(out, others);
	}
	if (llabs(c->rest) >= LEAST || !n) {
		str_addf(out, "%s%s", n ? ", " : "",
			 /* TRANSLATORS: the part of a change of memory that no
			  * region explains; bytes follow. */
			 _("unaccounted"));
		add_bytes(out, c->rest);
	}
}

static void add_heap(struct str *out, const struct process *p, bool ascii)
{
	const struct heap *h = p->heap;
	char live[FMT_MAX], freed[FMT_MAX];
	struct str sites = STR_INIT;

	if (!h || !h->total_known || h->total.size == EV_UNKNOWN)
		return;
	fmt_size(live, h->total.size);
	if (h->total.freed == EV_UNKNOWN)
		str_addf(out, _(" Live heap: %s."), live);
	else
		str_addf(out, _(" Live heap: %s, freed but still resident: "
				"%s."), live,
			 fmt_size(freed, h->total.freed));
	site_largest(&sites, p, SITES_MAX, ascii);
	if (sites.len)
		/* TRANSLATORS: the code that allocated most of the live heap
		 * follows, with its bytes. */
		str_addf(out, _(" Most of it: %s."), sites.data);
	str_release(&sites);
}

/* True if the largest part grew and may come from malloc, but its code is not
 * known. */
static bool wants_code(const struct growth_change *c)
{
	const struct growth_part *p = c->parts.v.n ? c->parts.v.v : NULL;

	return p && p->bytes >= LEAST &&
	       (p->what == GROWTH_HEAP || p->what == GROWTH_ARENAS ||
		p->what == GROWTH_MALLOC || p->what == GROWTH_OTHER);
}

static void add_next_step(struct str *out, const struct process *p, bool ascii)
{
	const char *program = p->exe && *p->exe ? p->exe : p->comm;
	struct str safe = STR_INIT;

	text_safe(&safe, program, strlen(program), ascii);
	/* TRANSLATORS: a command follows. */
	str_addf(out, _(" To find the code: %s"), "mmtop --heap ");
	text_cut(out, safe.data, NAME_COLS, CUT_PATH, ascii);
	str_release(&safe);
}

static void add_start(struct str *out, const struct why_asked *asked,
		      const struct growth_change *c, const struct region *most)
{
	char rss[FMT_MAX], ago[FMT_MAX], part[FMT_MAX], addr[FMT_MAX];
	struct str name = STR_INIT;

	fmt_rate(rss, (double)c->rss);
	fmt_ago(ago, asked->now->time_ns, asked->then->time_ns);
	if (!most) {
		/* TRANSLATORS: the change, such as +12.4M, and the time, such
		 * as 8.2s; the parts of the change follow. */
		str_addf(out, _("RSS %s in %s: "), rss, ago);
		return;
	}
	region_short(&name, most, asked->ascii);
	/* TRANSLATORS: as before; then the change of one region, its address
	 * and its name. */
	str_addf(out, _("RSS %s in %s, %s of it at %s "), rss, ago,
		 fmt_rate(part, (double)c->most.bytes),
		 fmt_addr(addr, most->start));
	text_cut(out, name.data, NAME_COLS, CUT_PATH, asked->ascii);
	str_adds(out, ": ");
	str_release(&name);
}

uint64_t why_words(struct str *out, const struct why_asked *asked)
{
	const struct process *p = asked->process;
	const struct region *most;
	struct growth_change c;

	growth_between(asked->then, asked->now, &c);
	most = llabs(c.most.bytes) >= LEAST ?
	       space_find(&p->space, c.most.start) : NULL;
	add_start(out, asked, &c, most);
	add_parts(out, &c, asked->ascii);
	str_addc(out, '.');
	if (asked->now->unknown)
		str_addf(out, ngettext(" %zu region is not scanned yet.",
				       " %zu regions are not scanned yet.",
				       asked->now->unknown),
			 asked->now->unknown);
	if (most && asked->keys)
		str_adds(out, _(" Enter selects that region."));
	add_heap(out, p, asked->ascii);
	if (!asked->heap && wants_code(&c))
		add_next_step(out, p, asked->ascii);
	growth_change_release(&c);
	return most ? most->start : 0;
}

/* --- the command ---------------------------------------------------------- */

/* A paused view may show a time before the mark: then there is none. */
static bool has_mark(const struct rss_mark *mark, const struct process *p,
		     uint64_t now_ns)
{
	return mark->marked && mark->pid == p->pid && mark->start == p->start &&
	       mark->growth.generation == p->space.generation &&
	       mark->growth.time_ns <= now_ns;
}

void rss_mark_release(struct rss_mark *mark)
{
	growth_release(&mark->growth);
	mark->marked = false;
}

static void set_mark(struct rss_mark *mark, const struct process *p,
		     struct growth *now)
{
	rss_mark_release(mark);
	*mark = (struct rss_mark){ .marked = true, .pid = p->pid,
				   .start = p->start, .growth = *now };
	*now = (struct growth){ .time_ns = 0 };
}

bool why_command(struct str *out, struct rss_mark *mark, const char *name,
		 const char *args, const struct model *m,
		 struct why_asked *asked, uint64_t *addr)
{
	const struct process *p = asked->process;
	struct growth now = { .time_ns = 0 };
	bool answers = false;

	if (*args && strcmp(args, "mark") && strcmp(args, "start")) {
		str_addf(out, _("Usage: %s mark|start"), name);
		return false;
	}
	if (!strcmp(args, "start"))
		rss_mark_release(mark);
	if (!p || !growth_take(&now, p, p->ended ? p->ended_ns : m->now_ns) ||
	    !p->since) {
		str_adds(out, _("The RSS is not known yet."));
	} else if (!strcmp(args, "mark")) {
		set_mark(mark, p, &now);
		/* TRANSLATORS: both times the command, "why" or ":why". */
		str_addf(out, _("%s now counts from here; %s start counts from "
				"the beginning."), name, name);
	} else {
		asked->then = has_mark(mark, p, now.time_ns) ? &mark->growth : p->since;
		asked->now = &now;
		*addr = why_words(out, asked);
		answers = true;
	}
	growth_release(&now);
	return answers;
}
