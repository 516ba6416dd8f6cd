/* SPDX-License-Identifier: 0BSD */
/*
 * ALLOCATION_TRACE=FILE and MMAP_TRACE=FILE: writes the text format of
 * memory_tracker, one line for each call.
 *
 *	malloc: 0x55d0c2a0 0x28 /usr/bin/cat main 0x401136
 *	free: 0x55d0c2a0 /usr/bin/cat main 0x40115c
 *	free(realloc): ADDR ... and malloc(realloc): ADDR 0xSIZE ...
 *	realloc(failed): ADDR ...	instead of malloc(realloc): not freed
 *	mmap: ADDR 0xSIZE ...    munmap: ADDR 0xSIZE ...
 *	mmap(syscall): ADDR 0xSIZE ...	MMAP_TRACE (heap_maps.c)
 *
 * Each line is one write() with O_APPEND.  So the kernel orders the lines of
 * all threads and signal handlers, and the lines remain if the program is
 * killed.  A child writes to FILE.PID, since it has another address space.
 * Blanks and control characters in names are written as \ooo, as in
 * /proc/mounts.
 *
 * If the variable is not set, lines go to descriptor 2, unless the program has
 * replaced that file.  The library does not duplicate the descriptor: if it is
 * a pipe, its reader must see the end when the program closes it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_private.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Use high descriptors: a program expects the low numbers for its own files. */
#define FD_LEAST 100

static struct heap_output {
	int fd;
	dev_t dev;
	ino_t ino;		/* identify the file at fd: the program may have
				 * closed fd and opened another file */
	uint32_t life;
	char path[PATH_MAX];	/* absolute path; "": lines go to descriptor
				 * 2 */
} texts[] = { [HEAP_TEXT_CALLS] = { .fd = -1 }, [HEAP_TEXT_MAPS] = { .fd = -1 } };

static char exe[PATH_MAX];

struct report_line {
	char *p, *end;
};

static void add(struct report_line *l, const char *s)
{
	while (*s && l->p < l->end)
		*l->p++ = *s++;
}

static void add_number(struct report_line *l, uintptr_t n, unsigned base)
{
	char digits[24];
	unsigned i = sizeof digits;

	digits[--i] = '\0';
	do {
		digits[--i] = "0123456789abcdef"[n % base];
		n /= base;
	} while (n);
	add(l, digits + i);
}

static void add_hex(struct report_line *l, uintptr_t n)
{
	add(l, " 0x");
	add_number(l, n, 16);
}

/* Adds a name, with blanks escaped so that it is one word. */
static void add_name(struct report_line *l, const char *name)
{
	add(l, " ");
	for (; *name && l->p < l->end; name++) {
		unsigned char c = (unsigned char)*name;
		char escaped[] = { '\\', (char)('0' + (c >> 6)),
				   (char)('0' + (c >> 3 & 7)),
				   (char)('0' + (c & 7)), '\0' };

		if (c <= ' ' || c == 0x7f || c == '\\')
			add(l, escaped);
		else
			*l->p++ = (char)c;
	}
}

/* ---- callers ------------------------------------------------------------ */

/* dladdr() takes a lock.  Another thread may hold the lock while it waits for
 * this thread (in dlopen(), for a constructor).  The functions below take no
 * lock. */
#ifdef DLFO_STRUCT_HAS_EH_DBASE
extern int _dl_find_object(void *, struct dl_find_object *)
	__attribute__((weak));

struct object_symbols {
	const ElfW(Sym) *table;
	const char *names;
	const uint32_t *gnu;
	const ElfW(Word) *sysv;
};

/* The loader has already relocated the addresses in the dynamic section, except
 * those of the vdso. */
static const void *address(const struct link_map *map, ElfW(Addr) p)
{
	return (const void *)(p < map->l_addr ? p + map->l_addr : p);
}

static size_t count_gnu(const uint32_t *gnu)
{
	uint32_t buckets = gnu[0], first = gnu[1], last = 0;
	const uint32_t *bucket, *chain;

	bucket = gnu + 4 + (size_t)gnu[2] * (sizeof(ElfW(Addr)) / 4);
	chain = bucket + buckets;
	for (uint32_t i = 0; i < buckets; i++)
		if (bucket[i] > last)
			last = bucket[i];
	if (last < first)
		return first;
	while (!(chain[last - first] & 1))
		last++;
	return (size_t)last + 1;
}

static bool find_symbols(const struct link_map *map, struct object_symbols *out)
{
	struct object_symbols s = { 0 };

	for (const ElfW(Dyn) *d = map->l_ld; d && d->d_tag != DT_NULL; d++) {
		const void *at = address(map, d->d_un.d_ptr);

		if (d->d_tag == DT_SYMTAB)
			s.table = at;
		else if (d->d_tag == DT_STRTAB)
			s.names = at;
		else if (d->d_tag == DT_GNU_HASH)
			s.gnu = at;
		else if (d->d_tag == DT_HASH)
			s.sysv = at;
	}
	*out = s;
	return s.table && s.names && (s.gnu || s.sysv);
}

static bool holds(const ElfW(Sym) *sym, uintptr_t offset)
{
	unsigned type = sym->st_info & 0xf;

	return sym->st_shndx != SHN_UNDEF && sym->st_name && sym->st_value &&
	       (type == STT_FUNC || type == STT_GNU_IFUNC ||
		type == STT_NOTYPE) && sym->st_value <= offset &&
	       (!sym->st_size || offset - sym->st_value < sym->st_size);
}

static const char *symbol_of(const struct link_map *map, uintptr_t addr)
{
	const ElfW(Sym) *best = NULL;
	struct object_symbols s;
	size_t n;

	if (!find_symbols(map, &s))
		return NULL;
	n = s.sysv ? s.sysv[1] : count_gnu(s.gnu);
	for (size_t i = 0; i < n; i++)
		if (holds(&s.table[i], addr - map->l_addr) &&
		    (!best || s.table[i].st_value > best->st_value))
			best = &s.table[i];
	return best ? s.names + best->st_name : NULL;
}

static bool find_caller(uintptr_t caller, const char **library,
			const char **symbol)
{
	struct dl_find_object found;

	if (!_dl_find_object || _dl_find_object((void *)caller, &found) != 0)
		return false;
	*library = found.dlfo_link_map->l_name;
	*symbol = symbol_of(found.dlfo_link_map, caller - 1);
	return true;
}
#else
static bool find_caller(uintptr_t caller, const char **library,
			const char **symbol)
{
	Dl_info info;

	if (!dladdr((void *)(caller - 1), &info))
		return false;
	*library = info.dli_fname;
	*symbol = info.dli_sname;
	return true;
}
#endif

static void add_caller(struct report_line *l, uintptr_t caller)
{
	const char *library = NULL, *symbol = NULL;

	if (!find_caller(caller, &library, &symbol))
		library = NULL;
	else if (!library || !*library)
		library = exe;
	add_name(l, library && *library ? library : "(null)");
	add_name(l, symbol ? symbol : "(null)");
	add_hex(l, caller);
	add(l, "\n");
}

/* ---- the file ----------------------------------------------------------- */

static bool remember(struct heap_output *t, int fd)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return false;
	t->dev = st.st_dev;
	t->ino = st.st_ino;
	t->fd = fd;
	return true;
}

static bool adopt(struct heap_output *t, int fd)
{
	int high;

	if (fd < 0)
		return false;
	high = fcntl(fd, F_DUPFD_CLOEXEC, FD_LEAST);
	if (high >= 0) {
		close(fd);
		fd = high;
	}
	if (remember(t, fd))
		return true;
	close(fd);
	return false;
}

static int open_file(const char *path, int flags)
{
	return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY |
		    O_NONBLOCK | flags, 0666);
}

static bool open_own(struct heap_output *t)
{
	char path[PATH_MAX + 16];
	struct report_line l = { path, path + sizeof path - 1 };

	add(&l, t->path);
	add(&l, ".");
	add_number(&l, (uintptr_t)getpid(), 10);
	*l.p = '\0';
	return adopt(t, open_file(path, O_TRUNC));
}

/* Opens FILE for the first process, which holds a lock on it.  If FILE is
 * already locked, this program was started by another traced program, and opens
 * a file of its own. */
static bool open_first(struct heap_output *t)
{
	int fd = open_file(t->path, 0);
	struct stat st;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
			close(fd);
			return open_own(t);
		}
		if (ftruncate(fd, 0) < 0) {
			close(fd);
			return false;
		}
	}
	return adopt(t, fd);
}

static bool is_ours(const struct heap_output *t)
{
	struct stat st;

	return t->fd >= 0 && fstat(t->fd, &st) == 0 && st.st_dev == t->dev &&
	       st.st_ino == t->ino;
}

/* Returns false if the file could not be opened, or has been closed by the
 * program.  After a fork, opens the child's own file. */
static bool is_open(struct heap_output *t)
{
	uint32_t life = heap_life_now();

	if (life != t->life && t->path[0]) {
		t->life = life;
		if (is_ours(t))
			close(t->fd);
		t->fd = -1;
		(void)open_own(t);
	}
	return is_ours(t);
}

static bool set_path(struct heap_output *t, const char *name)
{
	struct report_line l = { t->path, t->path + sizeof t->path - 1 };

	if (*name != '/') {
		if (!getcwd(t->path, sizeof t->path / 2))
			return false;
		l.p += strlen(t->path);
		add(&l, "/");
	}
	add(&l, name);
	*l.p = '\0';
	return true;
}

bool heap_text_open(enum heap_text which, const char *name)
{
	struct heap_output *t = &texts[which];
	ssize_t n;

	n = readlink("/proc/self/exe", exe, sizeof exe - 1);
	exe[n > 0 ? n : 0] = '\0';
	t->life = heap_life_now();
	if (!name)
		return remember(t, STDERR_FILENO);
	return *name && set_path(t, name) && open_first(t);
}

/* Blocks the signals that would end the program when the library writes to a
 * pipe without a reader, or to a file at RLIMIT_FSIZE.  Returns false if it
 * cannot block them. */
static bool begin_quiet(sigset_t *both, sigset_t *before)
{
	sigset_t pending;

	sigemptyset(both);
	sigaddset(both, SIGPIPE);
	sigaddset(both, SIGXFSZ);
	if (sigprocmask(SIG_BLOCK, both, before) < 0)
		return false;
	/* Signals that are already pending must stay pending: do not fetch
	 * them. */
	if ((sigismember(before, SIGPIPE) || sigismember(before, SIGXFSZ)) &&
	    sigpending(&pending) == 0) {
		if (sigismember(&pending, SIGPIPE))
			sigdelset(both, SIGPIPE);
		if (sigismember(&pending, SIGXFSZ))
			sigdelset(both, SIGXFSZ);
	}
	return true;
}

static void write_quietly(struct heap_output *t, const char *buf, size_t n)
{
	const struct timespec at_once = { 0 };
	sigset_t both, before;

	if (!begin_quiet(&both, &before))
		return;
	if (write(t->fd, buf, n) < 0 && (errno == EPIPE || errno == EFBIG))
		while (sigtimedwait(&both, NULL, &at_once) < 0 &&
		       errno == EINTR)
			;
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* ---- lines -------------------------------------------------------------- */

static const char *const names[HEAP_OPS] = {
	[HEAP_MALLOC] = "malloc",
	[HEAP_CALLOC] = "calloc",
	[HEAP_REALLOC] = "malloc(realloc)",
	[HEAP_REALLOCARRAY] = "malloc(realloc)",
	[HEAP_MEMALIGN] = "memalign",
	[HEAP_POSIX_MEMALIGN] = "posix_memalign",
	[HEAP_ALIGNED_ALLOC] = "aligned_alloc",
	[HEAP_VALLOC] = "valloc",
	[HEAP_PVALLOC] = "pvalloc",
	[HEAP_FREE_BLOCK] = "free",
	[HEAP_MMAP] = "mmap",
	[HEAP_MUNMAP] = "munmap",
	[HEAP_MREMAP] = "mmap(mremap)",
};

static void put(struct heap_output *t, const char *name, uintptr_t addr,
		const uintptr_t *size, uintptr_t caller)
{
	char buf[2048];
	struct report_line l = { buf, buf + sizeof buf };

	if (!is_open(t))
		return;
	add(&l, name);
	add(&l, ":");
	add_hex(&l, addr);
	if (size)
		add_hex(&l, *size);
	add_caller(&l, caller);
	/* The line was too long for the buffer and was cut: end it here. */
	if (l.p == l.end)
		l.p[-1] = '\n';
	write_quietly(t, buf, (size_t)(l.p - buf));
}

void heap_text_note(const struct heap_call *call)
{
	/* realloc(p, 0) only frees, and the line "free(realloc)" has been
	 * written already. */
	if (call->addr)
		put(&texts[HEAP_TEXT_CALLS], names[call->op], call->addr,
		    call->op == HEAP_FREE_BLOCK ? NULL : &call->size,
		    call->caller);
}

void heap_text_begin(const struct heap_call *call)
{
	put(&texts[HEAP_TEXT_CALLS], "free(realloc)", call->old, NULL,
	    call->caller);
}

void heap_text_undo(const struct heap_call *call)
{
	put(&texts[HEAP_TEXT_CALLS], "realloc(failed)", call->old, NULL,
	    call->caller);
}

void heap_text_map(const char *name, uintptr_t addr, uintptr_t size,
		   uintptr_t caller)
{
	put(&texts[HEAP_TEXT_MAPS], name, addr, &size, caller);
}
