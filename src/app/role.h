/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the engine's process is in batch (beside a screen: engine_process.h):
 * named "mmtop-engine", stopped by no terminal, and not to end while a filtered
 * tree needs it.
 */
#ifndef APP_ROLE_H
#define APP_ROLE_H

/* In the new process, before anything is traced. */
void role_engine(void);

#endif
