/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A producer puts letters into a queue in a shared file, a consumer takes them
 * out; semaphores count the free and used places.
 *
 *	letters FILE turns N	one process does both: puts two, takes one, N
 *				steps in all; FILE remains
 *	letters FILE stay N	the same, then waits until it is killed
 *	letters FILE run N	two processes, in any order; N letters
 *	letters FILE wait	a consumer that waits for the first letter
 *
 * After each change it calls msync() while it holds the lock. At exit it prints
 * the state at each msync(), one line each:
 *
 *	free used lock head tail letters
 *
 * A waiting process counts itself in a semaphore; the lines do not show that.
 * With two processes, free or used may be one less at the msync(): a process
 * that waits for the lock has already decreased it.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>

#include "letters.h"
#include "victim.h"

#define PAGE 4096

static struct letters_queue *queue;

/* The lock is held while its value is read. */
static void print_state(void)
{
	int free_, used, lock;

	sem_getvalue(&queue->free, &free_);
	sem_getvalue(&queue->used, &used);
	sem_getvalue(&queue->lock, &lock);
	expect("%d %d %d %u %u %.*s\n", free_, used, lock, queue->head,
	       queue->tail, LETTERS_ROOM, queue->letters);
	msync(queue, PAGE, MS_SYNC);
}

static void put(char letter)
{
	sem_wait(&queue->free);
	sem_wait(&queue->lock);
	queue->letters[queue->tail] = letter;
	queue->tail = (queue->tail + 1) % LETTERS_ROOM;
	sem_post(&queue->used);
	print_state();
	sem_post(&queue->lock);
}

static char take(void)
{
	char letter;

	sem_wait(&queue->used);
	sem_wait(&queue->lock);
	letter = queue->letters[queue->head];
	queue->letters[queue->head] = '.';
	queue->head = (queue->head + 1) % LETTERS_ROOM;
	sem_post(&queue->free);
	print_state();
	sem_post(&queue->lock);
	return letter;
}

static char letter_of(int i)
{
	return (char)('a' + i % 26);
}

static int take_turns(int n)
{
	int filled = 0, in = 0, out = 0;

	for (int i = 0; i < n; i++) {
		int takes = filled == LETTERS_ROOM || (filled && i % 3 == 2);

		if (takes && take() != letter_of(out++))
			return 3;
		if (!takes)
			put(letter_of(in++));
		filled += takes ? -1 : 1;
	}
	return 0;
}

static int consume(int n)
{
	for (int i = 0; i < n; i++)
		if (take() != letter_of(i))
			return 3;
	return 0;
}

static int run(int n)
{
	pid_t pid = fork();
	int status;

	if (pid == 0)
		_exit(consume(n));
	for (int i = 0; i < n; i++)
		put(letter_of(i));
	return waitpid(pid, &status, 0) == pid && status == 0 ? 0 : 3;
}

/* The C library stores the number of waiters in the upper half of the value,
 * or, if it cannot change 64 bits atomically, in the last word. */
static uint32_t waiters(const sem_t *sem)
{
	const volatile uint32_t *words = (const void *)sem;

	return sizeof *sem == 32 ? words[1] : words[3];
}

static int wait_for_letter(void)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	pid_t pid = fork();

	if (pid == 0)
		_exit(take());
	while (!waiters(&queue->used))
		nanosleep(&pause, NULL);
	/* The killed process remains counted. */
	kill(pid, SIGKILL);
	return waitpid(pid, NULL, 0) == pid ? 0 : 3;
}

static int map(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || ftruncate(fd, PAGE) < 0)
		return 0;
	queue = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	return queue != MAP_FAILED;
}

int main(int argc, char **argv)
{
	int n = argc > 3 ? atoi(argv[3]) : 0, status = 2;

	allow_tracing();
	expected_init();
	if (argc < 3 || !map(argv[1]))
		return 2;
	memset(queue->letters, '.', LETTERS_ROOM);
	sem_init(&queue->free, 1, LETTERS_ROOM);
	sem_init(&queue->used, 1, 0);
	sem_init(&queue->lock, 1, 1);
	if (!strcmp(argv[2], "turns"))
		status = take_turns(n);
	else if (!strcmp(argv[2], "stay"))
		status = take_turns(n) || pause();
	else if (!strcmp(argv[2], "run"))
		status = run(n);
	else if (!strcmp(argv[2], "wait"))
		status = wait_for_letter();
	expected_print();
	return status;
}
