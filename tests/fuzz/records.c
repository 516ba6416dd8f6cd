/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parsers of perf's records and of the trace ring's events, and of the
 * rings and files that contain them. */
#include <config.h>

#include "fuzz.h"

#include <linux/perf_event.h>
#include <stdbool.h>
#include <string.h>

#include "../support/perffile.h"
#include "parse/heap/glibc.h"
#include "parse/heap/ring.h"
#include "parse/ring/perfrecord.h"
#include "parse/ring/subbuf.h"
#include "parse/ring/tracerecord.h"
#include "preload/heap_record.h"
#include "source/perf/datafile.h"
#include "sys/ring/perf.h"

/* --- perf ----------------------------------------------------------------- */

static void one_record(const void *data, size_t n)
{
	struct perfrecord r;

	if (!perfrecord_parse((struct bytes){ data, n }, &perfrecord_own, &r))
		return;
	FUZZ_MUST(n >= sizeof(struct perfrecord_head));
	if (r.type == PERFRECORD_SAMPLE || r.type == PERFRECORD_MMAP2)
		FUZZ_MUST(r.kernel || (r.pid > 0 && r.tid > 0));
	if (r.type == PERFRECORD_COMM)
		fuzz_inside(r.comm, data, n);
	if (r.type != PERFRECORD_MMAP && r.type != PERFRECORD_MMAP2)
		return;
	fuzz_inside(r.map.filename, data, n);
	FUZZ_MUST(r.kernel || (r.map.len &&
			       r.map.addr + r.map.len > r.map.addr));
	FUZZ_MUST(r.map.build_id_len <= PERFRECORD_BUILD_ID_MAX);
	if (r.map.build_id_len) {
		fuzz_inside((struct bytes){ r.map.build_id,
					  r.map.build_id_len }, data, n);
		FUZZ_MUST(!r.map.inode && !r.map.generation);
	}
}

static void run_perfrecord(const uint8_t *data, size_t n)
{
	struct perfrecord_head head;
	uint8_t copy[512];

	one_record(data, n);
	/* Once more with a correct length in its header. */
	if (n < sizeof head || n > sizeof copy)
		return;
	memcpy(copy, data, n);
	memcpy(&head, copy, sizeof head);
	head.size = (uint16_t)n;
	memcpy(copy, &head, sizeof head);
	one_record(copy, n);
}

/* A control page and a data page that holds the input. The first 16 bytes of
 * the input set head and tail. */
static void run_perfring(const uint8_t *data, size_t n)
{
	static uint8_t memory[2 * 4096] __attribute__((aligned(4096)));
	struct perf_event_mmap_page *page = (void *)memory;
	uint64_t at[2] = { 0 };
	struct perfring r;
	uint8_t buf[256];
	size_t len, taken = 0;

	if (n < sizeof at)
		return;
	memset(memory, 0, sizeof memory);
	memcpy(at, data, sizeof at);
	memcpy(memory + 4096, data + sizeof at,
	       n - sizeof at < 4096 ? n - sizeof at : 4096);
	page->data_head = at[0];
	page->data_tail = at[1];
	page->data_offset = 4096;
	page->data_size = 4096;
	if (perfring_init(&r, memory, sizeof memory) < 0)
		return;
	for (int look = 0; look < 2; look++) {
		perfring_look(&r);
		while (perfring_take(&r, buf, sizeof buf, &len)) {
			one_record(buf, len < sizeof buf ? len : sizeof buf);
			taken += len;
			FUZZ_MUST(len && taken <= 2 * 4096);
		}
		perfring_release_read(&r);
		page->data_head += at[1] % 4096;
	}
}

/* A mapping by inode, one by a 20-byte build-id, a name, a fork. */
static void make_maps(fuzz_seed_fn *seed, void *arg)
{
	uint64_t map[14] = { PERFRECORD_MMAP2 | 2ull << 32 | 112ull << 48,
			     7 | 7ull << 32, 0x7f0000000000, 0x3000, 0x1000,
			     8 | 1ull << 32, 1234, 5, 5 | 2ull << 32, 0, 0,
			     7 | 7ull << 32, 1000, 9 };
	uint64_t comm[7] = { PERFRECORD_COMM | 0x2000ull << 32 | 56ull << 48,
			     7 | 8ull << 32, 0x72656b726f77, 0,
			     7 | 8ull << 32, 1000, 9 };
	uint64_t fork[7] = { PERFRECORD_FORK | 56ull << 48, 9 | 7ull << 32,
			     9 | 7ull << 32, 1000, 7 | 7ull << 32, 1000, 9 };

	memcpy(&map[9], "/srv/data (dele", 16);
	seed(arg, map, sizeof map);
	map[0] |= 0x4000ull << 32;
	map[5] = 20;
	seed(arg, map, sizeof map);
	seed(arg, comm, sizeof comm);
	seed(arg, fork, sizeof fork);
}

/* --- the trace ring ------------------------------------------------------- */

static void one_event(struct bytes payload)
{
	/* A plausible format, with fields anywhere. */
	struct trace_format format = {
		.kind = TRACE_EXEC, .id = (uint16_t)trace_record_id(payload),
		.fields = {
			{ .at = 8, .size = 4, .is_text = true },
			{ .at = 12, .size = 4, .is_signed = true },
			{ .at = 16, .size = 8 },
			{ .at = 24, .size = 1, .is_signed = true },
			{ .at = 26, .size = 2 },
		},
	};
	struct trace_record r;

	trace_format_ready(&format);
	if (!trace_record_parse(payload, &format, &r))
		return;
	FUZZ_MUST(payload.len >= 28 && r.v[4] <= UINT16_MAX);
	fuzz_inside(r.text, payload.data, payload.len);
}

/* A page that the kernel extends after the first read: the first byte gives the
 * size of the part that is there at first. */
static void run_subbuf(const uint8_t *data, size_t n)
{
	static const struct subbuf_layout layout = { 8, 8, 16 };
	struct subbuf_event ev;
	struct subbuf sb;
	size_t end, taken = 0;

	if (!n || !subbuf_begin(&sb, &layout, (struct bytes){ data + 1, n - 1 }))
		return;
	end = sb.end;
	FUZZ_MUST(end <= n - 1 - 16);
	for (int look = 0; look < 2; look++) {
		if (!look)
			subbuf_limit(&sb, end * data[0] / 255);
		while (subbuf_next(&sb, &ev)) {
			fuzz_inside(ev.payload, data, n);
			taken += ev.payload.len + 4;
			one_event(ev.payload);
		}
		FUZZ_MUST(taken <= end && sb.at <= end);
		subbuf_limit(&sb, end);
	}
}

static void run_subbuf_layout(const uint8_t *data, size_t n)
{
	struct subbuf_layout l;

	if (subbuf_layout_parse((struct bytes){ data, n }, &l))
		FUZZ_MUST(l.data_at == 12 || l.data_at == 16);
}

static size_t put_word(uint8_t *page, size_t at, uint32_t word)
{
	memcpy(page + at, &word, sizeof word);
	return at + sizeof word;
}

static void make_subbufs(fuzz_seed_fn *seed, void *arg)
{
	uint8_t in[4097] = { 200 }, *page = in + 1;
	uint64_t time = 1068964100262, commit;
	size_t at = 16;

	for (uint32_t i = 0; i < 9; i++) {
		at = put_word(page, at, 40 << 5 | 8);
		at = put_word(page, at, 365 + i);
		at = put_word(page, at, 4121);
		at = put_word(page, at, 28 | 4 << 16);
		for (uint32_t k = 0; k < 4; k++)
			at = put_word(page, at, i * k);
		at = put_word(page, at, 0x006f);
	}
	at = put_word(page, at, 5 << 5 | 30);
	at = put_word(page, at, 2);
	at = put_word(page, at, 5 << 5);
	at = put_word(page, at, 12);
	at = put_word(page, put_word(page, at, 7), 8);
	at = put_word(page, put_word(page, at, 5 << 5 | 29), 4);
	at = put_word(page, put_word(page, at, 5 << 5 | 31), 4);
	at = put_word(page, at, 29);
	memcpy(page, &time, sizeof time);
	commit = (at - 16) | 3u << 30;
	memcpy(page + 8, &commit, sizeof commit);
	seed(arg, in, 1 + at + 8);
	seed(arg, in, sizeof in);
}

/* --- perf.data ------------------------------------------------------------ */

struct in_memory {
	const uint8_t *data;
	size_t n;
	uint64_t events;
	bool ended;
};

static int64_t read_memory(void *arg, uint64_t offset, void *buf, size_t n)
{
	const struct in_memory *m = arg;

	FUZZ_MUST(offset <= m->n);
	if (n > m->n - offset)
		n = m->n - offset;
	memcpy(buf, m->data + offset, n);
	return (int64_t)n;
}

static void on_event(void *arg, const struct event *ev)
{
	struct in_memory *m = arg;

	FUZZ_MUST(!m->ended && (ev->kind == EV_START) == !m->events);
	FUZZ_MUST(ev->kind != EV_MAP || (ev->pid > 0 && ev->u.map.len));
	if (ev->kind == EV_END) {
		FUZZ_MUST(ev->u.end.events == m->events);
		m->ended = true;
	}
	m->events++;
}

static void run_datafile(const uint8_t *data, size_t n)
{
	struct in_memory m = { .data = data, .n = n };
	const struct datafile_input in = { .read = read_memory, .arg = &m,
					   .size = n };
	struct datafile_end end = datafile_read(&in, on_event, &m);

	FUZZ_MUST(m.ended == (m.events != 0));
	FUZZ_MUST(m.ended || end.why != DATAFILE_WHOLE);
	FUZZ_MUST(end.why != DATAFILE_ERROR);
}

static void make_datafiles(fuzz_seed_fn *seed, void *arg)
{
	static const uint64_t types[] = { P_TID | P_TIME | P_IDENTIFIER,
					  P_TIME | P_CPU | P_IDENTIFIER };
	static struct perffile f;

	for (unsigned i = 0; i < 4; i++) {
		perffile_begin(&f, i & 1, types, i & 2 ? 2 : 1);
		perffile_comm(&f, 0, 0, 7, false, "sh");
		perffile_map(&f, 0, 9, 7, 0x1000, 20, "/bin/sh");
		perffile_round(&f);
		perffile_family(&f, PERFRECORD_FORK, 5, 8, 8, 7);
		perffile_map(&f, f.n_types - 1, 7, 8, 0x2000, 0, "/x");
		perffile_lost(&f, 8, 3);
		perffile_round(&f);
		perffile_family(&f, PERFRECORD_EXIT, 10, 8, 8, 7);
		perffile_end(&f);
		seed(arg, f.v, f.n);
	}
}

static void make_records(fuzz_seed_fn *seed, void *arg)
{
	uint64_t sample[6] = { PERFRECORD_SAMPLE | 48ull << 48, 9,
			       0x401000, 7 | 7ull << 32, 1000, 0x7f00 };
	uint64_t lost[6] = { PERFRECORD_LOST | 48ull << 48, 9, 5,
			     7 | 7ull << 32, 1000, 9 };
	uint64_t throttle[6] = { PERFRECORD_THROTTLE | 48ull << 48, 1000, 9,
				 7 | 7ull << 32, 1000, 9 };

	seed(arg, sample, sizeof sample);
	seed(arg, lost, sizeof lost);
	seed(arg, throttle, sizeof throttle);
	sample[0] = PERFRECORD_LOST_SAMPLES | 40ull << 48;
	seed(arg, sample, 40);
	make_maps(seed, arg);
}

static void make_ring(fuzz_seed_fn *seed, void *arg)
{
	uint64_t ring[2 + 12] = { 96, 0, PERFRECORD_SAMPLE | 48ull << 48, 9,
				  0x401000, 7 | 7ull << 32, 1000, 0x7f00,
				  PERFRECORD_LOST | 48ull << 48, 9, 5,
				  7 | 7ull << 32, 1000, 9 };

	seed(arg, ring, sizeof ring);
	ring[0] = 4096 + 96;
	ring[1] = 4096;
	seed(arg, ring, sizeof ring);
}

/* ---- the heap's records -------------------------------------------------- */

/* A chunk: its header, then the records. */
static void run_heapring(const uint8_t *data, size_t n)
{
	uint64_t words[HEAP_SLOTS * HEAP_WORDS];
	struct heapring_record r = { .n_frames = 0 };
	unsigned slots, at = 1;
	struct heap_owner owner;
	bool good;

	if (n > sizeof words)
		n = sizeof words;
	slots = (unsigned)(n / HEAP_SLOT);
	memcpy(words, data, slots * HEAP_SLOT);
	if (!slots || !heapring_owner(words, &owner))
		return;
	FUZZ_MUST(owner.pid > 0 && owner.tid > 0);
	while (at < slots) {
		unsigned took = heapring_record(words + at * HEAP_WORDS,
						slots - at, at, &owner, &r,
						&good);

		FUZZ_MUST(took && took <= slots - at && (good || took == 1));
		FUZZ_MUST(!good || (r.op && r.op < HEAP_LIKE &&
				    r.n_frames <= HEAP_FRAMES_MAX));
		FUZZ_MUST(!good || !r.passed || heap_may_pass(r.op));
		for (unsigned i = 0; i < HEAP_WORDS; i++)
			FUZZ_MUST(!heapring_like(words[at * HEAP_WORDS + i],
						 at * HEAP_SLOT + i * 8, &owner,
						 r.addr, &r) ||
				  r.size <= UINT16_MAX);
		at += took;
	}
}

static void make_heapring(fuzz_seed_fn *seed, void *arg)
{
	uint64_t words[7 * HEAP_WORDS] = { 9, 1000, 40 | UINT64_C(41) << 32 };
	uint64_t *at = words + HEAP_WORDS;

	memcpy(at, (uint64_t[4]){ HEAP_MALLOC, 0x1000, 8, 0x400 }, HEAP_SLOT);
	at[0] |= heap_check(at, 4, 9, 1) << 16;
	at += HEAP_WORDS;
	memcpy(at, (uint64_t[8]){ HEAP_REALLOC | 2 << 8, 0x2000, 8, 0x400,
				  0x1000, 0, 7, 8 }, 2 * HEAP_SLOT);
	at[0] |= heap_check(at, 8, 9, 2) << 16;
	at += 2 * HEAP_WORDS;
	memcpy(at, (uint64_t[4]){ HEAP_FREE_BLOCK, 0x2000, 0, 0x400 },
	       HEAP_SLOT);
	at[0] |= heap_check(at, 4, 9, 4) << 16;
	at += HEAP_WORDS;
	memcpy(at, (uint64_t[4]){ HEAP_CALLOC, 0x3000, 8, 0x400 }, HEAP_SLOT);
	at[0] |= heap_check(at, 4, 9, 5) << 16;
	at[0] ^= HEAP_PASS;
	at += HEAP_WORDS;
	for (unsigned i = 0; i < 3; i++) {
		at[i] = heap_like_word(0x3000, 0x3000 + i * 32, 40 + i);
		at[i] |= heap_like_check(at[i], heap_like_key(9),
					 6 * HEAP_SLOT + i * 8) << 24;
	}
	at[1] ^= HEAP_PASS;
	seed(arg, words, sizeof words);
}

/* ---- glibc's arenas in memory -------------------------------------------- */

/* The first byte selects the word size. Then come arenas with their `next`
 * pointers, or arbitrary memory. */
static void run_glibc(const uint8_t *data, size_t n)
{
	uint64_t arena = 1, at[2][32], room = UINT64_C(1) << 40, size;
	bool wide = n && data[0] & 1;
	uint32_t number[32];
	pid_t tid = -1;
	size_t pairs;

	if (!n)
		return;
	data++;
	n--;
	for (size_t i = 0; i < n && i < 64; i++) {
		if (glibc_heap(data + i, n - i, room, wide, &arena))
			FUZZ_MUST(arena && arena % 4 == 0);
		size = glibc_block(data + i, n - i, room, wide);
		FUZZ_MUST(size <= room && size % 4096 == 0);
		if (glibc_thread(data + i, n - i, 0, wide, &tid))
			FUZZ_MUST(tid >= 0 && tid <= 1 << 22);
	}
	pairs = n / 16 < 32 ? n / 16 : 32;
	memcpy(at[0], data, pairs * 8);
	memcpy(at[1], data + pairs * 8, pairs * 8);
	glibc_ages(at[0], at[1], number, pairs);
	for (size_t i = 0; i < pairs; i++)
		FUZZ_MUST(number[i] <= pairs &&
			  !number[i] == !number[0]);
}

static void make_glibc(fuzz_seed_fn *seed, void *arg)
{
	uint64_t words[1 + 96] = { 1 };
	char *at = (char *)words + 1;
	const uint64_t heap[] = { (UINT64_C(1) << 40) + 0x30, 0, 4096, 8192 };
	const uint64_t block[] = { 0, 8192 | 2 };
	const uint64_t chain[] = { 16, 32, 48, 900, 16, 32 };

	memcpy(at, heap, sizeof heap);
	seed(arg, words, sizeof heap + 1);
	memcpy(at, block, sizeof block);
	seed(arg, words, sizeof block + 1);
	memcpy(at, chain, sizeof chain);
	seed(arg, words, sizeof chain + 1);
	memset(at, 0, sizeof words - 1);
	seed(arg, words, sizeof words);
}

const struct fuzz_target fuzz_records[] = {
	{ .name = "glibc", .run = run_glibc, .make = make_glibc },
	{ .name = "heapring", .run = run_heapring, .make = make_heapring },
	{ .name = "perfrecord", .run = run_perfrecord, .make = make_records },
	{ .name = "perfring", .run = run_perfring, .make = make_ring },
	{ .name = "datafile", .run = run_datafile, .make = make_datafiles },
	{ .name = "subbuf", .run = run_subbuf, .make = make_subbufs },
	{ .name = "subbuf-layout", .run = run_subbuf_layout,
	  .texts = TEXTS(
		"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
		"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		"\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n") },
	{ .name = NULL },
};
