# tests/golden/make.sh reads this. A lap of half a second, written as GPX.
if wants gpx read; then
    "$paddock" synth raf ok/lap.raf --seconds 0.5 --seed 3 --quiet
    "$paddock" convert ok/lap.raf ok/lap.gpx --quiet
    rm -f ok/lap.raf

    edit() { sed "$1" "bad/$name" >bad/edited && mv bad/edited "bad/$name"; }
    bad untimed.gpx lap.gpx && edit 's/<time>/<when>/; s/<.time>/<\/when>/'
    bad missing.gpx lap.gpx && edit 's/<time>[^<]*00.110Z<.time>//'
    bad clock.gpx lap.gpx && edit 's/00:00.110Z/00:noon/'
    bad back.gpx lap.gpx && edit 's/00:00.110Z/00:00.050Z/'
    bad twice.gpx lap.gpx && edit '/00:00.1[0-9]0Z/p'
    bad spread.gpx lap.gpx && edit 's/00:00.[0-9]*Z/00:00Z/'
    bad word.gpx lap.gpx && edit '/00:00.110Z/s/lat="[^"]*"/lat="north"/'
    bad lost.gpx lap.gpx && edit '/00:00.110Z/s/lat="[^"]*" lon="[^"]*"/lat="0" lon="0"/'
    bad markup.gpx lap.gpx && edit '/00:00.110Z/s/<ele>/<ele/'
    bad cut.gpx lap.gpx && cut_to 5000
fi
