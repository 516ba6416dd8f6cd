/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Defines each field of a row in one line: name, type, and value.  For example,
 *
 *	F(rss, known, w->region->rss)
 *
 * becomes a function that calls push_known(L, w->region->rss), and an entry {
 * "rss", that function } in the table for this kind of row.
 */
#include <config.h>

#include "rule/fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "event/call.h"
#include "event/names.h"
#include "event/owner.h"

typedef const struct rule_row row_t;

/* --- values --------------------------------------------------------------- */

/* Pushes NaN, which means that the value could not be read. */
static void push_nan(lua_State *L)
{
	lua_pushnumber(L, (lua_Number)NAN);
}

static void push_integer(lua_State *L, lua_Integer v)
{
	lua_pushinteger(L, v);
}

static void push_known(lua_State *L, uint64_t v)
{
	if (v == EV_UNKNOWN)
		push_nan(L);
	else
		lua_pushinteger(L, (lua_Integer)v);
}

static void push_truth(lua_State *L, bool v)
{
	lua_pushboolean(L, v);
}

static void push_bytes(lua_State *L, struct bytes b)
{
	lua_pushlstring(L, b.len ? b.data : "",
			b.len < FIELD_TEXT ? b.len : FIELD_TEXT);
}

static void push_text(lua_State *L, const char *s)
{
	if (s)
		push_bytes(L, bytes_of(s));
	else
		lua_pushnil(L);
}

/* Pushes the word s, or "" if s is NULL. */
static void push_word(lua_State *L, const char *s)
{
	push_text(L, s ? s : "");
}

static void push_seconds(lua_State *L, uint64_t ns)
{
	if (ns == EV_UNKNOWN)
		push_nan(L);
	else
		lua_pushnumber(L, (lua_Number)ns / 1e9);
}

static void push_hex(lua_State *L, uint64_t v)
{
	char buf[24];

	snprintf(buf, sizeof buf, "0x%llx", (unsigned long long)v);
	lua_pushstring(L, buf);
}

static void push_rate(lua_State *L, const struct rate *r)
{
	lua_pushnumber(L, rate_known(r) ? rate_value(r) : (double)NAN);
}

/* --- regions -------------------------------------------------------------- */

static void push_perm(lua_State *L, uint64_t v)
{
	char perm[5];

	lua_pushstring(L, perm_text(perm, v));
}

/* True for memory without a file.  The kernel gives anonymous shared memory
 * names that look like file names. */
static bool is_anonymous(const struct region *r)
{
	return !r->inode || r->kind == KIND_SHARED_ANON ||
	       r->kind == KIND_SYSV;
}

static const char *path(const struct region *r)
{
	return r->name[0] == '/' && !is_anonymous(r) ? r->name : NULL;
}

static void push_descriptor(lua_State *L, const char *path)
{
	if (!path) {
		lua_pushnil(L);
		return;
	}
	lua_createtable(L, 0, 1);
	push_text(L, path);
	lua_setfield(L, -2, "path");
}

static void push_owner(lua_State *L, row_t *w)
{
	str_clear(w->scratch);
	owner_text(w->scratch, &w->region->holder);
	push_bytes(L, (struct bytes){ w->scratch->data, w->scratch->len });
}

/* Returns the length that was passed to mmap(2).  Returns EV_UNKNOWN if mmtop
 * did not see the call, or the region's size has changed since. */
static uint64_t length(const struct region *r)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t size = r->end - r->start;

	return r->born.known && r->born.length <= size &&
	       size - r->born.length < page ? r->born.length : EV_UNKNOWN;
}

/* The field `flags` has the flags of the mmap(2) call, if mmtop saw it. */
#define REGION_FIELDS(F) \
	F(address, integer, w->region->start) \
	F(address_hex, hex, w->region->start) \
	F(end_address, integer, w->region->end) \
	F(end_hex, hex, w->region->end) \
	F(size, known, w->region->end - w->region->start) \
	F(length, known, length(w->region)) \
	F(offset, known, w->region->offset) \
	F(perm, perm, w->region->perm) \
	F(prot, integer, w->region->perm & (PERM_R | PERM_W | PERM_X)) \
	F(flags, known, w->region->born.known ? w->region->born.flags \
					      : EV_UNKNOWN) \
	F(vmflags, text, w->region->vmflags) \
	F(readable, truth, w->region->perm & PERM_R) \
	F(writable, truth, w->region->perm & PERM_W) \
	F(executable, truth, w->region->perm & PERM_X) \
	F(shared, truth, w->region->perm & PERM_SHARED) \
	F(anonymous, truth, is_anonymous(w->region)) \
	F(name, text, w->region->name) \
	F(path, text, path(w->region)) \
	F(descriptor, descriptor, path(w->region)) \
	F(kind, text, region_kind_name(w->region->kind)) \
	F(owner, owner, w) \
	F(thread, integer, w->region->owner) \
	F(inode, known, w->region->inode) \
	F(rss, known, w->region->rss) \
	F(pss, known, w->region->pss) \
	F(swap, known, w->region->swap) \
	F(rate, rate, &w->region->rss_rate) \
	F(advised, integer, w->region->advised) \
	F(born, seconds, w->region->added_ns)

/* --- processes ------------------------------------------------------------ */

static uint64_t usage(row_t *w, uint64_t v)
{
	return w->process->usage_ns ? v : EV_UNKNOWN;
}

static void push_state(lua_State *L, const struct process *p)
{
	const struct task *t = process_task(p, p->pid);
	char s[2] = { t && t->state ? t->state : '?', '\0' };

	lua_pushstring(L, p->ended ? "X" : s);
}

static uint64_t status(const struct process *p)
{
	return p->ended && p->status >= 0 ? (uint64_t)p->status : EV_UNKNOWN;
}

#define PROCESS_FIELDS(F) \
	F(pid, integer, w->process->pid) \
	F(ppid, integer, w->process->ppid) \
	F(name, text, w->process->comm) \
	F(executable, word, w->process->exe) \
	F(argv, word, w->process->argv) \
	F(threads, integer, (lua_Integer)w->process->tasks.n) \
	F(regions, known, w->process->space.synced_ns ? \
			  w->process->space.live : EV_UNKNOWN) \
	F(ended, truth, w->process->ended) \
	F(state, state, w->process) \
	F(status, known, status(w->process)) \
	F(rss, known, usage(w, w->process->usage.rss)) \
	F(pss, known, usage(w, w->process->usage.pss)) \
	F(swap, known, usage(w, w->process->usage.swap)) \
	F(hugetlb, known, usage(w, w->process->usage.hugetlb)) \
	F(size, known, usage(w, w->process->usage.virt)) \
	F(peak, known, usage(w, w->process->usage.peak)) \
	F(rate, rate, &w->process->rss_rate) \
	F(faults, rate, &w->process->fault_rate) \
	F(calls, integer, (lua_Integer)w->process->calls)

/* --- calls ---------------------------------------------------------------- */

static bool returned(row_t *w)
{
	return !w->call->open && w->call->call.phase != PHASE_ENTER &&
	       call_result_known(&w->call->call);
}

static void push_call_name(lua_State *L, row_t *w)
{
	str_clear(w->scratch);
	call_name(w->scratch, &w->call->call);
	push_bytes(L, (struct bytes){ w->scratch->data, w->scratch->len });
}

static void push_call_text(lua_State *L, row_t *w)
{
	str_clear(w->scratch);
	call_text(w->scratch, &w->call->call, false);
	push_bytes(L, (struct bytes){ w->scratch->data, w->scratch->len });
}

static void push_call_path(lua_State *L, row_t *w)
{
	if (w->call->call.path.len)
		push_bytes(L, w->call->call.path);
	else
		lua_pushnil(L);
}

static void push_result(lua_State *L, row_t *w)
{
	if (returned(w))
		lua_pushinteger(L, w->call->call.result);
	else
		push_nan(L);
}

#define CALL_FIELDS(F) \
	F(name, call_name, w) \
	F(text, call_text, w) \
	F(time, seconds, w->call->time_ns) \
	F(pid, integer, w->call->pid) \
	F(tid, integer, w->call->tid) \
	F(abi, text, abi_name(w->call->call.abi)) \
	F(path, call_path, w) \
	F(result, result, w) \
	F(error, text, call_failed(&w->call->call) ? \
		       errno_name(w->call->call.error) : NULL) \
	F(failed, truth, call_failed(&w->call->call)) \
	F(duration, seconds, returned(w) ? w->call->call.duration_ns \
					 : EV_UNKNOWN) \
	F(size, known, call_size(&w->call->call)) \
	F(repeats, integer, w->call->repeats)

/* --- signals -------------------------------------------------------------- */

static void push_signal_name(lua_State *L, uint64_t signal)
{
	char name[16];

	push_text(L, signal_name(signal, name));
}

static void push_fault(lua_State *L, const struct ev_signal *s)
{
	if (s->has_addr)
		lua_pushinteger(L, (lua_Integer)s->addr);
	else
		push_nan(L);
}

static void push_fault_hex(lua_State *L, const struct ev_signal *s)
{
	if (s->has_addr)
		push_hex(L, s->addr);
	else
		lua_pushnil(L);
}

#define SIGNAL_FIELDS(F) \
	F(name, signal_name, w->signal->signal.signal) \
	F(number, integer, w->signal->signal.signal) \
	F(code, word, signal_code_name(w->signal->signal.signal, \
				       w->signal->signal.code)) \
	F(time, seconds, w->signal->time_ns) \
	F(pid, integer, w->signal->pid) \
	F(tid, integer, w->signal->tid) \
	F(sender, integer, w->signal->signal.sender) \
	F(sender_name, text, w->signal->sender_comm) \
	F(address, fault, &w->signal->signal) \
	F(address_hex, fault_hex, &w->signal->signal) \
	F(region, bytes, w->signal->signal.region_name) \
	F(action, text, signal_action_name(w->signal->signal.action))

/* --- allocation sites ----------------------------------------------------- */

#define SITE_FIELDS(F) \
	F(library, text, w->site->library->text) \
	F(symbol, text, w->site->symbol->text) \
	F(caller, integer, (lua_Integer)w->site->caller) \
	F(caller_hex, hex, w->site->caller) \
	F(live, known, w->site->live) \
	F(blocks, known, w->site->blocks) \
	F(resident, known, w->site->resident) \
	F(allocs, known, w->site->allocs) \
	F(frees, known, w->site->frees) \
	F(peak, known, w->site->peak) \
	F(rate, rate, &w->site->live_rate) \
	F(alloc_rate, rate, &w->site->alloc_rate)

/* --- tables --------------------------------------------------------------- */

#define PUSH(over, field, how, value) \
	static void over##_##field(lua_State *L, row_t *w) \
	{ \
		push_##how(L, value); \
	}
#define PUSH_REGION(...) PUSH(r, __VA_ARGS__)
#define PUSH_PROCESS(...) PUSH(p, __VA_ARGS__)
#define PUSH_CALL(...) PUSH(c, __VA_ARGS__)
#define PUSH_SIGNAL(...) PUSH(s, __VA_ARGS__)
#define PUSH_SITE(...) PUSH(h, __VA_ARGS__)

REGION_FIELDS(PUSH_REGION)
PROCESS_FIELDS(PUSH_PROCESS)
CALL_FIELDS(PUSH_CALL)
SIGNAL_FIELDS(PUSH_SIGNAL)
SITE_FIELDS(PUSH_SITE)

#define REGION(field, ...) { #field, r_##field },
#define PROCESS(field, ...) { #field, p_##field },
#define CALL(field, ...) { #field, c_##field },
#define SIGNAL(field, ...) { #field, s_##field },
#define SITE(field, ...) { #field, h_##field },
#define END { NULL, NULL }

const struct rule_field *const rule_fields[OVERS] = {
	[OVER_REGIONS] =
		(const struct rule_field[]){ REGION_FIELDS(REGION) END },
	[OVER_PROCESSES] =
		(const struct rule_field[]){ PROCESS_FIELDS(PROCESS) END },
	[OVER_CALLS] = (const struct rule_field[]){ CALL_FIELDS(CALL) END },
	[OVER_SIGNALS] =
		(const struct rule_field[]){ SIGNAL_FIELDS(SIGNAL) END },
	[OVER_HEAP] = (const struct rule_field[]){ SITE_FIELDS(SITE) END },
};

const char *const rule_row_names[OVERS] = {
	[OVER_REGIONS] = "region",
	[OVER_PROCESSES] = "process",
	[OVER_CALLS] = "call",
	[OVER_SIGNALS] = "signal",
	[OVER_HEAP] = "site",
};
