/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Privileges (P34 to P36): mmtop reports the rights that a program loses
 * because it is traced, and a filter takes only what it needs. */
#include <config.h>

#include <errno.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "live.h"
#include "watched.h"

static char *rights;		/* the victim, where every user may run it */

/* CAP_NET_RAW, like ping. */
static bool give_capability(const char *path)
{
	struct vfs_cap_data data = {
		.magic_etc = VFS_CAP_REVISION_2 | VFS_CAP_FLAGS_EFFECTIVE,
		.data[0].permitted = 1u << CAP_NET_RAW,
	};

	return setxattr(path, "security.capability", &data, sizeof data,
			0) == 0;
}

/* --- running a program, and its output ------------------------------------ */

struct shown {
	struct run r;
	char *out, *err;
};

static void show_rights(struct shown *s, const char *option,
			const char *program)
{
	if (option)
		run_mmtop(&s->r, "-b", "-o", "/dev/null", option, program,
			  "show", NULL);
	else
		run_mmtop(&s->r, "-b", "-o", "/dev/null", program, "show",
			  NULL);
	run_wait(&s->r);
	s->out = s->r.out;
	s->err = s->r.err;
}

static bool out_has(const struct shown *s, const char *part)
{
	if (strstr(s->out, part))
		return true;
	diag("no '%s' in: %s%s", part, s->out, s->err);
	return false;
}

static bool err_has(const struct shown *s, const char *part)
{
	if (*part ? strstr(s->err, part) != NULL : !*s->err)
		return true;
	diag("stderr is not '%s': %s", part, s->err);
	return false;
}

/* --- P35: rights that a filter takes -------------------------------------- */

static void filter_of(const char *option, const char *rights_left,
		      const char *name)
{
	struct shown s;

	show_rights(&s, option, rights);
	ok(out_has(&s, rights_left) && err_has(&s, ""), "P35 %s", name);
	run_release(&s.r);
}

static void attached_keeps(void)
{
	struct run v, r;
	char pid[16];

	run_start(&v, (char *[]){ rights, (char *)"exec", rights, NULL });
	run_printed(&v, "ready\n");
	snprintf(pid, sizeof pid, "%d", v.pid);
	/* The log goes to stderr. */
	run_mmtop(&r, "-b", "-p", pid, NULL);
	file_holds(r.err_path, " attach ");
	run_poke(&v);
	run_wait(&v);
	ok(run_wait(&r) && run_status(&r) == 0 &&
	   strstr(v.out, "nnp 0 seccomp 0"),
	   "P35 an attached program keeps its rights, ordinary user");
	run_release(&r);
	run_release(&v);
}

/* --- P34: programs with file rights --------------------------------------- */

static const struct {
	const char *name, *kind;
	mode_t mode;
	bool capability;
	const char *without, *with;	/* output if traced, and if not */
} givers[] = {
	{ "suid", "set-user-ID", 04755, false, "euid 65534 ", "euid 0 " },
	{ "sgid", "set-group-ID", 02755, false, " egid 65534 ", " egid 0 " },
	{ "cap", "a file with capabilities", 0755, true, " caps 0 ",
	  " caps 2000 " },
};

#define GIVERS (sizeof givers / sizeof *givers)
/* Two for a capability: at an exec of a traced process, mmtop does not read
 * extended attributes, as the file's server may not answer. */
#define POINTS (4 + 4 + 2)

static int points(size_t i)
{
	return givers[i].capability ? 2 : 4;
}

static void skip_giver(size_t i, const char *why)
{
	for (int n = points(i); n; n--)
		skip(givers[i].kind, why);
}

/* True if the file's rights take effect: some file systems give none. */
static bool gives(const char *file, const char *with)
{
	struct run r;
	bool does;

	run_start(&r, (char *[]){ (char *)file, (char *)"show", NULL });
	run_wait(&r);
	does = strstr(r.out, with);
	run_release(&r);
	return does;
}

static void exec_in_tree(const char *option, const char *file, size_t i,
			 const char *name)
{
	struct run r;

	run_mmtop(&r, "-b", "-o", "/dev/null", option, rights, "exec", file,
		  NULL);
	run_poke(&r);
	run_wait(&r);
	if (!ok(strstr(r.out, givers[i].without) &&
		strstr(r.err, "without the privileges of its file"),
		"P34 %s, exec by a traced process: reported, %s",
		givers[i].kind, name))
		diag("%s%s", r.out, r.err);
	run_release(&r);
}

static void giver(size_t i)
{
	char *file = copy_of(rights, givers[i].name, givers[i].mode);
	struct shown s;

	if (givers[i].capability && !give_capability(file)) {
		skip_giver(i, strerror(errno));
		free(file);
		return;
	}
	run_as(NOBODY);
	if (!gives(file, givers[i].with)) {
		skip_giver(i, "it has no effect here");
		goto out;
	}
	show_rights(&s, NULL, file);
	ok(out_has(&s, givers[i].without) && out_has(&s, "nnp 0 seccomp 0") &&
	   run_said(&s.r, "without the privileges of its file"),
	   "P34 P35 %s: no filter, and reported", givers[i].kind);
	run_release(&s.r);
	show_rights(&s, "--level=watch", file);
	ok(out_has(&s, givers[i].without) &&
	   run_said(&s.r, "without the privileges of its file"),
	   "P34 %s: reported", givers[i].kind);
	run_release(&s.r);
	if (points(i) == 2)
		goto out;
	exec_in_tree("--level=calls", file, i, "filter");
	exec_in_tree("--level=watch", file, i, "watch");
out:
	run_as(0);
	free(file);
}

/* If root traces, the program gets its rights, and mmtop reports nothing. */
static void root_traces(void)
{
	char *file = copy_of(rights, "suid-nobody", 0755);
	struct shown s;

	if (chown(file, NOBODY, NOBODY) || chmod(file, 04755))
		bail(file);
	if (!gives(file, "euid 65534 ")) {
		skip("P34 traced by root", "set-user-ID has no effect here");
	} else {
		show_rights(&s, NULL, file);
		ok(out_has(&s, "euid 65534 ") && err_has(&s, ""),
		   "P34 traced by root: rights stay, no message");
		run_release(&s.r);
	}
	free(file);
}

#define ORDINARY (4 + 1 + POINTS + 1)

static void ordinary_user(void)
{
	char *program = victim("rights"), *mmtop = strdup(getenv("MMTOP"));
	char *copy;

	if (getuid() != 0) {
		for (int i = 0; i < ORDINARY; i++)
			skip("P34 P35 an ordinary user", "needs root");
		free(program);
		free(mmtop);
		return;
	}
	copy = copy_of(mmtop, "mmtop", 0755);
	rights = copy_of(program, "rights", 0755);
	setenv("MMTOP", copy, 1);
	filter_of(NULL, "nnp 0 seccomp 2", "root: a filter with NoNewPrivs 0");
	run_as(NOBODY);
	filter_of(NULL, "nnp 1 seccomp 2",
		  "an ordinary user: a filter with NoNewPrivs 1");
	filter_of("--no-filter", "nnp 0 seccomp 0",
		  "--no-filter takes no rights");
	filter_of("--level=watch", "nnp 0 seccomp 0",
		  "level watch takes no rights");
	attached_keeps();
	run_as(0);
	for (size_t i = 0; i < GIVERS; i++)
		giver(i);
	root_traces();
	setenv("MMTOP", mmtop, 1);
	free(copy);
	free(rights);
	free(mmtop);
	free(program);
}

/* --- P36: strict seccomp ---------------------------------------------------------------- */

static void strict_seccomp(const struct mode *m, const char *how)
{
	bool probe = !strcmp(how, "probe");
	bool refused = probe || mode_filters(m);
	const char *want = refused ? "refused 22\n" : "strict\n";
	struct watched w;
	bool good;
	char *out;

	watched_start(&w, m, "rights", NULL,
		      (const char *[]){ "strict", how, NULL });
	watched_go(&w);
	good = watched_end(&w, refused ? 3 : 5);
	out = watched_out(&w);
	if (good && mode_filters(m) && !probe)
		good = run_said(&w.m, "requested strict seccomp");
	else if (good)
		good = run_quiet(&w.m);
	if (!ok(good && !strcmp(out, want), "P36 strict seccomp by %s: %s, %s",
		how, probe ? "no message" :
		mode_filters(m) ? "refused, and reported" : "permitted",
		w.name))
		diag("%s%s", out, w.m.err);
	free(out);
	watched_release(&w);
}

int main(void)
{
	plan(ORDINARY + (int)modes_n() * 3);
	ordinary_user();
	for (size_t i = 0; i < modes_n(); i++) {
		strict_seccomp(modes_at(i), "prctl");
		strict_seccomp(modes_at(i), "seccomp");
		strict_seccomp(modes_at(i), "probe");
	}
	return done();
}
