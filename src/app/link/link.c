/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/link/link.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "app/link/private.h"

#define COUNT_MAX 1000000u
#define PTY_SIZE_MAX 10000u
/* The range of intervals that the option -d allows. */
#define REFRESH_MIN_NS 10000000u
#define REFRESH_MAX_NS UINT64_C(1000000000000000000)
#define WINDOW_CELL_MAX 31u

int link_pair(int fd[2])
{
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
			  0, fd) < 0 ? -errno : 0;
}

/* --- numbers, little-endian ----------------------------------------------- */

static uint8_t *put(uint8_t *p, uint64_t n, int bytes)
{
	for (int i = 0; i < bytes; i++)
		*p++ = (uint8_t)(n >> (8 * i));
	return p;
}

static uint64_t get(const uint8_t **p, int bytes)
{
	uint64_t n = 0;

	for (int i = 0; i < bytes; i++)
		n |= (uint64_t)*(*p)++ << (8 * i);
	return n;
}

static int32_t get_int(const uint8_t **p)
{
	return (int32_t)(uint32_t)get(p, 4);
}

static uint8_t *put_bytes(uint8_t *p, const void *bytes, size_t n)
{
	memcpy(p, bytes, n);
	return p + n;
}

/* Copies n bytes to `out`, and always terminates them as a string. */
static void get_string(const uint8_t **p, char *out, size_t n)
{
	memcpy(out, *p, n);
	out[n - 1] = '\0';
	*p += n;
}

/* --- requests ------------------------------------------------------------- */

void request_encode(uint8_t out[LINK_REQUEST_SIZE], const struct request *req)
{
	uint8_t *p = out;

	p = put(p, (uint32_t)req->op, 4);
	p = put(p, (uint32_t)req->pid, 4);
	p = put(p, (uint32_t)req->tid, 4);
	p = put(p, req->c, 4);
	p = put(p, req->a, 8);
	p = put(p, req->b, 8);
	put_bytes(p, req->text, sizeof req->text);
}

static bool is_valid(const struct request *req)
{
	if (req->pid < 0 || req->tid < 0)
		return false;
	switch (req->op) {
	case REQ_NEXT:
		return req->a <= COUNT_MAX;
	case REQ_LEVEL:
		return req->a <= LEVEL_CALLS;
	case REQ_OUTPUT_SIZE:
		return req->a <= PTY_SIZE_MAX && req->b <= PTY_SIZE_MAX;
	case REQ_MOUSE:
		return req->a < PTY_SIZE_MAX && req->b < PTY_SIZE_MAX &&
		       (req->c & REQ_MOUSE_BUTTON) <= 5;
	case REQ_REFRESH:
		return req->a >= REFRESH_MIN_NS && req->a <= REFRESH_MAX_NS;
	case REQ_INPUT:
		return req->a <= sizeof req->text &&
		       req->b <= INPUT_PASTE_ENDS;
	case REQ_RELAY:
		return req->a <= 1;
	case REQ_CATCH:
	case REQ_UNTIL:
		return req->a <= CATCH_CALLS && req->b <= 1;
	case REQ_CONTENTS:
		return req->b && req->b <= REQ_CONTENTS_MAX &&
		       req->a <= UINT64_MAX - req->b;
	case REQ_CAPTURE:
		return req->b <= CAPTURE_ON;
	case REQ_HEAP:
		return req->a <= 1;
	case REQ_HEAP_BLOCKS:
		return req->b && req->b <= REQ_HEAP_BLOCKS_MAX;
	case REQ_HEAP_PAGES:
		return req->a < req->b && req->c <= WINDOW_CELL_MAX;
	case REQ_WINDOW:
		return req->c <= WINDOW_CELL_MAX;
	default:
		return true;
	}
}

bool request_decode(struct request *out, const uint8_t in[LINK_REQUEST_SIZE])
{
	const uint8_t *p = in;
	uint64_t op = get(&p, 4);
	struct request req = { .op = (enum request_op)op };

	req.pid = get_int(&p);
	req.tid = get_int(&p);
	req.c = (uint32_t)get(&p, 4);
	req.a = get(&p, 8);
	req.b = get(&p, 8);
	memcpy(req.text, p, sizeof req.text);
	if (op >= REQS || !is_valid(&req))
		return false;
	*out = req;
	return true;
}

/* --- messages ------------------------------------------------------------- */

enum {
	WORD_SIZE = 2 + 8 + 8,
	NAME_SIZE = sizeof ((struct refusal *)NULL)->name,
	WHAT_SIZE = sizeof ((struct err *)NULL)->what,
	FAILED_SIZE = WORD_SIZE + 6 * 4 + 2 * NAME_SIZE + 4 + WHAT_SIZE,
};

void message_encode(struct str *out, const struct link_message *m)
{
	uint8_t bytes[FAILED_SIZE], *p = bytes;
	const struct refusal *r = &m->refusal;

	p = put(p, LINK_WORD, 1);
	p = put(p, m->word, 1);
	p = put(p, m->a, 8);
	p = put(p, m->b, 8);
	if (m->word == LINK_FAILED) {
		p = put(p, r->why, 4);
		p = put(p, (uint32_t)r->pid, 4);
		p = put(p, (uint32_t)r->other, 4);
		p = put(p, r->uid, 4);
		p = put(p, (uint32_t)r->value, 4);
		p = put(p, (uint32_t)r->err, 4);
		p = put_bytes(p, r->name, NAME_SIZE);
		p = put_bytes(p, r->other_name, NAME_SIZE);
		p = put(p, (uint32_t)m->err.code, 4);
		p = put_bytes(p, m->err.what, WHAT_SIZE);
	}
	str_add(out, bytes, (size_t)(p - bytes));
}

static bool get_failure(struct link_message *m, const uint8_t *p)
{
	struct refusal *r = &m->refusal;
	uint64_t why = get(&p, 4);

	r->why = (enum refusal_why)why;
	r->pid = get_int(&p);
	r->other = get_int(&p);
	r->uid = (uid_t)get(&p, 4);
	r->value = get_int(&p);
	r->err = get_int(&p);
	get_string(&p, r->name, NAME_SIZE);
	get_string(&p, r->other_name, NAME_SIZE);
	m->err.code = get_int(&p);
	get_string(&p, m->err.what, WHAT_SIZE);
	return why < REFUSALS;
}

long message_decode(struct link_message *out, const uint8_t *data, size_t n)
{
	struct link_message m = { .refusal = { .why = REFUSED_NOT } };
	const uint8_t *p = data + 2;
	size_t size = WORD_SIZE;

	if (n < 2)
		return 0;
	if (data[0] != LINK_WORD || data[1] >= LINK_WORDS)
		return -EBADMSG;
	m.word = (enum link_word)data[1];
	if (m.word == LINK_FAILED)
		size = FAILED_SIZE;
	if (n < size)
		return 0;
	m.a = get(&p, 8);
	m.b = get(&p, 8);
	if (m.word == LINK_FAILED && !get_failure(&m, p))
		return -EBADMSG;
	*out = m;
	return (long)size;
}
