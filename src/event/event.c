/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "event/event.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* --- fields -------------------------------------------------------------- */

#define CHAR_U 'U'
#define CHAR_I 'I'
#define CHAR_B 'B'
#define CHAR_A 'A'

/* MEMBER is the name of the union's member, which FIELD(type, name) lacks. */
#define FIELD(type, field) \
	{ #field, CHAR_##type, offsetof(struct event, u.MEMBER.field) },

#define MEMBER start
static const struct event_field start_fields[] = { EV_START_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER process
static const struct event_field process_fields[] = { EV_PROCESS_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER call
static const struct event_field call_fields[] = { EV_CALL_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER signal
static const struct event_field signal_fields[] = { EV_SIGNAL_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER region
static const struct event_field region_fields[] = { EV_REGION_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER pages
static const struct event_field pages_fields[] = { EV_PAGES_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER usage
static const struct event_field usage_fields[] = { EV_USAGE_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER task
static const struct event_field task_fields[] = { EV_TASK_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER system
static const struct event_field system_fields[] = { EV_SYSTEM_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER status
static const struct event_field status_fields[] = { EV_STATUS_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER output
static const struct event_field output_fields[] = { EV_OUTPUT_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER note
static const struct event_field note_fields[] = { EV_NOTE_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER snapshot
static const struct event_field snapshot_fields[] = {
	EV_SNAPSHOT_FIELDS(FIELD)
};
#undef MEMBER
#define MEMBER lost
static const struct event_field lost_fields[] = { EV_LOST_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER end
static const struct event_field end_fields[] = { EV_END_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER file
static const struct event_field file_fields[] = { EV_FILE_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER strip
static const struct event_field strip_fields[] = { EV_STRIP_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER fault
static const struct event_field fault_fields[] = { EV_FAULT_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER source
static const struct event_field source_fields[] = { EV_SOURCE_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER writes
static const struct event_field writes_fields[] = { EV_WRITES_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER stack
static const struct event_field stack_fields[] = { EV_STACK_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER map
static const struct event_field map_fields[] = { EV_MAP_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER cost
static const struct event_field cost_fields[] = { EV_COST_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER ring
static const struct event_field ring_fields[] = { EV_RING_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER rss
static const struct event_field rss_fields[] = { EV_RSS_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER denied
static const struct event_field denied_fields[] = { EV_DENIED_FIELDS(FIELD) };
#undef MEMBER

#define MEMBER frame
static const struct event_field frame_fields[] = { EV_FRAME_FIELDS(FIELD) };
#undef MEMBER
#define MEMBER contents
static const struct event_field contents_fields[] = {
	EV_CONTENTS_FIELDS(FIELD)
};
#undef MEMBER

#define MEMBER heap
static const struct event_field heap_fields[] = { EV_HEAP_FIELDS(FIELD) };
#undef MEMBER

#define MEMBER cgroup
static const struct event_field cgroup_fields[] = { EV_CGROUP_FIELDS(FIELD) };
#undef MEMBER

#define MEMBER symbol
static const struct event_field symbol_fields[] = { EV_SYMBOL_FIELDS(FIELD) };
#undef MEMBER

#define DESC(NAME, member, help_text) \
	[EV_##NAME] = { \
		.name = #member, \
		.help = help_text, \
		.fields = member##_fields, \
		.n = COUNT(member##_fields), \
	},
const struct event_desc event_descs[EV_KINDS] = { EVENT_KINDS(DESC) };

const char *event_log_name(enum event_kind kind)
{
	return kind == EV_USAGE ? "memory" : event_descs[kind].name;
}

static bool is_name(const char *s, const char *name, size_t len)
{
	return strlen(s) == len && !memcmp(s, name, len);
}

enum event_kind event_kind_by_name(const char *name, size_t len)
{
	for (int kind = 0; kind < EV_KINDS; kind++)
		if (is_name(event_descs[kind].name, name, len) ||
		    is_name(event_log_name((enum event_kind)kind), name, len))
			return (enum event_kind)kind;
	return EV_KINDS;
}

struct bytes bytes_of(const char *s)
{
	if (!s)
		s = "";
	return (struct bytes){ .data = s, .len = strlen(s) };
}

bool status_is_news(const struct ev_status *was, const struct ev_status *is)
{
	struct ev_status same = *was;

	same.own_cpu = is->own_cpu;
	same.own_rss = is->own_rss;
	same.stops = is->stops;
	same.stop_total_ns = is->stop_total_ns;
	same.worst_stop_ns = is->worst_stop_ns;
	same.lost = is->lost;
	return memcmp(&same, is, sizeof same) != 0;
}

bool frame_head(const struct event *ev, struct event *head)
{
	if (!ev->u.frame.last)
		return false;
	*head = *ev;
	head->u.frame.ranges = bytes_of(NULL);
	head->u.frame.gone = bytes_of(NULL);
	head->u.frame.data = bytes_of(NULL);
	return true;
}

char *source_letters(char buf[SOURCE_LETTERS_MAX], char source, unsigned also)
{
	size_t n = 0;

	if (source)
		buf[n++] = source;
	if (also & EVF_ALSO_PTRACE)
		buf[n++] = 't';
	if (also & EVF_ALSO_PERF)
		buf[n++] = 'k';
	if (also & EVF_ALSO_RING)
		buf[n++] = 'r';
	buf[n] = '\0';
	return buf;
}

char *event_sources(char buf[SOURCE_LETTERS_MAX], const struct event *ev)
{
	return source_letters(buf, ev->source, ev->flags & EVF_ALSO);
}
