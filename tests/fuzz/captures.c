/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Capture files: as raw bytes, and as records with correct checksums. */
#include <config.h>

#include "fuzz.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "event/wire/codec.h"
#include "source/captured/captured.h"

#define PAGE 4096u
#define SEED 7
/* Frames of one object that are read. */
#define FRAMES 8

static void check_frame(struct captured *c, const struct captured_object *o,
			const struct captured_frame *f)
{
	static char buf[3 * PAGE];
	const struct ev_frame *e = &f->ev.u.frame;
	const uint64_t offsets[] = { 0, 100, e->offset, e->offset + e->length / 2,
				     e->end - e->start, UINT64_MAX };
	struct captured_holes holes = { .v = VEC_INIT };

	for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
		uint64_t at = e->start + offsets[i];

		captured_read(c, o, f, offsets[i], buf, sizeof buf, &holes);
		for (size_t j = 0; j < holes.v.n; j++) {
			const struct contents_hole *h = &holes.v.v[j];

			FUZZ_MUST(h->start - at < sizeof buf);
			FUZZ_MUST(h->end - at <= sizeof buf);
			FUZZ_MUST(h->end != h->start);
			FUZZ_MUST(!j || h->start - at >= h[-1].end - at);
		}
	}
	vec_release(&holes.v);
}

static void run_file(const uint8_t *data, size_t n)
{
	struct captured *c = captured_new();
	int fd = memfd_create("capture", MFD_CLOEXEC);
	enum captured_why why;
	char name[40];
	int error;

	FUZZ_MUST(fd >= 0 && write(fd, data, n) == (ssize_t)n);
	snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
	if (captured_add(c, name, &why, &error) == 0) {
		FUZZ_MUST(c->files.n == 1 && c->files.v[0].at <= n);
		for (size_t i = 0; i < c->objects.n; i++) {
			const struct captured_object *o = &c->objects.v[i];

			for (size_t j = 0; j < o->frames.n && j < FRAMES; j++)
				check_frame(c, o, &o->frames.v[j]);
		}
		FUZZ_MUST(!captured_update(c));
	}
	captured_free(c);
	close(fd);
}

/* Each record of the input: one byte for its type, two for the length of its
 * body, the body. */
static void run_records(const uint8_t *data, size_t n)
{
	const struct capture_head head = { .page_size = PAGE, .seed = SEED };
	struct str file = STR_INIT;
	struct capture_record r = { 0 };
	size_t at = 0;

	capture_put_head(&file, &head);
	while (n - at >= 3) {
		size_t len = data[at + 1] | (size_t)data[at + 2] << 8;

		r.type = data[at] & 7;
		r.body.data = data + at + 3;
		r.body.len = len < n - at - 3 ? len : n - at - 3;
		capture_put(&file, SEED, file.len, &r);
		at += 3 + r.body.len;
		/* Record numbers may have gaps. */
		r.number += data[at - 1] & 0x80 ? 2 : 1;
		r.facts += r.type != CAPTURE_DATA;
	}
	run_file((const uint8_t *)file.data, file.len);
	str_release(&file);
}

/* --- seeds ---------------------------------------------------------------- */

struct making {
	struct str file, records;
	struct capture_record r;
};

static void put(struct making *m, enum capture_type type, struct str *body)
{
	const char head[3] = { (char)type, (char)body->len,
			       (char)(body->len >> 8) };

	m->r.type = type;
	m->r.body = (struct bytes){ body->data, body->len };
	capture_put(&m->file, SEED, m->file.len, &m->r);
	m->r.number++;
	m->r.facts += type != CAPTURE_DATA;
	str_add(&m->records, head, sizeof head);
	str_add(&m->records, body->data, body->len);
	str_clear(body);
}

static void put_event(struct making *m, const struct event *ev)
{
	struct str body = STR_INIT;

	event_encode(&body, ev);
	put(m, CAPTURE_EVENT, &body);
	str_release(&body);
}

static void put_frame(struct making *m, uint64_t number)
{
	const struct page_range gone = { 0x12000, 0x13000 };
	struct event ev = { .kind = EV_FRAME, .pid = 7, .time_ns = number };

	ev.u.frame = (struct ev_frame){
		.object = 1, .number = number, .start = 0x10000,
		.end = 0x20000, .offset = 0x800, .length = 0x4000,
		.page_size = PAGE, .shared = 1, .last = 1,
		.cause = number == 1 ? FRAME_FIRST : FRAME_TIMER,
		.gone = { &gone, number == 2 ? sizeof gone : 0 },
	};
	put_event(m, &ev);
}

static void put_all(struct making *m)
{
	static char raw[3 * PAGE];
	struct str lengths = STR_INIT;
	const struct capture_list list = { .object = 1, .number = 1 },
				  later = { .object = 1, .number = 3 };
	const struct capture_run runs[] = {
		{ 0x10800, 0x12000, 0, CAPTURE_COUNTED },
		{ 0x12000, 0x14000, 2, CAPTURE_SAME },
		{ 0x14000, 0x14800, 0, CAPTURE_LEFT_OUT },
	};
	struct capture_packer *packer = capture_packer_new();
	struct event ev = { .kind = EV_PROCESS, .pid = 7 };
	struct str body = STR_INIT;

	ev.u.process = (struct ev_process){ .op = PROCESS_FORK, .child = 8,
					    .child_pid = 8 };
	put_event(m, &ev);
	ev = (struct event){ .kind = EV_REGION, .pid = 7 };
	ev.u.region = (struct ev_region){ .start = 0x10000, .end = 0x20000,
					  .offset = 0x3000 };
	put_event(m, &ev);
	capture_add_length(&lengths, 0x800);
	capture_add_length(&lengths, PAGE);
	capture_add_length(&lengths, PAGE);
	capture_pack_block(&body, packer, 1, 0,
			   (struct bytes){ lengths.data, lengths.len },
			   (struct bytes){ raw, 0x800 + 2 * PAGE });
	put(m, CAPTURE_DATA, &body);
	capture_put_list(&body, &list, runs, 3);
	put(m, CAPTURE_PAGES, &body);
	put_frame(m, 1);
	put_frame(m, 2);
	capture_put_list(&body, &later, runs, 1);
	put(m, CAPTURE_PAGES, &body);
	put_frame(m, 3);
	capture_put_close(&body, CAPTURE_WHOLE);
	put(m, CAPTURE_CLOSE, &body);
	str_release(&body);
	str_release(&lengths);
	capture_packer_free(packer);
}

static void make(struct making *m)
{
	const struct capture_head head = { .page_size = PAGE, .seed = SEED };

	*m = (struct making){ .file = STR_INIT, .records = STR_INIT };
	capture_put_head(&m->file, &head);
	put_all(m);
}

static void make_file(fuzz_seed_fn *seed, void *arg)
{
	struct making m;

	make(&m);
	seed(arg, m.file.data, m.file.len);
	str_release(&m.file);
	str_release(&m.records);
}

static void make_records(fuzz_seed_fn *seed, void *arg)
{
	struct making m;

	make(&m);
	seed(arg, m.records.data, m.records.len);
	str_release(&m.file);
	str_release(&m.records);
}

const struct fuzz_target fuzz_captures[] = {
	{ .name = "capture", .run = run_file, .make = make_file },
	{ .name = "captured", .run = run_records, .make = make_records },
	{ .name = NULL },
};
