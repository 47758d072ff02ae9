# A table of a file passes through in memory that does not grow with the file.
t 0 "a large file is made" "$PADDOCK" synth raf large.raf --bytes 300M
peak() { # kilobytes
    /usr/bin/time -f %M -o peak.txt "$PADDOCK" "$@" >/dev/null && cat peak.txt
}
if grep -q asan_init "$PADDOCK"; then
    skip "peak memory (sanitizers take their own)"
elif [ ! -x /usr/bin/time ]; then
    skip "peak memory (/usr/bin/time is not here)"
else
    t 0 "CSV of 300 MB in less than 48 MB" peak table large.raf telemetry --columns time,speed,x,y,z
    [ "$(cat peak.txt)" -lt 48000 ] || complain "peak memory $(cat peak.txt) kB"
    t 0 "info of 300 MB in less than 32 MB" peak info large.raf
    [ "$(cat peak.txt)" -lt 32000 ] || complain "peak memory $(cat peak.txt) kB"
fi
# An interrupt ends unpacking, while it decodes or while it writes: then nothing is there, else all of it.
t 0 "and packed" "$PADDOCK" pack large.raf large.gz --codec gzip --level 1
for after in 0.05 0.2 0.4; do
    for try in 1 2 3; do
        rm -f late.raf
        begun=$(milliseconds)
        timeout --foreground --preserve-status -s INT "$after" "$PADDOCK" unpack large.gz late.raf 2>/dev/null
        ended=$? late=$(($(milliseconds) - begun))
        [ $late -gt 3000 ] || break
    done
    t 0 "unpacking stops at once after $after s" [ $late -le 3000 ]
    if [ $ended -eq 0 ]; then cmp -s large.raf late.raf || complain "done, and not all is there"
    else [ -z "$(find . -maxdepth 1 -name 'late*' -o -maxdepth 1 -name '.paddock-*')" ] || complain "exit status $ended, and there is $(ls -a)"; fi
done
