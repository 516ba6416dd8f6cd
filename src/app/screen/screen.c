/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/screen/screen.h"

#include <stdlib.h>
#include <string.h>

#include "app/words/ending.h"
#include "app/bars/header.h"
#include "app/i18n.h"
#include "app/bars/keybar.h"
#include "app/bars/last_signal.h"
#include "app/panes/contents.h"
#include "app/panes/copy.h"
#include "app/panes/decoding.h"
#include "app/panes/files.h"
#include "app/input/filter.h"
#include "app/input/find.h"
#include "app/panes/heap.h"
#include "app/screen/keys.h"
#include "app/screen/mouse.h"
#include "app/panes/open.h"
#include "app/screen/pace.h"
#include "app/screen/past.h"
#include "app/picker/picker.h"
#include "app/screen/place.h"
#include "app/screen/private.h"
#include "app/input/kill.h"
#include "app/input/questions.h"
#include "app/screen/requests.h"
#include "app/input/search.h"
#include "app/panes/setup.h"
#include "app/screen/target.h"
#include "app/screen/event_messages.h"
#include "app/screen/timeline.h"
#include "app/screen/type.h"
#include "app/panes/why.h"
#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"

#define MS 1000000ull
/* Minimum interval between updates of the time in the header. */
#define TICK_NS (450 * MS)

static const struct {
	void (*init)(struct screen *s);
	void (*release)(struct screen *s);
} parts[] = {
	{ contents_requests_init, contents_requests_release },
	{ copy_init, copy_release },
	{ decoding_init, decoding_release },
	{ filters_init, filters_release },
	{ finding_init, finding_release },
	{ folded_init, folded_release },
	{ heap_requests_init, heap_requests_release },
	{ keys_init, keys_release },
	{ mouse_init, mouse_release },
	{ open_init, open_release },
	{ pace_init, pace_release },
	{ past_init, past_release },
	{ screenshot_init, screenshot_release },
	{ place_init, place_release },
	{ prompt_init, prompt_release },
	{ questions_init, questions_release },
	{ kill_init, kill_release },
	{ requests_init, requests_release },
	{ search_init, search_release },
	{ setup_init, setup_release },
	{ stepping_init, stepping_release },
	{ tell_init, tell_release },
	{ type_init, type_release },
	{ why_init, why_release },
};

struct screen *screen_new(const struct look *look, request_fn *request,
			  void *arg)
{
	struct screen *s = xcalloc(1, sizeof *s);

	s->model = model_new();
	s->view = (struct view){ .look = *look, .model = s->model,
				 .live = s->model,
				 .focus = PANE_REGIONS,
				 .header = header_terms };
	s->request = request;
	s->request_arg = arg;
	s->view.said = &s->messages.said;
	s->header = xcalloc(1, sizeof *s->header);
	s->rows = 24;
	s->cols = 80;
	s->dirty = true;
	for (int i = 0; i < PANES; i++) {
		s->panes[i].ops = pane_table[i];
		if (pane_table[i]->new_state)
			s->panes[i].state = pane_table[i]->new_state();
	}
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		parts[i].init(s);
	place_layout(s);
	return s;
}

void screen_free(struct screen *s)
{
	if (!s)
		return;
	picker_release(s);
	for (int i = 0; i < PANES; i++)
		if (s->panes[i].ops->free_state)
			s->panes[i].ops->free_state(s->panes[i].state);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		parts[i].release(s);
	messages_release(&s->messages);
	free(s->header);
	model_free(s->model);
	free(s);
}

void screen_set_look(struct screen *s, const struct look *look)
{
	s->view.look = *look;
	setup_look(s, look);
	filters_look(s, look);
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

void screen_process_name(const struct screen *s, const struct process *p,
			 pid_t id, struct str *out, int cols)
{
	struct str name = STR_INIT, pid = STR_INIT;

	str_addf(&pid, " %d", (int)id);
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

void screen_name(const struct screen *s, struct str *out, int cols)
{
	screen_process_name(s, model_main(s->model), screen_main_pid(s), out,
			    cols);
}

void screen_message(struct screen *s, enum severity sev, const char *text)
{
	messages_add(&s->messages, sev, text, s->now_ns);
	pace_now(s);
}

void screen_hint(struct screen *s, const char *text)
{
	messages_add_hint(&s->messages, text, s->now_ns);
	pace_now(s);
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

/* --- events --------------------------------------------------------------- */

void screen_event(struct screen *s, const struct event *ev)
{
	bool let_go = screen_state(s) == TARGET_DETACHED;

	if (search_event(s, ev))
		return;
	pace_event(s, ev);
	past_event(s, ev);
	model_event(s->model, ev);
	open_event(s, ev);
	why_event(s, ev);
	pace_told(s, ev);
	if (ev->time_ns > s->now_ns)
		s->now_ns = ev->time_ns;
	if (ev->kind == EV_STATUS)
		place_follow(s);
	tell_event(s, ev);
	if (ev->kind != EV_STATUS)
		return;
	if (let_go && screen_state(s) != TARGET_DETACHED)
		messages_attached(&s->messages, s->now_ns);
	ask_check(s);
	if (s->view.typing && screen_state(s) == TARGET_ENDED)
		type_end(s);
}

/* --- size and time -------------------------------------------------------- */

void screen_resize(struct screen *s, int rows, int cols)
{
	s->rows = rows;
	s->cols = cols;
	s->dirty = true;
	place_layout(s);
	requests_send_size(s);
}

bool screen_time(struct screen *s, uint64_t now_ns)
{
	if (now_ns < s->now_ns)
		now_ns = s->now_ns;
	s->now_ns = now_ns;
	/* Marks fade by the model's time, which must advance even without
	 * events. */
	if (now_ns > s->model->now_ns)
		s->model->now_ns = now_ns;
	tell_lost(s);
	if (messages_time(&s->messages, now_ns) || pace_time(s))
		pace_now(s);
	requests_send(s);
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

/* --- drawing -------------------------------------------------------------- */

static struct rect whole(const struct canvas *c)
{
	return (struct rect){ 0, 0, c->rows, c->cols };
}

/* If Signals or Output has no room, the title rule of Calls shows the last
 * signal, or the last line of output. */
static void draw_unseen(const struct screen *s, struct canvas *c)
{
	const struct layout *l = &s->layout;
	const struct rect *calls = layout_find(l, PANE_CALLS);
	bool signal = !layout_find(l, PANE_SIGNALS);

	if (!calls || l->n < 2)
		return;
	if (!layout_find(l, PANE_OUTPUT))
		last_output_draw(&s->view, c, calls->row, signal);
	if (signal)
		last_signal_draw(&s->view, c, calls->row);
}

static void draw_panes(struct screen *s, struct canvas *c)
{
	const struct layout *l = &s->layout;

	s->view.window = s->view.heap_window =
		(struct view_window){ .cell_pages = 0 };
	for (size_t i = 0; i < l->n; i++) {
		enum pane_id id = l->panes[i].id;
		canvas_own(c, l->panes[i].r, (int)id);
		if (pane_closed(s->panes[id].ops, s->view.model)) {
			pane_draw_closed(&s->view, c, s->panes[id].ops,
					 id == s->place.focus);
			continue;
		}
		pane_draw(&s->panes[id], &s->view, c, id == s->place.focus);
	}
	if (l->ending.rows) {
		canvas_own(c, l->ending, -1);
		ending_draw(&s->view, c);
	}
	canvas_own(c, whole(c), -1);
	draw_unseen(s, c);
	find_mark(s, c);
	layout_draw_lines(l, c, &s->view.look);
}

static void draw_bottom(struct screen *s, struct canvas *c, int row)
{
	if (s->view.typing)
		keybar_draw_typing(c, row, s->model);
	else if (s->ask)
		ask_draw(s, c, row);
	else if (s->prompt.kind)
		prompt_draw(s, c, row);
	else if (messages_draw(&s->messages, c, row, !s->view.look.utf8))
		return;
	else if (s->picker)
		picker_draw_keys(s, c, row);
	else
		keybar_draw(c, row, &s->view,
			    &s->panes[s->place.focus]);
}

static void draw_head(struct screen *s, struct canvas *c)
{
	if (s->picker)
		picker_draw_head(s, c);
	else if (s->layout.too_small)
		header_draw_small(s->view.model, &s->view.look, c);
	else
		header_draw(s->header, s->view.model, &s->view.look, c,
			    s->layout.header_rows);
}

void screen_draw(struct screen *s, struct canvas *c)
{
	if (c->rows != s->rows || c->cols != s->cols)
		screen_resize(s, c->rows, c->cols);
	canvas_clear(c);
	pace_drawn(s);
	if (s->now_ns >= s->header->now_ns + TICK_NS)
		s->header->now_ns = s->now_ns;
	s->header->paused = past_on(s);
	s->header->ago_ns = past_ago_ns(s);
	if (past_on(s))
		s->header->now_ns = past_now_ns(s);
	s->view.focus = s->place.focus;
	s->view.finding = s->prompt.kind == &find_prompt;
	draw_head(s, c);
	if (s->layout.too_small)
		return;
	draw_panes(s, c);
	past_drawn(s);
	if (s->layout.timeline.rows)
		timeline_draw(s, c);
	if (s->layout.since)
		past_draw(s, c, s->layout.since);
	draw_bottom(s, c, s->layout.bottom);
	requests_send(s);
}
