/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "source/stack/stack.h"

#include <elf.h>
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/str.h"
#include "event/event.h"
#include "source/stack/restrict.h"
#include "source/stack/private.h"
#include "sys/pages/present.h"

#define LIMIT_NS 2000000000ull
#define LIMITS 5

/* Memory up to this distance above a stack pointer is part of its stack. */
#define STACK_GROWN (1ull << 20)

static void answer(struct str *out, const struct stack_answer *a)
{
	str_add(out, a, sizeof *a);
}

bool stack_is_wide(const struct unwinder *u)
{
	return u->ask.machine != EM_386;
}

/* --- memory --------------------------------------------------------------- */

static bool have_page(struct unwinder *u, uint64_t at)
{
	ssize_t n;

	if (u->page_n && u->page_at == at)
		return true;
	n = present_read(u->mem, u->pagemap, at, u->page, sizeof u->page);
	u->page_at = at;
	u->page_n = n > 0 ? (size_t)n : 0;
	u->swapped |= n == -EAGAIN;
	return u->page_n > 0;
}

bool stack_memory(struct unwinder *u, uint64_t addr, void *to, size_t n)
{
	char *p = to;
	uint64_t in_stack = addr - u->ask.stack_at;

	if (in_stack < u->ask.stack_len && n <= u->ask.stack_len - in_stack) {
		memcpy(to, u->stack + in_stack, n);
		return true;
	}
	if (u->ask.past && in_stack < STACK_GROWN)
		return false;
	for (size_t i = 0; i < n; i++, addr++) {
		size_t in = addr % sizeof u->page;

		if (!have_page(u, addr - in) || in >= u->page_n)
			return false;
		p[i] = u->page[in];
	}
	return true;
}

bool stack_word(struct unwinder *u, uint64_t addr, uint64_t *out)
{
	uint32_t narrow;

	if (stack_is_wide(u))
		return stack_memory(u, addr, out, sizeof *out);
	if (!stack_memory(u, addr, &narrow, sizeof narrow))
		return false;
	*out = narrow;
	return true;
}

/* --- callbacks for libdw -------------------------------------------------- */

static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread)
{
	struct unwinder *u = arg;

	(void)dwfl;
	if (*thread)
		return 0;
	*thread = u;
	return u->ask.tid;
}

static bool get_thread(Dwfl *dwfl, pid_t tid, void *arg, void **thread)
{
	struct unwinder *u = arg;

	(void)dwfl;
	*thread = u;
	return tid == u->ask.tid;
}

static bool memory_read(Dwfl *dwfl, Dwarf_Addr addr, Dwarf_Word *result,
			void *arg)
{
	uint64_t word;

	(void)dwfl;
	if (!stack_word(arg, addr, &word))
		return false;
	*result = word;
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	const struct stack_ask *a = &((struct unwinder *)arg)->ask;
	Dwarf_Word regs[STACK_REGS];

	for (uint32_t i = 0; i < a->n; i++)
		regs[i] = a->regs[i];
	if (!dwfl_thread_state_registers(thread, 0, a->n, regs))
		return false;
	dwfl_thread_state_register_pc(thread, a->pc);
	return true;
}

static const Dwfl_Callbacks callbacks = {
	.debuginfo_path = &restrict_debug_path,
	.find_elf = image_find,
	.find_debuginfo = restrict_find_debug,
};
static const Dwfl_Thread_Callbacks thread_callbacks = {
	.next_thread = next_thread,
	.get_thread = get_thread,
	.memory_read = memory_read,
	.set_initial_registers = set_registers,
};

/* --- start and end -------------------------------------------------------- */

static void forget(struct unwinder *u)
{
	if (u->dwfl)
		dwfl_end(u->dwfl);
	if (u->machine)
		elf_end(u->machine);
	u->dwfl = NULL;
	u->machine = NULL;
	modules_release(u);
}

static Elf *machine_of(const struct unwinder *u)
{
	static union {
		Elf64_Ehdr wide;
		Elf32_Ehdr narrow;
		char bytes[sizeof(Elf64_Ehdr)];
	} h;
	bool wide = stack_is_wide(u);

	memset(&h, 0, sizeof h);
	memcpy(h.bytes, ELFMAG, SELFMAG);
	h.bytes[EI_CLASS] = wide ? ELFCLASS64 : ELFCLASS32;
	h.bytes[EI_DATA] = ELFDATA2LSB;
	h.bytes[EI_VERSION] = EV_CURRENT;
	if (wide) {
		h.wide.e_machine = (Elf64_Half)u->ask.machine;
		h.wide.e_version = EV_CURRENT;
		h.wide.e_ehsize = sizeof h.wide;
	} else {
		h.narrow.e_machine = (Elf32_Half)u->ask.machine;
		h.narrow.e_version = EV_CURRENT;
		h.narrow.e_ehsize = sizeof h.narrow;
	}
	return elf_memory(h.bytes, wide ? sizeof h.wide : sizeof h.narrow);
}

static bool begin(struct unwinder *u)
{
	u->dwfl = dwfl_begin(&callbacks);
	u->machine = machine_of(u);
	if (!u->dwfl || !u->machine)
		return false;
	modules_report(u);
	return dwfl_attach_state(u->dwfl, u->machine, u->ask.pid,
				 &thread_callbacks, u);
}

/* Drops the capabilities that are not in `may`: root may lack some of them in a
 * container or service. */
static void keep_caps(uint64_t may)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct caps[2] = { 0 };

	if (syscall(SYS_capget, &head, caps) < 0)
		_exit(1);
	for (int i = 0; i < 2; i++) {
		caps[i].permitted &= (uint32_t)(may >> (32 * i));
		caps[i].effective = caps[i].permitted;
		caps[i].inheritable = 0;
	}
	if (syscall(SYS_capset, &head, caps) < 0)
		_exit(1);
}

/* Drops the rights that the process does not have: mmtop is about to open files
 * that hostile data name. */
static void settle(const struct stack_ask *ask)
{
	static bool done;
	pid_t parent = getppid();

	if (done)
		return;
	done = true;
	restrict_libdw();
	if (geteuid())
		return;
	if (!ask->uid) {
		keep_caps(ask->caps);
		return;
	}
	if (setgroups(0, NULL) < 0 ||
	    setresgid(ask->gid, ask->gid, ask->gid) < 0 ||
	    setresuid(ask->uid, ask->uid, ask->uid) < 0)
		_exit(1);
	/* The kernel clears the parent-death signal when the uid changes. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
}

/* --- the job -------------------------------------------------------------- */

static void unwind(struct unwinder *u, struct str *out)
{
	struct stack_frames f = { .u = u, .frames = STR_INIT, .text = STR_INIT,
				  .name = STR_INIT };
	struct stack_answer a = { .why = STACK_TOLD };

	do {
		f.again = f.begun = f.trampoline = false;
		if (!nowhere_called(&f) ||
		    dwfl_getthread_frames(u->dwfl, u->ask.tid, frames_add,
					  &f) < 0)
			f.lost = true;
		/* libdw stops at a frame that called address 0.  A signal
		 * handler is never the outermost frame: continue at the code
		 * that it interrupted. */
		if (f.trampoline && !f.again)
			f.lost = !nowhere_interrupted(&f);
	} while (f.again && !f.limit);
	/* If the caller of a frame cannot be read, libdw reports that frame as
	 * the outermost one.  u->swapped shows the true reason. */
	a.end = f.limit ? STACK_END_LIMIT :
		u->swapped ? STACK_END_SWAPPED :
		f.lost ? STACK_END_LOST : STACK_END_WHOLE;
	a.frames_len = f.frames.len;
	a.text_len = f.text.len;
	answer(out, &a);
	str_add(out, f.frames.data, f.frames.len);
	str_add(out, f.text.data, f.text.len);
	str_release(&f.frames);
	str_release(&f.text);
	str_release(&f.name);
}

static void run(const struct reader_work *w, struct str *out)
{
	static struct unwinder u;
	struct stack_answer a = { .why = STACK_MACHINE };
	struct stack_ask ask;
	int r;

	memcpy(&ask, w->ask, sizeof ask);
	if (LATE_LOAD(dw, NULL) < 0) {
		a = (struct stack_answer){ .why = STACK_NO_LIBRARY };
		answer(out, &a);
		return;
	}
	settle(&ask);
	elf_version(EV_CURRENT);
	if (u.dwfl && (u.ask.pid != ask.pid || u.ask.machine != ask.machine))
		forget(&u);
	u.ask = ask;
	u.dir = w->dir;
	u.mem = w->mem;
	u.pagemap = w->pagemap;
	u.root = w->root;
	u.stack = w->ask + sizeof ask + ask.map_len;
	u.page_n = 0;
	u.swapped = false;
	/* The source file may have changed since the last job. */
	lines_release(&u.lines);
	r = modules_read(&u, w->maps, w->ask + sizeof ask, ask.map_len);
	if (r < 0) {
		a = (struct stack_answer){ .why = STACK_FAILED,
					   .error = (uint32_t)-r };
		answer(out, &a);
	} else if (u.dwfl || begin(&u)) {
		modules_report(&u);
		unwind(&u, out);
	} else {
		forget(&u);
		answer(out, &a);
	}
}

const struct reader_job stack_job = {
	.run = run, .limit_ns = LIMIT_NS, .limits = LIMITS, .memory = true,
};
