#!/bin/sh
# What only Windows has: drives, backslashes, devices, windows that open for files that are dropped on the program; and what Windows
# makes hard: streams of bytes, long paths, files over 4 GiB, programs that are ended while they write.
#     windows.sh PADDOCK PADDOCK-ON-WINDOWS
. "$(dirname "$0")/../support/tap.sh"
here=$(realpath -- "$1") windows=$(realpath -- "$2") scripts=$(realpath -- "$(dirname "$0")")
cd "$scratch" || exit 1
export LC_ALL=C.UTF-8 NO_COLOR=1
mkdir files
"$here" synth raf files/a.raf --seconds 5 && "$here" synth rld files/a.rld || exit 1

"$windows" dump - <files/a.raf >piped 2>said && "$here" dump files/a.raf | cmp - piped
tap "standard input and output are bytes" $?
cat files/a.raf | "$windows" info --json - >piped 2>said && jq -e '.format == "raf"' piped >/dev/null
tap "a pipe is read" $?
"$windows" info "Z:$(echo "$scratch/files/a.raf" | tr / '\\')" >said 2>&1 && head -n 1 said | grep -q '^Z:\\'
tap "a drive and backslashes" $?
"$windows" convert files/a.rld nul --to obj >said 2>&1 && [ ! -e nul ] && [ ! -e nul.mtl ]
tap "nul swallows what is written" $?
name=$(printf '%0120d' 0) && mkdir -p "long/$name/$name" && cp files/a.raf "long/$name/$name/a.raf"
"$windows" table "long/$name/$name/a.raf" telemetry -o "long/$name/$name/a.csv" >said 2>&1 && "$here" table files/a.raf telemetry | cmp - "long/$name/$name/a.csv"
tap "paths longer than 260 letters" $?
cp files/a.raf files/B.RAF && cp files/a.raf files/ö.raf && cp files/a.raf 'files/c.raf-old'
"$windows" info --json 'files/*.raf' 'files\?.rld' 'none*' 2>said | jq -r .path >names
printf '%s\n' files/B.RAF files/a.raf files/ö.raf 'files\a.rld' 'none*' | cmp - names && grep -q '^paddock: none\*: cannot open' said
tap "wildcards, which shells of Windows leave to programs" $?
"$windows" table files/a.raf telemetry --columns time --where 'speed>0*' --rows :1 >said 2>&1
[ $? -eq 2 ] && grep -qF "0*" said
tap "what matches no file stays as it is" $?
[ "$("$windows" formats | grep -cE '^  (libpng|meshoptimizer|cairo) +yes')" -eq 3 ]
tap "libpng, meshoptimizer and cairo are in it" $?
# The same page as cairo draws here: only texts, whose fonts may differ, and edges of lines have other pixels.
"$windows" plot map files/a.raf -o map.pdf 2>said && [ "$(head -c 5 map.pdf)" = %PDF- ] && grep -aq 'BaseFont' map.pdf
tap "a plot as PDF, with its fonts" $?
"$windows" plot map files/a.raf -o windows.png --size 960x600 2>said && "$here" plot map files/a.raf -o here.png --size 960x600 2>said &&
    python3 "$scripts/same_picture.py" windows.png here.png
tap "a plot as PNG is the same picture as here" $?
# Beyond 4 GiB, in a file whose empty middle takes no room on the disk.
count=360000000
printf 'ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\nproperty float y\nproperty float z\nend_header\n' $count >large.ply
header=$(wc -c <large.ply) && truncate -s $((header + 12 * count)) large.ply
printf '\000\000\200\077' | dd of=large.ply bs=1 seek=$((header + 12 * (count - 1))) conv=notrunc status=none
"$windows" table large.ply points --rows $((count - 2)): >said 2>&1 && printf 'x,y,z\n0,0,0\n1,0,0\n' | cmp - said
tap "what stands beyond 4 GiB is read" $?
rm large.ply

# Another program cuts the file while we read it; the pipe holds the command back until that has happened.
mkfifo hold && "$here" synth raf cut.raf --bytes 30M
"$windows" table cut.raf telemetry >hold 2>said &
{
    dd bs=1 count=1 of=/dev/null 2>&1
    truncate -s 20000 cut.raf
    cat >/dev/null
} <hold >/dev/null
wait $!
[ $? -eq 3 ] && grep -q '^paddock: cut.raf: another program cut the file while it was read (io.changed)$' said
tap "a file that is cut while it is read" $?
rm cut.raf hold

# ended HOW: what is being written vanishes with the program that wrote it, as soon as Wine knows about its end.
nothing_is_late() { [ -z "$(ls -A late)" ]; }
ended() {
    until_true nothing_is_late
    tap "$1 leaves no half file" $?
    [ -z "$(ls -A late)" ] || ls -A late
}
# until_true COMMAND: waits until it succeeds, a minute at most.
until_true() {
    for _ in $(seq 600); do
        if "$@"; then return 0; fi
        sleep 0.1
    done
    return 1
}
mkdir late
writes() { [ -n "$(ls -A late)" ]; }
"$windows" synth raf late/a.raf --bytes 2G >said 2>&1 &
program=$!
until_true writes
tap "a file that is being written has another name" $?
kill -9 $program
wait $program 2>/dev/null
ended "a program that is killed"

if ! command -v script >/dev/null; then
    tap_skip "windows and keys" "script is not here"
    tap_end
fi
# terminal READY KEYS COMMAND: in a separate terminal; keys are pressed once the command READY succeeds. Ctrl-C reaches
# the shell in there, too: without a trap dash ends before it can say with which status the command ended.
terminal() {
    : >said.raw
    {
        until_true "$1"
        # A console forgets keys that come before it asks for one: they are pressed again.
        until_true pressed "$2"
    } | env -u NO_COLOR SHELL=/bin/sh timeout 90 script -qfec "trap : INT; $3; echo status \$?" /dev/null >said.raw
    tr -d '\r' <said.raw >said
    sed -E 's/\x1b\[(\?25[lh]|K|1C)//g' said >plain # how the cursor moves
}
pressed() { printf "$1" && sleep 2 && grep -qa 'status [0-9]' said.raw; }
asks() { grep -qa 'key' said.raw; }
# tap_terminal NAME CHECK READY KEYS COMMAND: the best of three counts. On a machine that is busy Wine's console draws
# over a line now and then.
tap_terminal() {
    for _ in 1 2 3; do
        terminal "$3" "$4" "$5"
        if "$2"; then break; fi
    done
    "$2"
    fine=$?
    tap "$1" $fine
    [ $fine -eq 0 ] || sed 's/^/# /' plain
}
path="Z:$(echo "$scratch/files" | tr / '\\')"
has_colours() { grep -q "$(printf '\033\[1mTables')" said && grep -qx 'status 0' plain && ! grep -q 'Press any key' plain; }
tap_terminal "a terminal has colours" has_colours true '' "'$windows' info files/a.raf"
has_letters() { grep -q '^paddock: Żółw 中.raf: cannot open: No such file or directory' plain; }
tap_terminal "and letters of all languages in messages" has_letters true '' "'$windows' info 'Żółw 中.raf'"
has_info() { grep -q 'Live for Speed RAF' plain && grep -q 'Racer' plain && grep -q 'Press.*any.*key' plain && grep -qx 'status 0' plain; }
tap_terminal "files that are dropped on the program: info, then a key" has_info asks x "'$windows' '$path\\a.raf' '$path\\a.rld'"
says_what_to_do() { grep -q 'drop.*files' plain && grep -q 'Press.*any.*key' plain && grep -qx 'status 2' plain; }
tap_terminal "a double click says what to do" says_what_to_do asks x "'$windows'"
if [ -e "$(dirname "$windows")/duckdb.dll" ]; then
    prompts() { grep -qa 'sql>' said.raw; }
    has_answer() { grep -Eq '^Żółw 中 +42' plain && grep -qx 'status 0' plain; }
    tap_terminal "the prompt of SQL takes letters of all languages" has_answer prompts \
        "SELECT 'Żółw 中' AS a, 40 + 2 AS b;\\r.exit\\r" "'$windows' sql"
else
    tap_skip "the prompt of SQL" "DuckDB for Windows is not here"
fi
{ sleep 30; } | timeout 8 script -qec "'$windows' '$path\\a.raf'" /dev/null >said 2>&1
[ $? -eq 124 ]
tap "and without a key the window stays" $?
says_interrupted() { grep -q 'status 130$' plain; }
tap_terminal "Ctrl-C ends what is being written" says_interrupted writes '\003' "'$windows' synth raf late/a.raf --bytes 2G"
ended "Ctrl-C"
tap_end
