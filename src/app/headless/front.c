/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/headless/front.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "app/i18n.h"
#include "app/engine/keepers.h"
#include "app/words/refusal.h"
#include "app/engine/role.h"
#include "app/warn.h"
#include "base/str.h"
#include "event/names.h"
#include "parse/proc/status.h"
#include "source/ftrace/state.h"
#include "source/target.h"
#include "sys/own/inherit.h"
#include "sys/proc/root.h"
#include "sys/own/urgency.h"
#include "term/paste.h"
#include "ui/words/error.h"

/* The engine may wait for whoever reads the log: not for ever. */
#define SIGNALS_MAX 3
#define STATUS_MAX 16384

/* What the engine says, once. */
struct told {
	int status;		/* as front_run() returns it */
	int keeping;		/* it does not end yet */
	pid_t launched;		/* and keeps this; 0: children of it */
};

/* In memory that both share: whatever the engine's end is, it is there. */
struct front_facts {
	atomic_bool filtered;
	atomic_int launched;	/* the program's pid while it runs, else 0 */
	atomic_int stop;	/* the front is to stop by this signal; 0 */
	atomic_int emergency;	/* enum emergency: what its crash led to */
};

struct front {
	const struct target *target;
	struct front_facts *facts;
	int link, signal_fd;
	pid_t engine;
	int wait_status;
	bool ended, has_told;
	bool terminal;		/* SIGTSTP is for the engine, which reads it */
	struct told told;
	int signals, first;	/* how many were passed on */
};

void front_signals(sigset_t *set)
{
	static const int ending[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT };

	sigemptyset(set);
	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
		struct sigaction sa;

		if (sigaction(ending[i], NULL, &sa) == 0 &&
		    sa.sa_handler != SIG_IGN)
			sigaddset(set, ending[i]);
	}
}

/* --- the front ----------------------------------------------------------------- */

/* Whoever was orphaned to us is waited for too: mmtop may be PID 1. */
static void reap(struct front *f)
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0 ||
	       (pid < 0 && errno == EINTR)) {
		if (pid != f->engine)
			continue;
		f->wait_status = status;
		f->ended = true;
	}
}

/* Signals that the terminal's driver sends to a whole process group. */
static const int terminal_signals[] = { SIGINT, SIGQUIT, SIGTSTP, SIGTTIN };
#define N_TERMINAL_SIGNALS (sizeof terminal_signals / sizeof *terminal_signals)

/*
 * The terminal sends Ctrl-C, Ctrl-\ and Ctrl-Z to the whole foreground group,
 * as the kernel's own signals.  They are for the program while it runs in that
 * group: it decides whether it ends or stops, and mmtop does the same.
 */
static bool is_for_program(const struct front *f,
			   const struct signalfd_siginfo *si)
{
	pid_t launched = atomic_load(&f->facts->launched);
	bool is_terminals = false;

	for (size_t i = 0; i < N_TERMINAL_SIGNALS; i++)
		is_terminals |= si->ssi_signo == (uint32_t)terminal_signals[i];
	return is_terminals && si->ssi_code == SI_KERNEL && launched > 0 &&
	       getpgid(launched) == getpgrp();
}

/*
 * The default action.  The kernel skips it in an orphaned group, which no shell
 * could continue.  Only as long as *wanted is sig, if there is a wanted: a
 * SIGCONT from now on discards the signal that is pending, one that came before
 * has changed *wanted.
 */
static void stop_itself(int sig, atomic_int *wanted)
{
	const struct sigaction stop = { .sa_handler = SIG_DFL };
	const struct timespec now = { 0 };
	struct sigaction ours;
	sigset_t set, before;
	int expected = sig;

	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_BLOCK, &set, &before);
	sigaction(sig, &stop, &ours);
	raise(sig);
	if (wanted && !atomic_compare_exchange_strong(wanted, &expected, 0))
		sigtimedwait(&set, NULL, &now);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	sigprocmask(SIG_SETMASK, &before, NULL);
	sigaction(sig, &ours, NULL);
}

static void take_signals(struct front *f)
{
	struct signalfd_siginfo si;

	while (read(f->signal_fd, &si, sizeof si) == (ssize_t)sizeof si) {
		unsigned char sig = (unsigned char)si.ssi_signo;

		if (sig == SIGCHLD) {
			reap(f);
			continue;
		}
		if (is_for_program(f, &si))
			continue;
		if (!f->terminal && (sig == SIGTSTP || sig == SIGTTIN)) {
			stop_itself(sig, NULL);
			continue;
		}
		if (sig != SIGTSTP && !f->signals++)
			f->first = sig;
		/* It fails only where the engine ends already. */
		(void)!send(f->link, &sig, 1, MSG_NOSIGNAL);
	}
}

static void take_told(struct front *f)
{
	struct told told;
	ssize_t n;

	/* A signal that the engine did not read any more makes an error of
	 * its end, once, before what it told (unix_release_sock() in
	 * net/unix/af_unix.c). */
	while ((n = recv(f->link, &told, sizeof told, MSG_DONTWAIT)) > 0 ||
	       (n < 0 && (errno == ECONNRESET || errno == EINTR)))
		if (n == (ssize_t)sizeof told) {
			f->told = told;
			f->has_told = true;
		}
}

/* As the program has stopped; a SIGSTOP comes from the engine itself. */
static void follow(struct front *f)
{
	int sig = atomic_load(&f->facts->stop);

	if (sig)
		stop_itself(sig, &f->facts->stop);
}

/* It told nothing: the status for that. */
static int engine_died(const struct front *f)
{
	bool filtered = atomic_load(&f->facts->filtered);
	char sig[16];

	ring_sweep();
	/* Then it has said why. */
	if (WIFEXITED(f->wait_status))
		return EXIT_OWN;
	signal_name((uint64_t)WTERMSIG(f->wait_status), sig);
	if (filtered && atomic_load(&f->facts->emergency) == EMERGENCY_OVER)
		/* TRANSLATORS: the name of a signal. */
		warn_user(_("the part of mmtop that traces was ended by %s: "
			    "the log stops there, the program ran to its end"),
			  sig);
	else if (filtered)
		/* TRANSLATORS: the name of a signal. */
		warn_user(_("the part of mmtop that traces was ended by %s: "
			    "the log stops here, and so does a filtered "
			    "program. With --no-filter it would run on"), sig);
	else
		/* TRANSLATORS: the name of a signal. */
		warn_user(_("the part of mmtop that traces was ended by %s: "
			    "the log stops here, the program runs on"), sig);
	return EXIT_OWN;
}

static int cannot(const char *what)
{
	const char *words = error_words(errno), *advice = error_advice(errno);

	if (advice)
		warn_user("%s: %s. %s", what, words, advice);
	else
		warn_user("%s: %s", what, words);
	return EXIT_OWN;
}

static int wait_engine(struct front *f)
{
	struct pollfd p[] = { { .fd = f->signal_fd, .events = POLLIN },
			      { .fd = f->link, .events = POLLIN } };

	for (;;) {
		if (poll(p, 2, -1) < 0 && errno != EINTR)
			return cannot("poll");
		take_signals(f);
		take_told(f);
		follow(f);
		if (f->has_told && (f->told.keeping || f->ended))
			return f->told.status;
		if (f->ended)
			return engine_died(f);
		if (f->signals >= SIGNALS_MAX)
			return 128 + f->first;
		/* Told, or about to end: only SIGCHLD is of interest. */
		if (p[1].revents & POLLHUP || f->has_told)
			p[1].fd = -1;
	}
}

/* --- the engine ---------------------------------------------------------------- */

static void tell(struct front_link *link, const struct told *told)
{
	if (link->stopped)
		front_follow(link, 0);
	/* A front that is gone needs no telling. */
	(void)!send(link->fd, told, sizeof *told, MSG_NOSIGNAL);
}

int front_next(struct front_link *link)
{
	unsigned char sig;
	ssize_t n = recv(link->fd, &sig, 1, MSG_DONTWAIT);

	if (n < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : FRONT_GONE;
	return n ? sig : FRONT_GONE;
}

void front_follow(struct front_link *link, int sig)
{
	static const char wake;

	link->stopped = sig;
	atomic_store(&link->facts->stop, sig == SIGSTOP ? 0 : sig);
	/* Only the process itself can stop by a signal that a shell expects of
	 * its terminal. */
	if (sig && sig != SIGSTOP)
		(void)!send(link->fd, &wake, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
	/* Else its number may be somebody else's. */
	else if (getppid() == link->front)
		kill(link->front, sig ? SIGSTOP : SIGCONT);
}

bool front_is_told(const struct front_link *link)
{
	struct status_info st = { 0 };
	struct str text = STR_INIT;
	struct procroot *proc;
	struct err err;
	uint64_t told = 0;
	sigset_t set;

	front_signals(&set);
	for (int sig = 1; sig < 32; sig++)
		told |= sigismember(&set, sig) > 0 ? 1ull << (sig - 1) : 0;
	if (procroot_open(&proc, "/proc", &err) < 0)
		return false;
	if (procroot_readf(proc, &text, STATUS_MAX, "%d/status",
			   (int)link->front) < 0 ||
	    !status_parse((struct bytes){ text.data, text.len }, &st))
		st.pending = 0;
	str_release(&text);
	procroot_free(proc);
	return st.pending & told;
}

void front_filtered(struct front_link *link, bool filtered)
{
	atomic_store(&link->facts->filtered, filtered);
}

void front_launched(struct front_link *link, pid_t pid)
{
	atomic_store(&link->facts->launched, pid);
}

void front_let_go(struct front_link *link, int status, pid_t launched)
{
	const struct told told = { .status = status, .keeping = true,
				   .launched = launched };

	inherit_drop_streams();
	inherit_close();
	/* The leader of a group, as it is, cannot begin a session. */
	(void)!setpgid(0, link->pgrp);
	(void)setsid();
	(void)!chdir("/");
	tell(link, &told);
	close(link->fd);
	link->fd = -1;
}

_Noreturn void front_end(struct front_link *link, int status)
{
	const struct told told = { .status = status, .keeping = false };

	if (link->fd >= 0)
		tell(link, &told);
	exit(EXIT_SUCCESS);
}

_Noreturn static void be_engine(const struct target *target,
				struct front_link *link, front_engine_fn *fn,
				void *arg)
{
	/* Without a number for the front's group, as in a PID namespace that
	 * begins here, the program could not join it. */
	if (target->pgrp > 0 && !link->terminal)
		setpgid(0, 0);
	role_engine(&link->facts->emergency);
	front_end(link, fn(arg, link));
}

static struct front_facts *facts_new(const struct target *target)
{
	struct front_facts *facts = mmap(NULL, sizeof *facts,
					 PROT_READ | PROT_WRITE,
					 MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (facts == MAP_FAILED)
		return NULL;
	/* What is asked for, until front_filtered(). */
	atomic_init(&facts->filtered, target->argv && target->filter);
	atomic_init(&facts->launched, 0);
	atomic_init(&facts->stop, 0);
	atomic_init(&facts->emergency, EMERGENCY_NONE);
	return facts;
}

/* Restores the terminal, however the engine ends: its settings, and the paste
 * mode that readline changes with them. */
static void terminal_restore(const struct termios *was)
{
	struct termios now;

	if (tcgetattr(STDIN_FILENO, &now) < 0 ||
	    !memcmp(&now, was, sizeof now))
		return;
	if (isatty(STDOUT_FILENO))
		(void)!write(STDOUT_FILENO, PASTE_OFF, strlen(PASTE_OFF));
	(void)!tcsetattr(STDIN_FILENO, TCSADRAIN, was);
}

int front_run(const struct target *target, bool terminal, front_engine_fn *fn,
	      void *arg)
{
	struct front f = { .target = target, .facts = facts_new(target),
			   .terminal = terminal };
	struct front_link link = { .facts = f.facts, .front = getpid(),
				   .pgrp = target->pgrp,
				   .terminal = terminal };
	struct urgency urgency = { 0 };
	struct termios was;
	int fds[2], failed, status;
	sigset_t set;

	if (!f.facts)
		return cannot("mmap");
	/* Where it is ignored nobody can be waited for. */
	signal(SIGCHLD, SIG_DFL);
	/* The sentence at the end is for the terminal all the same. */
	signal(SIGTTOU, SIG_IGN);
	front_signals(&set);
	sigaddset(&set, SIGCHLD);
	/* The engine stops us once it has let go of the terminal. */
	if (terminal || target->argv)
		sigaddset(&set, SIGTSTP);
	if (!terminal && target->argv)
		sigaddset(&set, SIGTTIN);
	sigprocmask(SIG_BLOCK, &set, NULL);
	if (terminal && tcgetattr(STDIN_FILENO, &was) < 0)
		return cannot("tcgetattr");
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) < 0)
		return cannot("socketpair");
	f.link = fds[0];
	link.fd = fds[1];
	f.engine = fork();
	if (f.engine == 0) {
		close(f.link);
		be_engine(target, &link, fn, arg);
	}
	failed = errno;
	close(link.fd);
	/* The front only waits for signals and for the engine.  At nice 0 a signal
	 * that ends the session would reach it late on a contended CPU. */
	urgency_set(&urgency, true);
	if (terminal) {
		/* Ctrl-C is for the line that is being typed, and the engine
		 * gets it from the terminal too. */
		sigdelset(&set, SIGINT);
		signal(SIGINT, SIG_IGN);
	}
	f.signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (f.engine < 0) {
		errno = failed;
		status = cannot("fork");
	} else if (f.signal_fd < 0) {
		status = cannot("signalfd");
	} else {
		status = wait_engine(&f);
	}
	if (f.signal_fd >= 0)
		close(f.signal_fd);
	close(f.link);
	if (terminal)
		terminal_restore(&was);
	/* Not by the keeper: the reader of stderr may block it. */
	if (f.has_told && f.told.keeping)
		keepers_warn(f.told.launched, f.engine);
	munmap(f.facts, sizeof *f.facts);
	return status;
}
