#!/bin/sh
# A10: the steps of memory_tracker's README with the same file names;
# libmmtop-heap.so replaces liballoctracker.so, and mmtop heap replaces
# active_allocations and mmapmatch.sh.
set -u

heaper=$(readlink -f "$top_builddir/tests/live/victims/heaper")
libcmaps=$(readlink -f "$top_builddir/tests/live/victims/libcmaps")
preload=$(readlink -f "$top_builddir/src/preload/libmmtop-heap.so")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-heaptrace.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
echo 1..25

# ---- the steps of the README -------------------------------------------------
export ALLOCATION_TRACE="alloc_trace.txt"
mkdir truth
LD_PRELOAD=$preload "$heaper" truth 1 4000 2
ok $? "the program's exit status is unchanged"

unset ALLOCATION_TRACE
ALLOCATION_TRACE=alloc_trace.txt
"$MMTOP" heap ${ALLOCATION_TRACE} active_allocations.txt >active_allocations.log 2>&1
ok $? "mmtop heap reads the trace"

# heaper reports the blocks that it leaves: one a line, in hex.
main=$(grep -l "^frees 0" truth/* | head -n 1)
sed -n -e 's/^left \(.*\) \(.*\)/0x\1 0x\2/p' -e 's/^page \(.*\)/0x\1 0x1000/p' "$main" | sort >want
awk -v library="$heaper" '$4 == library { print $2, $3 }' \
	active_allocations.txt | sort >got
[ -s want ] && cmp want got
ok $? "row A5: the active list has exactly the blocks that the program leaves"

calls="malloc calloc malloc(realloc) memalign posix_memalign aligned_alloc
valloc pvalloc free free(realloc) mmap munmap"
missing=
for call in $calls; do
	grep -qF "$call: 0x" alloc_trace.txt || missing="$missing $call"
done
[ -z "$missing" ] || echo "# missing:$missing"
[ -z "$missing" ]
ok $? "row A1: the trace has every kind of call"

bad=$(grep -cvE '^((free|free\(realloc\)|realloc\(failed\)): 0x[0-9a-f]+|[a-z_()]+: 0x[0-9a-f]+ 0x[0-9a-f]+) /[^ ]+ [^ ]+ 0x[0-9a-f]+$' alloc_trace.txt)
[ "$bad" -eq 0 ]
ok $? "row A2: each line has address, size, library, symbol and caller"

set -- alloc_trace.txt.*
[ $# -eq 1 ] && grep -q '^malloc: ' "$1"
ok $? "row A3: a fork child has its own trace, a vfork child has none"

for step in added removed; do
	grep -q "^$step malloc: 0x" active_allocations.log || break
done
ok $? "each step is reported"

# ---- mappings of the program and of libc ----------------------------
# Mappings of the program, some partly unmapped, and of libc: one that contains a
# block of 256 KiB, and one without a block.
cat >mmap_trace.txt <<-END
	mmap(syscall): 0x10000000 0x10000
	mmap(syscall): 0x20000000 0x41000
	mmap(syscall): 0x30000000 0x8000
	munmap(syscall): 0x30000000 0x1000
	munmap(syscall): 0x30003000 0x1000
	munmap(syscall): 0x30007000 0x1000
	mmap(syscall): 0xfffffffffffffff4 0x1000
	mmap(syscall): 0x40000000 0x2000
	mmap(syscall): 0x40002000 0x2000
	munmap(syscall): 0x40001000 0x2000
	mmap(syscall): 0x50000000 0x3000
END
cat >alloc_trace.txt <<-END
	mmap: 0x10000000 0x10000 /bin/prog main 0x401000
	malloc: 0x20000010 0x40000 /bin/prog main 0x401010
	mmap64: 0x40000000 0x2000 /bin/prog main 0x401020
	munmap: 0x40001000 0x1000 /bin/prog main 0x401020
	malloc: (nil) 0x7fffffffffffffff /bin/prog main 0x401030
END
MMAP_TRACE=mmap_trace.txt
"$MMTOP" heap ${ALLOCATION_TRACE} active_allocations.txt >active_allocations.log 2>&1 &&
	"$MMTOP" heap ${MMAP_TRACE} active_mmap.txt >active_mmap.log 2>&1
ok $? "mmtop heap reads a trace of mappings"

cat >want <<-END
	mmap: 0x10000000 0x10000
	mmap: 0x20000000 0x41000
	mmap: 0x30001000 0x2000
	mmap: 0x30004000 0x3000
	mmap: 0x40000000 0x1000
	mmap: 0x40003000 0x1000
	mmap: 0x50000000 0x3000
END
cmp want active_mmap.txt
ok $? "row A5: munmap at head, middle, tail and across two mappings"

"$MMTOP" heap --match active_allocations.txt active_mmap.txt 2>match.log
ok $? "mmtop heap --match succeeds"
cat >want <<-END
	mmap: 0x10000000 0x10000 /bin/prog main 0x401000
	malloc: 0x20000010 0x40000 /bin/prog main 0x401010
	mmap: 0x40000000 0x1000 /bin/prog main 0x401020
	mmap: 0x20000000 0x10
	mmap: 0x20040010 0xff0
	mmap: 0x30001000 0x2000
	mmap: 0x30004000 0x3000
	mmap: 0x40003000 0x1000
	mmap: 0x50000000 0x3000
END
cmp want active_allocations.txt
ok $? "row A6: libc's own mappings are appended, and no byte twice"
"$MMTOP" heap --match active_allocations.txt active_mmap.txt 2>match.log
cmp want active_allocations.txt
ok $? "row A6: a second --match appends nothing"

# ---- other programs --------------------------------
plain=$(python3 -c 'print(sum(range(1000)))' 2>&1; sh -c 'ls /; exit 3'; echo $?)
traced=$(
	export LD_PRELOAD="$preload"
	ALLOCATION_TRACE=$tmp/python python3 -c 'print(sum(range(1000)))' 2>&1
	ALLOCATION_TRACE=/nonexistent/x sh -c 'ls /; exit 3'
	echo $?
)
[ "$plain" = "$traced" ]
ok $? "a program's output is the same with the library"
LD_PRELOAD=$preload ALLOCATION_TRACE='' "$heaper" truth 2 1000 2>err && [ ! -s err ]
ok $? "without a file, nothing is written"

# ---- with mmtop ------------------------------------------------------------
ALLOCATION_TRACE=$tmp/both "$MMTOP" --heap --no-follow -b -o both.log -- \
	sort -r want >sorted 2>both.err
"$MMTOP" heap "$tmp/both" both.list 2>both.told
live=$(sed -n 's/.* heap total .* blocks=\([0-9]*\) .*/\1/p' both.log)
listed=$(grep -vc '^mmap' both.list)
[ -n "$live" ] && [ "$live" -gt 0 ] && [ "$live" = "$listed" ]
ok $? "row A10: --heap and ALLOCATION_TRACE have the same blocks: $live, $listed"

# ---- the steps of the README again, by mmtop: libc's own mappings too --------
rm -f alloc_trace.txt mmap_trace.txt active_*.txt
(
	export ALLOCATION_TRACE="alloc_trace.txt"
	export MMAP_TRACE="mmap_trace.txt"
	"$MMTOP" -b -o steps.log -- "$libcmaps" keep >kept 2>steps.err
	"$MMTOP" --mmap-trace=cat.txt -b -o cat.log -- cat /proc/self/maps >maps 2>>steps.err
)
shown="steps.err active_mmap.log match.log"
[ -s alloc_trace.txt ] && [ -s mmap_trace.txt ] && [ -s kept ]
ok $? "row A10: mmtop writes both traces, with the names of the README"
ALLOCATION_TRACE=alloc_trace.txt
MMAP_TRACE=mmap_trace.txt
"$MMTOP" heap ${ALLOCATION_TRACE} active_allocations.txt >active_allocations.log 2>&1 &&
	"$MMTOP" heap ${MMAP_TRACE} active_mmap.txt >active_mmap.log 2>&1
ok $? "mmtop heap reads both traces"
[ "$(cat active_mmap.log active_allocations.log | grep -c '^other')" -eq 0 ]
ok $? "mmtop heap knows all lines"
"$MMTOP" heap --match active_allocations.txt active_mmap.txt 2>match.log &&
	grep -qE '^mmap: 0x[0-9a-f]+ 0x80[01]000$' match.log &&
	[ "$(grep -c . match.log)" -le 4 ]
ok $? "--match appends only libc's mappings, not the loader's or the library's"
"$MMTOP" heap cat.txt active_mmap.txt >active_mmap.log 2>&1
cp cat.txt mmap_trace.txt
shown=

# Compares the list with cat's own /proc/self/maps, without the kernel's mappings
# of the exec, the ring of --heap, and regions unmapped after the reading.
mapped_truth()
{
	python3 - maps active_mmap.txt mmap_trace.txt <<-'END'
		import sys

		def pages(start, end):
		    return set(range(start, end, 4096))

		def of(path, name):
		    found = set()
		    for line in open(path):
		        words = line.split()
		        if words[0] == name:
		            start = int(words[1], 16)
		            found |= pages(start, start + int(words[2], 16))
		    return found

		made, image = set(), None
		for line in open(sys.argv[1]):
		    words = line.split(None, 5)
		    name = words[5].strip() if len(words) > 5 else ""
		    image = image or name
		    if name in (image, "/memfd:mmtop-heap (deleted)") or "/ld-" in name or name[:1] == "[":
		        continue
		    made |= pages(*(int(x, 16) for x in words[0].split("-")))
		said = of(sys.argv[2], "mmap:")
		missing = made - said - of(sys.argv[3], "munmap(syscall):")
		print(f"# {len(made)} pages mapped, {len(missing)} not in the list")
		sys.exit(len(made & said) < 100 or len(missing) > 0)
	END
}
if command -v python3 >/dev/null; then
	mapped_truth
	ok $? "row A4: all mappings are in the active list"
else
	ok 0 "row A4 # SKIP no python3"
fi

if command -v strace >/dev/null; then
	strace -f -a1 -e trace=mmap,munmap -o strace.txt cat want >/dev/null
	"$MMTOP" --mmap-trace=calls.txt -b -o calls.log -- cat want >/dev/null 2>&1
	[ "$(grep -cE '^[^ ]* *(mmap|munmap)\(.* = (0x[0-9a-f]+|0)$' strace.txt)" -gt 10 ] &&
		[ "$(grep -cE '^[^ ]* *(mmap|munmap)\(.* = (0x[0-9a-f]+|0)$' strace.txt)" -eq \
			"$(grep -c '^' calls.txt)" ]
	ok $? "row A4: as many calls as strace logs: $(grep -c '^' calls.txt)"
else
	ok 0 "row A4 # SKIP strace is not installed"
fi

mkdir elsewhere
"$MMTOP" --allocation-trace=moved.txt -b -o moved.log -- \
	sh -c 'cd elsewhere && exec sort ../want' >/dev/null 2>&1
grep -q 'bin/sort ' moved.txt && [ -z "$(ls elsewhere)" ]
ok $? "a chdir() of the program does not move the trace"

status=0
"$MMTOP" --mmap-trace=/nonexistent/x -b -- true 2>nowhere.err || status=$?
[ $status -eq 125 ] && grep -q '/nonexistent/x' nowhere.err
ok $? "a trace that cannot be created is an error at the start"

# limited OPTION: runs mmtop with a file size limit of 0
limited()
{
	said=$( (ulimit -f 0 && exec "$MMTOP" "$1" -b -o /dev/null -- true) 2>&1)
	status=$?
	echo "$said" | sed 's/^/# /'
}
limited --mmap-trace=long.txt
[ $status -eq 125 ] && [ "${said#*long.txt*}" != "$said" ]
ok $? "a trace that cannot grow is reported, and sets the status"
limited --heap
[ $status -eq 125 ] && [ "${said#*--heap*records*}" != "$said" ]
ok $? "a file size limit below the size of --heap's records is reported"
exit $failed
