/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of a region, by offset: with all values from the kernel, and with
 * none. */
#include <config.h>

#include "screens-harness.h"

#include <string.h>

#include "event/event.h"

#define START UINT64_C(0x7f1c81400000)
#define SIZE (UINT64_C(100) << 20)
#define BINS 3200		/* of 8 pages */

static struct file_bin bins[BINS];
static const struct page_range ends[] = {
	{ 0, 4096 }, { SIZE - 4096, SIZE },
};
static const struct file_span parts[] = {
	{ START, START + SIZE, 0, PERM_R | PERM_W | PERM_SHARED, 2 },
	{ 0x7f1d00000000, 0x7f1d00100000, 1 << 20, PERM_R, 0 },
};

/* A twelfth of the file is cached, its two ends are mapped. */
static struct ev_strip known_strip(void)
{
	memset(bins, 0, sizeof bins);
	for (int i = 0; i < 384; i++)
		bins[i].cached = 8;
	bins[BINS - 1].cached = 1;
	bins[0].mapped = bins[0].ever = bins[0].dirty = 1;
	bins[BINS - 1].mapped = bins[BINS - 1].ever = 1;
	return (struct ev_strip){
		.start = START, .dev = 1, .inode = 2, .size = SIZE,
		.page_size = 4096, .bin_pages = 8, .how = STRIP_CACHESTAT,
		.cached = 3073, .dirty = 1, .mapped = 2, .ever = 2,
		.shared = 1, .mappings = 2, .ranges = 2, .ever_n = 2,
		.bins = { bins, sizeof bins }, .parts = { parts, sizeof parts },
		.now_ranges = { ends, sizeof ends },
		.ever_ranges = { ends, sizeof ends },
		.name = bytes_of("/srv/data"),
	};
}

/* The kernel refuses the values, and writes were not tracked. */
static struct ev_strip refused_strip(void)
{
	struct ev_strip e = known_strip();

	e.how = STRIP_NOT;
	e.cached_why = e.dirty_why = STRIP_RIGHTS;
	e.cached = e.dirty = e.ever = EV_UNKNOWN;
	e.ever_n = e.ever_ranges.len = 0;
	for (int i = 0; i < BINS; i++)
		bins[i].cached = bins[i].dirty = bins[i].ever = 0;
	return e;
}

/* Values of mincore, for a file that was truncated to a page; private
 * copies. */
static struct ev_strip truncated_strip(void)
{
	struct ev_strip e = known_strip();

	e.how = STRIP_MINCORE;
	e.dirty_why = STRIP_NO_STAT;
	e.dirty = EV_UNKNOWN;
	e.size = 4096;
	e.cached = 1;
	e.private = 1;
	e.shared = 0;
	memset(bins, 0, sizeof bins);
	bins[0].cached = bins[0].mapped = bins[0].private = 1;
	return e;
}

static void event(struct model *m, enum event_kind kind, const void *payload,
		  size_t size)
{
	struct event ev = { .time_ns = 1, .pid = 9, .tid = 9, .kind = kind,
			    .source = 'm' };

	memcpy(&ev.u, payload, size);
	model_event(m, &ev);
}

/* Shared anonymous memory; its file is internal to the kernel. */
static struct ev_strip shared_strip(void)
{
	struct ev_strip e = known_strip();

	e.dirty = EV_UNKNOWN;
	e.dirty_why = STRIP_MEMORY;
	e.name = bytes_of("/dev/zero (deleted)");
	return e;
}

static struct model *model_of(const struct ev_strip *strip)
{
	struct model *m = model_new();
	const struct ev_process p = { .op = PROCESS_LAUNCH, .child = 9,
				      .child_pid = 9,
				      .comm = bytes_of("one") };
	const struct ev_region r = {
		.op = REGION_ADD, .start = START, .end = START + SIZE,
		.perm = PERM_R | PERM_W | PERM_SHARED, .dev = 1, .inode = 2,
		.kind = strip && strip->dirty_why == STRIP_MEMORY ?
			KIND_SHARED_ANON : KIND_FILE,
		.rss = 8192, .name = strip ? strip->name :
				     bytes_of("/srv/data"),
	};
	const struct ev_region sync = { .op = REGION_SYNC };

	event(m, EV_PROCESS, &p, sizeof p);
	event(m, EV_REGION, &r, sizeof r);
	event(m, EV_REGION, &sync, sizeof sync);
	if (strip)
		event(m, EV_STRIP, strip, sizeof *strip);
	return m;
}

/* Draws the file view, or the map from which Enter opens it. */
static void picture_of(bool file, const char *name,
		       const struct ev_strip *strip, int rows, int cols,
		       bool ascii)
{
	struct model *m = model_of(strip);
	struct view view = {
		.look = { !ascii, ascii ? 0 : 256 }, .model = m,
		.region = START, .region_end = START + SIZE,
		.focus = PANE_PAGES,
	};
	void *state = pages_pane.new_state();
	struct canvas c;

	canvas_init(&c, rows, cols);
	pages_pane.draw(state, &view, &c, true);
	if (file) {
		canvas_clear(&c);
		pages_pane.command(state, &view, DO_ENTER);
		pages_pane.draw(state, &view, &c, true);
	}
	if (name)
		golden_check(name, &c);
	canvas_release(&c);
	pages_pane.free_state(state);
	model_free(m);
}

static void picture(const char *name, const struct ev_strip *strip, int rows,
		    int cols, bool ascii)
{
	picture_of(true, name, strip, rows, cols, ascii);
}

/* Enter opens the file view, Esc closes it; a region without a file has
 * none. */
static void check_opening(void)
{
	struct model *m = model_of(NULL);
	struct view view = { .look = { .utf8 = true, .colors = 256 }, .model = m,
			     .region = START, .region_end = START + SIZE };
	void *state = pages_pane.new_state();
	unsigned first = pages_pane.command(state, &view, DO_BACK);
	bool open, closed;

	pages_pane.command(state, &view, DO_ENTER);
	open = view.file;
	closed = pages_pane.command(state, &view, DO_BACK) & CMD_TAKEN &&
		 !view.file;
	golden_ok(!(first & CMD_TAKEN) && open && closed,
		  "Enter opens the file view, Esc closes it");
	space_at(&model_process(m, 9)->space, START)->inode = 0;
	pages_pane.command(state, &view, DO_ENTER);
	golden_ok(!view.file, "Enter does nothing on a region without a file");
	pages_pane.free_state(state);
	model_free(m);
}

int main(void)
{
	struct ev_strip e;

	golden_plan(11);
	e = known_strip();
	picture("pages-file-80x24", &e, 22, 80, false);
	picture("pages-file-120x40", &e, 37, 120, false);
	picture("pages-file-ascii", &e, 22, 80, true);
	picture("pages-file-20x5", &e, 5, 20, false);
	e = refused_strip();
	picture("pages-file-refused", &e, 22, 80, false);
	e = truncated_strip();
	picture("pages-file-cut", &e, 22, 80, false);
	e = shared_strip();
	picture("pages-file-memory", &e, 22, 80, false);
	picture_of(false, "pages-memory", &e, 37, 120, false);
	picture("pages-file-not-yet", NULL, 22, 80, false);
	for (int rows = 1; rows < 30; rows++)
		for (int cols = 1; cols < 140; cols += 7)
			picture(NULL, &e, rows, cols, cols % 2);
	check_opening();
	return golden_done();
}
