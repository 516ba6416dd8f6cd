/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes mappings of every kind, and prints the record that the kernel must make
 * of each:
 *
 *	record PID TID WORDS...		a word * matches anything
 *	stack PID TID			of the stack that grew
 *	elf PID TID ADDR		a mapping of the program
 *
 *	recorded DIR		creates files there
 *	recorded flood N	maps and unmaps a page N times, prints "flooded
 *				N", exits at the next byte
 *	recorded disk DIR	maps two files there, prints "mapped"; at a byte
 *				replaces one and removes the other, prints
 *				"changed"; at a byte makes DIR its root and maps
 *				a file there, prints "root moved" ("root stays"
 *				if not permitted); exits at a byte
 *	recorded deep DIR	maps DEEP_FILES files with long names there,
 *				prints "mapped"; at a byte removes them, prints
 *				"changed"; exits at a byte
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "recorded.h"
#include "victim.h"

#define PAGES 3
#define ANY "dev=* inode=* generation=*"
#define NO_FILE "dev=00:00 inode=0 generation=0"

static size_t page;

/* A place without neighbours with which it could be merged. */
static char *place(void)
{
	char *p = mmap(NULL, (PAGES + 2) * page, PROT_NONE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		_exit(90);
	return p + page;
}

static void say(const char *at, size_t pages, const char *pgoff,
		const char *prot, const char *flags, const char *identity,
		const char *name)
{
	expect("record %ld %ld addr=0x%lx len=%zu pgoff=%s prot=%s flags=%s "
	       "%s %s\n", (long)getpid(), (long)syscall(SYS_gettid),
	       (unsigned long)(uintptr_t)at, pages * page, pgoff, prot, flags,
	       identity, name);
}

/* The identity in /proc/self/maps for that address; the generation if the ioctl
 * is supported. */
static void identify(char *out, size_t size, const char *at, int fd)
{
	unsigned long start, inode;
	unsigned major, minor;
	char line[8192], generation[32] = "*";
	long version = 0;
	FILE *f = fopen("/proc/self/maps", "re");

	if (!f)
		_exit(91);
	if (ioctl(fd, FS_IOC_GETVERSION, &version) == 0)
		snprintf(generation, sizeof generation, "%u",
			 (unsigned)version);
	while (fgets(line, sizeof line, f))
		if (sscanf(line, "%lx-%*x %*s %*x %x:%x %lu", &start, &major,
			   &minor, &inode) == 4 && start == (uintptr_t)at)
			snprintf(out, size, "dev=%02x:%02x inode=%lu "
				 "generation=%s", major, minor, inode,
				 generation);
	fclose(f);
}

/* Maps the second page of a file; gone: removes the file before. */
static void map_file(const char *path, bool gone, const char *name)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	char *at = place(), identity[128] = ANY, pgoff[32];

	if (fd < 0 || ftruncate(fd, 4 * (off_t)page) ||
	    (gone && unlink(path)))
		_exit(92);
	at = mmap(at, page, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd,
		  (off_t)page);
	if (at == MAP_FAILED)
		_exit(93);
	identify(identity, sizeof identity, at, fd);
	snprintf(pgoff, sizeof pgoff, "0x%zx", page);
	say(at, 1, pgoff, "PROT_READ", "MAP_PRIVATE", identity, name);
	close(fd);
}

static void files(const char *dir)
{
	char path[4096], other[4096], name[4200];

	snprintf(path, sizeof path, "%s/data", dir);
	snprintf(other, sizeof other, "%s/new", dir);
	map_file(path, false, path);
	/* Another file with the same name. */
	map_file(other, false, other);
	if (rename(other, path))
		_exit(94);
	map_file(path, false, path);
	snprintf(path, sizeof path, "%s/gone", dir);
	snprintf(name, sizeof name, "%s (deleted)", path);
	map_file(path, true, name);
	snprintf(path, sizeof path, "%s/\n\x1b[2J\xff end", dir);
	snprintf(name, sizeof name, "%s/\\x0a\\x1b[2J\\xff end", dir);
	map_file(path, false, name);
}

static char *anonymous(void)
{
	char *at = mmap(place(), 2 * page, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

	if (at == MAP_FAILED)
		_exit(95);
	say(at, 2, "*", "PROT_READ|PROT_WRITE", "MAP_PRIVATE", NO_FILE,
	    "//anon");
	return at;
}

static void memory(void)
{
	char *at = anonymous();
	int fd = memfd_create("m\n", MFD_CLOEXEC), id;

	if (mprotect(at, 2 * page, PROT_READ))
		_exit(96);
	say(at, 2, "*", "PROT_READ", "MAP_PRIVATE", NO_FILE, "//anon");
	at = place();
	if (fd < 0 || ftruncate(fd, (off_t)page) ||
	    mmap(at, page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
		 0) == MAP_FAILED)
		_exit(96);
	say(at, 1, "0x0", "PROT_READ|PROT_WRITE", "MAP_SHARED", ANY,
	    "/memfd:m\\x0a (deleted)");
	id = shmget(IPC_PRIVATE, page, 0600);
	at = place();
	if (id < 0 || shmat(id, at, SHM_REMAP) != at ||
	    shmctl(id, IPC_RMID, NULL))
		_exit(96);
	say(at, 1, "0x0", "PROT_READ|PROT_WRITE", "MAP_SHARED", ANY,
	    "/SYSV00000000 (deleted)");
}

static void grow_heap(void)
{
	char *end = sbrk(0);

	/* More than malloc() has reserved. The kernel cannot merge the regions,
	 * as nothing was mapped there before. */
	if (brk(end + 64 * page))
		_exit(97);
	expect("record %ld %ld addr=* len=* pgoff=* prot=PROT_READ|PROT_WRITE "
	       "flags=MAP_PRIVATE " NO_FILE " [heap]\n", (long)getpid(),
	       (long)getpid());
}

__attribute__((noinline)) static void grow_stack(int more)
{
	volatile char room[4096];

	room[0] = (char)more;
	if (more)
		grow_stack(more - 1);
	room[1] = room[0];
}

static void *thread(void *arg)
{
	(void)arg;
	anonymous();
	return NULL;
}

static void map_program(void)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	char *at = fd < 0 ? MAP_FAILED :
		mmap(place(), page, PROT_READ | PROT_EXEC,
		     MAP_PRIVATE | MAP_FIXED, fd, 0);

	if (at == MAP_FAILED)
		_exit(98);
	expect("elf %ld %ld 0x%lx\n", (long)getpid(), (long)getpid(),
	       (unsigned long)(uintptr_t)at);
	close(fd);
}

static void child(char **argv)
{
	pid_t pid = fork();

	if (pid == 0) {
		anonymous();
		execl("/proc/self/exe", argv[0], "again", (char *)NULL);
		_exit(99);
	}
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		_exit(100);
}

/* After exec the collected lines are lost, so this is printed. */
static int after_exec(void)
{
	char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);

	if (n < 0)
		return 1;
	exe[n] = '\0';
	printf("exec %ld %s\n", (long)getpid(), exe);
	return 0;
}

static void map_once(void)
{
	void *p = mmap(NULL, page, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1,
		       0);

	if (p == MAP_FAILED || munmap(p, page))
		_exit(101);
}

static int flood(long n)
{
	char c = 0;

	wait_to_be_watched();
	for (long i = 0; i < n; i++)
		map_once();
	printf("flooded %ld\n", n);
	fflush(stdout);
	return read(STDIN_FILENO, &c, 1) == 1 ? 0 : 1;
}

static void step(const char *said)
{
	char c;

	if (write(STDOUT_FILENO, said, strlen(said)) < 0 ||
	    read(STDIN_FILENO, &c, 1) != 1)
		_exit(102);
}

/* Maps a page of a new file. */
static void map_new_file(const char *dir, const char *name)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 || ftruncate(fd, (off_t)page) ||
	    mmap(NULL, page, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED)
		_exit(103);
	close(fd);
}

static int disk(const char *dir)
{
	char path[4096], other[4096];
	bool moved;

	wait_to_be_watched();
	map_new_file(dir, "data");
	map_new_file(dir, "gone");
	step("mapped\n");
	map_new_file(dir, "new");
	snprintf(path, sizeof path, "%s/data", dir);
	snprintf(other, sizeof other, "%s/new", dir);
	if (rename(other, path))
		return 1;
	snprintf(path, sizeof path, "%s/gone", dir);
	if (unlink(path))
		return 1;
	step("changed\n");
	moved = chroot(dir) == 0;
	if (moved)
		map_new_file("", "jailed");
	step(moved ? "root moved\n" : "root stays\n");
	return 0;
}

/* "DIR/ddd.../ddd.../", as long as the path of a file below it permits. */
static void deep_folder(char *path, size_t size, const char *dir)
{
	size_t n = (size_t)snprintf(path, size, "%s", dir);

	while (n + DEEP_NAME + 16 < size) {
		path[n] = '/';
		memset(path + n + 1, 'd', DEEP_NAME);
		n += 1 + DEEP_NAME;
		path[n] = '\0';
		if (mkdir(path, 0700))
			_exit(104);
	}
}

static int deep(const char *dir)
{
	char path[DEEP_PATH], name[16], file[DEEP_PATH + 16];

	wait_to_be_watched();
	deep_folder(path, sizeof path, dir);
	for (int i = 0; i < DEEP_FILES; i++) {
		snprintf(name, sizeof name, "deep%d", i);
		map_new_file(path, name);
	}
	step("mapped\n");
	for (int i = 0; i < DEEP_FILES; i++) {
		snprintf(file, sizeof file, "%s/deep%d", path, i);
		if (unlink(file))
			return 1;
	}
	step("changed\n");
	return 0;
}

int main(int argc, char **argv)
{
	pthread_t t;

	page = (size_t)sysconf(_SC_PAGESIZE);
	if (argc > 1 && !strcmp(argv[1], "again"))
		return after_exec();
	if (argc > 2 && !strcmp(argv[1], "flood"))
		return flood(atol(argv[2]));
	if (argc > 2 && !strcmp(argv[1], "disk"))
		return disk(argv[2]);
	if (argc > 2 && !strcmp(argv[1], "deep"))
		return deep(argv[2]);
	if (argc < 2)
		return 1;
	expected_init();
	wait_to_be_watched();
	files(argv[1]);
	memory();
	grow_heap();
	grow_stack(100);
	expect("stack %ld %ld\n", (long)getpid(), (long)getpid());
	if (pthread_create(&t, NULL, thread, NULL) || pthread_join(t, NULL))
		return 1;
	map_program();
	child(argv);
	expected_print();
	return 0;
}
