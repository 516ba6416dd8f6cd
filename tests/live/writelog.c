/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "writelog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "live.h"

#define PAGE 4096ul

char *writelog_lines(const char *log, size_t from)
{
	char *text = read_file(log, NULL), *end = text ? strrchr(text, '\n')
						       : NULL;

	if (!end || (size_t)(end - text) < from) {
		free(text);
		return NULL;
	}
	end[1] = '\0';
	memmove(text, text + from, (size_t)(end - text) + 2 - from);
	return text;
}

size_t writelog_size(const char *log)
{
	char *text = writelog_lines(log, 0);
	size_t n = text ? strlen(text) : 0;

	free(text);
	return n;
}

void writelog_read(const char *log, size_t from, pid_t pid, unsigned long at,
		   unsigned char *seen, size_t pages)
{
	char *text = writelog_lines(log, from), *line, *save;
	unsigned long first = at - PAGE, start, end;

	memset(seen, 0, pages);
	for (line = text ? strtok_r(text, "\n", &save) : NULL; line;
	     line = strtok_r(NULL, "\n", &save)) {
		char *p = strstr(line, " written: ");
		int n, who;

		if (!p || (pid && (sscanf(line, "%*f %d", &who) != 1 ||
				   who != pid)))
			continue;
		for (p += 10; sscanf(p, "%lx-%lx%n", &start, &end, &n) == 2;
		     p += n)
			for (; start < end; start += PAGE)
				if (start >= first &&
				    start < first + pages * PAGE)
					seen[(start - first) / PAGE] = 1;
	}
	free(text);
}

struct settling {
	const char *log;
	size_t from;
	pid_t pid;
	unsigned long at;
	int fd;
	char letter;
	time_t asked;
};

/* True once the log has the page before `at`.  The victim writes it once more
 * each second, as soft-dirty bits may miss a write. */
static bool before_seen(void *arg)
{
	struct settling *s = arg;
	time_t now = time(NULL);
	unsigned char seen;

	if (s->asked != now && write(s->fd, &s->letter, 1) != 1)
		return false;
	s->asked = now;
	writelog_read(s->log, s->from, s->pid, s->at, &seen, 1);
	return seen;
}

/*
 * A first write is logged by a scan that may have started before the victim's
 * earlier writes; after a second one, that scan is over.
 */
bool writelog_settle(const char *log, pid_t pid, unsigned long at, int fd,
		     char letter)
{
	struct settling s = { .log = log, .pid = pid, .at = at, .fd = fd,
			      .letter = letter };

	for (int i = 0; i < 2; i++) {
		s.from = writelog_size(log);
		s.asked = 0;
		if (!wait_for(before_seen, &s))
			return false;
	}
	return true;
}

bool writelog_marked(pid_t pid)
{
	char path[64], *text;
	bool marked;

	snprintf(path, sizeof path, "/proc/%d/smaps", (int)pid);
	text = read_file(path, NULL);
	marked = text && strstr(text, " uw");
	free(text);
	return marked;
}
