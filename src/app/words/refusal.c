/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "app/words/refusal.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "app/i18n.h"
#include "base/text.h"
#include "sys/own/role_name.h"
#include "ui/words/error.h"

/* Appends the known name and PID of the tracer: "gdb 2310", "gdb", "2310" or
 * "another program". */
static void add_tracer(struct str *out, const struct refusal *r, bool ascii)
{
	if (r->other_name[0])
		text_safe(out, r->other_name, strlen(r->other_name), ascii);
	else if (r->other <= 0)
		str_adds(out, _("another program"));
	if (r->other > 0)
		str_addf(out, r->other_name[0] ? " %d" : "%d", (int)r->other);
}

/* Appends the message for a process that another mmtop traces.  Returns false
 * if the tracer is not mmtop. */
static bool traced_by_mmtop(struct str *out, const struct refusal *r)
{
	if (!strcmp(r->other_name, ROLE_KEEPER))
		str_addf(out, _("Cannot attach to %d: mmtop-keeper %d traces "
				"it until it exits. To avoid that, launch it "
				"with --no-filter."),
			 (int)r->pid, (int)r->other);
	else if (!strcmp(r->other_name, ROLE_ENGINE))
		str_addf(out, _("Cannot attach to %d: another mmtop traces it "
				"(process %d). Quit that first."),
			 (int)r->pid, (int)r->other);
	else
		return false;
	return true;
}

static void traced(struct str *out, const struct refusal *r, bool ascii)
{
	struct str who = STR_INIT, name = STR_INIT;

	add_tracer(&who, r, ascii);
	text_safe(&name, r->other_name, strlen(r->other_name), ascii);
	str_addf(out, _("Cannot attach to %d: %s traces it."), (int)r->pid,
		 who.data);
	str_addc(out, ' ');
	if (r->other > 0 && name.len)
		/* TRANSLATORS: the tracer's name and PID. */
		str_addf(out, _("Quit %s, or watch with -p %d."), name.data,
			 (int)r->other);
	else if (r->other > 0)
		str_addf(out, _("Quit it, or watch with -p %d."),
			 (int)r->other);
	else if (name.len)
		str_addf(out, _("Quit %s first."), name.data);
	else
		str_adds(out, _("Quit it first."));
	str_release(&who);
	str_release(&name);
}

static void other_user(struct str *out, const struct refusal *r,
		       const char *user, bool ascii)
{
	const struct passwd *pw = user ? NULL : getpwuid(r->uid);
	struct str name = STR_INIT;
	char number[24];

	if (pw)
		user = pw->pw_name;
	/* If the user has no name, `user` may be the user ID as digits (see
	 * source/list/list.c).  The message then contains "user 1000" instead
	 * of the digits alone. */
	snprintf(number, sizeof number, "%lu", (unsigned long)r->uid);
	if (user && strcmp(user, number) != 0)
		text_safe(&name, user, strlen(user), ascii);
	else
		str_addf(&name, _("user %lu"), (unsigned long)r->uid);
	str_addf(out, _("Cannot attach to %d: it belongs to %s. "
			"Try: sudo mmtop -p %d"),
		 (int)r->pid, name.data, (int)r->pid);
	str_release(&name);
}

static void yama(struct str *out, const struct refusal *r)
{
	int pid = (int)r->pid;

	switch (r->value) {
	case 1:
		str_addf(out, _("Cannot attach to %d: kernel.yama.ptrace_scope"
				" = 1 lets only its ancestors trace it. Try: "
				"sudo mmtop -p %d, or: sudo sysctl "
				"kernel.yama.ptrace_scope=0"), pid, pid);
		break;
	case 3:
		str_addf(out, _("Cannot attach to %d: kernel.yama.ptrace_scope"
				" = 3 forbids all tracing until the next "
				"boot."), pid);
		break;
	case 2:
		str_addf(out, _("Cannot attach to %d: kernel.yama.ptrace_scope"
				" = 2 lets only an administrator trace. Try: "
				"sudo mmtop -p %d"), pid, pid);
		break;
	default:
		str_addf(out, _("Cannot attach to %d: kernel.yama.ptrace_scope"
				" forbids it. Try: sudo mmtop -p %d, or: sudo "
				"sysctl kernel.yama.ptrace_scope=0"), pid,
			 pid);
	}
}

static void kernel_thread(struct str *out, const struct refusal *r, bool ascii)
{
	struct str name = STR_INIT;

	text_safe(&name, r->name, strlen(r->name), ascii);
	if (name.len)
		str_addf(out, _("Cannot attach to %d: %s is a kernel thread "
				"and has no memory of its own to show."),
			 (int)r->pid, name.data);
	else
		str_addf(out, _("Cannot attach to %d: it is a kernel thread "
				"and has no memory of its own to show."),
			 (int)r->pid);
	str_release(&name);
}

static void add_advice(struct str *out, int err)
{
	const char *advice = error_advice(err);

	if (advice)
		str_addf(out, " %s.", advice);
}

static void by_errno(struct str *out, const struct refusal *r)
{
	const char *words = error_words(r->err);

	if (r->err == EPERM || r->err == EACCES)
		str_addf(out, _("Cannot attach to %d: the kernel refuses it "
				"(%s). A container needs CAP_SYS_PTRACE; "
				"SELinux and AppArmor need a rule."),
			 (int)r->pid, words);
	else if (r->err == EAGAIN)
		str_addf(out, _("Cannot attach to %d: it is in an execve that "
				"has not finished. Try again."), (int)r->pid);
	else
		str_addf(out, _("Cannot attach to %d: %s."), (int)r->pid,
			 words);
	if (r->err != EAGAIN)
		add_advice(out, r->err);
}

static void by_label(struct str *out, const struct refusal *r, bool ascii)
{
	struct str label = STR_INIT;

	text_safe(&label, r->other_name, strlen(r->other_name), ascii);
	/* TRANSLATORS: the last argument is a label of AppArmor or SELinux. */
	str_addf(out, _("Cannot attach to %d: the kernel refuses it; it runs "
			"as %s, and the policy of AppArmor or SELinux must "
			"allow ptrace."), (int)r->pid, label.data);
	str_release(&label);
}

/* Messages whose only argument is the PID. */
static const char *const plain[REFUSALS] = {
	[REFUSED_NO_PROCESS] =
		N_("Cannot attach to %d: no such process. 'ps -e' lists all "
		   "processes."),
	[REFUSED_NO_PROC] =
		N_("Cannot attach to %d: /proc is not mounted here, and "
		   "mmtop reads it. Try: mount -t proc proc /proc"),
	[REFUSED_SELF] =
		N_("Cannot attach to %d: that is mmtop itself. Watch it with "
		   "another mmtop."),
	[REFUSED_OWN_CHAIN] =
		N_("Cannot attach to %d: it started mmtop, which would stop "
		   "with it. Watch from another terminal, or override with "
		   "--force."),
	[REFUSED_OWN_TRACER] =
		N_("Cannot attach to %d: it traces mmtop itself, and each "
		   "would wait for the other. Use an mmtop that it does not "
		   "trace."),
	[REFUSED_ZOMBIE] =
		N_("Cannot attach to %d: it is a zombie: it has exited, and "
		   "its parent has not waited for it yet."),
	[REFUSED_SECCOMP] =
		N_("Cannot attach to %d: a seccomp filter on mmtop "
		   "forbids ptrace. Run mmtop outside of it; a container "
		   "needs --security-opt seccomp=unconfined."),
	[REFUSED_USER_NS] =
		N_("Cannot attach to %d: it is in another user namespace, "
		   "where mmtop has no rights. Run mmtop outside of this "
		   "one: sudo mmtop -p PID"),
	[REFUSED_CAPABILITY] =
		N_("Cannot attach to %d: mmtop lacks CAP_SYS_PTRACE, or a "
		   "capability that the process has. A container needs "
		   "--cap-add=SYS_PTRACE."),
};

void refusal_text_of(struct str *out, const struct refusal *r,
		     const char *user, bool ascii)
{
	int pid = (int)r->pid;

	if (r->why < REFUSALS && plain[r->why]) {
		str_addf(out, _(plain[r->why]), pid);
		return;
	}
	switch (r->why) {
	case REFUSED_HIDDEN:
		str_addf(out, _("Cannot attach to %d: no such process, or "
				"/proc hides it (hidepid). Try: sudo mmtop "
				"-p %d"), pid, pid);
		break;
	case REFUSED_INIT:
		str_addf(out, _("Refusing to attach to 1 (init): stopping it "
				"stops the system. Override with --force."));
		break;
	case REFUSED_KTHREAD:
		kernel_thread(out, r, ascii);
		break;
	case REFUSED_TRACED:
		if (!traced_by_mmtop(out, r))
			traced(out, r, ascii);
		break;
	case REFUSED_OTHER_USER:
		other_user(out, r, user, ascii);
		break;
	case REFUSED_NOT_DUMPABLE:
		str_addf(out, _("Cannot attach to %d: it is yours, but not "
				"dumpable (it changed its user, or used "
				"PR_SET_DUMPABLE). Try: sudo mmtop -p %d"), pid,
			 pid);
		break;
	case REFUSED_YAMA:
		yama(out, r);
		break;
	case REFUSED_ERRNO:
		by_errno(out, r);
		break;
	case REFUSED_LSM:
		by_label(out, r, ascii);
		break;
	default:
		break;
	}
}

void refusal_text(struct str *out, const struct refusal *r, bool ascii)
{
	refusal_text_of(out, r, NULL, ascii);
}

const char *file_type_words(mode_t mode)
{
	switch (mode & S_IFMT) {
	case S_IFDIR:
		return _("it is a folder");
	case S_IFCHR:
	case S_IFBLK:
		return _("it is a device");
	case S_IFIFO:
		return _("it is a pipe");
	case S_IFSOCK:
		return _("it is a socket");
	default:
		return _("not a regular file");
	}
}

/* execve() also fails with EACCES for a directory; chmod would be wrong
 * advice. */
static bool is_directory(const char *path)
{
	struct stat st;

	return strchr(path, '/') && stat(path, &st) == 0 &&
	       S_ISDIR(st.st_mode);
}

int launch_failure(struct str *out, const char *program,
		   const struct err *err, bool ascii)
{
	struct str name = STR_INIT;
	char buf[320];
	int status = EXIT_OWN;

	text_safe(&name, program, strlen(program), ascii);
	switch (err->code) {
	case ENOENT:
		status = EXIT_NOT_FOUND;
		if (strchr(program, '/'))
			str_addf(out, _("Cannot run %s: there is no such "
					"file, or its interpreter is missing."),
				 name.data);
		else
			str_addf(out, _("Cannot run %s: no such program in "
					"PATH. From this folder: ./%s"),
				 name.data, name.data);
		break;
	case ENOTDIR:
		status = EXIT_NOT_FOUND;
		str_addf(out, _("Cannot run %s: a part of its path is not a "
				"folder."), name.data);
		break;
	case EACCES:
		status = EXIT_NOT_EXECUTABLE;
		if (is_directory(program))
			str_addf(out, _("Cannot run %s: %s."), name.data,
				 error_words(EISDIR));
		else
			str_addf(out, _("Cannot run %s: it is not executable. "
					"Try: chmod +x %s"), name.data,
				 name.data);
		break;
	case ENOEXEC:
		status = EXIT_NOT_EXECUTABLE;
		str_addf(out, _("Cannot run %s: it is not a program for this "
				"machine; a script needs #! in its first "
				"line."), name.data);
		break;
	case EISDIR: case ELIBBAD: case ETXTBSY: case E2BIG: case ELOOP:
	case ENAMETOOLONG: case EINVAL:
		status = EXIT_NOT_EXECUTABLE;
		str_addf(out, _("Cannot run %s: %s."), name.data,
			 error_words(err->code));
		break;
	case EPERM:
		str_addf(out, _("Cannot trace %s: the kernel refuses it "
				"(%s). A container needs CAP_SYS_PTRACE; "
				"SELinux and AppArmor need a rule."), name.data,
			 error_words(err->code));
		break;
	default:
		/* err has the failed operation and its object. */
		err_text(err, buf, sizeof buf);
		str_addf(out, _("Cannot run %s: "), name.data);
		text_safe(out, buf, strlen(buf), ascii);
		str_addc(out, '.');
		add_advice(out, err->code);
	}
	str_release(&name);
	return status;
}

/* If r forbids tracing a launched program, appends the message.  Otherwise
 * returns false. */
static bool launch_forbidden(struct str *out, const char *program,
			     const struct refusal *r, bool ascii)
{
	struct str name = STR_INIT, who = STR_INIT;
	bool about = true;

	text_safe(&name, program, strlen(program), ascii);
	add_tracer(&who, r, ascii);
	if (r->why == REFUSED_YAMA && r->value == 3)
		str_addf(out, _("Cannot trace %s: kernel.yama.ptrace_scope = 3"
				" forbids all tracing until the next boot."),
			 name.data);
	else if (r->why == REFUSED_YAMA)
		str_addf(out, _("Cannot trace %s: kernel.yama.ptrace_scope = %d"
				" lets only an administrator trace. Try: sudo "
				"mmtop %s"), name.data, r->value, name.data);
	else if (r->why == REFUSED_TRACED)
		str_addf(out, _("Cannot trace %s: %s traces mmtop and all "
				"that it starts. Run mmtop without a tracer, "
				"or do not let the tracer follow children "
				"(strace -f)."), name.data, who.data);
	else if (r->why == REFUSED_SECCOMP)
		str_addf(out, _("Cannot trace %s: a seccomp filter on mmtop "
				"forbids ptrace. Run mmtop outside of it; a "
				"container needs --security-opt "
				"seccomp=unconfined."), name.data);
	else
		about = false;
	str_release(&who);
	str_release(&name);
	return about;
}

int start_failure(struct str *out, const char *program,
		  const struct refusal *r, const struct err *err, bool ascii)
{
	char buf[320];

	if (program && r && launch_forbidden(out, program, r, ascii))
		return EXIT_OWN;
	if (r && r->why != REFUSED_NOT) {
		refusal_text(out, r, ascii);
		return EXIT_OWN;
	}
	if (program)
		return launch_failure(out, program, err, ascii);
	err_text(err, buf, sizeof buf);
	text_safe(out, buf, strlen(buf), ascii);
	if (error_advice(err->code)) {
		str_addc(out, '.');
		add_advice(out, err->code);
	}
	return EXIT_OWN;
}
