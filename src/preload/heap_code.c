/* SPDX-License-Identifier: 0BSD */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "preload/heap_code.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "preload/heap_chunks.h"

struct heap_rule_slot heap_rules[HEAP_RULES];
uint32_t heap_code_age;
uintptr_t heap_new_low, heap_new_size;

/* ---- symbols ------------------------------------------------------------- */

/* operator new and new[]: the plain, nothrow and aligned variants, and those
 * that are both nothrow and aligned. */
static const char *const operators[] = {
	"_Znwm", "_Znam", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t",
	"_ZnwmSt11align_val_t", "_ZnamSt11align_val_t",
	"_ZnwmSt11align_val_tRKSt9nothrow_t",
	"_ZnamSt11align_val_tRKSt9nothrow_t",
};

struct code_symbols {
	const ElfW(Sym) *list;
	const char *names;
	const uint32_t *hash;
	uintptr_t base;
};

/* The loader has already relocated the addresses in the dynamic section, except
 * in some objects. */
static const void *table_at(const struct link_map *map, ElfW(Addr) at)
{
	return (const void *)(at < map->l_addr ? at + map->l_addr : at);
}

static bool symbols_of(const struct link_map *map, struct code_symbols *out)
{
	*out = (struct code_symbols){ .base = map->l_addr };
	for (const ElfW(Dyn) *d = map->l_ld; d && d->d_tag != DT_NULL; d++) {
		const void *table = table_at(map, d->d_un.d_ptr);

		if (d->d_tag == DT_SYMTAB)
			out->list = table;
		else if (d->d_tag == DT_STRTAB)
			out->names = table;
		else if (d->d_tag == DT_GNU_HASH)
			out->hash = table;
	}
	return out->list && out->names && out->hash;
}

static uint32_t hash_of(const char *name)
{
	uint32_t h = 5381;

	for (; *name; name++)
		h = h * 33 + (unsigned char)*name;
	return h;
}

/* Address of the symbol in the object; 0: the object does not define it. */
static uintptr_t symbol_in(const struct code_symbols *s, const char *name)
{
	uint32_t h = hash_of(name), n = s->hash[0], first = s->hash[1];
	uint32_t words = s->hash[2], i;
	const uintptr_t *bloom = (const void *)&s->hash[4];
	const uint32_t *buckets = (const uint32_t *)(const void *)&bloom[words];
	const uint32_t *chain = &buckets[n];
	const unsigned bits = sizeof *bloom * 8;
	uintptr_t word;

	if (!n || !words)
		return 0;
	word = bloom[h / bits % words];
	if (!(word >> h % bits & word >> (h >> s->hash[3]) % bits & 1))
		return 0;
	i = buckets[h % n];
	if (i < first)
		return 0;
	do {
		if ((chain[i - first] | 1) == (h | 1) &&
		    !strcmp(s->names + s->list[i].st_name, name))
			return s->base + s->list[i].st_value;
	} while (!(chain[i++ - first] & 1));
	return 0;
}

static bool is_new(const struct link_map *map, uintptr_t function)
{
	struct code_symbols s;

	if (!function || !symbols_of(map, &s))
		return false;
	for (unsigned i = 0; i < sizeof operators / sizeof *operators; i++)
		if (symbol_in(&s, operators[i]) == function)
			return true;
	return false;
}

/* ---- objects ------------------------------------------------------------- */

/* Objects that were reported to mmtop: the start address of each, combined with
 * the heap_code_age at its report. */
#define OBJECTS 512u
static uint64_t told[OBJECTS];

/* Reports an object.  Must be called before the first record with an address in
 * the object. */
static void tell(const struct link_map *map, uintptr_t low, uintptr_t high,
		 uint32_t age)
{
	uint64_t *slot = &told[(low >> 12) % OBJECTS];
	uint64_t this = low | age % HEAP_PAGE;
	uint64_t words[HEAP_PATH_WORDS] = { 0 };
	size_t n = strnlen(map->l_name, sizeof words);

	if (__atomic_exchange_n(slot, this, __ATOMIC_RELAXED) == this ||
	    n == sizeof words)
		return;
	memcpy(words, map->l_name, n);
	heap_ring_say(HEAP_SAYS_OBJECT, low, high, words,
		      (unsigned)((n + 7) / 8));
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE
extern int _dl_find_object(void *, struct dl_find_object *)
	__attribute__((weak));

static uint64_t look(uintptr_t pc, uint32_t age)
{
	struct dl_find_object found;
	uintptr_t low, high, function;
	uint64_t rule;

	if (!_dl_find_object || _dl_find_object((void *)pc, &found) != 0)
		return HEAP_RULE_VALID;
	low = (uintptr_t)found.dlfo_map_start;
	high = (uintptr_t)found.dlfo_map_end;
	rule = heap_cfi_rule(pc, found.dlfo_eh_frame, low, high, &function);
	if (is_new(found.dlfo_link_map, function) &&
	    heap_rule_kind(rule) != HEAP_RULE_NONE)
		rule |= HEAP_RULE_NEW;
	tell(found.dlfo_link_map, low, high, age);
	return rule;
}
#else
static uint64_t look(uintptr_t pc, uint32_t age)
{
	(void)pc;
	(void)age;
	return HEAP_RULE_VALID;
}
#endif

/* Adds a return address in an operator new to the range.  If two threads do so
 * at the same time, one addition may be lost; it is repeated later. */
static void widen(uintptr_t at)
{
	uintptr_t low = heap_new_low, size = heap_new_size;

	if (at - low < size)
		return;
	/* An address far from the range is in another library's operator new:
	 * it starts a new range.  Operators outside the range are still found,
	 * one by one. */
	if (!size || at + HEAP_NEW_FAR < low || at > low + size + HEAP_NEW_FAR) {
		low = at;
		size = 1;
	} else if (at < low) {
		size += low - at;
		low = at;
	} else {
		size = at - low + 1;
	}
	heap_new_size = 0;
	heap_new_low = low;
	heap_new_size = size;
}

uint64_t heap_rule_find(uintptr_t pc)
{
	struct heap_rule_slot *s = &heap_rules[(pc ^ pc >> 12) % HEAP_RULES];
	uint32_t age = __atomic_load_n(&heap_code_age, __ATOMIC_RELAXED);
	uint64_t rule = look(pc, age) | (uint64_t)(age % HEAP_RULE_AGES) << 45;

	__atomic_store_n(&s->rule, rule, __ATOMIC_RELAXED);
	__atomic_store_n(&s->key, pc ^ rule, __ATOMIC_RELAXED);
	if (rule & HEAP_RULE_NEW)
		widen(pc + 1);
	return rule;
}

/* The frames exist during the call, so their words can be read without a
 * check. */
uintptr_t heap_caller_of_new(const void *frame)
{
	const uintptr_t *words = frame;
	uintptr_t pc = words[1], bp = words[0], sp = (uintptr_t)&words[2];

	for (;;) {
		uint64_t rule = heap_rule_of(pc - 1);
		uintptr_t cfa = (heap_rule_kind(rule) == HEAP_RULE_BP ? bp : sp) +
				heap_rule_cfa(rule);

		if (!(rule & HEAP_RULE_NEW))
			return pc;
		if (rule & HEAP_RULE_SAVED)
			bp = *(const uintptr_t *)(cfa - heap_rule_saved(rule));
		pc = ((const uintptr_t *)cfa)[-1];
		sp = cfa;
	}
}

/* ---- unloading ----------------------------------------------------------- */

/* Afterwards another library may be loaded at the addresses of the unloaded
 * one, so all cached rules become invalid. */
EXPORT int dlclose(void *handle)
{
	int r;

	/* In older C libraries dlclose is in a separate library, so it may not
	 * have been found at the start. */
	if (!heap_next.dlclose)
		*(void **)(void *)&heap_next.dlclose =
			dlsym(RTLD_NEXT, "dlclose");
	if (!heap_next.dlclose)
		return -1;
	r = heap_next.dlclose(handle);
	__atomic_add_fetch(&heap_code_age, 1, __ATOMIC_RELAXED);
	return r;
}
