# Pictures of the samples. tests/cli/plots.txt has a line for each: the SHA-256 of the SVG, then how it is drawn. After a
# change that is meant, look at the new pictures and renew the sums:  tests/cli/renew-plots.sh build/paddock
draw_to_file() { eval "set -- $call"; (cd "$TOP/samples" && "$PADDOCK" plot "$@"); }
while read -r sum call; do
    t 0 "plot $call" draw_to_file
    [ "$(sha256sum <"$out" | cut -d' ' -f1)" = "$sum" ] || complain "other bytes than plots.txt has: $(head -c 300 "$out")"
    if command -v xmllint >/dev/null; then xmllint --noout "$out" || complain "not well-formed XML"; fi
    cp "$out" "$(echo "$call" | tr -c 'a-zA-Z0-9\n' _).svg"
done <"$TOP/tests/cli/plots.txt"
t 0 "every kind has a line in plots.txt" bash -c 'for kind in $("$PADDOCK" help plot --json | jq -r ".choices[].name"); do cut -d " " -f 2 "$TOP/tests/cli/plots.txt" | grep -qx "$kind" || echo "$kind"; done'
out_empty
command -v xmllint >/dev/null || skip "no xmllint: whether the SVGs are well-formed XML"

t 0 "the pictures of the docs can be drawn again" "$TOP/tools/pictures.sh" "$PADDOCK" pictures
for picture in pictures/*.svg; do
    cmp -s "$picture" "$TOP/docs/$picture" || complain "docs/$picture is not what \`make pictures\` draws"
done

samples=$TOP/samples
t 0 "the name says the format" "$PADDOCK" plot map "$samples/lap.raf" -o map.svg
out_empty
has_file map.svg
t 0 "the same call gives the same bytes" "$PADDOCK" plot map "$samples/lap.raf" -o again.svg
cmp -s map.svg again.svg || complain "they differ"
t 0 "standard output" "$PADDOCK" plot map "$samples/lap.raf"
cmp -s map.svg $out || complain "they differ"
t 2 "an unknown kind" "$PADDOCK" plot maps "$samples/lap.raf"
err_has 'there is no plot "maps"; did you mean "map"?'
t 2 "an unknown ending" "$PADDOCK" plot map "$samples/lap.raf" -o map.gif
err_has "cannot write .gif"
t 2 "an unknown column" "$PADDOCK" plot channels "$samples/lap.raf" --columns sped
err_has '"sped"'
t 2 "an unknown unit" "$PADDOCK" plot channels "$samples/lap.raf" --units knots
err_has "units can be kmh, ms, mph"
t 0 "speeds are km/h where people read" "$PADDOCK" plot channels "$samples/lap.raf" --columns speed
grep -q '>km/h<' $out || complain "they are not"
t 0 "and m/s where they are asked for" "$PADDOCK" plot channels "$samples/lap.raf" --columns speed --units ms
grep -q '>m/s<' $out || complain "they are not"
"$PADDOCK" set "$samples/lap.raf" 'block[100].wheel_0.load=90000' -o spike.raf
t 0 "a spike is left out of the scale that wheels share" "$PADDOCK" plot channels spike.raf --columns front_left_load,rear_left_load
grep -q '1 of [0-9]* values are beyond the scale' $out || complain "the spike is not named"
[ "$(grep -o '>4000<' $out | wc -l)" = 2 ] || complain "the two wheels have not one scale"
t 0 "laps of a picture have their times" "$PADDOCK" plot channels "$samples/race.vcr#Varga#2" "$samples/race.vcr#Okafor#2" --columns speed
grep -qE '>A. Varga, lap 2, [0-9:.]+; B. Okafor, lap 2, [0-9:.]+<' $out || complain "the title has none"
for kind in delta corners "map --of delta"; do
    # shellcheck disable=SC2086
    t 0 "the title of $kind names both drivers, laps and times" "$PADDOCK" plot $kind "$samples/race.vcr#Okafor#2" "$samples/race.vcr#Varga#2" --size 1400x900
    grep -qE '>[^<]*A. Varga, lap 2, [0-9]+:[0-9.]+ against B. Okafor, lap 2, [0-9]+:[0-9.]+<' "$out" || complain "it does not"
done
t 2 "an unknown theme" "$PADDOCK" plot map "$samples/lap.raf" --theme sepia
t 2 "one lap against none" "$PADDOCK" plot delta "$samples/lap.raf"
err_has "2 to 64 laps, not 1"
t 2 "too small" "$PADDOCK" plot channels "$samples/lap.raf" --size 100x100
err_has "100 x 100 pixels do not do"
t 2 "a driver who is not there" "$PADDOCK" plot map "$samples/race.vcr#Nobody"
t 4 "nothing moves on a track" "$PADDOCK" plot channels "$samples/track.tri"
for kind in positions gaps; do
    t 4 "one driver alone has no $kind" "$PADDOCK" plot $kind "$samples/lap.raf"
    err_has 'there is only one driver'
done
best_laps() { "$PADDOCK" table "$samples/race.vcr" results | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "best_lap_time") c = i; next } $c != "" { printf "%d:%06.3f\n", int($c / 60), $c % 60 }' | sort; }
t 0 "the best laps are those of the results" "$PADDOCK" plot laptimes "$samples/race.vcr"
best_laps >expected
grep -oE '>[0-9]+:[0-9]{2}\.[0-9]{3}<' "$out" | tr -d '<>' | sort >told
cmp -s told expected || complain "other best laps than the results have: $(diff told expected | head -n 5)"
t 4 "a picture file has no lines" "$PADDOCK" plot map "$samples/pictures.fsh"
t 0 "accelerations that are not recorded come from the motion, and the picture says so" "$PADDOCK" plot gg "$samples/race.vcr"
out_has ">derived from speed and course over 0.2 s<"
t 0 "recorded accelerations are drawn" "$PADDOCK" plot gg "$samples/lap.raf"
out_lacks "derived"
t 4 "nothing tells accelerations" "$PADDOCK" plot gg "$samples/track.tri"

# A map has a number for each incident, a title of the kinds, and a name for each kind.
texts() { "$PADDOCK" plot map "$samples/$1" ${2-} | grep -o '<text' | wc -l; }
marked() { "$PADDOCK" incidents "$samples/race.vcr" --json 2>/dev/null | jq "[.incidents[] | select($1)] | length + 1 + (map(.kind) | unique | length)"; }
marks() { # REFERENCE FILTER
    [ "$(($(texts "$1") - $(texts "$1" --no-incidents)))" = "$(marked "$2")" ] ||
        complain "$(texts "$1") and without incidents $(texts "$1" --no-incidents) texts; $(marked "$2") are marked"
}
t 0 "a map marks the incidents of a race" "$PADDOCK" plot map "$samples/race.vcr"
out_has ">incidents:<"
marks race.vcr true
t 0 "those of a driver who is named" "$PADDOCK" plot map "$samples/race.vcr#Varga"
marks race.vcr#Varga '.drivers | contains("A. Varga")'
t 0 "those of a lap that is named" "$PADDOCK" plot map "$samples/race.vcr#Varga#3"
marks race.vcr#Varga#3 '(.drivers | contains("A. Varga")) and .lap == 3'
t 0 "none on request" "$PADDOCK" plot map "$samples/race.vcr" --no-incidents
out_lacks "incidents:"
t 0 "none where the file tells of none" "$PADDOCK" plot map "$samples/lap.raf"
out_lacks "incidents:"
t 4 "no suspensions" "$PADDOCK" plot histogram "$samples/race.vcr"
t 4 "no surface" "$PADDOCK" plot surface "$samples/lap.raf"
err_has "has no surface"
t 0 "roughness of a band goes along its middle" "$PADDOCK" plot surface "$samples/scan.rld" --of roughness
out_has ">along the middle of the surface; 253.0 m without a gap;"
t 0 "roughness of a track goes along its line" "$PADDOCK" plot surface "$samples/track.tri" --of roughness
out_has ">along the line of the track; 278"
t 0 "contour lines have their heights" "$PADDOCK" plot surface "$samples/scan.rld" --of contour
for height in 0.5 1.0 1.5 2.0 2.5; do out_has ">$height<"; done
t 4 "a track without line or surface" "$PADDOCK" plot map "$samples/lap.raf" --track "$samples/pictures.fsh"
t 3 "a file that is not there" "$PADDOCK" plot map nothing.raf

# Names are text, whatever they say.
t 0 "a hostile title" "$PADDOCK" plot map "$samples/lap.raf" --title '</title><script>alert(1)</script>&'
out_lacks "<script"
cp "$samples/lap.raf" "<img onerror=x>&'\".raf"
t 0 "a hostile name of a file" "$PADDOCK" plot channels "<img onerror=x>&'\".raf"
out_lacks "<img"
out_has "&lt;img onerror=x&gt;&amp;&#39;&quot;.raf"

# PNG and PDF, where this build has them.
if "$PADDOCK" formats | grep -q '^  cairo  *yes'; then
    for kind in channels map gg; do
        t 0 "$kind as PNG" "$PADDOCK" plot $kind "$samples/lap.raf" -o $kind.png
        [ "$(head -c 4 $kind.png | tail -c 3)" = PNG ] || complain "not a PNG"
        t 0 "$kind as PDF" "$PADDOCK" plot $kind "$samples/lap.raf" -o $kind.pdf
        [ "$(head -c 5 $kind.pdf)" = %PDF- ] || complain "not a PDF"
        sleep 1 # no date in it
        t 0 "$kind as PDF again" "$PADDOCK" plot $kind "$samples/lap.raf" -o again.pdf
        cmp -s $kind.pdf again.pdf || complain "other bytes than before"
        ! grep -aq CreationDate $kind.pdf || complain "it has a date"
    done
    t 0 "a surface as PDF" "$PADDOCK" plot surface "$samples/track.tri" -o surface.pdf
    sh_t 3 "PNG into a full disk" '[ -w /dev/full ] || exit 3; "$PADDOCK" plot map "'"$samples"'/lap.raf" -o /dev/full/x.png'
else
    t 4 "PNG without its part" "$PADDOCK" plot map "$samples/lap.raf" -o map.png
    err_has "plot.absent"
    no_file map.png
    skip "this build draws no PNG or PDF: cairo is not in it"
fi

# A picture says about a track only what is true of all that is in it.
cp "$TOP/samples/lap.raf" . && "$PADDOCK" synth raf elsewhere.raf --seed 9 && "$PADDOCK" set elsewhere.raf track="Nordring" track_code=NO1 car="Paddock F1" -o nordring.raf || exit 1
t 2 "a map of two tracks" "$PADDOCK" plot map lap.raf nordring.raf -o two-tracks.svg
err_has "these files are of several tracks, and a picture shows one: lap.raf ("
no_file two-tracks.svg
for kind in channels gg histogram laptimes; do
    t 0 "$kind of two tracks and cars" "$PADDOCK" plot $kind lap.raf nordring.raf -o $kind.svg
    has_all() { for text; do grep -qF -- "$text" $kind.svg || complain "the picture lacks \"$text\""; done; }
    has_all "several tracks" "several cars"
done
t 4 "a time that is not recorded" "$PADDOCK" plot channels lap.raf --time 1000:1010 -o late.svg
err_has "begins at 0 s and ends at"

# The grey ground is what the laps of all files used, each file once.
"$PADDOCK" cut "$TOP/samples/race.vcr" first.vcr --time :300 -q && "$PADDOCK" cut "$TOP/samples/race.vcr" rest.vcr --time 300: -q || exit 1
ribbons() { grep -c '<path fill="#e4e4e4"' "$1"; }
t 0 "a map of two parts of a race" "$PADDOCK" plot map first.vcr rest.vcr --driver Varga -o parts.svg
[ "$(ribbons parts.svg)" -eq 2 ] || complain "$(ribbons parts.svg) ribbons, wanted 2"
t 0 "a map of two drivers of one file" "$PADDOCK" plot map first.vcr#Varga first.vcr#Okafor -o drivers.svg
[ "$(ribbons drivers.svg)" -eq 1 ] || complain "$(ribbons drivers.svg) ribbons, wanted 1"
