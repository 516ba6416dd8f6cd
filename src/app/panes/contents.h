/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Contents pane: requests for the bytes in view, and commands for
 * frames. */
#ifndef APP_PANES_CONTENTS_H
#define APP_PANES_CONTENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "event/event.h"
#include "model/memory/contents.h"
#include "ui/kit/command.h"

struct screen;

void contents_requests_init(struct screen *s);
void contents_requests_release(struct screen *s);
command_exec exec_contents, exec_frame, exec_frame_step,
	exec_capture, exec_mark;
/* Requests the bytes in view, if a request is due. */
void contents_request_due(struct screen *s);
/* Requests live bytes from the engine, or the bytes of a frame from the
 * capture.  Returns false if the capture does not have them yet. */
bool contents_request(struct screen *s, pid_t pid, struct contents_of of,
		      uint64_t start, uint64_t bytes);
/* Requests the bytes in view again, as soon as possible. */
void contents_renew(struct screen *s);

#endif
