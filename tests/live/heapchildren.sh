#!/bin/sh
# --heap watches the programs that a program executes, by any call and with any
# environment. Programs that cannot load the library run as without mmtop, which
# names them. Each is compared with the same program alone: output, errors,
# status.
set -u

victims=$(readlink -f "$top_builddir/tests/live/victims")
preload=$(readlink -f "$top_builddir/src/preload/libmmtop-heap.so")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-heapchildren.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
chmod 755 "$tmp"
cd "$tmp" || exit 1

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
export shown="bare bare.err out err"

cp "$victims/heapchild" "$victims/heapexec" . || exit 1
child=$tmp/heapchild
# The compared output must not contain the shell's name.
unset OLDPWD _

# both PROGRAM...: runs it alone and with --heap; "said" gets mmtop's messages.
both()
{
	"$@" >bare 2>bare.err
	alone=$?
	"$MMTOP" -b --heap -o log -- "$@" >out 2>err
	status=$?
	grep '^mmtop: ' err >said
	grep -v '^mmtop: ' err >own.err
	[ $status -eq $alone ] && cmp bare out && cmp bare.err own.err
}
leaks() # expected number of processes with the child's leak
{
	[ "$(grep -cE " heap leak size=12340 blocks=10 .*$child: main\$" \
		log)" -eq "$1" ]
}
watched() # name, program...
{
	name=$1
	shift
	both "$@" && leaks 1 && ! [ -s said ]
	ok $? "$name: runs as without mmtop, and is watched ($alone, $status)"
}
# unwatched NAME WHY SENTENCE FILE PROGRAM...: FILE runs unwatched and is named
unwatched()
{
	name=$1 why=$2 sentence=$3 file=$4
	shift 4
	both "$@" && grep -qE " heap unknown why=$why $file\$" log &&
		grep -qE "^mmtop: --heap does not watch $file \([0-9]+\): $sentence" said
	ok $? "$name: runs as without mmtop, and is named ($alone, $status)"
}
compiled() # file, command...: true if the compiled program runs here
{
	file=$1
	shift
	"$@" -o "$file" child.c >/dev/null 2>&1 && ./"$file" >/dev/null 2>&1
	[ $? -eq 7 ]
}
user=$(id -u)

# ---- every way to execute a program ------------------------------------------
for way in execve execv execvp execvpe execl execlp execle fexecve execveat \
	null spawn spawnp; do
	watched "$way with an empty environment" ./heapexec $way "$child" a 7
done
watched "vfork and execve" ./heapexec vfork execve "$child" a 7
both ./heapexec execve ./none a && both ./heapexec spawn ./none a &&
	both ./heapexec execvp "$tmp" a
ok $? "a missing program: the same error"
watched "env -i" sh -c "env -i $child; exit \$?"
watched "LD_PRELOAD=" sh -c "env -i LD_PRELOAD= $child; exit \$?"
libm=$(ldconfig -p 2>/dev/null | sed -n 's/.*libm\.so\.6 (libc6,x86-64.* => //p' |
	head -n 1)
if [ -n "$libm" ]; then
	watched "a library of the user in LD_PRELOAD" \
		sh -c "env -i LD_PRELOAD=$libm $child; exit \$?"
	grep -qF "[LD_PRELOAD=$libm] ran" out
	ok $? "the program's LD_PRELOAD has only that library"
else
	left_out "a library of the user in LD_PRELOAD" "no libm.so.6"
	left_out "the program's LD_PRELOAD has only that library" "no libm.so.6"
fi
printf '#! %s\n' "$child" >script
chmod 755 script
watched "a script" ./heapexec execve ./script 7

# ---- closed descriptors -----------------------------------------------------
for_nobody=no
if [ "$user" -eq 0 ] && setpriv --reuid=65534 --regid=65534 --clear-groups \
	test -r "$preload" 2>/dev/null; then
	for_nobody=yes
fi
for how in close closefrom closeall reuse; do
	watched "$how" ./heapexec $how execve "$child" a 7
	watched "$how in a vfork child" ./heapexec vfork $how execve "$child" 7
	if [ $for_nobody = yes ] && [ $how != close ] && [ $how != reuse ]; then
		watched "$how, then user nobody" \
			./heapexec $how nobody execve "$child" a 7
	else
		left_out "$how, then user nobody" \
			"root must run it, nobody must be able to read the library, and only the library can keep the descriptor"
	fi
done

# ---- programs that start others ----------------------------------------------
if command -v python3 >/dev/null; then
	# Prefer Debian's python3: that of pyenv is a script.
	python=$(command -v /usr/bin/python3 || command -v python3)
	cat >run.py <<END
import subprocess, sys
sys.exit(subprocess.run(["$child", "a", "7"], env={"KEEP": "1"}).returncode)
END
	both "$python" -S run.py && leaks 1
	ok $? "python's subprocess, which closes all descriptors: child is watched"
else
	left_out "python's subprocess" "no python3"
fi
if command -v java >/dev/null && command -v javac >/dev/null; then
	cat >Run.java <<END
public class Run {
	public static void main(String[] args) throws Exception {
		ProcessBuilder b = new ProcessBuilder("$child", "a", "7");
		b.environment().clear();
		System.exit(b.inheritIO().start().waitFor());
	}
}
END
	javac Run.java && both java -Xint -cp . Run && leaks 1
	ok $? "Java's ProcessBuilder: child is watched"
else
	left_out "Java's ProcessBuilder" "no Java compiler"
fi
if command -v bwrap >/dev/null && bwrap --bind / / true 2>/dev/null; then
	watched "bwrap" bwrap --bind / / --clearenv "$child" a 7
else
	left_out "bwrap" "not installed, or not working here"
fi
own=-r
[ "$user" -ne 0 ] || own=
if unshare $own -pf true 2>/dev/null; then
	# shellcheck disable=SC2086 # may be empty
	watched "a PID namespace of its own" unshare $own -pf \
		"$tmp/heapexec" execve "$child" a 7
	cat >many <<-END
	for i in 1 2 3 4; do
		unshare $own -pf sh -c '$child; $child; :' &
	done
	wait
	END
	"$MMTOP" -b --heap -o log -- sh many >out 2>err
	leaks 8 && ! grep -q ' lost ' log && ! [ -s err ]
	ok $? "several PID namespaces with the same PIDs: each child is watched"
else
	left_out "a PID namespace of its own" "not permitted"
	left_out "several PID namespaces with the same PIDs" "not permitted"
fi

# ---- unwatched programs ------------------------------------------------------
unwatched "a raw execve call" environment \
	"it was started without mmtop's LD_PRELOAD" "$child" \
	./heapexec raw "$child" a 7
"$MMTOP" -b --heap --fail-on='leak>1M' --summary -o log -- ./heapexec raw \
	"$child" a 0 >out 2>err
status=$?
[ $status -eq 122 ] && tail -n 1 err |
	grep -q 'did not watch 1 process: --fail-on cannot'
ok $? "an unwatched process: --fail-on exits with 122 ($status), with the verdict last"
"$MMTOP" -b --heap --fail-on='leak>1M' -o log -- ./heapexec execve "$child" a 0 \
	>out 2>err
status=$?
[ $status -eq 0 ] && ! [ -s err ]
ok $? "all processes watched: --fail-on exits with 0 ($status)"

# The loader waits for a writer of the pipe.
mkfifo pipe
rm -f log
"$MMTOP" -b --heap -o log -- sh -c "echo \$\$ >pid; LD_PRELOAD=$tmp/pipe exec $child" \
	>out 2>err &
watcher=$!
soon grep -q " exec .*$child" log
kill -TERM $watcher
wait $watcher
grep -q " exec .*$child" log && ! grep -q ' heap unknown ' log
ok $? "a program still loading when mmtop exits is not reported as unwatched"
kill -KILL "$(cat pid)"

cat >child.c <<'END'
#include <stdio.h>
#include <stdlib.h>
/* LeakSanitizer cannot search for leaks in a traced process. */
const char *__asan_default_options(void) { return "detect_leaks=0"; }
const char *__lsan_default_options(void) { return "detect_leaks=0"; }
int main(void) { free(malloc(10)); puts("ran"); return 7; }
END
# each NAME WHY SENTENCE FILE: checks it launched and as a child
each()
{
	unwatched "$1, launched" "$2" "$3" "$tmp/$4" "./$4"
	unwatched "$1, by a shell" "$2" "$3" "$tmp/$4" sh -c "./$4; exit \$?"
	unwatched "$1, by env -i" "$2" "$3" "$tmp/$4" sh -c "env -i ./$4; exit \$?"
	unwatched "$1, a script" "$2" "$3" "$tmp/$4" ./heapexec execve "./$4.script"
	"$MMTOP" -b --heap -o log -- sh -c "./$4; $child" >/dev/null 2>&1
	leaks 1
	ok $? "$1: the program after it is watched"
}
skip() # name, why
{
	for i in 1 2 3 4 5; do
		left_out "$1 ($i)" "$2"
	done
}
try() # name, why, sentence, file, compiler...
{
	printf '#! %s\n' "$tmp/$4" >"$4.script"
	chmod 755 "$4.script"
	kind=$1 reason=$2 said=$3 program=$4
	shift 4
	if compiled "$program" "$@"; then
		each "$kind" "$reason" "$said" "$program"
	else
		skip "$kind" "$* makes no program that runs here"
	fi
}
try "a static program" static "it is linked statically" static cc -static
try "a program for musl" loader "its C library is not glibc" musl \
	musl-gcc
try "a 32-bit program" machine "it is a 32-bit program" bits32 cc -m32
for sanitizer in address thread leak; do
	try "-fsanitize=$sanitizer" sanitizer "its sanitizer" $sanitizer \
		cc -fsanitize=$sanitizer
	try "-fsanitize=$sanitizer, static" sanitizer "its sanitizer" \
		static$sanitizer cc -fsanitize=$sanitizer \
		-static-libasan -static-libtsan -static-liblsan
done
if [ -x musl ]; then
	LD_PRELOAD=$preload MMTOP_HEAP=200:1:1 ./musl >out 2>err
	status=$?
	[ $status -eq 7 ] && [ "$(cat out)" = ran ] && ! [ -s err ]
	ok $? "the library does no harm to a program for musl ($status)"
else
	left_out "the library does no harm to a program for musl" "no musl-gcc"
fi

# ---- programs that cannot see the library ------------------------------------
mkdir -p root
if [ "$user" -eq 0 ]; then
	cp "$child" root/heapchild
	ldd "$child" | grep -o '/[^ ]*' | while read -r file; do
		mkdir -p "root$(dirname "$file")" && cp -L "$file" "root$file"
	done
	unwatched "another root folder" hidden "it cannot see mmtop's library" \
		"$tmp/root/heapchild" ./heapexec execve \
		"$(command -v chroot)" root /heapchild a 7
else
	left_out "another root folder" "needs root"
fi
if [ "$user" -eq 0 ]; then
	cp "$child" setuid && chmod 4755 setuid
	unwatched "a setuid program started by user nobody" secure "setuid and setgid" \
		"$tmp/setuid" ./heapexec nobody execve "$tmp/setuid" a 7
else
	left_out "a setuid program started by user nobody" "needs root"
fi

# ---- another user, who may not read the library ------------------------------
if [ "$user" -eq 0 ]; then
	mkdir -p closed/preload
	cp "$MMTOP" closed/mmtop && cp "$preload" closed/preload/
	cp "$child" open && chmod 755 open
	ours=$MMTOP
	for closed in closed closed/preload/libmmtop-heap.so; do
		chmod 755 closed closed/preload/libmmtop-heap.so
		chmod go-rwx "$closed"
		MMTOP=$tmp/closed/mmtop
		unwatched "another user, who may not access $closed" unreadable \
			"its user cannot read mmtop's library" \
			"$tmp/open" ./heapexec nobody execve "$tmp/open" a 7
		MMTOP=$ours
		if command -v setpriv >/dev/null; then
			"$tmp/closed/mmtop" -b --heap -o log -- setpriv --reuid=65534 \
				--regid=65534 --clear-groups "$tmp/open" a 7 >out 2>err
			! grep -q ld.so err && grep -q "why=unreadable $tmp/open" log
			ok $? "another user, by setpriv: the loader reports no error"
		else
			left_out "another user, by setpriv" "no setpriv"
		fi
	done
else
	left_out "another user" "needs root"
fi
echo "1..$number"
exit $failed
