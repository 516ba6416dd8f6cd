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

/* After SIGNALS_MAX signals the front ends at once, as the engine may still be
 * waiting for the process that reads the log. */
#define SIGNALS_MAX 3
#define STATUS_MAX 16384

/* The only message from the engine to the front. */
struct told {
	int status;		/* the exit status, or -N for signal N */
	int keeping;		/* nonzero: the engine continues as a keeper */
	pid_t launched;		/* the program whose filter the keeper handles;
				 * 0: only its children are left */
};

/* The engine's state, in shared memory: the front can read it however the
 * engine ends. */
struct front_facts {
	atomic_bool filtered;
	atomic_int launched;	/* the program's pid while it runs, else 0 */
	atomic_int stop;	/* the signal by which the front must stop; 0:
				 * none */
	atomic_int emergency;	/* enum emergency: state of the work after a
				 * crash of the engine */
};

struct front {
	const struct target *target;
	struct front_facts *facts;
	int link, signal_fd;
	pid_t engine;
	int wait_status;
	bool ended, has_told;
	bool terminal;		/* the engine reads the terminal and handles
				 * SIGTSTP */
	struct told told;
	int signals, first;	/* number of signals passed on to the engine,
				 * and the first one */
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

/* --- the front ------------------------------------------------------------ */

/* Reaps the engine, and orphaned processes, whose parent mmtop is if it is PID
 * 1. */
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

/* Signals that the terminal driver sends to a whole process group. */
static const int terminal_signals[] = { SIGINT, SIGQUIT, SIGTSTP, SIGTTIN };
#define N_TERMINAL_SIGNALS (sizeof terminal_signals / sizeof *terminal_signals)

/*
 * The terminal sends the signals of Ctrl-C, Ctrl-\ and Ctrl-Z to the whole
 * foreground process group, with si_code SI_KERNEL.  While the program runs in
 * that group, these signals are for the program: it decides whether it ends or
 * stops, and mmtop then does the same.
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
 * Stops the front by the default action of `sig`.  In an orphaned process group
 * the kernel ignores the stop, because no shell could continue the process.
 *
 * If `wanted` is not NULL, stops only if *wanted is still sig.  A SIGCONT
 * before this test has changed *wanted; a later SIGCONT discards the pending
 * signal.
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
		/* send() fails only if the engine is already ending. */
		(void)!send(f->link, &sig, 1, MSG_NOSIGNAL);
	}
}

static void take_told(struct front *f)
{
	struct told told;
	ssize_t n;

	/* If the engine ended without reading a signal, recv() fails once,
	 * before it returns the engine's message (unix_release_sock() in
	 * net/unix/af_unix.c). */
	while ((n = recv(f->link, &told, sizeof told, MSG_DONTWAIT)) > 0 ||
	       (n < 0 && (errno == ECONNRESET || errno == EINTR)))
		if (n == (ssize_t)sizeof told) {
			f->told = told;
			f->has_told = true;
		}
}

/* Stops the front by the same signal as the program.  SIGSTOP needs no work
 * here: the engine sends it to the front itself. */
static void follow(struct front *f)
{
	int sig = atomic_load(&f->facts->stop);

	if (sig)
		stop_itself(sig, &f->facts->stop);
}

/* Reports that the engine ended without a message, and returns the exit
 * status. */
static int engine_died(const struct front *f)
{
	bool filtered = atomic_load(&f->facts->filtered);
	char sig[16];

	ring_sweep();
	/* An engine that exited has reported the reason itself. */
	if (WIFEXITED(f->wait_status))
		return EXIT_OWN;
	signal_name((uint64_t)WTERMSIG(f->wait_status), sig);
	if (filtered && atomic_load(&f->facts->emergency) == EMERGENCY_OVER)
		/* TRANSLATORS: %s is the name of a signal, such as SIGKILL. */
		warn_user(_("the engine was killed by %s: the log stops there, "
			    "the program ran to its end"),
			  sig);
	else if (filtered)
		/* TRANSLATORS: %s is the name of a signal, such as SIGKILL. */
		warn_user(_("the engine was killed by %s: the log stops "
			    "here, and the filtered program ends. With "
			    "--no-filter it would keep running"), sig);
	else
		/* TRANSLATORS: %s is the name of a signal, such as SIGKILL. */
		warn_user(_("the engine was killed by %s: the log stops "
			    "here, the program keeps running"), sig);
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
		/* The link is closed or the message has arrived, so the engine
		 * is about to end: from now on the front only waits for
		 * SIGCHLD. */
		if (p[1].revents & POLLHUP || f->has_told)
			p[1].fd = -1;
	}
}

/* --- the engine ----------------------------------------------------------- */

static void tell(struct front_link *link, const struct told *told)
{
	if (link->stopped)
		front_follow(link, 0);
	/* send() fails if the front has exited; then the message is not
	 * needed. */
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
	/* A signal such as SIGTSTP must stop the front as if it came from the
	 * terminal, so the front raises the signal itself. */
	if (sig && sig != SIGSTOP)
		(void)!send(link->fd, &wake, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
	/* If another process is the parent, the front has exited, and its pid
	 * may have been reused. */
	else if (getppid() == link->front)
		kill(link->front, sig ? SIGSTOP : SIGCONT);
}

bool front_has_signal(const struct front_link *link)
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

void front_release(struct front_link *link, int status, pid_t launched)
{
	const struct told told = { .status = status, .keeping = true,
				   .launched = launched };

	inherit_null_streams();
	inherit_close();
	/* setsid() fails for the leader of a process group.  This process is a
	 * leader, so it joins the front's group first. */
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
	/* In a new PID namespace the front's process group may have no number
	 * (pgrp is 0).  Then the engine must stay in that group, because the
	 * launched program could not join it later. */
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
	/* The requested value applies until front_filtered() stores the real
	 * one. */
	atomic_init(&facts->filtered, target->argv && target->filter);
	atomic_init(&facts->launched, 0);
	atomic_init(&facts->stop, 0);
	atomic_init(&facts->emergency, EMERGENCY_NONE);
	return facts;
}

/* Restores the settings of the terminal, and the bracketed-paste mode, which
 * readline turns on with its settings. */
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
	/* If SIGCHLD is ignored, waitpid() returns no status of the engine. */
	signal(SIGCHLD, SIG_DFL);
	/* With SIGTTOU ignored, mmtop can write its last message to the
	 * terminal even in the background. */
	signal(SIGTTOU, SIG_IGN);
	front_signals(&set);
	sigaddset(&set, SIGCHLD);
	/* An engine that reads the terminal must first release it and then stop
	 * the front.  So SIGTSTP must not stop the front earlier. */
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
	/* The front gets a high priority: at nice 0 it would run late on a
	 * contended CPU, and delay a signal that ends the session. */
	urgency_set(&urgency, true);
	if (terminal) {
		/* The engine gets Ctrl-C from the terminal, too, and drops the
		 * line that is being typed.  So the front ignores it. */
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
	/* The front prints the warning, not the keeper: a process that does not
	 * read stderr could block the keeper. */
	if (f.has_told && f.told.keeping)
		keepers_warn(f.told.launched, f.engine);
	munmap(f.facts, sizeof *f.facts);
	return status;
}
