/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves the selection to a place that the user typed: an address, a region, a
 * file or a process. */
#ifndef APP_SCREEN_GO_H
#define APP_SCREEN_GO_H

#include <stdint.h>

#include "ui/kit/command.h"
#include "ui/pane/pane.h"

/* Selects the typed address, or the region with the typed name, and shows it in
 * the pane. */
void go_to(struct screen *s, const char *args, enum pane_id pane);
/* Selects the region that contains the address, in Regions; a filter that hides
 * the region ends.  Does nothing if no region contains the address. */
void go_to_region(struct screen *s, uint64_t addr);
command_exec exec_go, exec_family, exec_file, exec_regions;
/* The keys p and b, and the commands :process and :backtrace; their argument
 * can be a process or thread. */
command_exec exec_process;

#endif
