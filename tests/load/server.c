/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "server.h"

#include <errno.h>
#include <glob.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../live/family.h"

#define CLIENTS 3
/* in seconds; the test stops pgbench long before */
#define PGBENCH_ENDS_S "100000"

static char *path_in(const struct server *s, const char *name)
{
	char *path;

	if (asprintf(&path, "%s/%s", s->dir, name) < 0)
		bail("no memory");
	return path;
}

static void write_file(const struct server *s, const char *name,
		       const char *text)
{
	char *path = path_in(s, name);
	FILE *f = fopen(path, "we");

	if (!f || fputs(text, f) < 0 || fclose(f))
		bail(path);
	free(path);
}

static bool in_path(const char *program)
{
	char *argv[] = { (char *)"sh", (char *)"-c",
			 (char *)"command -v \"$1\" >/dev/null", (char *)"sh",
			 (char *)program, NULL };
	struct run r;
	bool found;

	run_start(&r, argv);
	found = run_wait(&r) && run_status(&r) == 0;
	run_release(&r);
	return found;
}

/* The socket exists some time before the server listens. */
static bool listens(void *arg)
{
	int fd = client_connect(arg);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* --- redis, nginx --------------------------------------------------------- */

static bool start_redis(struct server *s)
{
	char *sock = path_in(s, "sock");

	if (!in_path("redis-server"))
		return free(sock), false;
	run_start(&s->run, (char *[]){
		(char *)"redis-server", (char *)"--port", (char *)"0",
		(char *)"--unixsocket", sock, (char *)"--save", (char *)"",
		(char *)"--appendonly", (char *)"no", (char *)"--dir", s->dir,
		NULL });
	if (!wait_for(listens, sock))
		bail("redis-server does not listen");
	clients_start(&s->clients, CLIENT_REDIS, sock, CLIENTS);
	free(sock);
	return true;
}

static const char nginx_conf[] =
	"daemon off;\n"
	"worker_processes 2;\n"
	"error_log error.log notice;\n"
	"pid pid;\n"
	"events { worker_connections 64; }\n"
	"http {\n"
	"	access_log off;\n"
	"	keepalive_requests 1000000000;\n"
	"	keepalive_timeout 3600;\n"
	"	client_body_temp_path body;\n"
	"	proxy_temp_path proxy;\n"
	"	fastcgi_temp_path fastcgi;\n"
	"	uwsgi_temp_path uwsgi;\n"
	"	scgi_temp_path scgi;\n"
	"	types { text/html html; }\n"
	"	server { listen unix:sock; root .; }\n"
	"}\n";

static bool start_nginx(struct server *s)
{
	char *sock = path_in(s, "sock"), *conf, *path;

	/* Distributions install it there, outside of an ordinary user's
	 * path. */
	if (asprintf(&path, "%s:/usr/sbin:/sbin", getenv("PATH")) < 0)
		bail("no memory");
	setenv("PATH", path, 1);
	free(path);
	if (!in_path("nginx"))
		return free(sock), false;
	/* Paths are relative to -p, except the socket. */
	if (asprintf(&conf, "%s%.*s%s%s", geteuid() ? "" : "user root;\n",
		     (int)(strstr(nginx_conf, "unix:") + 5 - nginx_conf),
		     nginx_conf, sock,
		     strstr(nginx_conf, "unix:sock") + 9) < 0)
		bail("no memory");
	write_file(s, "nginx.conf", conf);
	write_file(s, "index.html", "<html>here it is</html>\n");
	run_start(&s->run, (char *[]){
		(char *)"nginx", (char *)"-p", s->dir, (char *)"-c",
		(char *)"nginx.conf", (char *)"-e", (char *)"error.log", NULL });
	free(conf);
	if (!wait_for(listens, sock))
		bail("nginx does not listen");
	clients_start(&s->clients, CLIENT_HTTP, sock, CLIENTS);
	free(sock);
	return true;
}

/* --- postgres ------------------------------------------------------------- */

/* Debian installs them outside of the path: take the newest version. */
static char *postgres_bin(void)
{
	glob_t g;
	char *dir = NULL;

	if (in_path("initdb") && in_path("pgbench"))
		return strdup("");
	if (glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &g) == 0 &&
	    g.gl_pathc) {
		dir = strdup(g.gl_pathv[g.gl_pathc - 1]);
		strrchr(dir, '/')[1] = '\0';
	}
	globfree(&g);
	return dir;
}

static char *tool(const char *bin, const char *name)
{
	char *path;

	if (asprintf(&path, "%s%s", bin, name) < 0)
		bail("no memory");
	return path;
}

static bool run_tool(char *const argv[])
{
	struct run r;
	bool good;

	run_start(&r, argv);
	good = run_wait(&r) && run_status(&r) == 0;
	if (!good)
		diag("%s: %d\n%s%s", argv[0], run_status(&r), r.out, r.err);
	run_release(&r);
	return good;
}

/* postgres refuses to run as root. */
static const char *chown_to_user(const struct server *s, char *data)
{
	struct passwd *pw;

	if (geteuid())
		return NULL;
	pw = getpwnam("postgres");
	if (!pw)
		pw = getpwnam("nobody");
	if (!pw || chown(data, pw->pw_uid, (gid_t)-1) ||
	    chown(s->dir, pw->pw_uid, (gid_t)-1))
		return "there is no user to run it as";
	run_as(pw->pw_uid);
	return NULL;
}

static void start_pgbench(struct server *s, const char *bin)
{
	char *pgbench = tool(bin, "pgbench");
	char *init[] = { pgbench, (char *)"-h", s->dir, (char *)"-U",
			 (char *)"load", (char *)"-i", (char *)"-q",
			 (char *)"postgres", NULL };
	char *load[] = { pgbench, (char *)"-h", s->dir, (char *)"-U",
			 (char *)"load", (char *)"-n", (char *)"-c",
			 (char *)"3", (char *)"-P", (char *)"1", (char *)"-T",
			 (char *)PGBENCH_ENDS_S, (char *)"postgres", NULL };

	if (!run_tool(init))
		bail("pgbench -i");
	run_start(&s->bench, load);
	free(pgbench);
}

static bool start_postgres(struct server *s)
{
	char *bin = postgres_bin(), *data = path_in(s, "data"), *sock, *initdb,
	     *server;

	if (!bin)
		return free(data), false;
	mkdir(data, 0700);
	if (chown_to_user(s, data))
		return free(data), free(bin), false;
	initdb = tool(bin, "initdb");
	server = tool(bin, "postgres");
	sock = path_in(s, ".s.PGSQL.5432");
	if (!run_tool((char *[]){ initdb, (char *)"-D", data, (char *)"-U",
			     (char *)"load", (char *)"-A", (char *)"trust",
			     (char *)"-N", (char *)"--no-locale", NULL }))
		bail("initdb");
	run_start(&s->run, (char *[]){
		server, (char *)"-D", data, (char *)"-k", s->dir, (char *)"-h",
		(char *)"", (char *)"-F", NULL });
	if (!wait_for(listens, sock) ||
	    !file_holds(s->run.err_path, "ready to accept"))
		bail("postgres does not listen");
	start_pgbench(s, bin);
	run_as(0);
	free(bin);
	free(initdb);
	free(server);
	free(data);
	free(sock);
	return true;
}

/* Counts pgbench's progress lines, one a second: pgbench prints the number of
 * transactions only at the end. */
static uint64_t progress(const struct server *s)
{
	char *text = read_file(s->bench.err_path, NULL), *at;
	uint64_t n = 0;

	for (at = text; at && (at = strstr(at, "progress: ")); at++)
		n++;
	free(text);
	return n;
}

static uint64_t number_after(const char *text, const char *label)
{
	const char *at = strstr(text, label);

	return at ? strtoull(at + strlen(label), NULL, 10) : 0;
}

static void stop_pgbench(struct server *s)
{
	static const char failed[] = "number of failed transactions: ";

	/* SIGALRM ends pgbench as the end of its time does. */
	kill(s->bench.pid, SIGALRM);
	run_wait(&s->bench);
	s->requests = number_after(s->bench.out,
				   "transactions actually processed: ");
	s->failed = number_after(s->bench.out, failed);
	if (run_status(&s->bench) || !strstr(s->bench.out, failed)) {
		s->failed++;
		diag("pgbench: %d\n%s", run_status(&s->bench), s->bench.err);
	}
}

/* --- all servers ---------------------------------------------------------- */

static const struct {
	const char *name;
	bool (*start)(struct server *s);
} kinds[SERVERS] = {
	[SERVER_REDIS] = { "redis", start_redis },
	[SERVER_NGINX] = { "nginx", start_nginx },
	[SERVER_POSTGRES] = { "postgres", start_postgres },
};

const char *server_name(enum server_kind kind)
{
	return kinds[kind].name;
}

bool server_start(struct server *s, enum server_kind kind)
{
	*s = (struct server){ .kind = kind, .dir = work_file(kinds[kind].name) };
	if (mkdir(s->dir, 0755))
		bail(s->dir);
	if (kinds[kind].start(s))
		return true;
	free(s->dir);
	return false;
}

struct more {
	struct server *s;
	uint64_t than;
};

static uint64_t served(const struct server *s)
{
	return s->kind == SERVER_POSTGRES ? progress(s) :
	       s->clients.tally->requests;
}

static bool is_more(void *arg)
{
	const struct more *m = arg;

	return served(m->s) > m->than;
}

bool server_busy(struct server *s)
{
	struct more m = { s, served(s) + (s->kind != SERVER_POSTGRES) * 10 };

	return wait_for(is_more, &m);
}

/* The server replaces a crashed worker: only its log shows the crash. */
static void look_for_crashes(struct server *s)
{
	char *path = path_in(s, "error.log"), *text = read_file(path, NULL);

	if (text && strstr(text, "exited on signal")) {
		s->failed++;
		diag("%s", text);
	}
	free(text);
	free(path);
	if (s->run.err && strstr(s->run.err, "was terminated by signal")) {
		s->failed++;
		diag("%s", s->run.err);
	}
}

void server_stop(struct server *s)
{
	if (s->kind == SERVER_POSTGRES) {
		stop_pgbench(s);
	} else {
		clients_stop(&s->clients);
		s->requests = s->clients.tally->requests;
		s->failed = s->clients.tally->failed;
		if (s->failed)
			diag("the last failure: %s", s->clients.tally->why);
	}
	/* postgres: "fast" shutdown; the "smart" one would wait for its
	 * clients. */
	kill(s->run.pid, s->kind == SERVER_POSTGRES ? SIGINT : SIGTERM);
	run_wait(&s->run);
	look_for_crashes(s);
}

void server_release(struct server *s)
{
	if (s->kind == SERVER_POSTGRES)
		run_release(&s->bench);
	else
		clients_release(&s->clients);
	run_release(&s->run);
	free(s->dir);
}
