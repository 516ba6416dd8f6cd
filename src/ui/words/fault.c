/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <config.h>

#include "ui/words/fault.h"

#include <inttypes.h>
#include <string.h>

#include "base/fmt.h"
#include "base/str.h"
#include "base/text.h"
#include "ui/kit/i18n.h"
#include "ui/kit/say.h"
#include "ui/words/what.h"

const char *faults_why_not(const struct model *m)
{
	if (!m->perf_known)
		return _("n/a: not traced");
	if (m->perf.state == SOURCE_ON)
		return NULL;
	switch (m->perf.why) {
	/* TRANSLATORS: why there are no faults; each at most 30 columns. */
	case WHY_OPTION:
		return _("n/a: --no-perf");
	case WHY_NO_KERNEL:
		return _("n/a: kernel has no perf");
	case WHY_PARANOID:
		return _("n/a: perf_event_paranoid");
	case WHY_MLOCK:
		return _("n/a: no memory for rings");
	case WHY_SECCOMP:
		return _("n/a: perf is refused here");
	default:
		return _("n/a: not traced");
	}
}

/* Appends a blank and the function, if it is known. */
static bool function_words(struct str *out, const struct process *p,
			   uint64_t ip, uint16_t module, bool ascii)
{
	const struct fault_symbol *symbol =
		faults_symbol(p->space.faults, ip, module);

	if (!symbol || !*symbol->function)
		return false;
	str_addc(out, ' ');
	text_safe(out, symbol->function, strlen(symbol->function), ascii);
	return true;
}

void fault_code_words(struct str *out, const struct process *p, uint64_t ip,
		      bool kernel, uint16_t module, bool ascii)
{
	const struct fault_module *m = faults_module(p->space.faults, module);
	const struct region of = {
		.kind = KIND_LIBRARY, .name = m ? m->name : NULL,
		.inode = 1, .start = m ? m->start : 0,
		.offset = m ? m->offset : 0,
	};
	const struct region *r = kernel ? NULL : m ? &of :
				 space_find(&p->space, ip);
	char buf[FMT_MAX];

	if (kernel) {
		str_adds(out, _("kernel"));
	} else if (!r) {
		str_adds(out, fmt_addr(buf, ip));
	} else {
		region_short(out, r, ascii);
		if (function_words(out, p, ip, module, ascii))
			return;
		/* For a file, appends the offset in the file, as objdump shows
		 * it; for other regions, the offset in the region. */
		str_addf(out, "+0x%" PRIx64,
			 ip - r->start + (r->inode ? r->offset : 0));
	}
}

static void add_counts(struct str *out, const struct region_faults *rf,
		       double rate)
{
	char a[FMT_MAX], b[FMT_MAX];

	if (rate >= 0.5) {
		str_addf(out, "%s/s", fmt_count(a, (uint64_t)(rate + 0.5)));
		if (rf->major && rf->minor)
			/* TRANSLATORS: how many of all faults were major. */
			str_addf(out, _(", %s of %s major"),
				 fmt_count(a, rf->major),
				 fmt_count(b, rf->major + rf->minor));
		else
			str_addf(out, " %s", rf->major ? _("major")
						       : _("minor"));
	} else if (!rf->major) {
		str_addf(out, _("%s minor"), fmt_grouped(a, rf->minor));
	} else {
		str_addf(out, _("%s minor, %s major"),
			 fmt_grouped(a, rf->minor), fmt_grouped(b, rf->major));
	}
	/* TRANSLATORS: the code that caused most faults follows:
	 * "libc.so.6+0x90a" */
	str_adds(out, _(", from "));
}

void region_fault_words(struct str *out, const struct process *p,
			const struct region_faults *rf, int cols, bool ascii)
{
	double rate = rate_known(&rf->rate) ? rate_value(&rf->rate) : 0;
	struct str code = STR_INIT, counts = STR_INIT, function = STR_INIT;
	const struct fault_code *most = &rf->codes[0];
	char a[FMT_MAX];

	fault_code_words(&code, p, most->ip, most->kernel, most->module,
			 ascii);
	add_counts(&counts, rf, rate);
	/* Without room for both, the function is more useful than the file. */
	if (text_width(counts.data) + text_width(code.data) > cols &&
	    !most->kernel &&
	    function_words(&function, p, most->ip, most->module, ascii)) {
		str_clear(&code);
		str_adds(&code, function.data + 1);
	}
	if (text_width(counts.data) + text_width(code.data) > cols) {
		str_clear(&counts);
		if (rate >= 0.5)
			str_addf(&counts, "%s/s ",
				 fmt_count(a, (uint64_t)(rate + 0.5)));
	}
	/* A rate is of no use with half a name. */
	if (function.len &&
	    text_width(counts.data) + text_width(code.data) > cols)
		str_clear(&counts);
	str_addf(out, "%s%s", counts.data ? counts.data : "", code.data);
	str_release(&function);
	str_release(&code);
	str_release(&counts);
}

void last_fault_words(struct str *out, const struct process *p,
		      const struct fault_last *last, uint64_t now_ns,
		      bool ascii)
{
	char ago[FMT_MAX], addr[FMT_MAX], ip[FMT_MAX];

	fmt_ago(ago, now_ns, last->time_ns);
	fmt_addr(addr, last->addr);
	if (last->major)
		str_addf(out, _("last fault (major) %s ago at %s by %d, code "),
			 ago, addr, (int)last->tid);
	else
		str_addf(out, _("last fault %s ago at %s by %d, code "), ago,
			 addr, (int)last->tid);
	if (!last->kernel && space_find(&p->space, last->ip))
		str_addf(out, "%s ", fmt_addr(ip, last->ip));
	fault_code_words(out, p, last->ip, last->kernel, last->module, ascii);
}
