/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a region is, in words. */
#include <config.h>

#include <inttypes.h>
#include <string.h>

#include "base/str.h"
#include "base/text.h"
#include "model/model.h"

static bool is_file(const struct region *r)
{
	return r->kind == KIND_PROGRAM || r->kind == KIND_LIBRARY ||
	       r->kind == KIND_FILE;
}

static void add_name(struct str *out, const char *name, bool ascii)
{
	text_safe(out, name, strlen(name), ascii);
}

/* The thread that an arena is of: told, or else who asked for its memory. */
static int64_t arena_tid(const struct region *r)
{
	if (r->owner > 0)
		return r->owner;
	return r->born.known ? r->born.tid : 0;
}

static void add_of(struct str *out, const char *what, int64_t tid)
{
	str_adds(out, what);
	if (tid > 0)
		str_addf(out, " %" PRId64, tid);
}

/* glibc's names: /dev/shm/NAME is what shm_open() calls /NAME. */
static void add_posix_shm(struct str *out, const struct region *r, bool ascii)
{
	static const char dir[] = "/dev/shm";
	const char *name = r->name;

	if (!strncmp(name, dir, sizeof dir - 1) && name[sizeof dir - 1] == '/')
		name += sizeof dir - 1;
	str_adds(out, "shm ");
	add_name(out, name, ascii);
}

/* "/memfd:NAME (deleted)": every memfd is deleted, so that says nothing. */
static void add_memfd(struct str *out, const struct region *r, bool ascii)
{
	static const char deleted[] = " (deleted)";
	const char *name = r->name + (*r->name == '/');
	size_t n = strlen(name), tail = sizeof deleted - 1;

	if (strncmp(name, "memfd:", 6) != 0)
		str_adds(out, "memfd:");
	if (n > tail && !strcmp(name + n - tail, deleted))
		n -= tail;
	text_safe(out, name, n, ascii);
}

static void add_sysv(struct str *out, const struct region *r)
{
	str_addf(out, "sysv %" PRId64 " key 0x%08" PRIx64, r->owner, r->key);
	if (r->attaches != EV_UNKNOWN)
		str_addf(out, " %" PRIu64 " att", r->attaches);
}

/* Kinds that have one word, used where the kernel gave no name. */
static const struct { const char *word; bool named; } words[KINDS] = {
	[KIND_ANON] = { "anon", true },
	[KIND_PROGRAM] = { "program", true },
	[KIND_LIBRARY] = { "library", true },
	[KIND_FILE] = { "file", true },
	[KIND_HEAP] = { "[heap]", false },
	[KIND_STACK] = { "[stack]", false },
	[KIND_RESERVE] = { "reserved", false },
	[KIND_SHARED_ANON] = { "shared anon", false },
	[KIND_VDSO] = { "[vdso]", true },
	[KIND_SPECIAL] = { "special", true },
};

void region_what(struct str *out, const struct region *r, bool ascii)
{
	switch (r->kind) {
	case KIND_THREAD_STACK:
		add_of(out, "stack", r->owner);
		break;
	case KIND_GUARD:
		add_of(out, r->owner > 0 ? "guard: stack" : "guard", r->owner);
		break;
	case KIND_ARENA:
		add_of(out, "malloc arena", arena_tid(r));
		break;
	case KIND_ARENA_RESERVE:
		add_of(out, "reserved: arena", arena_tid(r));
		break;
	case KIND_SYSV:
		add_sysv(out, r);
		break;
	case KIND_POSIX_SHM:
		add_posix_shm(out, r, ascii);
		break;
	case KIND_MEMFD:
		add_memfd(out, r, ascii);
		break;
	default:
		if (words[r->kind].named && *r->name)
			add_name(out, r->name, ascii);
		else
			str_adds(out, words[r->kind].word);
		break;
	}
}

void region_short(struct str *out, const struct region *r, bool ascii)
{
	const char *slash = is_file(r) ? strrchr(r->name, '/') : NULL;

	if (slash && slash[1])
		add_name(out, slash + 1, ascii);
	else
		region_what(out, r, ascii);
}

bool region_same_file(const struct region *a, const struct region *b)
{
	return is_file(a) && is_file(b) && a->inode == b->inode &&
	       a->dev == b->dev && *a->name && !strcmp(a->name, b->name);
}
