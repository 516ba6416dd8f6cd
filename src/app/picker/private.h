/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the process chooser, private to this folder. */
#ifndef APP_PICKER_PRIVATE_H
#define APP_PICKER_PRIVATE_H

#include "app/picker/picker.h"
#include "app/screen/private.h"
#include "ui/kit/line.h"
#include "ui/picker/pane.h"

struct picker {
	struct picker_options o;
	struct picking *pane;		/* the state of the pane that lists the
					 * processes */
	struct line find;
	/* The visible processes last sent to the lister. */
	VEC(pid_t) watched;
	pid_t watched_selected;
	/* The process that the user chose; mmtop attaches to it after the
	 * lister has checked it.  pid 0: none. */
	struct picker_choice choice;
	uint64_t choice_start;
	bool asked;			/* the request to check the choice was
					 * sent */
	bool chosen;
	/* The refusal that the text `attach' describes, and the start time of
	 * the refused process. */
	struct refusal refusal;
	uint64_t refusal_start;
	struct str attach;
};

/* True if the command c can run now by one of its keys; *key is then the index
 * of the first such key. */
bool picker_can(const struct screen *s, const struct command *c, size_t *key);

/* Appends a sentence about the refusal `why'.  k is the refused process, or
 * NULL if the list does not contain it. */
void picker_refusal_text(const struct screen *s, struct str *out,
			 const struct pick *k, const struct refusal *why);

#endif
