/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What of a mapped file is in the page cache: opening it without harm, and
 * asking cachestat(2) (Linux 6.5), or mincore(2) on a mapping of our own that
 * is never touched.
 *
 * Both can hang for ever on a file server that does not answer: this is the
 * part that runs in the disposable process (sys/reader/process.h); nothing here
 * allocates or keeps anything.
 *
 *	filecache_look(dir, &ask, path, &answer, bins)
 *		dir: an open /proc/PID		  bins: answer.done of them
 *
 * The file is that of map_files/START-END (CAP_SYS_ADMIN or
 * CAP_CHECKPOINT_RESTORE), else what lies at its path below /proc/PID/root, if
 * it is the same one.  It is opened O_PATH first and for reading only when it
 * is a regular file, as FIFOs and devices do things when they are opened.
 *
 * One call works for FILECACHE_NS; the rest is for another one, which begins
 * at bin answer.first + answer.done.
 */
#ifndef SYS_READER_FILECACHE_H
#define SYS_READER_FILECACHE_H

#include <stdbool.h>
#include <stdint.h>

#define FILECACHE_BINS 4096
#define FILECACHE_NS 20000000ull
#define FILECACHE_PATH 4096

enum filecache_how { FILECACHE_NOT, FILECACHE_STAT, FILECACHE_MINCORE };

/* Why something is not told; with error where an errno says more. */
enum filecache_why {
	FILECACHE_TOLD,
	FILECACHE_OPEN,		/* it could not be opened */
	FILECACHE_DELETED,	/* it has no path any more, and map_files is
				 * not for us */
	FILECACHE_OTHER,	/* another file lies there now */
	FILECACHE_SPECIAL,	/* no regular file */
	FILECACHE_RIGHTS,	/* only for its owner and those who may write */
	FILECACHE_KERNEL,	/* that kind of file has none, or no way to
				 * ask */
	FILECACHE_NO_STAT,	/* mincore does not tell that */
	FILECACHE_MEMORY,	/* memory is its only place: tmpfs, memfd */
	FILECACHE_HUNG,		/* it did not answer in time */
	FILECACHE_WHYS
};

struct filecache_ask {
	uint64_t start, end;	/* of one of its mappings */
	uint64_t dev, inode;	/* as maps has them */
	uint64_t page_size;
	uint64_t least;		/* bytes that the bins are to reach */
	uint64_t first;		/* bin to begin with */
	uint64_t path_len;	/* below FILECACHE_PATH */
};

struct filecache_bin {
	uint32_t cached, dirty;	/* pages */
};

struct filecache_answer {
	uint64_t why, error;	/* of cached */
	uint64_t dirty_why;
	uint64_t how;
	uint64_t size;		/* bytes; UINT64_MAX: not known */
	uint64_t bin_pages, bins;
	uint64_t first, done;
};

/* The smallest power of two of pages so that FILECACHE_BINS cover size. */
uint64_t filecache_bin_pages(uint64_t size, uint64_t page_size);
/* The root of the process, which stays what it is when that ends; -errno. */
int filecache_root(int dir);
/* Only the first part of it: a descriptor for reading, or -1 with the reason in
 * answer. */
int filecache_open(int dir, int root, const struct filecache_ask *ask,
		   const char *path, struct filecache_answer *answer);
/* Any regular file, by its path as the process sees it; links lead to what is
 * below its root.  A descriptor for reading, or -errno. */
int filecache_open_path(int root, const char *path);
/* Whether the file that lies at that path below root is that one (dev, inode
 * and page_size of ask): 1, 0 another one, or -errno. */
int filecache_is_at(int root, const struct filecache_ask *ask,
		    const char *path);
void filecache_look(int dir, const struct filecache_ask *ask,
		    const char *path, struct filecache_answer *answer,
		    struct filecache_bin *bins);

#endif
