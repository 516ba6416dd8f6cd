/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of mappings, comms, forks and exits: complete, cut at every length,
 * with changed bytes, and with implausible values. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parse/ring/perfrecord.h"

#define DATA 0x2000		/* misc: PERF_RECORD_MISC_MMAP_DATA or
				 * PERF_RECORD_MISC_COMM_EXEC */
#define BUILD_ID 0x4000
#define USER 2

struct record {
	_Alignas(8) unsigned char v[PERFRECORD_MAX + 64];
	size_t n;
};

static void put_bytes(struct record *r, const void *p, size_t n)
{
	memcpy(r->v + r->n, p, n);
	r->n += n;
}

static void put_u32(struct record *r, uint32_t n)
{
	put_bytes(r, &n, sizeof n);
}

static void put_u64(struct record *r, uint64_t n)
{
	put_bytes(r, &n, sizeof n);
}

static void begin(struct record *r, uint32_t type, uint16_t misc)
{
	memset(r, 0xee, sizeof *r);
	r->n = 0;
	put_u32(r, type);
	put_bytes(r, &misc, sizeof misc);
	put_bytes(r, (uint16_t[]){ 0 }, 2);
}

/* Ends the name as the kernel does: at least one NUL, up to a multiple of 8. */
static void put_name(struct record *r, const char *name, size_t n)
{
	put_bytes(r, name, n);
	do
		put_bytes(r, "", 1);
	while (r->n % 8);
}

static struct bytes end(struct record *r)
{
	uint16_t size;

	put_u32(r, 51);		/* trailer: the task that caused it */
	put_u32(r, 52);
	put_u64(r, 777);
	put_u64(r, 9);
	size = (uint16_t)r->n;
	memcpy(r->v + 6, &size, sizeof size);
	return (struct bytes){ r->v, r->n };
}

static struct bytes put_map(struct record *r, uint16_t misc,
			    const void *identity, const char *name,
			    size_t n)
{
	begin(r, PERFRECORD_MMAP2, misc);
	put_u32(r, 41);
	put_u32(r, 42);
	put_u64(r, 0x7f0000001000);
	put_u64(r, 0x3000);
	put_u64(r, 0x5000);
	put_bytes(r, identity, 24);
	put_u32(r, 5);
	put_u32(r, 2);
	put_name(r, name, n);
	return end(r);
}

/* A mapping of a file on device 08:01. */
static struct bytes file_map(struct record *r, const char *name)
{
	static const struct {
		uint32_t major, minor;
		uint64_t inode, generation;
	} file = { 8, 1, 1234, UINT64_C(5000000000) };

	return put_map(r, USER | DATA, &file, name, strlen(name));
}

static struct bytes elf_map(struct record *r, uint8_t length)
{
	unsigned char id[24] = { length };

	for (unsigned char i = 0; i < 20; i++)
		id[4 + i] = (unsigned char)(0xa0 + i);
	return put_map(r, USER | BUILD_ID, id, "/lib/x.so", 9);
}

static struct bytes put_comm(struct record *r, const char *name)
{
	begin(r, PERFRECORD_COMM, DATA);
	put_u32(r, 41);
	put_u32(r, 42);
	put_name(r, name, strlen(name));
	return end(r);
}

static struct bytes put_family(struct record *r, uint32_t type)
{
	begin(r, type, 0);
	put_u32(r, 61);
	put_u32(r, 60);
	put_u32(r, 62);
	put_u32(r, 63);
	put_u64(r, 700);
	return end(r);
}

static void assert_name(struct bytes b, const char *name)
{
	assert_int_equal(b.len, strlen(name));
	assert_memory_equal(b.data, name, b.len);
}

/* Parses with the format that mmtop requests from the kernel. */
static bool parse_own(struct bytes b, struct perfrecord *r)
{
	return perfrecord_parse(b, &perfrecord_own, r);
}

static void test_mmap2_record_is_parsed(void **state)
{
	struct record rec;
	struct perfrecord r;

	(void)state;
	assert_true(parse_own(file_map(&rec, "/srv/a b\n\x1b"), &r));
	assert_int_equal(r.type, PERFRECORD_MMAP2);
	assert_int_equal(r.pid, 41);
	assert_int_equal(r.tid, 42);
	assert_int_equal(r.time, 777);
	assert_int_equal(r.id, 9);
	assert_int_equal(r.map.addr, 0x7f0000001000);
	assert_int_equal(r.map.len, 0x3000);
	assert_int_equal(r.map.pgoff, 0x5000);
	assert_int_equal(r.map.prot, 5);
	assert_int_equal(r.map.flags, 2);
	assert_int_equal(r.map.major, 8);
	assert_int_equal(r.map.minor, 1);
	assert_int_equal(r.map.inode, 1234);
	assert_int_equal(r.map.generation, UINT64_C(5000000000));
	assert_int_equal(r.map.build_id_len, 0);
	assert_name(r.map.filename, "/srv/a b\n\x1b");
}

/* Names of every length, from 0 to 4095. */
static void test_names_of_every_length_are_parsed(void **state)
{
	char name[4097] = { 0 };
	struct record rec;
	struct perfrecord r;

	(void)state;
	for (size_t n = 0; n < 4096; n++) {
		assert_true(parse_own(file_map(&rec, name), &r));
		assert_name(r.map.filename, name);
		assert_true(parse_own(put_comm(&rec, name), &r));
		assert_name(r.comm, name);
		name[n] = (char)(1 + n % 255);
	}
}

/* Row P3: the record's misc says whether it has a build ID or an inode. */
static void test_build_id_replaces_inode(void **state)
{
	struct record rec;
	struct perfrecord r;

	(void)state;
	for (unsigned n = 0; n < 256; n++) {
		bool good = n >= 1 && n <= PERFRECORD_BUILD_ID_MAX;

		assert_int_equal(parse_own(elf_map(&rec, (uint8_t)n), &r),
				 good);
		if (!good)
			continue;
		assert_int_equal(r.map.build_id_len, n);
		assert_int_equal(r.map.build_id[0], 0xa0);
		assert_int_equal(r.map.build_id[n - 1], 0xa0 + n - 1);
		assert_int_equal(r.map.major, 0);
		assert_int_equal(r.map.inode, 0);
		assert_int_equal(r.map.generation, 0);
		assert_name(r.map.filename, "/lib/x.so");
	}
}

static void test_comm_fork_and_exit_are_parsed(void **state)
{
	struct record rec;
	struct perfrecord r;

	(void)state;
	assert_true(parse_own(put_comm(&rec, "a\x9b"), &r));
	assert_int_equal(r.type, PERFRECORD_COMM);
	assert_true(r.exec);
	assert_int_equal(r.pid, 41);
	assert_int_equal(r.tid, 42);
	assert_true(parse_own(put_family(&rec, PERFRECORD_FORK), &r));
	assert_int_equal(r.type, PERFRECORD_FORK);
	assert_int_equal(r.pid, 61);
	assert_int_equal(r.ppid, 60);
	assert_int_equal(r.tid, 62);
	assert_int_equal(r.ptid, 63);
	assert_int_equal(r.time, 777);
	assert_true(parse_own(put_family(&rec, PERFRECORD_EXIT), &r));
	assert_int_equal(r.type, PERFRECORD_EXIT);
}

static void test_implausible_maps_are_rejected(void **state)
{
	static const struct { size_t at; uint64_t value; } cases[] = {
		{ 8, UINT64_MAX },	/* a thread that has exited */
		{ 8, 0 },		/* one of another PID namespace */
		{ 24, 0 },		/* no length */
		{ 24, UINT64_MAX },	/* past the end of the address space */
	};
	struct record rec;
	struct perfrecord r;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bytes b = file_map(&rec, "/a");

		memcpy(rec.v + cases[i].at, &cases[i].value, 8);
		assert_false(parse_own(b, &r));
	}
}

/* Names and build ID of a parsed record must lie within it, with valid
 * lengths. */
static void assert_within(const struct perfrecord *r, const char *p, size_t n)
{
	const struct perfrecord_map *m = &r->map;
	const struct bytes parts[] = {
		m->filename, r->comm, { m->build_id, m->build_id_len },
	};

	/* Samples have no such parts. */
	if (r->type == PERFRECORD_SAMPLE)
		return;
	assert_true(m->build_id_len <= PERFRECORD_BUILD_ID_MAX);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		const char *at = parts[i].data;

		if (parts[i].len)
			assert_true(at >= p && at + parts[i].len <= p + n);
	}
}

/* Parses an exact copy, so that a sanitizer reports reads beyond the end. */
static bool parse_copy(const void *from, size_t n, struct perfrecord *r)
{
	char *copy = malloc(n ? n : 1);
	bool good;

	memcpy(copy, from, n);
	good = parse_own((struct bytes){ copy, n }, r);
	if (good)
		assert_within(r, copy, n);
	free(copy);
	return good;
}

#define CORPUS 6

static struct bytes corpus(struct record *r, int i)
{
	switch (i) {
	case 0:
		return file_map(r, "/srv/data (deleted)");
	case 1:
		return elf_map(r, 20);
	case 2:
		return file_map(r, "//anon");
	case 3:
		return put_comm(r, "worker");
	case 4:
		return put_family(r, PERFRECORD_FORK);
	default:
		return put_family(r, PERFRECORD_EXIT);
	}
}

static void test_truncated_records_are_rejected(void **state)
{
	(void)state;
	for (int i = 0; i < CORPUS; i++) {
		struct record rec;
		struct bytes b = corpus(&rec, i);

		for (uint16_t n = 0; n <= b.len; n++) {
			struct perfrecord r;
			bool good;

			memcpy(rec.v + 6, &n, sizeof n);
			good = parse_copy(rec.v, n, &r);
			/* A record cut within its name may still parse, with
			 * other bytes taken for the trailer; a record cut
			 * elsewhere must not. */
			if (n == b.len)
				assert_true(good);
			else if (i >= 4 || n < (i == 3 ? 40 : 96))
				assert_false(good);
		}
	}
}

static void test_changed_bytes_never_read_outside(void **state)
{
	(void)state;
	srandom(2);
	for (int i = 0; i < CORPUS; i++) {
		struct record rec;
		struct bytes b = corpus(&rec, i);

		for (int k = 0; k < 200000 / CORPUS; k++) {
			struct record changed = rec;
			struct perfrecord r;

			for (long n = 1 + random() % 4; n; n--)
				changed.v[(size_t)random() % b.len] =
					(unsigned char)random();
			/* The kernel always writes the right size, so it
			 * stays. */
			memcpy(changed.v + 6, rec.v + 6, 2);
			(void)parse_copy(changed.v, b.len, &r);
		}
	}
}

/* Each type, at each size, filled with bytes that fit no record. */
static void test_any_type_and_size_never_read_outside(void **state)
{
	static const uint16_t miscs[] = { 0, USER, USER | BUILD_ID, 0x8001 };
	static const unsigned char fills[] = { 0, 1, 25, 0xff };
	struct perfrecord_form forms[] = {
		perfrecord_own, perfrecord_own, perfrecord_own,
	};
	struct record rec;

	(void)state;
	forms[1].swapped = true;
	forms[2].trailer = false;
	for (uint32_t type = 0; type < 90; type++) {
		for (uint16_t n = 0; n <= 136; n++) {
			for (size_t i = 0; i < 4 * 4 * 3; i++) {
				const struct perfrecord_form *form =
					&forms[i / 16];
				struct perfrecord r;
				struct bytes b;
				char *copy = malloc(n ? n : 1);
				unsigned char swap;

				memset(rec.v, fills[i % 4], sizeof rec.v);
				memcpy(rec.v, &type, 4);
				memcpy(rec.v + 4, &miscs[i / 4 % 4], 2);
				memcpy(rec.v + 6, &n, 2);
				for (size_t k = 0; form->swapped && k < 4; k++) {
					static const size_t from[] = { 0, 1, 4, 6 };
					static const size_t to[] = { 3, 2, 5, 7 };

					swap = rec.v[from[k]];
					rec.v[from[k]] = rec.v[to[k]];
					rec.v[to[k]] = swap;
				}
				memcpy(copy, rec.v, n);
				b = (struct bytes){ copy, n };
				if (perfrecord_parse(b, form, &r))
					assert_within(&r, copy, n);
				(void)perfrecord_has_no_task(b, form);
				free(copy);
			}
		}
	}
}

static void test_labels_are_not_file_names(void **state)
{
	static const char *const labels[] = {
		"", "[heap]", "//anon", "//toolong", "anon_inode:[perf]",
	};

	(void)state;
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		assert_true(perfrecord_is_label(bytes_of(labels[i])));
	assert_false(perfrecord_is_label(bytes_of("/")));
	assert_false(perfrecord_is_label(bytes_of("/usr/lib/x.so")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mmap2_record_is_parsed),
		cmocka_unit_test(test_names_of_every_length_are_parsed),
		cmocka_unit_test(test_build_id_replaces_inode),
		cmocka_unit_test(test_comm_fork_and_exit_are_parsed),
		cmocka_unit_test(test_implausible_maps_are_rejected),
		cmocka_unit_test(test_truncated_records_are_rejected),
		cmocka_unit_test(test_changed_bytes_never_read_outside),
		cmocka_unit_test(test_any_type_and_size_never_read_outside),
		cmocka_unit_test(test_labels_are_not_file_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
