# The completions of bash, zsh or fish, from the options of src/app/usage.c:
#
#	awk -f completions.awk -v shell=bash usage.c >mmtop.bash
#
# A row is { "-p, --attach", N_("PID"), N_("what it does") }, NULL for no value.
# What completes a value depends on its word alone: see values below.

BEGIN {
	# "process": processes; "file": files; "none": anything; else the words.
	values["PID"] = "process"
	values["FILE"] = "file"
	values["SECONDS"] = "none"
	values["SIZE"] = "none"
	values["COMMANDS"] = "none"
	values["REGION@FRAME"] = "none"
	values["N"] = "none"
	values["leak>SIZE"] = "none"
	values["LEVEL"] = "watch calls step"
	values["WHEN"] = "auto always never"
	values["NAME"] = "default light mono high-contrast 8-colour"
	values["LIST"] = "process call signal region pages system memory pss fault map rss frame heap"
	values["on|off"] = "on off"
	values["start|iso"] = "start iso"
	lists["LIST"] = 1	# several, with commas between
	# Their options.
	maps = "-p --attach -o --output --json --events"
	contents = "-p --attach --json --extract --diff"
}

# The text of the next string literal of row, which is cut off.
function literal(    s)
{
	if (!match(row, /"([^"\\]|\\.)*"/))
		return ""
	s = substr(row, RSTART + 1, RLENGTH - 2)
	row = substr(row, RSTART + RLENGTH)
	return s
}

# s with each `what` as `by`: replacements of gsub() differ between awks.
function replace(s, what, by,    done, at)
{
	done = ""
	while ((at = index(s, what)) > 0) {
		done = done substr(s, 1, at - 1) by
		s = substr(s, at + length(what))
	}
	return done s
}

function fail(why)
{
	print "completions.awk: " why >"/dev/stderr"
	failed = 1
	exit 1
}

# One whole row of a table of options.
function option(    names, part, text)
{
	n++
	names = literal()
	if (split(names, part, ", ") == 2) {
		short[n] = substr(part[1], 2)
		long[n] = substr(part[2], 3)
	} else {
		short[n] = ""
		sub(/^ */, "", names)
		long[n] = substr(names, 3)
	}
	if (long[n] !~ /^[a-z][a-z-]*$/)
		fail("no option: " names)
	value[n] = row ~ /^, *NULL/ ? "" : literal()
	# It may be left out, and stands in the same word.
	if (value[n] ~ /^\[/)
		value[n] = ""
	if (value[n] != "" && !(value[n] in values))
		fail("what completes " value[n] "? Say it in values")
	text = ""
	while (row ~ /"/)
		text = text literal()
	help[n] = text
}

/^static const struct option_help/ { table = 1; next }
table && /^};/ { table = 0 }
table && /{ *NULL/ { next }
table && /^\t{ "/ { row = ""; inside = 1 }
inside {
	line = $0
	sub(/^[ \t]+/, "", line)
	row = row line
	if (line ~ /},?$/) {
		inside = 0
		option()
	}
}

# What completes the value of option i: one of these; "" when it takes none.
function completer(i, process, file, none, list, words,    how)
{
	if (value[i] == "")
		return ""
	how = values[value[i]]
	if (how == "process")
		return process
	if (how == "file")
		return file
	if (how == "none")
		return none
	return value[i] in lists ? list : words
}

# ---- bash --------------------------------------------------------------------

function bash_value(i,    words)
{
	words = "'" values[value[i]] "'"
	printf "\t%s--%s)\n", short[i] == "" ? "" : "-" short[i] "|", long[i]
	printf "%s", completer(i, "\t\t_pids\n", "\t\t_filedir\n", "",
		"\t\t_mmtop_list " words "\n",
		"\t\tCOMPREPLY=($(compgen -W " words " -- \"$cur\"))\n")
	print "\t\treturn\n\t\t;;"
}

function bash(    i, all, taking)
{
	for (i = 1; i <= n; i++) {
		if (short[i] != "")
			all = all " -" short[i]
		all = all " --" long[i]
		if (value[i] == "")
			continue
		if (short[i] != "")
			taking = taking "|-" short[i]
		taking = taking "|--" long[i]
	}
	print "# bash completion for mmtop"
	print ""
	print "# Several of the words $1, with commas between."
	print "_mmtop_list()"
	print "{"
	print "\tlocal before="
	print ""
	print "\t[[ $cur == *,* ]] && before=${cur%,*},"
	print "\tCOMPREPLY=($(compgen -P \"$before\" -W \"$1\" -- \"${cur##*,}\"))"
	print "}"
	print ""
	print "_mmtop()"
	print "{"
	print "\tlocal cur prev words cword split i verb="
	print ""
	print "\t_init_completion -s || return"
	print "\t# Behind the program's name its own words are completed."
	print "\tfor ((i = 1; i < cword; i++)); do"
	print "\t\tcase ${words[i]} in"
	printf "\t\t%s)\n", substr(taking, 2)
	print "\t\t\t((i++))"
	print "\t\t\t;;"
	print "\t\t--)"
	print "\t\t\t_command_offset $((i + 1))"
	print "\t\t\treturn"
	print "\t\t\t;;"
	print "\t\t-*) ;;"
	print "\t\tmaps | contents | heap)"
	print "\t\t\tverb=${words[i]}"
	print "\t\t\tbreak"
	print "\t\t\t;;"
	print "\t\t*)"
	print "\t\t\t_command_offset $i"
	print "\t\t\treturn"
	print "\t\t\t;;"
	print "\t\tesac"
	print "\tdone"
	print "\tcase $prev in"
	for (i = 1; i <= n; i++)
		if (value[i] != "")
			bash_value(i)
	print "\tesac"
	print "\t$split && return"
	print "\tif [[ $verb == contents && $cur == -* ]]; then"
	print "\t\tCOMPREPLY=($(compgen -W '" contents "' -- \"$cur\"))"
	print "\telif [[ $verb == heap && $cur == -* ]]; then"
	print "\t\tCOMPREPLY=()"
	print "\telif [[ $verb && $cur == -* ]]; then"
	print "\t\tCOMPREPLY=($(compgen -W '" maps "' -- \"$cur\"))"
	print "\telif [[ $verb ]]; then"
	print "\t\t_filedir"
	print "\telif [[ $cur == -* ]]; then"
	printf "\t\tCOMPREPLY=($(compgen -W '%s' -- \"$cur\"))\n", substr(all, 2)
	print "\telse"
	print "\t\t_command_offset $cword"
	print "\t\t[[ maps == \"$cur\"* ]] && COMPREPLY+=(maps)"
	print "\t\t[[ contents == \"$cur\"* ]] && COMPREPLY+=(contents)"
	print "\t\t[[ heap == \"$cur\"* ]] && COMPREPLY+=(heap)"
	print "\tfi"
	print "} &&"
	print "\tcomplete -F _mmtop mmtop"
}

# ---- zsh ---------------------------------------------------------------------

function zsh_value(i,    name, words)
{
	name = tolower(value[i])
	words = values[value[i]]
	return completer(i, ":" name ":_pids", ":" name ":_files",
		":" name ": ", ":" name ":_values -s , " name " " words,
		":" name ":(" words ")")
}

function zsh(    i, text, names, action)
{
	print "#compdef mmtop"
	print ""
	print "_arguments -s -S \\"
	for (i = 1; i <= n; i++) {
		text = replace(help[i], "'", "'\\''")
		text = replace(text, "[", "\\[")
		text = replace(text, "]", "\\]")
		action = zsh_value(i)
		names = "--" long[i] (value[i] == "" ? "" : "=")
		if (short[i] == "")
			printf "\t'%s[%s]%s' \\\n", names, text, action
		else if (help[i] ~ /may be repeated/)
			printf "\t'*'{-%s+,%s}'[%s]%s' \\\n", short[i], names, \
				text, action
		else
			printf "\t'(-%s --%s)'{-%s%s,%s}'[%s]%s' \\\n", \
				short[i], long[i], short[i], \
				value[i] == "" ? "" : "+", names, text, action
	}
	printf "\t'(-)1: :{_alternative %s %s}' \\\n", \
		"\"programs:program:_command_names -e\"", \
		"\"verbs:recording:(maps contents heap)\""
	print "\t'*::argument:_normal'"
}

# ---- fish --------------------------------------------------------------------

function fish(    i, words)
{
	print "# fish completion for mmtop"
	print "complete -c mmtop -xa '(__fish_complete_subcommand)'"
	print "complete -c mmtop -n '__fish_is_first_token' -a maps" \
		" -d 'what was mapped while perf record wrote a file'"
	print "complete -c mmtop -n '__fish_is_first_token' -a contents" \
		" -d 'what --save-mmap captured'"
	print "complete -c mmtop -n '__fish_is_first_token' -a heap" \
		" -d 'which allocations of a trace are active'"
	print "complete -c mmtop -n '__fish_seen_subcommand_from maps contents heap' -F"
	for (i = 1; i <= n; i++) {
		printf "complete -c mmtop"
		if (short[i] != "")
			printf " -s %s", short[i]
		printf " -l %s", long[i]
		words = values[value[i]]
		printf "%s", completer(i, " -xa '(__fish_complete_pids)'",
			" -rF", " -x", " -xa '(__fish_append , " words ")'",
			" -xa '" words "'")
		printf " -d '%s'\n", replace(help[i], "'", "\\'")
	}
}

END {
	if (failed)
		exit 1
	if (n < 1)
		fail("no options found")
	if (shell == "bash")
		bash()
	else if (shell == "zsh")
		zsh()
	else if (shell == "fish")
		fish()
	else
		fail("shell is bash, zsh or fish")
}
