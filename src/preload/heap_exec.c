/* SPDX-License-Identifier: 0BSD */
/*
 * The calls that execute a program.  LD_PRELOAD and HEAP_VARIABLE are passed to
 * the program even if its environment has been cleared.  They are removed if
 * the program's loader cannot load this library: otherwise the program would
 * end, or print an error.
 *
 * HEAP_VARIABLE ends with letters that name the variables that were added.
 * When the library starts in the new program, it removes these variables, so
 * the program sees the environment that its parent passed.
 *
 * A vfork child runs this code in its parent's memory, and a signal handler may
 * run it at any point.  So it writes only to the stack.  system() and popen()
 * execute their shell inside the C library, with the unchanged environment of
 * the process.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_chunks.h"
#include "preload/heap_fit.h"

#include <alloca.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PRELOAD "LD_PRELOAD"
/* Environments with more entries or bytes than this are not changed. */
#define LIST_MAX 4096u
#define TEXT_MAX 16384u

/* Letters for the additions to the environment. */
#define ADDED_VARIABLE 'v'	/* HEAP_VARIABLE was added */
#define ADDED_PRELOAD 'p'	/* LD_PRELOAD was added */
#define ADDED_ENTRY 'e'		/* the first entry of LD_PRELOAD was added */

extern char **environ;

static struct {
	char text[96];		/* the value of HEAP_VARIABLE, without
				 * letters */
	char library[PATH_MAX];	/* path of the library; "": do not pass it on to
				 * children */
	dev_t dev;
	ino_t ino;
} own;

/* ---- the environment ----------------------------------------------------- */

static char *value_of(const char *entry, const char *name)
{
	size_t n = strlen(name);

	return strncmp(entry, name, n) == 0 && entry[n] == '=' ?
	       (char *)(uintptr_t)entry + n + 1 : NULL;
}

/* Returns this library's entry in the list, or NULL.  *n is its length,
 * including the separator after it. */
static const char *entry_in(const char *list, size_t *n)
{
	size_t own_len = strlen(own.library);

	while (*list) {
		*n = strcspn(list, ": ");
		if (*n == own_len && memcmp(list, own.library, own_len) == 0) {
			*n += list[*n] != '\0';
			return list;
		}
		list += *n + (list[*n] != '\0');
	}
	return NULL;
}

static bool is_own_text(const char *value)
{
	size_t n = strlen(own.text);

	return strncmp(value, own.text, n) == 0 &&
	       (!value[n] || value[n] == ':');
}

/* The variables of this library in an environment. */
struct passed_entries {
	const char *variable, *preload;	/* the values of HEAP_VARIABLE and
					 * LD_PRELOAD; NULL: not set */
	bool entry;			/* `preload` names this library */
	size_t n;			/* number of entries of the
					 * environment */
	size_t text;			/* bytes that a changed LD_PRELOAD may
					 * take */
};

static void look(char *const *envp, struct passed_entries *p)
{
	const char *value;
	size_t n;

	*p = (struct passed_entries){ .text = strlen(own.library) +
				      sizeof PRELOAD "=:" };
	for (; envp && envp[p->n]; p->n++) {
		if ((value = value_of(envp[p->n], HEAP_VARIABLE)))
			p->variable = value;
		if (!(value = value_of(envp[p->n], PRELOAD)))
			continue;
		p->preload = value;
		p->entry = entry_in(value, &n) != NULL;
		p->text += strlen(envp[p->n]) + 1;
	}
}

static char *put(char *to, const char *s, size_t n)
{
	memcpy(to, s, n);
	to[n] = '\0';
	return to + n;
}

static char *put_text(char *to, const char *s)
{
	return put(to, s, strlen(s));
}

/* Copies envp to `list`, without the library's entries.  `text` has room for
 * the changed LD_PRELOAD. */
static void remove_own(char *const *envp, char **list, char *text)
{
	const char *value, *at;
	size_t n;

	for (; envp && *envp; envp++) {
		if ((value = value_of(*envp, HEAP_VARIABLE)) &&
		    is_own_text(value))
			continue;
		value = value_of(*envp, PRELOAD);
		at = value ? entry_in(value, &n) : NULL;
		if (!at) {
			*list++ = *envp;
			continue;
		}
		/* The library was the only entry of LD_PRELOAD: leave the
		 * variable out. */
		if (at == value && !at[n])
			continue;
		*list++ = text;
		text = put(text, *envp, (size_t)(at - *envp));
		text = put_text(text, at + n) + 1;
	}
	*list = NULL;
}

static void put_preload(char *text, const struct passed_entries *p)
{
	text = put_text(put_text(text, PRELOAD "="), own.library);
	if (p->preload && *p->preload)
		put_text(put_text(text, ":"), p->preload);
}

static void put_variable(char *text, const struct passed_entries *p)
{
	char letters[4] = ":", *letter = letters + 1;

	if (!p->entry)
		*letter++ = p->preload ? ADDED_ENTRY : ADDED_PRELOAD;
	if (!p->variable)
		*letter++ = ADDED_VARIABLE;
	*letter = '\0';
	put_text(put_text(put_text(text, HEAP_VARIABLE "="), own.text),
		 letters);
}

/* Copies envp to `list` and adds the missing entries.  A variable that exists
 * is changed in its place; a new one is added at the end.  So their later
 * removal moves no other entry. */
static void add_own(char *const *envp, const struct passed_entries *p,
		    char **list, char *variable, char *preload)
{
	put_variable(variable, p);
	put_preload(preload, p);
	for (; envp && *envp; envp++) {
		if (value_of(*envp, HEAP_VARIABLE))
			*list++ = variable;
		else if (!p->entry && value_of(*envp, PRELOAD))
			*list++ = preload;
		else
			*list++ = *envp;
	}
	if (!p->preload)
		*list++ = preload;
	if (!p->variable)
		*list++ = variable;
	*list = NULL;
}

/* ---- executing ----------------------------------------------------------- */

enum way { EXECVE, EXECVPE, FEXECVE, EXECVEAT, SPAWN, SPAWNP };

struct exec {
	enum way way;
	const char *file;
	char *const *argv, *const *envp;
	int fd, flags;
	pid_t *pid;
	const posix_spawn_file_actions_t *actions;
	const posix_spawnattr_t *attr;
};

static int run(const struct exec *x, char *const *envp)
{
	switch (x->way) {
	case EXECVE:
		return heap_next.execve(x->file, x->argv, envp);
	case EXECVPE:
		return heap_next.execvpe(x->file, x->argv, envp);
	case FEXECVE:
		return heap_next.fexecve(x->fd, x->argv, envp);
	case SPAWN:
		return heap_next.posix_spawn(x->pid, x->file, x->actions,
					     x->attr, x->argv, envp);
	case SPAWNP:
		return heap_next.posix_spawnp(x->pid, x->file, x->actions,
					      x->attr, x->argv, envp);
	default:
		return (int)syscall(SYS_execveat, x->fd, x->file, x->argv,
				    envp, x->flags);
	}
}

static enum heap_fit fit_of(const struct exec *x)
{
	if (x->way == FEXECVE || (x->way == EXECVEAT && x->file &&
				  !*x->file && x->flags & AT_EMPTY_PATH))
		return heap_fit_fd(x->fd);
	if (!x->file)
		return HEAP_FIT;
	if (x->way == EXECVPE || x->way == SPAWNP)
		return heap_fit_named(x->file,
				      heap_variable(environ, "PATH"));
	return heap_fit_at(x->way == EXECVEAT ? x->fd : AT_FDCWD, x->file);
}

/* True if an executed program will be able to read the library: the root folder
 * or the user may have changed.  access() ignores the capabilities that the
 * process loses when it executes a program. */
static bool sees_library(void)
{
	struct stat st;

	return access(own.library, R_OK) == 0 && stat(own.library, &st) == 0 &&
	       st.st_dev == own.dev && st.st_ino == own.ino;
}

/* True if a program that this process executes is allowed to write to the
 * ring. */
static bool passes_on(void)
{
	return heap_ring.head &&
	       (heap_ring.follow || heap_ring.head->root == getpid());
}

enum entry_change { KEEP, ADD, REMOVE };

static enum entry_change choose(const struct exec *x,
				const struct passed_entries *p)
{
	enum heap_fit fit;

	/* The variable was set by another mmtop, or by the user. */
	if (p->variable && !is_own_text(p->variable))
		return KEEP;
	fit = fit_of(x);
	if (fit == HEAP_FIT_STATIC || fit == HEAP_FIT_SECURE)
		return KEEP;
	if (fit == HEAP_FIT && !p->entry && heap_fit_forbidden(p->preload))
		fit = HEAP_FIT_SANITIZER;
	if (fit != HEAP_FIT || !sees_library())
		return p->variable || p->entry ? REMOVE : KEEP;
	return passes_on() && !(p->variable && p->entry) ? ADD : KEEP;
}

static int run_changed(const struct exec *x, const struct passed_entries *p,
		       enum entry_change change)
{
	char variable[sizeof HEAP_VARIABLE "=" + sizeof own.text + 4];
	char *text = alloca(p->text);
	char **list = alloca((p->n + 3) * sizeof *list);

	if (change == ADD)
		add_own(x->envp, p, list, variable, text);
	else
		remove_own(x->envp, list, text);
	return run(x, list);
}

static int execute(const struct exec *x)
{
	enum entry_change change = KEEP;
	struct passed_entries p;
	int e = errno;

	if (UNLIKELY(!heap_next.execve && !heap_resolve())) {
		errno = ENOSYS;
		return x->way == SPAWN || x->way == SPAWNP ? ENOSYS : -1;
	}
	if (own.library[0]) {
		look(x->envp, &p);
		if (p.n <= LIST_MAX && p.text <= TEXT_MAX)
			change = choose(x, &p);
		errno = e;
	}
	return change == KEEP ? run(x, x->envp) : run_changed(x, &p, change);
}

EXPORT int execve(const char *file, char *const argv[], char *const envp[])
{
	return execute(&(struct exec){ .way = EXECVE, .file = file,
				       .argv = argv, .envp = envp });
}

EXPORT int execv(const char *file, char *const argv[])
{
	return execve(file, argv, environ);
}

EXPORT int execvpe(const char *file, char *const argv[], char *const envp[])
{
	return execute(&(struct exec){ .way = EXECVPE, .file = file,
				       .argv = argv, .envp = envp });
}

EXPORT int execvp(const char *file, char *const argv[])
{
	return execvpe(file, argv, environ);
}

EXPORT int fexecve(int fd, char *const argv[], char *const envp[])
{
	return execute(&(struct exec){ .way = FEXECVE, .fd = fd,
				       .argv = argv, .envp = envp });
}

EXPORT int execveat(int fd, const char *file, char *const argv[],
		    char *const envp[], int flags)
{
	return execute(&(struct exec){ .way = EXECVEAT, .fd = fd, .file = file,
				       .argv = argv, .envp = envp,
				       .flags = flags });
}

EXPORT int posix_spawn(pid_t *pid, const char *file,
		       const posix_spawn_file_actions_t *actions,
		       const posix_spawnattr_t *attr, char *const argv[],
		       char *const envp[])
{
	return execute(&(struct exec){ .way = SPAWN, .file = file,
				       .argv = argv, .envp = envp, .pid = pid,
				       .actions = actions, .attr = attr });
}

EXPORT int posix_spawnp(pid_t *pid, const char *file,
			const posix_spawn_file_actions_t *actions,
			const posix_spawnattr_t *attr, char *const argv[],
			char *const envp[])
{
	return execute(&(struct exec){ .way = SPAWNP, .file = file,
				       .argv = argv, .envp = envp, .pid = pid,
				       .actions = actions, .attr = attr });
}

/* Stores the arguments up to NULL in argv, then runs `call`, which may read the
 * environment that follows NULL. */
#define EXECL(call) \
	do { \
		size_t n = 1; \
		va_list ap; \
\
		va_start(ap, arg); \
		for (const char *a = arg; a; n++) \
			a = va_arg(ap, const char *); \
		va_end(ap); \
		char **argv = alloca((n + 1) * sizeof *argv); \
		argv[0] = (char *)(uintptr_t)arg; \
		va_start(ap, arg); \
		for (size_t i = 1; i < n; i++) \
			argv[i] = va_arg(ap, char *); \
		argv[n] = NULL; \
		call; \
		va_end(ap); \
	} while (0)

EXPORT int execl(const char *file, const char *arg, ...)
{
	int r;

	EXECL(r = execve(file, argv, environ));
	return r;
}

EXPORT int execlp(const char *file, const char *arg, ...)
{
	int r;

	EXECL(r = execvpe(file, argv, environ));
	return r;
}

EXPORT int execle(const char *file, const char *arg, ...)
{
	int r;

	EXECL(r = execve(file, argv, va_arg(ap, char *const *)));
	return r;
}

/* ---- the start ----------------------------------------------------------- */

static void drop(char **envp, const char *name)
{
	char **to = envp;

	for (; *envp; envp++)
		if (!value_of(*envp, name))
			*to++ = *envp;
	*to = NULL;
}

static void hide_entry(char **envp)
{
	for (; *envp; envp++) {
		char *value = value_of(*envp, PRELOAD);
		size_t n;

		if (value && entry_in(value, &n) == value)
			memmove(value, value + n, strlen(value + n) + 1);
	}
}

/* Removes the entries that the executing process added to the environment: the
 * program must not see them. */
static void hide(char **envp, const char *letters)
{
	for (; *letters; letters++) {
		if (*letters == ADDED_VARIABLE)
			drop(envp, HEAP_VARIABLE);
		else if (*letters == ADDED_PRELOAD)
			drop(envp, PRELOAD);
		else if (*letters == ADDED_ENTRY)
			hide_entry(envp);
	}
}

/* Returns the ":LETTERS" at the end of "DESCRIPTOR:COOKIE:PID:LETTERS"; NULL:
 * there are no letters. */
static char *letters_of(char *text)
{
	for (unsigned colons = 0; *text; text++)
		if (*text == ':' && ++colons == 3)
			return text;
	return NULL;
}

const char *heap_exec_open(char **envp)
{
	char *text = (char *)(uintptr_t)heap_variable(envp, HEAP_VARIABLE);
	char letters[4] = "", *end = text ? letters_of(text) : NULL;
	struct stat st;
	Dl_info info;

	if (end && strlen(end) <= sizeof letters)
		memcpy(letters, end + 1, strlen(end));
	if (end)
		*end = '\0';
	if (!text || strlen(text) >= sizeof own.text ||
	    !dladdr(&own, &info) || strlen(info.dli_fname) >= PATH_MAX ||
	    stat(info.dli_fname, &st) < 0)
		return NULL;
	memcpy(own.text, text, strlen(text) + 1);
	own.dev = st.st_dev;
	own.ino = st.st_ino;
	memcpy(own.library, info.dli_fname, strlen(info.dli_fname) + 1);
	hide(envp, letters);
	return own.text;
}
