/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Has one of each kind of anonymous memory, and prints an address in each, its
 * owner according to calls, `|`, and its owner as seen from outside.
 *
 *	7f3c2a000010 large malloc for owners: block()|large malloc
 *
 * Then it waits until stdin is closed.
 */
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define THREADS 3
#define LARGE (1 << 20)

static struct thread {
	pthread_t thread;
	int tid;
	void *local, *block;
} threads[THREADS];

static _Thread_local int of_main;
static int told[2];
static char name[NAME_MAX];

static void say(const void *at, const char *called, const char *seen)
{
	printf("%lx %s|%s\n", (unsigned long)(uintptr_t)at, called, seen);
}

/* A gap, so that the kernel does not merge the previous mapping with the next
 * one. It is as large as these: a smaller gap might be placed elsewhere. */
static void fence(void)
{
	mmap(NULL, LARGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	__asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) static void *block(void)
{
	char *p = malloc(LARGE);

	if (!p)
		exit(1);
	*p = 1;
	__asm__ volatile("" ::: "memory");
	return p;
}

__attribute__((noinline)) static void *own(void)
{
	void *p = mmap(NULL, LARGE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	__asm__ volatile("" ::: "memory");
	return p;
}

__attribute__((noinline)) static void *shared(void)
{
	void *p = mmap(NULL, LARGE, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	__asm__ volatile("" ::: "memory");
	return p;
}

/* The main thread's TLS: the kernel merges it with the .bss of the library
 * below it, if there is one. */
static void say_tls(const void *at)
{
	FILE *f = fopen("/proc/self/maps", "r");
	char line[PATH_MAX + 128], text[NAME_MAX + 64], perm[8], *slash;
	char file[NAME_MAX] = "";
	unsigned long start, end, below = 0, addr = (unsigned long)(uintptr_t)at;

	snprintf(text, sizeof text, "TLS of thread %d", (int)getpid());
	while (f && fgets(line, sizeof line, f) &&
	       sscanf(line, "%lx-%lx %7s", &start, &end, perm) == 3) {
		if (start <= addr && addr < end) {
			if (start == below)
				snprintf(text, sizeof text,
					 "loader: %s and 1 more", file);
			break;
		}
		slash = strrchr(line, '/');
		below = slash && perm[1] == 'w' ? end : 0;
		if (below)
			snprintf(file, sizeof file, "%.*s",
				 (int)strcspn(slash + 1, "\n"), slash + 1);
	}
	if (f)
		fclose(f);
	say(at, text, text);
}

static void *thread(void *arg)
{
	struct thread *t = arg;
	int local = 0;

	t->tid = (int)syscall(SYS_gettid);
	t->local = &local;
	t->block = malloc(100);
	if (!t->block || write(told[1], "", 1) != 1)
		exit(1);
	for (;;)
		pause();
	return NULL;
}

static void *library(void)
{
	char path[PATH_MAX] = "";
	char file[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	void *lib;

	snprintf(name, sizeof name, "libowned%s.so",
		 sizeof(void *) == 4 ? "32" : "");
	if (n < 0)
		exit(1);
	snprintf(file, sizeof file, "%s/%s", dirname(path), name);
	lib = dlopen(file, RTLD_NOW);
	if (!lib) {
		fprintf(stderr, "%s\n", dlerror());
		exit(1);
	}
	return lib;
}

static void with_threads(void)
{
	char text[128], c;

	if (pipe(told) < 0)
		exit(1);
	for (int i = 0; i < THREADS; i++) {
		struct thread *t = &threads[i];

		fence();
		if (pthread_create(&t->thread, NULL, thread, t) ||
		    read(told[0], &c, 1) != 1)
			exit(1);
		snprintf(text, sizeof text, "stack of thread %d", t->tid);
		say(t->local, text, text);
		snprintf(text, sizeof text, "arena %d of thread %d", i + 1,
			 t->tid);
		say(t->block, text, text);
	}
}

int main(int argc, char **argv)
{
	char text[NAME_MAX + 64], seen[NAME_MAX + 64], c;
	void *lib, *small = malloc(100), *p;
	void *(*map)(size_t);

	(void)argc;
	of_main = 1;
	fence();
	lib = library();
	fence();
	memcpy(&map, &(void *){ dlsym(lib, "owned_map") }, sizeof map);
	if (!map || !small)
		return 1;
	snprintf(text, sizeof text, "stack of thread %d", (int)getpid());
	say(&lib, text, text);
	say(small, "main heap", "main heap");
	say_tls(&of_main);
	snprintf(text, sizeof text, "loader: %s", name);
	say((char *)dlsym(lib, "owned_zeros") + (1 << 19), text, text);
	fence();
	p = block();
	fence();
	snprintf(text, sizeof text, "large malloc for %s: block()",
		 basename(argv[0]));
	say(p, text, "large malloc");
	p = own();
	fence();
	snprintf(text, sizeof text, "%s: own()", basename(argv[0]));
	say(p, text, "");
	p = map(LARGE);
	fence();
	snprintf(seen, sizeof seen, "%s: owned_map()", name);
	say(p, seen, "");
	snprintf(text, sizeof text, "%s: shared()", basename(argv[0]));
	say(shared(), text, "");
	with_threads();
	puts("ready");
	fflush(stdout);
	return read(STDIN_FILENO, &c, 1) > 0 ? 2 : 0;
}
