lap lap.raf 60
for line in 'info lap.raf' 'info --json lap.raf' 'check lap.raf' 'table lap.raf' 'table lap.raf telemetry' 'fields raf' formats help version; do
    sh_t 3 "a full disk: $line" "\"\$PADDOCK\" $line >/dev/full"
    err_is 'paddock: standard output: cannot write: No space left on device (io.write)'
    sh_t 3 "a closed standard output: $line" "\"\$PADDOCK\" $line >&-"
    err_is 'paddock: standard output: cannot write: Bad file descriptor (io.write)'
done
t 3 "a full disk by name" "$PADDOCK" table lap.raf telemetry -o /dev/full
err_has 'paddock: /dev/full: cannot write: No space left on device (io.write)'
sh_t 3 "generating to a full disk" '"$PADDOCK" synth raf - >/dev/full'
sh_t 0 "a reader that leaves is no error" '"$PADDOCK" table lap.raf telemetry | head -1; exit ${PIPESTATUS[0]}'
err_empty
out_lines 1
sh_t 0 "nor when the shell ignores the signal" 'trap "" PIPE; "$PADDOCK" table lap.raf telemetry | head -1; exit ${PIPESTATUS[0]}'
err_empty
sh_t 3 "a missing file is said though standard output is closed" '"$PADDOCK" info missing >&-'
err_has 'missing: cannot open'
sh_t 2 "closed standard error" '"$PADDOCK" nonsense 2>&-'
sh_t 0 "output to a device" '"$PADDOCK" table lap.raf splits -o /dev/stdout'
out_has 'split,time'
sh_t 143 "stopping it leaves no file" '
    mkdir run && cd run || exit 1
    "$PADDOCK" synth raf big.raf --bytes 20G & pid=$!
    for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; [ -e /proc/$pid/fd/3 ] && break; done
    sleep 0.3
    kill -TERM $pid
    wait $pid; status=$?
    [ -z "$(ls -A)" ] && exit $status
    ls -lA >&2'
# A file that is more than is taken, like a device without end, is given up before it is held.
truncate -s 17G large || exit 1
for verb in pack unpack; do
    sh_t 5 "$verb: more than is taken" "\"\$PADDOCK\" $verb large o"
    err_is 'paddock: large: needs more memory than --memory-limit allows (memory.limit)'
done
rm large
sh_t 5 "as much as is allowed, and no more, from a pipe" 'head -c 1000001 /dev/zero | "$PADDOCK" info --memory-limit 1000000 -'
err_has '(memory.limit)'
sh_t 4 "as much as is allowed from a pipe" 'head -c 1000000 /dev/zero | "$PADDOCK" info --memory-limit 1000000 -'
