/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds out which pages of a mapped file are in the page cache.  Opens the file
 * without side effects, then uses cachestat(2) (Linux 6.5), or mincore(2) on a
 * mapping that is never touched.
 *
 * Both calls can hang forever on a file server that does not respond.  So this
 * code runs in the disposable process (sys/reader/process.h).  It allocates and
 * stores nothing.
 *
 *	filecache_look(dir, &ask, path, &answer, bins)
 *		dir: an open /proc/PID		bins: answer.done entries
 *
 * The file is map_files/START-END (CAP_SYS_ADMIN or CAP_CHECKPOINT_RESTORE), or
 * else the file at its path below /proc/PID/root, if that is the same file.  It
 * is opened with O_PATH first, and for reading only if it is a regular file,
 * since opening a FIFO or a device has side effects.
 *
 * A call ends after FILECACHE_NS.  The next call continues at bin answer.first
 * + answer.done.
 */
#ifndef SYS_READER_FILECACHE_H
#define SYS_READER_FILECACHE_H

#include <stdbool.h>
#include <stdint.h>

#define FILECACHE_BINS 4096
#define FILECACHE_NS 20000000ull
#define FILECACHE_PATH 4096

enum filecache_how { FILECACHE_NOT, FILECACHE_STAT, FILECACHE_MINCORE };

/* Why a value is missing.  `error` is the errno, if there is one. */
enum filecache_why {
	FILECACHE_TOLD,
	FILECACHE_OPEN,		/* the file could not be opened */
	FILECACHE_DELETED,	/* the file was unlinked, and access to
				 * map_files is not permitted */
	FILECACHE_OTHER,	/* the file's path leads to another file now */
	FILECACHE_SPECIAL,	/* not a regular file */
	FILECACHE_RIGHTS,	/* only its owner and users with write access
				 * may query it */
	FILECACHE_KERNEL,	/* the file system or the kernel does not
				 * support the query */
	FILECACHE_NO_STAT,	/* mincore() does not report dirty pages */
	FILECACHE_MEMORY,	/* the file exists only in memory: tmpfs,
				 * memfd */
	FILECACHE_HUNG,		/* the query did not return in time */
	FILECACHE_WHYS
};

struct filecache_ask {
	uint64_t start, end;	/* address range of one mapping of the file */
	uint64_t dev, inode;	/* as in /proc/PID/maps */
	uint64_t page_size;
	uint64_t least;		/* number of bytes that the bins must cover */
	uint64_t first;		/* the bin to start with */
	uint64_t path_len;	/* length of the path; below FILECACHE_PATH */
};

struct filecache_bin {
	uint32_t cached, dirty;	/* pages */
};

struct filecache_answer {
	uint64_t why, error;	/* reason and errno if `cached` is missing */
	uint64_t dirty_why;
	uint64_t how;
	uint64_t size;		/* bytes; UINT64_MAX: not known */
	uint64_t bin_pages, bins;
	uint64_t first, done;
};

/* Returns the smallest bin size, as a power of two of pages, with which
 * FILECACHE_BINS bins cover `size` bytes. */
uint64_t filecache_bin_pages(uint64_t size, uint64_t page_size);
/* Opens the root directory of the process; the descriptor stays valid after the
 * process ends.  Returns -errno on failure. */
int filecache_root(int dir);
/* Opens the file but does not query it.  Returns a descriptor for reading, or
 * -1 with the reason in *answer. */
int filecache_open(int dir, int root, const struct filecache_ask *ask,
		   const char *path, struct filecache_answer *answer);
/* Opens any regular file by its path as the process sees it; symbolic links are
 * resolved below its root.  Returns a descriptor for reading, or -errno. */
int filecache_open_path(int root, const char *path);
/* Returns 1 if the file at `path` below `root` is the one in *ask (same dev,
 * inode and page_size), 0 if it is another file, or -errno. */
int filecache_is_at(int root, const struct filecache_ask *ask,
		    const char *path);
void filecache_look(int dir, const struct filecache_ask *ask,
		    const char *path, struct filecache_answer *answer,
		    struct filecache_bin *bins);

#endif
