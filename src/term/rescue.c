/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "term/rescue.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

/* This header comes before those of terminfo, as <term.h> would replace names
 * in it with macros. */
#include "term/curses.h"
#include "late/terminfo.h"

/* All data that a signal handler needs to restore the terminal. */
struct rescue {
	atomic_int active;
	int fd;
	struct termios before, ours;
	bool has_before, has_ours;
	char bytes[512];
	size_t n;
};

static struct rescue alone;
static struct rescue *page = &alone;

static int add_char(int ch)
{
	if (page->n < sizeof page->bytes)
		page->bytes[page->n++] = (char)ch;
	return ch;
}

int rescue_load(struct err *err)
{
	return LATE_LOAD(terminfo, err);
}

const char *rescue_capability(const char *name)
{
	const char *s = tigetstr(name);

	return s != (const char *)-1 ? s : NULL;
}

static void prepare_string(const char *capability)
{
	const char *s = rescue_capability(capability);

	if (s)
		tputs(s, 1, add_char);
}

void rescue_share(void)
{
	void *p = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p != MAP_FAILED)
		page = p;
}

void rescue_save(int fd)
{
	atomic_store(&page->active, 0);
	page->n = 0;
	page->fd = fd;
	page->has_ours = false;
	page->has_before = tcgetattr(fd, &page->before) == 0;
}

/* Prepares the strings that select plain text, default colours, normal keys, a
 * visible cursor and the main screen. */
void rescue_arm(const char *modes)
{
	while (*modes)
		add_char((unsigned char)*modes++);
	prepare_string("sgr0");
	prepare_string("op");
	prepare_string("rmkx");
	prepare_string("cnorm");
	prepare_string("rmcup");
	atomic_store(&page->active, 1);
}

void rescue_arm_settings(void)
{
	atomic_store(&page->active, 1);
}

void rescue_changed(void)
{
	page->has_ours = tcgetattr(page->fd, &page->ours) == 0;
}

void rescue_disarm(void)
{
	/* endwin() restores only the modes that curses knows, so restore all
	 * settings here. */
	if (atomic_exchange(&page->active, 0) && page->has_before)
		tcsetattr(page->fd, TCSADRAIN, &page->before);
}

static bool is_same(const struct termios *a, const struct termios *b)
{
	return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag &&
	       a->c_cflag == b->c_cflag && a->c_lflag == b->c_lflag &&
	       !memcmp(a->c_cc, b->c_cc, sizeof a->c_cc);
}

static void write_bytes(int fd)
{
	size_t at = 0;

	/* A terminal that takes no output must not delay the exit: discard its
	 * queue. */
	if (page->n)
		tcflush(fd, TCOFLUSH);
	while (at < page->n) {
		struct pollfd p = { .fd = fd, .events = POLLOUT };
		ssize_t n;

		if (poll(&p, 1, 0) != 1 || !(p.revents & POLLOUT))
			return;
		n = write(fd, page->bytes + at, page->n - at);
		if (n <= 0)
			return;
		at += (size_t)n;
	}
}

void term_emergency(void)
{
	if (!atomic_exchange(&page->active, 0))
		return;
	write_bytes(page->fd);
	if (page->has_before)
		tcsetattr(page->fd, TCSANOW, &page->before);
}

void rescue_from_engine(int fd)
{
	struct termios now;

	if (!atomic_exchange(&page->active, 0) || fd < 0)
		return;
	write_bytes(fd);
	if (!page->has_before)
		return;
	if (!page->has_ours || (tcgetattr(fd, &now) == 0 &&
				is_same(&now, &page->ours)))
		tcsetattr(fd, TCSANOW, &page->before);
}

int rescue_unknown_type(struct err *err)
{
	const char *name = getenv("TERM");

	return err_set(err, ENOTSUP, "terminal type %.60s",
		       name && *name ? name : "(TERM is not set)");
}

int term_probe(int fd, struct err *err)
{
	int found = 0, r = rescue_load(err);

	if (r < 0)
		return r;
	if (setupterm(NULL, fd, &found) != OK)
		return rescue_unknown_type(err);
	if (!rescue_capability("cup"))
		r = rescue_unknown_type(err);
	del_curterm(set_curterm(NULL));
	return r;
}
