# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the tests in Python: TAP, waits with a deadline, tracefs, and mmtop's
instances in it."""
import glob
import os
import shutil
import subprocess
import sys
import time

MMTOP = os.environ["MMTOP"]
TRACING = "/sys/kernel/tracing"
DEADLINE = 300 * int(os.environ.get("MMTOP_TEST_SLOW", "1"))
number = 0
failed = 0


def ok(good, name, why=""):
    global number, failed
    number += 1
    if not good:
        failed = 1
        for line in str(why)[:2000].splitlines():
            print("# " + line)
    print(f"{'ok' if good else 'not ok'} {number} - {name}", flush=True)
    return good


def skip(name, why, n=1):
    global number
    for _ in range(n):
        number += 1
        print(f"ok {number} - {name} # SKIP {why}", flush=True)


def skip_all(why):
    print(f"1..0 # SKIP {why}")
    sys.exit(0)


def end():
    sys.exit(failed)


def wait_for(what):
    until = time.monotonic() + DEADLINE
    while not what():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def read_file(path):
    """The file's text; empty if it cannot be read."""
    try:
        with open(path, encoding="ascii") as f:
            return f.read()
    except OSError:
        return ""


# --- tracing ------------------------------------------------------------------

def prepare():
    """Mounts tracefs in a private namespace if it is not mounted; skips the test
    if mmtop cannot use it."""
    if os.geteuid():
        skip_all("tracefs needs root")
    if not os.path.isdir(TRACING + "/instances"):
        if "TAP_MOUNTED" in os.environ or not shutil.which("unshare"):
            skip_all("no tracefs, and none can be mounted")
        os.environ["TAP_MOUNTED"] = "1"
        os.execvp("unshare", ["unshare", "-m", "sh", "-c",
                              f"mount -t tracefs tracefs {TRACING} "
                              '2>/dev/null; exec "$0" "$@"',
                              sys.executable, *sys.argv])
    r = subprocess.run([MMTOP, "-b", "--json", "--ftrace", "-o", "/dev/null",
                        "true"], capture_output=True, check=False)
    if r.returncode:
        skip_all(r.stderr.decode().strip())


def has_perf():
    return subprocess.run([MMTOP, "-b", "--perf", "-o", "/dev/null", "true"],
                          capture_output=True, check=False).returncode == 0


def has_ring_faults():
    return os.path.isdir(TRACING + "/events/exceptions/page_fault_user")


def processes_of(mmtop):
    """The PIDs of mmtop and its children."""
    children = read_file(f"/proc/{mmtop}/task/{mmtop}/children")
    return {mmtop, *(int(n) for n in children.split())}


def instances(own):
    """The instances of these PIDs; other mmtops may have some, too."""
    return [path for pid in own
            for path in glob.glob(f"{TRACING}/instances/mmtop-{pid}-*")]


def is_running(instance):
    return read_file(instance + "/tracing_on").strip() == "1"
