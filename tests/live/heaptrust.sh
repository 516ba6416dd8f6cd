#!/bin/sh
# mmtop loads files next to its binary (the library of --heap, translations)
# only if root or the user owns them and every folder on their path, and no
# other user can write there.
# shellcheck disable=SC2317 # functions are called by name
set -u

mmtop=$(readlink -f "$top_builddir/src/mmtop")
library=$(readlink -f "$top_builddir/src/preload/libmmtop-heap.so")
catalogue=$(readlink -f "$top_builddir/locale/de/LC_MESSAGES/mmtop.mo")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-heaptrust.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
export shown="out err"

# make_tree: creates t/src/mmtop with its library and translations
make_tree()
{
	rm -rf t
	mkdir -p t/src/preload t/locale/de/LC_MESSAGES
	chmod -R go-w t
	cp "$mmtop" t/src/mmtop
	cp "$library" t/src/preload/
	: >t/locale/stamp
	chmod -R go-w t
	[ ! -f "$catalogue" ] || cp "$catalogue" t/locale/de/LC_MESSAGES/
}
# True if mmtop loads the library of the tree.
loads()
{
	t/src/mmtop -b --heap --events=region -o log -- sleep 0 >out 2>err &&
		grep -q "$tmp/t/src/preload/libmmtop-heap.so" log
}
speaks()
{
	LC_ALL=C.UTF-8 LANGUAGE=de t/src/mmtop --none >out 2>err
	! LC_ALL=C.UTF-8 LANGUAGE=en t/src/mmtop --none 2>&1 | cmp -s - err
}
make_tree
loads
ok $? "the library of the user's own tree is loaded"
translated=yes
speaks || translated=
if [ -n "$translated" ]; then
	ok 0 "translations of the user's own tree are used"
else
	left_out "translations of the user's own tree are used" "there are none"
fi
refused() # name
{
	! loads
	ok $? "the library is not loaded: $1"
}
silent() # name
{
	if [ -z "$translated" ]; then
		left_out "translations are not used: $1" "there are none"
		return
	fi
	! speaks
	ok $? "translations are not used: $1"
}
# spoiled WHAT COMMAND...: applies COMMAND to each part of both files' paths
spoiled()
{
	name=$1
	shift
	make_tree
	"$@" t/src/preload
	refused "its folder $name"
	make_tree
	"$@" t/locale/de
	silent "a folder $name"
	make_tree
	"$@" t/src/preload/libmmtop-heap.so
	refused "the file $name"
	make_tree
	"$@" t/locale/de/LC_MESSAGES/mmtop.mo 2>/dev/null
	silent "the file $name"
	# The kernel reports the program's real path.
	[ "$1" != move ] && [ "$1" != lead ] || return
	make_tree
	"$@" t
	refused "the tree $name"
	silent "the tree $name"
}
move() # moves it, and makes a symbolic link to it
{
	mv "$1" "$1.moved" && ln -s "$(basename "$1").moved" "$1"
}
spoiled "may be written to by a group" chmod g+w
spoiled "may be written to by all" chmod o+w
spoiled "is behind a symbolic link" move
if [ "$(id -u)" -eq 0 ]; then
	spoiled "belongs to user nobody" chown 65534
	lead()
	{
		move "$1" && chown -h 65534 "$1"
	}
	spoiled "is behind a symbolic link of user nobody" lead
else
	for i in 1 2 3 4 5 6 7 8 9 10; do
		left_out "the owner is user nobody ($i)" "needs root"
	done
fi
# Other users cannot replace files in a sticky folder.
make_tree
chmod 1777 t
loads
ok $? "a sticky folder does no harm"
[ -z "$translated" ] || speaks
ok $? "a sticky folder does no harm to translations"
echo "1..$number"
exit $failed
