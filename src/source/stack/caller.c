/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/stack/caller.h"

#include <string.h>

#include "event/owner.h"

#define NAME_KEPT 200

enum code_part { PART_CODE, PART_LIBC, PART_LOADER, PART_KERNEL };

/* The frames between the call and the program's own code. */
struct passed_frames {
	bool malloc, thread, tls, loader;
	struct bytes libc_file, last;	/* `last`: function of the frame passed
					 * last */
};

static bool is_one_of(struct bytes name, const char *const *names)
{
	for (; *names; names++)
		if (name.len == strlen(*names) &&
		    !memcmp(name.data, *names, name.len))
			return true;
	return false;
}

static bool begins(struct bytes name, const char *text)
{
	return name.len >= strlen(text) &&
	       !memcmp(name.data, text, strlen(text));
}

static bool is_mmap(struct bytes f)
{
	static const char *const names[] = {
		"mmap", "mmap64", "__mmap", "__mmap64", "mremap", "__mremap",
		NULL,
	};

	return is_one_of(f, names);
}

static bool is_malloc(struct bytes f)
{
	static const char *const names[] = {
		"malloc", "calloc", "realloc", "reallocarray", "memalign",
		"aligned_alloc", "posix_memalign", "valloc", "pvalloc",
		"__libc_malloc", "__libc_calloc", "__libc_realloc",
		"__libc_memalign", "__libc_valloc", "__libc_pvalloc",
		"__libc_reallocarray", "__posix_memalign", "_int_malloc",
		"_int_realloc", "_int_memalign", "sysmalloc", "sysmalloc_mmap",
		"mremap_chunk", "new_heap", "alloc_new_heap", "arena_get2",
		NULL,
	};

	return is_one_of(f, names);
}

static bool is_thread(struct bytes f)
{
	static const char *const names[] = {
		"pthread_create", "__pthread_create_2_1", "__pthread_create",
		"allocate_stack", "thrd_create", "__thrd_create", NULL,
	};

	return is_one_of(f, names);
}

static bool is_tls(struct bytes f)
{
	static const char *const names[] = {
		"__tls_get_addr", "___tls_get_addr", "tls_get_addr_tail",
		"allocate_dtv_entry", "init_tls", "update_get_addr", NULL,
	};

	return is_one_of(f, names) || begins(f, "_dl_allocate_tls") ||
	       begins(f, "_dl_tls");
}

static struct bytes file_of(struct bytes path)
{
	const char *slash = path.len ? memrchr(path.data, '/', path.len) : NULL;
	size_t n = slash ? (size_t)(slash + 1 - (const char *)path.data) : 0;

	return (struct bytes){ (const char *)path.data + n, path.len - n };
}

static enum code_part part_of(struct bytes file)
{
	if (begins(file, "[vdso"))
		return PART_KERNEL;
	if (begins(file, "ld-linux") || begins(file, "ld-2.") ||
	    begins(file, "ld64.so") || begins(file, "ld.so"))
		return PART_LOADER;
	/* mmtop's own library counts as libc: it replaces functions of libc. */
	return begins(file, "libc.so") || begins(file, "libc-2.") ||
	       begins(file, "libpthread") || begins(file, "ld-musl") ||
	       begins(file, "libmmtop-heap.so") ? PART_LIBC : PART_CODE;
}

/* True if f is a function of libc in a static program. */
static bool is_static_libc(const struct caller_way *way, struct bytes f)
{
	return is_mmap(f) || (!way->libc && !way->loader &&
			      (is_malloc(f) || is_thread(f)));
}

bool caller_is_between(struct caller_way *way, const struct stack_entry *e)
{
	enum code_part part = part_of(file_of(e->module));
	bool between = part != PART_CODE || is_static_libc(way, e->function);

	way->loader |= part == PART_LOADER;
	way->libc |= part == PART_LIBC;
	return between;
}

static void pass(struct passed_frames *p, const struct stack_entry *e)
{
	struct bytes file = file_of(e->module);
	enum code_part part = part_of(file);

	p->loader |= part == PART_LOADER;
	p->malloc |= is_malloc(e->function);
	p->thread |= is_thread(e->function);
	p->tls |= is_tls(e->function);
	if (part == PART_KERNEL)
		return;
	if (part == PART_LIBC)
		p->libc_file = file;
	p->last = e->function;
}

static void put_code(struct str *code, struct bytes file, struct bytes function)
{
	char last;

	str_add(code, file.data, file.len < NAME_KEPT ? file.len : NAME_KEPT);
	if (!function.len)
		return;
	last = ((const char *)function.data)[function.len - 1];
	str_adds(code, ": ");
	str_add(code, function.data,
		function.len < NAME_KEPT ? function.len : NAME_KEPT);
	if (function.len > NAME_KEPT)
		str_adds(code, "...");
	/* Do not add parentheses after a C++ name such as operator(). */
	else if (last != ')')
		str_adds(code, "()");
}

static struct owner judge(const struct passed_frames *p, struct bytes file,
			  struct bytes function, struct str *code)
{
	struct owner o = { .whose = WHOSE_UNKNOWN };

	if (p->malloc && p->tls) {
		o.whose = WHOSE_TLS;
	} else if (p->malloc) {
		o.whose = WHOSE_MALLOC;
		if (file.len)
			put_code(code, file, function);
	} else if (p->thread) {
		o.whose = WHOSE_STACK;
	} else if (p->loader) {
		o.whose = p->tls ? WHOSE_TLS : WHOSE_LOADER;
	} else if (p->last.len && !is_mmap(p->last)) {
		o.whose = WHOSE_LIBC;
		put_code(code, p->libc_file, p->last);
	} else if (file.len) {
		o.whose = WHOSE_CODE;
		put_code(code, file, function);
	}
	o.code = (struct bytes){ code->data, code->len };
	return o;
}

struct owner caller_of(const struct ev_stack *frames, struct str *code)
{
	struct stack_walk w = stack_walk(frames);
	struct caller_way way = { .libc = false };
	struct passed_frames p = { .malloc = false };
	struct stack_entry e;

	str_clear(code);
	while (stack_next(&w, &e)) {
		if (!caller_is_between(&way, &e))
			return judge(&p, file_of(e.module), e.function, code);
		pass(&p, &e);
	}
	/* The outer frames are missing.  The owner is known only if a frame of
	 * malloc, a thread function or the loader was found. */
	if (!p.malloc && !p.thread && !p.loader)
		return (struct owner){ .whose = WHOSE_UNKNOWN };
	return judge(&p, (struct bytes){ NULL, 0 }, (struct bytes){ NULL, 0 },
		     code);
}
