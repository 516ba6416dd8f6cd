/* SPDX-License-Identifier: 0BSD */
/* Finds and maps the ring, and hands out its chunks to threads. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_chunks.h"

#if defined __x86_64__ || defined __i386__
#include <cpuid.h>
#endif
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "preload/heap_maps.h"

#ifndef F_GET_SEALS
#define F_GET_SEALS 1034
#endif
#ifndef F_SEAL_SHRINK
#define F_SEAL_SHRINK 2
#endif
#ifndef F_SEAL_GROW
#define F_SEAL_GROW 4
#endif

struct heap_ring heap_ring;

/* Index after the chunk that was taken last, and the value of heap_head.freed
 * at that time. */
static uint32_t taken_until, taken_freed;

/* Nanoseconds that the program's time namespace adds to CLOCK_MONOTONIC. */
static uint64_t shift;

uint64_t heap_ring_clock(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec - shift;
}

/* Reads `shift` from a line "monotonic  SECONDS  NANOSECONDS", see
 * time_namespaces(7).  After an exec these are the offsets of the program's own
 * namespace. */
static void read_shift(void)
{
	static const char name[] = "monotonic";
	char text[128], *end;
	int fd = open("/proc/self/timens_offsets", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
	long long seconds;

	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return;
	text[n] = '\0';
	if (strncmp(text, name, sizeof name - 1))
		return;
	seconds = strtoll(text + sizeof name - 1, &end, 10);
	shift = (uint64_t)seconds * 1000000000 +
		(uint64_t)strtoll(end, NULL, 10);
}

uint64_t heap_ring_now(void)
{
	return heap_ring.head ? heap_ticks() : 0;
}

/* ---- chunks ------------------------------------------------------------- */

void heap_ring_drop(void)
{
	__atomic_fetch_add(&heap_ring.head->dropped, 1, __ATOMIC_RELAXED);
}

/* Raises heap_head.high to `to`, so that mmtop checks all chunks with a lower
 * index. */
static void raise_high(uint32_t to)
{
	uint32_t high = __atomic_load_n(&heap_ring.head->high, __ATOMIC_RELAXED);

	while (high < to &&
	       !__atomic_compare_exchange_n(&heap_ring.head->high, &high, to, false,
					    __ATOMIC_RELEASE,
					    __ATOMIC_RELAXED))
		;
}

static bool has_prefetchw(void)
{
#if defined __x86_64__ || defined __i386__
	unsigned a, b, c = 0, d;

	return __get_cpuid(0x80000001, &a, &b, &c, &d) && c & 1u << 8;
#else
	return false;
#endif
}

/* Takes the lowest free chunk from index `from` on. */
static char *take_free_from(uint32_t from)
{
	for (uint32_t i = from; i < heap_ring.n; i++) {
		uint32_t state = __atomic_load_n(&heap_ring.chunks[i].state,
						 __ATOMIC_RELAXED);

		if (state != HEAP_FREE ||
		    !__atomic_compare_exchange_n(&heap_ring.chunks[i].state, &state,
						 HEAP_TAKEN, false,
						 __ATOMIC_ACQUIRE,
						 __ATOMIC_RELAXED))
			continue;
		raise_high(i + 1);
		__atomic_store_n(&taken_until, i + 1, __ATOMIC_RELAXED);
		return heap_ring.data + (size_t)i * HEAP_CHUNK;
	}
	return NULL;
}

/* Takes the lowest free chunk, so that few chunks ever use memory. No chunk
 * below the one taken last is free, unless mmtop has freed a chunk since
 * then. */
static char *take_free(void)
{
	uint32_t freed = __atomic_load_n(&heap_ring.head->freed,
					 __ATOMIC_RELAXED);
	uint32_t from = 0;
	char *chunk;

	if (__atomic_exchange_n(&taken_freed, freed, __ATOMIC_RELAXED) == freed)
		from = __atomic_load_n(&taken_until, __ATOMIC_RELAXED);
	chunk = take_free_from(from);
	return chunk || !from ? chunk : take_free_from(0);
}

char *heap_ring_chunk(pid_t pid, pid_t tid)
{
	char *chunk = take_free();
	struct heap_owner *owner = (struct heap_owner *)(void *)chunk;

	if (!chunk)
		return NULL;
	owner->serial = 1u + __atomic_fetch_add(&heap_ring.head->serial, 1,
						__ATOMIC_RELAXED);
	owner->base = heap_ticks();
	owner->pid = pid;
	owner->tid = tid;
	owner->image = heap_ring.image;
	heap_publish(chunk + HEAP_SLOT, chunk);
	for (unsigned i = 0; i < HEAP_AHEAD; i += 64)
		heap_want(chunk + i);
	return chunk;
}

const uint64_t *heap_ring_asked(void)
{
	return heap_ring.head ? &heap_ring.head->asked : NULL;
}

/* ---- the start ---------------------------------------------------------- */

/* The fields of HEAP_VARIABLE. */
struct given {
	int fd;
	uint64_t cookie;
	pid_t owner;
};

static bool parse(const char *text, struct given *out)
{
	char *end;
	long fd = strtol(text, &end, 10), pid;

	if (end == text || *end != ':' || fd < 0 || fd > INT32_MAX)
		return false;
	out->fd = (int)fd;
	out->cookie = strtoull(end + 1, &end, 16);
	if (*end != ':')
		return false;
	pid = strtol(end + 1, &end, 10);
	out->owner = (pid_t)pid;
	return !*end && pid > 0 && pid <= INT32_MAX;
}

/* True if fd is the ring.  The program may have closed the ring and opened
 * another file with that number, even a hostile one. */
static bool is_ring(int fd, uint64_t cookie, struct heap_head *head)
{
	int seals = fcntl(fd, F_GET_SEALS);
	struct stat st;

	return seals >= 0 && seals & F_SEAL_SHRINK && seals & F_SEAL_GROW &&
	       fstat(fd, &st) == 0 &&
	       pread(fd, head, sizeof *head, 0) == (ssize_t)sizeof *head &&
	       head->magic == HEAP_MAGIC && head->cookie == cookie &&
	       head->chunks && head->chunks <= HEAP_CHUNKS_MAX &&
	       head->frames <= HEAP_FRAMES_MAX &&
	       (uint64_t)st.st_size == heap_bytes(head->chunks);
}

/* Maps the file so that its data starts at a multiple of HEAP_CHUNK. */
static char *map_aligned(int fd, size_t size)
{
	char *room = heap_own_map(NULL, size + HEAP_CHUNK, PROT_NONE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1);
	uintptr_t at = ((uintptr_t)room + HEAP_CHUNK - 1) &
		       ~(uintptr_t)(HEAP_CHUNK - 1);
	size_t before = at - (uintptr_t)room;

	if (room == MAP_FAILED)
		return NULL;
	if (heap_own_map((void *)at, size, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_FIXED, fd) == MAP_FAILED) {
		heap_own_unmap(room, size + HEAP_CHUNK);
		return NULL;
	}
	if (before)
		heap_own_unmap(room, before);
	if (before < HEAP_CHUNK)
		heap_own_unmap((char *)at + size, HEAP_CHUNK - before);
	return (char *)at;
}

/* Stores the path "/proc/PID/fd/FD". */
static void put_path(char *to, pid_t pid, int fd)
{
	const int numbers[] = { pid, fd };
	const char *const names[] = { "/proc/", "/fd/" };
	char digits[12];

	for (unsigned i = 0; i < 2; i++) {
		unsigned n = 0, number = (unsigned)numbers[i];

		for (const char *c = names[i]; *c; c++)
			*to++ = *c;
		do
			digits[n++] = (char)('0' + number % 10);
		while ((number /= 10));
		while (n)
			*to++ = digits[--n];
	}
	*to = '\0';
}

/* Opens descriptor fd of process pid.  In this PID namespace, pid may be
 * another process, and fd any file.  So only a memfd with the ring's name is
 * opened. */
static int open_of(pid_t pid, int fd)
{
	static const char wanted[] = "/memfd:" HEAP_RING_NAME " (deleted)";
	char path[64], name[sizeof wanted];

	put_path(path, pid, fd);
	if (readlink(path, name, sizeof name) != (ssize_t)sizeof wanted - 1 ||
	    memcmp(name, wanted, sizeof wanted - 1) != 0)
		return -1;
	return open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

/* Copies fd to the fixed number `at`, under which children inherit the ring:
 * they may lack the permission to open it themselves. */
static void put_back(int fd, int at)
{
	int copy = fcntl(fd, F_DUPFD, at);

	if (copy >= 0 && copy != at)
		close(copy);
}

/* Returns the inherited descriptor of the ring.  If the program has closed it,
 * opens mmtop's or the parent's.  The caller closes the result unless it is the
 * inherited descriptor.  Returns -1 if there is none. */
static int find_ring(const struct given *g, struct heap_head *head)
{
	pid_t parent;
	int fd;

	if (is_ring(g->fd, g->cookie, head))
		return g->fd;
	fd = open_of(g->owner, g->fd);
	if (fd >= 0 && is_ring(fd, g->cookie, head))
		return fd;
	if (fd >= 0)
		close(fd);
	parent = getppid();
	fd = parent > 0 ? open_of(parent, g->fd) : -1;
	if (fd >= 0 && is_ring(fd, g->cookie, head)) {
		put_back(fd, g->fd);
		return fd;
	}
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Maps the ring.  Returns NULL if it cannot be mapped, or this process may not
 * write to it. */
static char *map_ring(const struct given *g, struct heap_head *head)
{
	int fd = find_ring(g, head);
	struct stat st;
	char *at = NULL;

	if (fd < 0)
		return NULL;
	heap_ring.fd = g->fd;
	if (fstat(fd, &st) == 0 &&
	    heap_bytes(head->chunks) < SIZE_MAX - HEAP_CHUNK &&
	    (head->follow || head->root == getpid()))
		at = map_aligned(fd, (size_t)heap_bytes(head->chunks));
	heap_ring.dev = st.st_dev;
	heap_ring.ino = st.st_ino;
	if (fd != g->fd)
		close(fd);
	return at;
}

bool heap_ring_open(const char *text)
{
	struct heap_head head;
	struct given given;
	char *at = parse(text, &given) ? map_ring(&given, &head) : NULL;

	if (!at)
		return false;
	heap_ring.head = (struct heap_head *)(void *)at;
	heap_ring.chunks = (struct heap_chunk *)(void *)(at + HEAP_PAGE);
	heap_ring.data = at + heap_data_at(head.chunks);
	heap_ring.n = head.chunks;
	heap_ring.frames = head.frames;
	heap_ring.follow = head.follow;
	heap_ring.ticks = head.ticks;
	if (!head.ticks)
		read_shift();
	heap_ring.exact = head.exact;
	heap_ring.image = getauxval(AT_RANDOM);
	heap_ring.wants = has_prefetchw();
	heap_ring.has_key = pthread_key_create(&heap_ring.key, heap_ring_end_thread) == 0;
	return true;
}
