/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console's commands `contents` and `capture`. */
#include <config.h>

#include "app/headless/console_private.h"

#include <stdlib.h>
#include <string.h>

#include "app/command/typed.h"
#include "app/i18n.h"
#include "base/alloc.h"
#include "ui/pane/find.h"

/* The default number of bytes that `contents` shows. */
#define CONTENTS_BYTES 256

/* Parses "ADDRESS|REGION [BYTES]" into c->asked_addr and c->asked_bytes.
 * Returns false after an error, which it reports. */
static bool read_place(struct console *c, const struct process *p,
		       const char *args)
{
	size_t n = strcspn(args, " ");
	char *place = xstrndup(args, n);
	const char *count = args + n + strspn(args + n, " ");
	struct str safe = STR_INIT;
	struct find f;
	struct go to = { 0 };
	bool ok;

	find_init(&f, &p->space, place, c->ascii);
	c->asked_bytes = CONTENTS_BYTES;
	ok = *place && go_find(&to, &f, 0) == GO_FOUND;
	if (!ok) {
		typed_word(&safe, place, c->ascii);
		console_say(c, _("%s is neither a mapped address nor the name "
				 "of a region."),
			    safe.data);
	} else if (*count && (!typed_id(&c->asked_bytes, count) ||
			      c->asked_bytes > REQ_CONTENTS_MAX)) {
		ok = false;
		console_say(c, _("Invalid number of bytes; the maximum is %d."),
			    REQ_CONTENTS_MAX);
	}
	c->asked_addr = to.addr;
	str_release(&safe);
	free(place);
	return ok;
}

void console_contents(const struct command_context *x)
{
	struct console *c = x->console;
	const char *args = x->args;
	const struct process *p = model_main(c->model);
	struct request req = { .op = REQ_CONTENTS };

	if (!p || !*args) {
		console_say(c, _("Usage: contents ADDRESS|REGION [BYTES]"));
		return;
	}
	if (!read_place(c, p, args))
		return;
	req.pid = p->pid;
	req.a = c->asked_addr;
	req.b = c->asked_bytes;
	console_want(c, DO_CONTENTS, p, "", &req);
}

void console_capture(const struct command_context *x)
{
	struct console *c = x->console;
	const char *args = x->args;
	struct request req = { .op = REQ_CAPTURE };

	if (!strcmp(args, "on"))
		req.b = CAPTURE_ON;
	else if (!strcmp(args, "off"))
		req.b = CAPTURE_STOP;
	else if (!*args)
		req.b = CAPTURE_ONCE;
	else
		console_say(c, _("Usage: %s [on|off] (no argument: captures "
				 "one frame)"),
			    "capture");
	if (!*args || !strcmp(args, "on") || !strcmp(args, "off"))
		headless_request(c->headless, &req);
}
