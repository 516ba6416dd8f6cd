/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sink/json/value.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "event/call.h"
#include "event/names.h"

struct json_flags {
	struct str *out;
	unsigned n;
};

static void add_name(void *arg, const char *s)
{
	struct json_flags *names = arg;

	str_adds(names->out, names->n++ ? ",\"" : "\"");
	str_adds(names->out, s);
	str_addc(names->out, '"');
}

void json_put_flags(struct str *out, const char *key, const struct ev_call *c,
		    int i)
{
	struct json_flags names = { .out = out };

	json_open_list(out, key);
	(void)!call_arg_names(c, i, add_name, &names);
	str_addc(out, ']');
}

/* Writes a number.  `value` is already extended to the width and sign of the
 * type. */
static void put_number(struct str *out, const char *key, enum arg_type type,
		       uint64_t value)
{
	switch (type) {
	case ARG_INT:
	case ARG_LONG:
	case ARG_FD:
	case ARG_SIGNAL:
		json_put_int(out, key, (int64_t)value);
		break;
	case ARG_UINT:
	case ARG_U32:
	case ARG_MODE:
	case ARG_SIZE:
	case ARG_OFFSET:
		json_put_size(out, key, value);
		break;
	default:
		json_put_hex(out, key, value);
	}
}

/* True for arguments that have one of a few values, rather than a set of
 * flags. */
static bool is_choice(enum arg_type type)
{
	return type == ARG_MADVICE || type == ARG_SHM_CMD ||
	       type == ARG_SHM_KEY;
}

/* Writes an argument as "MADV_FREE", ["PROT_READ"], or a number. */
static void put_arg(struct str *out, const char *key, const struct ev_call *c,
		    enum arg_type type, int i)
{
	struct json_flags names = { .out = out };
	size_t before = out->len, at;

	json_open_list(out, key);
	at = out->len;
	if (!call_arg_names(c, i, add_name, &names)) {
		json_cut(out, before);
		put_number(out, key, type, call_arg_value(c, i));
	} else if (is_choice(type) && names.n == 1) {
		memmove(out->data + at - 1, out->data + at, out->len - at);
		json_cut(out, out->len - 1);
	} else {
		str_addc(out, ']');
	}
}

/* Returns the index of the argument that c->path belongs to: the first string;
 * without a string, the first descriptor.  Returns -1 if there is neither. */
static int path_arg(const struct ev_call *c, const struct call_desc *d)
{
	int fd = -1;

	if (!c->path.len)
		return -1;
	for (int i = 0; i < d->nargs; i++) {
		if (d->args[i].type == ARG_STRING)
			return i;
		if (d->args[i].type == ARG_FD && fd < 0)
			fd = i;
	}
	return fd;
}

/* Writes {"addr": "0x0", "length": 8192, "prot": ["PROT_READ"], ..., "fd": 3,
 * "path": "/usr/lib/libfoo.so"}.  The path of a descriptor follows the
 * descriptor. */
static void put_args(struct str *o, const struct ev_call *c,
		     const struct call_desc *d)
{
	int path = path_arg(c, d);

	json_open(o, "args");
	for (int i = 0; i < d->nargs; i++) {
		if (i == path && d->args[i].type == ARG_STRING)
			json_put_name(o, d->args[i].name, c->path);
		else if (call_args_known(c))
			put_arg(o, d->args[i].name, c, d->args[i].type, i);
		else
			json_put_text(o, d->args[i].name, NULL);
		if (i == path && d->args[i].type == ARG_FD)
			json_put_name(o, "path", c->path);
	}
	json_close(o);
}

void json_call(struct str *o, const struct event *ev)
{
	static const char *const phases[] = {
		[PHASE_ENTER] = "enter",
		[PHASE_EXIT] = "exit",
	};
	const struct ev_call *c = &ev->u.call;
	const struct call_desc *d = call_of(c);
	bool done = c->phase != PHASE_ENTER;
	bool failed = done && c->error && !c->restarted;
	const char *error = failed ? errno_name(c->error) : NULL;
	struct str s = STR_INIT;

	json_put_text(o, "abi", abi_name(c->abi));
	call_name(&s, c);
	json_put_text(o, "name", s.data);
	str_release(&s);
	put_args(o, c, d);
	/* If the call will be restarted, the program sees no result yet. */
	if (!done || c->restarted || !call_result_known(c))
		json_put_text(o, "result", NULL);
	else if (!c->error && call_gives_address(c))
		json_put_hex(o, "result", (uint64_t)c->result);
	else
		json_put_int(o, "result", c->result);
	if (failed && !error)
		json_put_hex(o, "error", c->error);
	else
		json_put_text(o, "error", error);
	json_put_known(o, "duration_ns", done ? c->duration_ns : EV_UNKNOWN);
	if (c->phase < sizeof phases / sizeof *phases && phases[c->phase])
		json_put_text(o, "phase", phases[c->phase]);
}
