/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#ifdef HAVE_JANSSON

#include "sink/json_value.h"

#include <stdbool.h>

#include "base/str.h"
#include "event/call.h"
#include "event/names.h"

static void add_name(void *arg, const char *s)
{
	(void)json_array_append_new(arg, json_string_nocheck(s));
}

json_t *json_flags(const struct ev_call *c, int i)
{
	json_t *names = json_array();

	(void)!call_arg_names(c, i, add_name, names);
	return names;
}

/* value: made as wide and as signed as the type by call_arg_value(). */
static json_t *arg_number(enum arg_type type, uint64_t value)
{
	switch (type) {
	case ARG_INT:
	case ARG_LONG:
	case ARG_FD:
	case ARG_SIGNAL:
		return json_integer((json_int_t)value);
	case ARG_UINT:
	case ARG_U32:
	case ARG_MODE:
	case ARG_SIZE:
	case ARG_OFFSET:
		return json_size(value);
	default:
		return json_hex(value);
	}
}

/* Arguments that have one value of a few, not a set of flags. */
static bool is_choice(enum arg_type type)
{
	return type == ARG_MADVICE || type == ARG_SHM_CMD ||
	       type == ARG_SHM_KEY;
}

static json_t *arg_json(const struct ev_call *c, enum arg_type type, int i)
{
	json_t *names = json_array(), *one;

	if (!call_arg_names(c, i, add_name, names)) {
		json_decref(names);
		return arg_number(type, call_arg_value(c, i));
	}
	if (!is_choice(type) || json_array_size(names) != 1)
		return names;
	one = json_incref(json_array_get(names, 0));
	json_decref(names);
	return one;
}

/* The argument that c->path tells of: the first string, else a descriptor;
 * -1 when there is none. */
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

/* {"addr": "0x0", "length": 8192, "prot": ["PROT_READ"], ..., "fd": 3,
 * "path": "/usr/lib/libfoo.so"}: what a descriptor stands for is beside it. */
static json_t *args_json(const struct ev_call *c, const struct call_desc *d)
{
	json_t *args = json_object();
	int path = path_arg(c, d);

	for (int i = 0; i < d->nargs; i++) {
		if (i == path && d->args[i].type == ARG_STRING)
			json_put(args, d->args[i].name, json_name(c->path));
		else
			json_put(args, d->args[i].name, call_args_known(c) ?
			    arg_json(c, d->args[i].type, i) : json_null());
		if (i == path && d->args[i].type == ARG_FD)
			json_put(args, "path", json_name(c->path));
	}
	return args;
}

void json_call(json_t *o, const struct event *ev)
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

	json_put(o, "abi", json_text(abi_name(c->abi)));
	call_name(&s, c);
	json_put(o, "name", json_text(s.data));
	str_release(&s);
	json_put(o, "args", args_json(c, d));
	/* Restarted: the program sees no result yet. */
	if (!done || c->restarted || !call_result_known(c))
		json_put(o, "result", json_null());
	else if (!c->error && call_gives_address(c))
		json_put(o, "result", json_hex((uint64_t)c->result));
	else
		json_put(o, "result", json_integer(c->result));
	if (failed && !error)
		json_put(o, "error", json_hex(c->error));
	else
		json_put(o, "error", json_text(error));
	json_put(o, "duration_ns", done ? json_known(c->duration_ns)
					: json_null());
	if (c->phase < sizeof phases / sizeof *phases && phases[c->phase])
		json_put(o, "phase", json_text(phases[c->phase]));
}

#endif
