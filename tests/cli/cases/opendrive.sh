# convert: tracks, surfaces, laps and OpenCRG as roads of OpenDRIVE, read by our own reader in Python.
command -v python3 >/dev/null || { skip "roads of OpenDRIVE (python3 is not here)" && return 0; }
truth=$TOP/tests/cli/opendrive_truth.py
schema=$(realpath -m "${PADDOCK_REAL:-$TOP/../shared/real}/opendrive/opendrive_17_core.xsd")
valid() { # FILE is OpenDRIVE 1.7 by the standard's schema
    if ! command -v xmllint >/dev/null || [ ! -f "$schema" ]; then
        skip "$1 by the schema of OpenDRIVE (xmllint or the schema is not here)"
        return 0
    fi
    t 0 "$1 is valid" xmllint --noout --schema "$schema" "$1"
}
"$PADDOCK" synth tri track.tri && "$PADDOCK" synth raf lap.raf || exit 1

# A track by the table of its nodes.
"$PADDOCK" table track.tri nodes -o nodes.csv || exit 1
for error in 0.05 0.005 0.5; do
    t 0 "a track within $error m" "$PADDOCK" convert track.tri track.xodr --error $error
    err_has "wrote a closed road of "
    err_has " m at most, "
    t 0 "is where its nodes are" python3 "$truth" track track.xodr nodes.csv $error
done
t 0 "a track within the usual 0.05 m" "$PADDOCK" convert track.tri track.xodr
t 0 "the same by its id" "$PADDOCK" convert track.tri again --to opendrive
cmp -s track.xodr again || complain "two conversions differ"
t 0 "is where its nodes are" python3 "$truth" track track.xodr nodes.csv 0.05
valid track.xodr
t 0 "another width" "$PADDOCK" convert track.tri wide.xodr --width 9
sh_t 0 "is half on each side" 'test "$(xmllint --xpath "count(//width[@a=4.5])" wide.xodr)" = 2'
t 0 "to standard output" sh -c '"$0" convert -q track.tri - --to opendrive | cmp - track.xodr' "$PADDOCK"
t 3 "what is there stays" "$PADDOCK" convert track.tri track.xodr --no-clobber

# A surface whose line, heights, leans and widths are known.
python3 "$truth" make road.ply line.csv && python3 "$truth" make-ring ring.ply ring.csv || exit 1
t 0 "a surface along a line" "$PADDOCK" convert road.ply road.xodr --line line.csv --step 0.25
t 0 "is the road it was made from" python3 "$truth" made road.xodr 0.05 0.25
valid road.xodr
t 0 "a surface within 5 mm" "$PADDOCK" convert road.ply road.xodr --line line.csv --step 0.25 --error 0.005
t 0 "is nearer" python3 "$truth" made road.xodr 0.005 0.25
t 0 "a surface along its middle" "$PADDOCK" convert road.ply middle.xodr --line auto --step 0.25
t 0 "is a sound road" python3 "$truth" sound middle.xodr
t 0 "a surface without a line" "$PADDOCK" convert road.ply straight.xodr
sh_t 0 "is a straight road" 'test "$(xmllint --xpath "count(//geometry)" straight.xodr)" = 1'
t 0 "a ring" "$PADDOCK" convert ring.ply ring.xodr --line ring.csv --step 0.5
err_has "wrote a closed road of 314."
t 0 "is of arcs, and closed" python3 "$truth" ring ring.xodr 0.05
valid ring.xodr
t 0 "in UTM" "$PADDOCK" convert road.ply utm.xodr --line line.csv --crs EPSG:32632
sh_t 0 "with the words of PROJ" 'grep -qF "<![CDATA[+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs]]>" utm.xodr'
valid utm.xodr
sh_t 1 "no coordinate system that nobody states" 'grep geoReference road.xodr'
t 0 "lengths in feet" "$PADDOCK" convert road.ply feet.xodr --line 33.528,-13.716,58,-3.5 --scale 0.3048
err_has "times 0.3048 are the road's metres"

# OpenCRG, and a road with a grid.
t 0 "a grid" "$PADDOCK" convert road.ply road.crg --line line.csv --step 0.25
t 0 "as a road" "$PADDOCK" convert road.crg grid.xodr
err_has 'the surface of the road is "road.crg"'
t 0 "is the road it was made from" python3 "$truth" made grid.xodr 0.05 0.25
sh_t 0 "with its grid" 'grep -q "<CRG file=\"road.crg\" sStart=\"0\" .*mode=\"attached0\"" grid.xodr'
valid grid.xodr
t 0 "a grid along another line" "$PADDOCK" convert road.crg other.xodr --line auto
sh_t 1 "is not its surface" 'grep "<CRG" other.xodr'
t 0 "a grid that is named" "$PADDOCK" convert track.tri named.xodr --crg 'a&b.crg'
sh_t 0 "is in the file" 'test "$(xmllint --xpath "string(//CRG/@file)" named.xodr)" = "a&b.crg"'

# Laps, by the way they were driven and by the track.
t 0 "a lap" "$PADDOCK" convert lap.raf lap.xodr
err_has "6 m on each side of the line are assumed"
err_has "the road follows the line of one driven lap"
t 0 "is sound" python3 "$truth" sound lap.xodr
valid lap.xodr
"$PADDOCK" table lap.raf telemetry --columns x,y -o driven.csv && awk -F, 'NR % 20 == 1' driven.csv >some.csv || exit 1
t 0 "passes where the car was" python3 "$truth" line lap.xodr some.csv 0.5
t 0 "a lap on its track" "$PADDOCK" convert lap.raf given.xodr --track track.tri
err_has "the road follows the line of the track that is given"
err_lacks "assumed"
t 0 "is sound" python3 "$truth" sound given.xodr
valid given.xodr
t 2 "one driver of a lap" "$PADDOCK" convert lap.raf x.xodr --driver a
err_has "the road is that of all laps"
no_file x.xodr

# What cannot be a road.
printf 'x,y\n110,-45\n' >one.csv
printf 'x,y\n110,-45\nnan,3\n190,-12\n' >nan.csv
printf 'x,y\n110,-45\n110,-45\n' >same.csv
printf 'x,y\n110,-45\n150,-28.2\n150.5,-28\n150,-28.2\n150.4,-28.1\n200,-6\n' >spot.csv
t 2 "a point" "$PADDOCK" convert road.ply x.xodr --line one.csv
t 2 "a place that is no number" "$PADDOCK" convert road.ply x.xodr --line nan.csv
t 4 "a line at one place" "$PADDOCK" convert road.ply x.xodr --line same.csv
t 0 "a line that goes back for a moment" "$PADDOCK" convert road.ply spot.xodr --line spot.csv
t 0 "is a sound road" python3 "$truth" sound spot.xodr
head -c 3000 track.tri >cut.tri
t 5 "a damaged track" "$PADDOCK" convert cut.tri x.xodr
t 4 "a part of one that turns on the spot" "$PADDOCK" convert cut.tri x.xodr --partial
err_has "on the spot"
t 4 "a line elsewhere" "$PADDOCK" convert road.ply x.xodr --line 1000,1000,1010,1010
err_has "no part of the road meets the surface"
for error in 0 -1 nan few; do t 2 "an error of $error" "$PADDOCK" convert track.tri x.xodr --error=$error; done
t 2 "an error without an end" "$PADDOCK" convert track.tri x.xodr --error 1e-9
t 2 "an error for another target" "$PADDOCK" convert road.ply x.crg --error 0.1
err_has "--error has no meaning for crg; it is for opendrive"
t 2 "text" "$PADDOCK" convert road.ply x.xodr --ascii
t 2 "a step along a track" "$PADDOCK" convert track.tri x.xodr --step 1
t 2 "a track for a track" "$PADDOCK" convert track.tri x.xodr --track track.tri
t 2 "axes of a lap" "$PADDOCK" convert lap.raf x.xodr --axes +y-x+z
python3 - <<'PY' || exit 1
head = '<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>'
with open("stand.gpx", "w") as file:
    file.write(head)
    for i in range(600):
        file.write(f'<trkpt lat="47.5" lon="9.5"><time>2020-01-01T00:{i // 60:02d}:{i % 60:02d}Z</time></trkpt>')
    file.write("</trkseg></trk></gpx>")
PY
t 4 "a car that stands" "$PADDOCK" convert stand.gpx x.xodr
no_file x.xodr
awk 'BEGIN { print "x,y"; for (i = 0; i < 20000; i++) printf "%g,%g\n", 110 + i / 100, -45 + 3 * sin(i / 2000) }' >many.csv
t 0 "thousands of points, in seconds" timeout 60 "$PADDOCK" convert road.ply many.xodr --line many.csv --step 0.1
t 0 "are a sound road" python3 "$truth" sound many.xodr
