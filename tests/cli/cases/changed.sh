# Another program cuts the file while we read it. The pipe holds the command back until that has happened.
mkfifo hold
sh_t 3 "table: cut while rows come out" '
    "$PADDOCK" synth raf lap.raf --bytes 30M || exit 1
    "$PADDOCK" table lap.raf telemetry >hold & pid=$!
    { dd bs=1 count=1 of=/dev/null 2>&1; truncate -s 20000 lap.raf; cat >/dev/null; } <hold >/dev/null
    wait $pid'
err_is 'paddock: lap.raf: another program cut the file while it was read (io.changed)'
# It is stopped once it has written some; where it was done before that was seen, once more
sh_t 3 "table: and no file appears" '
    . "$TOP/tests/support/await.sh"
    for try in 1 2 3 4 5 6 7 8; do
        "$PADDOCK" synth raf lap.raf --bytes 100M || exit 1
        "$PADDOCK" table lap.raf telemetry -o out.csv 2>message & pid=$!
        await has_written $pid 1000000
        kill -STOP $pid 2>/dev/null; truncate -s 20000 lap.raf; kill -CONT $pid 2>/dev/null
        wait $pid; status=$?
        if [ $status -eq 3 ] && grep -q "(io.changed)" message; then break; fi
        rm -f out.csv
    done
    cat message >&2; rm -f message
    exit $status'
err_is 'paddock: lap.raf: another program cut the file while it was read (io.changed)'
no_file out.csv
rm -f lap.raf
sh_t 3 "table: changed, not cut" '
    "$PADDOCK" synth raf lap.raf --bytes 30M || exit 1
    "$PADDOCK" table lap.raf telemetry >hold & pid=$!
    { dd bs=1 count=1 of=/dev/null 2>&1; touch lap.raf; cat >/dev/null; } <hold >/dev/null
    wait $pid'
err_is 'paddock: lap.raf: another program changed the file while it was read (io.changed)'
sh_t 3 "compare: names the one that changed" '
    cp "$TOP/samples/lap-2.raf" one.raf && cp "$TOP/samples/lap-3.raf" other.raf || exit 1
    "$PADDOCK" compare one.raf other.raf --step 0.1 >hold & pid=$!
    { dd bs=1 count=1 of=/dev/null 2>&1; touch other.raf; cat >/dev/null; } <hold >/dev/null
    wait $pid'
err_is 'paddock: other.raf: another program changed the file while it was read (io.changed)'
sh_t 3 "check: cut while findings come out" '
    "$PADDOCK" synth raf lap.raf --bytes 30M || exit 1
    head -c 28000000 /dev/zero | tr "\0" "\377" | dd of=lap.raf bs=64k seek=64k oflag=seek_bytes conv=notrunc 2>/dev/null
    "$PADDOCK" check lap.raf >hold & pid=$!
    { dd bs=1 count=1 of=/dev/null 2>&1; truncate -s 20000 lap.raf; cat >/dev/null; } <hold >/dev/null
    wait $pid'
err_is 'paddock: lap.raf: another program cut the file while it was read (io.changed)'
sh_t 0 "info, check and standard input: cut at any moment, never a crash" '
    "$PADDOCK" synth vcr race.vcr --bytes 8M || exit 1
    for verb in "info race.vcr" "check race.vcr" "info -" "table race.vcr poses"; do
        for pause in 0 0.002 0.005 0.01 0.02 0.04; do
            cp race.vcr whole.vcr
            "$PADDOCK" $verb <race.vcr >/dev/null 2>&1 & pid=$!
            sleep $pause; truncate -s 5000 race.vcr
            wait $pid; status=$?
            mv whole.vcr race.vcr
            case $status in 0 | 1 | 3 | 5) ;; *) echo "$verb: exit status $status"; exit 1 ;; esac
        done
    done'
rm -f hold lap.raf race.vcr
sh_t 0 "pack and unpack: cut while it is read, never a part for the whole" '
    "$PADDOCK" synth raf lap.raf --bytes 60M && "$PADDOCK" pack lap.raf lap.gz --codec gzip >/dev/null || exit 1
    for pause in 0 0.005 0.01 0.015 0.02 0.03 0.04 0.06 0.1; do
        cp lap.raf some.raf
        "$PADDOCK" pack some.raf some.gz --level 1 >/dev/null 2>message & pid=$!
        sleep $pause; truncate -s 20000 some.raf
        wait $pid; status=$?
        if [ $status -eq 0 ]; then
            size=$("$PADDOCK" unpack some.gz - | wc -c)
            [ $size -eq 20000 ] || [ $size -eq $(wc -c <lap.raf) ] || { echo "pack: $size bytes after $pause s" >&2; exit 1; }
        else
            grep -q "(io.changed)" message && [ $status -eq 3 ] && [ ! -e some.gz ] || { cat message >&2; exit 1; }
        fi
        rm -f some.raf some.gz message
    done
    rm lap.raf lap.gz'
