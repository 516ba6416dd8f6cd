/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/command/stops.h"

#include <string.h>

#include "app/i18n.h"
#include "app/command/typed.h"
#include "event/call.h"

#define SEPARATORS ", \t"

static const char *next_name(const char *p, size_t *n)
{
	p += strspn(p, SEPARATORS);
	*n = strcspn(p, SEPARATORS);
	return p;
}

/* False with the sentence when a word is no call's name. */
static bool are_calls(const char *args, bool ascii, struct str *said)
{
	struct str word = STR_INIT, safe = STR_INIT;
	size_t n;
	bool good = true;

	for (const char *p = next_name(args, &n); n && good;
	     p = next_name(p + n, &n)) {
		good = call_is_name(p, n) &&
		       n < sizeof((struct request *)0)->text;
		if (!good)
			str_add(&word, p, n);
	}
	if (!good) {
		typed_word(&safe, word.data, ascii);
		str_addf(said, _("There is no system call %s. catch takes "
				 "all, memory, or names of calls with commas "
				 "between."), safe.data);
	}
	str_release(&word);
	str_release(&safe);
	return good;
}

static void set_names(struct stops *s, const char *args, request_fn *request,
		      void *arg)
{
	size_t n;

	str_clear(&s->names);
	for (const char *p = next_name(args, &n); n;) {
		struct request req = { .op = REQ_CATCH, .a = CATCH_CALLS };

		if (s->names.len)
			str_adds(&s->names, ", ");
		str_add(&s->names, p, n);
		memcpy(req.text, p, n);
		p = next_name(p + n, &n);
		req.b = n > 0;
		request(arg, &req);
	}
}

static void say(const struct stops *s, struct str *said)
{
	switch (s->catch) {
	case CATCH_ALL:
		str_adds(said, _("next stops at every system call."));
		break;
	case CATCH_MEMORY:
		str_adds(said, _("next stops at calls that concern memory."));
		break;
	case CATCH_CALLS:
		/* TRANSLATORS: names of system calls. */
		str_addf(said, _("next stops at %s."), s->names.data);
		break;
	}
}

bool stops_set(struct stops *s, const char *args, request_fn *request,
	       void *arg, bool ascii, struct str *said)
{
	struct request req = { .op = REQ_CATCH };
	size_t n;

	next_name(args, &n);
	if (!strcmp(args, "all") || !strcmp(args, "memory")) {
		req.a = s->catch = *args == 'a' ? CATCH_ALL : CATCH_MEMORY;
		request(arg, &req);
	} else if (n) {
		if (!are_calls(args, ascii, said))
			return false;
		s->catch = CATCH_CALLS;
		set_names(s, args, request, arg);
	}
	say(s, said);
	return true;
}

void stops_release(struct stops *s)
{
	str_release(&s->names);
}
