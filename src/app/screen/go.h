/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To a place that is typed: an address, a region, a file, a process. */
#ifndef APP_SCREEN_GO_H
#define APP_SCREEN_GO_H

#include "ui/kit/command.h"

/* Selects an address, or a region by name, and shows it. */
void go_to(struct screen *s, const char *args);
command_exec exec_go, exec_file, exec_regions;
/* p and b, :process and :backtrace with a process or thread. */
command_exec exec_process;

#endif
