/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Handles crashes of mmtop's own processes.
 *
 * crash_guard() sets a function that runs when the calling process crashes, but
 * not when a child of it does.  The function runs in a signal handler on a
 * separate stack.  Its argument is the signal's number, or 0 if memory
 * allocation failed.  If the function itself crashes, it is called once more.
 * Afterwards the signal has the effect that it had before crash_guard().
 *
 * The function always runs in the thread that called crash_guard().  If another
 * thread crashes, and does not block the signals used here, it signals that
 * thread and waits until the process ends.  A SIGSEGV or other fault signal
 * that another process has sent has no effect.
 */
#ifndef SYS_OWN_CRASH_H
#define SYS_OWN_CRASH_H

/* Only one function is set at a time: if a forked child calls crash_guard(),
 * its function replaces the one that it inherited. */
void crash_guard(void (*last_words)(int sig));
void crash_unguard(void);
/* From now on the function runs in the calling thread, on that thread's own
 * stack.  Used when the thread that ran the function before is about to
 * exit. */
void crash_set_thread(void);

/* Ends the process with the default action of sig.  May be called in a handler
 * of sig. */
void crash_die_by(int sig);

#endif
