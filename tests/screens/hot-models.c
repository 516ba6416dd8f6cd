/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models for test-hot with what the story lacks: a fork family, a backtrace. */
#include <config.h>

#include "hot.h"

#include <string.h>

#include "../support/evtext.h"
#include "event/stack.h"
#include "model/model.h"

#define HEAD \
	"0 0 start command=worker page_size=4096\n" \
	"0 4121 process op=launch child=4121 ppid=4100 comm=worker\n" \
	"0.1 4121 process op=thread child=4122 child_pid=4121 comm=loader\n" \
	"0.2 4121 region op=add start=0x7f1c40000000 end=+64M perm=rw-p\n" \
	"0.2 4121 region op=sync\n"
#define CHILD(pid, at, name) \
	at " 4121 process op=fork child=" pid " ppid=4121 comm=" name "\n" \
	at " " pid " region op=add start=0x7f1c40000000 end=+64M perm=rw-p\n" \
	at " " pid " region op=sync\n"
#define PAGES_OF(pid, bins) \
	"3.0 " pid " pages start=0x7f1c40000000 end=+64M bin_pages=16 " \
	"detail=3 bins=" bins "\n"

static struct model *model_of(const char *text)
{
	struct model *m = model_new();

	evtext_text(text, model_event_fn, m);
	return m;
}

struct model *hot_family(void)
{
	return model_of(HEAD
		CHILD("4200", "1.0", "worker-a")
		CHILD("4201", "2.0", "worker-b")
		PAGES_OF("4121", "512x16r,16x16r16e,240x16r,256x0")
		PAGES_OF("4200", "32x16r8e,736x16r,256x0")
		PAGES_OF("4201", "256x16r,128x16r16e,640x0"));
}

static struct bytes all_of(const char *s)
{
	return (struct bytes){ s, strlen(s) };
}

/* Frames with and without source lines. */
struct model *hot_backtrace(void)
{
	struct model *m = model_of(HEAD
		"12.9 4121 status state=held held_tid=4122 main_pid=4121 "
		"held=2 tasks=2\n");
	struct event ev = { .time_ns = 12905000000, .pid = 4121, .tid = 4122,
			    .kind = EV_STACK, .source = 't' };
	struct str list = STR_INIT, text = STR_INIT, name = STR_INIT;

	for (uint32_t i = 0; i < 40; i++) {
		struct stack_entry e = {
			.frame = { .pc = 0x55d0c8a10000 + 64 * i,
				   .line = i % 3 ? 10 * i : 0, .first = 10 * i },
			.module = all_of("/srv/ingest"),
			.file = all_of(i % 3 ? "/srv/src/ingest.c" : ""),
			.lines = all_of(i % 3 ? "one();\ntwo();\n" : ""),
		};

		str_clear(&name);
		str_addf(&name, "function_%u", i);
		e.function = (struct bytes){ name.data, name.len };
		stack_put(&list, &text, &e);
	}
	ev.u.stack = (struct ev_stack){
		.why = STACK_TOLD, .frames = { list.data, list.len },
		.text = { text.data, text.len },
	};
	model_event(m, &ev);
	str_release(&list);
	str_release(&text);
	str_release(&name);
	return m;
}
