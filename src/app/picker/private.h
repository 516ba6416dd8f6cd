/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the process chooser, shared by the files of this folder. */
#ifndef APP_PICKER_PRIVATE_H
#define APP_PICKER_PRIVATE_H

#include "app/picker/picker.h"
#include "app/screen/private.h"
#include "ui/kit/line.h"
#include "ui/picker/pane.h"

struct picker {
	struct picker_options o;
	struct picking *pane;		/* the state of the pane */
	struct line find;
	/* Who was told to be in view. */
	VEC(pid_t) watched;
	pid_t watched_selected;
	/* Who was chosen, until it is known whether it may be. */
	struct picker_choice choice;
	uint64_t choice_start;
	bool asked;			/* the lister was told */
	bool chosen;
	/* The sentence of the selected one's refusal: who it is of. */
	struct refusal refusal;
	uint64_t refusal_start;
	struct str attach;
};

/* k: who it is of, NULL when nothing is known of it. */
void picker_refusal_text(const struct screen *s, struct str *out,
			 const struct pick *k, const struct refusal *why);

#endif
