/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/command/stops.h"

#include <string.h>

#include "app/i18n.h"
#include "app/command/typed.h"
#include "event/call.h"

#define SEPARATORS ", \t"
/* Maximum number of digits of a call's number. */
#define CALL_DIGITS 10

static const char *next_name(const char *p, size_t *n)
{
	p += strspn(p, SEPARATORS);
	*n = strcspn(p, SEPARATORS);
	return p;
}

static bool is_call(const char *p, size_t n)
{
	return n < sizeof((struct request *)0)->text &&
	       (call_is_name(p, n) ||
		(strspn(p, "0123456789") >= n && n <= CALL_DIGITS));
}

/* Returns false if a word is not the name or number of a system call, and
 * stores the error. */
static bool are_calls(const char *args, const char *command, bool ascii,
		      struct str *said)
{
	struct str word = STR_INIT, safe = STR_INIT;
	size_t n;
	bool good = true;

	for (const char *p = next_name(args, &n); n && good;
	     p = next_name(p + n, &n)) {
		good = is_call(p, n);
		if (!good)
			str_add(&word, p, n);
	}
	if (!good) {
		typed_word(&safe, word.data, ascii);
		str_addf(said, _("Unknown system call \"%s\". Usage: %s "
				 "all|memory|CALL,..."), safe.data, command);
	}
	str_release(&word);
	str_release(&safe);
	return good;
}

/* Where a choice goes. */
struct stops_sent {
	enum request_op op;
	pid_t tid;
	request_fn *request;
	void *arg;
};

static void send_names(struct stops *s, const char *args,
		       const struct stops_sent *to)
{
	size_t n;

	str_clear(&s->names);
	for (const char *p = next_name(args, &n); n;) {
		struct request req = { .op = to->op, .tid = to->tid,
				       .a = CATCH_CALLS };

		if (s->names.len)
			str_adds(&s->names, ", ");
		str_add(&s->names, p, n);
		memcpy(req.text, p, n);
		p = next_name(p + n, &n);
		req.b = n > 0;
		to->request(to->arg, &req);
	}
}

/* Sends a choice of calls.  Returns false if a word is not a call, and stores
 * the error. */
static bool send_choice(struct stops *s, const char *args, const char *command,
			const struct stops_sent *to, bool ascii,
			struct str *said)
{
	struct request req = { .op = to->op, .tid = to->tid };

	if (!strcmp(args, "all") || !strcmp(args, "memory")) {
		req.a = s->catch = *args == 'a' ? CATCH_ALL : CATCH_MEMORY;
		to->request(to->arg, &req);
		return true;
	}
	if (!are_calls(args, command, ascii, said))
		return false;
	s->catch = CATCH_CALLS;
	send_names(s, args, to);
	return true;
}

static void say(const struct stops *s, struct str *said)
{
	switch (s->catch) {
	case CATCH_ALL:
		str_adds(said, _("Steps end at every system call."));
		break;
	case CATCH_MEMORY:
		str_adds(said, _("Steps end at memory calls."));
		break;
	case CATCH_CALLS:
		/* TRANSLATORS: the argument is a list of names of system
		 * calls. */
		str_addf(said, _("Steps end at %s."), s->names.data);
		break;
	}
}

static bool has_word(const char *args)
{
	size_t n;

	next_name(args, &n);
	return n > 0;
}

bool stops_set(struct stops *s, const char *args, request_fn *request,
	       void *arg, bool ascii, struct str *said)
{
	const struct stops_sent to = { REQ_CATCH, 0, request, arg };

	if (has_word(args) && !send_choice(s, args, "catch", &to, ascii, said))
		return false;
	say(s, said);
	return true;
}

bool stops_until(const char *args, pid_t tid, request_fn *request, void *arg,
		 bool ascii, struct str *said)
{
	const struct stops_sent to = { REQ_UNTIL, tid, request, arg };
	struct stops s = STOPS_INIT;
	bool good = has_word(args);

	if (!good)
		str_addf(said, _("Usage: %s"), "until all|memory|CALL,...");
	else
		good = send_choice(&s, args, "until", &to, ascii, said);
	if (good && s.catch == CATCH_CALLS)
		/* TRANSLATORS: the argument is a list of names of system
		 * calls. */
		str_addf(said, _("It runs until it enters %s."), s.names.data);
	else if (good)
		str_adds(said, s.catch == CATCH_ALL ?
			 _("It runs until its next system call.") :
			 _("It runs until its next memory call."));
	stops_release(&s);
	return good;
}

bool stops_takes(enum cmd cmd)
{
	return cmd == DO_CATCH || cmd == DO_UNTIL;
}

size_t stops_before(const char *word)
{
	size_t at = 0, n;

	while ((n = strcspn(word + at, SEPARATORS), word[at + n]))
		at += n + 1;
	return at;
}

const char *stops_choice(const char *word, size_t i)
{
	return call_starting(word, i);
}

void stops_release(struct stops *s)
{
	str_release(&s->names);
}
