/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log written during a screen session: it has the kinds of --events only; the
 * message if it cannot be written. */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session.h"

/* The number of lines between start and end with one of the words; `all`: the
 * number of all lines. */
static int lines_with(const char *text, const char *const *words, int *all)
{
	int n = 0;

	*all = 0;
	while (*text) {
		size_t len = strcspn(text, "\n");
		char *line = strndup(text, len);
		bool found = false;

		for (const char *const *w = words; *w; w++)
			found |= strstr(line, *w) != NULL;
		if (!strstr(line, " start version=") &&
		    !strstr(line, " end events=")) {
			(*all)++;
			n += found;
			if (!found)
				diag("%s", line);
		}
		free(line);
		text += len + (text[len] == '\n');
	}
	return n;
}

static void log_with_screen(char *talker)
{
	static const char *const words[] = { " launch ", " exec ", " exited ",
					     "--- SIG", NULL };
	char *log = work_file("log"), *text;
	struct session s;
	int all = 0;

	session_start(&s, 24, 80, (const char *[]){ "-o", log,
		      "--events=process,signal", talker, NULL });
	ok(session_shows(&s, "1 Regions"), "a screen with a log");
	ok(file_holds(log, " launch "),
	   "the log is written while the screen is shown");
	session_type(&s, "Texit 3\r");
	session_row_shows(&s, 0, "ENDED");
	session_type(&s, "q");
	ok(session_end(&s) == 3, "the screen exits with the program's status");
	text = read_file(log, NULL);
	ok(text && lines_with(text, words, &all) == all && all >= 2,
	   "the log has the kinds of --events and no others");
	ok(text && strstr(text, " end events="), "the log has its last line");
	free(text);
	free(log);
	session_release(&s);
}

static void log_on_full_disk(char *talker)
{
	struct session s;

	session_start(&s, 24, 80, (const char *[]){ "-o", "/dev/full", talker,
						    NULL });
	ok(session_shows(&s, "The log ends here"), "a full disk is reported");
	session_type(&s, "Texit 0\r");
	ok(session_row_shows(&s, 0, "exited 0"),
	   "the program continues without a log");
	session_type(&s, "q");
	ok(session_end(&s) == 125, "mmtop exits with 125");
	session_release(&s);
}

struct pipe_log {
	int fd;
	char text[1 << 16];
	size_t n;
};

static bool is_whole(void *arg)
{
	struct pipe_log *log = arg;
	ssize_t n;

	while ((n = read(log->fd, log->text + log->n,
			 sizeof log->text - 1 - log->n)) > 0)
		log->n += (size_t)n;
	return strstr(log->text, " end events=") != NULL;
}

/* The screen is closed while mmtop waits for the reader of the log. */
static void log_read_late(void)
{
	static struct pipe_log log;
	char *name = work_file("pipe");
	struct session s;

	unlink(name);
	if (mkfifo(name, 0600) < 0 ||
	    (log.fd = open(name, O_RDWR | O_NONBLOCK | O_CLOEXEC)) < 0)
		bail("cannot make a pipe");
	/* Less than the calls of a program need. */
	fcntl(log.fd, F_SETPIPE_SZ, 4096);
	session_start(&s, 24, 80, (const char *[]){ "-o", name, "sh", "-c",
		      "for i in 1 2 3 4 5 6; do /bin/true; done", NULL });
	session_row_shows(&s, 0, "ENDED");
	session_type(&s, "q");
	ok(session_restores(&s),
	   "a slow reader of the log does not keep the screen open");
	session_resize(&s, 30, 100);
	kill(s.pid, SIGCONT);
	ok(session_until(&s, is_whole, &log), "the log is complete");
	ok(session_end(&s) == 0,
	   "a resize after the screen has closed has no effect");
	session_release(&s);
	close(log.fd);
	unlink(name);
	free(name);
}

int main(void)
{
	char *talker = built("tests/terminal/talker");

	plan(11);
	log_read_late();
	log_with_screen(talker);
	log_on_full_disk(talker);
	free(talker);
	return done();
}
