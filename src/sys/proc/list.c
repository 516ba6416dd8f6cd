/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "sys/proc/list.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBPROC2
#include "late/proc2.h"
#endif

#include "base/alloc.h"
#include "sys/proc/root.h"
#include "sys/proc/stat.h"

/* Flag of include/linux/sched.h. */
#define PF_KTHREAD 0x00200000u
#define STAT_MAX 4096
#define STATUS_MAX 16384

struct proclist {
	const struct procroot *root;
#ifdef HAVE_LIBPROC2
	struct pids_info *pids;		/* NULL: the text files are used
					 * instead */
#endif
};

static void copy_name(struct proclist_row *r, const char *name, size_t n)
{
	if (n > sizeof r->comm - 1)
		n = sizeof r->comm - 1;
	memcpy(r->comm, name, n);
	r->comm[n] = '\0';
}

/* Sets rss and swap to unknown for a process without memory of its own. */
static void settle(struct proclist_row *r)
{
	if (r->kthread || r->state == 'Z' || r->state == 'X')
		r->rss = r->swap = PROCPS_UNKNOWN;
}

/* --- text files of /proc -------------------------------------------------- */

/* Returns the text after key, or NULL if key does not occur.  A key starts with
 * a newline, except the key of the first line. */
static const char *value_of(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	return at ? at + strlen(key) : NULL;
}

static uint64_t number_of(const char *text, const char *key)
{
	const char *at = value_of(text, key);

	return at ? strtoull(at, NULL, 10) : PROCPS_UNKNOWN;
}

static uint64_t size_of(const char *text, const char *key)
{
	uint64_t kib = number_of(text, key);

	return kib > UINT64_MAX >> 10 ? PROCPS_UNKNOWN : kib << 10;
}

/* Returns the effective user ID, which is the second of the four IDs in the
 * line. */
static uid_t euid_of(const char *text)
{
	const char *at = value_of(text, "\nUid:");
	char *end;

	if (!at)
		return (uid_t)-1;
	strtoul(at, &end, 10);
	return (uid_t)strtoul(end, NULL, 10);
}

/* Parses "4121 (name) S 4100 ...".  The name may contain any byte, so the
 * fields are counted from its end. */
static bool stat_text(const char *text, struct proclist_row *r)
{
	const char *open = strchr(text, '('), *close = strrchr(text, ')');
	const char *at;
	char *end;

	if (!open || !close || close < open || close[1] != ' ' || !close[2])
		return false;
	copy_name(r, open + 1, (size_t)(close - open - 1));
	r->state = close[2];
	r->ppid = (pid_t)strtol(close + 3, &end, 10);
	at = *end ? end : NULL;
	for (int field = 5; at && field < 9; field++)
		at = strchr(at + 1, ' ');
	r->kthread = at && strtoul(at, NULL, 10) & PF_KTHREAD;
	r->start = procstat_start(text);
	return true;
}

static bool read_text(const struct procroot *root, pid_t pid,
		      struct proclist_row *r)
{
	struct str text = STR_INIT;
	bool ok;

	*r = (struct proclist_row){ .pid = pid };
	ok = procroot_readf(root, &text, STAT_MAX, "%d/stat", (int)pid) == 0 &&
	     stat_text(text.data, r) &&
	     procroot_readf(root, &text, STATUS_MAX, "%d/status",
			    (int)pid) == 0;
	if (ok) {
		r->uid = euid_of(text.data);
		r->threads = number_of(text.data, "\nThreads:");
		r->rss = size_of(text.data, "\nVmRSS:");
		r->swap = size_of(text.data, "\nVmSwap:");
		settle(r);
	}
	str_release(&text);
	return ok;
}

static size_t text_rows(const struct proclist *l, const pid_t *pids, size_t n,
			struct proclist_row *rows)
{
	size_t got = 0;

	for (size_t i = 0; i < n; i++)
		got += read_text(l->root, pids[i], &rows[got]);
	return got;
}

/* --- libproc2 ------------------------------------------------------------- */

#ifdef HAVE_LIBPROC2

enum { AT_PID, AT_PPID, AT_UID, AT_STATE, AT_FLAGS, AT_START, AT_THREADS,
       AT_RSS, AT_SWAP, AT_NAME, ITEMS };

static void backend_open(struct proclist *l)
{
	static enum pids_item items[ITEMS] = {
		[AT_PID] = PIDS_ID_PID, [AT_PPID] = PIDS_ID_PPID,
		[AT_UID] = PIDS_ID_EUID, [AT_STATE] = PIDS_STATE,
		[AT_FLAGS] = PIDS_FLAGS, [AT_START] = PIDS_TICS_BEGAN,
		[AT_THREADS] = PIDS_NLWP, [AT_RSS] = PIDS_VM_RSS,
		[AT_SWAP] = PIDS_VM_SWAP, [AT_NAME] = PIDS_CMD,
	};

	if (!procroot_is_live(l->root))
		return;
	if (LATE_LOAD(proc2, NULL) < 0 ||
	    procps_pids_new(&l->pids, items, ITEMS) < 0)
		l->pids = NULL;
}

static void backend_close(struct proclist *l)
{
	if (l->pids)
		procps_pids_unref(&l->pids);
}

static void take(const struct pids_result *v, struct proclist_row *r)
{
	*r = (struct proclist_row){
		.pid = v[AT_PID].result.s_int,
		.ppid = v[AT_PPID].result.s_int,
		.uid = v[AT_UID].result.u_int,
		.state = (char)v[AT_STATE].result.s_ch,
		.kthread = v[AT_FLAGS].result.ul_int & PF_KTHREAD,
		.start = v[AT_START].result.ull_int,
		.threads = (uint64_t)v[AT_THREADS].result.s_int,
		.rss = (uint64_t)v[AT_RSS].result.ul_int << 10,
		.swap = (uint64_t)v[AT_SWAP].result.ul_int << 10,
	};
	copy_name(r, v[AT_NAME].result.str ? v[AT_NAME].result.str : "",
		  v[AT_NAME].result.str ? strlen(v[AT_NAME].result.str) : 0);
	settle(r);
}

/* False if the library fails, as in some containers. */
static bool backend_rows(struct proclist *l, const pid_t *pids, size_t n,
			 struct proclist_row *rows, size_t *got)
{
	unsigned these[PROCLIST_MAX];
	struct pids_fetch *f;

	if (!l->pids)
		return false;
	for (size_t i = 0; i < n; i++)
		these[i] = (unsigned)pids[i];
	f = procps_pids_select(l->pids, these, (int)n, PIDS_SELECT_PID);
	if (!f)
		return false;
	*got = 0;
	for (int i = 0; i < f->counts->total && *got < n; i++)
		take(f->stacks[i]->head, &rows[(*got)++]);
	return true;
}

static bool backend_works(const struct proclist *l)
{
	return l->pids;
}

#else

static void backend_open(struct proclist *l)
{
	(void)l;
}

static void backend_close(struct proclist *l)
{
	(void)l;
}

static bool backend_rows(struct proclist *l, const pid_t *pids, size_t n,
			 struct proclist_row *rows, size_t *got)
{
	(void)l;
	(void)pids;
	(void)n;
	(void)rows;
	(void)got;
	return false;
}

static bool backend_works(const struct proclist *l)
{
	(void)l;
	return false;
}

#endif

struct proclist *proclist_new(const struct procroot *root)
{
	struct proclist *l = xcalloc(1, sizeof *l);

	l->root = root;
	backend_open(l);
	return l;
}

void proclist_free(struct proclist *l)
{
	if (!l)
		return;
	backend_close(l);
	free(l);
}

size_t proclist_read(struct proclist *l, const pid_t *pids, size_t n,
		     struct proclist_row rows[PROCLIST_MAX])
{
	size_t got = 0;

	if (n > PROCLIST_MAX)
		n = PROCLIST_MAX;
	if (!n || backend_rows(l, pids, n, rows, &got))
		return got;
	return text_rows(l, pids, n, rows);
}

const char *proclist_backend(const struct proclist *l)
{
	return backend_works(l) ? "libproc2" : "/proc";
}
