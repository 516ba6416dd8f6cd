/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picker's own state, shared by picker*.c alone. */
#ifndef APP_PICKER_PRIVATE_H
#define APP_PICKER_PRIVATE_H

#include "app/bars/message.h"
#include "app/picker/picker.h"
#include "ui/kit/command.h"
#include "ui/kit/line.h"
#include "ui/picker/list.h"
#include "ui/picker/processes.h"

struct picker {
	struct picker_options o;
	struct picks picks;
	struct pick_list list;
	struct line find;
	uid_t other;			/* whose was selected when u began */
	bool typing;			/* letters are for it */
	bool help;
	struct messages messages;
	uint64_t now_ns, tick;
	bool dirty, redraw, suspend;
	/* Who was told to be in view. */
	VEC(pid_t) watched;
	pid_t watched_selected;
	/* Who was chosen, until it is known whether it may be. */
	struct picker_choice choice;
	uint64_t choice_start;
	bool asked;			/* the lister was told */
	enum picker_end end;
	/* The sentence of the selected one's refusal: who it is of. */
	struct refusal refusal;
	uint64_t refusal_start;
	struct str attach;
};

void picker_run(struct picker *p, enum cmd cmd);
/* k: who it is of, NULL when nothing is known of it. */
void picker_refusal_text(const struct picker *p, struct str *out,
			 const struct pick *k, const struct refusal *why);
/* What Attach says of the selected one. */
const char *picker_attach_words(struct picker *p);

#endif
