/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has changed the RSS. */
#ifndef APP_SCREEN_WHY_H
#define APP_SCREEN_WHY_H

struct screen;

void why_init(struct screen *s);
void why_release(struct screen *s);
void why_command(struct screen *s, const char *args);

#endif
