# SPDX-License-Identifier: GPL-3.0-or-later
"""Helpers that the Python scripts of bench/ share."""
import ctypes
import os
import random
import resource
import signal
import subprocess
import sys
import time

here = os.path.dirname(os.path.abspath(__file__))
bench = os.environ.get("BENCH", here)
mmtop = os.environ.get("MMTOP", os.path.join(here, "../src/mmtop"))
# A script starts no further round that would end after this time.
SECONDS = float(os.environ.get("BENCH_SECONDS", "90"))
# Sources and addresses differ from run to run; the seed repeats a run.
seed = int(os.environ.get("BENCH_SEED", time.time_ns() % 1000000))
chance = random.Random(seed)
BATCH = [mmtop, "--batch", "-o", "/dev/null"]
STRACE = ["strace", "-f", "-e", "trace=memory", "-o", "/dev/null"]
STRACE_BPF = [*STRACE, "--seccomp-bpf"]
PR_SET_CHILD_SUBREAPER = 36

for path in mmtop, bench + "/syscalls":
    if not os.access(path, os.X_OK):
        sys.exit(f"{path} not found: run make bench")
# Adopts processes whose parent has exited, so that their CPU time counts, too.
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def argument(i, default):
    return type(default)(sys.argv[i]) if len(sys.argv) > i else default


def rounds(n, seconds=SECONDS):
    """Counts to n, but stops if the next round would take too long."""
    start = time.monotonic()
    for i in range(n):
        spent = time.monotonic() - start
        if i and spent + spent / i > seconds:
            print(f"only {i} of {n} rounds: no time for more")
            return
        yield i


def median(values):
    return sorted(values)[(len(values) - 1) // 2]


def result(row, unit, peer, goal, ours, theirs=()):
    """Adds a row to the table: see bench/result."""
    sys.stdout.flush()
    lines = "".join(" ".join(f"{v:.6g}" for v in values) + "\n" for values in (ours, theirs))
    subprocess.run([here + "/result", row, unit, peer, goal], input=lines, text=True, check=True)


def children_cpu():
    """CPU seconds of all descendants that have exited."""
    u = resource.getrusage(resource.RUSAGE_CHILDREN)
    return u.ru_utime + u.ru_stime


def run(words, **options):
    """Elapsed seconds of the command, and CPU seconds of it and all its children."""
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **options}
    cpu, start = children_cpu(), time.monotonic()
    subprocess.run(words, check=True, **options)
    wall = time.monotonic() - start
    try:
        while os.wait():
            pass
    except ChildProcessError:
        return wall, children_cpu() - cpu


def tree(pid):
    yield pid
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as f:
                for child in f.read().split():
                    yield from tree(int(child))
    except OSError:
        return


def tree_cpu(pid):
    """CPU seconds of a process and its running children."""
    ns = 0
    for process in tree(pid):
        try:
            for task in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{task}/schedstat", encoding="ascii") as f:
                    ns += int(f.read().split()[0])
        except OSError:
            pass
    return ns / 1e9


def until(what, good, seconds=60):
    end = time.monotonic() + seconds
    while not good():
        if time.monotonic() > end:
            sys.exit(f"{what}: not within {seconds} s")
        time.sleep(0.01)


class attached:
    """mmtop attached to a process, with a log, for the duration of the block."""
    def __init__(self, pid, log, *options, processes=1):
        self.log = log
        open(log, "wb").close()
        self.child = subprocess.Popen([mmtop, "--batch", "-o", log, *options, "-p", str(pid)],
                                      stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.pid = self.child.pid
        until("attach", lambda: self.text().count(b" attach ") >= processes)

    def text(self):
        if self.child.poll() is not None:
            sys.exit(f"mmtop exited with {self.child.returncode}")
        with open(self.log, "rb") as f:
            return f.read()

    def cpu(self, seconds):
        """CPU seconds that mmtop uses in `seconds` seconds."""
        before = tree_cpu(self.pid)
        time.sleep(seconds)
        return tree_cpu(self.pid) - before

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.send_signal(signal.SIGTERM)
        self.child.wait()


JSON = """
import json
d = {str(i): [i, str(i * 7), {"n": i}] for i in range(60000)}
for _ in range(%d):
    d = json.loads(json.dumps(d))
print(len(d), sum(v[0] for v in d.values()))
"""


def c_source(lines, headers=()):
    """Functions for a compiler to process, no two programs alike."""
    text = [f"#include <{name}.h>\n" for name in headers]
    n = 0
    for i in range(lines // 11):
        members, field, mask = (chance.randint(1, 9) for _ in range(3))
        n += 1
        text.append(f"""
struct s{i} {{ int a[{members}]; double d; struct s{i} *next; }};
int f{n}_{chance.getrandbits(30)}(struct s{i} *s, int n)
{{
    int sum = {field};
    for (int i = 0; i < n; i++) {{
        if (s->a[i % {members}] > sum) sum += n * i; else sum ^= s->a[0] << {mask};
        switch (sum & {mask}) {{ case 0: s = s->next; break; case 1: s->d += sum; break; default: sum--; }}
    }}
    return sum;
}}
""")
    return "".join(text)
