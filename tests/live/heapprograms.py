#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# mmtop --heap reports the same figures for real programs as heaptrack and valgrind's
# memcheck, to the call and the byte: allocations, frees, bytes requested, the peak
# (heaptrack only), blocks and bytes left at exit, and the sites of those.
#
# A site is a file and the last twelve bits of a return address, which do not depend
# on the address of the file; memcheck does not print the file of code with debug
# information: there a site is only those bits.
#
# Causes of differences, and how this test avoids them:
#
#   libraries	heaptrack's library depends on others, and each tool loads one with
#		thread-local memory, which enlarges a table of each thread: all runs
#		load the same number of these.
#   descriptors	node has a table of them: heaptrack opens four, so all runs get four.
#   environment	nginx, redis and stress-ng copy theirs, and each tool adds variables:
#		padding makes the number and length equal for all.
#   libc	at exit, memcheck makes libc and libstdc++ free their own memory: an
#		option prevents that.  heaptrack makes libstdc++ free its memory for
#		exceptions: the test does not count that.
#   destructors	heaptrack does not see frees by destructors of libraries (stress-ng and
#		postgres have some): compared only with memcheck.
#   RUNPATH	heaptrack calls dlopen() for the program, so the loader takes its
#		RUNPATH for that of java: sites of the loader are omitted.
#   allocator	redis queries its own allocator for block sizes, and memcheck replaces
#		that; node and java create code: compared only with heaptrack.
#   stress-ng	queries cpuid for the caches of each CPU, and valgrind answers like an
#		Intel CPU: on others, a table of them (4 x 24 bytes, by calloc) is
#		allocated and freed only under valgrind.  Only what is left is compared.
#   addresses	cc1 has a table for each 16 MiB of addresses that its pages use, and
#   and time	servers act at certain times: such a program runs several times, until
#		each figure of mmtop has also been one of the other tool.
import collections
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile

import tap
from tap import DEADLINE, MMTOP, ok, skip, skip_all, wait_for

NOBODY = 65534
ROUNDS = 10
POOL = 0x11c00			# libstdc++'s memory for exceptions, in bytes
HELD = (3, 4, 5, 6)		# descriptors that heaptrack opens in the program
# The length of this variable of mmtop varies.
PLAINLY = ("env", "-u", "MMTOP_HEAP")
FIGURES = ("allocs", "frees", "bytes", "peak", "left", "blocks")


class Run:
    """A tool's report of a run: figures, and {site: [bytes, blocks]}."""

    def __init__(self, status):
        self.status = status
        self.sites = collections.defaultdict(lambda: [0, 0])

    def hold(self, site, size, blocks=1):
        self.sites[site][0] += size
        self.sites[site][1] += blocks

    def leave_out(self, prefix):
        """Removes the sites of files with that prefix, which free nothing."""
        for at in [at for at in self.sites if at[0].startswith(prefix)]:
            size, blocks = self.sites.pop(at)
            for f in "bytes", "peak", "left":
                setattr(self, f, getattr(self, f) - size)
            self.allocs -= blocks
            self.blocks -= blocks

    def figures(self, folded):
        """{name: value}, including sites; folded: sites without files."""
        sites = collections.defaultdict(lambda: [0, 0])
        for site, (size, blocks) in self.sites.items():
            at = site[-1:] if folded else site
            sites[at][0] += size
            sites[at][1] += blocks
        return {**{f: getattr(self, f) for f in FIGURES if hasattr(self, f)},
                **{at: tuple(of) for at, of in sites.items()}}


def site(path, address):
    return os.path.basename(os.path.realpath(path)), address & 0xfff


def words(line):
    return dict(w.split("=", 1) for w in line.split() if "=" in w)


# ---- the tools ----------------------------------------------------------------

def start(argv, env, how):
    stdin = open(how["stdin"], "rb") if how.get("stdin") else subprocess.DEVNULL
    with open("err", "wb") as err:
        p = subprocess.Popen(argv, env=env, stdin=stdin, stdout=subprocess.DEVNULL,
                             stderr=err, pass_fds=() if "heaptrack" in argv else HELD)
    if how.get("work"):
        how["work"](p)
    p.wait(DEADLINE)
    return p


LEAK = re.compile(r" heap leak size=(\d+) blocks=(\d+) .*?caller=0x([0-9a-f]+) ?(.*)")


def as_user(how):
    return ["setpriv", f"--reuid={how['user']}", f"--regid={how['user']}",
            "--clear-groups"] if how.get("user") else []


def by_mmtop(argv, env, how):
    p = start([MMTOP, "--heap", "--no-follow", "-b", "--level=watch", "-o", "log", "--",
               *PLAINLY, *as_user(how), *argv], env, how)
    run, ended = Run(p.returncode), False
    for line in open("log", errors="surrogateescape"):
        line = line.rstrip("\n")
        m = LEAK.search(line)
        if m and ended:		# earlier leaks are those of setpriv or env
            run.sites.clear()
            ended = False
        if m:
            run.hold(site(m[4].split(": ")[0], int(m[3], 16)), int(m[1]), int(m[2]))
        if " heap total " in line:
            w, ended = words(line), True
            run.allocs, run.frees, run.bytes, run.peak, run.left, run.blocks = (
                int(w[k]) for k in ("allocs", "frees", "bytes", "peak", "size", "blocks"))
            run.wrong = {k: w[k] for k in ("doubles", "foreign", "missed") if w[k] != "0"}
        if " lost " in line or " heap unknown" in line:
            raise LookupError(line)
    return run


@functools.cache
def operator_new(path):
    """The locations of operator new in a library: [(start, size)]."""
    out = subprocess.run(["nm", "-D", "-S", "--defined-only", path], check=False,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return [(int(w[0], 16), int(w[1], 16)) for w in map(bytes.split, out.splitlines())
            if len(w) == 4 and w[3].startswith((b"_Znw", b"_Zna"))]


class Modules:
    """The mappings in a recording of heaptrack."""

    def __init__(self):
        self.spans, self.exe = [], ""

    def add(self, rest):
        n, rest = rest.split(" ", 1)
        path, rest = rest[:int(n, 16)], rest[int(n, 16):].split()
        if path == "-":
            self.spans = []
            return
        base, *parts = (int(w, 16) for w in rest)
        for at, size in zip(parts[::2], parts[1::2]):
            self.spans.append((base + at, base + at + size,
                               self.exe if path == "x" else path, base))

    def caller(self, traces, trace):
        """The innermost frame that is not operator new; None: not mapped yet."""
        while trace:
            ip, trace = traces[trace]
            found = next((s for s in self.spans if s[0] <= ip < s[1]), None)
            if not found:
                return None
            if not any(at < ip - found[3] + 1 <= at + size
                       for at, size in operator_new(found[2])):
                return site(found[2], ip + 1)
        return None


def by_heaptrack(argv, env, how):
    folder = tempfile.mkdtemp(dir=".")
    if how.get("user"):
        os.chown(folder, how["user"], how["user"])
    p = start([*as_user(how), "heaptrack", "--raw", "-o", folder + "/raw", *argv], env,
              how)
    run, modules, traces, live = Run(p.returncode), Modules(), [(0, 0)], {}
    run.allocs = run.frees = run.bytes = run.peak = run.left = 0
    file = os.path.join(folder, os.listdir(folder)[0])
    text = subprocess.run(["zstdcat" if file.endswith("zst") else "zcat", file],
                          check=True, stdout=subprocess.PIPE).stdout
    shutil.rmtree(folder)
    for line in text.decode(errors="surrogateescape").splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "x":
            modules.exe = rest.split(" ", 1)[1]
        elif kind == "m":
            modules.add(rest)
        elif kind == "t":
            traces.append(tuple(int(w, 16) for w in rest.split()))
        elif kind == "+":
            size, trace, at = (int(w, 16) for w in rest.split())
            live[at] = size, trace, modules.caller(traces, trace)
            run.allocs += 1
            run.bytes += size
            run.left += size
            run.peak = max(run.peak, run.left)
        elif kind == "-":
            size = live.get(int(rest, 16), (POOL,))[0]
            if size != POOL:
                del live[int(rest, 16)]
                run.frees += 1
                run.left -= size
    run.blocks = len(live)
    for size, trace, where in live.values():
        run.hold(where or modules.caller(traces, trace) or ("?", 0), size)
    return run


LOSS = re.compile(r"== +(\d+)(?: \((\d+) direct, \d+ indirect\))? bytes in (\d+) blocks are ")
FRAME = re.compile(r"== +by 0x([0-9A-F]+): (.*)")


def by_memcheck(argv, env, how):
    p = start([*as_user(how), "valgrind", "--log-file=" + how.get("logs", "memcheck.%p"),
               "--leak-check=full", "--show-leak-kinds=all", "--leak-resolution=high",
               "--num-callers=4", "--default-suppressions=no", "--undef-value-errors=no",
               "--run-libc-freeres=no", "--run-cxx-freeres=no", *argv], env, how)
    run, loss = Run(p.returncode), None
    with open(how.get("logs", "memcheck.%p").replace("%p", str(p.pid)),
              errors="surrogateescape") as f:
        text = re.sub(r"(?<=\d),(?=\d)", "", f.read())
    for line in text.splitlines():
        if m := LOSS.search(line):
            loss = int(m[2] or m[1]), int(m[3])
        elif loss and (m := FRAME.search(line)) and "vgpreload" not in m[2]:
            run.hold((int(m[1], 16) + 1 & 0xfff,), *loss)
            loss = None
    run.left, run.blocks = map(int, re.search(
        r"in use at exit: (\d+) bytes in (\d+)", text).groups())
    run.allocs, run.frees, run.bytes = map(int, re.search(
        r"total heap usage: (\d+) allocs, (\d+) frees, (\d+) bytes", text).groups())
    return run


TOOLS = {"mmtop": by_mmtop, "heaptrack": by_heaptrack, "memcheck": by_memcheck}


# ---- equal conditions for all ------------------------------------------------

def environment(tool, n, size):
    """An environment with n more variables and size more bytes; also returns the
    number of variables and bytes that a program sees with the tool."""
    env = {"PATH": os.environ["PATH"], "PWD": tmp, "HOME": tmp, "LC_ALL": "C.UTF-8",
           "PYTHONMALLOC": "malloc", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1",
           "LD_PRELOAD": ":".join(brought + [tmp + "/tls.so"] * (tool == "memcheck"))}
    env.update({f"P{i:03}": "" for i in range(n)})
    if n:
        env["P000"] = "x" * size
    run = {"mmtop": [MMTOP, "--heap", "-b", "-o", "/dev/null", "--", *PLAINLY],
           "heaptrack": ["heaptrack", "--raw", "-o", tmp + "/env"],
           "memcheck": ["valgrind", "-q"]}[tool]
    out = subprocess.run([*run, "/usr/bin/env", "-0"], env=env, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=False).stdout
    seen = [v.rpartition(b"\n")[2] for v in out.split(b"\0")[:-1]]
    return env, len(seen), sum(len(v) + 1 for v in seen)


def environments(tools):
    seen = {tool: environment(tool, 0, 0)[1:] for tool in tools}
    n = max(s[0] for s in seen.values()) + 1
    size = max(s[1] + (n - s[0]) * 6 for s in seen.values())
    envs = {}
    for tool, (had, bytes_had) in seen.items():
        envs[tool], *now = environment(tool, n - had, size - bytes_had - (n - had) * 6)
        if now != [n, size]:
            raise SystemExit(f"{tool}: {now} variables and bytes, not {n}, {size}")
    return envs


def differences(mine, theirs):
    """{name: (values of mmtop, values of the tool)} of figures without a match."""
    return {k: (sorted({x.get(k, (0, 0)) for x in mine}, key=str),
                sorted({y.get(k, (0, 0)) for y in theirs}, key=str))
            for k in set().union(*mine, *theirs)
            if not {x.get(k, (0, 0)) for x in mine} & {y.get(k, (0, 0)) for y in theirs}}


def compare(name, tool, argv, how, mine, theirs):
    """Runs both once more; returns the remaining differences."""
    for of, runs in (("mmtop", mine), (tool, theirs)):
        run = TOOLS[of]([a for a in argv], envs[of], how)
        if run.status != how.get("status", 0):
            raise LookupError(f"{of}: status {run.status}: " + open("err").read())
        if of == "mmtop" and run.wrong:
            raise LookupError(f"mmtop: {run.wrong}")
        if "without" in how:
            run.leave_out(how["without"])
        runs.append(run.figures(tool == "memcheck"))
        for figure in how.get("but", ()):
            runs[-1].pop(figure, None)
        if of == "mmtop" and tool == "memcheck":
            runs[-1].pop("peak", None)
    return differences(mine, theirs)


def program(name, argv, tools=("heaptrack", "memcheck"), rounds=1, **how):
    """rounds: the maximum number of runs, for a program whose figures vary."""
    if len(sys.argv) > 1 and name not in sys.argv[1:]:
        return
    for tool in tools:
        what = f"{name}: same figures as {tool}"
        if tool not in envs:
            skip(what, f"no {tool}")
            continue
        if not shutil.which(argv[0]):
            skip(what, f"{argv[0]} not found")
            continue
        mine, theirs, wrong = [], [], None
        try:
            for _ in range(rounds):
                wrong = compare(name, tool, argv, how, mine, theirs)
                if not wrong:
                    break
            ok(not wrong, what, "\n".join(f"{k}: mmtop {m}, {tool} {t}"
                                          for k, (m, t) in (wrong or {}).items()))
        except (LookupError, AttributeError, OSError, subprocess.SubprocessError) as e:
            ok(False, what, repr(e))
        print(f"# {len(mine)} runs; " + ", ".join(
            f"{f} {mine[-1].get(f)}" for f in FIGURES if mine), flush=True)


def file(name, text):
    with open(name, "w", encoding="utf-8") as f:
        f.write(text)
    return os.path.join(tmp, name)


def redis_work(p):
    def redis(*command):
        return subprocess.run(["redis-cli", "-s", tmp + "/redis", *command], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    wait_for(lambda: p.poll() is not None or redis("ping") == b"PONG\n")
    redis("debug", "populate", "2000")
    redis("shutdown", "nosave")


def main():
    program("sqlite3", ["sqlite3", "-batch", ":memory:",
                        "create table t(a integer primary key, b text);"
                        "with recursive n(i) as (select 1 union all select i + 1 from n "
                        "where i < 500) insert into t select i, 'text ' || i from n;"
                        "select count(*), sum(length(b)) from t;"])
    program("redis", ["redis-server", "--port", "0", "--unixsocket", tmp + "/redis",
                      "--save", "", "--dir", tmp, "--hz", "1", "--slowlog-log-slower-than",
                      "-1", "--latency-tracking", "no", "--jemalloc-bg-thread", "no"],
            tools=["heaptrack"], rounds=ROUNDS, work=redis_work)
    os.mkdir("nginx")
    program("nginx", ["nginx", "-t", "-p", tmp + "/nginx", "-c", tmp + "/conf",
                      "-e", tmp + "/errors"],
            stdin=file("conf", """pid @/pid; events { }
http { access_log off; client_body_temp_path @/body; proxy_temp_path @/proxy;
fastcgi_temp_path @/fast; uwsgi_temp_path @/uwsgi; scgi_temp_path @/scgi;
server { listen unix:@/socket; } }
""".replace("@", tmp)))
    program("python3", ["/usr/bin/python3", "-I", "-S", "-c", """import json
kept = [str(i) * 10 for i in range(2000)]
print(len(json.dumps({i: [i] * 5 for i in range(200)})))"""])
    program("node", ["node", "--single-threaded", "--v8-pool-size=0", "--hash-seed=1",
                     "--random-seed=1", "--predictable", "-e", """let kept = [];
for (let i = 0; i < 3000; i++) kept.push({ i, s: "x" + i });"""],
            tools=["heaptrack"], rounds=ROUNDS)
    program("java", ["java", "-Xint", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx64m",
                     "-version"], tools=["heaptrack"], rounds=ROUNDS, without="ld-linux")
    cc1 = subprocess.run(["gcc", "-print-prog-name=cc1"], check=False,
                         stdout=subprocess.PIPE).stdout.decode().strip()
    big = file("big.c", "".join(
        f"int f{i}(int x) {{ return x * {i} + f{max(i - 1, 0)}(x - 1); }}\n"
        for i in range(50)))
    program("gcc", [cc1, "-quiet", "-O1", "-fpreprocessed", big, "-o", "/dev/null"],
            rounds=ROUNDS)
    file("host.cc", """#include <dlfcn.h>
#include <map>
#include <string>
int main() { std::map<int, std::string> kept; for (int i = 0; i < 8; i++) {
auto n = "./p" + std::to_string(i) + ".so"; kept[i] = n + n + n + n;
void *h = dlopen(n.c_str(), RTLD_NOW); ((void (*)(int))dlsym(h, "begin"))(i);
if (i % 3 == 1) dlclose(h); }
static auto *leak = new std::map<int, std::string>(kept); return !leak; }
""")
    file("p.cc", """#include <string>
#include <vector>
static std::vector<int> kept; static char table[100000]; static std::vector<std::string *> s;
extern "C" void begin(int n) { kept.resize(100000, 1); table[50000] = 1;
for (int i = 0; i < n + 3; i++) s.push_back(new std::string(i + 50, 'x')); }
""")
    subprocess.run("g++ -o host host.cc -ldl && g++ -shared -fPIC -o p0.so p.cc && "
                   "for i in 1 2 3 4 5 6 7; do cp p0.so p$i.so; done", shell=True,
                   check=False, stderr=subprocess.DEVNULL)
    program("g++ with plugins", ["./host"])
    program("rust", ["rg", "-j1", "-c", "x . 1[0-9]", big])
    program("stress-ng", ["stress-ng", "--vm", "1", "--vm-bytes", "4M", "--vm-ops", "100"],
            tools=["memcheck"], rounds=ROUNDS, but=("allocs", "frees", "bytes"))
    postgres()


def postgres():
    at = next((d for d in [f"/usr/lib/postgresql/{v}/bin" for v in
                           sorted(os.listdir("/usr/lib/postgresql"))]
               if os.path.exists(d + "/initdb")), None) \
        if os.path.isdir("/usr/lib/postgresql") else None
    found = at or os.path.dirname(os.path.realpath(shutil.which("initdb") or ""))
    initdb = os.path.join(found, "initdb")
    os.mkdir("pg")
    os.chown("pg", NOBODY, NOBODY)
    subprocess.run(["cp", "-L", "tls.so", "pg"], check=False)
    user = as_user({"user": NOBODY})
    if os.geteuid() or subprocess.run(
            [*user, initdb, "-U", "nobody", "-A", "trust", "-N", tmp + "/pg/data"],
            check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        return skip("postgres", "initdb failed, or not root")
    program("postgres", [os.path.join(found, "postgres"), "--single", "-D",
                         tmp + "/pg/data", "postgres"],
            tools=["memcheck"], user=NOBODY, rounds=ROUNDS, logs=tmp + "/pg/memcheck.%p",
            stdin=file("sql", "select count(*), sum(i) from generate_series(1, 1000) i;\n"))


if int(os.environ.get("MMTOP_TEST_SLOW", "1")) > 4:
    skip_all("this machine is too slow for valgrind")
if b"__asan_init" in open(MMTOP, "rb").read():
    skip_all("built with sanitizers, which change the timing only")
found_tools = [t for t, p in (("heaptrack", "heaptrack"), ("memcheck", "valgrind"))
               if shutil.which(p)]
if not found_tools:
    skip_all("neither heaptrack nor valgrind")
tmp = tempfile.mkdtemp(prefix="mmtop-heapprograms.")
os.chmod(tmp, 0o755)
try:
    os.chdir(tmp)
    for fd in HELD:
        os.dup2(os.open("/dev/null", os.O_RDONLY), fd)
    brought = re.findall(r"=> (/\S*(?:stdc\+\+|unwind|lzma|libm|gcc_s)\S*)", subprocess.run(
        ["ldd", "/usr/lib/heaptrack/libheaptrack_preload.so"], check=False,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode())
    if subprocess.run("echo '__thread int one; int get(void) { return one; }' | "
                      "gcc -shared -fPIC -x c -o tls.so -", shell=True, check=False,
                      stderr=subprocess.DEVNULL).returncode:
        found_tools = [t for t in found_tools if t != "memcheck"]
    envs = environments(["mmtop", *found_tools])
    main()
finally:
    os.chdir("/")
    shutil.rmtree(tmp, ignore_errors=True)
print(f"1..{tap.number}")
tap.end()
