/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `mmtop' alone: a process is chosen on the terminal.
 *
 *	switch (pick_run(&opt, &choice, &status))
 *	case PICKER_CHOSEN:	choice.pid may be attached to, as of now
 *	case PICKER_LEAVES:	end with status, as fullscreen_run() gives it
 *
 * The terminal is as it was when it returns.
 */
#ifndef APP_PICKER_PICK_H
#define APP_PICKER_PICK_H

#include "app/session/fullscreen.h"
#include "app/picker/picker.h"

struct pick_options {
	const struct fullscreen_options *screen;
	enum level level;
	bool follow, step, force, no_perf;
	uint64_t period_ns;
	const char *error;		/* to begin with, safe; NULL: none */
};

enum picker_end pick_run(const struct pick_options *opt,
			 struct picker_choice *choice, int *status);

#endif
