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
#include "ui/pane/find.h"
#include "ui/process/lines.h"
#include "ui/words/stack.h"
#include "ui/words/what.h"

/* A line of a screen reader has no end that it must be cut at. */
#define COLS 4096
#define USAGE_COLS 30

/* "Free: 1.20G (1,258,291 KiB)" */
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
		str_addf(out, "%s\n", _("No figures of the machine yet."));
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

void answer_regions(struct str *out, const struct process *p,
		    const char *text, bool ascii)
{
	struct find f;
	size_t n = 0;

	find_init(&f, &p->space, text, ascii);
	for (size_t i = 0; i < p->space.regions.n; i++) {
		const struct region *r = p->space.regions.v[i];

		if (r->removed_ns || (*text && !find_matches(&f, r)))
			continue;
		add_region(out, r, ascii);
		n++;
	}
	if (!n)
		str_addf(out, "%s\n", *text ? _("No region is found by that.") :
			 p->space.synced_ns ? _("There are no regions.") :
			 _("The regions are not read yet."));
}

void answer_process(struct str *out, const struct model *m,
		    const struct process *p, pid_t tid, bool ascii)
{
	struct process_lines lines = { 0 };
	const struct view view = {
		.model = m, .pid = p->pid, .tid = tid,
		.look = { .utf8 = !ascii },
	};
	char n[FMT_MAX];

	str_addf(out, "%s %d ", tid && tid != p->pid ? _("Thread") :
		 _("Process"), (int)(tid ? tid : p->pid));
	text_safe(out, p->comm, strlen(p->comm), ascii);
	str_addc(out, '\n');
	process_lines_make(&lines, &view, p, COLS);
	for (size_t i = 0; i < lines.n; i++) {
		const struct process_line *l = &lines.v[i];

		if (l->rule || !l->label[0])
			str_addf(out, "  %s\n", l->text);
		else
			str_addf(out, "%s: %s\n", l->label, l->text);
	}
	process_lines_release(&lines);
	str_addf(out, _("Regions: %s\n"), fmt_grouped(n, p->space.live));
	answer_regions(out, p, "", ascii);
}

/* --- a backtrace ---------------------------------------------------------------- */

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
	/* The source says where, not in which file the code is. */
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
	stack_how_it_ends(out, b);
	if (b->end != STACK_END_WHOLE || b->why == STACK_MOVED)
		str_addc(out, '\n');
	if (source)
		add_source(out, source, ascii);
}

/* --- contents --------------------------------------------------------------------- */

#define LINE_BYTES 16

/* "7f1c40000000  68 65 6c 6c 6f ...  hello...": false when nothing of it is
 * known, *why then says why. */
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

/* --- help ------------------------------------------------------------------------- */

/* The screen's words are short, and say what is so on the screen. */
static const char *const console_words[DOS] = {
	[DO_NEXT] = N_("on to the start or the end of the next system call"),
	[DO_CONTINUE] = N_("leave the steps and run on"),
	[DO_HOLD] = N_("hold the program where it is"),
	[DO_DETACH] = N_("stop tracing, and end: the program lives on"),
	[DO_LEVEL] = N_("how closely to watch; alone: how it is now"),
	[DO_PANE_REGIONS] = N_("regions, by name, kind or address"),
	[DO_SYSTEM] = N_("the machine's memory"),
	[DO_PROCESS] = N_("a process or thread; alone: the main one"),
	[DO_BACKTRACE] = N_("who called whom in a thread that is held"),
	[DO_CONTENTS] = N_("the bytes from an address on, 256 or so many"),
	[DO_CAPTURE] = N_("capture contents from now on, or no more; alone: a "
			  "frame"),
	[DO_TRACK] = N_("whether to track which pages are written"),
	[DO_CATCH] = N_("where next stops; alone: what is set"),
	[DO_KILL] = N_("kill the program, also one that was attached"),
	[DO_WAIT] = N_("wait until the program is held or has ended"),
	[DO_HELP] = N_("all commands, or one of them"),
	[DO_QUIT] = N_("end: kill what was launched, detach the rest"),
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
	str_adds(out, _("A name may be cut short. Commands may stand in one "
			"line with ; between. An empty line repeats next or "
			"continue.\n"));
}
