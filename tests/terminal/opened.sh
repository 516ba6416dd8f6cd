#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# T17, T18 under tmux, as a user sees them: the bytes of a queue in shared
# memory, decoders below them, and, by a right click, the editor and a
# configured program, after which the screen comes back.
set -u

# shellcheck source=tests/terminal/inside-tmux.sh
. "${top_srcdir:?}/tests/terminal/inside-tmux.sh"

# A right click on the bytes: a press and a release at column and row.
right_click() {
	tmux_ send-keys -l "$(printf '\033[<2;%d;%dM' "$1" "$2")"
	tmux_ send-keys -l "$(printf '\033[<2;%d;%dm' "$1" "$2")"
}
# True if the editor or the program had its file, and the file was removed.
had() {
	until_ test -s "$dir/$1.name" && [ ! -e "$(cat "$dir/$1.name")" ]
}

cat >"$dir/config.lua" <<END
decoders = {
	{ name = "ring", region = "/queue\$", layout = {
		"sem free", "sem used", "sem lock", "u32 head", "u32 tail",
		"char letters[5]" } },
	{ name = "count", command = { "wc", "-c" } },
	{ name = "wrong", lua = function(raw) error("not this") end },
}
open_with = {
	{ name = "keeper", command = { "sh", "$dir/keep", "%s", "kept" } },
}
END
cat >"$dir/edit" <<END
head -n 1 "\$1" >$dir/edited
echo "\$1" >$dir/edited.name
END
cat >"$dir/keep" <<END
cp "\$1" $dir/\$2
echo "\$1" >$dir/\$2.name
echo "the keeper has the terminal: type a line"
read -r line
END

TERM=${TERM:-dumb}
XDG_RUNTIME_DIR=$dir
VISUAL="sh $dir/edit"
XDG_CONFIG_HOME=$dir
LC_ALL=C.UTF-8
export XDG_RUNTIME_DIR VISUAL XDG_CONFIG_HOME LC_ALL
victim=${top_builddir:?}/tests/live/victims/letters
chmod 700 "$dir"
echo 1..12
tmux_ -u new-session -d -x 120 -y 40 \
	"$MMTOP --config=$dir/config.lua $victim $dir/queue stay 7; echo left with \$?; exec sleep 60"
shows '1 Regions' && shows 'rw-s'
result $? "the screen appears, and lists the queue"
tmux_ send-keys ':contents queue' Enter
shows 'cde'
result $? "the bytes of the queue are shown"
shows 'letters: "..cde"'
result $? "T18 the queue's decoder shows the letters"
has 'used.value: 3' && has 'used.waiters: 0' && has 'head: 2' && has 'tail: 0'
result $? "T18 the queue's decoder shows the semaphores, head and tail"
tmux_ send-keys D
shows 'Decoder  count' && shows ' 4096'
result $? "T18 a command gets all bytes"
tmux_ send-keys D
shows 'not this' && has 'line 6'
result $? "T18 an error is shown as text, with its line"

right_click 20 8
shows 'Open with'
result $? "T17 a right click opens the menu"
answers 'Open with' Enter
had edited && grep -q '^00000000: 0200 0000 0000 0000 ' "$dir/edited"
result $? "T17 the editor gets the bytes as hex, and its file is removed"
shows 'Contents  '
result $? "T17 the screen comes back after the editor"
tmux_ send-keys O
shows 'Open with'
answers 'Open with' Down Enter
shows 'type a line'
result $? "T17 a configured program gets the terminal"
tmux_ send-keys x Enter
shows 'Contents  ' && had kept && cmp -s "$dir/kept" "$dir/queue"
result $? "T17 the program gets a file with exactly those bytes"
tmux_ send-keys q
shows 'Kill letters'
answers 'Esc ' y
shows 'left with' && [ "$(find "$dir" -name 'mmtop-*' | wc -l)" -eq 0 ]
result $? "all temporary files are removed"
exit $failed
