# The man page and the completions are what tools/cli-docs.sh makes of the command's tables.
t 0 "they are made" "$TOP/tools/cli-docs.sh" "$PADDOCK" made
for file in docs/man/paddock.1 completion/paddock.bash completion/paddock.zsh completion/paddock.fish; do
    t 0 "$file is up to date; else run tools/cli-docs.sh" diff "made/$file" "$TOP/$file"
done
t 0 "the table of verbs" "$PADDOCK" help --json
cp out.txt verbs.json
# One meaning each: an option has one argument and one explanation, whatever verb takes it. But --units is a switch for
# CSV, which writes the units there are, and takes a list in plots, which can show others; and what ingest writes --to is
# a dataset, not a format. --points of synth are those of a surface, --points of season are what drivers get.
t 0 "options mean the same in every verb" jq -r '[.[] | .options[], (.tools[]? | .options[])] | group_by(.name)[] | unique | select(length > 1) | .[0].name | select(. != "units" and . != "to" and . != "points")' verbs.json
out_empty
t 0 "all that write take -o and --no-clobber" jq -r '.[] | (if .tools then .tools[] else . end) | select(.operands | test("OUT|FOLDER")) | select([.options[].name] | contains(["output", "no-clobber"]) | not) | .name' verbs.json
out_empty
t 0 "all take --quiet, but help and version" jq -r '.[] | (if .tools then .tools[] else . end) | select([.options[].name] | contains(["quiet"]) | not) | .name' verbs.json
out_is "help
version"

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
t 0 "bash: a format" complete_words paddock info --as rl
out_is rld
t 0 "bash: a kind of plot" complete_words paddock plot lapt
out_is laptimes
t 0 "bash: a file after it" complete_words paddock plot map la
out_is lap.raf
t 0 "bash: a tool" complete_words paddock surface simp
out_is simplify
t 0 "bash: an option of a tool" complete_words paddock surface simplify road.rld --err
out_is --error
t 0 "bash: the word an option takes" complete_words paddock surface raster road.rld --of hill
out_is hillshade
mkdir archive
t 0 "bash: a folder, where the same option is a format elsewhere" complete_words paddock ingest season --to arch
out_is archive
t 0 "bash: a format, for the same option" complete_words paddock convert lap.raf lap --to motec
out_is motec-csv
t 0 "bash: a file" complete_words paddock info la
out_is lap.raf

if command -v groff >/dev/null; then
    t 0 "the man page is set without complaint" groff -man -Tutf8 -ww -z "$TOP/docs/man/paddock.1"
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
