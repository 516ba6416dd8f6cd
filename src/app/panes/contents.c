/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Contents pane: requests for its bytes, and commands for frames. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "app/panes/contents.h"
#include "app/panes/decoding.h"
#include "app/input/find.h"
#include "app/screen/go.h"
#include "app/screen/keys.h"
#include "app/screen/past.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "app/screen/requests.h"
#include "app/command/typed.h"
#include "base/alloc.h"
#include "base/fmt.h"
#include "ui/kit/keyed.h"
#include "ui/pane/setup.h"

#define MS 1000000ull
/* The bytes in view are read again twice a second, or at the refresh period if
 * that is longer. */
#define ASK_NS (500 * MS)

struct contents_requests {
	screen_frame_fn *frames;	/* reads bytes of a frame from the
					 * capture; NULL: not available */
	void *frames_arg;
	struct view_bytes sent;		/* bytes last requested; bytes 0: no
					 * request */
	pid_t pid;			/* process of the last request */
	uint64_t ns;			/* time of the last request */
};

void contents_requests_init(struct screen *s)
{
	s->contents = xcalloc(1, sizeof *s->contents);
}

void contents_requests_release(struct screen *s)
{
	free(s->contents);
}

void contents_renew(struct screen *s)
{
	s->contents->sent.bytes = 0;
}

/* --- requests ------------------------------------------------------------- */

static bool ask_frame(struct screen *s, pid_t pid, struct contents_of of,
		      uint64_t start, uint64_t bytes)
{
	const struct process *p = model_process(s->model, pid);
	const struct region *r = p ? space_find(&p->space, start) : NULL;
	const struct contents_object *o = r ?
		contents_object(&s->model->contents, p, r) : NULL;
	const struct contents_frame *f = o && o->object == of.object ?
		contents_frame(o, of.number) : NULL;
	struct screen_frame want = { .of = of, .pid = pid, .start = start,
				     .bytes = bytes, .now_ns = s->now_ns };

	if (!f || !s->contents->frames)
		return false;
	want.taken_of = f->pid;
	want.time_ns = f->time_ns;
	want.region = r->start;
	want.region_end = r->end;
	want.offset = r->offset;
	return s->contents->frames(s->contents->frames_arg, &want);
}

bool contents_request(struct screen *s, pid_t pid, struct contents_of of,
		      uint64_t start, uint64_t bytes)
{
	struct request req = {
		.op = REQ_CONTENTS, .pid = pid, .a = start, .b = bytes,
	};

	if (req.b > REQ_CONTENTS_MAX)
		req.b = REQ_CONTENTS_MAX;
	/* The answer would change the model of now, not the one in view. */
	if (past_on(s))
		return false;
	if (of.number)
		return ask_frame(s, pid, of, start, req.b);
	s->request(s->request_arg, &req);
	return true;
}

void screen_set_frames(struct screen *s, screen_frame_fn *fn, void *arg)
{
	s->contents->frames = fn;
	s->contents->frames_arg = arg;
}

static bool is_same(const struct view_bytes *a, const struct view_bytes *b)
{
	return a->start == b->start && a->bytes == b->bytes &&
	       a->of.object == b->of.object && a->of.number == b->of.number;
}

void contents_request_due(struct screen *s)
{
	const struct process *p = view_process(&s->view);
	const struct view_bytes *w = &s->view.shown;
	const struct view_bytes *decoded = decoding_window(s);
	uint64_t period = s->view.setup->refresh_ns > ASK_NS ?
			  s->view.setup->refresh_ns : ASK_NS;
	enum target_state state = screen_state(s);

	if (!p || !w->bytes || !layout_find(&s->layout, PANE_CONTENTS)) {
		s->contents->sent.bytes = 0;
		return;
	}
	if (is_same(w, &s->contents->sent) && p->pid == s->contents->pid &&
	    (w->of.number || s->now_ns < s->contents->ns + period))
		return;
	/* The live bytes of a process that has ended or was detached cannot be
	 * read again: Contents shows the last bytes. */
	if (!w->of.number && (p->ended || state == TARGET_DETACHED ||
			      state == TARGET_ENDED))
		return;
	s->contents->sent = *w;
	s->contents->pid = p->pid;
	s->contents->ns = s->now_ns;
	/* If the frame is not on disk yet, the next call requests it again. */
	if (!contents_request(s, p->pid, w->of, w->start, w->bytes)) {
		s->contents->sent.bytes = 0;
		return;
	}
	if (decoded->bytes)
		contents_request(s, p->pid, w->of, decoded->start,
				 decoded->bytes);
	if (w->of.number > 1)
		contents_request(s, p->pid, (struct contents_of){ w->of.object,
				w->of.number - 1 }, w->start, w->bytes);
}

/* --- commands ----------------------------------------------------------------------- */

/* If no region is selected, selects the heap, or the first region if there is
 * no heap. */
static void select_one(struct screen *s)
{
	const struct process *p = view_process(&s->view);
	const struct region *found = NULL;

	if (!p || view_region(&s->view))
		return;
	for (size_t i = 0; i < p->space.regions.n; i++) {
		const struct region *r = p->space.regions.v[i];

		if (!r->removed_ns && (!found || r->kind == KIND_HEAP))
			found = r;
	}
	if (found)
		find_select(s, found, found->start);
}

void exec_contents(const struct command_context *x)
{
	struct screen *s = x->screen;

	if (*x->args) {
		place_open(s, PANE_CONTENTS);
		go_to(s, x->args, PANE_CONTENTS);
		return;
	}
	select_one(s);
	place_toggle(s, PANE_CONTENTS);
}

/* Returns the captured object of the selected region.  If the region has no
 * frame, shows a message and returns NULL. */
static const struct contents_object *captured(struct screen *s)
{
	const struct process *p = view_process(&s->view);
	const struct region *r = view_region(&s->view);
	const struct contents_object *o = p && r ?
		contents_object(&s->view.model->contents, p, r) : NULL;

	if (model_captured(s->model) && (!o || !o->frames.n)) {
		screen_say(s, SEV_NOTE, _("No region is selected."));
		return NULL;
	}
	if (!o || !o->frames.n) {
		screen_say(s, SEV_NOTE, keyed(_("No frame of this region was "
						"captured. {capture} takes "
						"one.")));
		return NULL;
	}
	return o;
}

void exec_frame(const struct command_context *x)
{
	struct screen *s = x->screen;
	const struct contents_object *o = captured(s);
	char a[FMT_MAX], b[FMT_MAX];
	uint64_t n;

	if (!o)
		return;
	if (!typed_id(&n, x->args) || !contents_frame(o, n)) {
		screen_say(s, SEV_NOTE, _("Valid frames: %s to %s."),
			   fmt_grouped(a, o->frames.v[0].number),
			   fmt_grouped(b, o->frames.v[o->frames.n - 1].number));
		return;
	}
	s->view.frame = (struct contents_of){ o->object, n };
	place_open(s, PANE_CONTENTS);
}

/* Captures a frame of the selected region, or turns capturing on or off for all
 * processes. */
void exec_capture(const struct command_context *x)
{
	struct screen *s = x->screen;
	const char *args = x->args;
	const struct process *p = view_process(&s->view);
	const struct region *r = view_region(&s->view);
	struct request req = { .op = REQ_CAPTURE, .pid = p ? p->pid : 0 };

	if (!*args) {
		if (!r) {
			screen_say(s, SEV_NOTE,
				   keyed(_("No region is selected. {regions} "
					   "lists them.")));
			return;
		}
		req.a = r->start;
		req.b = CAPTURE_ONCE;
	} else if (!strcmp(args, "on")) {
		req.b = CAPTURE_ON;
	} else if (!strcmp(args, "off")) {
		req.b = CAPTURE_STOP;
	} else {
		screen_say(s, SEV_NOTE, _("Usage: %s [on|off] (no argument: "
					  "captures the selected region)"),
			   ":capture");
		return;
	}
	if (*args)
		req.pid = 0;
	s->request(s->request_arg, &req);
}

/* The commands for frames work only in Contents. */
void exec_frame_step(const struct command_context *x)
{
	struct screen *s = x->screen;

	if (s->place.focus != PANE_CONTENTS)
		screen_say(s, SEV_NOTE, keyed(_("Only in Contents "
						"({contents}).")));
	else if (x->cmd->id != DO_FRAME_PREV || s->view.frame.number ||
		 captured(s))
		screen_give(s, PANE_CONTENTS, x->cmd->id);
}

/* Heap has a mark of its own. */
void exec_mark(const struct command_context *x)
{
	if (x->screen->place.focus == PANE_HEAP)
		screen_give(x->screen, PANE_HEAP, x->cmd->id);
	else
		exec_frame_step(x);
}
