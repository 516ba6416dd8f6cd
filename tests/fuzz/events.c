/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events: as bytes of the link, as a recording from an untrusted source, their
 * effect on the model and the logs, and the other messages of the link. */
#include <config.h>

#include "fuzz.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <jansson.h>

#include "../support/evtext.h"
#include "app/link/private.h"
#include "base/str.h"
#include "base/text.h"
#include "event/wire/codec.h"
#include "model/model.h"
#include "sink/sink.h"
#include "ui/kit/canvas.h"
#include "ui/pane/pane.h"

/* Calls fn for each event in the data, at most FRAMES times. */
#define FRAMES 2000

static void each_event(const uint8_t *data, size_t n, event_fn *fn, void *arg)
{
	for (int i = 0; i < FRAMES; i++) {
		struct event ev;
		long size = event_decode(data, n, &ev);

		if (size <= 0)
			break;
		FUZZ_MUST((size_t)size <= n);
		fn(arg, &ev);
		data += size;
		n -= (size_t)size;
	}
}

/* --- the codec ------------------------------------------------------------ */

/* A decoded event must encode and decode to the same event. */
static void check_roundtrip(void *arg, const struct event *ev)
{
	struct str one = STR_INIT, two = STR_INIT;
	struct event back;

	(void)arg;
	if (ev->kind == EV_KINDS)
		return;
	event_encode(&one, ev);
	FUZZ_MUST(event_decode(one.data, one.len, &back) == (long)one.len);
	event_encode(&two, &back);
	FUZZ_MUST(one.len == two.len && !memcmp(one.data, two.data, one.len));
	for (size_t cut = 0; cut < one.len && cut < 64; cut++)
		FUZZ_MUST(event_decode(one.data, cut, &back) == 0);
	str_release(&one);
	str_release(&two);
}

static void run_codec(const uint8_t *data, size_t n)
{
	each_event(data, n, check_roundtrip, NULL);
}

/* --- the model, and every pane of it -------------------------------------- */

static void draw_all(struct model *m)
{
	static const struct rect sizes[] = {
		{ .rows = 24, .cols = 80 }, { .rows = 9, .cols = 33 },
	};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct view view = {
			.model = m,
			.look = { .utf8 = true, .colors = 256 },
		};
		struct canvas c;

		canvas_init(&c, sizes[i].rows, sizes[i].cols);
		for (int p = 0; p < PANES; p++) {
			const struct pane_ops *ops = pane_table[p];
			void *state;

			if (!ops || !ops->draw)
				continue;
			state = ops->new_state ? ops->new_state() : NULL;
			canvas_clear(&c);
			ops->draw(state, &view, &c, true);
			if (ops->command)
				ops->command(state, &view, DO_DOWN);
			ops->draw(state, &view, &c, true);
			if (ops->free_state)
				ops->free_state(state);
		}
		canvas_release(&c);
	}
}

static void run_fold(const uint8_t *data, size_t n)
{
	struct model *m = model_new();

	each_event(data, n, model_event_fn, m);
	draw_all(m);
	model_free(m);
}

/* --- the logs ------------------------------------------------------------- */

static void line_of(void *arg, const struct event *ev)
{
	struct str *line = arg;

	str_clear(line);
	if (ev->kind == EV_KINDS ||
	    !sink_line(line, UINT32_MAX, ev, false, NULL))
		return;
	FUZZ_MUST(line->len && line->data[line->len - 1] == '\n');
	FUZZ_MUST(text_valid(line->data, line->len));
	for (size_t i = 0; i + 1 < line->len; i++)
		FUZZ_MUST((unsigned char)line->data[i] >= ' ' &&
			  line->data[i] != 127);
}

static void run_text(const uint8_t *data, size_t n)
{
	struct str line = STR_INIT;

	each_event(data, n, line_of, &line);
	str_release(&line);
}

static void sink_fn(void *sink, const struct event *ev)
{
	if (ev->kind != EV_KINDS)
		sink_event(sink, ev);
}

static void must_not_fail(void *arg, int err)
{
	(void)arg;
	(void)err;
	FUZZ_MUST(!"the log could be written");
}

/* Parses each line with another JSON parser: it must be one object. */
static void check_json(char *text, size_t n)
{
	char *end = text + n;

	while (text < end) {
		char *nl = memchr(text, '\n', (size_t)(end - text));
		json_error_t e;
		json_t *j;

		FUZZ_MUST(nl);
		j = json_loadb(text, (size_t)(nl - text),
			       JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &e);
		if (!j)
			fprintf(stderr, "%s: %.*s\n", e.text,
				(int)(nl - text), text);
		FUZZ_MUST(j && json_is_object(j));
		json_decref(j);
		text = nl + 1;
	}
}

static void run_json(const uint8_t *data, size_t n)
{
	int fd = memfd_create("json", MFD_CLOEXEC);
	bool loaded = sink_available(SINK_JSON, NULL);
	struct sink *s = sink_new(SINK_JSON, fd, false, UINT32_MAX,
				  must_not_fail, NULL);
	off_t size;
	char *text;

	FUZZ_MUST(loaded && fd >= 0 && s);
	each_event(data, n, sink_fn, s);
	FUZZ_MUST(sink_flush(s) == 0);
	FUZZ_MUST(sink_free(s) == 0);
	size = lseek(fd, 0, SEEK_END);
	text = malloc((size_t)size + 1);
	FUZZ_MUST(text && pread(fd, text, (size_t)size, 0) == size);
	check_json(text, (size_t)size);
	free(text);
	close(fd);
}

/* --- the link ------------------------------------------------------------- */

static void run_link(const uint8_t *data, size_t n)
{
	uint8_t bytes[LINK_REQUEST_SIZE] = { 0 }, back[LINK_REQUEST_SIZE];
	struct link_message m, m2;
	struct request req;
	long size = message_decode(&m, data, n);

	FUZZ_MUST(size <= (long)n);
	if (size > 0) {
		struct str out = STR_INIT;

		message_encode(&out, &m);
		FUZZ_MUST(message_decode(&m2, (uint8_t *)out.data, out.len) ==
			  (long)out.len);
		FUZZ_MUST(m2.word == m.word && m2.a == m.a && m2.b == m.b);
		str_release(&out);
	}
	memcpy(bytes, data, n < sizeof bytes ? n : sizeof bytes);
	if (request_decode(&req, bytes)) {
		request_encode(back, &req);
		FUZZ_MUST(request_decode(&req, back));
	}
}

/* --- seeds ---------------------------------------------------------------- */

static void encode(void *out, const struct event *ev)
{
	event_encode(out, ev);
}

struct one_by_one {
	fuzz_seed_fn *seed;
	void *arg;
};

static void seed_one_event(void *arg, const struct event *ev)
{
	const struct one_by_one *to = arg;
	struct str out = STR_INIT;

	event_encode(&out, ev);
	to->seed(to->arg, out.data, out.len);
	str_release(&out);
}

static const char *const stories[] = {
	"story.events", "story-after.events", "story-end.events",
	"story-held.events",
};

/* A whole story as one seed, and the first events of another one by one. */
static void make_events(fuzz_seed_fn *seed, void *arg)
{
	static const char few[] =
		"0 7 process op=attach start=1 comm=python3\n"
		"1 7 region op=add start=0x1000 end=0x3000 perm=rw-p kind=heap "
		"name=[heap] rss=8192\n"
		"1 7 region op=sync\n"
		"1 7 pages start=0x1000 end=0x3000 bin_pages=1 bins=2x1r\n"
		"2 7/7 call call=mmap args=0,8192,3,0x22,-1,0 result=0x5000\n"
		"2 7/7 signal signal=SIGSEGV code=SEGV_MAPERR addr=0x9000\n"
		"3 7 output rows=2 cols=8 row=1 text=\"a row\"\n";
	struct one_by_one to = { seed, arg };

	for (size_t i = 0; i < sizeof stories / sizeof *stories; i++) {
		struct str all = STR_INIT;

		evtext_load(stories[i], encode, &all);
		seed(arg, all.data, all.len < 65536 ? all.len : 65536);
		str_release(&all);
	}
	evtext_text(few, seed_one_event, &to);
}

static void make_link(fuzz_seed_fn *seed, void *arg)
{
	struct request req = { .op = REQ_NEXT, .pid = 7, .a = 1 };
	uint8_t bytes[LINK_REQUEST_SIZE];

	for (int w = 0; w < LINK_WORDS; w++) {
		struct link_message m = { .word = (enum link_word)w, .a = 5 };
		struct str out = STR_INIT;

		message_encode(&out, &m);
		seed(arg, out.data, out.len);
		str_release(&out);
	}
	request_encode(bytes, &req);
	seed(arg, bytes, sizeof bytes);
}

const struct fuzz_target fuzz_events[] = {
	{ .name = "codec", .run = run_codec, .make = make_events },
	{ .name = "fold", .run = run_fold, .make = make_events },
	{ .name = "text", .run = run_text, .make = make_events },
	{ .name = "json", .run = run_json, .make = make_events },
	{ .name = "link", .run = run_link, .make = make_link },
	{ .name = NULL },
};
