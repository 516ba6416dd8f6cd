#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""mmtop --follow attaches to the children of all threads of a process: of a few
threads, and of more threads than the machine has other tasks, when mmtop scans
all processes for them."""
import os
import re
import subprocess
import sys
import tempfile

import tap

MAKER = """
import subprocess, sys, threading
threading.stack_size(65536)
count, every = int(sys.argv[1]), int(sys.argv[2])
made, ready, end = [], threading.Semaphore(0), threading.Event()
def thread(i):
    if i % every == every - 1:
        made.append(subprocess.Popen(["sleep", "1000"],
                                     stdout=subprocess.DEVNULL).pid)
    ready.release()
    end.wait()
for i in range(count):
    threading.Thread(target=thread, args=(i,), daemon=True).start()
for i in range(count):
    ready.acquire()
print(*sorted(made), flush=True)
sys.stdin.read()
"""


def others():
    """The number of tasks of the machine."""
    return int(tap.read_file("/proc/loadavg").split()[3].split("/")[1])


def attached(pid):
    with tempfile.NamedTemporaryFile("r") as log:
        subprocess.run([tap.MMTOP, "-b", "--follow", "--events=process",
                        "--duration=0.1", "-o", log.name, "-p", str(pid)],
                       stderr=subprocess.DEVNULL, timeout=tap.DEADLINE,
                       check=False)
        return sorted(int(p) for p in
                      re.findall(r"^\S+ (\d+) attach ", log.read(), re.M))


def check(count, name):
    maker = subprocess.Popen([sys.executable, "-c", MAKER, str(count),
                              str(count // 5)], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    made = [int(p) for p in maker.stdout.readline().split()]
    if len(made) != 5:
        tap.skip(name, f"{count} threads cannot be made")
    else:
        got = attached(maker.pid)
        tap.ok(got == sorted([maker.pid, *made]), name,
               f"made {made}, attached {got}")
    for pid in made:
        os.kill(pid, 15)
    maker.stdin.close()
    maker.wait()


print("1..2")
check(10, "the children of 10 threads are attached")
if tap.DEADLINE > 1200:
    tap.skip("the children of very many threads are attached", "too slow here")
else:
    check(others() + 1000, "the children of very many threads are attached")
tap.end()
