# The path of a track beside a lap: a map takes it, with its edges and pit lane, if the lap is on it.
mkdir lfs
"$PADDOCK" synth raf lfs/lap.raf --quiet
t 0 "a map of a lap alone" "$PADDOCK" plot map lfs/lap.raf -o alone.svg --quiet
err_empty
"$PADDOCK" synth pth older.pth --quiet
"$PADDOCK" synth srpath newer.pth --quiet
for kind in older newer; do
    t 0 "--track $kind.pth" "$PADDOCK" plot map lfs/lap.raf --track $kind.pth -o $kind.svg --quiet
    t 0 "incidents with $kind.pth" "$PADDOCK" incidents lfs/lap.raf --track $kind.pth
    t 0 "compare with $kind.pth" "$PADDOCK" compare lfs/lap.raf lfs/lap.raf --track $kind.pth --json
    json '.method' '"projection"'
    t 0 "a report with $kind.pth" "$PADDOCK" report lfs/lap.raf --track $kind.pth -o $kind.html --quiet
    t 0 "lines of $kind.pth" "$PADDOCK" convert $kind.pth $kind.geojson --quiet
done
t 0 "a pit lane is drawn" bash -c '[ "$(grep -o "<path\|<polyline" newer.svg | wc -l)" -eq $(($(grep -o "<path\|<polyline" older.svg | wc -l) + 3)) ]'
cp newer.pth lfs/PD1_SRPATHv0r252.pth
t 0 "the path beside the lap" "$PADDOCK" plot map lfs/lap.raf -o beside.svg
err_has "the track is that of lfs/PD1_SRPATHv0r252.pth beside it"
t 0 "is as --track" cmp beside.svg newer.svg
"$PADDOCK" incidents lfs/lap.raf --track newer.pth --all --json >named.json
t 0 "incidents take it too" "$PADDOCK" incidents lfs/lap.raf --all --json
err_has "the track is that of lfs/PD1_SRPATHv0r252.pth beside it"
cp $out beside.json
t 0 "as with --track" cmp beside.json named.json
t 0 "and a report" "$PADDOCK" report lfs/lap.raf -o beside.html
err_has "the track is that of lfs/PD1_SRPATHv0r252.pth beside it"
t 0 "corners of the path" "$PADDOCK" table lfs/lap.raf corners --track newer.pth
cp $out corners.csv
t 0 "are those of the lap beside it" "$PADDOCK" table lfs/lap.raf corners
err_has "the track is that of lfs/PD1_SRPATHv0r252.pth beside it"
cmp -s $out corners.csv || complain "they differ"
t 0 "a road along it" "$PADDOCK" convert lfs/lap.raf beside.xodr
err_has "the track is that of lfs/PD1_SRPATHv0r252.pth beside it"
err_has "the road follows the line of the track that is given"
"$PADDOCK" convert lfs/lap.raf named.xodr --track newer.pth --quiet
t 0 "is as --track" cmp beside.xodr named.xodr
t 0 "a road as driven" "$PADDOCK" convert lfs/lap.raf driven.xodr --track none
err_has "the road follows the line of one driven lap"
"$PADDOCK" synth raf elsewhere.raf --quiet
"$PADDOCK" table elsewhere.raf corners >own.csv
cmp -s own.csv corners.csv && complain "the path changes no corner"
t 2 "a table of no track" "$PADDOCK" table lfs/lap.raf telemetry --track newer.pth
err_has "--track is for tables of corners, incidents and track limits, not for telemetry"
mv lfs/PD1_SRPATHv0r252.pth lfs/PD1R.pth
t 0 "that of another layout is not taken" "$PADDOCK" plot map lfs/lap.raf -o other.svg --quiet
err_empty
t 0 "and changes nothing" cmp other.svg alone.svg
"$PADDOCK" synth srpath lfs/pd1.pth --seed 3 --quiet
t 0 "nor that of a track that the lap is not on" "$PADDOCK" plot map lfs/lap.raf -o other.svg
err_has "pd1.pth beside it is not used:"
t 0 "which changes nothing either" cmp other.svg alone.svg
