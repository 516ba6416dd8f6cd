/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/writer.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fault.h"

/* Maximum number of bytes that wait for the log's reader: some seconds of log
 * if the program only makes memory calls. */
#define QUEUE_MAX ((size_t)64 << 20)
#define QUEUE_SMALL ((size_t)256 << 10)
/* Number of buffers that are stored for reuse: allocating fresh memory costs
 * more than filling it. */
#define SPARES 4
/* The thread may take END_TRIES * END_NS to exit. */
#define END_TRIES 50
#define END_NS 5000000ll

struct piece {
	struct piece *next;
	struct str text;
	size_t size;		/* bytes that the piece takes of the queue's
				 * limit */
};

struct writer {
	int fd, event_fd;
	size_t max;
	cpu_set_t cpus;
	bool has_cpus;
	writer_fn *prepare;
	void *arg;
	bool behind;			/* the thread writes, not the caller */
	bool begun;			/* the thread was started */
	pthread_t thread;
	/* Protects the fields below.  The caller must not wait long, since it
	 * may run at a higher priority than the thread.  So the mutex is never
	 * held during a system call, and queries do not take it. */
	pthread_mutex_t mutex;
	pthread_cond_t more;
	struct piece *first, **last;
	_Atomic size_t queued;		/* memory of all texts, including the
					 * text that is being written */
	struct str spare[SPARES];	/* buffers of written texts */
	unsigned n_spare;
	_Atomic int err;
	bool end;
};

struct writer *writer_new(int fd)
{
	struct writer *w = xcalloc(1, sizeof *w);

	w->fd = fd;
	w->event_fd = -1;
	pthread_mutex_init(&w->mutex, NULL);
	pthread_cond_init(&w->more, NULL);
	w->last = &w->first;
	return w;
}

void writer_behind(struct writer *w)
{
	w->behind = true;
	w->max = fault_on("small-log-queue") ? QUEUE_SMALL : QUEUE_MAX;
	w->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	w->has_cpus = !sched_getaffinity(0, sizeof w->cpus, &w->cpus);
}

void writer_prepare(struct writer *w, writer_fn *fn, void *arg)
{
	w->prepare = fn;
	w->arg = arg;
}

/* --- the thread ----------------------------------------------------------- */

static bool told_to_end(struct writer *w)
{
	bool end;

	pthread_mutex_lock(&w->mutex);
	end = w->end;
	pthread_mutex_unlock(&w->mutex);
	return end;
}

/*
 * Writes the whole text.  Polls if the log is non-blocking: another process may
 * share its file description (as for stderr) and have set O_NONBLOCK.  Returns
 * 0 or a positive errno.
 */
static int write_all(struct writer *w, const struct str *text)
{
	size_t done = 0;

	while (done < text->len) {
		ssize_t n = write(w->fd, text->data + done, text->len - done);

		if (n > 0) {
			done += (size_t)n;
		} else if (n < 0 && errno == EAGAIN) {
			struct pollfd p = { .fd = w->fd, .events = POLLOUT };
			(void)poll(&p, 1, -1);
		} else if (n == 0 || errno != EINTR) {
			/* A socket's reader may exit with unread data. */
			return n == 0 ? EIO :
			       errno == ECONNRESET ? EPIPE : errno;
		}
		if (done < text->len && told_to_end(w))
			return ECANCELED;
	}
	return 0;
}

static int prepare_and_write(struct writer *w, struct str *text)
{
	int err = w->prepare ? w->prepare(w->arg, text) : 0;

	return err ? err : write_all(w, text);
}

/* Removes the next piece from the queue and returns it, or NULL.  The piece
 * still counts as queued until it is written. */
static struct piece *next_piece(struct writer *w)
{
	struct piece *p = w->end ? NULL : w->first;

	if (p) {
		w->first = p->next;
		if (!w->first)
			w->last = &w->first;
	}
	return p;
}

/* Subtracts a piece from the queued bytes.  Stores its buffer for reuse, or
 * leaves the buffer to piece_free(). */
static void drop(struct writer *w, struct piece *p)
{
	w->queued -= p->size;
	str_clear(&p->text);
	if (w->n_spare < SPARES) {
		w->spare[w->n_spare++] = p->text;
		p->text = (struct str)STR_INIT;
	}
}

static void piece_free(struct piece *p)
{
	str_release(&p->text);
	free(p);
}

static void drop_all(struct writer *w)
{
	struct piece *p;

	while ((p = w->first)) {
		w->first = p->next;
		drop(w, p);
		piece_free(p);
	}
	w->last = &w->first;
}

static void say_changed(struct writer *w)
{
	const uint64_t one = 1;

	/* write() fails only if the eventfd is readable already. */
	(void)!write(w->event_fd, &one, sizeof one);
}

/* Reports that the queue is empty, then waits for the next piece. */
static void wait_for_more(struct writer *w)
{
	pthread_mutex_unlock(&w->mutex);
	say_changed(w);
	pthread_mutex_lock(&w->mutex);
	while (!w->first && !w->end)
		pthread_cond_wait(&w->more, &w->mutex);
}

static void *run(void *arg)
{
	struct writer *w = arg;
	struct piece *p;
	int err;

	prctl(PR_SET_NAME, "mmtop-log");
	if (w->has_cpus)
		sched_setaffinity(0, sizeof w->cpus, &w->cpus);
	pthread_mutex_lock(&w->mutex);
	while (!w->end) {
		p = next_piece(w);
		if (!p) {
			wait_for_more(w);
			continue;
		}
		pthread_mutex_unlock(&w->mutex);
		err = prepare_and_write(w, &p->text);
		pthread_mutex_lock(&w->mutex);
		drop(w, p);
		w->err = err;
		pthread_mutex_unlock(&w->mutex);
		piece_free(p);
		pthread_mutex_lock(&w->mutex);
		if (err) {
			drop_all(w);
			break;
		}
	}
	pthread_mutex_unlock(&w->mutex);
	say_changed(w);
	return NULL;
}

/* Does nothing: the signal is only used to interrupt a blocked write(). */
static void on_urgent(int sig)
{
	(void)sig;
}

/* Crash signals must not be blocked: a blocked crash signal would end the
 * process without a call of last_words. */
static const int open_to[] = { SIGURG, SIGSEGV, SIGABRT, SIGBUS, SIGFPE,
			       SIGILL };

static void begin(struct writer *w)
{
	const struct sigaction act = { .sa_handler = on_urgent };
	sigset_t blocked, was;

	sigaction(SIGURG, &act, NULL);
	sigfillset(&blocked);
	for (size_t i = 0; i < sizeof open_to / sizeof *open_to; i++)
		sigdelset(&blocked, open_to[i]);
	pthread_sigmask(SIG_SETMASK, &blocked, &was);
	w->begun = pthread_create(&w->thread, NULL, run, w) == 0;
	w->behind = w->begun;
	pthread_sigmask(SIG_SETMASK, &was, NULL);
}

/* --- the caller ----------------------------------------------------------- */

static void put_alone(struct writer *w, struct str *text)
{
	if (!w->err)
		w->err = prepare_and_write(w, text);
	str_clear(text);
}

bool writer_put(struct writer *w, struct str *text, bool must)
{
	struct piece *p;
	bool fits;

	if (w->behind && !w->begun)
		begin(w);
	if (!w->begun) {
		put_alone(w, text);
		return true;
	}
	p = xmalloc(sizeof *p);
	pthread_mutex_lock(&w->mutex);
	fits = must || w->queued + text->cap <= w->max;
	if (w->err) {
		str_clear(text);
	} else if (fits) {
		*p = (struct piece){ .text = *text, .size = text->cap };
		*w->last = p;
		w->last = &p->next;
		w->queued += text->cap;
		*text = w->n_spare ? w->spare[--w->n_spare]
				   : (struct str)STR_INIT;
		p = NULL;
		pthread_cond_signal(&w->more);
	}
	fits |= w->err != 0;
	pthread_mutex_unlock(&w->mutex);
	free(p);
	return fits;
}

bool writer_has_room(struct writer *w)
{
	return atomic_load(&w->queued) <= w->max / 2;
}

unsigned writer_fill(struct writer *w)
{
	size_t queued = atomic_load(&w->queued);

	return w->max ? (unsigned)(queued / (w->max / 1000 + 1)) : 0;
}

int writer_error(struct writer *w)
{
	return atomic_load(&w->err);
}

bool writer_pending(struct writer *w)
{
	uint64_t n;

	(void)!read(w->event_fd, &n, sizeof n);
	return atomic_load(&w->queued) && !atomic_load(&w->err);
}

int writer_fd(const struct writer *w)
{
	return w->event_fd;
}

/* Tries to end the thread.  The signal interrupts a write to a pipe or a
 * socket, but not a write to a disk that hangs. */
static bool end_thread(struct writer *w)
{
	pthread_mutex_lock(&w->mutex);
	w->end = true;
	pthread_cond_signal(&w->more);
	pthread_mutex_unlock(&w->mutex);
	for (int i = 0; i < END_TRIES; i++) {
		struct timespec until;

		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += END_NS;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (!pthread_timedjoin_np(w->thread, NULL, &until))
			return true;
		pthread_kill(w->thread, SIGURG);
	}
	return false;
}

bool writer_free(struct writer *w)
{
	if (w->begun && !end_thread(w))
		return false;
	drop_all(w);
	while (w->n_spare)
		str_release(&w->spare[--w->n_spare]);
	pthread_cond_destroy(&w->more);
	pthread_mutex_destroy(&w->mutex);
	if (w->event_fd >= 0)
		close(w->event_fd);
	free(w);
	return true;
}
