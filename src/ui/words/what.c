/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/what.h"

#include <inttypes.h>
#include <string.h>

#include "base/str.h"
#include "base/text.h"
#include "ui/kit/i18n.h"

static bool is_file(const struct region *r)
{
	return r->kind == KIND_PROGRAM || r->kind == KIND_LIBRARY ||
	       r->kind == KIND_FILE;
}

static void add_name(struct str *out, const char *name, bool ascii)
{
	text_safe(out, name, strlen(name), ascii);
}

/* Returns the thread of an arena: the thread that was reported, else the one
 * that mapped the arena. */
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

/* Appends the name of POSIX shared memory: shm_open(3) of glibc creates /NAME
 * as the file /dev/shm/NAME. */
static void add_posix_shm(struct str *out, const struct region *r, bool ascii)
{
	static const char dir[] = "/dev/shm";
	const char *name = r->name;

	if (!strncmp(name, dir, sizeof dir - 1) && name[sizeof dir - 1] == '/')
		name += sizeof dir - 1;
	/* TRANSLATORS: a shared memory object; its name follows. */
	str_adds(out, _("shm "));
	add_name(out, name, ascii);
}

/* Appends the name of a memfd without the suffix of "/memfd:NAME (deleted)",
 * which every memfd has. */
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
	/* TRANSLATORS: System V shared memory: its number and key, and the
	 * number of attaches. */
	str_addf(out, _("sysv %lld key 0x%08llx"), (long long)r->owner,
		 (unsigned long long)r->key);
	if (r->attaches != EV_UNKNOWN)
		str_addf(out, _(" %llu attached"), (unsigned long long)r->attaches);
}

/* The words for kinds of regions that need no more than one word.  They are
 * used if the kernel gave the region no name.  A word in brackets is the
 * kernel's own name. */
static const struct { const char *word; bool named; } words[KINDS] = {
	/* TRANSLATORS: these say what a region of memory is; the shorter the
	 * better, at most 12 columns. */
	[KIND_ANON] = { N_("anon"), true },
	[KIND_PROGRAM] = { N_("program"), true },
	[KIND_LIBRARY] = { N_("library"), true },
	[KIND_FILE] = { N_("file"), true },
	[KIND_HEAP] = { "[heap]", false },
	[KIND_STACK] = { "[stack]", false },
	[KIND_RESERVE] = { N_("reserved"), false },
	[KIND_SHARED_ANON] = { N_("shared anon"), false },
	[KIND_VDSO] = { "[vdso]", true },
	[KIND_SPECIAL] = { N_("special"), true },
};

void region_what(struct str *out, const struct region *r, bool ascii)
{
	switch (r->kind) {
	case KIND_THREAD_STACK:
		/* TRANSLATORS: a stack; the number of its thread follows, as
		 * for arenas and guards. */
		add_of(out, _("stack"), r->owner);
		break;
	case KIND_GUARD:
		add_of(out, r->owner > 0 ? _("guard: stack") : _("guard"),
		       r->owner);
		break;
	case KIND_ARENA:
		add_of(out, _("malloc arena"), arena_tid(r));
		break;
	case KIND_ARENA_RESERVE:
		add_of(out, _("reserved: arena"), arena_tid(r));
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
			str_adds(out, _(words[r->kind].word));
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

const char *region_first_words(const struct model *m, const struct process *p)
{
	return m->status.origin || p->space.generation ?
	       _("at the start of the program") : _("before tracing began");
}

bool region_is_memory(const struct region *r)
{
	return r->kind == KIND_SYSV || r->kind == KIND_POSIX_SHM ||
	       r->kind == KIND_MEMFD || r->kind == KIND_SHARED_ANON;
}

static const struct {
	const char *name;
	enum region_kind kind;		/* the kind that gives the class its
					 * colour */
} classes[CLASSES] = {
	/* TRANSLATORS: kinds of memory; at most 12 columns each. */
	[CLASS_HEAP] = { N_("Heap"), KIND_HEAP },
	[CLASS_STACK] = { N_("Stack"), KIND_STACK },
	[CLASS_PROGRAM] = { N_("Program"), KIND_PROGRAM },
	[CLASS_LIBRARY] = { N_("Libraries"), KIND_LIBRARY },
	[CLASS_FILE] = { N_("File"), KIND_FILE },
	[CLASS_ANON] = { N_("Anonymous"), KIND_ANON },
	[CLASS_SHM] = { N_("Shared"), KIND_SYSV },
	[CLASS_RESERVED] = { N_("Reserved"), KIND_RESERVE },
	[CLASS_SPECIAL] = { N_("Special"), KIND_SPECIAL },
};

enum kind_class kind_class_of(enum region_kind kind)
{
	switch (kind) {
	case KIND_HEAP:
	case KIND_ARENA: return CLASS_HEAP;
	case KIND_STACK:
	case KIND_THREAD_STACK: return CLASS_STACK;
	case KIND_PROGRAM: return CLASS_PROGRAM;
	case KIND_LIBRARY: return CLASS_LIBRARY;
	case KIND_FILE: return CLASS_FILE;
	case KIND_ANON: return CLASS_ANON;
	case KIND_SYSV:
	case KIND_POSIX_SHM:
	case KIND_MEMFD:
	case KIND_SHARED_ANON: return CLASS_SHM;
	case KIND_GUARD:
	case KIND_ARENA_RESERVE:
	case KIND_RESERVE: return CLASS_RESERVED;
	case KIND_VDSO:
	case KIND_SPECIAL:
	case KINDS: break;
	}
	return CLASS_SPECIAL;
}

const char *region_kind_name_of(int class)
{
	return class < 0 ? _("Total") : _(classes[class].name);
}

enum region_kind kind_class_kind(enum kind_class class)
{
	return classes[class].kind;
}
