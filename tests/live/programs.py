#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Real programs.  Stopped by SIGSTOP: every figure that mmtop logs for their regions
# and pages is that of the kernel's smaps and pagemap.  Launched: every memory call
# with its result, and every mapping record, is that of perf in the same run.
import collections
import errno
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

import tap
from tap import DEADLINE, MMTOP, ok, skip, skip_all, wait_for

PAGE = os.sysconf("SC_PAGE_SIZE")
NOBODY = 65534


def read(path, mode="r"):
    with open(path, mode, **({} if "b" in mode else {"errors": "surrogateescape"})) as f:
        return f.read()


def state(pid):
    return read(f"/proc/{pid}/stat").rpartition(")")[2].split()[0]


def family(pid):
    """pid and all its descendants."""
    pids, at = [pid], 0
    while at < len(pids):
        for task in os.listdir(f"/proc/{pids[at]}/task"):
            try:
                pids += map(int, read(f"/proc/{pids[at]}/task/{task}/children").split())
            except OSError:
                pass
        at += 1
    return pids


def hold(pid):
    """Stops a family, parents first, so that no child is missed."""
    held = []
    while True:
        new = [p for p in family(pid) if p not in held]
        if not new:
            return held
        for p in new:
            os.kill(p, signal.SIGSTOP)
            if not wait_for(lambda p=p: state(p) in "TZ"):
                raise SystemExit(f"{p} does not stop")
        held += new


def smaps(pid):
    """{start: region}, as in mmtop's log."""
    regions, r = {}, None
    for line in read(f"/proc/{pid}/smaps").splitlines():
        word = line.split(None, 1)[0]
        if not word.endswith(":"):
            span, perm, offset, dev, inode, *name = line.split(None, 5)
            start, end = (int(x, 16) for x in span.split("-"))
            r = regions[start] = {
                "end": end, "perm": perm, "offset": int(offset, 16),
                "dev": dev, "inode": int(inode), "name": name[0] if name else "",
            }
        elif word in ("Rss:", "Pss:", "Swap:"):
            r[word[:-1].lower()] = int(line.split()[1]) * 1024
    return regions


def kpage(file, pfn):
    file.seek(pfn * 8)
    return struct.unpack("Q", file.read(8))[0]


def pages(pid, start, end):
    """The number of pages of each kind in [start, end), and the present ranges."""
    kinds = {"resident": 0, "swapped": 0, "zero": 0, "exclusive": 0}
    ranges = []
    with open(f"/proc/{pid}/pagemap", "rb") as f, \
            open("/proc/kpageflags", "rb") as flags:
        f.seek(start // PAGE * 8)
        words = f.read((end - start) // PAGE * 8)
        for i, (word,) in enumerate(struct.iter_unpack("Q", words)):
            at = start + i * PAGE
            if word >> 62 & 1:
                kinds["swapped"] += 1
            if not word >> 63:
                continue
            kinds["resident"] += 1
            if word >> 56 & 1:
                kinds["exclusive"] += 1
            if kpage(flags, word & (1 << 55) - 1) >> 24 & 1:
                kinds["zero"] += 1
            if ranges and ranges[-1][1] == at:
                ranges[-1][1] += PAGE
            else:
                ranges.append([at, at + PAGE])
    return kinds, ranges


def logged(path):
    """The last {pid: {start: event}} of the regions, and of their pages."""
    regions, looks = {}, {}
    for line in open(path, errors="surrogateescape"):
        e = json.loads(line)
        if e["type"] == "region":
            of = regions.setdefault(e["pid"], {})
            if e["op"] == "remove":
                of.pop(int(e["start"], 16), None)
            else:
                of[int(e["start"], 16)] = e
        elif e["type"] == "pages":
            looks.setdefault(e["pid"], {})[int(e["start"], 16)] = e
    return regions, looks


def compare(pid, got, looks):
    """Returns the differences as text, and the number of compared figures."""
    wrong, n = [], 0

    def same(where, what, mine, theirs):
        nonlocal n
        n += 1
        if mine != theirs:
            wrong.append(f"{pid} {where:x} {what}: mmtop {mine}, kernel {theirs}")

    want = smaps(pid)
    for start in sorted(got.keys() - want.keys()):
        wrong.append(f"{pid} {start:x}: only mmtop has it: {got[start]}")
    for start, r in sorted(want.items()):
        e = got.get(start)
        if e is None:
            wrong.append(f"{pid} {start:x}: only the kernel has it: {r}")
            continue
        same(start, "end", int(e["end"], 16), r["end"])
        for key in ("perm", "offset", "inode", "name"):
            same(start, key, e[key], r[key])
        same(start, "dev", e["dev"], r["dev"])
        for key in ("rss", "pss", "swap"):
            if e[key] is not None:
                same(start, key, e[key], r[key])
        kinds, ranges = pages(pid, start, min(r["end"], 1 << 47)) \
            if start < 1 << 47 else ({}, [])
        look = looks.get(start)
        if look is None:
            if ranges:
                wrong.append(f"{pid} {start:x} {r['name']}: no event for its pages")
            continue
        for key, value in kinds.items():
            if look[key] is not None:
                same(start, key, look[key], value)
        same(start, "ranges", [[int(x, 16) for x in y] for y in look["ranges"]], ranges)
    return wrong, n


def watched(name, pid):
    held = hold(pid)
    log = os.path.join(tmp, name + ".json")
    run = subprocess.run(
        [MMTOP, "-b", "--json", "-f", "--level=watch", "--events=region,pages",
         "-d", "0.3", "--duration=2.5", "-o", log, "-p", str(pid)],
        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=DEADLINE)
    regions, looks = logged(log)
    wrong, n, living = [], 0, [p for p in held if state(p) != "Z"]
    for p in living:
        w, m = compare(p, regions.get(p, {}), looks.get(p, {}))
        wrong += w
        n += m
    ok(run.returncode == 0 and not wrong and n,
       f"{name}: {n} figures of {len(living)} processes are those of the kernel",
       f"status {run.returncode}, {len(wrong)} wrong\n" + "\n".join(wrong))
    for p in held:
        try:
            os.kill(p, signal.SIGCONT)
        except ProcessLookupError:
            pass


CALLS = """brk mmap munmap mremap mprotect madvise mlock mlock2 munlock msync
mincore memfd_create shmat shmdt shmget shmctl execve""".split()
PERF = ("unshare", "-m", "sh", "-c",
        "mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null; exec perf \"$@\"", "perf")
LINE = re.compile(r" (\d+)/(\d+) +[0-9.]+: +(?:syscalls:sys_exit_(\w+): (\S+)$|PERF_RECORD_MMAP2 "
                  r"\d+/\d+: \[(\w+)\((\w+)\) @ (\w+) (\S+) (\d+) \d+\]: \S+ (.*))")


def by_perf(data):
    """{tid: [(call, result)]}, {pid: [mapping]}"""
    calls = collections.defaultdict(list)
    maps = collections.defaultdict(list)
    text = subprocess.run([*PERF, "script", "-i", data, "--show-mmap-events",
                           "-F", "comm,pid,tid,time,event,trace"],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, timeout=DEADLINE).stdout
    for line in text.decode(errors="surrogateescape").splitlines():
        m = LINE.search(line)
        if m and m[3]:
            result = int(m[4], 0)
            calls[int(m[2])].append((m[3], result - (1 << 64) if result >> 63 else result))
        elif m:
            maps[int(m[1])].append((int(m[5], 16), int(m[6], 16), int(m[7], 16),
                                    m[8], int(m[9]), m[10]))
    return calls, maps


def by_mmtop(log):
    calls = collections.defaultdict(list)
    maps = collections.defaultdict(collections.Counter)
    tids, lost, launched = set(), 0, None
    for line in open(log, errors="surrogateescape"):
        e = json.loads(line)
        if e["type"] == "call" and e["name"] in CALLS:
            result = -getattr(errno, e["error"]) if e["error"] else \
                int(str(e["result"] or 0), 0)
            calls[e["tid"]].append((e["name"], result))
        elif e["type"] == "map":
            maps[e["pid"]][int(e["addr"], 16), e["len"], e["pgoff"], e["dev"],
                           e["inode"], e["filename"]] += 1
        elif e["type"] == "lost":
            lost += e["count"]
        elif e["type"] == "process":
            tids |= {e["pid"], e["tid"], e["child"]} - {None}
            if e["event"] == "launch":
                launched = e["pid"]
    return calls, maps, tids, lost, launched


def recorded(name, argv, folder, seconds, setuid):
    """Compares with perf, which records all processes during mmtop's run."""
    data, log = (os.path.join(tmp, name + end) for end in (".data", ".calls"))
    run = subprocess.run(
        [*PERF, "record", "-q", "-a", "-d", "-m", "4096", "-e", "dummy", "-e",
         ",".join("syscalls:sys_exit_" + call for call in CALLS), "-o", data, "--",
         MMTOP, "-b", "--json", "--perf", "--build-id=off", "--events=call,map,process",
         *([f"--duration={seconds}"] if seconds else []), "-o", log, "--",
         *(["setpriv", f"--reuid={setuid['user']}", f"--regid={setuid['user']}",
            "--clear-groups"] if setuid else []), *argv],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, timeout=DEADLINE)
    if not os.path.exists(log) or not os.path.exists(data):
        for what in ("calls", "mappings"):
            skip(f"{name}: {what}", "perf records no system calls here")
        return
    theirs, their_maps = by_perf(data)
    mine, my_maps, tids, lost, launched = by_mmtop(log)
    first = next((i for i, call in enumerate(theirs[launched])
                  if call == ("execve", 0)), 0)
    theirs[launched] = theirs[launched][first + 1:]
    wrong, n = [], 0
    for tid in sorted(tids):
        a, b = mine[tid], theirs[tid]
        n += len(b)
        # mmtop does not see the exit of a call during which the task is killed.
        # The exit of its process kills a task in the filter's stop, too: the
        # kernel does not make the call then (__seccomp_filter(),
        # kernel/seccomp.c), and the result is still the one set at the entry.
        if a != b and not (a == b[:-1] and (seconds or b[-1][1] == -errno.ENOSYS)):
            at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            wrong.append(f"{tid}, of {len(a)} and {len(b)}, {at}: mmtop {a[at:at + 3]}, "
                         f"perf {b[at:at + 3]}")
    ok(n and not wrong and not lost, f"{name}: {n} calls of {len(tids)} tasks are those of perf",
       f"lost {lost}\n" + "\n".join(wrong) + run.stderr.decode())
    wrong, n = [], 0
    # Before the records of the exec, which start with the stack at its final
    # address, there is one of the stack that grows while the kernel copies the
    # arguments.
    own = their_maps[launched]
    del own[:next((i for i, m in enumerate(own) if m[5] == "[stack]"), 0)]
    for pid in sorted(tids):
        a, b = my_maps[pid], collections.Counter(their_maps[pid])
        n += len(their_maps[pid])
        wrong += [f"{pid} only mmtop: {m}" for m in a - b]
        wrong += [f"{pid} only perf: {m}" for m in b - a]
    ok(n and not wrong, f"{name}: {n} mapping records are those of perf",
       f"{len(wrong)} wrong\n" + "\n".join(wrong))


def program(name, argv, ready, work=None, user=None, files=(), needs=(),
            seconds=None):
    """Starts a program, waits until it is ready, and compares.  seconds: kills a
    program that does not exit by itself."""
    if len(sys.argv) > 1 and name not in sys.argv[1:]:
        return
    for need in (argv[0], *needs):
        if not need.startswith("./") and not shutil.which(need):
            return skip(name, f"{need} not found")
    folder = os.path.join(tmp, name)
    os.mkdir(folder)
    for file, text in files:
        with open(os.path.join(folder, file), "w") as f:
            f.write(text.replace("@", folder))
    if user:
        os.chown(folder, user, user)
    setuid = {"user": user, "group": user, "extra_groups": []} if user else {}
    if work and subprocess.run(work, shell=True, cwd=folder, **setuid,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL).returncode:
        return skip(name, "its setup failed")
    argv = [a.replace("@", folder) for a in argv]
    p = subprocess.Popen(argv, cwd=folder,
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, start_new_session=True, **setuid)
    try:
        if not wait_for(lambda: p.poll() is not None or ready(p.pid, folder)) or \
                p.poll() is not None:
            return ok(False, name, f"it is not ready: {p.poll()}")
        watched(name, p.pid)
    finally:
        for q in reversed(family(p.pid) if p.poll() is None else []):
            try:
                os.kill(q, signal.SIGKILL)
            except ProcessLookupError:
                pass
        p.wait()
    subprocess.run(["find", folder, "-name", "ready", "-delete"])
    recorded(name, argv, folder, seconds, setuid)


def rss(of):
    def ready(pid, _folder):
        return sum(int(read(f"/proc/{p}/statm").split()[1]) * PAGE
                   for p in family(pid)) >= of
    return ready


def exists(*names):
    def ready(_pid, folder):
        return all(os.path.exists(os.path.join(folder, n)) for n in names)
    return ready


def all_of(*conditions):
    return lambda pid, folder: all(c(pid, folder) for c in conditions)


def run(command):
    def ready(_pid, folder):
        return subprocess.run(command, shell=True, cwd=folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0
    return ready


MIB = 1 << 20
big_c = "".join(f"int f{i}(int x) {{ return x * {i} + f{max(i - 1, 0)}(x - 1); }}\n"
                for i in range(15000))
if os.geteuid() != 0:
    skip_all("only root may read the flags of pages")
if b"__asan_init" in read(MMTOP, "rb"):
    skip_all("built with sanitizers, which change the timing only")
tmp = tempfile.mkdtemp(prefix="mmtop-programs.")
os.chmod(tmp, 0o755)
try:
    program("redis", ["redis-server", "--port", "0", "--unixsocket", "@/socket",
                      "--save", "", "--dir", "@"],
            run("redis-cli -s socket debug populate 200000"), needs=["redis-cli"],
            seconds=2)
    program("nginx", ["nginx", "-p", "@", "-c", "@/conf", "-e", "@/errors"],
            exists("socket"), files=[("conf", """daemon off; pid @/pid;
worker_processes 2; events { }
http { access_log off; client_body_temp_path @/body; proxy_temp_path @/proxy;
fastcgi_temp_path @/fast; uwsgi_temp_path @/uwsgi; scgi_temp_path @/scgi;
server { listen unix:@/socket; } }
""")], seconds=2)
    initdb = next((os.path.join(d, "initdb") for d in
                   sorted(os.listdir("/usr/lib/postgresql")) for d in
                   [f"/usr/lib/postgresql/{d}/bin"]), "initdb") \
        if os.path.isdir("/usr/lib/postgresql") else "initdb"
    postgres = os.path.join(os.path.dirname(initdb), "postgres")
    program("postgres", [postgres, "-D", "@/data", "-k", "@", "-h", ""],
            run("psql -h $PWD -U nobody postgres -c "
                "'create table t as select generate_series(1, 100000)'"),
            work=f"{initdb} -U nobody -A trust -N data", user=NOBODY, needs=["psql"],
            seconds=4)
    program("python3", ["/usr/bin/python3", "-c", """import mmap, threading, time
kept = [str(i) * 10 for i in range(200000)]
own = mmap.mmap(-1, 1 << 22)
own[::8192] = b"x" * 512
threading.Thread(target=time.sleep, args=(1000,)).start()
open("ready", "w")
time.sleep(1000)"""], exists("ready"), seconds=3)
    program("node", ["node", "-e", """let kept = [];
for (let i = 0; i < 300000; i++) kept.push({ i, s: "x" + i });
require("fs").writeFileSync("ready", "");
setInterval(() => kept.push(new Array(10)), 100)"""], exists("ready"), seconds=4)
    program("java", ["java", "-Xmx256m", "Run.java"], exists("ready"), seconds=6,
            files=[("Run.java", """import java.util.*; import java.nio.file.*;
public class Run { public static void main(String[] a) throws Exception {
List<byte[]> kept = new ArrayList<>();
for (int i = 0; i < 20000; i++) kept.add(new byte[1000]);
Files.write(Path.of("ready"), new byte[0]); Thread.sleep(1000000); } }
""")])
    program("gcc", ["gcc", "-O2", "-c", "big.c", "-o", "big.o"],
            rss(40 * MIB), files=[("big.c", big_c)])
    program("g++ with plugins", ["./host"],
            exists("ready"), needs=["g++"], seconds=2,
            files=[("host.cc", """#include <dlfcn.h>
#include <fstream>
#include <unistd.h>
int main() { for (int i = 0; i < 8; i++) { auto n = "./p" + std::to_string(i) + ".so";
void *h = dlopen(n.c_str(), RTLD_NOW); auto f = (void (*)())dlsym(h, "begin"); f();
if (i % 3 == 1) dlclose(h); } std::ofstream("ready"); sleep(1000); }
"""), ("p.cc", """#include <vector>
static std::vector<int> kept; static char table[100000];
extern "C" void begin() { kept.resize(100000, 1); table[50000] = 1; }
""")],
            work="g++ -o host host.cc -ldl && g++ -shared -fPIC -o p0.so p.cc && "
                 "for i in 1 2 3 4 5 6 7; do cp p0.so p$i.so; done")
    program("rust", ["rustc", "-O", "big.rs"], rss(100 * MIB),
            files=[("big.rs", "".join(f"pub fn f{i}(x: u64) -> u64 {{ x.wrapping_mul({i}) ^ (x >> 3) }}\n"
                                      for i in range(20000)) + "fn main() {}\n")])
    program("stress-ng", ["stress-ng", "--vm", "2", "--vm-bytes", "64M", "--vm-keep"],
            rss(60 * MIB), seconds=3)
finally:
    shutil.rmtree(tmp, ignore_errors=True)
print(f"1..{tap.number}")
tap.end()
