/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A thread whose process goes on without it.
 *
 * The kernel lets go of what a thread traces when that thread ends, and kills
 * those of its children that asked for that (PR_SET_PDEATHSIG).
 *
 *	outlive(fn, arg)	another thread calls fn(arg), and this one ends;
 *				crash_guard()'s last words are that one's
 */
#ifndef SYS_OWN_OUTLIVE_H
#define SYS_OWN_OUTLIVE_H

/* fn ends the process.  If there can be no thread this returns at once. */
void outlive(void *(*fn)(void *arg), void *arg);

#endif
