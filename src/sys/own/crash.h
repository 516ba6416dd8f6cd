/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Last words of a process that crashes.
 *
 * crash_guard() has them said by the process that called it and no child of
 * it: in a signal handler, on a stack of its own, with the signal's number,
 * or with 0 when there is no memory left; and once more when that crashes
 * itself.  After them the signal has the effect that it had before.  They are
 * the words of the thread that called it: another that crashes, and does not
 * block these signals, interrupts that one and waits for the end.  A SIGSEGV or
 * its like that another process sent has no effect.
 */
#ifndef SYS_OWN_CRASH_H
#define SYS_OWN_CRASH_H

/* One at a time; what a forked child guards replaces its parent's. */
void crash_guard(void (*last_words)(int sig));
void crash_unguard(void);
/* The calling thread says the last words from now on: the thread that did is
 * about to end.  They run on the caller's stack. */
void crash_take_over(void);

/* By the signal's default effect, also from within its handler. */
void crash_die_by(int sig);

#endif
