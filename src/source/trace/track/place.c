/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds code of a process that an injected call can use (inject.h). */
#include <config.h>

#include "source/trace/track/track.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/auxv.h>

#include "parse/proc/maps.h"
#include "source/trace/core/tracer.h"
#include "source/trace/memory/memory.h"
#include "sys/proc/root.h"

#define STATUS_MAX 16384
#define MAPS_MAX (64u << 20)
#define PAGE 4096
/* Maximum size of the code that is searched; a vdso is smaller. */
#define CODE_MAX (4u << 20)

static void read_auxv(const struct tracer *s, pid_t tid, struct str *text)
{
	if (procroot_readf(s->host->proc, text, STATUS_MAX, "%d/auxv",
			   tid) < 0)
		str_clear(text);
}

static uint64_t vdso_base(const struct str *auxv, bool narrow)
{
	uint64_t base = 0;
	size_t word = narrow ? 4 : 8;

	for (size_t i = 0; i + 2 * word <= auxv->len; i += 2 * word) {
		uint64_t key = 0, value = 0;

		memcpy(&key, auxv->data + i, word);
		memcpy(&value, auxv->data + i + word, word);
		if (key == AT_SYSINFO_EHDR)
			base = value;
	}
	return base;
}

/* Searches the vdso of 64-bit programs.  The kernel has only one, so mmtop
 * searches its own copy. */
static void look_in_vdso(struct tracer *s, const struct str *auxv, bool narrow)
{
	const Elf64_Ehdr *own = (const void *)getauxval(AT_SYSINFO_EHDR);
	uint64_t base = vdso_base(auxv, narrow);
	const Elf64_Phdr *ph;

	if (!base || narrow || !own || sizeof(void *) != 8)
		return;
	ph = (const void *)((const char *)own + own->e_phoff);
	for (int i = 0; i < own->e_phnum; i++)
		if (ph[i].p_type == PT_LOAD && ph[i].p_flags & PF_X)
			arch_find_place(&s->inject.place,
					(const uint8_t *)own + ph[i].p_vaddr,
					ph[i].p_filesz, base + ph[i].p_vaddr,
					narrow);
}

static bool place_complete(const struct arch_place *p)
{
	return p->insn && p->spin;
}

static void look_in_code(struct tracer *s, pid_t tid, uint64_t start,
			 uint64_t end, bool narrow)
{
	uint8_t page[PAGE];

	for (uint64_t at = start; at < end; at += PAGE) {
		long got = remote_read_there(s->host, tid, at, page,
					     sizeof page);

		if (got > 0)
			arch_find_place(&s->inject.place, page, (size_t)got,
					at, narrow);
		if (place_complete(&s->inject.place))
			return;
	}
}

static void look_everywhere(struct tracer *s, pid_t tid, bool narrow)
{
	struct str text = STR_INIT;
	struct maps_entry e;
	struct scan rest;
	uint64_t left = CODE_MAX;

	if (procroot_readf(s->host->proc, &text, MAPS_MAX, "%d/maps",
			   tid) == 0) {
		rest = scan_of(text.data, text.len);
		while (left && !place_complete(&s->inject.place) &&
		       maps_next(&rest, &e, NULL)) {
			uint64_t n = e.end - e.start;

			if (!(e.perm & PERM_X) || e.end > 1ull << 63)
				continue;
			n = n < left ? n : left;
			look_in_code(s, tid, e.start, e.start + n, narrow);
			left -= n;
		}
	}
	str_release(&text);
}

/* Returns the first 64 bits of the auxv.  In a 32-bit program they contain a
 * key and its value, so the upper half is not 0. */
static uint64_t first_key(const struct str *auxv)
{
	uint64_t key = AT_NULL;

	if (auxv->len >= sizeof key)
		memcpy(&key, auxv->data, sizeof key);
	return key;
}

static bool is_narrow(const struct str *auxv)
{
	return first_key(auxv) >> 32;
}

/* True if the task is in an exec, which replaces the memory first and writes
 * the auxv at its end. */
static bool is_in_exec(const struct tracer *s, pid_t tid,
		       const struct str *before)
{
	struct str now = STR_INIT;
	bool is;

	read_auxv(s, tid, &now);
	is = now.len && (first_key(&now) == AT_NULL || now.len != before->len ||
			 memcmp(now.data, before->data, now.len) != 0);
	str_release(&now);
	return is;
}

int track_place(struct tracer *s, pid_t tid)
{
	struct str auxv = STR_INIT;
	bool narrow;
	int r = 0;

	read_auxv(s, tid, &auxv);
	narrow = is_narrow(&auxv);
	s->inject.place = (struct arch_place){ .insn = 0 };
	look_in_vdso(s, &auxv, narrow);
	if (!place_complete(&s->inject.place))
		look_everywhere(s, tid, narrow);
	if (!place_complete(&s->inject.place))
		r = is_in_exec(s, tid, &auxv) ? -EAGAIN : -ENOEXEC;
	str_release(&auxv);
	return r;
}
