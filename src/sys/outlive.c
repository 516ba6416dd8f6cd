/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/outlive.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

void outlive(void *(*fn)(void *arg), void *arg)
{
	pthread_t id;

	if (pthread_create(&id, NULL, fn, arg))
		return;
	/* Not pthread_exit(): it loads libgcc_s to unwind a stack that the
	 * other thread uses. */
	syscall(SYS_exit, 0);
}
