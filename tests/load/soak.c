/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs mmtop on programs of many kinds, at random, for a while: it is attached
 * or launches them, gets keys, is stopped, terminated, killed -9. After each
 * run, the program is as before, none of its calls failed, and every line of
 * the log is JSON.
 *
 *	soak			SOAK seconds (8)
 *	SEED=7 soak		repeats the choices of that seed
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "../live/family.h"
#include "../live/log.h"
#include "looker.h"
#include "server.h"

#define SECONDS 8
#define LOOK_MS 300
#define WORDS 64
enum { PID = 60, ENDED, FAULTS, STOP };	/* of victims/upright */

static struct family family;
static char *upright, *words_path, *launch_path, *log_path;
static volatile uint64_t *words, *launched;
static struct server redis;
static bool has_redis;

static double now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static volatile uint64_t *share(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	void *p;

	if (fd < 0 || ftruncate(fd, WORDS * 8))
		bail(path);
	p = mmap(NULL, WORDS * 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		bail("mmap");
	close(fd);
	return p;
}

/* --- the targets ---------------------------------------------------------- */

static struct run runs[3];	/* upright, python3, a storm of forks */

/* Prints continuously, which shows that it runs; its heap grows and shrinks. */
static const char python[] =
	"import time\n"
	"while True:\n"
	"    x = [bytearray(1 << n) for n in range(20)]\n"
	"    time.sleep(0.02)\n";
static const char storm[] =
	"while :; do /bin/true & : $(echo $((1 + 1))); wait; sleep 0.02; done";

static bool has_program(const char *name)
{
	struct run r;
	bool has;

	run_start(&r, (char *[]){ (char *)"sh", (char *)"-c",
		  (char *)"\"$0\" -c ''", (char *)name, NULL });
	has = run_wait(&r) && run_status(&r) == 0;
	run_release(&r);
	return has;
}

static void start_targets(void)
{
	run_start(&runs[0], (char *[]){ upright, words_path, (char *)"3",
					NULL });
	if (has_program("python3"))
		run_start(&runs[1], (char *[]){ (char *)"python3",
			  (char *)"-c", (char *)python, NULL });
	run_start(&runs[2], (char *[]){ (char *)"sh", (char *)"-c",
					(char *)storm, NULL });
	has_redis = server_start(&redis, SERVER_REDIS);
}

static pid_t choose_target(void)
{
	pid_t pid = 0;

	while (!pid) {
		long i = random() % 4;

		/* The storm is traced by the mmtop that stays. */
		pid = i < 2 ? runs[i].pid : has_redis ? redis.run.pid : 0;
	}
	return pid;
}

static bool upright_counts(void *arg)
{
	const uint64_t *seen = arg;

	return words[0] > seen[0] + 1 && words[1] > seen[1] + 1 &&
	       words[2] > seen[2] + 1;
}

/* All targets are alive and untraced, and none saw a failed call. */
static bool targets_are_well(pid_t looked_at)
{
	uint64_t seen[3] = { words[0], words[1], words[2] };
	bool good = family_is_free(&family, looked_at);

	for (int i = 0; i < 3; i++)
		if (runs[i].pid && !task_state(runs[i].pid)) {
			diag("target %d has exited", i);
			good = false;
		}
	if (words[FAULTS] || !wait_for(upright_counts, seen)) {
		diag("upright: %llu faults", (unsigned long long)words[FAULTS]);
		good = false;
	}
	if (has_redis && redis.clients.tally->failed) {
		diag("redis: %s", redis.clients.tally->why);
		good = false;
	}
	return good;
}

static void stop_targets(void)
{
	words[STOP] = 1;
	for (int i = 0; i < 3; i++)
		if (runs[i].pid) {
			family_end(runs[i].pid);
			runs[i].wait_status = 0;
			run_release(&runs[i]);
		}
	if (has_redis) {
		server_stop(&redis);
		diag("redis: %llu requests, %llu failed",
		     (unsigned long long)redis.requests,
		     (unsigned long long)redis.failed);
		server_release(&redis);
	}
}

/* --- ends of mmtop -------------------------------------------------------- */

enum end {
	END_ITSELF, END_TERM, END_HUP, END_KILL, END_KILL_ENGINE, END_STOP,
	ENDS
};

static const char *const ends[ENDS] = {
	[END_ITSELF] = "ends", [END_TERM] = "is terminated",
	[END_HUP] = "loses its terminal", [END_KILL] = "is killed",
	[END_KILL_ENGINE] = "loses its engine",
	[END_STOP] = "is stopped and killed",
};

static void end_it(struct looker *l, enum end end)
{
	pid_t engine = looker_engine(l);

	switch (end) {
	case END_ITSELF:
		break;
	case END_TERM:
		kill(l->run.pid, SIGTERM);
		break;
	case END_HUP:
		if (l->master < 0) {
			kill(l->run.pid, SIGHUP);
		} else {
			close(l->master);
			l->master = -1;
		}
		break;
	case END_KILL_ENGINE:
		kill(engine, SIGKILL);
		break;
	case END_STOP:
		kill(l->run.pid, SIGTSTP);
		looker_plays(l, 50);
		kill(l->run.pid, random() % 2 ? SIGSTOP : SIGCONT);
		looker_plays(l, 50);
		kill(l->run.pid, SIGKILL);
		break;
	default:
		kill(l->run.pid, SIGKILL);
		break;
	}
}

/* Complete lines must be JSON; if mmtop was killed, the last one may be cut
 * off. */
static bool log_is_whole(enum end end)
{
	char *text = read_file(log_path, NULL), *last, *line, *rest;
	bool good = true, killed = end >= END_KILL;

	/* A signal may come before mmtop creates the log. */
	if (!text)
		return end != END_ITSELF;
	last = strrchr(text, '\n');
	if (last && killed)
		last[1] = '\0';
	for (rest = text; good && (line = strsep(&rest, "\n"));) {
		json_t *o = *line ? json_loads(line, 0, NULL) : NULL;

		good = json_is_object(o) || !*line || (!last && killed);
		if (!good)
			diag("not JSON: %.200s", line);
		json_decref(o);
	}
	free(text);
	return good;
}

/* --- actions -------------------------------------------------------------- */

static const char *const levels[] = { "--level=calls", "--level=watch",
				      "--level=calls" };

static bool attach(bool screen)
{
	pid_t target = choose_target();
	enum end end = (enum end)(random() % ENDS);
	char pid[16], duration[24];
	struct looker l;
	bool good;

	if (screen && end == END_ITSELF)
		end = END_TERM;
	snprintf(pid, sizeof pid, "%d", target);
	snprintf(duration, sizeof duration, "--duration=%.3f",
		 end == END_ITSELF ? (1 + (double)(random() % LOOK_MS)) / 1000
				   : 5);
	unlink(log_path);
	/* --json implies batch. */
	looker_start(&l, screen, (char *[]){
		(char *)(screen ? "--color=auto" : "--json"), (char *)"-o",
		log_path, duration,
		(char *)(random() % 2 ? "--follow" : "--no-follow"),
		(char *)levels[random() % 3], (char *)"-p", pid, NULL });
	if (end != END_ITSELF)
		looker_plays(&l, (int)(random() % LOOK_MS));
	end_it(&l, end);
	good = looker_wait(&l);
	if (good && end == END_ITSELF && run_status(&l.run)) {
		char *said = read_file(l.run.err_path, NULL);

		diag("status %d: %s", run_status(&l.run), said);
		free(said);
		good = false;
	}
	good &= targets_are_well(target) & (screen || log_is_whole(end));
	if (!good)
		diag("attached to %d %s, and mmtop %s", target,
		     screen ? "on a screen" : "in batch", ends[end]);
	looker_release(&l);
	return good;
}

static bool has_finished(void *arg)
{
	(void)arg;
	return !launched[PID] || launched[ENDED] ||
	       !task_state((pid_t)launched[PID]) ||
	       task_state((pid_t)launched[PID]) == 'Z';
}

/* The launched program runs to its end, whatever happens to mmtop. Exception: a
 * killed engine ends a filtered tree. */
static bool launch(bool screen)
{
	enum end end = (enum end)(random() % ENDS);
	bool filter = random() % 2, good;
	struct looker l;

	memset((void *)launched, 0, WORDS * 8);
	unlink(log_path);
	if (screen && end == END_ITSELF)
		end = END_KILL;
	looker_start(&l, screen, (char *[]){
		(char *)(screen ? "--color=auto" : "--json"), (char *)"-o",
		log_path,
		(char *)(filter ? "--follow" : "--no-filter"),
		(char *)levels[random() % 3], (char *)"--", upright,
		launch_path, (char *)"2", (char *)"100", NULL });
	if (end != END_ITSELF)
		looker_plays(&l, (int)(random() % LOOK_MS));
	end_it(&l, end);
	good = looker_wait(&l);
	/* mmtop may have detached from it during exec. */
	if (!launched[PID])
		poll(NULL, 0, 100);
	if (!wait_for(has_finished, NULL)) {
		tell_task("the launched program", (pid_t)launched[PID]);
		good = false;
	}
	if (launched[FAULTS]) {
		diag("a call of the launched program failed");
		good = false;
	}
	if (launched[PID] && !launched[ENDED] && end != END_KILL_ENGINE) {
		diag("the launched program was killed");
		good = false;
	}
	good &= targets_are_well(runs[0].pid);
	good &= screen || log_is_whole(end);
	if (!good)
		diag("launched %s %s, and mmtop %s",
		     filter ? "with the filter" : "without a filter",
		     screen ? "on a screen" : "in batch", ends[end]);
	looker_release(&l);
	return good;
}

/* --- the mmtop that stays ------------------------------------------------- */

struct size {
	long rss_kb;
	int fds;
};

static struct size size_of(pid_t pid)
{
	struct size s = { status_field(pid, "VmRSS"), 0 };
	char path[32];

	for (int fd = 0; fd < 256; fd++) {
		snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
		s.fds += !faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW);
	}
	return s;
}

static bool same_size(struct size before, struct size after)
{
	diag("the mmtop that stays: %ld to %ld KiB, %d to %d descriptors",
	     before.rss_kb, after.rss_kb, before.fds, after.fds);
	/* Some descriptors are open only during a read. */
	return after.fds <= before.fds + 3 &&
	       after.rss_kb < before.rss_kb + before.rss_kb / 4 + 2048;
}

/* --- the test --- */

static void soak(double seconds)
{
	static unsigned done_n[4], bad[4];
	static const char *const names[4] = {
		"attached in batch", "attached on a screen",
		"launched in batch", "launched on a screen",
	};
	double until = now_s() + seconds;
	struct looker stays;
	struct size before = { 0 };
	bool measured = false;
	char pid[16];

	/* The mmtop that stays traces the storm: no other tracer can attach to
	 * it. */
	snprintf(pid, sizeof pid, "%d", runs[2].pid);
	looker_start(&stays, false, (char *[]){
		(char *)"-b", (char *)"-o", (char *)"/dev/null",
		(char *)"--follow", (char *)"-p", pid, NULL });
	while (now_s() < until || !measured) {
		long i = random() % 4;

		done_n[i]++;
		bad[i] += !(i < 2 ? attach(i == 1) : launch(i == 3));
		if (!measured && now_s() > until - seconds * 2 / 3) {
			before = size_of(looker_engine(&stays));
			measured = true;
		}
	}
	for (int i = 0; i < 4; i++)
		ok(!bad[i], "%u times %s, %u of them left something behind",
		   done_n[i], names[i], bad[i]);
	ok(same_size(before, size_of(looker_engine(&stays))),
	   "an mmtop that stays attached does not grow");
	kill(stays.run.pid, SIGTERM);
	ok(looker_wait(&stays) && family_is_free(&family, runs[2].pid),
	   "an mmtop that stayed attached detaches at SIGTERM");
	looker_release(&stays);
}

int main(void)
{
	const char *seed = getenv("SEED"), *seconds = getenv("SOAK");
	unsigned number = seed ? (unsigned)strtoul(seed, NULL, 10) :
				 (unsigned)time(NULL);

	plan(6);
	diag("SEED=%u", number);
	srandom(number);
	family_init(&family);
	upright = victim("upright");
	words_path = work_file("words");
	words = share(words_path);
	launch_path = work_file("launched");
	launched = share(launch_path);
	log_path = work_file("log");
	start_targets();
	soak(seconds ? strtod(seconds, NULL) : SECONDS);
	stop_targets();
	free(upright);
	free(words_path);
	free(launch_path);
	free(log_path);
	return done();
}
