/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pane 6 System: the machine's memory, from /proc/meminfo. */
#include <config.h>

#include <inttypes.h>

#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/pane/pane.h"
#include "ui/kit/say.h"
#include "ui/kit/terms.h"
#include "ui/kit/widgets.h"

#define BAR_COLS 32
#define BAR_COL 17
/* A pane of WIDTH_BAR columns or more shows bars with their shares; from
 * WIDTH_RATE on also rates, from WIDTH_SPARK on also sparklines. */
#define WIDTH_BAR 52
#define WIDTH_RATE 66
#define WIDTH_SPARK 78

static void *system_new(void)
{
	return xcalloc(1, 1);
}

static void system_free(void *state)
{
	free(state);
}

/* Draws a line: a label, a size, the bar of its share of the whole, the share,
 * the rate and a sparkline. */
static void draw_bar(const struct view *view, struct canvas *c, int row,
		     const char *label, uint64_t part, uint64_t whole,
		     const struct rate *rate, const struct spark *spark)
{
	int cols = c->clip.cols;
	char buf[FMT_MAX];

	canvas_puts(c, row, 1, STYLE_DIM, label);
	size_cell(c, row, 11, 5, STYLE_TEXT, part);
	if (cols < WIDTH_BAR || part == EV_UNKNOWN || whole == EV_UNKNOWN ||
	    !whole)
		return;
	share_bar(c, &view->look, row, BAR_COL, BAR_COLS, part, whole);
	canvas_rfield(c, row, 50, 4, STYLE_TEXT,
		      fmt_share(buf, part, whole));
	if (rate && cols >= WIDTH_RATE && rate_known(rate)) {
		rate_cell(c, row, 57, 6, rate);
		canvas_puts(c, row, 63, STYLE_DIM, "/s");
	}
	if (spark && cols >= WIDTH_SPARK)
		sparkline(c, &view->look, row, 67, 12, spark);
}

static void draw_bars(const struct view *view, struct canvas *c, int row)
{
	const struct model *m = view->model;
	const struct ev_system *s = &m->system;
	uint64_t swap = s->swap_total == EV_UNKNOWN ||
			s->swap_free == EV_UNKNOWN ? EV_UNKNOWN :
			s->swap_total - s->swap_free;
	char buf[FMT_MAX];

	draw_bar(view, c, row, _("Used"), s->used, s->total,
		 &m->mem_used_rate, &m->used_spark);
	draw_bar(view, c, row + 1, _("Available"), s->available, s->total,
		 &m->mem_avail_rate, &m->avail_spark);
	draw_bar(view, c, row + 2, _("Free"), s->free, s->total,
		 &m->mem_free_rate, &m->free_spark);
	draw_bar(view, c, row + 3, _("Swap"), swap, s->swap_total, NULL,
		 NULL);
	if (s->swap_total == 0)
		canvas_puts(c, row + 3, BAR_COL, STYLE_DIM,
			    _("this machine has no swap"));
	else if (s->swap_total != EV_UNKNOWN && c->clip.cols >= WIDTH_SPARK)
		canvas_printf(c, row + 3, 67, STYLE_DIM, _("of %s"),
			      fmt_size(buf, s->swap_total));
}

/* A part of memory.  It is drawn as label and size; parts are in three, two or
 * one columns, depending on the room. */
struct memory_part {
	const char *label;
	uint64_t value;
};

/* Width of a label and the blank after it. */
#define PART_LABEL 16

static int draw_parts(struct canvas *c, int row,
		      const struct memory_part *parts, size_t n)
{
	static const int cols[] = { 1, 29, 57 };
	int across = c->clip.cols >= 78 ? 3 : c->clip.cols >= 48 ? 2 : 1;
	int rows = ((int)n + across - 1) / across;

	for (size_t i = 0; i < n; i++) {
		int y = row + (int)i / across, x = cols[(int)i % across];

		canvas_puts(c, y, x, STYLE_DIM, parts[i].label);
		size_cell(c, y, x + PART_LABEL, 5, STYLE_TEXT, parts[i].value);
	}
	return row + rows;
}

static void rule(const struct view *view, struct canvas *c, int row,
		 const char *left)
{
	struct rect old = clip_part(c, row, 0, 1, c->clip.cols);

	title_rule(c, &view->look, false, left, "");
	canvas_clip(c, old);
}

static int draw_commit(const struct ev_system *s, struct canvas *c, int row)
{
	char a[FMT_MAX], b[FMT_MAX], share[FMT_MAX];

	canvas_puts(c, row, 1, STYLE_DIM, _("Commit"));
	size_cell(c, row, 1 + PART_LABEL, 5, STYLE_TEXT, s->commit);
	if (s->commit != EV_UNKNOWN && s->commit_limit != EV_UNKNOWN)
		canvas_printf(c, row, 7 + PART_LABEL, STYLE_DIM, _("of %s limit: %s"),
			      fmt_size(b, s->commit_limit),
			      fmt_share(share, s->commit, s->commit_limit));
	row++;
	canvas_puts(c, row, 1, STYLE_DIM, _("Hugepages"));
	if (s->huge_total == EV_UNKNOWN || s->huge_free == EV_UNKNOWN)
		canvas_puts(c, row, 2 + PART_LABEL, STYLE_DIM,
			    _("n/a: this kernel has none"));
	else
		canvas_printf(c, row, 2 + PART_LABEL, STYLE_TEXT,
			      _("%s of %s used, %s each"),
			      fmt_grouped(a, s->huge_total - s->huge_free),
			      fmt_grouped(b, s->huge_total),
			      fmt_size(share, s->huge_size));
	return row + 1;
}

static void psi_value(struct canvas *c, int row, int col, uint64_t v)
{
	struct str s = STR_INIT;

	str_addf(&s, "%" PRIu64 ".%" PRIu64 "%%", v / 10, v % 10);
	canvas_rfield(c, row, col, 6, v ? STYLE_TEXT : STYLE_DIM, s.data);
	str_release(&s);
}

static void draw_pressure(const struct view *view, struct canvas *c, int row)
{
	const struct ev_system *s = &view->model->system;
	char buf[FMT_MAX];

	rule(view, c, row,
	     _("memory pressure (PSI): share of time stalled"));
	if (s->psi_some_10 == EV_UNKNOWN) {
		canvas_puts(c, row + 1, 1, STYLE_DIM,
			    _("n/a: this kernel lacks CONFIG_PSI"));
	} else {
		/* "some" and "full" in /proc/pressure/memory are the kernel's
		 * names: not translated. */
		canvas_puts(c, row + 1, 11, STYLE_DIM,
			    "10 s   60 s  300 s");
		canvas_puts(c, row + 2, 1, STYLE_DIM, "some");
		psi_value(c, row + 2, 9, s->psi_some_10);
		psi_value(c, row + 2, 16, s->psi_some_60);
		psi_value(c, row + 2, 23, s->psi_some_300);
		canvas_puts(c, row + 3, 1, STYLE_DIM, "full");
		psi_value(c, row + 3, 9, s->psi_full_10);
		psi_value(c, row + 3, 16, s->psi_full_60);
		psi_value(c, row + 3, 23, s->psi_full_300);
	}
	canvas_puts(c, row + 2, 36, STYLE_DIM, _("OOM kills"));
	canvas_puts(c, row + 2, 47, STYLE_TEXT, s->oom_kills == EV_UNKNOWN ?
		    _("n/a") : fmt_grouped(buf, s->oom_kills));
}

static void draw_contents(const struct view *view, struct canvas *c)
{
	const struct ev_system *s = &view->model->system;
	const struct memory_part parts[] = {
		{ _("Anonymous"), s->anon }, { _("Cache"), s->cached },
		{ _("Slab"), s->slab }, { _("Shared"), s->shmem },
		{ _("Buffers"), s->buffers },
		{ _("Page tables"), s->page_tables },
		{ _("Dirty"), s->dirty }, { _("Writeback"), s->writeback },
		{ _("Kernel stack"), s->kernel_stack },
	};
	int row = 5;

	draw_bars(view, c, 1);
	rule(view, c, row++, _("memory usage"));
	row = draw_parts(c, row, parts, sizeof parts / sizeof *parts);
	row = draw_commit(s, c, row);
	draw_pressure(view, c, row);
}

static void system_draw(void *state, struct view *view, struct canvas *c,
			bool focused)
{
	const struct model *m = view->model;
	struct str left = STR_INIT;
	char a[FMT_MAX], b[FMT_MAX];

	(void)state;
	str_adds(&left, _("6 System"));
	if (m->system_ns)
		str_addf(&left, _("  %s, sampled at %s"),
			 m->system.total == EV_UNKNOWN ? _("n/a") :
			 fmt_size(a, m->system.total),
			 fmt_when(b, m->system_ns));
	title_rule(c, &view->look, focused, left.data, "");
	str_release(&left);
	if (m->system_ns)
		draw_contents(view, c);
	else
		say_empty(c, _("No system data yet."));
}

static unsigned system_command(void *state, struct view *view, enum cmd cmd)
{
	(void)state;
	(void)view;
	(void)cmd;
	return 0;
}

static const enum cmd system_bar_cmds[] = { DO_CGROUP, DO_NONE };

static const struct term bars_part_list[] = {
	{ N_("Used"),
	  N_("Memory that programs and the kernel use and cannot "
	     "give back at once."), .st = STYLE_KEY },
	{ N_("Available"),
	  N_("Memory that programs can get without swapping."),
	  .st = STYLE_KEY },
	{ N_("Free"), N_("Memory that is not used at all."), .st = STYLE_KEY },
	{ N_("Swap"), N_("Memory that the kernel moved to disk or zram."),
	  .st = STYLE_KEY },
};
static const struct terms_part bars_part =
	TERMS_PART(N_("THE MACHINE"), bars_part_list);
static const struct term usage_part_list[] = {
	{ N_("Anonymous"), N_("Memory of programs that no file backs."),
	  .st = STYLE_KEY },
	{ N_("Cache"),
	  N_("Pages of files that the kernel keeps for the next "
	     "read."), .st = STYLE_KEY },
	{ N_("Slab"), N_("Data structures of the kernel."), .st = STYLE_KEY },
	{ N_("Shared"), N_("Shared memory and tmpfs."), .st = STYLE_KEY },
	{ N_("Buffers"), N_("Cached blocks of disks."), .st = STYLE_KEY },
	{ N_("Page tables"), N_("Memory that maps addresses to pages."),
	  .st = STYLE_KEY },
	{ N_("Dirty"), N_("Changed pages that are not on disk yet."),
	  .st = STYLE_KEY },
	{ N_("Writeback"), N_("Pages that the kernel is writing to disk."),
	  .st = STYLE_KEY },
	{ N_("Kernel stack"), N_("Stacks of all threads in the kernel."),
	  .st = STYLE_KEY },
	{ N_("Commit"),
	  N_("Memory that programs were promised, and its limit."),
	  .st = STYLE_KEY },
	{ N_("Hugepages"), N_("Reserved huge pages (hugetlbfs)."),
	  .st = STYLE_KEY },
};
static const struct terms_part usage_part =
	TERMS_PART(N_("MEMORY USAGE"), usage_part_list);
static const struct term psi_part_list[] = {
	{ "some",
	  N_("Share of time in which a task waited for memory, "
	     "mean of 10, 60 and 300 s."), .st = STYLE_DIM, .ascii = "some" },
	{ "full",
	  N_("Share of time in which all tasks waited."),
	  .st = STYLE_DIM, .ascii = "full" },
	{ N_("OOM kills"),
	  N_("Processes that the kernel killed for lack of memory, "
	     "since boot."), .st = STYLE_KEY },
};
static const struct terms_part psi_part =
	TERMS_PART(N_("PRESSURE"), psi_part_list);

static const struct terms_part *const terms[] = {
	&bars_part, &usage_part, &psi_part, &terms_common, NULL,
};

const struct pane_ops system_pane = {
	.id = PANE_SYSTEM,
	.name = "system-pane",
	.title = N_("System"),
	.terms = terms,
	.new_state = system_new,
	.free_state = system_free,
	.draw = system_draw,
	.command = system_command,
	.bar = system_bar_cmds,
};
