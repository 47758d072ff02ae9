# tests/golden/make.sh reads this. A lap of half a second, written as MoTeC's CSV.
if wants motec-csv read; then
    "$paddock" synth raf ok/lap.raf --seconds 0.5 --seed 3 --quiet
    "$paddock" convert ok/lap.raf ok/lap.csv --to motec-csv --quiet
    rm -f ok/lap.raf
    sed 's/^"Beacon Markers","[^"]*"/"Beacon Markers","0.000"/' ok/lap.csv >ok/edited && mv ok/edited ok/lap.csv # no lap is so short

    edit() { sed "$1" "bad/$name" >bad/edited && mv bad/edited "bad/$name"; }
    bad no-names.csv lap.csv && edit 's/^"Time"/"Clock"/'
    bad no-units.csv lap.csv && edit '/^"s"/d'
    bad fact.csv lap.csv && edit 's/"100.000","Hz"/"fast","Hz"/'
    bad beacons.csv lap.csv && edit 's/^"Beacon Markers","[^"]*"/"Beacon Markers","0.1 here 0.2 900"/'
    bad twice.csv lap.csv && edit '/^"0.1/p'
    bad back.csv lap.csv && edit 's/^"0.110"/"0.010"/'
    bad clock.csv lap.csv && edit 's/^"0.110"/"now"/'
    bad word.csv lap.csv && edit 's/^"0.110","[^"]*"/"0.110","fast"/'
    bad empty.csv lap.csv && edit 's/^"0.110","[^"]*"/"0.110",""/'
    bad cells.csv lap.csv && edit 's/^"0.110","[^"]*"/"0.110"/'
    bad short.csv lap.csv && edit 's/^"Duration","[^"]*"/"Duration","90"/'
    bad cut.csv lap.csv && cut_to 9000
fi
