#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""JSON logs of real programs are valid by the schema (python3-jsonschema) and
readable by jq; the schema refuses wrong lines; names with every byte are
logged without loss."""
import copy
import glob
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import tap  # noqa: E402
from tap import DEADLINE, MMTOP, ok, skip, wait_for  # noqa: E402

try:
    from jsonschema import Draft202012Validator
except ImportError:
    # Another python3 may come first in PATH; the system's has the packages.
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print("1..0 # SKIP python3-jsonschema (4 or later) not found")
    sys.exit(0)

TOP = os.environ.get("top_srcdir", ".")


# --- the programs ------------------------------------------------------------

def ask(path, words):
    """Sends words to the server of a socket; returns its first bytes."""
    def connected():
        try:
            link.connect(path)
            return True
        except OSError:
            return False

    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.settimeout(DEADLINE)
    try:
        if not wait_for(connected):
            return b""
        link.sendall(words)
        return link.recv(100)
    except OSError as e:
        return str(e).encode()
    finally:
        link.close()


def redis(work, _run):
    good = ask(f"{work}/redis", b"SET key value\r\n").startswith(b"+OK")
    ask(f"{work}/redis", b"SHUTDOWN NOSAVE\r\n")
    return good


def nginx(work, _run):
    good = ask(f"{work}/nginx", b"GET / HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 200")
    with open(f"{work}/nginx.pid", encoding="ascii") as f:
        os.kill(int(f.read()), signal.SIGQUIT)
    return good


def postgres(work):
    """A command that creates a cluster and queries it, as nobody if root; None
    without postgres."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    initdb = found[-1] if found else shutil.which("initdb")
    if not initdb:
        return None
    where, there = f"{work}/postgres", os.path.dirname(initdb)
    os.mkdir(where, 0o700)
    script = (f"cd {where} && {initdb} -D {where} --no-sync --no-instructions -A trust >/dev/null && "
              f"echo 'SELECT 6 * 7;' | {there}/postgres --single -D {where} postgres | grep -q '\"42\"'")
    command = ["sh", "-c", script]
    if os.getuid() == 0:
        os.chown(where, 65534, 65534)
        os.chmod(work, 0o711)
        command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]
    return command


def programs(work, kinds):
    """A list of (name, command, options, client)."""
    with open(f"{work}/hello.c", "w", encoding="ascii") as f:
        f.write("#include <stdio.h>\nint main(void) { return puts(\"hello\") < 0; }\n")
    with open(f"{work}/nginx.conf", "w", encoding="ascii") as f:
        f.write(f"daemon off; pid {work}/nginx.pid; error_log {work}/error.log;\n"
                "user root; worker_processes 1; events {}\n"
                f"http {{ access_log off; server {{ listen unix:{work}/nginx;\n"
                "  location / { return 200 hello; } } }\n")
    os.mkdir(f"{work}/root")
    all_kinds = [kinds, "-d", "0.1"]
    return [
        ("ls", ["ls", "-l", "/usr/bin"], [kinds, "--trace-mmap"], None),
        ("python3", ["python3", "-c", "import json, os, re; x = bytearray(1 << 22); os.kill(os.getpid(), 0)"],
         [*all_kinds, "--track-writes"], None),
        ("gcc", ["gcc", "-O1", "-o", f"{work}/hello", f"{work}/hello.c"], [], None),
        ("sh", ["sh", "-c", "seq 1000 | sort -rn | head -n 2; kill -USR1 $$"], all_kinds, None),
        ("redis-server", ["redis-server", "--port", "0", "--unixsocket", f"{work}/redis", "--save", "",
                          "--dir", work, "--logfile", f"{work}/redis.log"], all_kinds, redis),
        ("nginx", ["nginx", "-p", f"{work}/root", "-c", f"{work}/nginx.conf",
                    "-e", f"{work}/error.log"], [], nginx),
        ("node", ["node", "-e", "console.log(Array.from({length: 1000}, (_, i) => i).length)"], [], None),
        ("java", ["java", "-version"], [], None),
        ("tar", ["tar", "-czf", f"{work}/doc.tar.gz", "-C", TOP, "doc"], all_kinds, None),
        ("stress-ng", ["stress-ng", "--vm", "2", "--vm-bytes", "16M", "--vm-ops", "20", "--timeout", "60"],
         [*all_kinds, "--trace-mmap"], None),
        ("postgres", postgres(work) or ["initdb"], [], None),
        ("heap", ["sort", f"{work}/hello.c"], ["--events=process,heap"], None),
        ("find", ["find", TOP, "-name", "*.h"], ["--level=watch", kinds, "-d", "0.05"], None),
    ]


def logged(work, name, command, options, client):
    """The log's path; None if the program or its client failed."""
    log = f"{work}/{name}.jsonl"
    with open(f"{work}/{name}.out", "wb") as out:
        run = subprocess.Popen([MMTOP, "--json", "-o", log, *options, "--", *command],
                               stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        try:
            served = client is None or client(work, run)
            status = run.wait(DEADLINE)
        except (subprocess.TimeoutExpired, OSError) as e:
            run.terminate()
            run.wait()
            ok(False, f"{name} is logged", f"{e}")
            return None
    wanted = -signal.SIGUSR1 if name == "sh" else 0
    if status == wanted and served:
        return log
    with open(f"{work}/{name}.out", encoding="utf-8", errors="replace") as f:
        ok(False, f"{name} is logged", f"status {status}, served {served}\n{f.read()}")
    return None


# --- the schema --------------------------------------------------------------

def complaint(validator, o):
    for error in validator.iter_errors(o):
        return f"{error.message}\nin {json.dumps(o)}"
    return None


def judge(validator, name, log, seen):
    with open(log, "rb") as f:
        raw = f.read()
    lines = raw.decode("utf-8").splitlines()
    objects = [json.loads(line) for line in lines]
    wrong = next(filter(None, (complaint(validator, o) for o in objects)), None)
    types = [o["type"] for o in objects]
    for o in objects:
        seen.setdefault((o["type"], o.get("event") or o.get("op")), o)
    ok(not wrong and types[0] == "start" and types[-1] == "end" and types.count("process") >= 2,
       f"{name}: {len(objects)} lines are valid by the schema", wrong or f"{types[:3]}...{types[-3:]}")
    if not shutil.which("jq"):
        return skip(f"{name}: jq reads the same", "jq not found")
    jq = subprocess.run(["jq", "-c", "[.type, .time_ns, .pid, .name?]", log], stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE, timeout=DEADLINE, check=False)
    want = [[o["type"], o["time_ns"], o["pid"], o.get("name")] for o in objects]
    got = [json.loads(line) for line in jq.stdout.splitlines()]
    ok(jq.returncode == 0 and got == want, f"{name}: jq reads the same", jq.stderr)


# Types that a normal run does not log.
RARE = [
    {"type": "lost", "time_ns": 5, "pid": None, "tid": None, "source": "log", "count": 7},
    {"type": "repair", "time_ns": 5, "pid": 9, "tid": 9, "source": "t", "call": "poll", "nr": 7},
    {"type": "unmark", "time_ns": 5, "pid": 9, "tid": 9, "source": "t", "call": "clone", "nr": 56},
    {"type": "no_heap", "time_ns": 5, "pid": 9, "tid": 9, "source": "h", "program": "/bin/busybox", "why": "static"},
    {"type": "oom_kill", "time_ns": 5, "pid": 9, "tid": 9, "source": "m", "certain": True, "full": "/service",
     "cgroup_max": 67108864},
    {"type": "denied", "time_ns": 5, "pid": 9, "tid": None, "source": "m", "addr": "0x1000", "len": 4096,
     "told_by": "perf", "what": "mapping"},
    {"type": "rss", "time_ns": 5, "pid": 9, "tid": 9, "source": "r", "member": "anon", "bytes": 8192},
    {"type": "frame", "time_ns": 5, "pid": 9, "tid": None, "source": "m",
     "region": {"start": "0x1000", "end": "0x3000", "name": "[heap]"}, "object": 1, "shared": False, "number": 1,
     "offset": 0, "length": 8192, "page_size": 4096, "cause": "first", "call": None, "pages": 2, "absent": 0,
     "unread": 0, "error": None, "missed": 0, "by": "hash"},
    {"type": "heap", "time_ns": 5, "pid": 9, "tid": 9, "source": "h", "op": "alloc", "addr": "0x1010", "size": 40,
     "blocks": None, "resident": None, "site": 1, "library": "/usr/bin/prog", "symbol": "main",
     "caller": "0x401136", "stack": ["0x401190"], "frames": [{"library": "/usr/bin/prog", "symbol": None}],
     "wrong": None, "figures": None, "allocator": None, "why": None},
    {"type": "heap", "time_ns": 5, "pid": 9, "tid": None, "source": "h", "op": "total", "addr": None, "size": 40,
     "blocks": 1, "resident": None, "site": None, "library": None, "symbol": None, "caller": None, "stack": [],
     "frames": [], "wrong": None,
     "figures": {"allocs": 2, "frees": 1, "reallocs": 0, "bytes": 80, "peak": 40, "at_peak": None, "peak_ns": 5,
                 "resident": None, "freed": None, "spare": None, "doubles": 0, "foreign": 0, "missed": 0, "ages": [40, 0],
                 "classes": [0, 0, 1]}, "allocator": None,
     "why": None},
]


def wrong_ones(o):
    """Copies of a valid object with one error each, and the error's name."""
    yield {**o, "surprise": 1}, "an unknown key"
    yield {**o, "type": "nothing"}, "an unknown type"
    for key in o:
        less = copy.copy(o)
        del less[key]
        if key != "phase":
            yield less, f"no {key}"
        yield {**o, key: {"x": 1.5}}, f"{key} of a wrong type"
        if isinstance(o[key], str) and o[key].startswith("0x"):
            yield {**o, key: o[key][2:]}, f"{key} without its 0x"
        if isinstance(o[key], int) and not isinstance(o[key], bool) and key not in ("result", "nr", "code"):
            yield {**o, key: -5}, f"{key} below zero"


def mutations(validator, seen, faults):
    right = list(seen.values()) + RARE
    types = {o["type"] for o in right}
    every = set(validator.schema["properties"]["type"]["enum"])
    if not faults:
        types.add("fault")
    ok(types == every, "the logs have each type", f"not: {every - types}")
    wrong = next(filter(None, (complaint(validator, o) for o in RARE)), None)
    ok(not wrong, "the rare types are valid", wrong)
    tried, passed = 0, []
    for o in right:
        for bad, what in wrong_ones(o):
            tried += 1
            if validator.is_valid(bad):
                passed.append(f"{o['type']}: {what}")
    ok(tried > 300 and not passed, f"{tried} wrong lines are refused", "\n".join(passed))


# --- the memory of a process ---------------------------------------------------

def memory_lines(validator, work):
    """The figures of a sleeping process are those of the kernel, and the figures
    of the machine come as often as -d requests."""
    log = f"{work}/memory"
    with subprocess.Popen(["sleep", "1000"]) as p:
        try:
            wait_for(lambda: os.readlink(f"/proc/{p.pid}/exe").endswith("/sleep"))
            subprocess.run([MMTOP, "--json", "--events=memory,system,pss", "-d0.1", "--duration=10", "-o", log, "-p",
                            str(p.pid)], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=DEADLINE,
                           check=False)
            with open(f"/proc/{p.pid}/status", encoding="utf-8") as f:
                status = dict(line.rstrip("\n").split(":", 1) for line in f)
        finally:
            p.kill()
    with open(log, encoding="utf-8") as f:
        every = list(map(json.loads, f))
    lines = [o for o in every if o["type"] == "memory"]
    said = lines[-1] if lines else {}
    want = {key: int(status[name].split()[0]) * 1024 if name in status else None for key, name in (
        ("virt", "VmSize"), ("rss", "VmRSS"), ("rss_anon", "RssAnon"), ("rss_file", "RssFile"),
        ("rss_shmem", "RssShmem"), ("hugetlb", "HugetlbPages"), ("swap", "VmSwap"), ("peak", "VmHWM"),
        ("data", "VmData"), ("stack", "VmStk"), ("text", "VmExe"), ("locked", "VmLck"))}
    wrong = {key: (value, said.get(key)) for key, value in want.items() if said.get(key) != value}
    ok(lines and not wrong and not any(complaint(validator, o) for o in lines) and said["pid"] == p.pid and
       said["threads"] == 1 and said["comm"] == "sleep" and said["cgroup"] and
       said["minflt_new"] == 0 and 0 < said["pss"] <= said["rss"], "memory: figures are those of /proc/PID/status", wrong)
    times = [o["time_ns"] for o in every]
    ok(times == sorted(times) and times[-1] - lines[-1]["time_ns"] < 3 * 10**9,
       "memory: in the order of time, up to the end", times)
    system = [o["time_ns"] for o in every if o["type"] == "system"]
    ok(any(b - a < 5 * 10**8 for a, b in zip(system, system[1:])), "system: more often than once a second", system)


def long_argv(work):
    """A truncated command line is marked as such."""
    log = f"{work}/argv"
    for size in (1000, 70000):
        subprocess.run([MMTOP, "--json", "--events=process", "-o", log, "--", "true", "x" * size],
                       stdin=subprocess.DEVNULL, timeout=DEADLINE, check=False)
        with open(log, encoding="utf-8") as f:
            launch = next(o for o in map(json.loads, f) if o["type"] == "process")
        said = sum(len(arg) + 1 for arg in launch["argv"])
        whole = size < 65536
        ok(launch["argv_cut"] is not whole and (said == size + 6) is whole and said <= 65537,
           f"argv of {size} bytes is {'complete' if whole else 'truncated'}", f"{said}, argv_cut {launch['argv_cut']}")


# --- names -------------------------------------------------------------------

def bytes_of(name):
    if isinstance(name, dict):
        return bytes.fromhex(name["path_hex"])
    return name.encode("utf-8")


def every_byte(validator, work):
    there = f"{work}/names"
    os.mkdir(there)
    names = [b"x%cy" % c for c in range(1, 256) if c != ord("/")]
    whole = bytes(c for c in range(1, 256) if c != ord("/"))
    names += [whole[:127], whole[127:]]
    paths = [os.path.join(there.encode(), n) for n in names]
    for p in paths:
        with open(p, "wb") as f:
            f.write(b"x")
    log = f"{work}/names.jsonl"
    look = ("import mmap, sys, os\n"
            "for p in sys.argv[1:]:\n"
            "    with open(os.fsencode(p), 'rb') as f: mmap.mmap(f.fileno(), 1, prot=mmap.PROT_READ).close()\n")
    run = subprocess.run([MMTOP.encode(), b"--json", b"-o", log, b"--", sys.executable, b"-c", look, *paths],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         timeout=DEADLINE, check=False)
    with open(log, "rb") as f:
        objects = [json.loads(line) for line in f]
    argv = next(o["argv"] for o in objects if o["type"] == "process" and o["argv"])
    mapped = {bytes_of(o["args"]["path"]) for o in objects if o["type"] == "call" and o["args"].get("path")}
    ok(run.returncode == 0 and [bytes_of(a) for a in argv[3:]] == paths,
       "arguments with every byte are logged without loss", run.stdout)
    ok(mapped >= set(paths), "names of mapped files with every byte are logged without loss", set(paths) - mapped)
    wrong = next(filter(None, (complaint(validator, o) for o in objects)), None)
    ok(not wrong, "lines with every byte are valid by the schema", wrong)
    if not shutil.which("jq"):
        return skip("jq reads names with every byte", "jq not found")
    jq = subprocess.run(["jq", "-c", "select(.type == \"call\") | .args.path? | select(. != null)", log],
                        stdout=subprocess.PIPE, timeout=DEADLINE, check=False)
    ok({bytes_of(json.loads(line)) for line in jq.stdout.splitlines()} == mapped,
       "jq reads names with every byte")


def tried(*options):
    return subprocess.run([MMTOP, *options, "true"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=DEADLINE, check=False)


def main():
    with open(f"{TOP}/doc/mmtop-log.schema.json", encoding="utf-8") as f:
        schema = json.load(f)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    seen = {}
    with tempfile.TemporaryDirectory(prefix="mmtop-json.") as work:
        faults = tried("-b", "--perf", "-o", f"{work}/probe").returncode == 0
        kinds = "--events=process,call,signal,region,pages,system,memory" + (",fault,map" if faults else "")
        for name, command, options, client in programs(work, kinds):
            if not shutil.which(command[0]):
                skip(f"{name}: lines are valid by the schema", f"{name} not found")
                skip(f"{name}: jq reads the same", f"{name} not found")
                continue
            log = logged(work, name, command, options, client)
            if log:
                judge(validator, name, log, seen)
        mutations(validator, seen, faults)
        every_byte(validator, work)
        memory_lines(validator, work)
        long_argv(work)
    print(f"1..{tap.number}")
    tap.end()


main()
