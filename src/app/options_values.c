/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/options_private.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/i18n.h"
#include "base/alloc.h"
#include "base/str.h"
#include "base/text.h"
#include "source/heap/pool.h"

#define NS_PER_S 1000000000ull
#define DELAY_MIN (NS_PER_S / 100)
#define SECONDS_MAX 999999999ull	/* 31 years; fits nanoseconds */

/* The kinds that --events may name; start, lost and end are always there. */
static const enum event_kind choosable[] = {
	EV_PROCESS, EV_CALL, EV_SIGNAL, EV_REGION, EV_PAGES, EV_SYSTEM,
	EV_USAGE, EV_FAULT, EV_MAP, EV_RSS, EV_FRAME, EV_HEAP,
};

/* Of a word quoted in a sentence: the sentence stays one line or two. */
#define WORD_COLS 40

int option_bad(struct err *err, const char *sentence, const char *word)
{
	struct str safe = STR_INIT, cut = STR_INIT;
	int ret;

	text_safe(&safe, word, strlen(word), false);
	text_cut(&cut, safe.data, WORD_COLS, CUT_END, true);
	ret = err_set(err, EINVAL, sentence, cut.data);
	str_release(&safe);
	str_release(&cut);
	return ret;
}

static int parse_pid(const char *s, pid_t *out)
{
	long long pid = 0;

	if (!*s)
		return -EINVAL;
	for (; *s; s++) {
		if (*s < '0' || *s > '9')
			return -EINVAL;
		pid = pid * 10 + (*s - '0');
		if (pid > INT_MAX)
			return -EINVAL;
	}
	if (pid == 0)
		return -EINVAL;
	*out = (pid_t)pid;
	return 0;
}

/* "2", "0.25", ".5": a point in every locale, as scripts write it.  What is
 * longer than anybody can wait is as long as can be counted. */
static int parse_seconds(const char *s, uint64_t *out)
{
	uint64_t seconds = 0, ns = 0, unit = NS_PER_S / 10;
	bool digits = false;

	for (; *s >= '0' && *s <= '9'; s++) {
		digits = true;
		seconds = seconds * 10 + (uint64_t)(*s - '0');
		if (seconds > SECONDS_MAX)
			seconds = SECONDS_MAX;
	}
	if (*s == '.') {
		for (s++; *s >= '0' && *s <= '9'; s++) {
			digits = true;
			ns += (uint64_t)(*s - '0') * unit;
			unit /= 10;
		}
	}
	if (*s || !digits || seconds * NS_PER_S + ns == 0)
		return -EINVAL;
	*out = seconds * NS_PER_S + ns;
	return 0;
}

int option_attach(struct options *o, const char *s, struct err *err)
{
	pid_t pid;

	if (parse_pid(s, &pid) < 0)
		return option_bad(err, _("'%s' is not a process ID: -p takes "
					 "a positive number"), s);
	for (size_t i = 0; i < o->n_attach; i++)
		if (o->attach[i] == pid)
			return 0;
	o->attach = xreallocarray(o->attach, o->n_attach + 1,
				  sizeof *o->attach);
	o->attach[o->n_attach++] = pid;
	return 0;
}

int option_events(struct options *o, const char *list, struct err *err)
{
	uint32_t kinds = 0;

	for (const char *p = list;; p++) {
		size_t n = strcspn(p, ",");
		enum event_kind kind = event_kind_by_name(p, n);
		bool found = false;

		for (size_t i = 0; i < sizeof choosable / sizeof *choosable; i++)
			found |= choosable[i] == kind;
		if (!found) {
			char *word = xstrndup(p, n);

			option_bad(err, _("'%s' is no kind of event: "
					  "--events takes a list of process, "
					  "call, signal, region, pages, "
					  "system, fault, map, rss, frame and heap"), word);
			free(word);
			return -EINVAL;
		}
		kinds |= 1u << kind;
		p += n;
		if (!*p)
			break;
	}
	o->events = kinds;
	o->events_given = true;
	return 0;
}

int option_build_id(struct options *o, const char *s, struct err *err)
{
	if (!strcmp(s, "on"))
		o->no_build_id = false;
	else if (!strcmp(s, "off"))
		o->no_build_id = true;
	else
		return option_bad(err, _("'%s': --build-id takes on or off"),
				  s);
	return 0;
}

int option_level(struct options *o, const char *s, struct err *err)
{
	bool step = !strcmp(s, "step");

	if (!strcmp(s, "watch"))
		o->level = LEVEL_WATCH;
	else if (!strcmp(s, "calls"))
		o->level = LEVEL_CALLS;
	else if (!step)
		return option_bad(err, _("'%s' is no level: --level takes "
					 "watch, calls or step"), s);
	/* The last one counts; what -s asked for stays. */
	o->level_step = step;
	o->level_given = !step;
	return 0;
}

int option_color(struct options *o, const char *s, struct err *err)
{
	if (!strcmp(s, "auto"))
		o->color = COLOR_AUTO;
	else if (!strcmp(s, "always"))
		o->color = COLOR_ALWAYS;
	else if (!strcmp(s, "never"))
		o->color = COLOR_NEVER;
	else
		return option_bad(err, _("'%s' is no time for colour: --color "
					 "takes auto, always or never"), s);
	return 0;
}

int option_theme(struct options *o, const char *s, struct err *err)
{
	o->theme = theme_by_name(s);
	o->theme_given = true;
	if (o->theme == THEMES)
		return option_bad(err, _("'%s' is no theme: --theme takes "
					 "default, light, mono, high-contrast "
					 "or 8-colour"), s);
	return 0;
}

static int no_time(struct err *err, const char *s)
{
	return option_bad(err, _("'%s' is no time: it takes seconds, more "
				 "than 0, such as 2 or 0.25"), s);
}

int option_delay(struct options *o, const char *s, struct err *err)
{
	uint64_t ns;

	if (parse_seconds(s, &ns) < 0)
		return no_time(err, s);
	if (ns < DELAY_MIN)
		return option_bad(err, _("'%s' is too short a time: -d takes "
					 "0.01 seconds at least"), s);
	o->delay_ns = ns;
	o->delay_given = true;
	return 0;
}

int option_duration(struct options *o, const char *s, struct err *err)
{
	return parse_seconds(s, &o->duration_ns) < 0 ? no_time(err, s) : 0;
}

/* 4096, 64K, 5M, 1G: bytes; false: no such thing, or more than there can be. */
static bool size_of(const char *s, uint64_t *out)
{
	static const char letters[] = "KMGT";
	const char *letter;
	uint64_t n = 0;

	if (*s < '0' || *s > '9')
		return false;
	for (; *s >= '0' && *s <= '9'; s++)
		if (n > UINT64_MAX / 16 / 10)
			return false;
		else
			n = n * 10 + (uint64_t)(*s - '0');
	letter = *s ? strchr(letters, *s) : NULL;
	for (; letter && letter >= letters; letter--) {
		if (n > UINT64_MAX / 1024)
			return false;
		n *= 1024;
	}
	*out = n;
	return !*s || (strchr(letters, *s) && !s[1]);
}

int option_fail_on(struct options *o, const char *s, struct err *err)
{
	static const char leak[] = "leak>";

	if (strncmp(s, leak, strlen(leak)) != 0 ||
	    !size_of(s + strlen(leak), &o->leak_max))
		return option_bad(err, _("'%s' is nothing to fail on: it is "
					 "leak>SIZE, in bytes or as 64K, 5M"),
				  s);
	o->fail_on_leak = o->heap = o->batch = true;
	return 0;
}

int option_heap_stacks(struct options *o, const char *s, struct err *err)
{
	uint64_t n;

	if (!size_of(s, &n) || n > HEAP_FRAMES_MAX)
		return option_bad(err, _("'%s' is no number of callers from 0 "
					 "to 58"), s);
	o->heap_stacks = (uint32_t)n;
	o->heap_stacks_given = o->heap = true;
	return 0;
}
