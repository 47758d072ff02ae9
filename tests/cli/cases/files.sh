lap
mkdir folder
: >empty
printf X >one
echo 'this is a text, and no recording of anything' >text.raf
for verb in info check 'table' unpack; do
    operand=
    [ $verb != unpack ] || operand=plain
    t 3 "$verb: no such file" "$PADDOCK" $verb missing $operand
    err_is 'paddock: missing: cannot open: No such file or directory (io.read)'
    out_empty
    t 3 "$verb: a directory" "$PADDOCK" $verb folder $operand
    err_is 'paddock: folder: is a directory, not a file (io.directory)'
    t 4 "$verb: an empty file" "$PADDOCK" $verb empty $operand
    err_has 'paddock: empty: at 0x0: '
    t 4 "$verb: one byte" "$PADDOCK" $verb one $operand
    t 4 "$verb: a text called .raf" "$PADDOCK" $verb text.raf $operand
    err_has 'paddock: text.raf: at 0x0: '
    no_file plain
done
t 5 "read as what it is not" "$PADDOCK" info --as raf text.raf
err_has '(raf.magic)'
if [ "$(id -u)" -eq 0 ]; then
    skip "an unreadable file (root reads everything)"
else
    cp lap.raf secret.raf
    chmod 000 secret.raf
    t 3 "an unreadable file" "$PADDOCK" info secret.raf
    err_is 'paddock: secret.raf: cannot open: Permission denied (io.read)'
    chmod 600 secret.raf
fi
mkfifo fifo
sh_t 3 "a closed standard input" '"$PADDOCK" info - <&-'
sh_t 4 "an empty standard input" '"$PADDOCK" info - </dev/null'
err_has 'paddock: standard input: at 0x0: the file is empty'
sh_t 3 "a FIFO without a writer does not hang" 'timeout 60 "$PADDOCK" info fifo'
head -c 300 lap.raf >cut.raf
t 5 "cut in the header" "$PADDOCK" info cut.raf
err_is 'paddock: cut.raf: at 0x12C: the header needs 512 bytes, but the file has 300 (raf.header.truncated)'
cp lap.raf version.raf
poke version.raf 8 '\011'
t 4 "a version nobody knows" "$PADDOCK" info version.raf
err_has 'at 0x8: '
sh_t 3 "an output folder that is not there" '"$PADDOCK" table lap.raf splits -o nowhere/x.csv'
err_has 'paddock: nowhere/x.csv: '
sh_t 3 "an output that is a folder" '"$PADDOCK" table lap.raf splits -o folder'
err_has 'paddock: folder: is a directory'
