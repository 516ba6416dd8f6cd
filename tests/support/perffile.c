/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "perffile.h"

#include <stdlib.h>
#include <string.h>

#define HEAD 104
#define ATTR 128		/* size of struct perf_event_attr */
#define DATA_SIZE 48		/* offset in the header */
#define FEATURES 72
#define USER 2
#define FEATURE_BITS (1u << 4 | 1u << 6 | 1u << 11)

void perffile_put(struct perffile *f, const void *p, size_t n)
{
	if (n > sizeof f->v - f->n)
		abort();
	memcpy(f->v + f->n, p, n);
	f->n += n;
}

static void set(struct perffile *f, size_t at, uint64_t value, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		f->v[at + (f->big ? bytes - 1 - i : i)] =
			(unsigned char)(value >> 8 * i);
}

void perffile_number(struct perffile *f, uint64_t value, size_t bytes)
{
	perffile_put(f, "\0\0\0\0\0\0\0", bytes);
	set(f, f->n - bytes, value, bytes);
}

static void put_zeros(struct perffile *f, size_t n)
{
	while (n--)
		perffile_put(f, "", 1);
}

static void put_attr(struct perffile *f, uint64_t type, uint64_t ids)
{
	size_t at = f->n;

	put_zeros(f, ATTR);
	set(f, at + 4, ATTR, 4);
	set(f, at + 24, type, 8);
	/* sample_id_all: bit 18 of the flags word */
	if (type)
		f->v[at + 42] = f->big ? 1u << 5 : 1u << 2;
	perffile_number(f, ids, 8);
	perffile_number(f, 16, 8);
}

void perffile_begin(struct perffile *f, bool big, const uint64_t *types,
		    size_t n)
{
	size_t attrs = HEAD + 16 * n;

	memset(f, 0, sizeof *f);
	f->big = big;
	f->types = types;
	f->n_types = n;
	perffile_put(f, big ? "2ELIFREP" : "PERFILE2", 8);
	perffile_number(f, HEAD, 8);
	perffile_number(f, ATTR + 16, 8);
	perffile_number(f, attrs, 8);
	perffile_number(f, n * (ATTR + 16), 8);
	perffile_number(f, attrs + n * (ATTR + 16), 8);
	put_zeros(f, HEAD - f->n);
	for (size_t i = 0; i < n; i++) {
		perffile_number(f, 100 + i, 8);
		perffile_number(f, 200 + i, 8);
	}
	for (size_t i = 0; i < n; i++)
		put_attr(f, types[i], HEAD + 16 * i);
}

static void put_string(struct perffile *f, const char *s)
{
	size_t n = (strlen(s) + 8) & ~(size_t)7;

	perffile_number(f, n, 4);
	perffile_put(f, s, strlen(s));
	put_zeros(f, n - strlen(s));
}

/* Writes the machine, the kernel and the command after the data. */
static void put_features(struct perffile *f)
{
	static const char *const texts[] = { "6.1.0-test", "x86_64" };
	size_t table = f->n, at[4];

	set(f, FEATURES, FEATURE_BITS, 8);
	put_zeros(f, 3 * 16);
	for (size_t i = 0; i < 2; i++) {
		at[i] = f->n;
		put_string(f, texts[i]);
	}
	at[2] = f->n;
	perffile_number(f, 2, 4);
	put_string(f, "perf");
	put_string(f, "record");
	at[3] = f->n;
	for (size_t i = 0; i < 3; i++) {
		set(f, table + 16 * i, at[i], 8);
		set(f, table + 16 * i + 8, at[i + 1] - at[i], 8);
	}
}

void perffile_end(struct perffile *f)
{
	set(f, DATA_SIZE, f->n - (HEAD + f->n_types * (16 + ATTR + 16)), 8);
	put_features(f);
}

/* --- records -------------------------------------------------------------- */

void perffile_record(struct perffile *f, uint32_t type, uint16_t misc)
{
	f->record = f->n;
	perffile_number(f, type, 4);
	perffile_number(f, misc, 2);
	perffile_number(f, 0, 2);
}

void perffile_close(struct perffile *f, size_t event, uint64_t time)
{
	uint64_t type = f->types[event];
	uint64_t id = time ? 100 + event : 0;

	if (type & P_TID) {
		perffile_number(f, 51, 4);
		perffile_number(f, 52, 4);
	}
	if (type & P_TIME)
		perffile_number(f, time, 8);
	if (type & P_ID)
		perffile_number(f, id, 8);
	if (type & P_STREAM)
		perffile_number(f, 77, 8);
	if (type & P_CPU)
		perffile_number(f, 3, 8);
	if (type & P_IDENTIFIER)
		perffile_number(f, id, 8);
	set(f, f->record + 6, f->n - f->record, 2);
}

static void put_name(struct perffile *f, const char *name)
{
	perffile_put(f, name, strlen(name));
	do
		perffile_put(f, "", 1);
	while ((f->n - f->record) % 8);
}

void perffile_map(struct perffile *f, size_t event, uint64_t time, int pid,
		  uint64_t addr, unsigned build_id_len, const char *name)
{
	perffile_record(f, 10, build_id_len ? USER | 0x4000 : USER);
	perffile_number(f, (uint32_t)pid, 4);
	perffile_number(f, (uint32_t)pid, 4);
	perffile_number(f, addr, 8);
	perffile_number(f, 0x3000, 8);
	perffile_number(f, 0x1000, 8);
	if (build_id_len) {
		perffile_number(f, build_id_len, 1);
		put_zeros(f, 3);
		for (unsigned i = 0; i < 20; i++)
			perffile_number(f, 0xa0 + i, 1);
	} else {
		perffile_number(f, 8, 4);
		perffile_number(f, 1, 4);
		perffile_number(f, 1234, 8);
		perffile_number(f, 5, 8);
	}
	perffile_number(f, 5, 4);
	perffile_number(f, 2, 4);
	put_name(f, name);
	perffile_close(f, event, time);
}

void perffile_comm(struct perffile *f, size_t event, uint64_t time, int pid,
		   bool exec, const char *name)
{
	perffile_record(f, 3, exec ? 0x2000 : 0);
	perffile_number(f, (uint32_t)pid, 4);
	perffile_number(f, (uint32_t)pid, 4);
	put_name(f, name);
	perffile_close(f, event, time);
}

void perffile_family(struct perffile *f, uint32_t type, uint64_t time, int pid,
		     int tid, int ppid)
{
	perffile_record(f, type, 0);
	perffile_number(f, (uint32_t)pid, 4);
	perffile_number(f, (uint32_t)ppid, 4);
	perffile_number(f, (uint32_t)tid, 4);
	perffile_number(f, (uint32_t)ppid, 4);
	perffile_number(f, time, 8);
	perffile_close(f, 0, time);
}

void perffile_lost(struct perffile *f, uint64_t time, uint64_t count)
{
	perffile_record(f, 2, 0);
	perffile_number(f, 100, 8);
	perffile_number(f, count, 8);
	perffile_close(f, 0, time);
}

void perffile_round(struct perffile *f)
{
	perffile_record(f, 68, 0);
	set(f, f->record + 6, 8, 2);
}
