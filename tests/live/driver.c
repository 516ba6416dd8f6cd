/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "driver.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/engine/engine.h"
#include "live.h"
#include "sys/loop.h"

#define TURN_NS 5000000ull
#define RUN_NS 3000000ull	/* how long "." runs the engine */
/* How long "h" waits: a parent that waits for its vfork child cannot stop
 * (P15), and that child may itself be stopped. */
#define HOLD_NS 200000000ull
#define LETTERS_MAX 128
#define TRACKED_MAX 32

struct reply {
	bool done;
	long notes[NOTES];
};

/* --- the engine process --------------------------------------------------- */

struct child {
	struct loop *loop;
	struct engine *engine;
	const struct target *target;
	struct ev_status status;
	struct ev_writes writes[TRACKED_MAX];	/* of the attached processes */
	struct reply reply;
};

static void on_writes(struct child *c, const struct event *ev)
{
	for (size_t i = 0; i < c->target->n_attach && i < TRACKED_MAX; i++)
		if (c->target->attach[i] == ev->pid)
			c->writes[i] = ev->u.writes;
}

static void on_event(void *arg, const struct event *ev)
{
	struct child *c = arg;

	if (ev->kind == EV_STATUS)
		c->status = ev->u.status;
	else if (ev->kind == EV_NOTE && ev->u.note.id < NOTES)
		c->reply.notes[ev->u.note.id]++;
	else if (ev->kind == EV_WRITES)
		on_writes(c, ev);
}

static bool all_track(const struct child *c, enum writes_state state)
{
	for (size_t i = 0; i < c->target->n_attach && i < TRACKED_MAX; i++)
		if (c->writes[i].state != state)
			return false;
	return true;
}

/* A refusal is final. */
static bool is_refused(const struct child *c, char letter)
{
	for (size_t i = 0; i < c->target->n_attach && i < TRACKED_MAX; i++)
		if (letter == 't' && c->writes[i].state == WRITES_REFUSED)
			return true;
	return false;
}

static void tell_writes(const struct child *c, enum writes_state state)
{
	for (size_t i = 0; i < c->target->n_attach && i < TRACKED_MAX; i++)
		if (c->writes[i].state != state)
			diag("written pages of %d: state %llu, why %llu, "
			     "error %lld", (int)c->target->attach[i],
			     (unsigned long long)c->writes[i].state,
			     (unsigned long long)c->writes[i].why,
			     (long long)c->writes[i].error);
}

static void ask_track(struct child *c, bool on)
{
	for (size_t i = 0; i < c->target->n_attach && i < TRACKED_MAX; i++)
		engine_request(c->engine, &(struct request){
			.op = REQ_TRACK, .pid = c->target->attach[i],
			.a = on,
		});
}

static bool is_done(const struct child *c, char letter, long refused)
{
	const struct ev_status *s = &c->status;

	switch (letter) {
	case 'a':
		return c->reply.notes[NOTE_ATTACH_FAILED] > refused ||
		       (s->state != TARGET_DETACHED &&
			s->state != TARGET_STARTING);
	case 'd':
		return s->state == TARGET_DETACHED || s->state == TARGET_ENDED;
	case 'h':
		return s->state == TARGET_STOPPED || s->held == s->tasks;
	case 'c':
		return s->state != TARGET_HELD;
	case 'w':
		return s->level == LEVEL_WATCH;
	case 'l':
		return s->level == LEVEL_CALLS;
	case 'e':
		return s->state == TARGET_ENDED;
	case 's':
		return c->reply.notes[NOTE_NOT_SIGNALLED] > refused;
	case 't':
		return all_track(c, WRITES_ON);
	case 'u':
		return all_track(c, WRITES_OFF);
	default:
		return true;
	}
}

static bool do_letter(struct child *c, char letter)
{
	static const struct request requests[128] = {
		['a'] = { .op = REQ_ATTACH }, ['d'] = { .op = REQ_DETACH },
		['h'] = { .op = REQ_HOLD }, ['c'] = { .op = REQ_CONTINUE },
		['n'] = { .op = REQ_NEXT, .a = 1 }, ['k'] = { .op = REQ_KILL },
		['w'] = { .op = REQ_LEVEL, .a = LEVEL_WATCH },
		['l'] = { .op = REQ_LEVEL, .a = LEVEL_CALLS },
	};
	uint64_t now = clock_ns(), until = now + DEADLINE_NS;
	long refused = c->reply.notes[letter == 's' ? NOTE_NOT_SIGNALLED :
				      NOTE_ATTACH_FAILED];

	if (letter == '.') {
		until = now + RUN_NS;
		while (clock_ns() < until)
			loop_turn(c->loop, RUN_NS);
		return true;
	}
	if (letter == 'h')
		until = now + HOLD_NS;
	if (letter == 't' || letter == 'u')
		ask_track(c, letter == 't');
	else if (letter == 's')
		engine_request(c->engine, &(struct request){
			.op = REQ_SIGNAL, .pid = c->target->attach[0],
			.a = SIGKILL, .b = 1,
		});
	else if (letter != 'e')
		engine_request(c->engine, &requests[letter & 127]);
	while (!is_done(c, letter, refused) && !is_refused(c, letter) &&
	       clock_ns() < until)
		loop_turn(c->loop, TURN_NS);
	if (letter == 'h' || is_done(c, letter, refused))
		return true;
	diag("'%c' is not done: state %llu, level %llu, %llu tasks, %llu held",
	     letter, (unsigned long long)c->status.state,
	     (unsigned long long)c->status.level,
	     (unsigned long long)c->status.tasks,
	     (unsigned long long)c->status.held);
	if (letter == 't' || letter == 'u')
		tell_writes(c, letter == 't' ? WRITES_ON : WRITES_OFF);
	return false;
}

struct orders {
	struct child *child;
	bool over;
};

static void on_orders(void *arg, int fd, short revents)
{
	struct orders *o = arg;
	char letters[LETTERS_MAX];
	ssize_t n = read(fd, letters, sizeof letters);

	(void)revents;
	o->over = n <= 0;
	o->child->reply.done = true;
	for (ssize_t i = 0; i < n && o->child->reply.done; i++)
		o->child->reply.done = do_letter(o->child, letters[i]);
	if (n > 0 && write(fd, &o->child->reply, sizeof o->child->reply) < 0)
		o->over = true;
}

_Noreturn static void child_main(int fd, const struct engine_config *cfg)
{
	struct child c = { .loop = loop_new(), .target = &cfg->target };
	struct engine_config own = *cfg;
	struct orders o = { .child = &c };
	struct refusal refusal;
	struct err err;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	c.engine = engine_new(c.loop, &own, &refusal, &err);
	if (!c.engine)
		_exit(2);
	engine_add_taker(c.engine, on_event, &c);
	c.reply.done = engine_start(c.engine, &refusal, &err) == 0;
	if (write(fd, &c.reply, sizeof c.reply) < 0 || !c.reply.done)
		_exit(3);
	loop_add_fd(c.loop, fd, POLLIN, 1, on_orders, &o);
	while (!o.over)
		loop_turn(c.loop, 1000000000ull);
	engine_free(c.engine);
	loop_free(c.loop);
	_exit(0);
}

/* --- the test -------------------------------------------------------------------- */

static bool get_reply(struct driver *d)
{
	struct pollfd p = { .fd = d->fd, .events = POLLIN };
	struct reply r;

	/* A letter has the deadline; one more second is for the transfer. */
	if (poll(&p, 1, (DEADLINE_S + 1) * 1000) != 1 ||
	    read(d->fd, &r, sizeof r) != (ssize_t)sizeof r) {
		diag("the engine of %d does not reply", d->pid);
		return false;
	}
	memcpy(d->notes, r.notes, sizeof d->notes);
	return r.done;
}

static bool driver_fork(struct driver *d, const struct engine_config *cfg)
{
	int fds[2];

	*d = (struct driver){ .fd = -1 };
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds))
		bail("socketpair");
	d->pid = fork();
	if (d->pid < 0)
		bail("fork");
	if (d->pid == 0) {
		close(fds[0]);
		child_main(fds[1], cfg);
	}
	close(fds[1]);
	d->fd = fds[0];
	if (get_reply(d))
		return true;
	driver_kill(d);
	return false;
}

bool driver_start(struct driver *d, const pid_t *pids, size_t n,
		  enum level level, unsigned flags)
{
	const struct engine_config cfg = {
		.command = "", .period_ns = 500000000,
		.wants.regions = flags & DRIVER_PAGES,
		.wants.pages = flags & DRIVER_PAGES,
		.target = { .attach = pids, .n_attach = n, .level = level,
			    .follow = flags & DRIVER_FOLLOW,
			    .repair = !(flags & DRIVER_NO_REPAIR),
			    .pin = flags & DRIVER_PIN,
			    .pty_master = -1, .pty_slave = -1 },
	};

	return driver_fork(d, &cfg);
}

bool driver_launch(struct driver *d, char *const argv[], unsigned flags)
{
	const struct engine_config cfg = {
		.command = "", .period_ns = 500000000,
		.target = { .argv = argv, .level = LEVEL_CALLS, .follow = true,
			    .repair = true, .pin = flags & DRIVER_PIN,
			    .filter = flags & DRIVER_FILTER,
			    .pty_master = -1, .pty_slave = -1 },
	};

	return driver_fork(d, &cfg);
}

void driver_begin(struct driver *d, const char *letters)
{
	/* An empty packet would look like the end of the connection. */
	if (*letters && send(d->fd, letters, strlen(letters),
			     MSG_NOSIGNAL) < 0)
		diag("the engine of %d has exited", d->pid);
}

bool driver_do(struct driver *d, const char *letters)
{
	driver_begin(d, letters);
	return !*letters || get_reply(d);
}

bool driver_wait(struct driver *d)
{
	return get_reply(d);
}

static int reap(struct driver *d)
{
	int status = -1;

	if (d->pid > 0)
		waitpid(d->pid, &status, 0);
	if (d->fd >= 0)
		close(d->fd);
	d->pid = 0;
	d->fd = -1;
	return status;
}

void driver_kill(struct driver *d)
{
	if (d->pid > 0)
		kill(d->pid, SIGKILL);
	reap(d);
}

bool driver_end(struct driver *d)
{
	if (d->fd >= 0)
		close(d->fd);
	d->fd = -1;
	return reap(d) == 0;
}
