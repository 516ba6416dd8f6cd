# SPDX-License-Identifier: GPL-3.0-or-later
# The story of the screen tests as events (the form of tests/support/evtext.h):
# `mmtop python3 ingest.py`, process 4121 with the loaders 4122 and 4123 and
# the children 4130 sh, 4131 gzip and 4132 gzip.  Lines come in no order:
# make-story sorts them by time.
#
#	awk -v part=story|held|after|end -f story.awk

# ---- numbers: addresses are below 2^53, so exact -----------------------------

function hexval(s,    i, n) {
	n = 0
	s = tolower(s)
	for (i = 1; i <= length(s); i++)
		n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
	return n
}
function hex(n,    s) {
	s = ""
	do {
		s = substr("0123456789abcdef", n % 16 + 1, 1) s
		n = int(n / 16)
	} while (n > 0)
	return "0x" s
}
# A number that looks random and is always the same; 0 <= result < n.
function dice(n) {
	seed = (seed * 16807) % 2147483647
	return int(seed / 2147483647 * n)
}
function round(x) { return int(x + 0.5) }

# ---- one event -----------------------------------------------------------------

function ev(t, who, what) { printf "%.6f %s %s\n", t, who, what }

# ---- calls ---------------------------------------------------------------------

function call(t, tid, name, args, rest) {
	ev(t, (tid > 4129 ? tid : 4121 "/" tid), \
	   "call call=" name " args=" args " " rest)
}
function brk(t, end) {
	call(t, 4121, "brk", end, "result=" end " duration_ns=2us")
}
function mmap(t, tid, len, prot, flags, addr, took, rest) {
	call(t, tid, "mmap", "0," len "," prot "," flags ",-1,0", \
	     "result=" addr " duration_ns=" took "us " rest)
}
function munmap(t, tid, addr, len, took) {
	call(t, tid, "munmap", addr "," len, "duration_ns=" took "us")
}
function madvise(t, tid, addr, len, advice, took) {
	call(t, tid, "madvise", addr "," len "," advice, \
	     "duration_ns=" took "us")
}
function pair(t, tid, addr, len) {
	mmap(t, tid, len, 3, "0x22", addr, 5.8 + dice(8) / 10)
	munmap(t + 0.001, tid, addr, len, 8.5 + dice(9) / 10)
}

# ---- regions: a table, in address order ------------------------------------------

function region(born, start, pages, perm, kind, rss, shape, rest) {
	nr++
	R_born[nr] = born
	R_start[nr] = start
	R_pages[nr] = pages
	R_perm[nr] = perm
	R_kind[nr] = kind
	R_rss[nr] = rss
	R_shape[nr] = shape
	R_rest[nr] = rest
	R_pid[nr] = pid
}
# A file mapped in parts "pages:perm:rss pages:perm:rss ..."
function image(born, start, kind, path, inode, parts,    n, i, p, q, at, off) {
	n = split(parts, p, " ")
	at = hexval(start)
	off = 0
	for (i = 1; i <= n; i++) {
		split(p[i], q, ":")
		region(born, substr(hex(at), 3), q[1], q[2], kind, q[3], \
		       "5955544555455566", "name=" path " dev=8:1 inode=" \
		       inode " offset=" hex(off))
		at += q[1] * 4096
		off += q[1] * 4096
	}
}

function region_line(i, op, pages, rss, rest) {
	return "region op=" op " start=0x" R_start[i] " end=+" pages * 4 \
	       "K perm=" R_perm[i] " kind=" R_kind[i] " rss=" rss * 4 \
	       "K swap=0 " R_rest[i] rest
}

# Counts of pages for a region by a shape of 16 digits (0 none, 9 all),
# scaled so that they sum up to rss.
function pages_line(i, pages, rss,    bp, n, k, w, sum, c, left, hold, line, p) {
	bp = 1
	while (pages / bp > 128)
		bp *= 2
	n = int((pages + bp - 1) / bp)
	sum = 0
	for (k = 0; k < n; k++) {
		w = shape_at(R_shape[i], k, n)
		hold = k < n - 1 ? bp : pages - k * bp
		C[k] = w * hold
		sum += C[k]
	}
	left = rss
	for (k = 0; k < n; k++) {
		hold = k < n - 1 ? bp : pages - k * bp
		c = sum ? int(C[k] * rss / sum) : 0
		C[k] = c > hold ? hold : c
		left -= C[k]
	}
	for (p = 0; left > 0 && p < 2; p++)
		for (k = 0; k < n && left > 0; k++) {
			w = shape_at(R_shape[i], k, n)
			hold = k < n - 1 ? bp : pages - k * bp
			if (w == 0 && !p)
				continue
			c = hold - C[k] < left ? hold - C[k] : left
			if (!p && c > 1)
				c = int((c + 1) / 2)
			C[k] += c
			left -= c
		}
	line = "pages start=0x" R_start[i] " end=+" pages * 4 "K bin_pages=" \
	       bp " bins="
	return line runs(n)
}
function shape_at(shape, k, n) {
	return substr(shape, int(k * length(shape) / n) + 1, 1) + 0
}
# C[0..n) as the runs of evtext.h, with Z[k] zero pages, the rest exclusive.
function runs(n,    k, from, line, cell) {
	line = ""
	for (k = 0; k < n; k = from) {
		cell = cell_of(k)
		for (from = k + 1; from < n && cell_of(from) == cell; from++)
			;
		line = line (k ? "," : "") from - k "x" cell
	}
	return line
}
function cell_of(k,    z) {
	if (!C[k])
		return "0"
	z = Z[k] + 0
	return C[k] "r" (z ? z "z" : "") C[k] - z "e"
}

# ---- the 1 GiB arena ---------------------------------------------------------------

# Its 4,096 bins of 64 pages at 12.4 s: 77,056 resident, 206 zero pages.
function arena_final(    b, sum, left) {
	seed = 4121
	for (b = 0; b < 4096; b++)
		A[b] = 0
	for (b = 0; b < 896; b++)
		A[b] = 64
	# Given back: two of three 256K steps in two stretches.
	for (b = 320; b < 358; b++)
		A[b] = b % 3 ? 0 : 64
	for (b = 430; b < 468; b++)
		A[b] = b % 3 ? 0 : 64
	for (b = 640; b < 704; b++)
		A[b] = b % 3 == 2 ? 64 : 0
	for (b = 896; b < 1536; b++)
		A[b] = 12 + dice(52)
	sum = 0
	for (b = 0; b < 1536; b++)
		sum += A[b]
	# A few single places far beyond, and the very end.
	split("1664 1730 1985 2167 2494 2543 2995 3205 3456 3717", lone, " ")
	for (b in lone) {
		A[lone[b]] = 20
		sum += 20
	}
	for (b = 4092; b < 4096; b++) {
		A[b] = 24
		sum += 24
	}
	left = 77056 - sum
	for (b = 896; left != 0; b = b == 1535 ? 896 : b + 1)
		if (left > 0 && A[b] < 64) {
			A[b]++
			left--
		} else if (left < 0 && A[b] > 1) {
			A[b]--
			left++
		}
}
# The same when only `pages` were resident: what came last is not there yet.
# From `tail` on the end of the arena is full (the way to its death).
function arena_at(pages, tail,    b, drop, take) {
	for (b = 0; b < 4096; b++)
		C[b] = b >= tail ? 64 : A[b]
	drop = 0
	for (b = 0; b < 4096; b++)
		drop += C[b]
	drop -= pages
	for (b = 1535; b >= 0 && drop > 0; b--) {
		take = C[b] < drop ? C[b] : drop
		C[b] -= take
		drop -= take
	}
	for (b = 0; b < 4096; b++)
		Z[b] = b >= 1000 && b < 1206 && C[b] > 1 ? 1 : 0
}
function arena_pages(t, detail,    b, n, k) {
	n = 4096
	if (!detail) {
		n = 128
		for (b = 0; b < 4096; b++) {
			k = int(b / 32)
			if (b % 32) {
				C[k] += C[b]
				Z[k] += Z[b]
			} else {
				C[k] = C[b]
				Z[k] = Z[b]
			}
		}
	}
	ev(t, 4121, "pages start=0x7f1c40000000 end=+1G bin_pages=" \
	   (detail ? 64 : 2048) (detail ? " detail=1" : "") \
	   " bins=" runs(n))
	split("", Z)
}

# ---- how it grows --------------------------------------------------------------------

function arena_rss(t) {
	if (t >= 7)
		return 77056 - round((12.4 - t) * 742)
	return t < 0.4 ? 0 : round((t - 0.4) / 6.6 * (77056 - 5.4 * 742))
}
function heap_rss(t) {
	if (t >= 7)
		return 22630 - round((12.4 - t) * 51.25)
	return round(26 + (t - 0.4) / 6.6 * (22630 - 5.4 * 51.25 - 26))
}
function heap_pages(t,    k, n) {
	n = 33
	for (k = 1; k <= nbrk; k++)
		if (B_time[k] <= t)
			n = B_pages[k]
	return n
}
function at_brk(t, end) {
	nbrk++
	B_time[nbrk] = t
	B_pages[nbrk] = (hexval(end) - hexval("55d0ca4e2000")) / 4096
	brk(t, "0x" end)
}

# ---- parts of the story ----------------------------------------------------------------

function all_regions() {
	pid = 4121
	image(0.002, "55d0c8a00000", "program", "/usr/bin/python3.11", 1311, \
	      "287:r--p:120 745:r-xp:400 564:r--p:241 4:r--p:4 128:rw-p:128")
	region(0.2, "55d0ca4e2000", 33, "rw-p", "heap", 26, \
	       "9999989999988899", "name=[heap]")
	heap = nr
	region(0.4, "7f1c38000000", 33, "rw-p", "arena", 3, \
	       "9000000000000000", "")
	region(0.4, "7f1c38021000", 16351, "---p", "arena-reserve", 0, "0", "")
	region(0.22, "7f1c40000000", 262144, "rw-p", "anon", 0, "0", "")
	arena = nr
	region(0.4, "7f1c801ff000", 1, "---p", "guard", 0, "0", "owner=4123")
	region(0.4, "7f1c80200000", 2048, "rw-p", "thread-stack", 17, \
	       "0000000000000009", "owner=4123")
	region(0.4, "7f1c80bff000", 1, "---p", "guard", 0, "0", "owner=4122")
	region(0.4, "7f1c80c00000", 2048, "rw-p", "thread-stack", 23, \
	       "0000000000000009", "owner=4122")
	region(0.4, "7f1c81400000", 46592, "r--s", "file", 870, \
	       "5050000000000000", "dev=8:2 inode=77120 " \
	       "name=/srv/ingest/in/2026-11-20.csv")
	region(0.2, "7f1c8ca00000", 3072, "rw-p", "anon", 2970, \
	       "8999999999999999", "")
	library(0.2, "7f1c8d800000", "libcrypto.so.3", 2101, \
		"180:r--p:60 826:r-xp:380 229:r--p:60 100:r--p:40 4:rw-p:3")
	library(0.2, "7f1c8dde0000", "libc.so.6", 2102, \
		"38:r--p:38 341:r-xp:280 83:r--p:33 4:r--p:4 13:rw-p:9")
	library(0.2, "7f1c8dfc0000", "libm.so.6", 2103, \
		"16:r--p:10 117:r-xp:30 148:r--p:8 1:rw-p:1")
	image(0.2, "7f1c8e100000", "library", \
	      "/usr/lib/python3.11/lib-dynload/_json.so", 2104, \
	      "2:r--p:2 8:r-xp:8 4:r--p:3 1:r--p:1 1:rw-p:1")
	library(0.2, "7f1c8e140000", "libz.so.1", 2105, \
		"3:r--p:3 18:r-xp:13 6:r--p:2 1:r--p:1 1:rw-p:1")
	image(0.2, "7f1c8e180000", "library", \
	      "/usr/lib/python3.11/lib-dynload/_csv.so", 2106, \
	      "1:r--p:1 5:r-xp:5 2:r--p:2 1:r--p:1 1:rw-p:1")
	library(0.2, "7f1c8e1c0000", "libssl.so.3", 2107, \
		"30:r--p:6 94:r-xp:12 26:r--p:2 9:r--p:8 4:rw-p:2")
	library(0.2, "7f1c8e280000", "liblzma.so.5", 2108, \
		"3:r--p:3 23:r-xp:10 13:r--p:2 1:rw-p:1")
	image(0.002, "7f1c8e4f3000", "library", \
	      "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", 2109, \
	      "1:r--p:1 38:r-xp:36 10:r--p:9 2:r--p:2 3:rw-p:3")
	region(0.002, "7ffd3c5e1000", 33, "rw-p", "stack", 15, \
	       "0000000010099999", "name=[stack]")
	region(0.002, "7ffd3c7f4000", 4, "r--p", "special", 0, "0", \
	       "name=[vvar]")
	region(0.002, "7ffd3c7f8000", 2, "r-xp", "vdso", 1, "9", \
	       "name=[vdso]")
	nmain = nr
}
function library(born, start, name, inode, parts) {
	image(born, start, "library", "/usr/lib/x86_64-linux-gnu/" name, \
	      inode, parts)
}
# The shell and its gzip: 24 and 31 regions.
function child_regions(who, t, base, path, inode, extra,    i) {
	pid = who
	image(t, "55" base "10000", "program", path, inode, \
	      "4:r--p:4 18:r-xp:18 6:r--p:5 2:r--p:2 1:rw-p:1")
	region(t, "55" base "80000", 33, "rw-p", "heap", 9, \
	       "9990000000000000", "name=[heap]")
	if (extra)
		image(t, "7f6b1bc00000", "library", \
		      "/usr/lib/x86_64-linux-gnu/libz.so.1", 2105, \
		      "3:r--p:3 18:r-xp:16 6:r--p:4 1:r--p:1 1:rw-p:1")
	for (i = 0; i < (extra ? 4 : 2); i++)
		region(t, substr(hex(hexval("7f6b1c000000") + i * 262144), 3), \
		       60, "rw-p", "anon", extra ? 50 : 2, \
		       "9999999999999999", "")
	image(t, "7f6b1dde0000", "library", \
	      "/usr/lib/x86_64-linux-gnu/libc.so.6", 2102, \
	      "38:r--p:38 341:r-xp:150 83:r--p:20 4:r--p:4 13:rw-p:5")
	region(t, "7f6b1dfbf000", 13, "rw-p", "anon", 5, \
	       "9900000000000000", "")
	region(t, "7f6b1e000000", 738, "r--p", "file", 15, \
	       "9000000000000000", "dev=8:1 inode=2120 " \
	       "name=/usr/lib/locale/locale-archive")
	region(t, "7f6b1e4e0000", 7, "r--s", "file", 7, "9", "dev=8:1 " \
	       "inode=2121 name=/usr/lib/x86_64-linux-gnu/gconv/gconv-modules.cache")
	image(t, "7f6b1e4f3000", "library", \
	      "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", 2109, \
	      "1:r--p:1 38:r-xp:30 10:r--p:6 2:r--p:2 3:rw-p:3")
	region(t, "7ffe" base "000", 33, "rw-p", "stack", 4, \
	       "0000000000000009", "name=[stack]")
	region(t, "7fff1c7f4000", 4, "r--p", "special", 0, "0", "name=[vvar]")
	region(t, "7fff1c7f8000", 2, "r-xp", "vdso", 1, "9", "name=[vdso]")
}

function begin_story(    i, t) {
	ev(0, 0, "start version=0.1 command=\"python3 ingest.py\" " \
	   "kernel=6.1.0-44-amd64 machine=x86_64 page_size=4096 " \
	   "sources=\"ptrace=on\\0maps=on\\0\"")
	ev(0.001, 4121, "process op=launch child=4121 start=51234 ppid=4100 " \
	   "comm=python3 exe=/usr/bin/python3.11 " \
	   "argv=\"python3\\0ingest.py\\0\"")
	status(0.001, "run", "calls", "")
	startup_calls()
	work_calls()
	process_events()
	ev(1.002, 4121, "signal signal=SIGCHLD code=CLD_EXITED sender=4129 " \
	   "uid=1000 action=delivered")
	ev(9.812, 4130, "signal signal=SIGCHLD code=CLD_EXITED sender=4132 " \
	   "uid=1000 action=delivered")
	ev(10, 4121, "signal signal=SIGALRM code=SI_KERNEL action=delivered")
	all_regions()
	child_regions(4130, 1.1, "91c2a", "/usr/bin/dash", 1320, 0)
	child_regions(4131, 1.2, "d04f3", "/usr/bin/gzip", 1321, 1)
	for (i = 1; i <= nr; i++) {
		ev(R_born[i], R_pid[i], \
		   region_line(i, "add", R_pages[i], R_rss[i], ""))
		if (i != heap && i != arena)
			ev(R_born[i] + 0.002, R_pid[i], \
			   pages_line(i, R_pages[i], R_rss[i]))
	}
	ev(0.003, 4121, "region op=sync")
	ev(1.101, 4130, "region op=sync")
	ev(1.201, 4131, "region op=sync")
	arena_final()
	for (t = 0.4; t < 12.41; t += 0.5)
		sample(t, arena_rss(t), heap_rss(t), heap_pages(t))
	details(12.0)
	output_rows()
}

function status(t, state, level, rest) {
	ev(t, 0, "status state=" state " level=" level " origin=launched " \
	   "main_pid=4121 tasks=" (t < 0.3 ? 1 : t < 1.1 ? 3 : 5) " stops=" \
	   round(t * 47) " stop_total_ns=" round(t * 400) "us " \
	   "worst_stop_ns=20us own_cpu=11 own_rss=9.2M " rest)
}

# What the sampler says every half second.
function sample(t, in_arena, in_heap, heap_size) {
	ev(t, 4121, region_line(arena, "change", 262144, in_arena, ""))
	ev(t, 4121, region_line(heap, "change", heap_size, in_heap, ""))
	if (t > 11 || int(t) % 4 == 0) {
		ev(t, 4121, pages_line(heap, heap_size, in_heap))
		arena_at(in_arena, t > 13 ? 4096 - 20 : 4096)
		if (t > 11.3)
			arena_pages(t, 1)
		arena_at(in_arena, t > 13 ? 4096 - 20 : 4096)
		arena_pages(t, 0)
	}
	ev(t, 4121, "region op=sync")
	if (t > 1.2) {
		ev(t, 4130, "region op=sync")
		ev(t, 4131, "region op=sync")
	}
	tasks(t, "")
	usage(t, in_arena, in_heap, heap_size)
	if (int(t * 2 + 0.5) % 2 == 1)
		machine(t)
	status(t, "run", "calls", "")
}
function tasks(t, held) {
	ev(t, 4121, "task state=S in_call=7 comm=python3 minflt=2100")
	if (t > 0.31) {
		ev(t, "4121/4122", "task comm=loader minflt=71000 state=" \
		   (held ? "t sp=0x7f1c813fee40 in_call=9" : \
		    "R sp=0x7f1c813fee40"))
		ev(t, "4121/4123", "task state=S comm=loader minflt=32500 " \
		   "in_call=202 sp=0x7f1c809fed10")
	}
	if (t > 1.2) {
		ev(t, 4130, "task state=S comm=sh in_call=61")
		ev(t, 4131, "task state=R comm=gzip" (held ? " in_call=1" : ""))
	}
}
function usage(t, in_arena, in_heap, heap_size,    rss, i, virt) {
	rss = in_arena + in_heap
	virt = 0
	for (i = 1; i <= nmain; i++) {
		virt += i == heap ? heap_size : R_pages[i]
		if (i != heap && i != arena)
			rss += R_rss[i]
	}
	ev(t, 4121, "usage virt=" virt * 4 "K rss=" rss * 4 "K peak=" \
	   rss * 4 "K rss_anon=" (in_arena + in_heap + 3100) * 4 \
	   "K rss_file=" (rss - in_arena - in_heap - 3100) * 4 \
	   "K rss_shmem=0 swap=0 data=1122M stack=132K text=16M locked=0 " \
	   "minflt=" round(105600 - (12.4 - t) * 794 * (t < 6 ? 1.4 : 1)) \
	   " majflt=12 threads=3 state=S cgroup_used=" (rss - 205) * 4 \
	   "K cgroup_max=512M")
	if (t < 1.2)
		return
	ev(t, 4130, "usage virt=2.53M rss=1.21M peak=1.21M swap=0 threads=1 " \
	   "minflt=112 majflt=0 state=S cgroup_used=" (rss - 205) * 4 \
	   "K cgroup_max=512M")
	ev(t, 4131, "usage virt=9.10M rss=2.40M peak=2.40M swap=0 threads=1 " \
	   "minflt=690 majflt=0 state=R cgroup_used=" (rss - 205) * 4 \
	   "K cgroup_max=512M")
}
function machine(t,    grown) {
	grown = round((t - 12.4) * 3.2 * 1024)
	ev(t, 0, "system total=31.2G free=" 8178893 - grown \
	   "K available=" 17616077 - round(grown * 0.97) "K used=" \
	   14784922 + grown "K buffers=214M cached=9G shmem=148M slab=612M " \
	   "page_tables=71.3M kernel_stack=14.2M anon=12.2G dirty=3.1M " \
	   "writeback=0 commit=18.4G commit_limit=17.6G swap_total=2G " \
	   "swap_free=2G huge_total=0 huge_free=0 huge_size=2M " \
	   "psi_some_10=3 psi_some_60=1 psi_some_300=0 psi_full_10=0 " \
	   "psi_full_60=0 psi_full_300=0 oom_kills=0")
}
# smaps, read once for the process that is looked at.
function details(t,    i, pages, rss, pss, flags) {
	for (i = 1; i <= nmain; i++) {
		pages = i == heap ? heap_pages(t) : R_pages[i]
		rss = R_rss[i]
		if (i == heap)
			rss = heap_rss(t)
		if (i == arena)
			rss = arena_rss(t)
		pss = R_kind[i] == "program" || R_kind[i] == "library" \
			? round(rss * 0.662) : rss
		flags = R_perm[i] ~ /w/ ? "rd wr mr mw me ac sd" : \
			R_perm[i] ~ /x/ ? "rd ex mr mw me sd" : \
			R_perm[i] ~ /r/ ? "rd mr mw me sd" : "mr mw me nr sd"
		ev(t, 4121, region_line(i, "change", pages, rss, \
		   " pss=" pss * 4 "K vmflags=\"" flags "\""))
	}
}

function startup_calls(    i, n, lib, q) {
	call(0.003, 4121, "brk", "0", "result=0x55d0ca4e2000 duration_ns=1.1us")
	at_brk(0.004, "55d0ca503000")
	n = split("7f1c8d800000:1339 7f1c8dde0000:479 7f1c8dfc0000:282 " \
		  "7f1c8e100000:16 7f1c8e140000:29 7f1c8e180000:10 " \
		  "7f1c8e1c0000:163 7f1c8e280000:40", lib, " ")
	for (i = 1; i <= n; i++) {
		split(lib[i], q, ":")
		call(0.01 + i * 0.02, 4121, "mmap", "0," q[2] * 4 \
		     "K,1,0x802,3,0", "result=0x" q[1] " duration_ns=7.4us " \
		     "path=/usr/lib/x86_64-linux-gnu/lib" i ".so")
		call(0.011 + i * 0.02, 4121, "mprotect", \
		     hex(hexval(q[1]) + (q[2] - 2) * 4096) ",4K,1", \
		     "duration_ns=3.1us")
	}
	mmap(0.19, 4121, "12M", 3, "0x22", "0x7f1c8ca00000", "6.6")
	mmap(0.214, 4121, "1G", 3, "0x4022", "0x7f1c40000000", "6.2")
	call(0.250, 4121, "mmap", "0,182M,1,1,4,0", "result=0x7f1c81400000 " \
	     "duration_ns=9.9us path=/srv/ingest/in/2026-11-20.csv")
	thread(0.300, 4122, "7f1c80bff000", "7f1c80c00000", "7f1c813fee40")
	thread(0.305, 4123, "7f1c801ff000", "7f1c80200000", "7f1c809fed10")
	mmap(0.310, 4122, "128M", 0, "0x4022", "0x7f1c37000000", "5.1")
	munmap(0.311, 4122, "0x7f1c37000000", "16M", "4.4")
	munmap(0.312, 4122, "0x7f1c3c000000", "48M", "4.9")
	call(0.313, 4122, "mprotect", "0x7f1c38000000,132K,3", \
	     "duration_ns=3.0us")
}
function thread(t, tid, guard, stack, sp) {
	mmap(t, 4121, "8196K", 0, "0x20022", "0x" guard, "5.5")
	call(t + 0.001, 4121, "mprotect", "0x" stack ",8M,3", \
	     "duration_ns=3.3us")
	ev(t + 0.002, 4121, "process op=thread child=" tid \
	   " child_pid=4121 comm=loader sp=0x" sp)
}

# 262 calls from 0.4 s to 12.4 s; with the 29 before they are 291.
function work_calls(    i, t) {
	seed = 291
	for (i = 1; i <= 40; i++)
		at_brk(0.4 + i * 0.173, i < 40 ? \
		       substr(hex(hexval("55d0ca503000") + i * 2490368), 3) : \
		       "55d0d03fb000")
	at_brk(7.688, "55d0d041c000")
	at_brk(8.495, "55d0d043d000")
	at_brk(9.302, "55d0d045e000")
	at_brk(10.114, "55d0d047f000")
	at_brk(10.951, "55d0d04a0000")
	at_brk(11.790, "55d0d04c1000")
	at_brk(12.391, "55d0d04e2000")
	for (i = 0; i < 12; i++)
		pair(0.52 + i * 0.57, 4121, "0x7f1c8d640000", "256K")
	for (i = 0; i < 19; i++)
		pair(apart(7.45 + i * 0.21), 4121, "0x7f1c8d640000", "256K")
	for (i = 0; i < 7; i++)
		pair(0.95 + i * 0.93, 4123, "0x7f1c8d700000", "1M")
	pair(8.1, 4123, "0x7f1c8d700000", "1M")
	pair(9.2, 4123, "0x7f1c8d700000", "1M")
	pair(10.7, 4123, "0x7f1c8d700000", "1M")
	mmap(11.902, 4123, "1M", 3, "0x22", "0x7f1c8d700000", "6.4")
	munmap(11.903, 4123, "0x7f1c8d700000", "1M", "9.1")
	mmap(12.114, 4123, "1M", 3, "0x22", "0x7f1c8d700000", "6.1")
	munmap(12.115, 4123, "0x7f1c8d700000", "1M", "8.8")
	# The file is read ahead...
	for (i = 0; i < 56; i++)
		madvise(0.45 + i * 0.121, 4122, hex(hexval("7f1c81400000") + \
			i * 1048576), "1M", 3, 2.1 + dice(20) / 10)
	for (; i < 111; i++)
		madvise(apart(7.42 + (i - 56) * 0.075), 4122, \
			hex(hexval("7f1c81400000") + i * 1048576), "1M", 3, \
			2.1 + dice(20) / 10)
	# ...and parts of the arena are given back, 32.0M in 17 calls.
	madvise(2.1, 4122, "0x7f1c41000000", "4M", 4, 79.1)
	madvise(3.0, 4122, "0x7f1c42000000", "4M", 4, 81.3)
	madvise(4.2, 4122, "0x7f1c43000000", "4M", 4, 78.8)
	madvise(5.1, 4122, "0x7f1c44000000", "4M", 4, 80.9)
	madvise(5.9, 4122, "0x7f1c45000000", "2M", 4, 40.2)
	madvise(6.6, 4122, "0x7f1c45800000", "2M", 4, 42.7)
	madvise(7.2, 4122, "0x7f1c46000000", "512K", 4, 12.0)
	madvise(10.201, 4122, "0x7f1c47000000", "4M", 4, 80.2)
	madvise(10.296, 4122, "0x7f1c47800000", "2M", 4, 43.9)
	madvise(11.601, 4122, "0x7f1c4a000000", "2M", 4, 38.2)
	for (i = 0; i < 6; i++)
		madvise(11.941 + i * 0.004, 4122, "0x7f1c4a800000", "256K", \
			4, 7.7)
	call(12.002, 4131, "madvise", "0x7f6b1c02f000,64K,8", \
	     "error=EINVAL duration_ns=1.1us")
	madvise(12.318, 4122, "0x7f1c4c800000", "2M", 4, 41.0)
}
# Nothing else between 10.1 and 10.3 s, nor from 11.6 s on.
function apart(t) {
	if (t >= 10.09 && t <= 10.31)
		return t - 0.23
	return t > 11.59 ? 11.59 : t
}

function process_events() {
	ev(0.9, 4121, "process op=fork child=4129 start=51324 ppid=4121")
	ev(0.905, 4129, "process op=exec old_tid=4129 start=51324 comm=sh " \
	   "exe=/usr/bin/dash argv=\"sh\\0-c\\0true\\0\"")
	ev(1.001, 4129, "process op=exit gone=1 status=0")
	ev(1.05, 4121, "process op=vfork child=4130 start=51339 ppid=4121")
	ev(1.055, 4130, "process op=exec old_tid=4130 start=51339 comm=sh " \
	   "exe=/usr/bin/dash argv=\"sh\\0-c\\0gzip -1 >out.gz\\0\" ns_pid=7")
	ev(1.15, 4130, "process op=fork child=4131 start=51349 ppid=4130")
	ev(1.155, 4131, "process op=exec old_tid=4131 start=51349 comm=gzip " \
	   "exe=/usr/bin/gzip argv=\"gzip\\0-1\\0\"")
	ev(9.70, 4130, "process op=fork child=4132 start=52204 ppid=4130")
	ev(9.705, 4132, "process op=exec old_tid=4132 start=52204 comm=gzip " \
	   "exe=/usr/bin/gzip argv=\"gzip\\0-t\\0out.gz\\0\"")
	ev(9.81, 4132, "process op=exit gone=1 status=0")
}

function row(t, n, text) {
	ev(t, 4121, "output rows=24 cols=80 row=" n " cursor_row=8 " \
	   "cursor_col=29 cursor_shown=1 text=\"" text "\"")
}
function output_rows() {
	row(0.26, 0, "ingest: reading /srv/ingest/in/2026-11-20.csv " \
	    "(190,840,832 bytes)")
	row(0.32, 1, "ingest: 2 loaders, arena 1024 MiB")
	row(12.35, 2, "  loader 1  ██████████████░░░░░░░░░░░░░░░░░░░░  41 %" \
	    "   38,112 rows/s")
	row(12.35, 3, "  loader 2  █████████████░░░░░░░░░░░░░░░░░░░░░  39 %" \
	    "   36,904 rows/s")
	row(8.8, 5, "warning: row 812,004: 3 of 14 columns empty")
	row(9.9, 6, "warning: row 812,977: bad date '2026-11-31'")
	row(0.33, 8, "[p]ause  [v]erbose  [q]uit > ")
}

# 12.4 s to the hold at 12.902 s: 4122 before mmap.
function held_story() {
	call(12.874, 4122, "futex", "0x7f1c80bfe910,128,0", \
	     "duration_ns=61ms")
	tasks(12.902, 1)
	call(12.902, 4122, "mmap", "0,1M,3,0x22,-1,0", "phase=enter")
	hold(12.902, "enter")
	ev(12.91, 4121, "region op=sync")
	usage(12.91, 77056, 22630, 24576)
}
function hold(t, phase) {
	status(t, "held", "step", "held_tid=4122 held_phase=" phase \
	       " held=5")
}
# One step further: it came back.
function after_story() {
	call(12.93, 4122, "mmap", "0,1M,3,0x22,-1,0", \
	     "phase=exit result=0x7f1c8d700000 duration_ns=7.2us")
	ev(12.931, 4121, "region op=add start=0x7f1c8d700000 end=+1M " \
	   "perm=rw-p kind=anon rss=0 swap=0")
	ev(12.932, 4121, "region op=sync")
	ev(12.933, 4121, "usage virt=1410.6M rss=412.4M peak=412.4M swap=0 " \
	   "data=1123M stack=132K minflt=105604 majflt=12 threads=3 state=t " \
	   "cgroup_used=411.6M cgroup_max=512M")
	hold(12.932, "exit")
}
# To the death at 14.2 s: 25 more calls make 318.
function end_story(    i) {
	seed = 318
	status(12.94, "run", "calls", "")
	for (i = 0; i < 24; i++)
		madvise(12.96 + i * 0.05, 4122, hex(hexval("7f1c87000000") + \
			i * 1048576), "1M", 3, 2.1 + dice(20) / 10)
	madvise(14.198, 4122, "0x7f1c7f800000", "4M", 3, 8.8)
	ev(12.95, "4121/4122", "signal signal=SIGUSR1 code=SI_TKILL " \
	   "sender=4121 uid=1000 action=delivered")
	ev(13.417, 4121, "signal signal=SIGWINCH code=SI_KERNEL " \
	   "action=delivered")
	ev(13.92, 4121, "signal signal=SIGTERM code=SI_USER sender=899 " \
	   "uid=1000 action=delivered")
	arena_final()
	sample(13.4, 77400, 22690, 24576)
	sample(13.9, 77900, 22720, 24576)
	sample(14.2, 78240, 22730, 24576)
	ev(14.203, "4121/4122", "signal signal=SIGSEGV code=SEGV_MAPERR " \
	   "has_addr=1 addr=0x7f1c80000000 action=delivered")
	ev(14.217, 4131, "process op=exit gone=1 status=0")
	ev(14.218, 4130, "process op=exit gone=1 status=0")
	ev(14.219, 4121, "process op=exit gone=1 signal=SIGSEGV core=1")
	status(14.219, "ended", "calls", "tasks=0 exit_signal=SIGSEGV " \
	       "exit_core=1")
	ev(14.22, 0, "end events=0 lost=0 duration_ns=14220ms " \
	   "worst_stop_ns=20us")
}

BEGIN {
	if (part == "story") {
		begin_story()
		exit
	}
	all_regions()
	if (part == "held")
		held_story()
	if (part == "after")
		after_story()
	if (part == "end")
		end_story()
}
