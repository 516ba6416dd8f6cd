/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shows recorded events on a real terminal:
 *
 *	painter [--ascii] [--mono]
 *
 * feeds tests/data/states.events, stops the clock, and draws after each key as
 * mmtop does. At Ctrl-^ it reports, through the title of the terminal, that
 * everything is drawn; Ctrl-] ends it.
 */
#include <config.h>

#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../support/evtext.h"
#include "app/screen/screen.h"
#include "term/curses.h"

#define AT_NS UINT64_C(75000000000)

static void no_request(void *arg, const struct request *req)
{
	(void)arg;
	(void)req;
}

static void on_event(void *arg, const struct event *ev)
{
	screen_event(arg, ev);
}

#define FILE_AT UINT64_C(0x7f1c81400000)
#define FILE_SIZE (UINT64_C(100) << 20)

/* A third of the file is cached; both ends and private copies in the middle are
 * mapped. */
static void send_file(struct screen *s)
{
	static struct file_bin bins[3200];	/* of 8 pages */
	static const struct page_range ends[] = {
		{ 0, 4096 }, { FILE_SIZE - 4096, FILE_SIZE },
	};
	static const struct file_span part = {
		FILE_AT, FILE_AT + FILE_SIZE, 0, PERM_R | PERM_W, 514,
	};
	struct event ev = { .time_ns = AT_NS, .pid = 4121, .tid = 4121,
			    .kind = EV_STRIP, .source = 'm' };

	for (int i = 0; i < 1024; i++)
		bins[i].cached = i < 512 ? 8 : (uint32_t)i % 8;
	for (int i = 600; i < 664; i++)
		bins[i].mapped = bins[i].private = 8;
	bins[0].mapped = bins[3199].mapped = 1;
	bins[0].ever = bins[3199].ever = 1;
	ev.u.strip = (struct ev_strip){
		.start = FILE_AT, .dev = 1, .inode = 2, .size = FILE_SIZE,
		.page_size = 4096, .bin_pages = 8, .how = STRIP_CACHESTAT,
		.cached = 5888, .mapped = 514, .private = 512, .ever = 2,
		.mappings = 1, .ranges = 2, .ever_n = 2,
		.bins = { bins, sizeof bins }, .parts = { &part, sizeof part },
		.now_ranges = { ends, sizeof ends },
		.ever_ranges = { ends, sizeof ends },
		.name = bytes_of("/srv/data"),
	};
	screen_event(s, &ev);
}

static void draw(struct screen *s, struct terminal *t)
{
	struct canvas c;
	int rows, cols;

	term_size(t, &rows, &cols);
	canvas_init(&c, rows, cols);
	screen_resize(s, rows, cols);
	screen_time(s, AT_NS);
	screen_draw(s, &c);
	term_draw(t, &c);
	canvas_release(&c);
}

static void report_drawn(struct screen *s, struct terminal *t)
{
	static int times;

	draw(s, t);
	dprintf(1, "\033]2;drawn %d\007", ++times);
}

int main(int argc, char **argv)
{
	struct term_options opt = { .in_fd = 0, .out_fd = 1, .color = true };
	struct pollfd in = { .fd = 0, .events = POLLIN };
	struct terminal *t;
	struct screen *s;
	struct err err = { 0 };
	struct look look;
	uint32_t key;

	setlocale(LC_ALL, "");
	for (int i = 1; i < argc; i++) {
		opt.ascii |= !strcmp(argv[i], "--ascii");
		opt.color &= strcmp(argv[i], "--mono") != 0;
	}
	if (term_open(&t, &opt, &err) < 0) {
		fprintf(stderr, "%s\n", err.what);
		return 99;
	}
	look = term_look(t);
	s = screen_new(&look, no_request, NULL);
	evtext_load("states.events", on_event, s);
	send_file(s);
	do {
		struct mouse mouse;

		draw(s, t);
		poll(&in, 1, -1);
		while ((key = term_key(t, &mouse)) != KEY_NONE_ &&
		       key != KEY_CTRL(']') && key != KEY_HANGUP_) {
			if (key == KEY_CTRL('^'))
				report_drawn(s, t);
			else
				screen_key(s, key);
		}
	} while (key == KEY_NONE_);
	screen_free(s);
	term_close(t);
	return 0;
}
