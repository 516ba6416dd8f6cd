/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store where libzstd was left out of the build: there is none. */
#include <config.h>

#include "sink/store.h"

#include <errno.h>

int store_open(struct store **out, const struct store_options *o,
	       struct store_end *end)
{
	(void)out;
	(void)o;
	*end = (struct store_end){ STORE_NO_BUILD, ENOSYS };
	return -ENOSYS;
}

void store_event(struct store *s, const struct event *ev)
{
	(void)s;
	(void)ev;
}

void store_frame(struct store *s, const struct event *ev, struct bytes sums)
{
	(void)s;
	(void)ev;
	(void)sums;
}

void *store_place(struct store *s, size_t n)
{
	(void)s;
	(void)n;
	return NULL;
}

bool store_has_room(struct store *s)
{
	(void)s;
	return false;
}

void store_flush(struct store *s)
{
	(void)s;
}

struct store_end store_end(struct store *s)
{
	(void)s;
	return (struct store_end){ STORE_NO_BUILD, ENOSYS };
}

void store_close(struct store *s)
{
	(void)s;
}

bool store_pending(struct store *s)
{
	(void)s;
	return false;
}

int store_fd(const struct store *s)
{
	(void)s;
	return -1;
}

void store_free(struct store *s)
{
	(void)s;
}

const char *store_name(const struct store *s)
{
	(void)s;
	return "";
}

uint64_t store_floor(const struct store *s)
{
	(void)s;
	return 0;
}

struct store_sums store_sums(const struct store *s)
{
	(void)s;
	return (struct store_sums){ 0 };
}
