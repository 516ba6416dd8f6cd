/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spawner FILE FIFO: writes its PID to FILE, then creates a child by
 * posix_spawn(), which opens FIFO before it executes the program. Until the
 * other end is opened, the parent waits in vfork, which signals and tracers
 * cannot interrupt. Exits with 0 after the child.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char name[] = "true", *args[] = { name, NULL }, *none[] = { NULL };
	posix_spawn_file_actions_t actions;
	int fd, status = -1;
	pid_t pid;

	if (argc < 3)
		return 1;
	fd = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || dprintf(fd, "%d\n", (int)getpid()) < 0)
		return 2;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, argv[2],
					 O_RDONLY, 0);
	if (posix_spawnp(&pid, name, &actions, NULL, args, none))
		return 3;
	if (waitpid(pid, &status, 0) != pid || status)
		return 4;
	return 0;
}
