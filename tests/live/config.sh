#!/bin/sh
# The configuration as the program takes it: where it is looked for, what is
# said of a wrong one, and that mmtop goes on.
set -u

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-config.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/mmtop"

# shellcheck source=tests/live/tap.sh
. "${top_srcdir:?}/tests/live/tap.sh"
shown=err

run() # options...
{
	"$MMTOP" -b -o "$tmp/log" "$@" -- sh -c 'exit 3' 2>"$tmp/err"
	status=$?
}

XDG_CONFIG_HOME=/nonexistent
export XDG_CONFIG_HOME
run
if [ $status -eq 125 ] && grep -q ptrace "$tmp/err"; then
	echo "1..0 # SKIP tracing is not possible here"
	exit 0
fi
echo 1..16
[ $status -eq 3 ] && [ ! -s "$tmp/err" ]
ok $? "without one nothing is said"

"$MMTOP" --print-config >"$tmp/printed"
run --config="$tmp/printed"
[ $status -eq 3 ] && [ ! -s "$tmp/err" ]
ok $? "nothing is said of what --print-config writes"

printf '\nrefersh = 2\n' >"$tmp/mmtop/config.lua"
XDG_CONFIG_HOME=$tmp run
[ $status -eq 3 ] && grep -qF \
	"mmtop/config.lua:2: refersh is no setting: is it refresh?" "$tmp/err"
ok $? "a wrong name is told with its line, and mmtop goes on"

printf 'theme = = 1\n' >"$tmp/mmtop/config.lua"
XDG_CONFIG_HOME=$tmp run
[ $status -eq 3 ] && grep -q "config.lua:1: Lua cannot read it" "$tmp/err"
ok $? "so is what is no Lua"

XDG_CONFIG_HOME=$tmp run --config="$tmp/printed"
[ $status -eq 3 ] && [ ! -s "$tmp/err" ]
ok $? "--config is read instead"

chmod g+w "$tmp/mmtop/config.lua"
XDG_CONFIG_HOME=$tmp run
[ $status -eq 3 ] && grep -q "others may write to it" "$tmp/err"
ok $? "what others may write is not read"

run --config="$tmp/none"
[ $status -eq 125 ] && grep -qF "$tmp/none" "$tmp/err" &&
	[ "$(wc -l <"$tmp/err")" -eq 1 ]
ok $? "one that is asked for must be there"

run --theme=pink
[ $status -eq 125 ] && grep -q "pink.*high-contrast" "$tmp/err"
ok $? "a theme that is none is refused"

# T9: how often pages are looked at, by what the log has of a program that grows.
looks() # options...: prints how often
{
	"$MMTOP" -b --events=pages -o "$tmp/log" "$@" -- \
		/usr/bin/python3 -c 'import time
kept = []
for i in range(20):
    kept.append(bytes(range(256)) * 4096)
    time.sleep(0.1)' 2>>"$tmp/err"
	grep ' pages ' "$tmp/log" | cut -d. -f1,2 | cut -c1-3 | sort -u | wc -l
}
printf 'refresh = 3600\n' >"$tmp/slow"
: >"$tmp/err"
default=$(looks)
slow=$(looks --config="$tmp/slow")
fast=$(looks --config="$tmp/slow" -d 0.1)
[ "$default" -ge 3 ]
ok $? "T9: without a configuration the default counts ($default)"
[ "$slow" -ge 1 ] && [ "$slow" -lt "$default" ]
ok $? "T9: a configuration counts more ($slow)"
[ "$fast" -gt "$slow" ]
ok $? "T9: the command line counts most ($fast)"

printf 'keys = {\n  next = "x",\n  level = "x",\n}\n' >"$tmp/twice"
run --config="$tmp/twice"
[ $status -eq 3 ] &&
	grep -qF "twice:2: the key x is for level already" "$tmp/err"
ok $? "a key that two commands are given is told"

# Nothing of the sandbox's outside is reached.
printf 'os.execute("touch %s/made")\n' "$tmp" >"$tmp/evil"
run --config="$tmp/evil"
[ $status -eq 3 ] && [ ! -e "$tmp/made" ] &&
	grep -q "evil:1: it fails" "$tmp/err"
ok $? "a configuration runs no program"

# The examples of mmtop-config(5), as they stand there.
examples() # heading of a section: its text between .nf and .fi
{
	sed -n "/^\.S[HS] $1\$/,/^\.S[HS] /{/^\.nf/,/^\.fi/p}" \
		"$top_srcdir/doc/mmtop-config.5" |
		sed '/^\.[nf][fi]/d; s/\\-/-/g; s/\\e/\\/g'
}
examples EXAMPLES >"$tmp/example"
run --config="$tmp/example"
[ $status -eq 3 ] && [ ! -s "$tmp/err" ] && grep -q open_with "$tmp/example"
ok $? "the examples of the manual are read"

run --config="$tmp/example" --save-mmap="$tmp/kept" --events=frame
[ $status -eq 3 ] && [ ! -s "$tmp/err" ] && grep -q ' frame ' "$tmp/log" &&
	! grep -q ' frame .*libc' "$tmp/log"
ok $? "mmap_filter of the manual captures what it says"

# An expression of the manual is right for one kind of rows at least.
examples FILTERS >"$tmp/expressions"
[ "$(wc -l <"$tmp/expressions")" -ge 4 ]
good=$?
while IFS= read -r line; do
	for kind in regions processes calls none; do
		printf 'filters = { %s = [[%s]] }\n' "$kind" "$line" \
			>"$tmp/filter"
		run --config="$tmp/filter"
		[ -s "$tmp/err" ] || break
	done
	[ "$kind" != none ] || good=1
done <"$tmp/expressions"
ok "$good" "the expressions of the manual are filters"
exit $failed
