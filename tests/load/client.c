/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "client.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../live/live.h"

#define REPLY_MAX 4096

static uint64_t now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000 + (uint64_t)ts.tv_nsec / 1000;
}

int client_connect(const char *path)
{
	const struct timeval tv = { .tv_sec = DEADLINE_S };
	struct sockaddr_un sa = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0 || strlen(path) >= sizeof sa.sun_path)
		return -1;
	strcpy(sa.sun_path, path);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof tv);
	if (connect(fd, (struct sockaddr *)&sa, sizeof sa) < 0) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Reads until the answer is complete. Returns its length, 0 at end of file, -1
 * on errors. */
static ssize_t read_answer(int fd, char *reply,
			   bool (*whole)(const char *reply))
{
	size_t n = 0;

	do {
		ssize_t got = read(fd, reply + n, REPLY_MAX - 1 - n);

		if (got <= 0)
			return got;
		n += (size_t)got;
		reply[n] = '\0';
	} while (!whole(reply) && n < REPLY_MAX - 1);
	return (ssize_t)n;
}

static bool is_line(const char *reply)
{
	return strstr(reply, "\r\n") != NULL;
}

/* The end of the page that server.c writes for nginx. */
static bool is_page(const char *reply)
{
	return strstr(reply, "\r\n\r\n") && strstr(reply, "</html>");
}

/* Each client increments its own counter: the answer must be one more than the
 * last. */
static bool ask_redis(int fd, uint64_t turn, char *reply)
{
	char request[64], want[32];
	int n = snprintf(request, sizeof request, "INCR client%d\r\n",
			 (int)getpid());

	snprintf(want, sizeof want, ":%llu\r\n", (unsigned long long)turn);
	return write(fd, request, (size_t)n) == n &&
	       read_answer(fd, reply, is_line) > 0 && !strcmp(reply, want);
}

static bool ask_http(int fd, uint64_t turn, char *reply)
{
	static const char request[] = "GET /index.html HTTP/1.1\r\n"
				      "Host: here\r\n\r\n";

	(void)turn;
	return write(fd, request, sizeof request - 1) ==
		       (ssize_t)sizeof request - 1 &&
	       read_answer(fd, reply, is_page) > 0 &&
	       !strncmp(reply, "HTTP/1.1 200 ", 13);
}

_Noreturn static void client(struct tally *t, enum client_kind kind,
			     const char *path)
{
	char reply[REPLY_MAX] = "";
	uint64_t turn = 0;
	int fd = client_connect(path);

	while (!t->stop) {
		uint64_t before = now_us(), took;
		bool good;

		*reply = '\0';
		turn++;
		good = kind == CLIENT_REDIS ? ask_redis(fd, turn, reply)
					    : ask_http(fd, turn, reply);
		took = now_us() - before;
		t->requests++;
		if (took > t->worst_us)
			t->worst_us = took;
		if (good)
			continue;
		t->failed++;
		snprintf(t->why, sizeof t->why, "%s, after '%.40s'",
			 strerror(errno), reply);
		close(fd);
		fd = client_connect(path);
		turn = 0;
	}
	_exit(0);
}

void clients_start(struct clients *c, enum client_kind kind, const char *path,
		   int n)
{
	*c = (struct clients){ .n = n };
	c->tally = mmap(NULL, sizeof *c->tally, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (c->tally == MAP_FAILED)
		bail("mmap");
	fflush(stdout);
	for (int i = 0; i < n; i++) {
		c->pids[i] = fork();
		if (c->pids[i] < 0)
			bail("fork");
		if (c->pids[i] == 0)
			client(c->tally, kind, path);
	}
}

void clients_stop(struct clients *c)
{
	c->tally->stop = 1;
	for (int i = 0; i < c->n; i++)
		waitpid(c->pids[i], NULL, 0);
	c->n = 0;
}

void clients_release(struct clients *c)
{
	munmap(c->tally, sizeof *c->tally);
}
