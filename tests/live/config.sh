#!/bin/sh
# The configuration file: where mmtop searches for it, and that mmtop reports
# errors in it and runs on.
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
ok $? "no configuration, no message"

"$MMTOP" --print-config >"$tmp/printed"
run --config="$tmp/printed"
[ $status -eq 3 ] && [ ! -s "$tmp/err" ]
ok $? "the output of --print-config is accepted"

printf '\nrefersh = 2\n' >"$tmp/mmtop/config.lua"
XDG_CONFIG_HOME=$tmp run
[ $status -eq 3 ] && grep -qF \
	'mmtop/config.lua:2: unknown setting "refersh" (did you mean refresh?)' \
	"$tmp/err"
ok $? "an unknown setting is reported with its line, and mmtop runs on"

printf 'theme = = 1\n' >"$tmp/mmtop/config.lua"
XDG_CONFIG_HOME=$tmp run
[ $status -eq 3 ] && grep -q "config.lua:1: syntax error" "$tmp/err"
ok $? "a syntax error is reported with its line"

XDG_CONFIG_HOME=$tmp run --config="$tmp/printed"
[ $status -eq 3 ] && [ ! -s "$tmp/err" ]
ok $? "--config replaces the default file"

chmod g+w "$tmp/mmtop/config.lua"
XDG_CONFIG_HOME=$tmp run
[ $status -eq 3 ] && grep -q "other users can write to it" "$tmp/err"
ok $? "a file that others may write to is not read"

run --config="$tmp/none"
[ $status -eq 125 ] && grep -qF "$tmp/none" "$tmp/err" &&
	[ "$(wc -l <"$tmp/err")" -eq 1 ]
ok $? "a missing file of --config is an error"

run --theme=pink
[ $status -eq 125 ] && grep -q "pink.*high-contrast" "$tmp/err"
ok $? "an unknown theme is refused"

# T9: how often pages are scanned, measured by the log of a program that grows.
scans() # options...: prints the number of scans
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
default=$(scans)
slow=$(scans --config="$tmp/slow")
fast=$(scans --config="$tmp/slow" -d 0.1)
[ "$default" -ge 3 ]
ok $? "T9: without a configuration, the default applies ($default)"
[ "$slow" -ge 1 ] && [ "$slow" -lt "$default" ]
ok $? "T9: a configuration overrides the default ($slow)"
[ "$fast" -gt "$slow" ]
ok $? "T9: the command line overrides the configuration ($fast)"

printf 'keys = {\n  next = "x",\n  level = "x",\n}\n' >"$tmp/twice"
run --config="$tmp/twice"
[ $status -eq 3 ] &&
	grep -qF "twice:2: the key x is already bound to level" "$tmp/err"
ok $? "a key with two commands is reported"

# The sandbox does not let a configuration run programs.
printf 'os.execute("touch %s/made")\n' "$tmp" >"$tmp/evil"
run --config="$tmp/evil"
[ $status -eq 3 ] && [ ! -e "$tmp/made" ] &&
	grep -q "evil:1: it fails" "$tmp/err"
ok $? "a configuration runs no program"

# The examples of mmtop-config(5).
examples() # heading of a section: its text between .nf and .fi
{
	sed -n "/^\.S[HS] $1\$/,/^\.S[HS] /{/^\.nf/,/^\.fi/p}" \
		"$top_srcdir/doc/mmtop-config.5" |
		sed '/^\.[nf][fi]/d; s/\\-/-/g; s/\\e/\\/g'
}
examples EXAMPLES >"$tmp/example"
run --config="$tmp/example"
[ $status -eq 3 ] && [ ! -s "$tmp/err" ] && grep -q open_with "$tmp/example"
ok $? "the examples of the manual are accepted"

run --config="$tmp/example" --save-mmap="$tmp/kept" --events=frame
[ $status -eq 3 ] && [ ! -s "$tmp/err" ] && grep -q ' frame ' "$tmp/log" &&
	! grep -q ' frame .*libc' "$tmp/log"
ok $? "mmap_filter of the manual captures frames, but none of libc"

# Each expression of the manual is valid for at least one kind of rows.
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
ok "$good" "the expressions of the manual are valid filters"
exit $failed
