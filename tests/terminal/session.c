/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <vterm.h>

enum { POLL_MS = 20, ROW_MAX = 2048 };
/* The quiet time before an answer, and the time between two tries. */
#define QUIET_S 0.25
#define AGAIN_S 2.0

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

_Noreturn static void run(const char *const *args)
{
	char *argv[16] = { getenv("MMTOP") };
	int n = 1;

	for (; args[n - 1] && n < 15; n++)
		argv[n] = (char *)args[n - 1];	/* exec does not change them */
	argv[n] = NULL;
	if (!getenv("TEST_TERM"))
		setenv("TERM", "xterm-256color", 1);
	else
		setenv("TERM", getenv("TEST_TERM"), 1);
	setenv("LC_ALL", getenv("TEST_LOCALE") ? getenv("TEST_LOCALE") :
	       "C.UTF-8", 1);
	unsetenv("LINES");
	unsetenv("COLUMNS");
	execv(argv[0], argv);
	_exit(127);
}

static volatile sig_atomic_t job;

/* Continues the job, as fg does. */
static void on_usr1(int sig)
{
	(void)sig;
	tcsetpgrp(0, (pid_t)job);
	kill(-(pid_t)job, SIGCONT);
}

/* A shell with one job; it exits with the status of the job. */
_Noreturn static void shell(const char *const *args, int told)
{
	const struct sigaction act = { .sa_handler = on_usr1 };
	pid_t pid = fork();
	int w;

	if (pid == 0) {
		setpgid(0, 0);
		tcsetpgrp(0, getpid());
		signal(SIGTTOU, SIG_DFL);
		run(args);
	}
	job = pid;
	setpgid(pid, pid);
	sigaction(SIGUSR1, &act, NULL);
	if (write(told, &pid, sizeof pid) < 0)
		_exit(99);
	for (;;) {
		if (waitpid(pid, &w, WUNTRACED) < 0)
			continue;
		tcsetpgrp(0, getpid());
		if (WIFEXITED(w))
			_exit(WEXITSTATUS(w));
		if (WIFSIGNALED(w)) {
			signal(WTERMSIG(w), SIG_DFL);
			raise(WTERMSIG(w));
		}
	}
}

_Noreturn static void child(struct session *s, const char *const *args,
			    int told)
{
	signals_default();
	setsid();
	ioctl(s->slave, TIOCSCTTY, 0);
	for (int fd = 0; fd < 3; fd++)
		dup2(s->slave, fd);
	close(s->slave);
	close(s->master);
	if (told < 0)
		run(args);
	/* Before the job takes the terminal: SIGTTOU must not stop the shell
	 * when it takes the terminal back. */
	signal(SIGTTOU, SIG_IGN);
	shell(args, told);
}

static void start(struct session *s, int rows, int cols,
		  const char *const *args, int told)
{
	struct winsize ws = { .ws_row = (unsigned short)rows,
			      .ws_col = (unsigned short)cols };

	if (!getenv("MMTOP"))
		bail("MMTOP is not set");
	*s = (struct session){ .rows = rows, .cols = cols, .status = -1 };
	if (openpty(&s->master, &s->slave, NULL, NULL, &ws) < 0)
		bail("openpty");
	fcntl(s->master, F_SETFD, FD_CLOEXEC);
	fcntl(s->slave, F_SETFD, FD_CLOEXEC);
	tcgetattr(s->slave, &s->before);
	s->vt = vterm_new(rows, cols);
	vterm_set_utf8(s->vt, 1);
	s->screen = vterm_obtain_screen(s->vt);
	vterm_screen_enable_altscreen(s->screen, 1);
	vterm_screen_reset(s->screen, 1);
	fflush(stdout);
	s->pid = s->shell = fork();
	if (s->pid < 0)
		bail("fork");
	if (s->pid == 0)
		child(s, args, told);
	fcntl(s->master, F_SETFL, O_NONBLOCK);
}

void session_start(struct session *s, int rows, int cols,
		   const char *const *args)
{
	start(s, rows, cols, args, -1);
}

void session_start_job(struct session *s, int rows, int cols,
		       const char *const *args)
{
	int told[2];

	if (pipe2(told, O_CLOEXEC) < 0)
		bail("pipe");
	start(s, rows, cols, args, told[1]);
	close(told[1]);
	if (read(told[0], &s->pid, sizeof s->pid) != sizeof s->pid)
		bail("no job");
	close(told[0]);
}

static bool is_stopped(void *arg)
{
	const struct session *s = arg;

	return task_state(s->pid) == 'T' && tcgetpgrp(s->master) == s->shell;
}

/* Waits until mmtop has stopped, as it writes to the terminal before: an
 * earlier SIGCONT would be lost.  Also waits until the shell has taken the
 * terminal: if it did so later, it would take the terminal from mmtop. */
void session_continue(struct session *s)
{
	wait_for(is_stopped, s);
	kill(s->shell, SIGUSR1);
}

static void append_output(struct session *s, const char *bytes, size_t n)
{
	if (s->raw_len + n + 1 > s->raw_cap) {
		s->raw_cap = (s->raw_len + n + 1) * 2;
		s->raw = realloc(s->raw, s->raw_cap);
		if (!s->raw)
			bail("no memory");
	}
	memcpy(s->raw + s->raw_len, bytes, n);
	s->raw_len += n;
	s->raw[s->raw_len] = '\0';
}

/* Reads all available output; waits up to POLL_MS for some. */
static void read_output(struct session *s)
{
	struct pollfd p = { .fd = s->master, .events = POLLIN };
	char buf[4096];
	ssize_t n;

	if (s->master < 0 || poll(&p, 1, POLL_MS) <= 0)
		return;
	while ((n = read(s->master, buf, sizeof buf)) > 0) {
		append_output(s, buf, (size_t)n);
		vterm_input_write(s->vt, buf, (size_t)n);
	}
	vterm_screen_flush_damage(s->screen);
}

static size_t add_utf8(char *out, uint32_t c)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xc0 | c >> 6);
		out[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	out[0] = (char)(0xe0 | (c >> 12 & 0xf));
	out[1] = (char)(0x80 | (c >> 6 & 0x3f));
	out[2] = (char)(0x80 | (c & 0x3f));
	return 3;
}

void session_cell(char out[8], uint32_t c)
{
	/* The second half of a wide character has no text. */
	size_t n = c == (uint32_t)-1 ? 0 : add_utf8(out, c ? c : ' ');

	out[n] = '\0';
}

const char *session_row(struct session *s, int row)
{
	static char text[ROW_MAX];
	size_t n = 0;

	for (int col = 0; col < s->cols && n < ROW_MAX - 8; col++) {
		VTermScreenCell cell;
		VTermPos pos = { .row = row, .col = col };

		if (!vterm_screen_get_cell(s->screen, pos, &cell))
			break;
		if (cell.chars[0] == (uint32_t)-1)
			continue;
		n += add_utf8(text + n, cell.chars[0] ? cell.chars[0] : ' ');
	}
	while (n && text[n - 1] == ' ')
		n--;
	text[n] = '\0';
	return text;
}

bool session_has(struct session *s, const char *text)
{
	for (int row = 0; row < s->rows; row++)
		if (strstr(session_row(s, row), text))
			return true;
	return false;
}

static bool ended(struct session *s)
{
	int w;

	if (s->status < 0 && waitpid(s->shell, &w, WNOHANG) == s->shell)
		s->status = w;
	return s->status >= 0;
}

struct wanted {
	struct session *s;
	const char *text;
	int row;			/* -1: any */
	bool gone;
};

static bool is_wanted(void *arg)
{
	const struct wanted *w = arg;
	bool has = w->row < 0 ? session_has(w->s, w->text) :
		   strstr(session_row(w->s, w->row), w->text) != NULL;

	return has != w->gone;
}

bool session_until(struct session *s, bool (*fn)(void *arg), void *arg)
{
	double until = now() + DEADLINE_S;

	for (;;) {
		/* Read the last output before the exit is believed. */
		bool over = ended(s);
		read_output(s);
		if (fn(arg))
			return true;
		if (over || now() > until)
			return false;
	}
}

bool session_shows(struct session *s, const char *text)
{
	struct wanted w = { s, text, -1, false };

	return session_until(s, is_wanted, &w);
}

bool session_hides(struct session *s, const char *text)
{
	struct wanted w = { s, text, -1, true };

	return session_until(s, is_wanted, &w);
}

bool session_row_shows(struct session *s, int row, const char *text)
{
	struct wanted w = { s, text, row, false };

	return session_until(s, is_wanted, &w);
}

void session_type(struct session *s, const char *bytes)
{
	if (write(s->master, bytes, strlen(bytes)) < 0)
		diag("cannot type: %s", strerror(errno));
}

/* Compares only the first letters of the question: the number of children after
 * them may change. */
enum { WORD = 8 };

struct asked {
	struct session *s;
	char row[ROW_MAX];
	double until;
};

static bool is_shown(const struct asked *a)
{
	return strncmp(session_row(a->s, a->s->rows - 1), a->row, WORD) == 0;
}

static bool is_answered(void *arg)
{
	const struct asked *a = arg;

	return now() > a->until || !is_shown(a);
}

static bool is_back(void *arg)
{
	const struct asked *a = arg;

	return now() > a->until || is_shown(a);
}

/* True if the question disappears within that time, and not only while its row
 * is redrawn. */
static bool goes_within(struct asked *a, double seconds)
{
	a->until = now() + seconds;
	if (!session_until(a->s, is_answered, a) || is_shown(a))
		return false;
	a->until = now() + QUIET_S;
	return !session_until(a->s, is_back, a) || !is_shown(a);
}

void session_answer(struct session *s, const char *key)
{
	double until = now() + DEADLINE_S;
	struct asked a = { .s = s };

	snprintf(a.row, sizeof a.row, "%s", session_row(s, s->rows - 1));
	while (!goes_within(&a, QUIET_S)) {
		session_type(s, key);
		if (goes_within(&a, AGAIN_S) || now() > until || ended(s))
			return;
	}
}

struct leaving {
	struct session *s;
	double until;
};

static bool asks(struct session *s)
{
	return strstr(session_row(s, s->rows - 1), "  y ") != NULL;
}

static bool is_late(void *arg)
{
	const struct leaving *l = arg;

	return now() > l->until;
}

static bool asks_or_late(void *arg)
{
	const struct leaving *l = arg;

	return now() > l->until || asks(l->s);
}

/* An ended program needs no question, and a shown question disappears when the
 * program ends: then the key must be typed again. */
void session_leave(struct session *s)
{
	double until = now() + DEADLINE_S;

	do {
		struct leaving l = { .s = s, .until = now() + AGAIN_S };

		session_type(s, "q");
		session_until(s, asks_or_late, &l);
		if (asks(s))
			session_answer(s, "y");
		l.until = now() + AGAIN_S;
		session_until(s, is_late, &l);
	} while (!ended(s) && now() < until);
}

void session_mouse(struct session *s, int code, int col, int row, char what)
{
	char bytes[48];

	snprintf(bytes, sizeof bytes, "\033[<%d;%d;%d%c", code, col, row, what);
	session_type(s, bytes);
}

void session_click(struct session *s, int col, int row)
{
	session_mouse(s, 0, col, row, 'M');
	session_mouse(s, 0, col, row, 'm');
}

int session_find(struct session *s, const char *text, int *col)
{
	for (int row = 0; row < s->rows; row++) {
		const char *line = session_row(s, row);
		const char *at = strstr(line, text);

		if (!at)
			continue;
		*col = 1;
		for (; line < at; line++)
			*col += (*line & 0xc0) != 0x80;
		return row + 1;
	}
	return 0;
}

void session_resize(struct session *s, int rows, int cols)
{
	struct winsize ws = { .ws_row = (unsigned short)rows,
			      .ws_col = (unsigned short)cols };

	s->rows = rows;
	s->cols = cols;
	vterm_set_size(s->vt, rows, cols);
	/* The kernel sends SIGWINCH to the session. */
	ioctl(s->master, TIOCSWINSZ, &ws);
}

static bool has_ended(void *arg)
{
	return ended(arg);
}

int session_end(struct session *s)
{
	session_until(s, has_ended, s);
	read_output(s);
	if (s->status < 0)
		return -1000;
	return WIFSIGNALED(s->status) ? -WTERMSIG(s->status) :
	       WEXITSTATUS(s->status);
}

static const char *last_of(const char *hay, const char *needle)
{
	const char *last = NULL;

	for (const char *p = hay; (p = strstr(p, needle)); p++)
		last = p;
	return last;
}

/* Returns NULL, or a text that names the first thing not restored. */
static const char *not_restored(struct session *s)
{
	static const struct { const char *on, *off; } modes[] = {
		{ "\033[?1000h", "\033[?1000l" },
		{ "\033[?1002h", "\033[?1002l" },
		{ "\033[?1006h", "\033[?1006l" },
		{ "\033[?2004h", "\033[?2004l" },
	};
	static char text[80];
	struct termios after;
	const char *in, *out;

	read_output(s);
	if (!s->raw || tcgetattr(s->slave, &after) < 0)
		return "the terminal is closed";
	in = last_of(s->raw, "\033[?1049h");
	out = last_of(s->raw, "\033[?1049l");
	if (!in || !out || out < in)
		return "the main screen is not restored";
	in = last_of(s->raw, "\033[?25l");
	out = last_of(s->raw, "\033[?25h");
	if (in && !out)
		out = last_of(s->raw, "\033[?12l\033[?25h");
	if (in && (!out || out < in))
		return "the cursor is not restored";
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		in = last_of(s->raw, modes[i].on);
		out = last_of(s->raw, modes[i].off);
		if (in && (!out || out < in))
			return "the mouse or bracketed paste is not restored";
	}
	if (after.c_iflag != s->before.c_iflag ||
	    after.c_oflag != s->before.c_oflag ||
	    after.c_cflag != s->before.c_cflag ||
	    after.c_lflag != s->before.c_lflag ||
	    memcmp(after.c_cc, s->before.c_cc, sizeof after.c_cc)) {
		snprintf(text, sizeof text,
			 "settings: i %x %x o %x %x l %x %x",
			 s->before.c_iflag, after.c_iflag, s->before.c_oflag,
			 after.c_oflag, s->before.c_lflag, after.c_lflag);
		return text;
	}
	return NULL;
}

bool session_restored(struct session *s)
{
	const char *why = not_restored(s);

	if (why)
		diag("%s", why);
	return !why;
}

static bool is_restored(void *arg)
{
	return !not_restored(arg);
}

bool session_restores(struct session *s)
{
	double until = now() + DEADLINE_S;

	/* At least once, as the session may have ended long before. */
	while (!is_restored(s) && now() < until)
		;
	return session_restored(s);
}

static bool takes_no_more(void *arg)
{
	struct session *s = arg;
	struct pollfd p = { .fd = s->slave, .events = POLLOUT };

	if (poll(&p, 1, 0) == 1 && p.revents & POLLOUT) {
		/* Ctrl-L redraws everything. */
		session_type(s, "\014");
		poll(NULL, 0, 50);
		return false;
	}
	return true;
}

bool session_stall(struct session *s)
{
	return wait_for(takes_no_more, s);
}

void session_dump(struct session *s)
{
	for (int row = 0; row < s->rows; row++)
		diag("|%s", session_row(s, row));
}

bool screen_ok(struct session *s, bool good, const char *name)
{
	if (!good)
		session_dump(s);
	return ok(good, "%s", name);
}

void session_release(struct session *s)
{
	if (!ended(s)) {
		kill(s->pid, SIGKILL);
		if (s->shell != s->pid)
			kill(s->shell, SIGKILL);
		waitpid(s->shell, NULL, 0);
	}
	if (s->master >= 0)
		close(s->master);
	if (s->slave >= 0)
		close(s->slave);
	vterm_free(s->vt);
	free(s->raw);
}
