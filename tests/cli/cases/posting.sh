# What is posted of each answer: every form, with names that mean something to it. The unit test test_posting reads the
# cells; here every verb that posts writes every kind that it says it can.
"$PADDOCK" synth vcr race.vcr --session race --laps 4 --cars 6 --seed 3 --poses-every 8 && "$PADDOCK" dump race.vcr race.json
long=$(printf 'n%.0s' $(seq 250))
names=('<b>x|y</b>' '`a` ``b`` ```c```' $'\xd7\x90\xd7\x91 \xd7\x92' "$long" '_x_ *y* [z](q)' '&amp; # $1$')
rename='.parts |= map(if has("vcr.r2.driver") then .["vcr.r2.driver"] |=
    (if type == "array" then map(.[1] = $ARGS.positional[.[0]]) else .name = $ARGS.positional[.slot] end) else . end)'
jq "$rename" race.json --args -- "${names[@]}" >named.json && "$PADDOCK" build named.json named.vcr
verbs=$("$PADDOCK" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | sort -u)
posting=()
for verb in $verbs; do "$PADDOCK" help $verb 2>/dev/null | grep -q -- '--chat' && posting+=($verb); done
t 0 "verbs that post: ${posting[*]}" [ ${#posting[@]} -ge 3 ]
operands() { # what a verb that posts needs
    case $1 in
    season) echo named.vcr --points 10,6 ;;
    *) echo named.vcr ;;
    esac
}
has_names() { # in a form of NAME
    case $1 in
    x.txt) grep -qF -- "$long" $1 && grep -qF -- '```c```' $1 && grep -qF '<b>x|y</b>' $1 ;;
    x.md) grep -qF -- "$long" $1 && grep -qF '&lt;b\>x\|y&lt;/b\>' $1 && ! grep -qF '<b>' $1 ;;
    x.html) grep -qF -- "$long" $1 && grep -qF '&lt;b&gt;x|y&lt;/b&gt;' $1 && ! grep -qF '<b>x' $1 && ! LC_ALL=C grep -q '[^ -~]' $1 ;;
    x.svg) grep -qF 'nnn…</text>' $1 && grep -qF '>&lt;b&gt;x|y&lt;/b&gt;</text>' $1 ;;
    x.png) [ "$(head -c 4 $1 | tail -c 3)" = PNG ] ;;
    x.pdf) [ "$(head -c 5 $1)" = %PDF- ] ;;
    esac
}
"$PADDOCK" plot results race.vcr -o x.png 2>/dev/null && pictures="x.svg x.png x.pdf" || { pictures=x.svg && skip "PNG and PDF (no cairo)"; }
for verb in "${posting[@]}"; do
    for kind in x.txt x.md x.html $pictures; do
        thinned || continue
        t 0 "$verb -o $kind" "$PADDOCK" $verb $(operands $verb) -o $kind
        [ "$verb $kind" = "season x.html" ] && kind=x.txt # a page of its own (season.sh)
        has_names $kind || complain "$verb: names are missing in $kind"
    done
    t 0 "$verb --chat" "$PADDOCK" $verb $(operands $verb) --chat
    awk '/^```$/ { open = !open; if (open) size = 0; else if (size + 8 > 2000) exit 1 } { size += length($0) + 1 } END { exit open }' $out ||
        complain "$verb: blocks: $(head -c 300 $out)"
    t 0 "$verb --chat into a file" "$PADDOCK" $verb $(operands $verb) --chat -o chat.md
    cmp -s chat.md $out || [ -s chat.md ] || complain "$verb: nothing in chat.md"
    t 2 "$verb --chat as a table" "$PADDOCK" $verb $(operands $verb) --chat -o x.csv
    err_has "--chat writes Markdown: OUT may be .md or .txt, not x.csv"
    t 2 "$verb: --theme of no picture" "$PADDOCK" $verb $(operands $verb) --theme dark
    err_has "--size and --theme are for pictures"
    t 2 "$verb: a theme that is none" "$PADDOCK" $verb $(operands $verb) --theme blue -o x.svg
    t 2 "$verb: too small" "$PADDOCK" $verb $(operands $verb) --size 300x20 -o small.svg
    [ ! -e small.svg ] || complain "$verb: a picture was made"
done
# Without the part that draws PNG and PDF nothing is made, and a file that is there stays as it is.
mkdir alone && cp "$PADDOCK" alone/paddock
if alone/paddock plot results race.vcr -o alone/x.png 2>/dev/null; then
    skip "postings without cairo (it is linked in)"
else
    plots=()
    for kind in results laps stints; do plots+=("plot $kind race.vcr"); done
    for verb in "${posting[@]}"; do plots+=("$verb $(operands $verb)"); done
    for call in "${plots[@]}"; do
        for kind in png pdf; do
            thinned || continue
            echo old >old.$kind
            t 4 "$call -o .$kind without cairo" alone/paddock $call -o old.$kind
            [ "$(cat old.$kind)" = old ] || complain "the old file is gone"
            t 4 "$call -o .$kind without cairo, where nothing was" alone/paddock $call -o new.$kind
            no_file new.$kind
        done
    done
fi
# Names that are long and equal: shortened between characters, with the slot after them.
jq "$rename" race.json --args -- $(for i in 1 2 3 4 5 6; do printf '%.0s\xd0\x9a\xe6\x97\xa5' $(seq 20); echo; done) >equal.json && "$PADDOCK" build equal.json equal.vcr
for verb in standings laps stints rules; do
    for kind in txt md html svg chat; do
        [ $kind = txt ] || thinned || continue
        if [ $kind = chat ]; then "$PADDOCK" $verb equal.vcr --chat >equal.chat; else "$PADDOCK" $verb equal.vcr -o equal.$kind; fi
        t 0 "$verb: equal names in .$kind are UTF-8" iconv -f UTF-8 -t UTF-8 equal.$kind
    done
    grep -q '… (5)' equal.txt || complain "$verb: no slot after a name: $(head -n 5 equal.txt)"
done
# In a picture of stints the laps and the best stay longest; who drove only where that changes.
"$PADDOCK" synth vcr same.vcr --session race --laps 4 --cars 3 --seed 3
t 0 "stints as a picture" "$PADDOCK" stints same.vcr -o stints.svg
for heading in Driver Stint Laps Best Median Tyres; do
    grep -qF ">$heading</text>" stints.svg || complain "no $heading: $(grep -o '>[A-Z][a-z ]*</text>' stints.svg | tr '\n' ' ')"
done
! grep -qF '>Driven by</text>' stints.svg || complain "who drove is a copy of Driver"
t 0 "who drove, where that changes" "$PADDOCK" stints race.vcr -o stints.svg
other=$("$PADDOCK" stints race.vcr --json | jq -r '[.stints[] | select(.who != .driver)][0].who')
for text in Driver Laps Best Median Tyres 'Driven by' "$other"; do grep -qF ">$text</text>" stints.svg || complain "no $text"; done
entered=$("$PADDOCK" stints race.vcr --json | jq '[.stints[], .pit_stops[] | select(.driver == "A. Varga")] | length')
[ "$(grep -oF '>A. Varga</text>' stints.svg | wc -l)" -eq "$entered" ] || complain "who drove is told where nothing changed"
# plot draws the same.
for pair in results:standings laps:laps stints:stints; do
    "$PADDOCK" ${pair#*:} race.vcr -o verb.svg
    t 0 "plot ${pair%:*}" "$PADDOCK" plot ${pair%:*} race.vcr -o plot.svg
    cmp -s verb.svg plot.svg || complain "plot ${pair%:*} draws something else"
    t 0 "plot ${pair%:*} to standard output" "$PADDOCK" plot ${pair%:*} race.vcr
    cmp -s $out plot.svg || complain "standard output has something else"
done
t 0 "several files" "$PADDOCK" standings race.vcr named.vcr -o two.md
[ "$(grep -c '^## ' two.md)" = 2 ] || complain "two.md: $(head -c 300 two.md)"
t 5 "of one that cannot be read and one that can" bash -c 'head -c 3000 race.vcr >cut.vcr; "$PADDOCK" standings cut.vcr race.vcr -o some.md'
grep -q '^## race.vcr' some.md || complain "the other is not posted"
mkdir -p folder && cp race.vcr folder/
t 0 "folders are not posted" "$PADDOCK" standings folder/race.vcr -o x.md
grep -q folder x.md && complain "x.md names the folder"
true
# Penalties are listed with what became of them. The game's note that it was served is lost: then it is unknown.
"$PADDOCK" synth vcr served.vcr --session race --laps 6 --cars 8 --seed 1
"$PADDOCK" synth vcr unserved.vcr --session race --laps 6 --cars 8 --seed 1 --lose penalties#2
for file in served unserved; do
    word=$([ $file = served ] && echo served || echo 'not served')
    for kind in txt md html svg; do
        "$PADDOCK" standings $file.vcr -o penalties.$kind
        t 0 "a drive-through is $word in .$kind" grep -q drive-through penalties.$kind
        grep -qE "(^|[^t] |[>*])$word(<|\*| |$)" penalties.$kind || complain "$(cat penalties.$kind | head -c 3000)"
    done
done
grep -q 'Track limits, as the game judged them: E. Tanaka 1, C. Lindqvist 1\.\|Track limits, as the game judged them: C. Lindqvist 1, E. Tanaka 1\.' penalties.txt || complain "no counts: $(cat penalties.txt)"
t 0 "nothing about them as it was before" "$PADDOCK" standings unserved.vcr --lap 1 -o before.txt
grep -q '^Penalties' before.txt && complain "$(cat before.txt)"
[ "$("$PADDOCK" table unserved.vcr penalty_outcomes --columns kind,outcome | sed -n 2p)" = drive_through,not_served ] || complain "$("$PADDOCK" table unserved.vcr penalty_outcomes)"
