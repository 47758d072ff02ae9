# tests/golden/make.sh reads this. The beacons and the set-up of a lap that is written as a log.
if wants ldx read; then
    "$paddock" synth raf ok/lap.raf --seconds 70 --seed 3 --quiet
    "$paddock" convert ok/lap.raf ok/lap.ld --quiet
    rm -f ok/lap.raf ok/lap.ld

    edit() { sed "$1" "bad/$name" >bad/edited && mv bad/edited "bad/$name"; }
    bad no-root.ldx lap.ldx && edit 's/LDXFile/LogFile/'
    bad time.ldx lap.ldx && edit 's/Time="1/Time="at 1/'
    bad ampersand.ldx lap.ldx && edit 's/Value="1080 kg"/Value="1080 kg \& driver"/'
    bad cut.ldx lap.ldx && cut_to 560
fi
