#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The program as built, in Polish: it finds the catalogue next to itself, prints
# its messages in that language, and does not translate its log.
set -u

if ! grep -q '^#define ENABLE_NLS 1' "$top_builddir/config.h"; then
	echo "1..0 # SKIP built without translations"
	exit 0
fi
if ! command -v localedef >/dev/null 2>&1; then
	echo "1..0 # SKIP localedef not found"
	exit 0
fi

dir=$(mktemp -d "${TMPDIR:-/tmp}/mmtop-pl.XXXXXX") || exit 99
# shellcheck source=tests/terminal/tmux-pane.sh
. "${top_srcdir:?}/tests/terminal/tmux-pane.sh"

# localedef warns about the sources of the locale, and then exits with 1.
localedef -i pl_PL -f UTF-8 "$dir/pl_PL.UTF-8" >"$dir/localedef" 2>&1
if ! [ -e "$dir/pl_PL.UTF-8/LC_CTYPE" ]; then
	echo "1..0 # SKIP localedef cannot make pl_PL.UTF-8 here"
	exit 0
fi

number=0
failed=0

polish() {
	LOCPATH=$dir LC_ALL=pl_PL.UTF-8 "$MMTOP" "$@"
}

result() {
	number=$((number + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $number - $2"
	else
		echo "not ok $number - $2"
		cat "$dir/out" "$dir/pane" 2>/dev/null | sed 's/^/# |/'
		failed=1
	fi
}

echo 1..9
polish --help >"$dir/out" 2>&1
grep -qF 'Pokazuje na żywo pamięć programu' "$dir/out" &&
	! grep -qF 'Usage:' "$dir/out"
result $? "--help is translated"

polish --nope >"$dir/out" 2>&1
[ $? -eq 125 ] && grep -qF 'nieznana opcja „--nope”' "$dir/out" &&
	grep -qF 'Polecenie „mmtop --help” pokaże więcej informacji.' "$dir/out"
result $? "a usage error is translated"

polish -b "$dir/nothing" >"$dir/out" 2>&1
[ $? -eq 127 ] && grep -qF "Nie można uruchomić $dir/nothing" "$dir/out"
result $? "an error about a missing program is translated"

polish --ascii -b "$dir/nothing" >"$dir/out" 2>&1
grep -qF "Nie mozna uruchomic $dir/nothing" "$dir/out"
result $? "--ascii removes the accents"

polish -b -o "$dir/out" sh -c 'exit 3' >/dev/null 2>&1
[ $? -eq 3 ] && grep -qF 'exited with 3' "$dir/out"
result $? "the log is not translated"

printf '%s\n' 'next 2' system process 'process 999999' nxet 'help next' \
	quit >"$dir/in"
polish --console -s -o "$dir/log" "$top_builddir/examples/tour" --fast \
	<"$dir/in" >"$dir/out" 2>&1 &&
	grep -qF ' jest wstrzymany: „next” wykonuje krok' "$dir/out" &&
	grep -q '^Dostępne: .* KiB)$' "$dir/out" &&
	grep -q '^Proces [0-9]* tour$' "$dir/out" &&
	grep -q '^Błędy stron: drobne ' "$dir/out" &&
	grep -qF 'Nie jest obserwowany żaden proces ani wątek 999999.' "$dir/out" &&
	grep -q '^next \[N\]  *działaj do początku lub końca ' "$dir/out"
result $? "the console is translated, and keeps the names of commands"
grep -q ' brk(NULL) = 0x' "$dir/out" && grep -q ' brk(NULL) = 0x' "$dir/log" &&
	! grep -q '[^ -~]' "$dir/log"
result $? "calls on the console and in the log are not translated"

if ! command -v tmux >/dev/null 2>&1 || ! infocmp screen >/dev/null 2>&1; then
	echo "ok 8 - the screen is translated # SKIP tmux not found"
	echo "ok 9 - a question is translated # SKIP tmux not found"
	exit $failed
fi
TERM=${TERM:-dumb}
tmux_ -u new-session -d -x 80 -y 24 \
	"LOCPATH=$dir LC_ALL=pl_PL.UTF-8 $MMTOP $top_builddir/examples/tour"
shows 'q Koniec' && shows '1 Regiony' && shows '3 Wywołania'
result $? "the key bar and the titles of the panes are translated"
tmux_ send-keys q
shows 'y Zabij i wyjdź  d Odłącz i wyjdź  Esc Zostań' && shows 'Zabić tour'
result $? "a translated question fits into 80 columns"
answers 'Esc ' y
exit $failed
