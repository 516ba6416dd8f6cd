/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/headless/answers.h"

#include <inttypes.h>
#include <string.h>

#include "app/i18n.h"
#include "app/command/typed.h"
#include "base/fmt.h"
#include "base/text.h"
#include "ui/contents/words.h"
#include "ui/heap/answer.h"
#include "ui/pane/find.h"
#include "ui/process/cgroup.h"
#include "ui/process/family_parts.h"
#include "ui/process/lines.h"
#include "ui/regions/rows.h"
#include "ui/words/stack.h"
#include "ui/words/what.h"

/* The maximum width of a line.  It is large: lines for a screen reader are not
 * cut. */
#define COLS 4096
#define USAGE_COLS 30
/* The maximum number of heap sites in an answer. */
#define SITES 20

/* Appends a line such as "Free: 1.20G (1,258,291 KiB)". */
static void add_size(struct str *out, const char *label, uint64_t bytes)
{
	char size[FMT_MAX], kib[FMT_MAX];

	if (bytes == EV_UNKNOWN)
		str_addf(out, "%s: %s\n", label, _("n/a"));
	else
		str_addf(out, "%s: %s (%s KiB)\n", label,
			 fmt_size(size, bytes), fmt_grouped(kib, bytes / 1024));
}

void answer_system(struct str *out, const struct model *m)
{
	const struct ev_system *s = &m->system;

	if (!m->system_ns) {
		str_addf(out, "%s\n", _("No system data yet."));
		return;
	}
	add_size(out, _("Total"), s->total);
	add_size(out, _("Used"), s->used);
	add_size(out, _("Free"), s->free);
	add_size(out, _("Available"), s->available);
	add_size(out, _("Buffers"), s->buffers);
	add_size(out, _("Cached"), s->cached);
	add_size(out, _("Shared"), s->shmem);
	add_size(out, _("Slab"), s->slab);
	add_size(out, _("Swap"), s->swap_total);
	if (!s->swap_total || s->swap_total == EV_UNKNOWN ||
	    s->swap_free == EV_UNKNOWN)
		return;
	add_size(out, _("Swap used"), s->swap_total - s->swap_free);
	add_size(out, _("Swap free"), s->swap_free);
}

static void add_region(struct str *out, const struct region *r, bool ascii)
{
	char start[FMT_MAX], end[FMT_MAX], size[FMT_MAX], rss[FMT_MAX], perm[5];

	str_addf(out, "%s-%s %s %s", fmt_addr(start, r->start),
		 fmt_addr(end, r->end), perm_text(perm, r->perm),
		 fmt_size(size, r->end - r->start));
	str_addf(out, _(" resident %s "), r->rss == EV_UNKNOWN ? _("n/a") :
		 fmt_size(rss, r->rss));
	region_what(out, r, ascii);
	str_addc(out, '\n');
}

void answer_regions(struct str *out, const struct model *m,
		    const struct process *p, const char *text,
		    const struct sort *sort, bool ascii)
{
	const struct region_query query = { .by = BY_NONE, .only = -1,
					    .sort = *sort };
	struct region_rows rows = { .rows = VEC_INIT };
	struct find f;
	size_t n = 0;

	find_init(&f, &p->space, text, ascii);
	region_rows_update(&rows, m, p, &query);
	for (size_t i = 0; i < rows.rows.n; i++) {
		const struct region_row *row = &rows.rows.v[i];
		const struct region *r = row->n ? rows.order.v[row->first]
						: NULL;

		if (!r || r->removed_ns || (*text && !find_matches(&f, r)))
			continue;
		add_region(out, r, ascii);
		n++;
	}
	region_rows_release(&rows);
	if (!n)
		str_addf(out, "%s\n", *text ? _("No matching region.") :
			 p->space.synced_ns ? _("There are no regions.") :
			 _("The regions are not read yet."));
}

/* --- heap and family ------------------------------------------------------ */

static struct view view_of(const struct model *m, const struct process *p,
			   bool ascii)
{
	return (struct view){ .model = m, .pid = p->pid,
			      .look = { .utf8 = !ascii } };
}

void answer_heap(struct str *out, const struct model *m,
		 const struct process *p, bool ascii)
{
	const struct view view = view_of(m, p, ascii);

	if (!p->heap)
		str_addf(out, "%s\n", _("No heap data. Start the program with "
					"mmtop --heap PROGRAM."));
	else if (!heap_answer(out, &view, p, "", SITES))
		str_addf(out, "%s\n", _("No blocks yet."));
}

void answer_sites(struct str *out, const struct model *m,
		  const struct process *p, const char *text, bool ascii)
{
	const struct view view = view_of(m, p, ascii);

	(void)heap_answer(out, &view, p, text, SITES);
}

void answer_family(struct str *out, const struct model *m,
		   const struct process *p, uint64_t start, bool ascii)
{
	const struct view view = view_of(m, p, ascii);
	const struct region *r = space_find(&p->space, start);
	struct process *members[FAMILY_SHOWN];
	size_t n = family_members(&view, p, start, members);

	if (r)
		add_region(out, r, ascii);
	for (size_t i = 0; i < n; i++) {
		str_addf(out, "%d %s ", (int)members[i]->pid,
			 i ? _("child") : _("parent"));
		family_sizes(out, &members[i]->space.family);
		str_addc(out, '\n');
	}
	if (n < 2)
		str_addf(out, "%s\n", r && r->perm & PERM_SHARED ?
			 _("This region is shared: fork does not copy it.") :
			 _("No forked child shares this region."));
}

static void add_lines(struct str *out, const struct process_lines *lines)
{
	for (size_t i = 0; i < lines->n; i++) {
		const struct process_line *l = &lines->v[i];

		if (l->rule || !l->label[0])
			str_addf(out, "  %s\n", l->text);
		else
			str_addf(out, "%s: %s\n", l->label, l->text);
	}
}

void answer_cgroup(struct str *out, const struct model *m,
		   const struct process *p, bool ascii)
{
	const struct view view = view_of(m, p, ascii);
	struct process_lines lines = { 0 };

	cgroup_lines_make(&lines, &view, p, COLS);
	add_lines(out, &lines);
	process_lines_release(&lines);
}

void answer_process(struct str *out, const struct model *m,
		    const struct process *p, pid_t tid, bool ascii)
{
	struct process_lines lines = { 0 };
	struct view view = view_of(m, p, ascii);
	char n[FMT_MAX];

	str_addf(out, "%s %d ", tid && tid != p->pid ? _("Thread") :
		 _("Process"), (int)(tid ? tid : p->pid));
	text_safe(out, p->comm, strlen(p->comm), ascii);
	str_addc(out, '\n');
	view.tid = tid;
	process_lines_make(&lines, &view, p, COLS);
	add_lines(out, &lines);
	process_lines_release(&lines);
	str_addf(out, _("Regions: %s\n"), fmt_grouped(n, p->space.live));
}

/* --- a backtrace ---------------------------------------------------------- */

static void add_frame(struct str *out, const struct model *m, size_t i,
		      bool ascii)
{
	const struct backtrace *b = &m->backtrace;
	const struct frame *f = &b->frames.v[i];
	char addr[FMT_MAX];

	str_addf(out, "#%-3zu %s ", i, fmt_addr(addr, f->at.pc));
	stack_function(out, f, ascii);
	str_addc(out, ' ');
	stack_where(out, m, b, f, false, ascii);
	/* stack_where() has appended the name of the source file, so the object
	 * file is added here. */
	if (f->at.line && *f->module && !(f->at.flags & STACK_SIGNAL)) {
		str_addc(out, ' ');
		text_safe(out, f->module, strlen(f->module), ascii);
	}
	str_addc(out, '\n');
}

static void add_source(struct str *out, const struct frame *f, bool ascii)
{
	const char *at = f->lines, *end;
	uint32_t n = f->at.first;

	for (; (end = strchr(at, '\n')); at = end + 1, n++) {
		str_addf(out, "%s%5" PRIu32 "  ", n == f->at.line ? ">" : " ",
			 n);
		text_safe(out, at, (size_t)(end - at), ascii);
		str_addc(out, '\n');
	}
}

void answer_backtrace(struct str *out, const struct model *m,
		      const struct ignore *ignore, bool ascii)
{
	const struct backtrace *b = &m->backtrace;
	const struct frame *source = NULL;
	struct stack_rows rows = { .v = VEC_INIT };
	struct str end = STR_INIT;

	if (b->why != STACK_TOLD && b->why != STACK_MOVED) {
		stack_why_not(out, b, true);
		str_addc(out, '\n');
		return;
	}
	stack_rows_make(&rows, b, ignore);
	for (size_t i = 0; i < rows.v.n; i++) {
		const struct stack_row *r = &rows.v.v[i];

		if (r->hidden) {
			stack_hidden(out, r->hidden);
			str_addc(out, '\n');
			continue;
		}
		add_frame(out, m, r->frame, ascii);
		if (!source && *b->frames.v[r->frame].lines)
			source = &b->frames.v[r->frame];
	}
	vec_release(&rows.v);
	stack_end_words(&end, b);
	if (end.len)
		str_addf(out, "%s\n", end.data);
	str_release(&end);
	if (source)
		add_source(out, source, ascii);
}

/* --- contents ------------------------------------------------------------- */

#define LINE_BYTES 16

/* Appends a line such as "7f1c40000000  68 65 6c 6c 6f ...  hello...".  If no
 * byte is known, returns false with the reason in *why. */
static bool add_bytes(struct str *out, const struct model *m, pid_t pid,
		      uint64_t addr, size_t n, unsigned *why)
{
	const struct contents_of live = { 0, 0 };
	struct str text = STR_INIT;
	bool known = false;
	char buf[FMT_MAX];

	str_addf(out, "%s ", fmt_addr(buf, addr));
	for (size_t i = 0; i < LINE_BYTES; i++) {
		uint8_t byte = 0;
		unsigned state = i < n ? contents_byte(&m->contents, pid, live,
						       addr + i, &byte) :
				 CONTENTS_KNOWN;

		if (!i)
			*why = state;
		if (i < n && state == CONTENTS_KNOWN) {
			known = true;
			str_addf(out, " %02x", byte);
			str_addc(&text, byte >= ' ' && byte < 127 ?
				 (char)byte : '.');
		} else {
			str_adds(out, i < n ? " --" : "   ");
			if (i < n)
				str_addc(&text, ' ');
		}
	}
	if (known)
		str_addf(out, "  %s\n", text.data);
	str_release(&text);
	return known;
}

void answer_contents(struct str *out, const struct model *m, pid_t pid,
		     uint64_t start, uint64_t n)
{
	unsigned why, before = CONTENTS_KNOWN;
	const struct contents_block *b;
	char buf[FMT_MAX];

	for (uint64_t i = 0; i < n; i += LINE_BYTES) {
		size_t at = out->len;
		uint64_t addr = start + i;

		if (add_bytes(out, m, pid, addr, n - i < LINE_BYTES ?
			      (size_t)(n - i) : LINE_BYTES, &why)) {
			before = CONTENTS_KNOWN;
			continue;
		}
		out->len = at;
		out->data[at] = '\0';
		if (why == before)
			continue;
		before = why;
		b = contents_block(&m->contents, pid,
				   (struct contents_of){ 0, 0 }, addr);
		str_addf(out, "%s  ", fmt_addr(buf, addr));
		contents_why(out, why, b ? b->error : 0);
		str_addc(out, '\n');
	}
}

/* --- help ----------------------------------------------------------------- */

/* Help texts for the console.  The texts for the screen are short, and describe
 * what happens on the screen. */
static const char *const console_words[DOS] = {
	[DO_NEXT] = N_("run to the start or end of the next system call"),
	[DO_CONTINUE] = N_("continue without stepping"),
	[DO_HOLD] = N_("hold all threads now"),
	[DO_DETACH] = N_("detach and quit; the program keeps running"),
	[DO_LEVEL] = N_("set or show the level"),
	[DO_PANE_REGIONS] = N_("list regions, by name, kind or address"),
	[DO_FIND] = N_("list regions and heap sites that match"),
	[DO_SORT] = N_("set or show the order of the regions"),
	[DO_PANE_HEAP] = N_("show the live heap by the code that allocated "
			    "it"),
	[DO_FAMILY] = N_("show what forked children share of a region"),
	[DO_CGROUP] = N_("show the control group (cgroup) that limits the "
			 "process"),
	[DO_WHY] = N_("show why RSS has changed, or count from now on"),
	[DO_SYSTEM] = N_("show the system's memory"),
	[DO_PROCESS] = N_("show a process or thread (default: the main one)"),
	[DO_BACKTRACE] = N_("backtrace of a held thread"),
	[DO_CONTENTS] = N_("show bytes at an address (default: 256)"),
	[DO_CAPTURE] = N_("start or stop capturing contents, or capture one "
			  "frame"),
	[DO_TRACK] = N_("turn tracking of written pages on or off"),
	[DO_CATCH] = N_("set or show the calls that 'next' stops at"),
	[DO_KILL] = N_("kill the program, even an attached one, or send it a "
			"signal"),
	[DO_WAIT] = N_("wait until the program is held or has ended"),
	[DO_HELP] = N_("list all commands, or show one"),
	[DO_QUIT] = N_("quit; kills the launched program, detaches others"),
};

static void add_usage(struct str *out, const struct command *c)
{
	const char *words = console_words[c->id];

	struct str usage = STR_INIT;
	int pad;

	typed_usage(&usage, c, ON_CONSOLE);
	pad = USAGE_COLS - text_width(usage.data);
	str_addf(out, "%s%*s  %s", usage.data, pad > 0 ? pad : 0, "",
		 _(words ? words : c->help));
	if (c->aliases[0])
		str_addf(out, " (%s)", c->aliases);
	str_addc(out, '\n');
	str_release(&usage);
}

void answer_help(struct str *out, const struct command *cmd)
{
	if (cmd) {
		add_usage(out, cmd);
		return;
	}
	for (size_t i = 0; i < commands_n; i++)
		if (commands[i].where & ON_CONSOLE)
			add_usage(out, &commands[i]);
	str_adds(out, _("Commands can be abbreviated. Separate several with "
			"';'. An empty line repeats 'next', 'until' or "
			"'continue'.\n"));
}
