# What a terminal gets and a pipe does not.
lap
if ! command -v script >/dev/null; then
    skip "terminals (script is not here)"
else
    terminal() { env -u NO_COLOR TERM=xterm script -qec "$1" /dev/null; }
    t 0 "headings are bold" terminal "$PADDOCK info lap.raf"
    out_has $'\033[1mProperties\033[0m'
    t 0 "not with NO_COLOR" terminal "NO_COLOR=1 $PADDOCK info lap.raf"
    out_lacks $'\033'
    t 0 "not on a dumb one" terminal "TERM=dumb $PADDOCK info lap.raf"
    out_lacks $'\033'
    t 0 "never in JSON" terminal "$PADDOCK info --json lap.raf"
    out_lacks $'\033'
    t 0 "no progress where it is quick" terminal "$PADDOCK table lap.raf telemetry -o x.csv"
    out_empty
    t 2 "what is not text stays off it" terminal "$PADDOCK synth raf -"
    out_has 'the output is not text; name a file with -o OUT'
fi
t 0 "no colour into a pipe" env -u NO_COLOR TERM=xterm "$PADDOCK" info lap.raf
out_lacks $'\033'
