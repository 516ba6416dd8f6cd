/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * events: the cost of reading one event from the kernel with the engine's own
 * code, up to its decoded fields, compared with reading the kernel's files
 * directly.
 *
 *	events floor PROGRAM [ARG]...		runs PROGRAM with the ring's
 *						call events enabled, and
 *						reads none of them
 *	events ring ROUNDS PROGRAM [ARG]...	reads PROGRAM's events in each
 *						way
 *	events faults ROUNDS			page faults, from perf's ring
 *
 * Prints one line for each turn of each way, CPU time in nanoseconds:
 *
 *	WAY EVENTS NS
 *
 * raw: read() of trace_pipe_raw without decoding; read, mapped: the engine's
 * two ways; text: read() of trace_pipe.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <tracefs.h>
#include <unistd.h>

#include "parse/ring/perfrecord.h"
#include "source/ftrace/ftrace.h"
#include "sys/ring/perf.h"
#include "tools.h"

#define RING_BYTES ((size_t)8 << 20)
#define TEXT_SIZE 65536
#define FAULTS 30000
#define PERF_PAGES 512

enum way { RAW, READ, MAPPED, TEXT, WAYS };
static const char *const ways[] = { "raw", "read", "mapped", "text" };

static void say(const char *way, uint64_t events, uint64_t ns)
{
	printf("%s %llu %llu\n", way, (unsigned long long)events,
	       (unsigned long long)ns);
}

static uint64_t cpu_ns(void)
{
	return ns_of(CLOCK_PROCESS_CPUTIME_ID);
}

/* --- the ring ------------------------------------------------------------- */

static struct instance instance;
static struct formats formats;

static void start_ring(void)
{
	if (instance_create(&instance, RING_BYTES) < 0 ||
	    formats_read(&formats, 1u << EV_CALL) < 0 ||
	    instance_enable(&instance, 1u << EV_CALL) < 0) {
		instance_remove(&instance);
		die("cannot set up the trace ring");
	}
}

/* Runs argv; the ring records it from its first call on. Returns the exit
 * status. */
static int run(char **argv)
{
	int go[2], status;
	pid_t pid;
	char c = 0;

	if (pipe(go) < 0 || (pid = fork()) < 0)
		die("fork");
	if (!pid) {
		if (read(go[0], &c, 1) == 1)
			execvp(argv[0], argv);
		_exit(127);
	}
	if (instance_add_tasks(&instance, &pid, 1) < 0)
		die("set_event_pid");
	instance_run(&instance, true);
	if (write(go[1], &c, 1) != 1 || waitpid(pid, &status, 0) != pid)
		die("waitpid");
	instance_run(&instance, false);
	instance_drop_tasks(&instance);
	close(go[0]);
	close(go[1]);
	return status;
}

/* Returns the number of events of a known kind. */
static uint64_t walk(struct subbuf *sb)
{
	struct subbuf_event ev;
	struct trace_record r;
	uint64_t n = 0;

	while (subbuf_next(sb, &ev)) {
		const struct trace_format *f =
			formats_find(&formats, trace_record_id(ev.payload));

		n += f && trace_record_parse(ev.payload, f, &r);
	}
	return n;
}

static uint64_t walk_part(struct subbuf *sb, const struct tracering *ring,
			  const struct tracering_part *part)
{
	const struct bytes page = { part->page, ring->subbuf_size };

	if (part->is_new)
		(void)subbuf_begin(sb, &formats.layout, page);
	if (part->has_end)
		subbuf_limit(sb, part->end);
	return walk(sb);
}

/* Reads one CPU's ring. For RAW only the read is timed, not the decoding. */
static void take(struct tracering *ring, enum way way, uint64_t *events,
		 uint64_t *ns)
{
	struct tracering_part part;
	struct subbuf sb = { .data = NULL };
	uint64_t since = cpu_ns();

	while (tracering_next(ring, &part) > 0) {
		if (way == RAW)
			*ns += cpu_ns() - since;
		*events += walk_part(&sb, ring, &part);
		if (way == RAW)
			since = cpu_ns();
	}
	*ns += way == RAW ? 0 : cpu_ns() - since;
}

static void take_text(uint64_t *events, uint64_t *ns)
{
	int fd = tracefs_instance_file_open(instance.t, "trace_pipe",
					    O_RDONLY | O_NONBLOCK);
	static char text[TEXT_SIZE];
	uint64_t since = cpu_ns();
	ssize_t n;

	while ((n = read(fd, text, sizeof text)) > 0) {
		*ns += cpu_ns() - since;
		for (ssize_t i = 0; i < n; i++)
			*events += text[i] == '\n';
		since = cpu_ns();
	}
	close(fd);
}

static void one_way(enum way way)
{
	uint64_t events = 0, ns = 0;
	struct tracering ring;

	if (way == TEXT) {
		take_text(&events, &ns);
		say(ways[way], events, ns);
		return;
	}
	for (int cpu = 0; cpu < sysconf(_SC_NPROCESSORS_CONF); cpu++) {
		int fd = instance_open_ring(&instance, cpu);

		if (fd < 0)
			continue;
		tracering_init(&ring, fd, instance.subbuf_size);
		if (way != MAPPED || tracering_map(&ring) == 0)
			take(&ring, way, &events, &ns);
		tracering_release(&ring);
	}
	say(ways[way], events, ns);
}

/* The output of the program is discarded. */
static void read_ring(int rounds, char **argv)
{
	int out = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);

	start_ring();
	for (int i = 0; i < rounds; i++) {
		for (enum way way = RAW; way < WAYS; way++) {
			fflush(stdout);
			dup2(null, STDOUT_FILENO);
			(void)!run(argv);
			dup2(out, STDOUT_FILENO);
			one_way(way);
		}
	}
	instance_remove(&instance);
}

static int floor_of(char **argv)
{
	int status;

	start_ring();
	status = run(argv);
	instance_remove(&instance);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* --- faults --------------------------------------------------------------- */

/* With the attributes that source/perf uses. */
static int open_faults(void)
{
	struct perf_event_attr attr = {
		.size = sizeof attr, .type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS_MIN, .sample_period = 1,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP |
			PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR,
		.sample_id_all = 1, .exclude_hv = 1, .exclude_kernel = 1,
		.use_clockid = 1, .clockid = CLOCK_MONOTONIC,
		.watermark = 1, .wakeup_watermark = 1u << 20,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1,
			    PERF_FLAG_FD_CLOEXEC);
}

static void read_faults(struct perfring *ring)
{
	unsigned char record[PERFRECORD_MAX];
	struct perfrecord r;
	uint64_t events = 0, ns = cpu_ns();
	size_t n;

	(void)perfring_look(ring);
	while (perfring_take(ring, record, sizeof record, &n))
		events += n <= sizeof record &&
			  perfrecord_parse((struct bytes){ record, n },
					   &perfrecord_own, &r) &&
			  r.type == PERFRECORD_SAMPLE;
	perfring_release_read(ring);
	say("fault", events, cpu_ns() - ns);
}

static void faults(int rounds)
{
	struct perfring ring;
	int fd = open_faults();

	if (fd < 0 || perfring_map(&ring, fd, PERF_PAGES) < 0)
		die("perf_event_open");
	for (int i = 0; i < rounds; i++) {
		char *at = map_area(FAULTS * PAGE);

		for (size_t page = 0; page < FAULTS; page++)
			at[page * PAGE] = 1;
		munmap(at - PAGE, (FAULTS + 2) * PAGE);
		read_faults(&ring);
	}
	perfring_unmap(&ring);
	close(fd);
}

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "floor"))
		return floor_of(argv + 2);
	if (argc > 3 && !strcmp(argv[1], "ring"))
		read_ring(atoi(argv[2]), argv + 3);
	else if (argc == 3 && !strcmp(argv[1], "faults"))
		faults(atoi(argv[2]));
	else
		return 2;
	return 0;
}
