#!/bin/sh
# A5: a site is an offset in a file, not an address: blocks of an unloaded library
# stay assigned to it, and not to the library that is loaded at its address later;
# also at level watch, where no call stops.  Stacks pass through code without
# frame pointers, and sites name the caller of C++'s operator new.  A free that
# the allocator accepts is not reported as wrong.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-names.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
victims=$(cd "${top_builddir:-.}/tests/live/victims" && pwd)
plugins=$victims/plugins

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
shown="err leaks"
cd "$tmp" || exit 1
for i in first second third; do
	cp "$victims/lib$i.so" .
done

# leaks OPTION... -- ARGUMENT...: number of blocks and site of each leak of the
# libraries, sorted.
leaks()
{
	"$MMTOP" -b --heap -o log "$@" 2>err
	grep -h " heap leak " log | grep "/lib[a-z]*\.so" | grep "$tmp" >leaks
	sed 's/.* blocks=\([0-9]*\) .*\/\(lib[a-z]*\.so.*\)$/\1 \2/' leaks |
		sort -n | tr '\n' ';'
}

first="libfirst.so: first_leak"
second="libsecond.so: second_leak"
third="libthird.so: third_leak"

for level in calls watch; do
	is "row A5 unloaded libraries, $level" \
		"$(leaks --level=$level -- "$plugins" ./libfirst.so first_leak 100 \
			./libsecond.so second_leak 3 ./libfirst.so first_leak 10 \
			./libthird.so third_leak 5)" \
		"3 $second;5 $third;110 $first;"
	is "row A5 a library that is loaded later, $level" \
		"$(leaks --level=$level -- "$plugins" keep ./libfirst.so first_leak 7 \
			keep ./libsecond.so second_leak 9)" \
		"7 $first;9 $second;"
	is "row A5 parent and child with different libraries, $level" \
		"$(leaks --level=$level -- "$plugins" ./libfirst.so first_leak 7 \
			fork ./libthird.so third_leak 9)" \
		"7 $first;9 $third;"
done
is "row A5 stacks" \
	"$(leaks --heap-stacks=8 -- "$plugins" ./libfirst.so first_leak 100 \
		./libsecond.so second_leak 3)" \
	"3 $second;100 $first;"

# mmtop knows which of two files had the path at which time.
cp libfirst.so libold.so
cp libsecond.so libnew.so
leaks -- "$plugins" ./libold.so first_leak 7 move libnew.so libold.so \
	./libold.so second_leak 9 >/dev/null
is "row A5 a file that is replaced: two libraries" "$(wc -l <leaks)" 2
! grep "blocks=7 .*second_leak" leaks && ! grep "blocks=9 .*first_leak" leaks
ok $? "row A5 a file that is replaced: neither has a site of the other"

# ---- frees -------------------------------------------------------------------

"$MMTOP" -b --heap -o log -- "$plugins" deep ./libfirst.so 40 2>err
is "row A5 frees that the allocator accepts are not wrong" \
	"$(grep -c "heap free .*wrong=" log) $(grep -o "doubles=[0-9]*" log | tail -n 1)" \
	"0 doubles=0"
"$MMTOP" -b --heap -o log -- "$plugins" twice 2>err
is "row A5 a double free that ends the program is wrong" \
	"$(grep -c "heap free .*wrong=double" log) $(grep -o "doubles=[0-9]*" log | tail -n 1)" \
	"1 doubles=1"

# ---- C++ ---------------------------------------------------------------------

cat >new.cc <<'CODE'
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <thread>
#define FAR __attribute__((noinline))
struct node { char b[3000]; };
struct alignas(64) wide { char b[4096]; };
static void *keep[2000];
static int n;
FAR void make_one(int i) { while (i--) keep[n++] = new node(); }
FAR void make_many(int i) { while (i--) keep[n++] = new char[500]; }
FAR void make_wide(int i) { while (i--) keep[n++] = new wide(); }
FAR void make_sure(int i) { while (i--) keep[n++] = new (std::nothrow) char[700]; }
FAR void make_copy(int i) { while (i--) keep[n++] = strdup("0123456789012345678901234567890"); }
FAR void make_text(int i)
{
	while (i--)
		keep[n++] = new std::string(200, 'x');
}
FAR void work()
{
	make_one(100); make_many(50); make_wide(8); make_sure(30);
	make_copy(10); make_text(20);
	__asm__ volatile("");
}
int main(int argc, char **)
{
	if (argc > 1)
		std::thread(work).join();
	else
		work();
	return 0;
}
CODE

# had FUNCTION BYTES: the bytes of all stacks that contain the function
had()
{
	got=$(grep "[;]$1[(;]\|;$1 " folded | awk '{ n += $NF } END { print n + 0 }')
	is "row A5 $1" "$got" "$2"
}
if [ "$(uname -m)" != x86_64 ] ||
	! ${CXX:-g++} -std=c++17 -O1 -g -fno-omit-frame-pointer -pthread -o new new.cc 2>err; then
	left_out "row A5 C++" "no C++ compiler, or another processor"
else
	shown="err folded"
	for thread in "" thread; do
		# shellcheck disable=SC2086 # no argument, or one
		"$MMTOP" -b --heap-stacks=12 --heap-folded=folded -o log -- \
			./new $thread 2>err
		had make_one 300000
		had make_many 25000
		had make_wide 32768
		had make_sure 21000
		had make_copy 320
		had make_text $((20 * (201 + 32)))
		is "row A5 operator new is not named" "$(grep -c "operator new" folded)" 0
		# shellcheck disable=SC2086
		"$MMTOP" -b --heap -o log -- ./new $thread 2>err
		is "row A5 without stacks, sites name its callers" "$(grep "heap leak" log |
			grep -c "make_one\|make_many\|make_wide\|make_sure")" 4
		is "row A5 without stacks, no site is operator new" "$(grep -c "operator new" log)" 0
	done
fi
echo "1..$number"
exit $failed
