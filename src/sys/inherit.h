/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What mmtop was started with: signal mask and dispositions.
 *
 * mmtop blocks and ignores signals for itself; a launched program must get
 * them as its user's shell gave them to mmtop.  inherit_save() is the first
 * thing main() does; inherit_restore() runs in the child before exec.
 */
#ifndef SYS_INHERIT_H
#define SYS_INHERIT_H

void inherit_save(void);
/* Async-signal-safe.  Without an inherit_save(): an empty mask and default
 * actions. */
void inherit_restore(void);

#endif
