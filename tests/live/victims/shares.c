/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Uses memory of a file in one of several ways, and unmaps it (T21):
 *
 *	shares private|shared|write FILE TEXT	writes the text at the start
 *	shares read FILE			reads the first page
 *	shares big FILE				100 MB, writes the first and the
 *						last byte
 *	shares track FILE|- SIZE		maps SIZE bytes, and a hundred
 *						times changes them and prints a
 *						dot; -: without a file
 *	shares queue FILE			two processes: one puts letters
 *			into a ring of five, the other takes and prints them
 *	shares asks|answers FILE TEXT		two unrelated processes with two
 *			pages: one writes to the first and waits for the second,
 *			the other waits for the first and writes to the second
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "victim.h"

#define PAGE 4096u
#define BIG ((size_t)100 << 20)
#define TURNS 3600000

static char *map(const char *path, size_t size, int prot, int flags)
{
	int fd = open(path, O_RDWR | O_CREAT, 0600);
	struct stat st;
	char *p;

	if (fd < 0 || fstat(fd, &st) < 0 ||
	    ((size_t)st.st_size < size && ftruncate(fd, (off_t)size) < 0))
		_exit(2);
	p = mmap(NULL, size, prot, flags, fd, 0);
	if (p == MAP_FAILED)
		_exit(3);
	close(fd);
	return p;
}

static void wait_for(const char *at)
{
	const struct timespec ms = { 0, 1000000 };

	for (int i = 0; !__atomic_load_n(at, __ATOMIC_SEQ_CST); i++) {
		if (i == TURNS)
			_exit(4);
		nanosleep(&ms, NULL);
	}
}

/* Writes the first byte last: a reader that sees it sees the rest. */
static void put(char *at, const char *text)
{
	strcpy(at + 1, text + 1);
	__atomic_store_n(at, text[0], __ATOMIC_SEQ_CST);
}

static void talk(const char *path, const char *text, int asks)
{
	char *p = map(path, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED);
	char *own = asks ? p : p + PAGE, *other = asks ? p + PAGE : p;

	if (!asks)
		wait_for(other);
	put(own, text);
	msync(own, PAGE, MS_ASYNC);
	if (asks)
		wait_for(other);
	munmap(p, 2 * PAGE);
}

static void use(const char *how, const char *path, const char *text)
{
	int reads = !strcmp(how, "read"), writes = !strcmp(how, "write");
	int flags = !strcmp(how, "private") ? MAP_PRIVATE : MAP_SHARED;
	size_t size = !strcmp(how, "big") ? BIG : 2 * PAGE;
	char *p = map(path, size, reads ? PROT_READ : writes ? PROT_WRITE :
		      PROT_READ | PROT_WRITE, flags);

	if (reads)
		(void)*(volatile char *)p;
	else if (size == BIG)
		p[0] = 'a', p[BIG - 1] = 'z';
	else
		strcpy(p, text);
	munmap(p, size);
}

static void track(const char *path, size_t size)
{
	int prot = PROT_READ | PROT_WRITE;
	char *p = strcmp(path, "-") ? map(path, size, prot, MAP_SHARED) :
		  mmap(NULL, size, prot, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		_exit(3);
	for (int i = 0; i < 100; i++) {
		snprintf(p, size, "change %d", i);
		if (write(STDOUT_FILENO, ".", 1) != 1)
			_exit(5);
	}
}

/* --- a producer and a consumer -------------------------------------------- */

#define LETTERS 26
#define ROOM 5

struct ring {
	unsigned head, tail;
	char letters[ROOM];
	char taken;
};
enum { FREE, USED };

static void add(int sems, int which, int n)
{
	struct sembuf op = { .sem_num = (unsigned short)which,
			     .sem_op = (short)n };

	if (semop(sems, &op, 1) < 0)
		_exit(6);
}

static void produce(struct ring *r, int sems)
{
	for (int i = 0; i < LETTERS; i++) {
		add(sems, FREE, -1);
		r->letters[r->head++ % ROOM] = (char)('a' + i);
		add(sems, USED, 1);
	}
}

static void consume(struct ring *r, int sems)
{
	for (int i = 0; i < LETTERS; i++) {
		add(sems, USED, -1);
		r->taken = r->letters[r->tail++ % ROOM];
		if (write(STDOUT_FILENO, &r->taken, 1) != 1)
			_exit(5);
		add(sems, FREE, 1);
	}
}

static int queue(const char *path)
{
	struct ring *r = (void *)map(path, sizeof *r, PROT_READ | PROT_WRITE,
				     MAP_SHARED);
	int sems = semget(IPC_PRIVATE, 2, 0600), status;
	pid_t child;

	if (sems < 0)
		return 77;
	add(sems, FREE, ROOM);
	child = fork();
	if (child == 0) {
		produce(r, sems);
		_exit(0);
	}
	if (child < 0)
		return 7;
	consume(r, sems);
	waitpid(child, &status, 0);
	semctl(sems, 0, IPC_RMID);
	return status;
}

int main(int argc, char **argv)
{
	const char *text = argc > 3 ? argv[3] : "";

	if (argc < 3)
		return 1;
	if (!strcmp(argv[1], "track"))
		track(argv[2], (size_t)atoi(text));
	else if (!strcmp(argv[1], "queue"))
		return queue(argv[2]);
	else if (!strcmp(argv[1], "asks") || !strcmp(argv[1], "answers"))
		talk(argv[2], text, argv[1][1] == 's');
	else
		use(argv[1], argv[2], text);
	return 0;
}
