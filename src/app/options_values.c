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
#define SECONDS_MAX 999999999ull	/* about 31 years; fits in
					 * nanoseconds */

/* The kinds that --events accepts, besides the word pss.  The kinds start, lost
 * and end are always logged. */
static const enum event_kind choosable[] = {
	EV_PROCESS, EV_CALL, EV_SIGNAL, EV_REGION, EV_PAGES, EV_SYSTEM,
	EV_USAGE, EV_FAULT, EV_MAP, EV_RSS, EV_FRAME, EV_HEAP,
};

/* The maximum width of a quoted word, so that a message has at most two
 * lines. */
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

/* Parses "2", "0.25" or ".5" into nanoseconds.  The decimal separator is a
 * point in every locale, as scripts use it.  Seconds beyond SECONDS_MAX are
 * reduced to SECONDS_MAX. */
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
		return option_bad(err, _("invalid process ID \"%s\": use a "
					 "positive number"), s);
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
	bool pss = false;

	for (const char *p = list;; p++) {
		size_t n = strcspn(p, ",");
		bool is_pss = n == 3 && !strncmp(p, "pss", n);
		enum event_kind kind = is_pss ? EV_USAGE :
				       event_kind_by_name(p, n);
		bool found = false;

		pss |= is_pss;

		for (size_t i = 0; i < sizeof choosable / sizeof *choosable; i++)
			found |= choosable[i] == kind;
		if (!found) {
			char *word = xstrndup(p, n);

			option_bad(err, _("invalid --events \"%s\": use a "
					  "list of process, call, signal, "
					  "region, pages, system, memory, "
					  "pss, fault, map, rss, frame and "
					  "heap"), word);
			free(word);
			return -EINVAL;
		}
		kinds |= 1u << kind;
		p += n;
		if (!*p)
			break;
	}
	o->events = kinds;
	o->pss = pss;
	o->events_given = true;
	return 0;
}

int option_time(struct options *o, const char *s, struct err *err)
{
	o->iso_time = !strcmp(s, "iso");
	if (!o->iso_time && strcmp(s, "start"))
		return option_bad(err, _("invalid --time \"%s\": use start or "
					 "iso"), s);
	return 0;
}

int option_build_id(struct options *o, const char *s, struct err *err)
{
	if (!strcmp(s, "on"))
		o->no_build_id = false;
	else if (!strcmp(s, "off"))
		o->no_build_id = true;
	else
		return option_bad(err, _("invalid --build-id \"%s\": use on or "
					 "off"),
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
		return option_bad(err, _("invalid --level \"%s\": use watch, "
					 "calls or step"), s);
	/* The last --level counts, but it does not cancel -s. */
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
		return option_bad(err, _("invalid --color \"%s\": use auto, "
					 "always or never"), s);
	return 0;
}

int option_theme(struct options *o, const char *s, struct err *err)
{
	o->theme = theme_by_name(s);
	o->theme_given = true;
	if (o->theme == THEMES)
		return option_bad(err, _("invalid --theme \"%s\": use "
					 "default, light, mono, "
					 "high-contrast or 8-colour"), s);
	return 0;
}

static int no_time(struct err *err, const char *s)
{
	return option_bad(err, _("invalid time \"%s\": use seconds, more "
				 "than 0, such as 2 or 0.25"), s);
}

int option_delay(struct options *o, const char *s, struct err *err)
{
	uint64_t ns;

	if (parse_seconds(s, &ns) < 0)
		return no_time(err, s);
	if (ns < DELAY_MIN)
		return option_bad(err, _("invalid time \"%s\": -d needs at "
					 "least 0.01 seconds"), s);
	o->delay_ns = ns;
	o->delay_given = true;
	return 0;
}

int option_duration(struct options *o, const char *s, struct err *err)
{
	return parse_seconds(s, &o->duration_ns) < 0 ? no_time(err, s) : 0;
}

/* Parses a size such as 4096, 64K, 5M or 1G into bytes.  Returns false if it is
 * invalid or too large. */
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
		return option_bad(err, _("invalid --fail-on \"%s\": use "
					 "leak>SIZE, with SIZE in bytes or as "
					 "64K, 5M, 1G"),
				  s);
	o->fail_on_leak = o->heap = o->batch = true;
	return 0;
}

int option_heap_stacks(struct options *o, const char *s, struct err *err)
{
	uint64_t n;

	if (!size_of(s, &n) || n > HEAP_FRAMES_MAX)
		return option_bad(err, _("invalid --heap-stacks \"%s\": use "
					 "a number from 0 to 58"), s);
	o->heap_stacks = (uint32_t)n;
	o->heap_stacks_given = o->heap = true;
	return 0;
}

int option_history(struct options *o, const char *s, struct err *err)
{
	if (!size_of(s, &o->history))
		return option_bad(err, _("invalid --history \"%s\": use a size "
					 "in bytes or as 64K, 5M, 1G; 0: no "
					 "history"), s);
	o->history_given = true;
	return 0;
}
