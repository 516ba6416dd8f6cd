/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What mmtop was started with: signal mask, dispositions, descriptors, limits.
 *
 * mmtop blocks and ignores signals for itself, raises its limits
 * (sys/own/limits.h), and libraries open files without O_CLOEXEC.  A launched
 * program must get exactly what the user's shell gave to mmtop.  main() calls
 * inherit_save() first; inherit_restore() runs in the child before exec.
 */
#ifndef SYS_OWN_INHERIT_H
#define SYS_OWN_INHERIT_H

void inherit_save(void);
/* Async-signal-safe.  Without an inherit_save(): an empty mask, default
 * actions, and every descriptor stays. */
void inherit_restore(void);
/* Closes the descriptors that mmtop was started with but its streams: for a
 * process that outlives it and keeps nobody waiting for their end. */
void inherit_close(void);
/* stdin, stdout and stderr become /dev/null. */
void inherit_drop_streams(void);

#endif
