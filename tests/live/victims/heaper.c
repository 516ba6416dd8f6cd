/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Allocates and frees memory by every function there is, and writes a list of
 * unfreed blocks.
 *
 *	heaper DIR THREADS CALLS [FORKS]
 *	heaper DIR steps CALLS [deep]	one thread, interrupted at every single
 *					instruction of libmmtop-heap.so by a
 *					handler that allocates, too; deep: the
 *					library also records stacks
 *
 * Each process writes DIR/PID at its end, and allocates nothing after that:
 *
 *	text START END		its own code; other callers are ignored
 *	frees N			of blocks that its parent had allocated
 *	left ADDR SIZE		one for each unfreed block, in hex
 *	page ADDR		one for each mapping
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define THREADS_MAX 64
#define HELD 256		/* blocks that a thread holds */
#define SHARED 64		/* slots in which threads exchange blocks */
#define MAPPED 512		/* pages that the handler holds */
#define FORKS_MAX 16

struct block {
	void *p;
	size_t size;
	pid_t pid;		/* the process that allocated it */
};

extern char __executable_start[], etext[];

static struct block held[THREADS_MAX][HELD];
static _Atomic(struct block *) shared[SHARED];
static struct block pool[THREADS_MAX][SHARED * 4];
static struct block tails[THREADS_MAX];
static void *mapped[MAPPED];
static atomic_int n_mapped;
static long calls;
static _Atomic pid_t self;
static atomic_long foreign_frees;
static pthread_key_t key;

static void must(int good, const char *what)
{
	if (!good) {
		perror(what);
		_exit(9);
	}
}

static uint32_t next(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static void release(struct block *b)
{
	if (b->pid != self)
		atomic_fetch_add(&foreign_frees, 1);
	free(b->p);
	b->p = NULL;
}

static size_t page_up(size_t n)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (n + page - 1) / page * page;
}

static void get(struct block *b, uint32_t *seed)
{
	size_t n = next(seed) % 400 + 1;

	b->size = n;
	b->pid = self;
	switch (next(seed) % 32) {
	case 0:
		must(posix_memalign(&b->p, 64, n) == 0, "posix_memalign");
		break;
	case 1:
		b->size = n = (n + 31) / 32 * 32;
		b->p = aligned_alloc(32, n);
		break;
	case 2:
		b->p = memalign(128, n);
		break;
	case 3:
		b->p = valloc(n);
		break;
	case 4:
		b->p = pvalloc(n);
		b->size = page_up(n);
		break;
	case 5:
		b->p = reallocarray(NULL, n, 3);
		b->size = 3 * n;
		break;
	case 6:
		b->p = realloc(NULL, n);
		break;
	case 7: case 8: case 9:
		b->p = calloc(n, 2);
		b->size = 2 * n;
		break;
	default:
		b->p = malloc(n);
	}
	must(b->p != NULL, "allocation");
	memset(b->p, 0x5a, b->size < 16 ? b->size : 16);
}

static void resize(struct block *b, uint32_t *seed)
{
	size_t n = next(seed) % 2000 + 1;
	void *p;

	if (b->pid != self)
		atomic_fetch_add(&foreign_frees, 1);
	p = next(seed) % 4 ? realloc(b->p, n) : reallocarray(b->p, 1, n);
	must(p != NULL, "realloc");
	*b = (struct block){ p, n, self };
}

/* These calls fail, and leave the block unchanged. */
static void fail(struct block *b)
{
	volatile size_t much = SIZE_MAX / 2;

	errno = 0;
	must(!realloc(b->p, much) && errno == ENOMEM, "realloc of too much");
	must(!malloc(much) && errno == ENOMEM, "malloc of too much");
	must(!reallocarray(b->p, much, 16), "reallocarray of too much");
	must(!calloc(much, 16), "calloc of too much");
	errno = 0;
	free(NULL);
	must(errno == 0, "errno is kept");
}

/* Exchanges a block for one that another thread has left in a slot. */
static void swap(struct block *mine, struct block *own, uint32_t *seed)
{
	struct block *box = NULL, *theirs;

	for (size_t i = 0; !box && i < SHARED * 4; i++)
		if (!own[i].p)
			box = &own[i];
	if (!box)
		return;
	*box = *mine;
	mine->p = NULL;
	theirs = atomic_exchange(&shared[next(seed) % SHARED], box);
	if (theirs) {
		*mine = *theirs;
		__atomic_store_n(&theirs->p, NULL, __ATOMIC_RELEASE);
		if (next(seed) % 2)
			release(mine);
	}
}

static void step(struct block *b, struct block *own, uint32_t *seed)
{
	uint32_t what = next(seed) % 64;

	if (!b->p)
		get(b, seed);
	else if (what < 8)
		resize(b, seed);
	else if (what < 12)
		swap(b, own, seed);
	else if (what == 12)
		fail(b);
	else
		release(b);
}

/* Runs at the end of a thread, and still allocates and frees. */
static void on_end(void *arg)
{
	struct block *tail = arg;
	void *p = malloc(77);

	tail->p = malloc(88);
	tail->size = 88;
	tail->pid = self;
	free(p);
}

static void work(size_t thread, long n)
{
	uint32_t seed = (uint32_t)(thread * 2654435761u) + (uint32_t)self;

	for (long i = 0; i < n; i++)
		step(&held[thread][next(&seed) % HELD], pool[thread], &seed);
}

static void *run(void *arg)
{
	size_t thread = (size_t)arg;

	pthread_setspecific(key, &tails[thread]);
	work(thread, calls);
	return NULL;
}

/* Leaves nothing mapped. */
static void map_and_unmap(void)
{
	void *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		       0);

	must(p != MAP_FAILED && munmap(p, 4096) == 0, "mmap, munmap");
}

/* May interrupt any code, also the writing of a record. */
static void on_alarm(int sig)
{
	int e = errno;
	void *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		       0);

	(void)sig;
	/* Another thread may be in this handler, too. */
	if (p != MAP_FAILED && n_mapped < MAPPED - THREADS_MAX)
		mapped[atomic_fetch_add(&n_mapped, 1)] = p;
	else if (p != MAP_FAILED)
		munmap(p, 4096);
	errno = e;
}

static void put(FILE *f, const struct block *b)
{
	if (b->p && b->pid == self)
		fprintf(f, "left %lx %zx\n", (unsigned long)b->p, b->size);
}

static void report(const char *dir)
{
	static char buffer[1 << 16], name[4096];
	FILE *f;

	snprintf(name, sizeof name, "%s/%d", dir, (int)getpid());
	f = fopen(name, "w");
	must(f != NULL, name);
	setvbuf(f, buffer, _IOFBF, sizeof buffer);
	fprintf(f, "text %lx %lx\nfrees %ld\n",
		(unsigned long)__executable_start, (unsigned long)etext,
		(long)foreign_frees);
	for (size_t t = 0; t < THREADS_MAX; t++) {
		for (size_t i = 0; i < HELD; i++)
			put(f, &held[t][i]);
		put(f, &tails[t]);
	}
	for (size_t i = 0; i < SHARED; i++)
		if (shared[i])
			put(f, shared[i]);
	for (int i = 0; i < n_mapped && self == getpid(); i++)
		fprintf(f, "page %lx\n", (unsigned long)mapped[i]);
	must(fclose(f) == 0, name);
}

static void fork_one(const char *dir, int how)
{
	pid_t pid = how % 2 ? fork() : vfork();

	must(pid >= 0, "fork");
	if (pid == 0 && how % 2 == 0)
		_exit(0);
	if (pid == 0) {
		self = getpid();
		n_mapped = 0;
		work(0, 2000);
		report(dir);
		_exit(0);
	}
	must(waitpid(pid, NULL, 0) == pid, "waitpid");
}

/* ---- a handler at each instruction --------------------------------------- */

#if defined __x86_64__
#define BURST 56		/* calls of one handler; after 64 calls during a
				 * record, the library takes it for lost */
#define PASSES 2		/* pass() comes before one call in PASSES,
				 * alike() before the others */

/* The number of instructions of a call in the library, roughly. */
static long places = 240, pass_places = 80, like_places = 160;
static uintptr_t code_start, code_end;
static long place, wanted;	/* instructions of this call so far; at which to
				 * interrupt */

static int find_code(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	(void)arg;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];

		if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) ||
		    !strstr(info->dlpi_name, "libmmtop-heap"))
			continue;
		code_start = info->dlpi_addr + part->p_vaddr;
		code_end = code_start + part->p_memsz;
	}
	return code_end != 0;
}

/* Runs once for each call, at an instruction where the C library is in a
 * consistent state. */
static void on_step(int sig, siginfo_t *info, void *context)
{
	static uint32_t seed = 7;
	ucontext_t *uc = context;
	uintptr_t ip = (uintptr_t)uc->uc_mcontext.gregs[REG_RIP];
	int e = errno;

	(void)sig;
	(void)info;
	if (ip < code_start || ip >= code_end || ++place != wanted)
		return;
	uc->uc_mcontext.gregs[REG_EFL] &= ~0x100;
	for (int i = 0; i < BURST; i++) {
		struct block *b = &held[1][next(&seed) % HELD];

		if (b->p)
			release(b);
		else
			get(b, &seed);
	}
	errno = e;
}

static void set_steps(int on)
{
	/* Skips the red zone. */
	if (on)
		__asm__ volatile("lea -128(%%rsp), %%rsp; pushf;"
				 "orq $0x100, (%%rsp); popf;"
				 "lea 128(%%rsp), %%rsp" : : : "memory", "cc");
	else
		__asm__ volatile("lea -128(%%rsp), %%rsp; pushf;"
				 "andq $~0x100, (%%rsp); popf;"
				 "lea 128(%%rsp), %%rsp" : : : "memory", "cc");
}

/* Frees its block at once, before the record is read. */
static void pass(long i)
{
	struct block b = { malloc(100), 100, self };
	long later = wanted;

	must(b.p != NULL, "malloc");
	wanted = i % pass_places + 1;
	set_steps(1);
	release(&b);
	set_steps(0);
	place = 0;
	wanted = later;
}

static __attribute__((noinline)) void *get_one(size_t n)
{
	void *p = malloc(n);

	must(p != NULL, "malloc");
	return p;
}

/* Calls from one place, which need only short records. The interrupted one is
 * the last of one to nine, so that it falls on each position of a slot. The
 * blocks are freed at once. */
static void alike(long i)
{
	struct block b[9];
	int n = (int)(i / like_places % 9) + 1;
	long later = wanted;

	for (int j = 0; j < n; j++) {
		wanted = j + 1 < n ? 0 : i % like_places + 1;
		set_steps(wanted != 0);
		b[j] = (struct block){ get_one(50 + (size_t)j), 50 + (size_t)j,
				       self };
		set_steps(0);
	}
	while (n--)
		release(&b[n]);
	place = 0;
	wanted = later;
}

static void steps(long n, int deep)
{
	struct sigaction sa = { .sa_sigaction = on_step,
				.sa_flags = SA_SIGINFO };
	uint32_t seed = 1;

	if (deep) {
		places = 500;
		like_places = 280;
	}
	must(dl_iterate_phdr(find_code, NULL),
	     "libmmtop-heap.so is not loaded");
	must(sigaction(SIGTRAP, &sa, NULL) == 0, "sigaction");
	for (long i = 0; i < n; i++) {
		struct block *b = &held[0][next(&seed) % HELD];

		place = 0;
		wanted = i % places + 1;
		if (i % PASSES == 0)
			pass(i / PASSES);
		else
			alike(i / PASSES);
		set_steps(1);
		if (!b->p)
			get(b, &seed);
		else if (i % 4)
			release(b);
		else
			resize(b, &seed);
		set_steps(0);
	}
}
#else
static void steps(long n, int deep)
{
	(void)deep;
	work(0, n);
}
#endif

int main(int argc, char **argv)
{
	const struct itimerval often = { { 0, 500 }, { 0, 500 } }, never = {
		{ 0, 0 }, { 0, 0 } };
	size_t n = argc > 2 ? (size_t)atoi(argv[2]) : 1;
	pthread_t threads[THREADS_MAX];
	struct sigaction sa = { .sa_handler = on_alarm,
				.sa_flags = SA_RESTART };

	must(argc > 3 && n <= THREADS_MAX, "usage");
	calls = atol(argv[3]);
	self = getpid();
	if (!strcmp(argv[2], "steps")) {
		steps(calls, argc > 4);
		report(argv[1]);
		_exit(0);
	}
	map_and_unmap();
	must(pthread_key_create(&key, on_end) == 0, "key");
	must(sigaction(SIGALRM, &sa, NULL) == 0, "sigaction");
	setitimer(ITIMER_REAL, &often, NULL);
	for (size_t i = 0; i < n; i++)
		must(pthread_create(&threads[i], NULL, run, (void *)i) == 0,
		     "thread");
	for (size_t i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	setitimer(ITIMER_REAL, &never, NULL);
	for (int i = 0; argc > 4 && i < atoi(argv[4]); i++)
		fork_one(argv[1], i);
	report(argv[1]);
	/* Exits without handlers, as if killed. */
	_exit(0);
}
