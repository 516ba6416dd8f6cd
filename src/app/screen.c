/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/screen.h"

#include <stdlib.h>
#include <string.h>

#include "app/ending.h"
#include "app/i18n.h"
#include "app/keybar.h"
#include "app/last_signal.h"
#include "app/screen_private.h"
#include "app/settings.h"
#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"

#define MS 1000000ull
/* The header's time is of so long ago at most, and changes not more often. */
#define TICK_NS (450 * MS)

struct screen *screen_new(const struct look *look, request_fn *request,
			  void *arg)
{
	struct screen *s = xcalloc(1, sizeof *s);

	s->model = model_new();
	s->view = (struct view){ .look = *look, .model = s->model,
				 .focus = PANE_REGIONS };
	s->place = (struct place){ PANE_REGIONS, PANES };
	s->request = request;
	s->request_arg = arg;
	s->view.said = &s->messages.said;
	prompt_init(&s->prompt);
	finding_init(&s->finding);
	s->stops = (struct stops)STOPS_INIT;
	filters_init(s);
	s->picture = (struct str)STR_INIT;
	s->folded = (struct str)STR_INIT;
	s->edit = (struct str)STR_INIT;
	s->dragging = PANES;
	s->rows = 24;
	s->cols = 80;
	s->dirty = true;
	for (int i = 0; i < PANES; i++) {
		s->panes[i].ops = pane_table[i];
		if (pane_table[i]->new_state)
			s->panes[i].state = pane_table[i]->new_state();
	}
	setup_begin(s);
	place_layout(s);
	return s;
}

void screen_free(struct screen *s)
{
	if (!s)
		return;
	for (int i = 0; i < PANES; i++)
		if (s->panes[i].ops->free_state)
			s->panes[i].ops->free_state(s->panes[i].state);
	messages_release(&s->messages);
	vec_release(&s->back);
	prompt_release(&s->prompt);
	finding_release(&s->finding);
	stops_release(&s->stops);
	filters_release(s);
	setup_release(s);
	str_release(&s->picture);
	str_release(&s->folded);
	why_forget(s);
	str_release(&s->edit);
	ignore_free(s->ignore);
	model_free(s->model);
	free(s);
}

void screen_configure(struct screen *s, const struct settings *settings)
{
	setup_configure(s, settings);
	s->config = settings->config;
	s->place.focus = s->view.focus = settings->first;
	for (int i = 0; i < OVERS; i++)
		if (settings->filters[i] &&
		    !filter_set(&s->filters[i], settings->filters[i]))
			continue;	/* it was told when it was read */
	if (settings->ignore)
		s->view.ignore = s->ignore = ignore_new(settings->ignore);
	place_layout(s);
}

void screen_set_look(struct screen *s, const struct look *look)
{
	s->view.look = *look;
	s->setup.theme = s->done.theme = look->theme;
	for (int i = 0; i < OVERS; i++)
		s->filters[i].ascii = !look->utf8;
	s->dirty = true;
}

const struct model *screen_model(const struct screen *s)
{
	return s->model;
}

pid_t screen_main_pid(const struct screen *s)
{
	const struct process *p = model_main(s->model);

	return p ? p->pid : (pid_t)s->model->status.main_pid;
}

enum target_state screen_state(const struct screen *s)
{
	return (enum target_state)s->model->status.state;
}

void screen_name(const struct screen *s, struct str *out, int cols)
{
	const struct process *p = model_main(s->model);
	struct str name = STR_INIT, pid = STR_INIT;

	str_addf(&pid, " %d", (int)screen_main_pid(s));
	if (p)
		text_safe(&name, p->comm, strlen(p->comm),
			  !s->view.look.utf8);
	int room = cols - text_width(pid.data);
	text_cut(out, name.data, room < 3 ? 3 : room, CUT_END,
		 !s->view.look.utf8);
	str_adds(out, pid.data);
	str_release(&name);
	str_release(&pid);
}

void screen_message(struct screen *s, enum severity sev, const char *text)
{
	messages_add(&s->messages, sev, text, s->now_ns);
	s->dirty = true;
	s->pace_ns = 0;
}

void screen_say(struct screen *s, enum severity sev, const char *fmt, ...)
{
	struct str text = STR_INIT;
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	screen_message(s, sev, text.data);
	str_release(&text);
}

void screen_ask_for(struct screen *s, enum request_op op, pid_t tid,
		    uint64_t a)
{
	struct request req = { .op = op, .pid = screen_main_pid(s),
			       .tid = tid, .a = a };

	s->request(s->request_arg, &req);
}

/* --- events ---------------------------------------------------------------- */

/* The first stop takes the focus to Calls: there is what is being stepped. */
static void note_hold(struct screen *s)
{
	if (screen_state(s) != TARGET_HELD || s->held_once)
		return;
	s->held_once = true;
	if (s->place.full == PANES && layout_find(&s->layout, PANE_CALLS))
		s->place.focus = PANE_CALLS;
}

/* There is nothing to see of anybody but what they do. */
static void note_everybody(struct screen *s)
{
	if (!model_everybody(s->model) || s->met_everybody)
		return;
	s->met_everybody = true;
	place_all(s);
}

void screen_event(struct screen *s, const struct event *ev)
{
	bool let_go = screen_state(s) == TARGET_DETACHED;

	if (search_event(s, ev))
		return;
	pace_event(s, ev);
	model_event(s->model, ev);
	open_event(s, ev);
	pace_told(s, ev);
	header_event(&s->header, ev, s->model);
	if (ev->time_ns > s->now_ns)
		s->now_ns = ev->time_ns;
	tell_event(s, ev);
	if (ev->kind != EV_STATUS)
		return;
	if (let_go && screen_state(s) != TARGET_DETACHED)
		messages_taken_up(&s->messages, s->now_ns);
	place_layout(s);
	note_hold(s);
	note_everybody(s);
	ask_check(s);
	if (s->view.typing && screen_state(s) == TARGET_ENDED)
		type_end(s);
}

/* --- size and time --------------------------------------------------------- */

void screen_output_size(const struct screen *s, int *rows, int *cols)
{
	struct layout l;
	struct layout_want want = { .rows = s->rows, .cols = s->cols,
				    .full = PANES, .output = true };

	/* Where it stands when it is beside the others, else alone. */
	layout_make(&l, &want);
	const struct rect *r = layout_find(&l, PANE_OUTPUT);
	if (!r) {
		want.full = PANE_OUTPUT;
		layout_make(&l, &want);
		r = layout_find(&l, PANE_OUTPUT);
	}
	*rows = r && r->rows > 2 ? r->rows - 1 : 24;
	*cols = r && r->cols > 2 ? r->cols : 80;
}

static void tell_output_size(struct screen *s)
{
	struct request req = { .op = REQ_OUTPUT_SIZE };
	int rows, cols;

	screen_output_size(s, &rows, &cols);
	req.a = (uint64_t)rows;
	req.b = (uint64_t)cols;
	if (req.a == s->output_sent.a && req.b == s->output_sent.b)
		return;
	s->output_sent = req;
	s->request(s->request_arg, &req);
}

void screen_resize(struct screen *s, int rows, int cols)
{
	s->rows = rows;
	s->cols = cols;
	s->dirty = true;
	place_layout(s);
	tell_output_size(s);
}

bool screen_time(struct screen *s, uint64_t now_ns)
{
	if (now_ns < s->now_ns)
		now_ns = s->now_ns;
	s->now_ns = now_ns;
	/* Fades are computed from the model's time: it goes on without news. */
	if (now_ns > s->model->now_ns)
		s->model->now_ns = now_ns;
	tell_lost(s);
	if (messages_time(&s->messages, now_ns) || pace_time(s)) {
		s->dirty = true;
		s->pace_ns = 0;
	}
	place_tell(s);
	return s->dirty;
}

bool screen_work(struct screen *s)
{
	bool more = search_work(s);

	decoding_work(s);
	return more;
}

bool screen_dirty(const struct screen *s)
{
	return s->dirty;
}

bool screen_leaving(const struct screen *s, bool *kill)
{
	*kill = s->kill;
	return s->leaving;
}

pid_t screen_opened(const struct screen *s)
{
	return s->opened;
}

bool screen_wants_redraw(struct screen *s)
{
	bool redraw = s->redraw;

	s->redraw = false;
	return redraw;
}

bool screen_wants_suspend(struct screen *s)
{
	bool suspend = s->suspend;

	s->suspend = false;
	return suspend;
}

/* --- drawing --------------------------------------------------------------- */

static struct rect whole(const struct canvas *c)
{
	return (struct rect){ 0, 0, c->rows, c->cols };
}

static void draw_panes(struct screen *s, struct canvas *c)
{
	const struct layout *l = &s->layout;

	s->view.window = s->view.heap_window =
		(struct view_window){ .cell_pages = 0 };
	for (size_t i = 0; i < l->n; i++) {
		enum pane_id id = l->panes[i].id;
		canvas_own(c, l->panes[i].r, (int)id);
		if (pane_closed(s->panes[id].ops, s->model)) {
			pane_draw_closed(&s->view, c, id,
					 id == s->place.focus);
			continue;
		}
		s->panes[id].ops->draw(s->panes[id].state, &s->view, c,
				       id == s->place.focus);
	}
	if (l->ending.rows) {
		canvas_own(c, l->ending, -1);
		ending_draw(&s->view, c);
	}
	canvas_own(c, whole(c), -1);
	/* Where Signals has no room the last one stands in a rule. */
	const struct rect *calls = layout_find(l, PANE_CALLS);
	if (calls && l->n > 1 && !layout_find(l, PANE_SIGNALS))
		last_signal_draw(&s->view, c, calls->row);
	layout_draw_lines(l, c, &s->view.look);
}

static void draw_bottom(struct screen *s, struct canvas *c, int row)
{
	if (s->view.typing)
		keybar_draw_typing(c, row, s->model);
	else if (s->ask != ASK_NONE)
		ask_draw(s, c, row);
	else if (s->prompt.kind != PROMPT_NONE)
		prompt_draw(s, c, row);
	else if (!messages_draw(&s->messages, c, row, !s->view.look.utf8))
		keybar_draw(c, row, &s->view,
			    &s->panes[s->place.focus]);
}

void screen_draw(struct screen *s, struct canvas *c)
{
	if (c->rows != s->rows || c->cols != s->cols)
		screen_resize(s, c->rows, c->cols);
	canvas_clear(c);
	s->dirty = false;
	s->pace_ns = 0;
	s->drawn_ns = s->now_ns;
	if (s->now_ns >= s->header.now_ns + TICK_NS)
		s->header.now_ns = s->now_ns;
	if (s->layout.too_small) {
		header_draw_small(s->model, &s->view.look, c);
		return;
	}
	s->view.focus = s->place.focus;
	header_draw(&s->header, s->model, &s->view.look, c,
		    s->layout.header_rows);
	draw_panes(s, c);
	draw_bottom(s, c, s->layout.bottom);
	place_tell(s);
}
