# tests/golden/make.sh reads this. A lap of half a second, written as a log.
if wants vbo read; then
    "$paddock" synth raf ok/lap.raf --seconds 0.5 --seed 3 --quiet
    "$paddock" convert ok/lap.raf ok/lap.vbo --quiet
    rm -f ok/lap.raf

    edit() { sed "$1" "bad/$name" >bad/edited && mv bad/edited "bad/$name"; }
    bad no-data.vbo lap.vbo && edit 's/^\[data\]/[dat]/'
    bad no-time.vbo lap.vbo && edit 's/^time lat/tim lat/; s/^time\r/tim\r/'
    bad titles.vbo lap.vbo && edit '/^heading/d'
    bad twice.vbo lap.vbo && edit '/^000000.1/p'
    bad back.vbo lap.vbo && edit 's/^000000.110/000000.010/'
    bad clock.vbo lap.vbo && edit 's/^000000.110/009999.110/'
    bad word.vbo lap.vbo && edit 's/^\(000000.11. [^ ]*\) [^ ]*/\1 west/'
    bad cells.vbo lap.vbo && edit 's/^\(000000.11.\) [^ ]*/\1/'
    bad lost.vbo lap.vbo && edit 's/^\(000000.11.\) [^ ]* [^ ]*/\1 +00000.0 +00000.0/'
    bad elsewhere.vbo lap.vbo && edit 's/^\[column/[laptiming]\r\nStart +4824.931740 +1527.272930 +4824.931740 +1527.275930 Homestead\r\n\r\n&/'
    bad line.vbo lap.vbo && edit 's/^\[column/[laptiming]\r\nStart here\r\n\r\n&/'
    bad cut.vbo lap.vbo && cut_to 4000
fi
