/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ends the calling thread while its process continues in another thread.
 *
 * The kernel then detaches the thread's tracees and kills its children that
 * have set PR_SET_PDEATHSIG.
 *
 *	outlive(fn, arg)	runs fn(arg) in a new thread and ends this one;
 *				the new thread handles crashes (crash_guard())
 */
#ifndef SYS_OWN_OUTLIVE_H
#define SYS_OWN_OUTLIVE_H

/* fn must end the process. outlive() returns only if no thread can be
 * created. */
void outlive(void *(*fn)(void *arg), void *arg);

#endif
