/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * makecapture DIR: writes a capture with known bytes for tests of its readers.
 * It has 4 pages of a queue that processes 4121 and 4122 share: 'a' in frame 1,
 * "Hello" at 5000 in frame 2, the third page absent in frame 3; and 8,192 bytes
 * at 6,000 of an object with a hostile name, in one frame.
 */
#include <config.h>

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "sink/store.h"

#define PAGE 4096u
#define QUEUE 0x7f0000000000u
#define OTHER 0x10000u

static char queue[4 * PAGE];

static void put_process(struct store *s, enum process_op op, pid_t pid,
			pid_t child, const char *exe, struct bytes argv)
{
	struct event ev = { .kind = EV_PROCESS, .pid = pid, .tid = pid,
			    .source = 't', .time_ns = 1000000 };

	ev.u.process = (struct ev_process){
		.op = op, .child = child, .child_pid = child, .status = -1,
		.signal = -1, .exe = bytes_of(exe), .argv = argv,
	};
	store_event(s, &ev);
}

static void put_region(struct store *s, pid_t pid)
{
	struct event ev = { .kind = EV_REGION, .pid = pid, .source = 'm',
			    .time_ns = 1500000 };

	ev.u.region = (struct ev_region){
		.op = REGION_ADD, .start = QUEUE, .old_start = QUEUE,
		.end = QUEUE + sizeof queue, .dev = 1, .inode = 2,
		.perm = PERM_R | PERM_W | PERM_SHARED,
		.kind = KIND_POSIX_SHM, .name = bytes_of("/dev/shm/queue"),
	};
	store_event(s, &ev);
}

static struct event frame(uint64_t number, uint64_t first, uint64_t n,
			  struct page_range *range)
{
	struct event ev = { .kind = EV_FRAME, .pid = number < 3 ? 4121 : 4122,
			    .tid = 4121, .source = 'm',
			    .time_ns = 2000000 * number };

	*range = (struct page_range){ QUEUE + first * PAGE,
				      QUEUE + (first + n) * PAGE };
	ev.u.frame = (struct ev_frame){
		.object = 1, .number = number, .start = QUEUE,
		.end = QUEUE + sizeof queue, .length = sizeof queue,
		.page_size = PAGE, .shared = 1, .last = 1, .pages = n,
		.cause = number == 1 ? FRAME_FIRST : FRAME_TIMER,
		.name = bytes_of("/dev/shm/queue"),
		.ranges = { range, n ? sizeof *range : 0 },
		.data = { queue + first * PAGE, n * PAGE },
	};
	return ev;
}

static void put_queue(struct store *s)
{
	const struct page_range gone = { QUEUE + 2 * PAGE, QUEUE + 3 * PAGE };
	struct page_range r;
	struct event ev;

	memset(queue, 'a', sizeof queue);
	ev = frame(1, 0, 4, &r);
	store_event(s, &ev);
	memcpy(queue + 5000, "Hello", 5);
	ev = frame(2, 1, 1, &r);
	store_event(s, &ev);
	ev = frame(3, 0, 0, &r);
	ev.u.frame.name = bytes_of("/dev/shm/queue (deleted)");
	ev.u.frame.gone = (struct bytes){ &gone, sizeof gone };
	store_event(s, &ev);
}

static void put_other(struct store *s)
{
	const struct page_range r = { OTHER + 6000, OTHER + 6000 + 8192 };
	struct event ev = { .kind = EV_FRAME, .pid = 4121, .tid = 4121,
			    .source = 'm', .time_ns = 3000000 };
	char data[8192];

	for (size_t i = 0; i < sizeof data; i++)
		data[i] = (char)('A' + i % 26);
	ev.u.frame = (struct ev_frame){
		.object = 2, .number = 1, .start = OTHER,
		.end = OTHER + 16 * PAGE, .offset = 6000, .length = 8192,
		.page_size = PAGE, .last = 1, .pages = 3,
		.cause = FRAME_CALL, .call = bytes_of("munmap"),
		.name = bytes_of("/tmp/\033[31mred\n"),
		.ranges = { &r, sizeof r }, .data = { data, sizeof data },
	};
	store_event(s, &ev);
}

int main(int argc, char **argv)
{
	const struct store_options o = { .folder = argv[argc - 1],
					 .page_size = PAGE,
					 .began_ns = 1795435200000000000 };
	static const char words[] = "producer\0--queue";
	struct store_end end;
	struct store *s;
	struct event ev = { .kind = EV_START };

	if (store_open(&s, &o, &end) < 0)
		return 1;
	ev.u.start = (struct ev_start){
		.version = bytes_of("0.1.0"), .kernel = bytes_of("6.18.44"),
		.machine = bytes_of("x86_64"), .host = bytes_of("ho\x1bst"),
		.page_size = PAGE,
		.command = bytes_of("producer --queue"),
	};
	store_event(s, &ev);
	put_process(s, PROCESS_LAUNCH, 4121, 4121, "/usr/bin/producer",
		    (struct bytes){ words, sizeof words });
	put_process(s, PROCESS_FORK, 4121, 4122, "", (struct bytes){ "", 0 });
	put_region(s, 4121);
	put_region(s, 4122);
	put_queue(s);
	put_other(s);
	store_close(s);
	while (store_pending(s)) {
		struct pollfd p = { .fd = store_fd(s), .events = POLLIN };

		poll(&p, 1, -1);
	}
	puts(store_name(s));
	store_free(s);
	return 0;
}
