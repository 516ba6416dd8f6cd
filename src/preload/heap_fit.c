/* SPDX-License-Identifier: 0BSD */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_fit.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The kernel follows at most this many "#!" lines. */
#define SCRIPTS_MAX 5
#define PARTS_MAX 32
#define DYNAMIC_MAX 512
#define NAME_MAX_BYTES 64

#if defined __x86_64__
#define MACHINE EM_X86_64
#elif defined __aarch64__
#define MACHINE EM_AARCH64
#elif defined __i386__
#define MACHINE EM_386
#endif

#define CLASS (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32)
#define DATA (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? ELFDATA2MSB \
						      : ELFDATA2LSB)

struct elf {
	int fd;
	unsigned n;
	ElfW(Phdr) parts[PARTS_MAX];
	/* Addresses from the dynamic section; 0: there is no such entry. */
	ElfW(Addr) names, symbols, hash, soname;
	bool has_names, has_soname, early;
};

static bool read_all(int fd, void *to, size_t n, uint64_t at)
{
	return at <= INT64_MAX && pread(fd, to, n, (off_t)at) == (ssize_t)n;
}

/* ---- names --------------------------------------------------------------- */

static bool begins(const char *s, const char *with)
{
	return strncmp(s, with, strlen(with)) == 0;
}

/* True for runtimes of sanitizers that replace the allocator.  Such a runtime
 * must be loaded first, or cannot handle calls before it has started. */
static bool is_sanitizer(const char *name)
{
	static const char *const kinds[] = { "asan", "hwasan", "lsan", "memprof",
					     "msan", "tsan", NULL };
	const char *kind = name;

	if (begins(name, "libclang_rt."))
		kind += strlen("libclang_rt.");
	else if (begins(name, "lib"))
		kind += strlen("lib");
	else
		return false;
	for (const char *const *k = kinds; *k; k++)
		if (begins(kind, *k) && strchr(".-_", kind[strlen(*k)]))
			return true;
	return false;
}

bool heap_fit_forbidden(const char *preloads)
{
	while (preloads && *preloads) {
		size_t n = strcspn(preloads, ": ");
		const char *name = preloads;

		for (size_t i = 0; i < n; i++)
			if (preloads[i] == '/')
				name = preloads + i + 1;
		if (is_sanitizer(name))
			return true;
		preloads += n + (preloads[n] != '\0');
	}
	return false;
}

/* True for /lib64/ld-linux-x86-64.so.2, also in another folder, and for
 * ld64.so.2. */
static bool is_loader(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	return begins(name, "ld-linux") || begins(name, "ld.so.") ||
	       begins(name, "ld64.so.");
}

/* ---- ELF files ----------------------------------------------------------- */

static uint64_t offset_of(const struct elf *e, ElfW(Addr) at)
{
	for (unsigned i = 0; i < e->n; i++) {
		const ElfW(Phdr) *p = &e->parts[i];

		if (p->p_type == PT_LOAD && at - p->p_vaddr < p->p_filesz)
			return p->p_offset + (at - p->p_vaddr);
	}
	return UINT64_MAX;
}

/* Reads a name, truncated to the size of the buffer. */
static bool read_name(const struct elf *e, ElfW(Addr) at,
		      char name[NAME_MAX_BYTES])
{
	uint64_t where = offset_of(e, at);
	ssize_t n = where > INT64_MAX ? -1 :
		    pread(e->fd, name, NAME_MAX_BYTES - 1, (off_t)where);

	name[n > 0 ? n : 0] = '\0';
	return n > 0;
}

static void take_entry(struct elf *e, const ElfW(Dyn) *d)
{
	switch (d->d_tag) {
	case DT_STRTAB:
		e->names = d->d_un.d_ptr;
		e->has_names = true;
		break;
	case DT_SYMTAB:
		e->symbols = d->d_un.d_ptr;
		break;
	case DT_GNU_HASH:
		e->hash = d->d_un.d_ptr;
		break;
	case DT_SONAME:
		e->soname = d->d_un.d_val;
		e->has_soname = true;
		break;
	case DT_PREINIT_ARRAY:
		e->early = true;
		break;
	default:
		break;
	}
}

/* Calls each() for every entry of the dynamic section, until it returns true. */
static bool each_entry(struct elf *e,
		       bool (*each)(struct elf *e, const ElfW(Dyn) *d))
{
	const ElfW(Phdr) *part = NULL;
	ElfW(Dyn) some[16];

	for (unsigned i = 0; i < e->n; i++)
		if (e->parts[i].p_type == PT_DYNAMIC)
			part = &e->parts[i];
	for (unsigned i = 0; part && i < DYNAMIC_MAX; i++) {
		const ElfW(Dyn) *d = &some[i % 16];
		uint64_t at = part->p_offset + (uint64_t)i * sizeof *d;

		if (i % 16 == 0 && (at > INT64_MAX ||
				    pread(e->fd, some, sizeof some,
					  (off_t)at) <= 0))
			return false;
		if (d->d_tag == DT_NULL)
			return false;
		if (each(e, d))
			return true;
	}
	return false;
}

static bool note_entry(struct elf *e, const ElfW(Dyn) *d)
{
	take_entry(e, d);
	return false;
}

static bool needs_sanitizer(struct elf *e, const ElfW(Dyn) *d)
{
	char name[NAME_MAX_BYTES];

	return d->d_tag == DT_NEEDED && e->has_names &&
	       read_name(e, e->names + d->d_un.d_val, name) &&
	       is_sanitizer(name);
}

/* True if the file exports the symbol, according to its GNU hash table. */
static bool exports(const struct elf *e, const char *symbol)
{
	uint32_t head[4], hash = 5381, i, chain = 0;
	char name[NAME_MAX_BYTES];
	uint64_t at = e->hash ? offset_of(e, e->hash) : UINT64_MAX;
	ElfW(Sym) s;

	for (const char *c = symbol; *c; c++)
		hash = hash * 33 + (unsigned char)*c;
	/* Header of DT_GNU_HASH: number of buckets, first symbol, number of
	 * words of the Bloom filter, its shift. */
	if (!e->symbols || !e->has_names ||
	    !read_all(e->fd, head, sizeof head, at) || !head[0])
		return false;
	at += sizeof head + (uint64_t)head[2] * sizeof(ElfW(Addr));
	if (!read_all(e->fd, &i, sizeof i, at + hash % head[0] * 4ull))
		return false;
	at += head[0] * 4ull;
	for (unsigned steps = 0; i >= head[1] && i && steps < 64 && !(chain & 1);
	     i++, steps++) {
		if (!read_all(e->fd, &chain, sizeof chain,
			      at + (i - head[1]) * 4ull))
			return false;
		if ((chain | 1) == (hash | 1) &&
		    read_all(e->fd, &s, sizeof s,
			     offset_of(e, e->symbols + i * sizeof s)) &&
		    read_name(e, e->names + s.st_name, name) &&
		    strcmp(name, symbol) == 0)
			return s.st_shndx != SHN_UNDEF;
	}
	return false;
}

/* If a runtime is linked statically, it starts from DT_PREINIT_ARRAY, and the
 * program exports the runtime's malloc.  MSan also exports __msan_init. */
static bool has_sanitizer(struct elf *e)
{
	return each_entry(e, needs_sanitizer) ||
	       (e->early && exports(e, "malloc")) || exports(e, "__msan_init");
}

static enum heap_fit fit_of(struct elf *e, const ElfW(Phdr) *interpreter)
{
	char name[NAME_MAX_BYTES] = "";
	size_t n, skip;

	(void)each_entry(e, note_entry);
	if (!interpreter) {
		/* A file without an interpreter may be the loader itself, run
		 * as a program: the loader reads LD_PRELOAD. */
		return e->has_soname && e->has_names &&
		       read_name(e, e->names + e->soname, name) &&
		       is_loader(name) ? HEAP_FIT : HEAP_FIT_STATIC;
	}
	/* If the path is too long for the buffer, reads only its end. */
	n = interpreter->p_filesz;
	skip = n < sizeof name ? 0 : n - (sizeof name - 1);
	if (read_all(e->fd, name, n - skip, interpreter->p_offset + skip) &&
	    !is_loader(name))
		return HEAP_FIT_LOADER;
	return has_sanitizer(e) ? HEAP_FIT_SANITIZER : HEAP_FIT;
}

static enum heap_fit elf_fit(int fd, const ElfW(Ehdr) *head)
{
	struct elf e = { .fd = fd, .n = head->e_phnum };
	const ElfW(Phdr) *interpreter = NULL;

	if (head->e_ident[EI_CLASS] != CLASS || head->e_ident[EI_DATA] != DATA)
		return HEAP_FIT_MACHINE;
#ifdef MACHINE
	if (head->e_machine != MACHINE)
		return HEAP_FIT_MACHINE;
#endif
	if (head->e_phentsize != sizeof *e.parts || e.n > PARTS_MAX ||
	    !read_all(fd, e.parts, e.n * sizeof *e.parts, head->e_phoff))
		return HEAP_FIT;
	for (unsigned i = 0; i < e.n; i++)
		if (e.parts[i].p_type == PT_INTERP)
			interpreter = &e.parts[i];
	return fit_of(&e, interpreter);
}

/* ---- files --------------------------------------------------------------- */

/* Opens only regular files: opening a device or a FIFO could have side
 * effects. */
static int open_regular(int dir, const char *path)
{
	struct stat st;

	if (fstatat(dir, path, &st, 0) < 0 || !S_ISREG(st.st_mode))
		return -1;
	return openat(dir, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

/* From "#! /bin/sh -e" returns "/bin/sh", in place.  NULL: not a script. */
static char *interpreter_of(char *line)
{
	char *from;

	if (line[0] != '#' || line[1] != '!')
		return NULL;
	line[strcspn(line, "\n")] = '\0';
	from = line + 2 + strspn(line + 2, " \t");
	from[strcspn(from, " \t")] = '\0';
	return *from ? from : NULL;
}

static bool gets_rights(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 &&
	       ((st.st_mode & S_ISUID && st.st_uid != geteuid()) ||
		(st.st_mode & S_ISGID && st.st_mode & S_IXGRP &&
		 st.st_gid != getegid()));
}

/* Checks one file.  Sets `next` to the interpreter if the file is a script,
 * otherwise to "".  Closes fd unless it is `keep`. */
static enum heap_fit fit_once(int fd, int keep, char *next)
{
	/* Like the kernel, reads only the first 256 bytes of a script. */
	union { ElfW(Ehdr) elf; char text[256 + 1]; } head = { .text = "" };
	ssize_t n = pread(fd, head.text, sizeof head.text - 1, 0);
	enum heap_fit fit = HEAP_FIT;
	const char *script;

	*next = '\0';
	if (n >= EI_NIDENT && memcmp(head.text, ELFMAG, SELFMAG) == 0) {
		fit = elf_fit(fd, &head.elf);
		if (fit == HEAP_FIT && gets_rights(fd))
			fit = HEAP_FIT_SECURE;
	} else if (n > 2) {
		head.text[n] = '\0';
		script = interpreter_of(head.text);
		if (script)
			memcpy(next, script, strlen(script) + 1);
	}
	if (fd != keep)
		close(fd);
	return fit;
}

enum heap_fit heap_fit_fd(int fd)
{
	enum heap_fit fit = HEAP_FIT;
	char next[256 + 1];
	int at = fd;

	for (unsigned i = 0; at >= 0 && i <= SCRIPTS_MAX; i++) {
		fit = fit_once(at, fd, next);
		at = *next ? open_regular(AT_FDCWD, next) : -1;
	}
	if (at >= 0 && at != fd)
		close(at);
	return fit;
}

enum heap_fit heap_fit_at(int dir, const char *path)
{
	int fd = open_regular(dir, path);
	enum heap_fit fit = fd < 0 ? HEAP_FIT : heap_fit_fd(fd);

	if (fd >= 0)
		close(fd);
	return fit;
}

/* Sets `place` to the next path that execvp() would try.  Returns false if the
 * path is too long. */
static bool next_place(const char **path, const char *name,
		       char place[PATH_MAX])
{
	size_t n = strcspn(*path, ":"), len = strlen(name) + 1;

	if (n + 1 + len > PATH_MAX)
		return false;
	memcpy(place, *path, n);
	if (n)
		place[n++] = '/';
	memcpy(place + n, name, len);
	return true;
}

enum heap_fit heap_fit_named(const char *name, const char *path)
{
	char place[PATH_MAX];
	struct stat st;

	if (strchr(name, '/'))
		return heap_fit_at(AT_FDCWD, name);
	for (path = path ? path : "/bin:/usr/bin"; ; path++) {
		if (next_place(&path, name, place) &&
		    stat(place, &st) == 0 && S_ISREG(st.st_mode) &&
		    access(place, X_OK) == 0)
			return heap_fit_at(AT_FDCWD, place);
		path += strcspn(path, ":");
		if (!*path)
			return HEAP_FIT;
	}
}
