/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An argument of a call: its value, and its text as strace prints it or in
 * brief for the screen.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/fmt.h"
#include "base/text.h"
#include "event/call.h"
#include "event/calls/flags.h"
#include "event/names.h"

#define SHM_FLAG_IPC_64 0x100
#define FD_CWD (-100)

static enum arg_type type_of(const struct call_desc *desc, int i)
{
	return i >= 0 && i < desc->nargs ? desc->args[i].type : ARG_NONE;
}

/* --- values -------------------------------------------------------------- */

static bool is_32bit(enum arg_type type)
{
	switch (type) {
	case ARG_U32:
	case ARG_SIGNAL:
	case ARG_MADVICE:
	case ARG_MSYNC_FLAGS:
	case ARG_MLOCK_FLAGS:
	case ARG_MLOCKALL_FLAGS:
	case ARG_MPOL_FLAGS:
	case ARG_SHMGET_FLAGS:
	case ARG_SHMAT_FLAGS:
	case ARG_SHM_KEY:
	case ARG_SHM_CMD:
	case ARG_MEMFD_FLAGS:
	case ARG_UFFD_FLAGS:
	case ARG_AT_FLAGS:
	case ARG_OPEN_FLAGS:
	case ARG_FD_FLAGS:
	case ARG_SHADOW_FLAGS:
	case ARG_FUTEX_OP:
		return true;
	default:
		return false;
	}
}

uint64_t call_arg_value(const struct ev_call *ev, int i)
{
	const struct call_desc *desc = call_of(ev);
	uint64_t value = i >= 0 && i < 6 ? ev->args[i] : 0;

	switch (type_of(desc, i)) {
	case ARG_INT:
	case ARG_FD:
		return (uint64_t)(int64_t)(int32_t)value;
	case ARG_LONG:
		return ev->abi == ABI_I386 ?
			(uint64_t)(int64_t)(int32_t)value : value;
	case ARG_MODE:
		return value & 0xffff;
	case ARG_OFFSET:
		if (desc->id == CALL_MMAP2)
			return (value & UINT32_MAX) * 4096;
		break;
	default:
		break;
	}
	if (ev->abi == ABI_I386 || is_32bit(type_of(desc, i)))
		return value & UINT32_MAX;
	return value;
}

void call_hex(struct str *out, uint64_t value)
{
	if (value)
		str_addx(out, value);
	else
		str_addc(out, '0');
}

static void add_address(struct str *out, uint64_t value)
{
	if (value)
		call_hex(out, value);
	else
		str_adds(out, "NULL");
}

/* --- names from the target ----------------------------------------------- */

/* Appends a path that is printed in quotes or angle brackets, which are escaped
 * in the path. */
static void add_quoted(struct str *out, const struct bytes *path)
{
	const char *s = path->data;
	size_t n = path->len;

	while (n) {
		size_t plain = 0;

		while (plain < n &&
		       (!s[plain] || !strchr("\"\\<>\n\t\r", s[plain])))
			plain++;
		text_safe(out, s, plain, false);
		s += plain;
		n -= plain;
		if (!n)
			break;
		switch (*s) {
		case '"':
		case '\\':
			str_addf(out, "\\%c", *s);
			break;
		case '\n':
			str_adds(out, "\\n");
			break;
		case '\t':
			str_adds(out, "\\t");
			break;
		case '\r':
			str_adds(out, "\\r");
			break;
		default:
			str_addf(out, "\\x%02x", (unsigned char)*s);
		}
		s++;
		n--;
	}
}

static void add_file_name(struct str *out, const struct bytes *path)
{
	const char *slash = memrchr(path->data, '/', path->len);
	const char *end = (const char *)path->data + path->len;
	const char *name = slash && slash + 1 < end ? slash + 1 : path->data;

	text_safe(out, name, (size_t)(end - name), false);
}

/* True if the path of the event belongs to argument i: the string argument if
 * there is one, otherwise the first fd. */
static bool has_path(const struct ev_call *ev, const struct call_desc *desc,
		     int i)
{
	if (!ev->path.len)
		return false;
	for (int k = 0; k < desc->nargs; k++)
		if (desc->args[k].type == ARG_STRING)
			return k == i;
	for (int k = 0; k < i; k++)
		if (desc->args[k].type == ARG_FD)
			return false;
	return true;
}

/* True if argument i is the descriptor of the directory to which a path is
 * relative. */
static bool is_directory(const struct call_desc *desc, int i)
{
	return strstr(desc->args[i].name, "dfd") ||
	       strstr(desc->args[i].name, "dirfd");
}

static void add_fd(struct str *out, const struct ev_call *ev, int i, bool brief)
{
	const struct call_desc *desc = call_of(ev);
	int64_t fd = (int64_t)call_arg_value(ev, i);
	bool path = fd >= 0 && has_path(ev, desc, i);

	if (fd == FD_CWD && is_directory(desc, i)) {
		str_adds(out, "AT_FDCWD");
	} else if (path && brief) {
		add_file_name(out, &ev->path);
	} else {
		str_addd(out, fd);
		if (path) {
			str_addc(out, '<');
			add_quoted(out, &ev->path);
			str_addc(out, '>');
		}
	}
}

/* --- flags --------------------------------------------------------------- */

/* Returns the name without the prefix of its kind. */
static const char *without_prefix(const char *name)
{
	static const char *const prefixes[] = {
		"PROT_", "MAP_", "MREMAP_", "MADV_", "MS_", "MLOCK_", "MCL_",
		"MPOL_MF_", "MPOL_F_", "MPOL_", "IPC_", "SHM_", "MFD_",
		"UFFD_", "O_", "AT_", "SHADOW_STACK_", "FUTEX_",
	};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t n = strlen(prefixes[i]);

		if (!strncmp(name, prefixes[i], n))
			return name + n;
	}
	return name;
}

/* Converts "21<<MAP_HUGE_SHIFT" to "2.00M". */
static char *huge_size(char buf[FMT_MAX], const char *name)
{
	return fmt_size(buf, UINT64_C(1) << strtoul(name, NULL, 10));
}

struct joined {
	struct str *out;
	bool brief;
	int n;
};

static void join_name(void *arg, const char *name)
{
	struct joined *j = arg;
	const char *shift = strstr(name, "<<");
	char size[FMT_MAX];

	if (j->n++)
		str_addc(j->out, '|');
	if (j->brief && shift)
		name = huge_size(size, name);
	str_adds(j->out, j->brief ? without_prefix(name) : name);
}

/* Appends a flag as a word, as in "private anon noreserve".  Omits flags that
 * the kernel ignores. */
static void word_name(void *arg, const char *name)
{
	struct joined *j = arg;
	const char *word = without_prefix(name);
	char size[FMT_MAX];

	if (!strcmp(word, "DENYWRITE") || !strcmp(word, "EXECUTABLE"))
		return;
	if (j->n++)
		str_addc(j->out, ' ');
	if (word == name) {		/* a number, not a flag's name */
		str_adds(j->out, strstr(name, "<<") ?
			 huge_size(size, name) : name);
		return;
	}
	if (!strcmp(word, "ANONYMOUS"))
		word = "ANON";
	else if (!strcmp(word, "SHARED_VALIDATE"))
		word = "SHARED";
	for (; *word; word++)
		str_addc(j->out, *word == '_' ? '-' :
			 *word >= 'A' && *word <= 'Z' ?
			 (char)(*word - 'A' + 'a') : *word);
}

/* Appends "rw-", then other bits as words. */
static void add_brief_prot(struct str *out, const struct flag_set *set,
			   uint64_t value)
{
	struct joined j = { .out = out, .brief = true, .n = 1 };

	str_addc(out, value & 1 ? 'r' : '-');
	str_addc(out, value & 2 ? 'w' : '-');
	str_addc(out, value & 4 ? 'x' : '-');
	if (value & ~UINT64_C(7))
		flags_each(set, value & ~UINT64_C(7), word_name, &j);
}

static void add_flags(struct str *out, const struct call_desc *desc,
		      const struct ev_call *ev, int i, bool brief)
{
	enum arg_type type = desc->args[i].type;
	const struct flag_set *set = flag_set_of(type, (enum abi)ev->abi);
	struct joined j = { .out = out, .brief = brief };
	uint64_t value = call_arg_value(ev, i);
	const size_t start = out->len;

	if (brief && type == ARG_PROT) {
		add_brief_prot(out, set, value);
		return;
	}
	/* Keep the prefixes: IPC_INFO and SHM_INFO differ only in them. */
	if (brief && type == ARG_SHM_CMD) {
		value &= ~(uint64_t)SHM_FLAG_IPC_64;
		j.brief = false;
	}
	if (brief && type == ARG_MAP_FLAGS)
		flags_each(set, value, word_name, &j);
	else
		flags_each(set, value, join_name, &j);
	if (!j.n)
		str_addc(out, '0');
	else if (!brief && j.n == 1 && set->unknown &&
		 !strncmp(out->data + start, "0x", 2))
		str_addf(out, " /* %s */", set->unknown);
}

bool call_arg_names(const struct ev_call *ev, int i,
		    void (*name)(void *arg, const char *s), void *arg)
{
	const struct flag_set *set =
		flag_set_of(type_of(call_of(ev), i), (enum abi)ev->abi);

	if (!set)
		return false;
	flags_each(set, call_arg_value(ev, i), name, arg);
	return true;
}

/* --- arguments ----------------------------------------------------------- */

static void add_string(struct str *out, const struct ev_call *ev,
		       const struct call_desc *desc, int i)
{
	if (has_path(ev, desc, i)) {
		str_addc(out, '"');
		add_quoted(out, &ev->path);
		str_addc(out, '"');
	} else {
		add_address(out, call_arg_value(ev, i));
	}
}

static void add_signal(struct str *out, uint64_t sig)
{
	char buf[16];

	if (sig)
		str_adds(out, signal_name(sig, buf));
	else
		str_addc(out, '0');
}

void call_arg(struct str *out, const struct ev_call *ev, int i, bool brief)
{
	const struct call_desc *desc = call_of(ev);
	enum arg_type type = type_of(desc, i);
	uint64_t value = call_arg_value(ev, i);
	char size[FMT_MAX];

	if (!call_args_known(ev)) {
		str_addc(out, '?');
		return;
	}
	switch (type) {
	case ARG_NONE:
		break;
	case ARG_ADDR:
		add_address(out, value);
		break;
	case ARG_SIZE:
		if (brief)
			str_adds(out, fmt_size(size, value));
		else
			str_addu(out, value, 0);
		break;
	case ARG_INT:
	case ARG_LONG:
		str_addd(out, (int64_t)value);
		break;
	case ARG_UINT:
	case ARG_U32:
		str_addu(out, value, 0);
		break;
	case ARG_MODE:
		str_addf(out, "%#03o", (unsigned)value);
		break;
	case ARG_FD:
		add_fd(out, ev, i, brief);
		break;
	case ARG_STRING:
		add_string(out, ev, desc, i);
		break;
	case ARG_SIGNAL:
		add_signal(out, value);
		break;
	case ARG_SHM_KEY:
		if (value)
			call_hex(out, value);
		else
			str_adds(out, brief ? "PRIVATE" : "IPC_PRIVATE");
		break;
	case ARG_HEX:
	case ARG_OFFSET:
		call_hex(out, value);
		break;
	default:
		add_flags(out, desc, ev, i, brief);
		break;
	}
}
