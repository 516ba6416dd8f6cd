#!/bin/bash
# Helpers that the shell scripts of bench/ share. Each script sources this file
# after it has set `here` to its folder. Figures are stored in $tmp/ROW.WAY, one
# line for each round.

set -eu
LC_ALL=C
export LC_ALL
# shellcheck disable=SC2154 # set by the script
bench=${BENCH:-$here}
mmtop=${MMTOP:-$here/../src/mmtop}
# A script starts no further round that would end after this time.
seconds=${BENCH_SECONDS:-90}
round=0
since=$(date +%s)

tmp=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-bench.XXXXXX")
finish() { :; } # a script may redefine it
trap 'finish; rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

for program in "$mmtop" "$bench/syscalls"; do
	[ -x "$program" ] || {
		echo "$program not found: run make bench" >&2
		exit 1
	}
done

has() # program
{
	command -v "$1" >/dev/null && return
	echo "$1 not found: its rows are left out" >&2
	return 1
}

now_us()
{
	date +%s%N | sed 's/...$//'
}

next_round() # number of rounds
{
	local spent
	spent=$(($(date +%s) - since))
	[ $round -eq 0 ] || [ $((spent + spent / round)) -lt "$seconds" ] || {
		[ $round -ge "$1" ] || echo "only $round of $1 rounds: no time for more"
		return 1
	}
	round=$((round + 1))
	[ $round -le "$1" ]
}

add() # row, way, figure
{
	echo "$3" >>"$tmp/$1.$2"
}

median() # row, way
{
	[ ! -s "$tmp/$1.$2" ] || sort -n "$tmp/$1.$2" |
		awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# Print a line for each way of a row, with its ratio to the first way.
report() # row, way...
{
	local row="$1" base way value
	shift
	base=$(median "$row" "$1")
	for way; do
		value=$(median "$row" "$way")
		[ -z "$value" ] || awk -v row="$row" -v way="$way" -v base="$base" \
			-v value="$value" 'BEGIN { printf "%-18s %-16s %10.3f ms %8.3f x\n",
			row, way, value / 1000, (base ? value / base : 0) }'
	done
}

# Add a row to the table: a way compared with another one, or "-". `parts` is
# the number of the files' units in one UNIT.
compare() # row, way, other row or "-", other way, goal, [unit, [parts]]
{
	local peer="$4"
	[ "$3" != - ] || peer=-
	[ "$1" = "$3" ] || [ "$3" = - ] || peer="$3 $4"
	for file in "$1.$2" "$3.$4"; do
		[ ! -f "$tmp/$file" ] ||
			awk -v parts="${7:-1000}" '{ printf "%s ", $1 / parts }' "$tmp/$file"
		echo
	done | "$here/result" "$1, $2" "${6:-ms}" "$peer" "$5"
}
