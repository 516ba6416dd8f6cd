#!/bin/sh
# If mmtop cannot do its work, its message names the cause.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-refusals.XXXXXX") || exit 1
sleep 1000 &
target=$!
trap 'kill $target; rm -rf "$tmp"' EXIT
config=$(readlink -f "${top_builddir:?}/config.h")
cd "$tmp" || exit 1
mkdir folder threads
: >threads/data
: >threads/data.0
shown="err"

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"

# refused NAME WORDS COMMAND...: mmtop fails with WORDS in its message.
refused()
{
	name=$1 words=$2
	shift 2
	"$@" >out 2>err </dev/null
	[ $? -eq 125 ] && grep -q -- "$words" err && ! grep -q hidepid err
	ok $? "$name"
}

# said NAME WORDS COMMAND...: mmtop runs, and reports with WORDS what it lacks.
said()
{
	name=$1 words=$2
	shift 2
	"$@" >out 2>err </dev/null
	cat log >>err 2>/dev/null
	grep -q -- "$words" err
	ok $? "$name"
}

# logs NAME WORDS COMMAND...: mmtop, with a program that reads to the end of
# standard input, writes WORDS to its log while the program runs.
logs()
{
	name=$1 words=$2
	shift 2
	rm -f log
	mkfifo input
	"$@" >out 2>err <input &
	command=$!
	exec 5>input
	soon grep -q -- "$words" log
	ok $? "$name"
	exec 5>&-
	wait $command
	rm input
}

# ERRNO NAME WORDS: an error with its message and advice.  mmtop must not report
# these as a missing process or permission.
errors()
{
	cat <<END
24 EMFILE Too many open files.*ulimit -n
23 ENFILE Too many open files in system.*fs.file-max
12 ENOMEM Cannot allocate memory.*memory.max
END
}
call() # name: prints the call's number, from the headers
{
	printf '#include <sys/syscall.h>\n__NR_%s\n' "$1" |
		${CC:-cc} -E - 2>/dev/null | tail -n 1
}

forbid=${top_builddir:?}/tests/live/victims/forbid
can_forbid=no
case $(call ptrace) in
*[!0-9]*|'') ;;
*) "$forbid" 9999 1 true && can_forbid=yes ;;
esac
# The runtime of a sanitizer needs some of these calls.
if grep -q "^#define MMTOP_SANITIZED" "${top_builddir:?}/config.h"; then
	can_forbid=no
fi

# forbidden NAME WORDS CALL ERRNO COMMAND...: refused, with CALL failing
forbidden()
{
	name=$1 words=$2 nr=$(call "$3") err=$4
	shift 4
	if [ $can_forbid = no ]; then
		left_out "$name" "no seccomp filters, or no compiler"
		return
	fi
	refused "$name" "$words" "$forbid" "$nr" "$err" "$@"
}

echo 1..47
refused "heap: a device that never ends" "it is a device" "$MMTOP" heap /dev/zero
refused "heap: a folder" "it is a folder" "$MMTOP" heap folder
refused "maps: a device" "it is a device" "$MMTOP" maps /dev/zero
refused "maps: a folder of threads" "perf record --threads" "$MMTOP" maps threads
# shellcheck disable=SC2016 # expanded by sh
refused "no more descriptors" "Too many open files" \
	sh -c 'ulimit -n 12; exec "$@"' sh "$MMTOP" -b -o log -p $target
if unshare -p -f -m true 2>/dev/null; then
	refused "/proc of another PID namespace" "another PID namespace" \
		unshare -p -f "$MMTOP" -b -o log -- true
else
	left_out "/proc of another PID namespace" "no namespaces"
fi
if ! unshare -m true 2>/dev/null; then
	left_out "no /proc" "no namespaces"
elif grep -q "define MMTOP_SANITIZED" "$config"; then
	left_out "no /proc" "the runtime of a sanitizer reads it"
else
	# shellcheck disable=SC2016 # expanded by sh
	refused "no /proc" "proc is not mounted" unshare -m sh -c \
		'mount -t tmpfs none /proc; exec "$@"' sh "$MMTOP" -b -o log -p $target
fi
errors >table
while read -r number_of title sentence; do
	forbidden "$title of socketpair" "$sentence" socketpair "$number_of" \
		"$MMTOP" -b -o log -p $target
	forbidden "$title of signalfd" "$sentence" signalfd4 "$number_of" \
		"$MMTOP" -b -o log -p $target
	forbidden "$title of ptrace" "$sentence" ptrace "$number_of" \
		"$MMTOP" -b -o log -p $target
	forbidden "$title of pipe2" "$sentence" pipe2 "$number_of" \
		"$MMTOP" -b -o log true
	forbidden "$title of memfd_create" "$sentence" memfd_create "$number_of" \
		"$MMTOP" -b --heap -o log true
	forbidden "$title of perf_event_open" "$sentence" perf_event_open "$number_of" \
		"$MMTOP" -b --perf -o log true
done <table
forbidden "ENOSYS of memfd_create" "seccomp filter on mmtop" memfd_create 38 \
	"$MMTOP" -b --heap -o log true
forbidden "EPERM of memfd_create" "Operation not permitted" memfd_create 1 \
	"$MMTOP" -b --heap -o log true
forbidden "EAGAIN of clone" "ulimit -u" clone 11 "$MMTOP" -b -o log -p $target
forbidden "ENOSYS of ptrace" "seccomp filter on mmtop" ptrace 38 \
	"$MMTOP" -b -o log -p $target
forbidden "EPERM of ptrace" "seccomp filter on mmtop" ptrace 1 \
	"$MMTOP" -b -o log -p $target
forbidden "EPERM of ptrace, launched" "Cannot trace true: a seccomp filter" \
	ptrace 1 "$MMTOP" -b -o log true
forbidden "Yama 3" "ptrace_scope = 3" ptrace 1 \
	env MMTOP_FAULT=yama-3 "$MMTOP" -b -o log -p $target
if [ $can_forbid = yes ] && ! command -v setpriv >/dev/null; then
	can_forbid=no
fi
if [ $can_forbid = yes ]; then
	logs "EPERM of userfaultfd" "writes refused why=denied error=EPERM" \
		"$forbid" "$(call userfaultfd)" 1 \
		"$MMTOP" -b --track-writes -o log cat
	# shellcheck disable=SC2016 # expanded by sh
	said "20 MB of addresses" " attach \"" \
		sh -c 'ulimit -v 20000; exec "$@"' sh \
		"$MMTOP" -b -o log --duration=0.1 -p $target
else
	left_out "EPERM of userfaultfd" "no seccomp filters, or no compiler"
	left_out "20 MB of addresses" "no seccomp filters, or a sanitizer"
fi
# As another user, with a process of that user.
if [ "$(id -u)" -eq 0 ] && [ $can_forbid = yes ] &&
	setpriv --reuid 65534 --clear-groups test -x "$MMTOP"; then
	chmod 777 .
	setpriv --reuid 65534 --clear-groups sleep 1000 &
	theirs=$!
	trap 'kill $target $theirs; rm -rf "$tmp"' EXIT
	soon sh -c "grep -q '^Uid:.65534' /proc/$theirs/status"
	as="setpriv --reuid 65534 --clear-groups"
	for scope in 1 2; do
		# shellcheck disable=SC2086 # words
		forbidden "Yama $scope, nobody" "ptrace_scope = $scope" \
			ptrace 1 env MMTOP_FAULT=yama-$scope $as \
			"$MMTOP" -b -o nobody.log -p $theirs
	done
	# shellcheck disable=SC2086
	refused "root's process, nobody" "belongs to root" $as \
		"$MMTOP" -b -o nobody.log -p $target
	# shellcheck disable=SC2016 # for python
	PATH=/usr/bin:/bin setpriv --reuid 65534 --clear-groups python3 -c 'import ctypes, time
ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
print("ready", flush=True)
time.sleep(1000)' >dumpable 2>/dev/null &
	hidden=$!
	trap 'kill $target $theirs $hidden; rm -rf "$tmp"' EXIT
	if soon sh -c "[ -s dumpable ] || ! kill -0 $hidden" && [ -s dumpable ]; then
		# shellcheck disable=SC2086
		refused "a process that is not dumpable, nobody" \
			"not dumpable.*Try: sudo mmtop" $as \
			"$MMTOP" -b -o nobody.log -p $hidden
	else
		left_out "a process that is not dumpable, nobody" "no python3"
	fi
	kill $hidden 2>/dev/null
	trap 'kill $target $theirs; rm -rf "$tmp"' EXIT
	# shellcheck disable=SC2086
	refused "no more processes, nobody" "fork: .*ulimit -u" $as \
		prlimit --nproc=1 "$MMTOP" -b -o nobody.log true
	refused "root without CAP_SYS_PTRACE" "CAP_SYS_PTRACE" \
		setpriv --bounding-set -sys_ptrace --inh-caps -sys_ptrace \
		"$MMTOP" -b -o log -p $theirs
else
	for name in "Yama 1, nobody" "Yama 2, nobody" \
		"root's process, nobody" \
		"a process that is not dumpable, nobody" \
		"no more processes, nobody" "root without CAP_SYS_PTRACE"; do
		left_out "$name" "needs root, setpriv and a compiler"
	done
fi
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
	refused "strace -f of mmtop" "Cannot trace true: strace .* traces mmtop" \
		strace -f -o trace "$MMTOP" -b -o log true
	said "a debugger that mmtop traces" \
		"strace ([0-9]*) cannot trace [0-9]*: mmtop traces it" \
		"$MMTOP" -b -o log strace -o trace true
else
	left_out "strace -f of mmtop" "no strace"
	left_out "a debugger that mmtop traces" "no strace"
fi
if unshare -U -r true 2>/dev/null; then
	refused "a process of the outer user namespace" "another user namespace" \
		unshare -U -r "$MMTOP" -b -o log -p $target
else
	left_out "a process of the outer user namespace" "no user namespaces"
fi
sh -c 'true & exec sleep 1000' &
parent=$!
trap 'kill $target ${theirs-} $parent; rm -rf "$tmp"' EXIT
# shellcheck disable=SC2317 # soon calls it
zombie()
{
	dead=$(cat "/proc/$parent/task/$parent/children")
	[ -n "$dead" ] && grep -q '^State:.Z' "/proc/${dead% }/status"
}
soon zombie
dead=$(cat "/proc/$parent/task/$parent/children")
refused "a zombie" "it is a zombie" "$MMTOP" -b -o log -p "${dead% }"
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null &&
	command -v python3 >/dev/null; then
	python3 -c 'import threading, time
t = threading.Thread(target=time.sleep, args=(1000,), daemon=True)
t.start()
print(t.native_id, flush=True)
time.sleep(1000)' >tid &
	threaded=$!
	trap 'kill $target ${theirs-} $parent $threaded; rm -rf "$tmp"' EXIT
	soon test -s tid
	"$MMTOP" -b -o log --duration=0.1 -p $threaded -p "$(cat tid)" 2>err
	[ "$(grep -c ' attach ' log)" -eq 1 ] && ! grep -q Cannot err
	ok $? "a process that is given twice is attached once"
	strace -o /dev/null -p "$(cat tid)" 2>/dev/null &
	tracer=$!
	soon grep -q "^TracerPid:.$tracer\$" "/proc/$(cat tid)/status"
	said "one thread with another tracer" \
		"Cannot attach to $(cat tid): strace $tracer traces it" \
		"$MMTOP" -b -o log --duration=0.1 -p $threaded
	kill $tracer
else
	left_out "a process that is given twice is attached once" "no strace or python3"
	left_out "one thread with another tracer" "no strace or python3"
fi
# The log's first line has the host name, which may have any bytes.
if unshare --uts python3 -c True 2>/dev/null; then
	# shellcheck disable=SC2016 # expanded by sh
	unshare --uts sh -c 'python3 -c "import socket
socket.sethostname(\"a b=\\x22c\\n\\x1b[31m\")" && exec "$@"' sh \
		"$MMTOP" -b -o hostile.log true 2>err
	grep -q '^[0-9.]* - start .* host="a b=\\"c\\x0a\\x1b\[31m" date=20[0-9-]*T[0-9:.]*+00:00 ' \
		hostile.log
	ok $? "the log has its host and date"
else
	left_out "the log has its host and date" "no namespaces"
fi
exit $failed
