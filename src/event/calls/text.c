/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints a call as text: as strace prints it, or in brief for the screen.
 */
#include <config.h>

#include <inttypes.h>

#include "event/call.h"
#include "event/names.h"

#define MAP_FLAG_ANONYMOUS 0x20
#define MREMAP_FLAG_FIXED 2
#define OPEN_FLAGS_MODE 020000100	/* O_CREAT, __O_TMPFILE */

/* Number of arguments that the operation of a futex call uses. */
static int futex_nargs(const struct ev_call *ev, bool brief)
{
	switch (ev->args[1] & 0x7f) {
	case 0:			/* WAIT, with or without a timeout */
		return brief && !ev->args[3] ? 3 : 4;
	case 1:			/* WAKE */
		return 3;
	case 7:			/* UNLOCK_PI */
		return 2;
	case 6:			/* LOCK_PI */
	case 13:
		return 4;
	default:
		return 6;
	}
}

/* Number of arguments to show.  The kernel ignores the other arguments, or they
 * add nothing to the brief form. */
static int shown_args(const struct ev_call *ev, const struct call_desc *desc,
		      bool brief)
{
	switch (desc->id) {
	case CALL_MMAP:
	case CALL_MMAP2:
	case CALL_OLD_MMAP:
		return brief && ev->args[3] & MAP_FLAG_ANONYMOUS ? 4 : 6;
	case CALL_MREMAP:
		return ev->args[3] & MREMAP_FLAG_FIXED ? 5 : 4;
	case CALL_EXECVE:
		return brief ? 1 : 3;
	case CALL_EXECVEAT:
		return brief ? 2 : 5;
	default:
		break;
	}
	for (int i = 1; i < desc->nargs; i++)
		if (desc->args[i].type == ARG_FUTEX_OP)
			return desc->nargs == 6 ? futex_nargs(ev, brief) :
			       desc->nargs;
		else if (desc->args[i].type == ARG_MODE &&
			 desc->args[i - 1].type == ARG_OPEN_FLAGS &&
			 !(ev->args[i - 1] & OPEN_FLAGS_MODE))
			return i;
	return desc->nargs;
}

static void add_error(struct str *out, const struct ev_call *ev, bool brief)
{
	const char *name = errno_name(ev->error);

	str_adds(out, ev->restarted ? "? " : "-1 ");
	if (!name)
		str_addf(out, brief ? "errno %" PRIu64 : "(errno %" PRIu64 ")",
			 ev->error);
	else if (brief)
		str_adds(out, name);
	else
		str_addf(out, "%s (%s)", name, errno_text(ev->error));
}

static void add_result(struct str *out, const struct ev_call *ev, bool brief)
{
	str_adds(out, " = ");
	if (ev->error)
		add_error(out, ev, brief);
	else if (ev->restarted || !call_result_known(ev))
		str_addc(out, '?');
	else if (call_gives_address(ev))
		call_hex(out, ev->abi == ABI_I386 ? ev->result & UINT32_MAX :
			(uint64_t)ev->result);
	else
		str_addd(out, ev->abi == ABI_I386 ? (int32_t)ev->result :
			 ev->result);
}

void call_text(struct str *out, const struct ev_call *ev, bool brief)
{
	const struct call_desc *desc = call_of(ev);
	int n = shown_args(ev, desc, brief);

	call_name(out, ev);
	str_addc(out, '(');
	for (int i = 0; i < n; i++) {
		if (i)
			str_adds(out, ", ");
		call_arg(out, ev, i, brief);
	}
	str_addc(out, ')');
	if (ev->phase != PHASE_ENTER)
		add_result(out, ev, brief);
}
