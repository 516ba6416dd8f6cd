/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Saves and restores what mmtop inherited from its parent: signal mask, signal
 * dispositions, descriptors, limits.
 *
 * For itself mmtop blocks and ignores signals and raises its limits
 * (sys/own/limits.h), and libraries open files without O_CLOEXEC.  But a
 * launched program must get exactly what the user's shell gave to mmtop. main()
 * calls inherit_save() first; inherit_restore() runs in the child before exec.
 */
#ifndef SYS_OWN_INHERIT_H
#define SYS_OWN_INHERIT_H

void inherit_save(void);
/* Async-signal-safe.  If inherit_save() was not called, empties the signal
 * mask, sets default actions, and closes no descriptor. */
void inherit_restore(void);
/* Closes the inherited descriptors except stdin, stdout and stderr.  Used in a
 * process that outlives mmtop: readers of an inherited pipe would otherwise not
 * see its end. */
void inherit_close(void);
/* Redirects stdin, stdout and stderr to /dev/null. */
void inherit_null_streams(void);

#endif
