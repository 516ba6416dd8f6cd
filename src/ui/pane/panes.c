/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All panes, by number: apart from the rest, so that a test of one pane does
 * not link the others. */
#include <config.h>

#include "ui/pane/pane.h"

const struct pane_ops *const pane_table[PANES] = {
	[PANE_REGIONS] = &regions_pane,
	[PANE_PAGES] = &pages_pane,
	[PANE_CALLS] = &calls_pane,
	[PANE_SIGNALS] = &signals_pane,
	[PANE_PROCESSES] = &processes_pane,
	[PANE_SYSTEM] = &system_pane,
	[PANE_OUTPUT] = &output_pane,
	[PANE_HEAP] = &heap_pane,
	[PANE_SOURCES] = &sources_pane,
	[PANE_PROCESS] = &process_pane,
	[PANE_FAMILY] = &family_pane,
	[PANE_BACKTRACE] = &backtrace_pane,
	[PANE_CONTENTS] = &contents_pane,
	[PANE_MESSAGES] = &messages_pane,
	[PANE_HELP] = &help_pane,
	[PANE_SETUP] = &setup_pane,
	[PANE_PICKER] = &picker_pane,
};
