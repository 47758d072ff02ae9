t 0 "help" "$PADDOCK" help
err_empty
verbs=$("$PADDOCK" help --json | jq -r ".[].name")
t 0 "the list again" "$PADDOCK" help
for verb in $verbs; do out_has "  $verb "; done
cp out.txt list.txt
t 0 "--help" "$PADDOCK" --help
cmp -s out.txt list.txt || complain "not the same as help"
t 0 "-h" "$PADDOCK" -h
for verb in $verbs; do
    t 0 "help $verb" "$PADDOCK" help $verb
    out_has "paddock $verb [options]"
    out_has "--help"
    [ "$(sed -n '/^Examples/,$p' out.txt | grep -c '^  paddock ')" -eq 2 ] || complain "not two examples"
    [ "$(awk 'length > 80' out.txt | wc -l)" -eq 0 ] || complain "a line is longer than 80: $(awk 'length > 80' out.txt)"
    silent=$(awk 'was != "" && substr($0, 1, 26) !~ /^ +$/ { print was } { was = /^  (-.,|   ) --/ && length($0) <= 26 ? $0 : "" }' out.txt)
    [ -z "$silent" ] || complain "an option says nothing: $silent"
    cp out.txt $verb.txt
    case $verb in surface | track) others= ;; *) others="a b c d" ;; esac # tools have their own help
    t 0 "$verb --help, whatever else there is" "$PADDOCK" $verb $others --help
    cmp -s out.txt $verb.txt || complain "not the same as help $verb"
    t 0 "$verb -h" "$PADDOCK" $verb -h
done
t 0 "what an option is about in this verb" "$PADDOCK" help standings
out_has "--line X,Y,X,Y...   the start line"
[ "$(grep -c -e ' --line ' out.txt)" -eq 1 ] && ! grep -qi crg out.txt || complain "--line twice, or of other verbs"
t 0 "and what it is called there" "$PADDOCK" help ingest
out_has "--to DATASET"
t 2 "also where it is missing" "$PADDOCK" ingest season --to
err_is 'paddock: --to needs a value: --to DATASET'
t 0 "in all verbs" sh -c '"$PADDOCK" help --json | jq -r "[.[].options[] | select(.name == \"at\") | .help] | unique[]"'
out_has "standings: as it was at this time"
t 2 "help for what there is not" "$PADDOCK" help tabel
err_is 'paddock: there is no verb "tabel"; did you mean "table"?'
t 0 "version" "$PADDOCK" version
grep -qE '^paddock [0-9]+\.[0-9]+\.[0-9]+( \(commit [0-9a-f]{12}(-changed)?\))?$' out.txt || complain "$(cat out.txt)"
t 0 "--version" "$PADDOCK" --version
out_has 'paddock '
for tool in $("$PADDOCK" help surface --json | jq -r '.tools[].name'); do
    t 0 "help surface $tool" "$PADDOCK" help surface $tool
    out_has "paddock surface $tool [options]"
    cp out.txt tool.txt
    t 0 "surface $tool --help" "$PADDOCK" surface $tool a b c d --help
    cmp -s out.txt tool.txt || complain "not the same as help surface $tool"
    [ "$(awk 'length > 80' out.txt | wc -l)" -eq 0 ] || complain "a line is longer than 80: $(awk 'length > 80' out.txt)"
done
t 2 "help for a tool there is not" "$PADDOCK" help surface simplfy
err_is 'paddock: there is no tool of `paddock surface` "simplfy"; did you mean "simplify"?'
t 2 "help for a tool of a verb without any" "$PADDOCK" help info stats
err_is 'paddock: `paddock info` has no tools'
