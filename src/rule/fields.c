/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "rule/fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "event/call.h"
#include "event/names.h"

typedef const struct rule_row row_t;

/* --- values -------------------------------------------------------------------- */

static void push_known(lua_State *L, uint64_t v)
{
	if (v == EV_UNKNOWN)
		lua_pushnumber(L, (lua_Number)NAN);
	else
		lua_pushinteger(L, (lua_Integer)v);
}

static void push_bytes(lua_State *L, const void *bytes, size_t n)
{
	lua_pushlstring(L, n ? bytes : "", n < FIELD_TEXT ? n : FIELD_TEXT);
}

static void push_text(lua_State *L, const char *s)
{
	s ? push_bytes(L, s, strlen(s)) : lua_pushnil(L);
}

static void push_seconds(lua_State *L, uint64_t ns)
{
	if (ns == EV_UNKNOWN)
		lua_pushnumber(L, (lua_Number)NAN);
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

/* --- regions ------------------------------------------------------------------- */

static bool is_file(const struct region *r)
{
	return r->name[0] == '/';
}

static void r_address(lua_State *L, row_t *w)
{
	lua_pushinteger(L, (lua_Integer)w->region->start);
}
static void r_address_hex(lua_State *L, row_t *w)
{
	push_hex(L, w->region->start);
}
static void r_end(lua_State *L, row_t *w)
{
	lua_pushinteger(L, (lua_Integer)w->region->end);
}
static void r_end_hex(lua_State *L, row_t *w)
{
	push_hex(L, w->region->end);
}
static void r_size(lua_State *L, row_t *w)
{
	push_known(L, w->region->end - w->region->start);
}
static void r_offset(lua_State *L, row_t *w)
{
	push_known(L, w->region->offset);
}
static void r_perm(lua_State *L, row_t *w)
{
	char perm[5];

	lua_pushstring(L, perm_text(perm, w->region->perm));
}
static void r_prot(lua_State *L, row_t *w)
{
	lua_pushinteger(L, w->region->perm & (PERM_R | PERM_W | PERM_X));
}
static void r_readable(lua_State *L, row_t *w)
{
	lua_pushboolean(L, w->region->perm & PERM_R);
}
static void r_writable(lua_State *L, row_t *w)
{
	lua_pushboolean(L, w->region->perm & PERM_W);
}
static void r_executable(lua_State *L, row_t *w)
{
	lua_pushboolean(L, w->region->perm & PERM_X);
}
static void r_shared(lua_State *L, row_t *w)
{
	lua_pushboolean(L, w->region->perm & PERM_SHARED);
}
static void r_anonymous(lua_State *L, row_t *w)
{
	lua_pushboolean(L, !w->region->inode);
}
/* As mmap(2) took them, where that call was seen. */
static void r_flags(lua_State *L, row_t *w)
{
	push_known(L, w->region->born.known ? w->region->born.flags
					    : EV_UNKNOWN);
}
static void r_vmflags(lua_State *L, row_t *w)
{
	push_text(L, w->region->vmflags);
}
static void r_name(lua_State *L, row_t *w)
{
	push_text(L, w->region->name);
}
static void r_path(lua_State *L, row_t *w)
{
	push_text(L, is_file(w->region) ? w->region->name : NULL);
}
static void r_descriptor(lua_State *L, row_t *w)
{
	if (!is_file(w->region)) {
		lua_pushnil(L);
		return;
	}
	lua_createtable(L, 0, 1);
	push_text(L, w->region->name);
	lua_setfield(L, -2, "path");
}
static void r_kind(lua_State *L, row_t *w)
{
	push_text(L, region_kind_name(w->region->kind));
}
static void r_owner(lua_State *L, row_t *w)
{
	lua_pushinteger(L, (lua_Integer)w->region->owner);
}
static void r_inode(lua_State *L, row_t *w)
{
	push_known(L, w->region->inode);
}
static void r_rss(lua_State *L, row_t *w)
{
	push_known(L, w->region->rss);
}
static void r_pss(lua_State *L, row_t *w)
{
	push_known(L, w->region->pss);
}
static void r_swap(lua_State *L, row_t *w)
{
	push_known(L, w->region->swap);
}
static void r_rate(lua_State *L, row_t *w)
{
	push_rate(L, &w->region->rss_rate);
}
static void r_advised(lua_State *L, row_t *w)
{
	lua_pushinteger(L, w->region->advised);
}
static void r_born(lua_State *L, row_t *w)
{
	push_seconds(L, w->region->added_ns);
}

static const struct rule_field region_fields[] = {
	{ "address", r_address }, { "address_hex", r_address_hex },
	{ "end_address", r_end }, { "end_hex", r_end_hex },
	{ "size", r_size }, { "offset", r_offset },
	{ "perm", r_perm }, { "prot", r_prot }, { "flags", r_flags },
	{ "vmflags", r_vmflags },
	{ "readable", r_readable }, { "writable", r_writable },
	{ "executable", r_executable }, { "shared", r_shared },
	{ "anonymous", r_anonymous },
	{ "name", r_name }, { "path", r_path },
	{ "descriptor", r_descriptor }, { "kind", r_kind },
	{ "owner", r_owner }, { "inode", r_inode },
	{ "rss", r_rss }, { "pss", r_pss }, { "swap", r_swap },
	{ "rate", r_rate }, { "advised", r_advised }, { "born", r_born },
	{ NULL, NULL },
};

/* --- processes ----------------------------------------------------------------- */

static uint64_t usage(row_t *w, uint64_t v)
{
	return w->process->usage_ns ? v : EV_UNKNOWN;
}

static void p_pid(lua_State *L, row_t *w)
{
	lua_pushinteger(L, w->process->pid);
}
static void p_ppid(lua_State *L, row_t *w)
{
	lua_pushinteger(L, w->process->ppid);
}
static void p_name(lua_State *L, row_t *w)
{
	push_text(L, w->process->comm);
}
static void p_executable(lua_State *L, row_t *w)
{
	push_text(L, w->process->exe ? w->process->exe : "");
}
static void p_argv(lua_State *L, row_t *w)
{
	push_text(L, w->process->argv ? w->process->argv : "");
}
static void p_threads(lua_State *L, row_t *w)
{
	lua_pushinteger(L, (lua_Integer)w->process->tasks.n);
}
static void p_regions(lua_State *L, row_t *w)
{
	push_known(L, w->process->space.synced_ns ? w->process->space.live
						  : EV_UNKNOWN);
}
static void p_ended(lua_State *L, row_t *w)
{
	lua_pushboolean(L, w->process->ended);
}
static void p_state(lua_State *L, row_t *w)
{
	const struct task *t = process_task(w->process, w->process->pid);
	char s[2] = { t && t->state ? t->state : '?', '\0' };

	lua_pushstring(L, w->process->ended ? "X" : s);
}
static void p_rss(lua_State *L, row_t *w)
{
	push_known(L, usage(w, w->process->usage.rss));
}
static void p_pss(lua_State *L, row_t *w)
{
	push_known(L, usage(w, w->process->usage.pss));
}
static void p_swap(lua_State *L, row_t *w)
{
	push_known(L, usage(w, w->process->usage.swap));
}
static void p_size(lua_State *L, row_t *w)
{
	push_known(L, usage(w, w->process->usage.virt));
}
static void p_peak(lua_State *L, row_t *w)
{
	push_known(L, usage(w, w->process->usage.peak));
}
static void p_rate(lua_State *L, row_t *w)
{
	push_rate(L, &w->process->rss_rate);
}
static void p_faults(lua_State *L, row_t *w)
{
	push_rate(L, &w->process->fault_rate);
}
static void p_calls(lua_State *L, row_t *w)
{
	lua_pushinteger(L, (lua_Integer)w->process->calls);
}
static void p_status(lua_State *L, row_t *w)
{
	push_known(L, w->process->ended && w->process->status >= 0 ?
		      (uint64_t)w->process->status : EV_UNKNOWN);
}

static const struct rule_field process_fields[] = {
	{ "pid", p_pid }, { "ppid", p_ppid }, { "name", p_name },
	{ "executable", p_executable }, { "argv", p_argv },
	{ "threads", p_threads }, { "regions", p_regions },
	{ "ended", p_ended }, { "state", p_state }, { "status", p_status },
	{ "rss", p_rss }, { "pss", p_pss }, { "swap", p_swap },
	{ "size", p_size }, { "peak", p_peak }, { "rate", p_rate },
	{ "faults", p_faults }, { "calls", p_calls },
	{ NULL, NULL },
};

/* --- calls --------------------------------------------------------------------- */

static void c_name(lua_State *L, row_t *w)
{
	str_clear(w->scratch);
	call_name(w->scratch, &w->call->call);
	push_bytes(L, w->scratch->data, w->scratch->len);
}
static void c_text(lua_State *L, row_t *w)
{
	str_clear(w->scratch);
	call_text(w->scratch, &w->call->call, false);
	push_bytes(L, w->scratch->data, w->scratch->len);
}
static void c_time(lua_State *L, row_t *w)
{
	push_seconds(L, w->call->time_ns);
}
static void c_pid(lua_State *L, row_t *w)
{
	lua_pushinteger(L, w->call->pid);
}
static void c_tid(lua_State *L, row_t *w)
{
	lua_pushinteger(L, w->call->tid);
}
static void c_abi(lua_State *L, row_t *w)
{
	push_text(L, abi_name(w->call->call.abi));
}
static void c_path(lua_State *L, row_t *w)
{
	if (w->call->call.path.len)
		push_bytes(L, w->call->call.path.data, w->call->call.path.len);
	else
		lua_pushnil(L);
}
static bool returned(row_t *w)
{
	return !w->call->open && w->call->call.phase != PHASE_ENTER &&
	       call_result_known(&w->call->call);
}
static void c_result(lua_State *L, row_t *w)
{
	if (returned(w))
		lua_pushinteger(L, w->call->call.result);
	else
		lua_pushnumber(L, (lua_Number)NAN);
}
/* What is to be restarted is no failure. */
static bool failed(const row_t *w)
{
	return w->call->call.error && !w->call->call.restarted;
}
static void c_error(lua_State *L, row_t *w)
{
	push_text(L, failed(w) ? errno_name(w->call->call.error) : NULL);
}
static void c_failed(lua_State *L, row_t *w)
{
	lua_pushboolean(L, failed(w));
}
static void c_duration(lua_State *L, row_t *w)
{
	push_seconds(L, returned(w) ? w->call->call.duration_ns : EV_UNKNOWN);
}
static void c_repeats(lua_State *L, row_t *w)
{
	lua_pushinteger(L, w->call->repeats);
}
/* The argument of type ARG_SIZE: what is mapped, freed, advised. */
static void c_size(lua_State *L, row_t *w)
{
	const struct call_desc *d = call_of(&w->call->call);

	for (int i = 0; d && i < d->nargs; i++)
		if (d->args[i].type == ARG_SIZE) {
			push_known(L, call_arg_value(&w->call->call, i));
			return;
		}
	lua_pushnumber(L, (lua_Number)NAN);
}

static const struct rule_field call_fields[] = {
	{ "name", c_name }, { "text", c_text }, { "time", c_time },
	{ "pid", c_pid }, { "tid", c_tid }, { "abi", c_abi },
	{ "path", c_path }, { "result", c_result }, { "error", c_error },
	{ "failed", c_failed }, { "duration", c_duration },
	{ "size", c_size }, { "repeats", c_repeats },
	{ NULL, NULL },
};

/* --- signals ------------------------------------------------------------------- */

static void s_name(lua_State *L, row_t *w)
{
	char name[16];

	push_text(L, signal_name(w->signal->signal.signal, name));
}
static void s_number(lua_State *L, row_t *w)
{
	lua_pushinteger(L, (lua_Integer)w->signal->signal.signal);
}
static void s_code(lua_State *L, row_t *w)
{
	const char *name = signal_code_name(w->signal->signal.signal,
					    w->signal->signal.code);

	push_text(L, name ? name : "");
}
static void s_time(lua_State *L, row_t *w)
{
	push_seconds(L, w->signal->time_ns);
}
static void s_pid(lua_State *L, row_t *w)
{
	lua_pushinteger(L, w->signal->pid);
}
static void s_tid(lua_State *L, row_t *w)
{
	lua_pushinteger(L, w->signal->tid);
}
static void s_sender(lua_State *L, row_t *w)
{
	lua_pushinteger(L, (lua_Integer)w->signal->signal.sender);
}
static void s_sender_name(lua_State *L, row_t *w)
{
	push_text(L, w->signal->sender_comm);
}
static void s_address(lua_State *L, row_t *w)
{
	if (w->signal->signal.has_addr)
		lua_pushinteger(L, (lua_Integer)w->signal->signal.addr);
	else
		lua_pushnumber(L, (lua_Number)NAN);
}
static void s_address_hex(lua_State *L, row_t *w)
{
	if (w->signal->signal.has_addr)
		push_hex(L, w->signal->signal.addr);
	else
		lua_pushnil(L);
}
static void s_region(lua_State *L, row_t *w)
{
	push_bytes(L, w->signal->signal.region_name.data,
		   w->signal->signal.region_name.len);
}
static void s_action(lua_State *L, row_t *w)
{
	push_text(L, signal_action_name(w->signal->signal.action));
}

static const struct rule_field signal_fields[] = {
	{ "name", s_name }, { "number", s_number }, { "code", s_code },
	{ "time", s_time }, { "pid", s_pid }, { "tid", s_tid },
	{ "sender", s_sender }, { "sender_name", s_sender_name },
	{ "address", s_address }, { "address_hex", s_address_hex },
	{ "region", s_region }, { "action", s_action },
	{ NULL, NULL },
};

const struct rule_field *const rule_fields[OVERS] = {
	[OVER_REGIONS] = region_fields,
	[OVER_PROCESSES] = process_fields,
	[OVER_CALLS] = call_fields,
	[OVER_SIGNALS] = signal_fields,
};

const char *const rule_row_names[OVERS] = {
	[OVER_REGIONS] = "region",
	[OVER_PROCESSES] = "process",
	[OVER_CALLS] = "call",
	[OVER_SIGNALS] = "signal",
};
