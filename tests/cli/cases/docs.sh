# The man page and the completions say what the command can do: every verb with its options, no more and no less.
t 0 "the table of verbs" "$PADDOCK" help --json
cp out.txt verbs.json
man=$TOP/docs/man/paddock.1
plain() { sed 's/\\-/-/g; s/\\f[A-Z]//g' "$man"; }

man_verbs() { plain | sed -n 's/^\.SS paddock //p'; }
help_verbs() { jq -r '.[] | .name + (if .operands == "" then "" else " " + .operands end)' verbs.json; }
t 0 "the man page has the verbs" diff <(help_verbs) <(man_verbs)

man_options() { plain | awk '/^\.SS paddock /{ verb = $3 } /^\.SH/ { verb = "" } verb != "" && /^\.BR --/ { gsub(/[,.]/, "", $2); print verb, substr($2, 3) }' | sort; }
# Of a verb with tools, all that any of them takes.
jq 'map(.options += [.tools[]?.options[]] | .options |= unique_by(.name))' verbs.json >all.json && mv all.json verbs.json
help_options() { jq -r '.[] | .name as $verb | .options[] | $verb + " " + .name' verbs.json | sort; }
t 0 "and their options" diff <(help_options) <(man_options)

man_explained() { plain | awk '/^\.SH OPTIONS/ { on = 1 } /^\.SH "EXIT/ { on = 0 } on && /^\.(B|BR|BI) .*--/' | grep -o -- '--[a-z-]\+' | sort; }
t 0 "and explains every option once" diff <(jq -r '.[].options[] | "--" + .name' verbs.json | sort -u) <(man_explained)

for verb in $(jq -r '.[].name' verbs.json); do
    options=$(jq -r ".[] | select(.name == \"$verb\").options[].name" verbs.json | sort | tr '\n' ' ')
    t 0 "bash completes $verb" bash -c '. "$1/completion/paddock.bash"; _paddock_options "$2" | tr " " "\n" | sed s/^--// | sort | tr "\n" " "' - "$TOP" "$verb"
    [ "$(cat out.txt)" = "$options" ] || complain "bash: $(cat out.txt) instead of $options"
    t 0 "zsh and fish know $verb" grep -q "^        '$verb:" "$TOP/completion/paddock.zsh"
    grep -q -- "__fish_use_subcommand -f -a $verb " "$TOP/completion/paddock.fish" || complain "fish does not"
    for option in $options; do
        [ "$option" = help ] || grep -qE -- "(__fish_seen_subcommand_from [a-z ]*\b$verb\b[a-z ]*').* -l $option\b" "$TOP/completion/paddock.fish" ||
            complain "fish does not know $verb --$option"
        grep -qE -- "--$option\b" "$TOP/completion/paddock.zsh" || complain "zsh does not know --$option"
    done
done

complete_words() { # as bash would: the words of the line, the last one being completed
    bash -c '. "$1/completion/paddock.bash"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _paddock "$PADDOCK"; printf "%s\n" "${COMPREPLY[@]}"' - "$TOP" "$@"
}
lap
t 0 "bash: a verb" complete_words paddock che
out_is check
t 0 "bash: a table of the file" complete_words paddock table lap.raf tele
out_is telemetry
t 0 "bash: a column of the table" complete_words paddock table lap.raf telemetry --columns time,engine_
out_is time,engine_speed
t 0 "bash: a record" complete_words paddock fields raf.head
out_is raf.header
t 0 "bash: a format" complete_words paddock info --as ra
out_is raf

if command -v groff >/dev/null; then
    t 0 "the man page is set without complaint" groff -man -Tutf8 -ww -z "$man"
    err_empty
else
    skip "setting the man page (groff is not here)"
fi
if command -v zsh >/dev/null; then
    t 0 "zsh can read its completion" zsh -n "$TOP/completion/paddock.zsh"
fi
if command -v fish >/dev/null; then
    t 0 "fish can read its completion" fish -n "$TOP/completion/paddock.fish"
fi
